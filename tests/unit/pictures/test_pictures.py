"""Pictures: what is drawn where, how labels avoid hiding content, and that a text stays a text."""

from __future__ import annotations

import itertools
import re

import pytest

import wrapture
from wrapture.columns.layout_learning import learn_layout
from wrapture.html.boxes import Box, Boxes, TextBox
from wrapture.html.content_lines import LineType
from wrapture.html.page import TEXT, Page
from wrapture.model import Span
from wrapture.pictures import Mark, Picture, line_picture, record_picture, size_of, to_html
from wrapture.pictures.label_places import PlacedLabel, labels_of
from wrapture.pictures.marks import COLOURS, RECORD_COLOURS
from wrapture.pictures.overlay import MAX_HEIGHT_PX, MAX_WIDTH_PX

ROW = "<li><b>Book {0}</b><p>{0} euro</li>"


def drawn(html: str, *boxes: tuple[float, float, float, float], size: tuple[float, float] = (1280, 1024)) -> Page:
    """Return a page whose texts, in order, are drawn in these boxes; a text without one is not drawn."""
    page = wrapture.parse(html)
    nodes = [node for node in page.contents if page.tags[node] == TEXT and page.texts[node].strip()]
    placed = {node: Box(*box) for node, box in zip(nodes, boxes, strict=False)}
    pieces = tuple(TextBox(node, box, 0, len(page.texts[node])) for node, box in placed.items())
    page.boxes = Boxes([placed.get(node) for node in range(len(page))], pieces, frozenset(), *size)
    return page


def stacked(count: int) -> Page:
    """Return a page with a list of books, its texts one below the other, 20 pixels each."""
    html = f"<ul>{''.join(map(ROW.format, range(count)))}</ul>"
    return drawn(html, *((40, 20 * n, 100, 16) for n in range(2 * count)))


def labels(page: Page, picture: Picture) -> list[PlacedLabel]:
    return list(labels_of(page, picture.marks, *size_of(page)))


class TestLines:
    def test_are_boxes_with_type_and_position(self) -> None:
        page = drawn("<div><a href=x>one</a></div><div>2 two</div>", (8, 0, 50, 16), (40, 16, 50, 16))
        assert line_picture(page).marks == (
            Mark(Box(8, 0, 50, 16), COLOURS[LineType.LINK], "line", "LINK 8"),
            Mark(Box(40, 16, 50, 16), COLOURS[LineType.TEXT_HEAD], "line", "TEXT_HEAD 40"),
        )

    def test_that_are_blank_are_in_the_middle_of_the_gap(self) -> None:
        page = drawn("<div>one</div><div>two</div>", (8, 0, 50, 16), (40, 40, 50, 16))
        assert line_picture(page).marks[1] == Mark(Box(8, 28, 50, 0), COLOURS[LineType.BLANK], "blank")

    def test_are_counted_by_type(self) -> None:
        page = drawn("<div>one</div><div>two</div>", (8, 0, 50, 16), (40, 40, 50, 16))
        picture = line_picture(page)
        assert picture.title == "page: 3 content lines"
        assert [key.meaning for key in picture.keys] == ["TEXT (2)", "BLANK (1)"]

    def test_have_colours_of_their_own(self) -> None:
        assert set(COLOURS) == set(LineType)
        assert len(set(COLOURS.values())) == len(LineType)

    def test_need_a_rendered_page(self) -> None:
        with pytest.raises(ValueError, match="is not rendered"):
            to_html(Picture("", ()), wrapture.parse("<p>text"))


class TestRecords:
    def test_are_numbered_and_take_turns_in_colour(self) -> None:
        page = stacked(4)
        records = wrapture.discover(page)[0].records[0]
        picture = record_picture(page, records, learn_layout([(page, records)]), about="by hand")
        found = [mark for mark in picture.marks if mark.style == "record"]
        assert picture.title == "page: 4 records, by hand"
        assert [mark.label for mark in found] == ["1", "2", "3", "4"]
        assert [mark.colour for mark in found] == [*RECORD_COLOURS, *RECORD_COLOURS]
        assert [mark.box for mark in found] == [Box(40, 40 * n, 100, 36) for n in range(4)]
        cells = [mark.box for mark in picture.marks if mark.style == "cell"]
        assert cells == [Box(40, 20 * n, 100, 16) for n in range(8)]

    def test_in_pieces_have_a_box_for_each(self) -> None:
        page = stacked(3)
        first, _, last = (record[0] for record in wrapture.discover(page)[0].records[0])
        picture = record_picture(page, [(first, last)], learn_layout([(page, [(first,), (last,)])]))
        found = [(mark.label, mark.box.y) for mark in picture.marks if mark.style == "record"]
        assert found == [("1", 0), ("1", 80)]

    def test_are_no_larger_than_what_they_hold(self) -> None:
        page = stacked(3)
        assert page.boxes is not None
        ul = page.tags.index("ul")
        boxes = list(page.boxes.nodes)
        boxes[ul] = Box(0, 0, 1280, 1024)
        boxes[ul + 3] = Box(-9999, 0, 10, 10)  # beside the page
        page.boxes = Boxes(boxes, page.boxes.texts, frozenset(), 1280, 1024)
        layout = learn_layout([(page, wrapture.discover(page)[0].records[0])])
        begun = Span(ul, page.stops[ul + 1])  # the list begins in it, and goes on
        (mark,) = (mark for mark in record_picture(page, [(begun,)], layout).marks if mark.style == "record")
        assert mark.box == Box(40, 20, 100, 16)

    def test_that_are_hidden_are_not_drawn(self) -> None:
        page = stacked(3)
        assert page.boxes is not None
        page.boxes = Boxes(page.boxes.nodes, page.boxes.texts, frozenset(page.contents), 1280, 1024)
        records = wrapture.discover(page)[0].records[0]
        assert record_picture(page, records, learn_layout([(page, records)])).marks == ()


class TestLabels:
    def test_are_on_the_right_if_there_is_room(self) -> None:
        page = drawn("<div>one</div>", (8, 0, 50, 18))
        (label,) = labels(page, line_picture(page))
        assert (label.box.x, label.mark.label) == (59, "TEXT 8")
        assert 0 <= label.box.y < 18

    def test_are_elsewhere_if_there_is_none(self) -> None:
        page = drawn("<div>one</div><div>two</div>", (100, 0, 50, 18), (195, 0, 50, 18))
        assert [label.box.x > label.mark.box.x for label in labels(page, line_picture(page))] == [False, True]
        page = drawn("<div>one</div>", (0, 20, 1280, 18))
        (label,) = labels(page, line_picture(page))
        assert label.box.y < 20
        assert label.box.x + label.box.width == 1280

    def test_hide_neither_texts_nor_each_other(self) -> None:
        page = stacked(20)
        records = wrapture.discover(page)[0].records[0]
        for picture in (line_picture(page), record_picture(page, records, learn_layout([(page, records)]))):
            taken = [label.box for label in labels(page, picture)]
            assert page.boxes is not None
            texts = [text.box for text in page.boxes.texts]
            assert not [pair for pair in itertools.combinations([*taken, *texts], 2) if overlap(*pair)]

    def test_stay_on_the_page(self) -> None:
        page = drawn("<div>one</div>", (0, 0, 20, 1024), size=(20, 1024))
        (label,) = labels(page, line_picture(page))
        assert label.box.x == 0


def overlap(one: Box, other: Box) -> bool:
    across = one.x < other.x + other.width and other.x < one.x + one.width
    return across and one.y < other.y + other.height and other.y < one.y + one.height


class TestPages:
    def test_hold_pixels_marks_and_a_caption(self) -> None:
        page = drawn("<div>one</div>", (8, 0, 50, 16))
        html = to_html(line_picture(page), page, b"\x89PNG")
        assert 'src="data:image/png;base64,iVBORw=="' in html
        assert '<rect x="8.5" y="0.5" width="49" height="15"' in html
        assert ">TEXT 8</text>" in html
        assert "<b>page: 1 content lines</b>" in html
        assert 'class="page"' not in html

    def test_show_the_texts_where_there_are_no_pixels(self) -> None:
        page = drawn("<div>one\n  &amp; two</div><div>gone</div>", (8, 0, 50, 16))
        html = to_html(line_picture(page), page)
        assert re.findall(r'<text class="page".*?>(.*?)</text>', html) == ["one &amp; two"]
        assert "<img" not in html

    def test_escape_every_text(self) -> None:
        page = drawn("<div>&lt;script>alert(1)&lt;/script></div>", (8, 0, 50, 16))
        evil = "<script>\"'&"
        mark = Mark(Box(0, 0, 9, 9), "#000", "line", evil)
        html = to_html(Picture(evil, (mark,), line_picture(page).keys, evil), page)
        assert "<script" not in html
        assert html.count("&lt;script&gt;") == 5  # the title twice, the label, the note and the text of the page

    def test_end_where_a_picture_does(self) -> None:
        page = drawn("<div>one</div><div>two</div>", (8, 0, 50, 16), (8, 20_000, 50, 16), size=(9999, 50_000))
        assert size_of(page) == (MAX_WIDTH_PX, MAX_HEIGHT_PX)
        assert to_html(line_picture(page), page).count("TEXT 8") == 1

    def test_show_a_rule_of_one_pixel(self) -> None:
        page = drawn("<div>one</div>", (8, 0, 50, 16))
        html = to_html(Picture("", (Mark(Box(5, 5, 90, 1), "#000", "line"),)), page, b"")
        assert 'width="89" height="2"' in html
