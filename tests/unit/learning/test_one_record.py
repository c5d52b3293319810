"""Pages about one thing: what differs is a value, labels are keys, and what is missing moves nothing."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from wrapture import extract, learn_one
from wrapture.errors import NothingFoundError
from wrapture.html.lexbor import parse_page
from wrapture.library.wrapper_file import dumps, loads
from wrapture.model import PageLocator
from wrapture.reading.compiled import compile_wrapper
from wrapture.reading.page_labels import labelled_values
from wrapture.reading.pointing import row_places
from wrapture.reading.reader import extract_page

if TYPE_CHECKING:
    from wrapture.html.page import Page

FRAME = "<title>{title} - Shop</title><body><nav><a href=/>Home</a></nav><main>{main}</main><footer>Since 1998</footer>"


def page(n: int, *, rows: str = "", extra: str = "") -> str:
    main = (
        f"<h1>Lamp {n}</h1><p class=price>{n}.50 €</p>{extra}<table>"
        f"<tr><th>Maker</th><td>Maker {n}</td></tr>{rows}<tr><th>Delivery</th><td>free</td></tr></table>"
    )
    return FRAME.format(title=f"Lamp {n}", main=main)


def test_values_by_label_and_by_path() -> None:
    wrapper = learn_one([page(n) for n in range(1, 5)])
    assert isinstance(wrapper.locator, PageLocator)
    assert extract(page(9), wrapper).to_dicts() == [
        {"title": "Lamp 9", "price": "9.50 €", "maker": "Maker 9", "delivery": "free"}
    ]


def test_a_missing_row_and_one_more_move_nothing() -> None:
    colour = "<tr><th>Colour</th><td>red {}</td></tr>"
    wrapper = learn_one([page(n, rows=colour.format(n) if n % 2 else "") for n in range(1, 7)])
    (with_it,) = extract(page(7, rows=colour.format(7)), wrapper).to_dicts()
    (without,) = extract(page(8), wrapper).to_dicts()
    assert (with_it["colour"], with_it["maker"]) == ("red 7", "Maker 7")
    assert (without["colour"], without["maker"]) == (None, "Maker 8")


def test_lists_inside_are_list_columns() -> None:
    def listed(n: int) -> str:
        return page(n, extra="<ul class=tags>" + "".join(f"<li>tag {n}{i}</li>" for i in range(n % 3 + 1)) + "</ul>")

    wrapper = learn_one([listed(n) for n in range(1, 6)])
    (record,) = extract(listed(8), wrapper).to_dicts()
    assert ("tag 80", "tag 81", "tag 82") in record.values()


def test_all_readers_agree_and_the_file_keeps_it() -> None:
    wrapper = learn_one([page(n) for n in range(1, 5)])
    again = loads(dumps(wrapper))
    assert (again.locator, again.layout) == (wrapper.locator, wrapper.layout)
    parsed = parse_page(page(9))
    assert compile_wrapper(again).read_text(page(9)).rows == extract_page(wrapper, parsed).rows
    (places,) = row_places(wrapper, parsed)
    assert [parsed.tags[one[0].first_node] for one in places] == ["h1", "p", "td", "td"]


def test_a_page_of_another_kind_does_not_fit() -> None:
    wrapper = learn_one([page(n) for n in range(1, 5)])
    other = extract("<title>Gone</title><h1>Not found</h1><p>Sorry", wrapper)
    assert other.fit is not None
    assert other.fit.value < 0.5


def test_equal_pages_have_nothing_to_learn() -> None:
    with pytest.raises(NothingFoundError, match="no values that differ"):
        learn_one([FRAME.format(title="x", main="<h1>Same</h1>")] * 3)


@pytest.mark.parametrize(
    ("html", "pairs"),
    [
        ("<table><tr><th>Size<td>7<tr><td>Age:<td>9</table>", {"size": "7", "age": "9"}),
        ("<dl><dt>Size<dd>7<dd>8<dt>Age<dd>9</dl>", {"size": "7 8", "age": "9"}),
        ("<p><b>Size:</b> 7</p><p><strong>Age</strong>: 9</p>", {"size": "7", "age": ": 9"}),
        ("<p>Size: 7<br>Age: 9</p>", {"size": "Size: 7", "age": "Age: 9"}),
        ("<div><span class=label>Size</span><span>7</span></div>", {"size": "7"}),
        ("<h2>About</h2><p>Long text</p><h2>More</h2><p>Other</p>", {"about": "Long text", "more": "Other"}),
        ("<p>At 12:30 we met</p><p>A very long sentence of many words that ends in: this</p>", {}),
    ],
)
def test_labelled_values(html: str, pairs: dict[str, str]) -> None:
    parsed = parse_page(html)
    found = {one.label: parsed.texts_of(one.values) for one in labelled_values(parsed)}
    assert found == pairs


def test_the_only_heading_is_the_title_wherever_it_stands() -> None:
    pages = [
        FRAME.format(title=f"Lamp {n}", main=f"<{tag}><h1>Lamp {n}</h1></{tag}>")
        for n, tag in enumerate(["div", "section", "p"])
    ]
    (record,) = extract(FRAME.format(title="x", main="<b><h1>Lamp 9</h1></b>"), learn_one(pages)).to_dicts()
    assert record == {"title": "Lamp 9"}


# --- what is not about the page's own thing ---

ARTICLE = "<p>The river rose by {} metres in a night, and the people of the town carried sand to the dam until the morning.</p>"


def article(n: int, body: str = "", *, around: str = "div") -> str:
    paragraphs = body or "".join(ARTICLE.format(n + k) for k in range(3))
    return (
        f"<html><head><title>Flood {n} | The Pond</title><meta property=og:site_name content='The Pond'>"
        f"<meta property=og:title content='Flood {n} - The Pond'></head><body><nav><a href=/>Home</a></nav>"
        f"<main><h1>Flood {n}</h1><p class=byline>By Ann {n}</p><{around}><div>{paragraphs}</div></{around}></main>"
    )


def test_the_running_text_is_one_column_wherever_it_stands() -> None:
    wrapper = learn_one([article(1), article(2, around="section"), article(3)])
    (record,) = extract(article(7, around="blockquote"), wrapper).to_dicts()
    paragraphs = [ARTICLE.format(7 + k)[3:-4] for k in range(3)]
    assert record == {"title": "Flood 7", "byline": "By Ann 7", "text": "\n".join(paragraphs)}


def test_paragraphs_may_be_lines_of_one_element() -> None:
    def lines(n: int) -> str:
        text = "<br><br>".join(ARTICLE.format(n + k)[3:-4] for k in range(3))
        return article(n, f"<div class=body>{text}</div>")

    (record,) = extract(lines(9), learn_one([lines(1), lines(2)])).to_dicts()
    assert str(record["text"]).startswith("The river rose by 9 metres")


def test_one_page_alone_gives_title_text_and_data() -> None:
    (record,) = extract(article(5), learn_one([article(4)])).to_dicts()
    assert (record["title"], str(record["text"])[:25]) == ("Flood 5", "The river rose by 5 metre")


SPEC = {"Maker": "Maker", "Colour": "red"}


def product(n: int, others: str) -> Page:
    spec = "".join(f"<div><div>{name}</div><div>{value} {n}</div></div>" for name, value in SPEC.items())
    meta = f"<div class=meta><span>Number: <b>N{n}</b></span> <span>Kind: <a href=/kind/{n}>Kind {n}</a></span></div>"
    price = f"<p class=price><del><b>{n}9.00 €</b></del> <ins><b>{n}.00 €</b></ins></p>"
    if n % 2:
        price = f"<p class=price><b>{n}.00 €</b></p>"
    offer = {"@type": "Offer", "price": f"{n}.00", "availability": f"http://schema.org/InStock{n}"}
    thing = {"@type": "Product", "name": f"Lamp {n}", "offers": [offer], "description": f"&lt;p&gt;Lamp &amp;amp; {n}"}
    data = f'<script type="application/ld+json">{json.dumps(thing)}</script>'
    main = f"{data}<h1>Lamp {n}</h1>{price}<div class=spec>{spec}</div>{meta}{others}"
    return parse_page(FRAME.format(title=f"Lamp {n}", main=main), url=f"http://shop.test/lamps/{n}")


def cards(n: int) -> str:
    return "".join(
        f"<li><a href=/lamps/{k}><img src={k}.jpg><h3>Lamp {k}</h3></a><p class=price><b>{k}.00 €</b></p></li>"
        for k in range(n + 10, n + 13)
    )


RELATED = {
    "by address": "<ul class=grid>{}</ul>",
    "by heading": "<section><h2>Ähnliche Produkte</h2><ul>{}</ul></section>",
    "by a heading before": "<h2>You may also like</h2><ul>{}</ul>",
    "by class": "<div class='row related-items'>{}</div>",
}


@pytest.mark.parametrize("kind", RELATED)
def test_related_things_are_left_out(kind: str) -> None:
    wrapper = learn_one([product(n, RELATED[kind].format(cards(n))) for n in range(1, 6)])
    (record,) = extract(product(8, RELATED[kind].format(cards(8))), wrapper).shown().to_dicts()
    assert record == {
        "title": "Lamp 8",
        "old_price": "89.00 €",
        "price": "8.00 €",
        "maker": "Maker 8",
        "colour": "red 8",
        "number": "N8",
        "kind": "Kind 8",
        "description": "Lamp & 8",
        "availability": "InStock8",
    }


def test_an_old_price_is_not_the_price_of_another_page() -> None:
    wrapper = learn_one([product(n, "") for n in range(1, 6)])
    (record,) = extract(product(7, ""), wrapper).shown().to_dicts()
    assert (record["old_price"], record["price"]) == (None, "7.00 €")


def test_reviews_are_the_things_own() -> None:
    def reviewed(n: int) -> Page:
        item = "<li><a href=/users/{0}>Ann {0}</a> <p>Very good light for reading {0} books in bed at night.</p></li>"
        reviews = "".join(item.format(n * 10 + k) for k in range(n % 3 + 1))
        return product(n, f"<h2>Reviews</h2><ol class=reviews>{reviews}</ol>")

    (record,) = extract(reviewed(5), learn_one([reviewed(n) for n in range(1, 5)])).shown().to_dicts()
    assert len(record["reviews"]) == 3


def test_what_a_wrapper_file_does_not_allow_is_left_out() -> None:
    """The wrappers of these pages could not be stored, or learning ended in a traceback."""
    thing = {"@type": "Product" + "x" * 300, "name": "Lamp", "k" * 300: "long"}
    marks = f"<!-- saved from url=(0010)http://[lamps/ --><title>{'t' * 300}</title><a href=//{'h' * 300}.example>x</a>"
    data = [json.dumps({**thing, "sku": f"A{n}"}) for n in range(3)]
    rest = [
        f"<script type='application/ld+json'>{one}</script>Bare text {n}<h1>Lamp {n}</h1>" for n, one in enumerate(data)
    ]
    pages = [marks + one for one in rest]
    wrapper = learn_one([page.encode() for page in pages])
    assert loads(dumps(wrapper)) == wrapper
    with pytest.raises(NothingFoundError):
        learn_one([f"<body>Only a text of number {n}" for n in range(3)])
