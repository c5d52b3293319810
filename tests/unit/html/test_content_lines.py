"""Content lines: types, blank lines, what shares a line, with boxes and without."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given

import wrapture
from tests.strategies import ugly_html
from wrapture.html.boxes import Box, Boxes, TextBox
from wrapture.html.content_lines import LineType, lines_of, shown_text
from wrapture.html.page import TEXT, Page


def names(page: Page) -> list[str]:
    return [line.type.name for line in lines_of(page)]


def texts(page: Page) -> list[str]:
    return [shown_text(page, line) for line in lines_of(page) if line.type != LineType.BLANK]


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<a href=x>one</a>", "LINK"),
        ("one", "TEXT"),
        ("<a href=x>one</a> two", "LINK_TEXT"),
        ("<a href=x>1. one</a>", "LINK_HEAD"),
        ("12 one", "TEXT_HEAD"),
        ("(3) <a href=x>one</a>", "LINK_TEXT_HEAD"),
        ("<hr>", "HR_LINE"),
        ("<a name=x>one</a>", "TEXT"),  # an anchor, not a link
        ("<a href=x>one</a> – ", "LINK"),  # a dash alone is no text
        ("<a href=x><img src=y></a>", "LINK"),
        ("<img src=y>", "TEXT"),
        ("<img src=y> <a href=x>one</a>", "LINK"),  # an icon beside a link
    ],
)
def test_the_type_of_a_line(html: str, expected: str) -> None:
    assert names(wrapture.parse(html)) == [expected]


def test_the_codes_are_those_of_the_paper() -> None:
    assert [kind.value for kind in LineType] == [1, 2, 3, 4, 5, 6, 7, 8]
    assert [kind.without_head.value for kind in LineType] == [1, 2, 3, 1, 2, 3, 7, 8]


def test_lines_end_at_breaks_and_blocks() -> None:
    page = wrapture.parse("<div>one<br>two <b>bold</b><div>three</div>four</div>five")
    assert texts(page) == ["one", "two bold", "three", "four", "five"]
    assert "BLANK" not in names(page)


@pytest.mark.parametrize("between", ["<br><br>", "<p>", "<br> <br>", "<ul></ul>"])
def test_a_blank_line(between: str) -> None:
    assert names(wrapture.parse(f"<div>one{between}two</div>")) == ["TEXT", "BLANK", "TEXT"]


def test_a_break_after_an_image_makes_no_blank_line() -> None:
    assert "BLANK" not in names(wrapture.parse("<div>one<br><img src=x><br>two</div>"))


def test_a_rule_is_a_line_of_its_own() -> None:
    assert names(wrapture.parse("one<hr><hr>two")) == ["TEXT", "HR_LINE", "HR_LINE", "TEXT"]


def test_the_cells_of_a_row_of_data_share_a_line() -> None:
    page = wrapture.parse("<table><tr><td>one<td>two<tr><td>three<td>four</table>")
    assert texts(page) == ["one two", "three four"]


def test_the_columns_of_a_page_do_not() -> None:
    page = wrapture.parse("<table><tr><td>menu<br>more menu<td>text<br>more text</table>")
    assert texts(page) == ["menu", "more menu", "text", "more text"]


def test_preformatted_lines_end_where_they_are_written() -> None:
    page = wrapture.parse("<pre><a href=1>one</a>\n<a href=2>two</a>\n\n<a href=3>three</a></pre>")
    assert texts(page) == ["one", "two", "three"]
    assert names(page) == ["LINK", "LINK", "BLANK", "LINK"]


def test_small_images_are_no_content() -> None:
    assert names(wrapture.parse("<img src=dot.gif width=1 height=1>")) == []


@given(html=ugly_html)
def test_lines_are_in_order_and_hold_all_text(html: str) -> None:
    page = wrapture.parse(html)
    lines = lines_of(page)
    assert all(one.start <= other.start for one, other in itertools.pairwise(lines))
    shown = [node for node in page.contents if page.texts[node].strip()]
    assert all(any(line.start <= node < line.stop for line in lines) for node in shown)


# --- drawn lines ---


def drawn(html: str, *boxes: tuple[float, float, float, float]) -> Page:
    """Return a page whose texts, in order, are drawn in these boxes; a text without one is not drawn."""
    page = wrapture.parse(html)
    nodes = [node for node in page.contents if page.tags[node] == TEXT and page.texts[node].strip()]
    placed = {node: Box(*box) for node, box in zip(nodes, boxes, strict=False)}
    pieces = tuple(TextBox(node, box, 0, len(page.texts[node])) for node, box in placed.items())
    page.boxes = Boxes([placed.get(node) for node in range(len(page))], pieces, frozenset(), 1280, 1024)
    return page


def test_positions_are_left_edges() -> None:
    page = drawn("<div>one</div><div>two</div>", (8, 0, 50, 16), (40, 16, 50, 16))
    assert [line.position for line in lines_of(page)] == [8, 40]


def test_items_side_by_side_are_one_line() -> None:
    page = drawn("<ul><li>one</li><li>two</li></ul>", (0, 0, 50, 16), (60, 0, 50, 16))
    assert texts(page) == ["one two"]


def test_columns_far_apart_are_two_lines() -> None:
    page = drawn("<div>one</div><div>two</div>", (0, 0, 50, 16), (400, 0, 50, 16))
    assert texts(page) == ["one", "two"]


def test_a_gap_is_a_blank_line_with_the_position_of_the_line_before() -> None:
    page = drawn("<div>one</div><div>two</div>", (8, 0, 50, 16), (40, 40, 50, 16))
    assert [(line.type.name, line.position) for line in lines_of(page)] == [("TEXT", 8), ("BLANK", 8), ("TEXT", 40)]


def test_a_text_that_wraps_is_one_line() -> None:
    page = drawn("<div>one two</div><div>three</div>", (8, 0, 50, 16), (8, 32, 50, 16))
    assert page.boxes is not None
    first, last = page.boxes.texts
    wrapped = (first._replace(stop=4), first._replace(box=Box(8, 16, 50, 16), start=4), last)
    page.boxes = Boxes(page.boxes.nodes, wrapped, frozenset(), 1280, 1024)
    assert names(page) == ["TEXT", "TEXT"]  # and no blank line: the second row counts
    assert lines_of(page)[0].box == Box(8, 0, 50, 32)


def test_items_without_a_box_are_not_a_line() -> None:
    page = drawn("<div>one</div><div>two</div>", (8, 0, 50, 16))
    assert texts(page) == ["one"]
    assert page.boxes is not None
    hidden = frozenset(node for node in page.contents if page.texts[node] == "one")
    page.boxes = Boxes(page.boxes.nodes, page.boxes.texts, hidden, 1280, 1024)
    assert lines_of(page) == []
