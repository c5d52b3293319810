"""Pages about one thing: what differs is a value, labels are keys, and what is missing moves nothing."""

from __future__ import annotations

import pytest

from wrapture import extract, learn_one
from wrapture.errors import NothingFoundError
from wrapture.html.lexbor import parse_page
from wrapture.library.wrapper_file import dumps, loads
from wrapture.model import PageLocator
from wrapture.reading.compiled import compile_wrapper
from wrapture.reading.page_outline import labelled_values
from wrapture.reading.pointing import row_places
from wrapture.reading.reader import extract_page

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
