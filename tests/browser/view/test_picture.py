"""A page as a picture: the same hits and marks, by boxes alone."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING, Any, Final

import pytest

from tests.conftest import ROOT
from wrapture.api import parse

from .conftest import marks_of, nodes_of, whole

if TYPE_CHECKING:
    from wrapture.html.page import Page

    from .conftest import View

BOOKS: Final = ROOT / "examples" / "books-1.html"


def pictured(view: View, page: Page) -> dict[str, Any]:
    """Return a picture of a page with boxes as the frame has them; the pixels are those of one blank."""
    view.show(page)
    code = """
        const s = v.stage.surface; const boxes = {};
        const { around } = await import("/static/view/boxes.js");
        s.made.forEach((_, n) => {
            const box = v.model.isText(n) ? around(s.textBoxes(n)) : s.elementBox(n);
            if (box) boxes[n] = [box.x, box.y, box.width, box.height];
        });
        const canvas = document.createElement("canvas");
        return { width: s.size.width, height: s.size.height, boxes, png: canvas.toDataURL("image/png").split(",")[1] };"""
    picture: dict[str, Any] = view.run(code)
    assert base64.b64decode(picture["png"]).startswith(b"\x89PNG")
    return picture


@pytest.fixture
def picture(view: View) -> View:
    page = parse(BOOKS)
    shot = pictured(view, page)
    view.run("await v.showPicture(a[0], a[1]); v.setMode('point');", shot, nodes_of(page))
    view.draw(marks_of(page))
    return view


def test_the_picture_takes_the_place_of_the_frame(picture: View) -> None:
    assert picture.tab.query_selector("iframe") is None
    assert picture.tab.query_selector("img.pv-picture") is not None
    assert picture.told("violations") == []


def test_marks_stand_where_they_did(view: View) -> None:
    page = parse(BOOKS)
    shot = pictured(view, page)
    view.draw(marks_of(page))
    where = (
        "return [...document.querySelectorAll('.pv-record')].map((e) => [e.style.left, e.style.top, e.style.width]);"
    )
    framed = view.run(where)
    view.run("await v.showPicture(a[0]);", shot)  # the same page: its nodes and marks are known
    assert view.run(where) == framed
    assert len(framed) > 1


def test_texts_can_be_pointed_at(picture: View) -> None:
    assert picture.page is not None
    node = first_text(picture)
    picture.tab.mouse.click(*picture.middle(whole(picture.page, node)))
    (hit,) = picture.told("points")
    assert hit["place"] == whole(picture.page, node)
    assert hit["record"] == 0


def test_a_part_of_a_line_can_be_dragged_over(picture: View) -> None:
    assert picture.page is not None
    node = first_text(picture)
    box = picture.box(whole(picture.page, node))
    y = box["y"] + box["height"] / 2
    picture.tab.mouse.move(box["x"] + 1, y)
    picture.tab.mouse.down()
    picture.tab.mouse.move(box["x"] + box["width"] / 2, y, steps=3)
    picture.tab.mouse.up()
    (hit,) = picture.told("points")
    length = len(picture.page.texts[node].strip())
    assert 0 < hit["place"][3] - hit["place"][1] < length


def test_hover_and_keys(picture: View) -> None:
    assert picture.page is not None
    picture.tab.mouse.move(*picture.middle(whole(picture.page, first_text(picture))))
    picture.settle()
    assert picture.told("cells") == [{"record": 0, "column": 0}]
    picture.tab.focus(".pv-pad")
    picture.tab.keyboard.press("PageDown")
    assert "of record 1" in picture.run("return document.querySelector('.pv-live').textContent;")


def test_it_is_made_smaller_as_long_as_it_can_be_read(picture: View) -> None:
    picture.tab.set_viewport_size({"width": 400, "height": 700})
    picture.wait("v.scale === 0.75")  # smaller it could not be read: it scrolls instead
    assert picture.run("return v.stage.scroller.scrollWidth > v.stage.scroller.clientWidth;")
    assert (
        picture.run(
            "return v.thumbnail([[[3, 9]]], {width: 60, height: 60}).querySelector('path').getAttribute('d').length;"
        )
        > 0
    )


def first_text(view: View) -> int:
    """Return the first text of the first record."""
    assert view.page is not None
    start, stop = marks_of(view.page)["records"][0]["spans"][0]
    return next(n for n in range(start, stop) if view.page.texts[n].strip())
