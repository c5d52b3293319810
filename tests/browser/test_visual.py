"""The visual learner with boxes: lines as they are drawn, the same wrapper for the page as it is written."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

import wrapture
from tests.browser.conftest import shown
from tests.unit.learning.test_visual import FLAT, FOOT, HEAD, INDENTED, SEVERAL_ROWS, SIBLINGS, TWO_ENDS, rows
from wrapture.html.content_lines import lines_of, shown_text

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.command import Command
    from wrapture.capture.camera import Camera


@pytest.mark.parametrize(
    "html",
    [SIBLINGS, FLAT, INDENTED, TWO_ENDS, SEVERAL_ROWS],
    ids=["siblings", "flat", "indented", "two separators", "several rows"],
)
def test_the_same_page_rendered_and_unrendered(camera: Camera, html: str) -> None:
    drawn, written = shown(camera, HEAD + html + FOOT), wrapture.parse(HEAD + html + FOOT)
    wrapper = wrapture.learn(drawn, learner="visual")
    read = [wrapture.extract(page, wrapper) for page in (drawn, written)]
    assert [row.text for row in read[0].rows] == [row.text for row in read[1].rows]
    found = [one.records[0] for one in wrapture.discover(written, learner="visual")[: 3 if html == TWO_ENDS else 1]]
    assert [row.text for row in read[0].rows] in [[written.texts_of(record) for record in one] for one in found]
    assert [row.record for row in read[0].rows] == [row.record for row in read[1].rows]  # one numbering


def test_lines_stand_where_they_are_drawn(camera: Camera) -> None:
    page = shown(
        camera,
        "<!doctype html><body style='margin: 0'><div style='padding-left: 40px'><a href=x>one</a></div>"
        "<div>two</div><div style='margin-top: 40px'>three</div><div style='display: none'>four</div>",
    )
    seen = [(line.type.name, line.position, shown_text(page, line)) for line in lines_of(page)]
    assert seen == [("LINK", 40, "one"), ("TEXT", 0, "two"), ("BLANK", 0, ""), ("TEXT", 0, "three")]


def test_columns_are_lines_of_their_own(camera: Camera) -> None:
    column = "<div style='float: left; width: 300px'>{}<br>{}</div>"
    page = shown(camera, column.format("menu one", "menu two") + column.format("text one", "text two"))
    assert [shown_text(page, line) for line in lines_of(page)] == ["menu one", "menu two", "text one", "text two"]


def test_items_that_a_style_puts_side_by_side_share_a_line(camera: Camera) -> None:
    menu = "".join(f"<li style='display: inline; padding: 4px'><a href=x>Menu {i}</a></li>" for i in range(4))
    page = shown(camera, f"<ul style='list-style: none'>{menu}</ul>")
    assert [shown_text(page, line) for line in lines_of(page)] == ["Menu 0 Menu 1 Menu 2 Menu 3"]


def test_a_list_in_a_frame_is_read(wrapture: Command, page: Callable[..., Path]) -> None:
    page("list.html", HEAD + SIBLINGS + FOOT)
    page("outer.html", "<h1>Outer</h1><iframe src=list.html width=600 height=600></iframe>")
    plain = json.loads(wrapture("extract", "outer.html", "--learner", "visual", "-f", "json").out)[0]
    drawn = json.loads(wrapture("extract", "outer.html", "--learner", "visual", "--render", "-f", "json").out)[0]
    assert plain["records"] == []
    assert [record["text"] for record in drawn["records"]] == rows("Title {i} a text about {i} and more")


def test_a_wrapper_from_rendered_pages_and_a_no_result_page(wrapture: Command, page: Callable[..., Path]) -> None:
    menu = "<ul>" + "".join(f"<li><a href=x>Department {i}</a><br>of the shop</li>" for i in range(20)) + "</ul>"
    for n in (1, 2, 3):
        page(f"{n}.html", HEAD + menu + "<p>Today: free delivery</p>" * (n - 1) + FLAT + FOOT)
    page("none.html", HEAD + menu + "<p>Nothing found</p>" + FOOT)
    options = ("--learner", "visual", "--render", "--no-result", "none.html", "-o", "shop.json")
    learned = wrapture("learn", "1.html", "2.html", *options)
    assert learned.code == 0, learned.err
    read = json.loads(wrapture("extract", "-w", "shop.json", "3.html", "-f", "json").out)[0]
    assert [record["text"] for record in read["records"]][-6:] == rows("Title {i} a text about {i} page {i}")
