"""Pages about one thing of six kinds, drawn from the answer: news, products, recipes, jobs, events and books.

Each kind carries its data as such sites do: in Open Graph, hidden microdata, JSON-LD, label tables, definition lists, or text.
Boxes with links to other pages change from page to page, as on real sites.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

import pytest

from wrapture import extract, learn_one
from wrapture.html.lexbor import parse_page

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

WORDS: Final = ("harbour", "lantern", "copper", "meadow", "falcon", "granite", "orchid", "kettle")
PAGES: Final = 6
UNSEEN: Final = (11, 12, 13)


def word(n: int) -> str:
    return f"{WORDS[n % 8]} {WORDS[(n * 3 + 1) % 8]} {n}"


def related(n: int) -> str:
    boxes = "".join(f"<li><a href=/x/{n}{i}>More of {word(n + i + 2)}</a></li>" for i in range(n % 3 + 2))
    return f"<aside><h2>Read next</h2><ul>{boxes}</ul><a href=/p/{n}>{word(n + 5)}</a><a href=/q/{n}>x{n}</a></aside>"


def whole(title: str, head: str, main: str, n: int) -> str:
    return f"<!doctype html><title>{title} | Site</title>{head}<body><nav><a href=/>Home</a></nav>{main}{related(n)}<footer>f"


def ld(**data: object) -> str:
    return f"<script type=application/ld+json>{json.dumps(data)}</script>"


Truth = dict[str, str]


def news(n: int) -> tuple[str, Truth]:
    """The main heading is the author's name, as on one real site; the head of the page says the rest."""
    truth = {
        "title": f"Storm over {word(n)}",
        "date_published": f"2026-03-{n:02d}T08:00:00Z",
        "author": f"Ann {word(n)}",
    }
    head = (
        f'<meta property=og:title content="{truth["title"]}"><meta name=author content="{truth["author"]}">'
        f"<meta property=article:published_time content={truth['date_published']}><meta property=og:type content=article>"
    )
    return whole(truth["title"], head, f"<h1>Column {n * 7}</h1><p>The {word(n)} was seen.</p>", n), truth


def product(n: int) -> tuple[str, Truth]:
    truth = {"title": f"Lamp {word(n)}", "price": f"{n}.95", "sku": f"SKU-{n * 17}", "maker": f"{word(n)} Ltd"}
    main = (
        f"<div itemscope><h1 itemprop=name>{truth['title']}</h1><meta itemprop=sku content={truth['sku']}>"
        f"<meta itemprop=price content={truth['price']}><span>now € {truth['price']}</span>"
        f"<table><tr><th>Maker<td>{truth['maker']}<tr><th>Delivery<td>free</table></div>"
    )
    return whole(truth["title"], "", main, n), truth


def recipe(n: int) -> tuple[str, Truth]:
    truth = {"title": f"Soup of {word(n)}", "cook_time": f"PT{n + 10}M", "author_name": f"Cook {word(n)}"}
    head = ld(
        **{"@type": "Recipe", "name": truth["title"], "cookTime": truth["cook_time"]},
        author={"name": truth["author_name"]},
    )
    return whole(truth["title"], head, f"<h1>{truth['title']}</h1><p class=lead>Take a {word(n + 1)}.</p>", n), truth


def job(n: int) -> tuple[str, Truth]:
    truth = {"title": f"Keeper of {word(n)}", "salary": f"{n * 1000} €", "city": f"Port {word(n)}"}
    main = f"<h1>{truth['title']}</h1><dl><dt>Salary<dd>{truth['salary']}<dt>City<dd>{truth['city']}</dl>"
    return whole(truth["title"], "", main, n), truth


def event(n: int) -> tuple[str, Truth]:
    truth = {"title": f"Fair of {word(n)}", "venue": f"Hall {word(n)}", "start_date": f"2026-07-{n:02d}T19:00"}
    head = ld(**{"@type": "Event", "name": truth["title"], "startDate": truth["start_date"]})
    return whole(truth["title"], head, f"<h2>{truth['title']}</h2><p><b>Venue:</b> {truth['venue']}</p>", n), truth


def book(n: int) -> tuple[str, Truth]:
    truth = {"title": f"Tales of {word(n)}", "author": f"Bea {word(n)}", "pages": str(n * 31)}
    main = f"<h1>{truth['title']}</h1><p class=author>{truth['author']}</p><ul><li>Pages: {truth['pages']}</li></ul>"
    return whole(truth["title"], "", main, n), truth


KINDS: Final[Mapping[str, Callable[[int], tuple[str, Truth]]]] = {
    one.__name__: one for one in (news, product, recipe, job, event, book)
}


@pytest.mark.parametrize("kind", KINDS)
def test_the_values_of_unseen_pages_are_right(kind: str) -> None:
    wrapper = learn_one([KINDS[kind](n)[0] for n in range(1, PAGES + 1)])
    for n in UNSEEN:
        html, truth = KINDS[kind](n)
        (record,) = extract(html, wrapper).to_dicts()
        assert {name: record.get(name) for name in truth} == truth


@pytest.mark.parametrize("kind", KINDS)
def test_the_title_is_the_first_column_and_loose_links_are_hidden(kind: str) -> None:
    wrapper = learn_one([KINDS[kind](n)[0] for n in range(1, PAGES + 1)])
    shown = [column.name for column in wrapper.layout.columns if not column.hidden]
    assert shown[0] == "title"
    assert sum(name.startswith("link") for name in shown) < 3


def test_what_the_data_of_one_page_lacks_comes_from_its_head() -> None:
    def article(n: int, kind: str) -> str:
        meta = f'<meta property=article:published_time content=2026-01-{n:02d}><meta property=og:title content="{word(n)}">'
        data = ld(**{"@type": kind}, headline=word(n), datePublished=f"2026-01-{n:02d}")
        return whole(word(n), f"{meta}{data if kind else ''}", f"<p>Text {n}</p>", n)

    wrapper = learn_one([article(n, kind) for n, kind in ((1, "NewsArticle"), (2, "Article"), (3, "NewsArticle"))])
    for n, kind in ((7, "BlogPosting"), (8, "")):
        (record,) = extract(article(n, kind), wrapper).to_dicts()
        assert (record["title"], record["date_published"]) == (word(n), f"2026-01-{n:02d}")


def rows_among_others(facts: Truth) -> str:
    return "".join(f"<div class=row><div>{key}</div><div>{value}</div></div>" for key, value in facts.items() if value)


def one_row_below_heads(facts: Truth) -> str:
    heads, cells = (
        "".join(f"<{tag}>{one}</{tag}>" for one in part) for tag, part in (("th", facts), ("td", facts.values()))
    )
    return f"<table><thead><tr>{heads}</tr></thead><tbody><tr>{cells}</tr></tbody></table>"


def properties(facts: Truth) -> str:
    spans = [f"<span itemprop={key.lower()}>{value}</span>" for key, value in facts.items() if value]
    return f"<div itemscope>{'<br>'.join(spans)}</div>"


@pytest.mark.parametrize("drawn", [rows_among_others, one_row_below_heads, properties])
def test_facts_are_named_and_stay_in_place(drawn: Callable[[Truth], str]) -> None:
    """Rows without an element around all of them and columns of a table were lists; a property was the next one's label."""
    pages = []
    for n in range(6):
        facts = {
            "Weight": f"{n + 2} kg",
            "Material": ["oak", "elm", "ash"][n // 2],
            "Colour": "" if n == 3 else ["red", "blue"][n % 2],
            "Article": f"40{n}11",
        }
        pages.append(
            parse_page(f"<h1>Lamp {n}</h1><p>A lamp, number {n}.</p>{drawn(facts)}<p>Sold by us</p>", name=str(n))
        )
    wrapper = learn_one(pages)
    for page, weight, material, colour in ((4, "6 kg", "ash", "red"), (3, "5 kg", "elm", None)):
        table = extract(pages[page], wrapper)
        assert [table[name][0] for name in ("weight", "material", "colour", "article")] == [
            weight,
            material,
            colour,
            f"40{page}11",
        ]
    assert not {"oak", "elm", "ash"} & set(table.columns)
