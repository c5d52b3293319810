"""What is drawn over a page: records, cells, highlights, thumbnails; and the colours for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import pytest

from tests.conftest import ROOT
from wrapture.api import parse

from .conftest import marks_of, whole

if TYPE_CHECKING:
    from .conftest import View

BOOKS: Final = ROOT / "examples" / "books-1.html"
GAP_PX: Final = 1.5


def rects(view: View, selector: str) -> list[dict[str, float]]:
    """Return where the elements of a selector stand in the window."""
    code = "return [...document.querySelectorAll(a[0])].map((e) => e.getBoundingClientRect().toJSON());"
    found: list[dict[str, float]] = view.run(code, selector)
    return found


def shown_books(view: View) -> dict[str, Any]:
    page = parse(BOOKS)
    view.show(page)
    marks = marks_of(page)
    view.draw(marks)
    return marks


def test_records_are_outlined_where_they_stand(view: View) -> None:
    marks = shown_books(view)
    drawn = rects(view, ".pv-group[data-record='0'] .pv-record")
    assert len(drawn) == 1
    start, stop = marks["records"][0]["spans"][0]
    code = """
        const s = v.stage.surface; const r = s.doc.createRange();
        r.setStartBefore(s.made[a[0]]); r.setEndAfter(s.made[a[1]]);
        const frame = s.element.getBoundingClientRect(); const box = r.getBoundingClientRect();
        return [frame.left + box.left, frame.top + box.top, box.width, box.height];"""
    assert view.page is not None
    last = start
    while view.page.stops[last] < stop:
        last = view.page.stops[last]
    expected = view.run(code, start, last)
    assert [drawn[0][side] for side in ("left", "top", "width", "height")] == pytest.approx(expected, abs=GAP_PX)
    numbers = view.run("return [...document.querySelectorAll('.pv-number')].map((e) => e.textContent);")
    assert numbers[:2] == ["1", "2"]


def test_cells_cover_their_texts_in_the_colour_of_their_column(view: View) -> None:
    marks = shown_books(view)
    cell = rects(view, ".pv-group[data-record='1'] .pv-cell[data-column='0']")
    box = view.box(marks["records"][1]["places"][0][0])
    assert [cell[0][side] for side in ("left", "top", "width", "height")] == pytest.approx(
        [box[side] for side in ("x", "y", "width", "height")], abs=GAP_PX
    )
    colours = view.run(
        "return [...document.querySelectorAll('.pv-cell')].map("
        "(e) => [+e.dataset.column, e.style.getPropertyValue('--pv-colour')]);"
    )
    assert {(column, colour) for column, colour in colours} == {
        (index, column["colour"]) for index, column in enumerate(marks["columns"])
    }


def test_hidden_columns_are_not_drawn(view: View) -> None:
    marks = shown_books(view)
    marks["columns"][1]["keep"] = False
    view.draw(marks)
    assert rects(view, ".pv-cell[data-column='0']")
    assert not rects(view, ".pv-cell[data-column='1']")


def test_a_part_of_a_text_is_told_by_characters_not_by_code_units(view: View) -> None:
    page = parse("<p>𝔘𝔫𝔦 costs 12 euro</p>")
    view.show(page)
    node = next(n for n, text in enumerate(page.texts) if "costs" in text)
    start = page.texts[node].index("12")
    assert view.run("return v.model.said(a[0]);", [node, start, node, start + 2]) == "12"
    view.draw(
        {"records": [{"spans": [[node, node + 1]], "places": [[[node, start, node, start + 2]]]}], "columns": [COLUMN]}
    )
    (cell,) = rects(view, ".pv-cell")
    assert 0 < cell["width"] < view.box(whole(page, node))["width"] / 4
    code = "const r = v.stage.surface.textBoxes(a[0], a[1], a[2])[0]; return r.width;"
    assert cell["width"] == pytest.approx(view.run(code, node, start, start + 2), abs=0.1)


def test_a_value_over_several_elements_and_an_image(view: View) -> None:
    svg = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E"
    page = parse(f'<p>The <b>Salt</b> Road <img width=40 height=30 src="{svg}"></p>')
    view.show(page)
    texts = [n for n, text in enumerate(page.texts) if text.strip()]
    image = page.tags.index("img")
    places = [[[texts[0], 0, texts[-1], 5]], [[image, -1, image, -1]]]
    view.draw({"records": [{"spans": [[texts[0] - 1, len(page)]], "places": places}], "columns": [COLUMN, COLUMN]})
    assert len(rects(view, ".pv-cell[data-column='0']")) == 3
    (box,) = rects(view, ".pv-cell[data-column='1']")
    assert (box["width"], box["height"]) == (40, 30)


def test_records_whose_elements_have_no_size_of_their_own(view: View) -> None:
    page = parse("<ul><li><p style='float: left; width: 200px; height: 50px'>floats</p></li></ul>")
    view.show(page)
    li = page.tags.index("li")
    view.draw({"records": [{"spans": [[li, page.stops[li]]], "places": []}], "columns": []})
    (box,) = rects(view, ".pv-record")
    assert box["width"] >= 200
    assert box["height"] >= 50


def test_only_what_is_near_is_drawn_and_scrolling_draws_the_rest(view: View) -> None:
    page = parse(
        "<style>li { height: 100px }</style><ul>" + "".join(f"<li>item {n}</li>" for n in range(300)) + "</ul>"
    )
    view.show(page)
    items = [n for n, tag in enumerate(page.tags) if tag == "li"]
    rows = [{"spans": [[n, page.stops[n]]], "places": [[whole(page, n + 1)]]} for n in items]
    view.draw({"records": rows, "columns": [COLUMN]})
    assert 6 <= len(rects(view, ".pv-record")) < 30
    view.run("v.stage.scroller.scrollTop = 15000;")
    view.wait("document.querySelector(\".pv-group[data-record='150']\")")
    assert len(rects(view, ".pv-record")) < 30
    assert not rects(view, ".pv-group[data-record='0']")


def test_highlight_scrolls_to_the_cell(view: View) -> None:
    marks = shown_books(view)
    last = len(marks["records"]) - 1
    view.run("v.zoom(2); v.highlight({record: a[0], column: 0}, {scroll: true});", last)
    view.settle()
    (cell,) = rects(view, ".pv-strong-cell")
    assert 0 <= cell["top"] <= 600
    assert view.run("return document.querySelector('.pv-name').textContent;") == "column 1"
    view.run("v.highlight(null);")
    assert not rects(view, ".pv-strong-cell, .pv-strong-record")
    view.run("v.highlight({record: 0, column: null}, {scroll: true});")
    assert len(rects(view, ".pv-strong-record")) == 1
    view.run("v.highlight({record: 9999, column: 7}, {scroll: true});")
    assert not rects(view, ".pv-strong-record")


def test_marks_stay_on_their_texts_when_zoomed(view: View) -> None:
    marks = shown_books(view)
    view.run("v.zoom(0.5);")
    (cell, *_) = rects(view, ".pv-group[data-record='0'] .pv-cell[data-column='0']")
    box = view.box(marks["records"][0]["places"][0][0])
    assert (cell["left"], cell["top"]) == pytest.approx((box["x"], box["y"]), abs=GAP_PX)


def test_a_thumbnail_has_lines_and_a_box_for_each_record(view: View) -> None:
    marks = shown_books(view)
    spans = [record["spans"] for record in marks["records"]]
    code = """
        const svg = v.thumbnail(a[0], {width: 120, height: 90}); document.body.append(svg);
        const boxes = [...svg.querySelectorAll("rect")].map((r) => r.getBBox());
        return { tag: svg.localName, count: boxes.length, lines: svg.querySelector("path").getAttribute("d").split("M").length,
                 inside: boxes.every((b) => b.x >= 0 && b.x + b.width <= 120.5 && b.y >= 0 && b.y + b.height <= 90.5),
                 tops: boxes.map((b) => b.y) };"""
    told = view.run(code, spans)
    assert (told["tag"], told["count"], told["inside"]) == ("svg", len(spans), True)
    assert told["lines"] > 2 * len(spans)
    assert told["tops"] == sorted(told["tops"])


def contrast(one: float, two: float) -> float:
    return (max(one, two) + 0.05) / (min(one, two) + 0.05)


def test_colours_can_be_seen_and_read_on(view: View) -> None:
    code = """
        const { luminance } = await import("/static/view/colours.js");
        return window.COLUMN_COLOURS.map((c) => [luminance(c), luminance(window.labelColour(c))]);"""
    colours = view.run(code)
    assert len(colours) >= 8
    dark = view.run("const { luminance } = await import('/static/view/colours.js'); return luminance('#1b1d22');")
    for colour, label in colours:
        assert contrast(colour, label) >= 4.5
        assert contrast(colour, 1.0) >= 3
        assert contrast(colour, dark) >= 3


COLUMN: Final = {"name": "title", "colour": "#05738c", "keep": True}
