"""The page in the frame: its nodes and their numbers, its size, and odd pages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest

from tests.conftest import ROOT
from wrapture.api import parse

from .conftest import nodes_of

if TYPE_CHECKING:
    from .conftest import View

BOOKS: Final = ROOT / "examples" / "books-1.html"


def test_nodes_keep_their_numbers(view: View) -> None:
    page = parse(BOOKS)
    view.show(page)
    names = view.run("return v.stage.surface.made.map((node) => node.nodeType === 3 ? '-text' : node.localName);")
    barred = {"script", "link", "meta", "base", "iframe", "template"}
    assert names == [f"x-{tag}" if tag in barred else tag for tag in page.tags]
    assert view.run("return v.stage.surface.made.every((node, n) => v.stage.surface.numbers.get(node) === n);")
    parents = view.run("const s = v.stage.surface; return s.made.map((node) => s.numbers.get(node.parentNode) ?? -1);")
    assert parents == list(page.parents)
    assert view.told("violations") == []


def test_texts_are_as_they_were(view: View) -> None:
    page = parse("<p>  one\n two &amp; 𝔘𝔫𝔦 </p><pre>\n\n x</pre>")
    view.show(page)
    assert view.run("return v.stage.surface.made.map((node) => node.nodeType === 3 ? node.data : '');") == list(
        page.texts
    )


def test_styles_of_the_page_apply_and_those_of_the_app_do_not(view: View) -> None:
    view.show(parse("<style>p { color: rgb(1, 2, 3) }</style><p style='margin-left: 77px'>text<button>b</button>"))
    style = view.inside(
        "[d.querySelector('p')].map((p) => [getComputedStyle(p).color, getComputedStyle(p).marginLeft])[0]"
    )
    assert style == ["rgb(1, 2, 3)", "77px"]
    assert view.inside("getComputedStyle(d.querySelector('button')).display") != "block"


def test_style_sheets_stand_in_the_place_of_their_links(view: View) -> None:
    page = parse("<link rel=stylesheet href=a.css><style>p { margin: 1px }</style><body bgcolor=yellow><p>text")
    link = page.tags.index("link")
    view.show(page, sheets={str(link): "p { margin: 9px; padding: 8px } @import url(/evil.css)"})
    style = "const s = getComputedStyle(d.querySelector('p')); "
    assert view.run(f"const d = v.stage.surface.doc; {style} return [s.marginTop, s.paddingTop];") == ["1px", "8px"]
    assert view.run("return v.stage.surface.numbers.get(v.stage.surface.doc.querySelector('style'));") == link
    assert [path for path in view.asked if "css" in path] == []


def test_the_colour_of_the_body_is_that_of_the_page(view: View) -> None:
    view.show(parse("<body bgcolor=#ffff00><p>text"))
    assert view.inside("getComputedStyle(d.documentElement).backgroundColor") == "rgba(0, 0, 0, 0)"


def test_quirks_and_standards(view: View) -> None:
    page = parse("<p>text")
    view.show(page)
    assert view.inside("d.compatMode") == "CSS1Compat"
    view.show(page, mode="quirks")
    assert view.inside("d.compatMode") == "BackCompat"
    assert len(view.tab.query_selector_all("iframe")) == 1


def test_the_frame_is_as_high_as_the_page(view: View) -> None:
    view.show(parse("<style>body { margin: 0 }</style><div style='height: 5000px'>high</div>"))
    assert view.run("return v.stage.surface.size.height;") == 5000
    assert view.run("return v.stage.scroller.scrollHeight;") == 5000


def test_a_page_as_high_as_its_window_does_not_grow(view: View) -> None:
    rules = ".h-100vh { min-height: 100vh } main { min-height: calc(100vh + 50px); margin-top: 2.5dvh }"
    style = f"<style>body {{ margin: 0 }} {rules}</style>"
    view.show(parse(style + "<div class=h-100vh>one</div><main>two</main><p style='height: 50vh'>three"))
    assert view.run("return v.stage.surface.size.height;") == pytest.approx(900 + 22.5 + 950 + 450 + 2 * 16, abs=1)
    view.show(parse("<style>html, body { height: 100%; padding: 10px }</style><p>text"))
    assert view.run("return v.stage.surface.size.height;") < 1200


def test_a_page_higher_than_any_frame_can_be_scrolled_to_its_end(view: View) -> None:
    page = parse("<style>p { height: 100px; margin: 0 }</style>" + "".join(f"<p>line {n}</p>" for n in range(700)))
    view.show(page)
    assert view.run("return v.stage.surface.size.height;") > 70_000
    box = view.frame().bounding_box()
    assert box is not None
    assert box["height"] <= 30_000
    place = view.place("line 690")
    view.run("v.setMode('point'); v.visit(a[0]);", place)
    view.settle()
    view.tab.mouse.click(*view.middle(place))
    (hit,) = view.told("points")
    assert (hit["text"], hit["place"]) == ("line 690", place)
    frame = view.frame().bounding_box()
    assert frame is not None
    assert frame["y"] <= 0
    assert frame["y"] + frame["height"] >= 600


def test_late_images_make_the_page_higher(view: View) -> None:
    svg = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='10' height='3000'/%3E"
    view.show(parse(f'<img src="{svg}"><p>below'))
    view.wait("v.stage.surface.size.height > 3000")


def test_nothing_in_the_page_takes_the_focus(view: View) -> None:
    fields = "<a href=x>a</a><button>b</button><input autofocus><textarea></textarea>"
    view.show(parse(f"{fields}<p tabindex=0>p<b contenteditable>b</b>"))
    order = []
    view.tab.focus("button")
    for _ in range(3):
        order.append(view.run("return document.activeElement.className || document.activeElement.textContent;"))
        view.tab.keyboard.press("Tab")
    assert order == ["before", "pv-pad", "after"]


def test_a_narrow_view_makes_the_page_smaller_but_never_too_small_to_read(view: View) -> None:
    page = parse(BOOKS)
    view.show(page)
    assert view.run("return v.scale;") == 1
    view.tab.set_viewport_size({"width": 390, "height": 800})
    view.wait("v.scale < 0.8")
    assert view.run("return v.stage.scroller.scrollWidth <= v.stage.scroller.clientWidth;")
    view.run("v.zoom(1);")
    assert view.run("return [v.scale, v.stage.scroller.scrollWidth > v.stage.scroller.clientWidth];") == [1, True]
    view.run("v.zoom('fit');")
    assert view.run("return v.scale;") == 0.75


def test_deep_pages(view: View) -> None:
    page = parse("<div>" * 5000 + "deepest" + "</div>" * 5000)
    view.show(page)
    view.draw({"records": [{"spans": [[3, len(page)]], "places": [[view.place("deepest")]]}], "columns": [column()]})
    assert view.run("return v.stage.surface.made.length;") == len(page)
    assert len(view.tab.query_selector_all(".pv-cell")) == 1
    assert view.run("return v.search('deep').length;") == 1


def test_pages_without_anything(view: View) -> None:
    for html in (
        "",
        "<title>only this</title>",
        "<frameset cols='*,*'><frame src=a.html><frame src=b.html></frameset>",
    ):
        page = parse(html)
        view.show(page)
        view.draw({"records": [{"spans": [[0, len(page)]], "places": []}], "columns": []})
        assert view.run("return v.search('only').length;") == 0
        assert view.run("return v.thumbnail([[[0, 3]]], {width: 80, height: 60}).querySelectorAll('path').length;") == 1
        view.run("v.setMode('point');")
        view.tab.mouse.click(200, 300)
    assert view.told("points") == []


def test_a_page_of_no_nodes_and_one_whose_root_is_odd(view: View) -> None:
    nodes: dict[str, object] = {
        "mode": "standards",
        "width": None,
        "tags": [],
        "parents": [],
        "texts": {},
        "attributes": {},
        "foreign": [],
    }
    view.run("await v.showNodes(a[0]); v.draw({records: [], columns: []});", nodes)
    odd = nodes | {"tags": ["p", "-text", "-text", "b"], "parents": [-1, 0, 1, 99], "texts": {"1": "one", "2": "two"}}
    view.run("await v.showNodes(a[0]);", odd)
    assert view.inside("d.documentElement.textContent.includes('onetwo')")


def test_the_last_page_that_was_asked_for_is_shown(view: View) -> None:
    first, second = nodes_of(parse("<p>first")), nodes_of(parse("<p>second"))
    view.run("await Promise.all([v.showNodes(a[0]), v.showNodes(a[1])]);", first, second)
    assert view.inside("d.body.textContent") == "second"
    assert len(view.tab.query_selector_all("iframe")) == 1


def test_boxes_that_scroll_inside_the_page_are_scrolled(view: View) -> None:
    rows = "".join(f"<p style='height: 40px'>row {n}</p>" for n in range(50))
    page = parse(f"<div style='height: 300px; overflow: auto'>{rows}</div>")
    view.show(page)
    view.tab.mouse.move(100, 150)
    view.tab.mouse.wheel(0, 200)
    view.wait("v.stage.surface.doc.querySelector('div').scrollTop === 200")
    view.run("v.visit(a[0]);", view.place("row 45"))
    box = view.box(view.place("row 45"))
    assert 0 < box["y"] < 340


def column(name: str = "title") -> dict[str, object]:
    return {"name": name, "colour": "#05738c", "keep": True}
