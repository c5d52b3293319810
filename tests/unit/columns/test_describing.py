"""The names and types of a list's columns, and which of them are constant."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

import wrapture
from wrapture.columns.describing import describe_columns, is_constant
from wrapture.columns.layout_learning import learn_layout
from wrapture.columns.naming.name_words import class_name, slug
from wrapture.model import CONSTANT, PatternLocator, Span
from wrapture.reading.records import find_records

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.model import Column

TR = PatternLocator("block-level", ("TR TD [TEXT|-] /TD TD [TEXT|-] /TD TD [TEXT|-] /TD /TR",))
WORDS = ["Alpha", "Beta", "Gamma", "Delta", "Epsilon", "Zeta"]


def columns_of(html: str, element: str = "li") -> list[Column]:
    """Return the columns of the records that are the elements of a name, without hidden ones."""
    page = wrapture.parse(html)
    records = [(Span(n, page.stops[n]),) for n, tag in enumerate(page.tags) if tag == element]
    assert len(records) > 2
    columns = describe_columns(learn_layout([(page, records)]), [(page, records)]).columns
    return [column for column in columns if column.is_shown]


def items(template: str, count: int = 5) -> str:
    """Return a list whose items are drawn from a template with ``{n}`` and ``{word}``."""
    rows = (template.format(n=n + 1, word=WORDS[n % len(WORDS)]) for n in range(count))
    return "<ul>" + "".join(f"<li>{row}</li>" for row in rows) + "</ul>"


def names(html: str, element: str = "li") -> list[str]:
    return [column.name for column in columns_of(html, element)]


def table(head: str, row: str) -> str:
    rows = "".join(f"<tr>{row.format(n=n + 1, word=WORDS[n])}</tr>" for n in range(5))
    return f"<table>{head}<tbody class=rows>{rows}</tbody></table>"


def row_names(html: str) -> list[str]:
    """Return the names of the columns of a table whose records are the rows of its body."""
    page = wrapture.parse(html)
    body = next(n for n, tag in enumerate(page.tags) if tag == "tbody" and page.attribute(n, "class") == "rows")
    records = [(Span(n, page.stops[n]),) for n in page.children(body) if page.tags[n] == "tr"]
    found = [(page, records)]
    return [column.name for column in describe_columns(learn_layout(found), found).columns if column.is_shown]


# --- names, the most trusted source first ---


def test_a_header_of_a_table_names_its_columns() -> None:
    head = "<thead><tr><th>Case Name</th><th colspan=2>Decision date</th><th>Год</th></tr></thead>"
    row = "<td class=x-price>{word}</td><td>{n} May 2020</td><td>note {word}</td><td>200{n}</td>"
    assert row_names(table(head, row)) == ["case_name", "decision_date", "decision_date_2", "год"]


def test_a_row_of_bold_cells_is_a_header_too() -> None:
    head = "<tr><td><b>River</b></td><td><b>Mouth</b></td></tr>"
    assert row_names(table(f"<tbody>{head}</tbody>", "<td>{word} {word}</td><td>{word} Sea</td>")) == ["river", "mouth"]
    plain = "<tr><td>Rhine</td><td>North Sea</td></tr>"
    assert row_names(table(f"<tbody>{plain}</tbody>", "<td>{word} {word}</td><td>{word} Sea</td>")) == [
        "title",
        "text",
    ]


def test_a_label_names_what_follows_it() -> None:
    html = items("<h3>{word} {word}</h3><p><b>Publisher:</b> <i>{word} Press</i></p><dl><dt>Pages<dd>{n}00</dl>")
    assert names(html) == ["title", "publisher", "pages"]


def test_the_one_who_wrote_it() -> None:
    assert names(items("<h3>{word} {word}</h3><p>by <a href=/{n}>{word} Kafka</a></p>"))[1:] == [
        "author",
        "author_link",
    ]


def test_microdata_names_its_properties() -> None:
    html = items(
        "<b itemprop=name class=foo>{word} book</b> <i itemprop=datePublished>{n} May 2020</i>"
        "<span itemprop=author itemscope><u itemprop=name>{word} Kafka</u></span>"
    )
    assert names(html) == ["name", "date_published", "author"]


def test_attributes_name_fields() -> None:
    html = items("<p data-label='Court name'>{word} court</p><p data-title=Judge>{word} Smith</p>")
    assert names(html) == ["court_name", "judge"]


def test_json_ld_with_the_same_values_names_them() -> None:
    data = [{"@type": "Book", "name": f"{w} book", "author": {"name": f"{w} Kafka"}} for w in WORDS]
    script = f'<script type="application/ld+json">{json.dumps(data)}</script>'
    html = items("<p>{word} book</p><p>{word} Kafka</p>")
    assert names(script + html) == ["name", "author"]
    assert names(f'<script type="application/ld+json">{{broken</script>{html}') == ["title", "text"]


def test_data_of_scripts_names_what_nothing_else_does() -> None:
    data = {
        "menu": [{"label": f"{w} Kafka"} for w in WORDS],
        "hits": [{"headline": f"{w} book", "vendor": {"name": f"{w} Kafka"}, "mainDish": f"{w} salad"} for w in WORDS],
    }
    html = items("<p>{word} book</p><p>{word} Kafka</p><p>{word} salad</p>")
    for script in (
        f'<script id=__NEXT_DATA__ type="application/json">{json.dumps(data)}</script>',
        f"<script>window.state = {json.dumps(data)};</script>",
    ):
        assert names(script + html) == ["title", "vendor", "main_dish"]
    assert names(html) == ["title", "text", "text_2"]


def test_classes_that_say_something_name_their_elements() -> None:
    html = items(
        "<h3>{word} {word}</h3><p class='col-md-4 product__vendor'>{word} Inc</p><p class='css-1x2y3z'>{word} x</p>"
        "<p class='justify-between'>{word} y</p><p class='description_sryaw'>{word} z</p>"
    )
    assert names(html) == ["title", "vendor", "text", "text_2", "description"]


def test_what_all_columns_are_called_says_nothing() -> None:
    assert names(items("<p class=fact>{word} a</p><p class=fact>{word} b</p><p class=fact>{word} c</p>")) == [
        "title",
        "text",
        "text_2",
    ]


def test_elements_and_types_name_the_rest() -> None:
    html = items(
        "<i>{n}.</i> <h3><a href=/b/{n}>{word} and {word}</a></h3><img src=/i/{n}.png><time>soon {word}</time>"
        "<b>{n},50 €</b> <u>{n} reviews</u> <p>" + "{word} " * 20 + "</p>"
    )
    assert names(html) == ["title", "link", "date", "price", "reviews", "description", "image"]


def test_words_that_recur_beside_a_value_name_it() -> None:
    assert names(items("<h3>{word}</h3><p>Sold by <b>{word} & {word}</b></p>", 6)) == ["title", "sold_by"]
    counts = "".join(f"<li><h3>{WORDS[n]}</h3><p><b>{n * n % 7}</b> <i>shops</i></p></li>" for n in range(5))
    assert names(f"<ul>{counts}</ul>") == ["title", "shops"]


def test_words_beside_a_value_that_are_values_are_no_label() -> None:
    pairs = "".join(
        f"<li><h3>{WORDS[n]}</h3><p><span>{'Good' if n else 'Bad'}</span><i>{WORDS[n]}{n}</i></p></li>"
        for n in range(5)
    )
    assert "good" not in names(f"<ul>{pairs}</ul>")


def test_addresses_say_what_a_text_links_to() -> None:
    assert names(items("<h3>{word}</h3><p><a href=/artists/{n}>{word}{n} {word}</a></p>", 6))[1] == "artist"


def test_a_flag_is_called_by_its_text() -> None:
    flagged = "".join(
        f"<li><h3>{WORDS[n % 5]} {n}</h3><p>{n} €</p>{'<i>Ad</i>' if n % 3 == 0 else ''}</li>" for n in range(12)
    )
    assert names(f"<ul>{flagged}</ul>") == ["title", "price", "ad"]


def test_one_price_is_not_the_old_one() -> None:
    assert names(items("<h3>{word}</h3><p class=old-price>{n} €</p>")) == ["title", "price"]
    both = names(items("<h3>{word}</h3><p class=old-price>{n}0 €</p><p>{n} €</p>"))
    assert both == ["title", "old_price", "price"]


def test_a_header_names_what_is_shown_of_its_cell() -> None:
    head = "<thead><tr><th>Year<th>Name<tbody>"
    row = "<td>199{n}</td><td><a href=/{n}>{word} {word}</a> (<a href=/m>minors</a>)</td>"
    assert "name" in row_names(table(head, row))


def test_companies_and_people_are_recognized() -> None:
    firms = "".join(
        f"<li><h3>{WORDS[n]} {n}</h3><i>{WORDS[n]} {'Inc.' if n % 2 else 'Ltd.'}</i></li>" for n in range(5)
    )
    assert names(f"<ul>{firms}</ul>") == ["title", "company"]
    people = "".join(f"<li><h3>{WORDS[n]} {n}</h3><i>{WORDS[n]}, {WORDS[-n - 1]}</i></li>" for n in range(5))
    assert names(f"<ul>{people}</ul>") == ["title", "person"]


def test_names_are_those_of_other_pages_too_and_in_order() -> None:
    html = items("<h3><a href=/{n}>{word} and {word}</a></h3><p class=price>{n} €</p>", 6)
    wrapper = wrapture.learn(wrapture.parse(html))
    other = wrapture.parse(html.replace("price", "cost").replace("h3", "h4").replace("Alpha", "Omega"))
    assert wrapture.extract(wrapture.parse(html), wrapper).columns == ("title", "link", "price")
    if wrapture.extract(other, wrapper).rows:
        assert wrapture.extract(other, wrapper).columns == ("title", "link", "price")


def test_a_persons_names_win_and_push_suggested_ones_away() -> None:
    html = items("<h3>{word} and {word}</h3><p>{n} €</p>", 6)
    wrapper = wrapture.learn(wrapture.parse(html), names=["price"])
    assert [column.name for column in wrapper.layout.columns] == ["price", "price_2"]


@pytest.mark.parametrize("text", ["x" * 100, "a " * 100, "Ä ö/Ü", "  ", "数量", "1" * 60])
def test_a_name_is_short_and_one_word(text: str) -> None:
    assert len(slug(text)) <= 40
    assert slug(slug(text)) == slug(text)


@pytest.mark.parametrize(
    "token",
    ["css-1x2y3z", "sc-bdVaJa", "col-md-4", "row", "clearfix", "mt-2", "text-right", "left", "jsx-4023", "smallgray"],
)
def test_classes_of_looks_and_machines_say_nothing(token: str) -> None:
    assert class_name(token) == ""


# --- types and constants ---


def test_columns_have_types() -> None:
    html = items("<b>{word} {word}</b> <i>{n},50 €</i> <u>{n}. Mai 2020</u> <a href=/{n}>more</a>")
    assert [(column.name, column.type_name) for column in columns_of(html)] == [
        ("title", "text"),
        ("price", "price"),
        ("date", "date"),
        ("more_link", "link"),
    ]


def test_labels_and_buttons_are_constant() -> None:
    html = items("<b>{word} {word}</b> <i>Price:</i> <u>{n} €</u> <a href=/{n}>Add to cart</a>")
    assert names(html) == ["title", "price", "add_to_cart_link"]
    table = wrapture.extract(html)
    assert (table.constants, table.hidden["add_to_cart"]) == (("price_label", "add_to_cart"), CONSTANT)


def test_what_the_page_names_is_not_constant() -> None:
    head = "<thead><tr><th>Case</th><th>Court</th></tr></thead>"
    page = wrapture.parse(table(head, "<td>{word} v. {word}</td><td>Supreme Court</td>"))
    assert wrapture.extract(page).constants == ()


@pytest.mark.parametrize(
    ("values", "constant"),
    [
        (["Buy"] * 3, True),
        (["Buy"] * 2, False),
        (["Buy"] * 39 + ["Sold"], True),
        (["Buy"] * 9 + ["Sold"], False),
        (["new"] * 3 + [None] * 7, False),
        (["Page 1"] * 9, False),
        ([None] * 9, False),
        ([], False),
    ],
)
def test_a_constant_is_the_same_in_nearly_all_records(values: list[str | None], constant: bool) -> None:
    assert is_constant(values) is constant


def test_a_layout_without_columns_stays_as_it_is() -> None:
    assert describe_columns(learn_layout([]), []) == learn_layout([])


def test_the_same_page_gives_the_same_columns() -> None:
    html = items("<h3 class='a title b'><a href=/{n}>{word} {n}</a></h3><p class='b price c'>{n} €</p>")
    assert columns_of(html) == columns_of(html)
    assert find_records(TR, wrapture.parse(html)) == ()


@pytest.mark.parametrize(
    ("template", "figures", "expected"),
    [
        ("<p><span>4.{0}</span> <i>({0}20)</i></p>", "72528", ["title", "rating", "reviews"]),
        ("<p>{0}0<small>km</small></p>", "72528", ["title", "distance"]),
        ("<p>1{0}0<small>PS</small></p>", "72528", ["title", "power"]),
        ("<p class=a-size-small>{0}k</p>", "72528", ["title", "size"]),
        ("<p class=a-size-small>{0}.25k</p>", "72528", ["title", "number"]),
        ("<p>+1.212.309.602{0}</p>", "72528", ["title", "phone"]),
        ("<p>{0}man CJ</p>", "KLMNO", ["title", "judge"]),
        ("<p>{0}</p>", ["Benzin", "Diesel", "Benzin", "Hybrid", "Diesel"], ["title", "fuel"]),
        ("<p>{0}</p>", ["Automatik", "Manuell", "Automatik", "Manuell", "Manuell"], ["title", "transmission"]),
        ("<p>{0}</p>", ["red", "dark blue", "Weiss", "noir", "azul"], ["title", "color"]),
    ],
)
def test_values_are_named_by_what_they_look_like(template: str, figures: Sequence[str], expected: list[str]) -> None:
    rows = (f"<li><b>{word} House</b>{template.format(one)}</li>" for word, one in zip(WORDS, figures, strict=False))
    assert names("".join(rows)) == expected
