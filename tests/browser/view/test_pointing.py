"""What a person points at: clicks, drags, hovers, keys, searches."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import pytest

from wrapture.api import parse

from .conftest import whole

if TYPE_CHECKING:
    from wrapture.html.page import Page

    from .conftest import View

SVG: Final = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E"
ITEMS: Final = ("The Salt Road", "A Quiet Harbour", "Ünïcode 𝔅ooks")
HTML: Final = (
    "<h1>Books</h1><ul>"
    + "".join(
        f"<li style='padding: 20px'><a href=/{n}>  {title} </a><br><img width=60 height=40 src=\"{SVG}\">"
        f"<span>by Author {n}, 1{n}.50 euro</span></li>"
        for n, title in enumerate(ITEMS)
    )
    + "</ul><p>The end of the <b>li</b><i>st</i>"
)


def marked(page: Page) -> dict[str, Any]:
    """Return the three books as records: title, image, author and price (pieces of one text), link."""
    rows = []
    for item in (n for n, tag in enumerate(page.tags) if tag == "li"):
        below = range(item, page.stops[item])
        link, image, info = (next(n for n in below if page.tags[n] == tag) for tag in ("a", "img", "span"))
        said = page.texts[info + 1]
        comma, author = said.index(","), said.index("Author")
        pieces = [[info + 1, author, info + 1, comma]], [[info + 1, comma + 2, info + 1, len(said)]]
        places = [[whole(page, link + 1)], [[image, -1, image, -1]], *pieces, [[link, -1, link, -1]]]
        rows.append({"spans": [[item, page.stops[item]]], "places": places})
    names = ("title", "image", "author", "price", "link")
    return {"records": rows, "columns": [{"name": name, "colour": "#05738c", "keep": name != "link"} for name in names]}


@pytest.fixture
def books(view: View) -> View:
    view.show(parse(HTML))
    assert view.page is not None
    view.draw(marked(view.page))
    view.run("v.setMode('point');")
    return view


def test_a_click_is_a_hit_with_all_that_is_known(books: View) -> None:
    place = books.place("A Quiet Harbour")
    x, y = books.middle(place)
    books.tab.mouse.click(x, y)
    (hit,) = books.told("points")
    assert books.page is not None
    link = books.page.parents[place[0]]
    assert hit == {
        "place": place,
        "text": "A Quiet Harbour",
        "node": place[0],
        "record": 1,
        "columns": [0, 4],
        "element": {"link": link, "image": None},
        "x": pytest.approx(x, abs=1),
        "y": pytest.approx(y, abs=1),
    }


def test_every_text_can_be_clicked_when_the_page_is_made_smaller(books: View) -> None:
    books.run("v.zoom(0.6);")
    assert books.page is not None
    nodes = [n for n, text in enumerate(books.page.texts) if text.strip()]
    for node in nodes:
        books.tab.mouse.click(*books.middle(whole(books.page, node)))
        books.run("v.cancel();")
    taken = [hit["place"] for hit in books.told("points")]
    assert len(taken) == len(nodes)
    assert all(place[0] <= node <= place[2] for place, node in zip(taken, nodes, strict=True))
    assert [place for place in taken if place[0] == place[2]]  # a text alone in its block is taken as it is


def test_a_text_in_no_record(books: View) -> None:
    books.tab.mouse.click(*books.middle(books.place("Books")))
    (hit,) = books.told("points")
    assert (hit["record"], hit["columns"], hit["element"]) == (None, [], {"link": None, "image": None})


def test_an_image(books: View) -> None:
    assert books.page is not None
    image = books.page.tags.index("img")
    books.tab.mouse.click(*books.middle([image, -1, image, -1]))
    (hit,) = books.told("points")
    assert (hit["place"], hit["record"], hit["columns"]) == ([image, -1, image, -1], 0, [1])
    assert hit["element"]["image"] == image


def test_room_between_texts_is_nothing(books: View) -> None:
    books.tab.mouse.click(900, 300)
    assert books.told("points") == []


@pytest.mark.parametrize("backwards", [False, True])
def test_dragging_selects_characters(books: View, backwards: bool) -> None:
    node = books.node("by Author 1, 11.50 euro")
    price = books.box([node, 13, node, 18])
    ends = [(price["x"] + 1, price["y"] + 5), (price["x"] + price["width"] - 1, price["y"] + 5)]
    first, last = reversed(ends) if backwards else ends
    books.tab.mouse.move(*first)
    books.tab.mouse.down()
    books.tab.mouse.move((first[0] + last[0]) / 2, first[1])
    books.tab.mouse.move(*last)
    books.settle()
    assert books.run("return document.querySelectorAll('.pv-selected-text').length;") == 1
    books.tab.mouse.up()
    (hit,) = books.told("points")
    assert (hit["place"], hit["text"], hit["columns"]) == ([node, 13, node, 18], "11.50", [3])


def test_dragging_counts_characters_as_code_points(books: View) -> None:
    node = books.node("Ünïcode 𝔅ooks")
    assert books.page is not None
    start = books.page.texts[node].index("ooks")
    box = books.box([node, start, node, start + 4])
    books.tab.mouse.move(box["x"] + 0.5, box["y"] + 5)
    books.tab.mouse.down()
    books.tab.mouse.move(box["x"] + box["width"] - 0.5, box["y"] + 5, steps=3)
    books.tab.mouse.up()
    (hit,) = books.told("points")
    assert (hit["text"], hit["place"]) == ("ooks", [node, start, node, start + 4])


def test_texts_below_something_transparent_and_such_that_cannot_be_selected(view: View) -> None:
    page = parse(
        "<div style='position: fixed; inset: 0; z-index: 9'></div><p style='user-select: none; pointer-events: none'>below</p>"
        "<form><input id=getBoundingClientRect><input id=appendChild><b>in a form</b></form><img name=elementsFromPoint>"
    )
    view.show(page)
    view.run("v.setMode('point');")
    for text in ("below", "in a form"):
        view.tab.mouse.click(*view.middle(view.place(text)))
    assert [hit["text"] for hit in view.told("points")] == ["below", "in a form"]


def test_looking_does_not_point_but_the_context_menu_does(books: View) -> None:
    books.run("v.setMode('look');")
    at = books.middle(books.place("The Salt Road"))
    books.tab.mouse.click(*at)
    assert books.told("points") == []
    books.tab.mouse.click(*at, button="right")
    assert [hit["text"] for hit in books.told("points")] == ["The Salt Road"]


def test_hovering_tells_records_and_cells_once(books: View) -> None:
    node = books.node("by Author 2, 12.50 euro")
    for place in (
        books.place("The Salt Road"),
        [node, 3, node, 11],
        [node, 13, node, 18],
        [node, 14, node, 17],
        books.place("Books"),
    ):
        books.tab.mouse.move(*books.middle(place))
        books.settle()
    assert books.told("records") == [0, 2, None]
    cells = [{"record": 0, "column": 0}, {"record": 2, "column": 2}, {"record": 2, "column": 3}, None]
    assert books.told("cells") == cells


def test_hovering_between_the_texts_of_a_record(books: View) -> None:
    record = books.run("return document.querySelector('.pv-record').getBoundingClientRect().toJSON();")
    books.tab.mouse.move(record["right"] - 5, record["top"] + 5)
    books.settle()
    assert books.told("records") == [0]
    books.tab.mouse.move(300, 10)
    books.settle()
    assert books.told("records") == [0, None]


def test_what_was_pointed_at_stays_selected_while_the_pointer_moves_on(books: View) -> None:
    books.tab.mouse.click(*books.middle(books.place("The Salt Road")))
    books.tab.mouse.move(*books.middle(books.place("Books")))
    books.settle()
    boxes = (
        "return ['.pv-selected', '.pv-hover'].map((s) => document.querySelectorAll(s)[0].getBoundingClientRect().top);"
    )
    selected, hovered = books.run(boxes)
    assert hovered < selected
    books.run("v.cancel();")
    assert books.run("return document.querySelectorAll('.pv-selected').length;") == 0


def test_two_clicks_mark_a_record(books: View) -> None:
    books.run("v.setMode('record');")
    first, last = books.place("A Quiet Harbour"), books.place("by Author 1, 11.50 euro")
    for one, two in ((first, last), (last, first)):
        books.tab.mouse.click(*books.middle(one))
        books.tab.mouse.click(*books.middle(two))
    ends = {"start": first[:2], "end": last[2:]}
    assert books.told("marked") == [ends, ends]
    assert books.told("points") == []


def test_escape_forgets_the_start_of_a_record(books: View) -> None:
    books.run("v.setMode('record');")
    books.tab.mouse.click(*books.middle(books.place("Books")))
    books.tab.focus(".pv-pad")
    books.tab.keyboard.press("Escape")
    for text in ("A Quiet Harbour", "by Author 1, 11.50 euro"):
        books.tab.mouse.click(*books.middle(books.place(text)))
    assert [marked["start"][0] for marked in books.told("marked")] == [books.node("A Quiet Harbour")]


def said(view: View) -> str:
    text: str = view.run("return document.querySelector('.pv-live').textContent;")
    return text


def test_arrow_keys_go_from_text_to_text(books: View) -> None:
    books.tab.focus(".pv-pad")
    heard = []
    for key in ("ArrowDown", "ArrowRight", "ArrowDown", "ArrowUp", "PageDown", "PageDown", "PageUp", "End", "Home"):
        books.tab.keyboard.press(key)
        heard.append(said(books))
    assert heard == [
        "Books, in no record",
        "title of record 1: The Salt Road",
        "author of record 1: by Author 0, 10.50 euro",
        "title of record 1: The Salt Road",
        "title of record 2: A Quiet Harbour",
        "title of record 3: Ünïcode 𝔅ooks",
        "title of record 2: A Quiet Harbour",
        "st, in no record",
        "Books, in no record",
    ]


def test_enter_points_at_the_current_text(books: View) -> None:
    books.tab.focus(".pv-pad")
    for key in ("PageDown", "Enter"):
        books.tab.keyboard.press(key)
    (hit,) = books.told("points")
    box = books.box(hit["place"])
    assert hit["text"] == "The Salt Road"
    assert (hit["x"], hit["y"]) == pytest.approx((box["x"], box["y"] + box["height"]), abs=1)


def test_enter_marks_records_too(books: View) -> None:
    books.run("v.setMode('record');")
    books.tab.focus(".pv-pad")
    for key in ("PageDown", "Enter", "ArrowDown", "Enter"):
        books.tab.keyboard.press(key)
    (ends,) = books.told("marked")
    assert ends == {"start": books.place("The Salt Road")[:2], "end": books.place("by Author 0, 10.50 euro")[2:]}


def test_the_pad_says_what_it_is(books: View) -> None:
    pad = books.tab.locator(".pv-pad")
    assert (pad.get_attribute("role"), pad.get_attribute("aria-label")) == ("group", "The page")
    assert "Enter points" in (pad.get_attribute("aria-description") or "")
    assert books.tab.locator(".pv-live").get_attribute("role") == "status"


def test_search_finds_texts_whatever_their_case_and_tags(books: View) -> None:
    (match,) = books.run("return v.search('quiet  HARBOUR');")
    node = books.node("A Quiet Harbour")
    assert books.page is not None
    start = books.page.texts[node].index("Quiet")
    assert match == {
        "place": [node, start, node, start + 13],
        "text": "Quiet Harbour",
        "context": "A Quiet Harbour",
        "record": 1,
    }
    (match,) = books.run("return v.search('the list');")
    assert match["place"] == [books.node("The end of the"), 11, books.node("st"), 2]
    assert match["record"] is None
    assert [match["record"] for match in books.run("return v.search('euro');")] == [0, 1, 2]
    (match,) = books.run("return v.search('ooks');")[1:]
    assert books.page.texts[match["place"][0]][match["place"][1] :].startswith("ooks")
    assert books.run("return [v.search(''), v.search('  '), v.search('.*('), v.search('[')];") == [[], [], [], []]


def test_what_search_found_can_be_visited_and_chosen(books: View) -> None:
    books.run("const [one] = v.search('12.50'); v.visit(one.place); v.choose(one.place);")
    (hit,) = books.told("points")
    assert (hit["text"], hit["record"], hit["columns"]) == ("12.50", 2, [3])
    assert said(books) == "price of record 3: 12.50"
