"""Node arrays that are not what a server should send: the frame shows them and does nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import pytest

if TYPE_CHECKING:
    from .conftest import View

Item = tuple[str, dict[str, str], str]

OUTSIDE: Final = "http://127.0.0.1:9/out"
BARRED: Final = (
    "script",
    "iframe",
    "frame",
    "frameset",
    "object",
    "embed",
    "applet",
    "base",
    "link",
    "meta",
    "template",
)


def tree(*items: Item, foreign: bool = False) -> dict[str, Any]:
    """Return a page with elements in its body, each with attributes and a text."""
    tags, parents = ["html", "head", "body"], [-1, 0, 0]
    texts: dict[str, str] = {}
    attributes: dict[str, dict[str, str]] = {}
    for tag, given, text in items:
        attributes[str(len(tags))] = given
        tags += [tag, "-text"]
        parents += [2, len(tags) - 2]
        texts[str(len(tags) - 1)] = text
    numbers = [n for n in range(3, len(tags)) if foreign and tags[n] != "-text"]
    return {
        "mode": "standards",
        "width": None,
        "tags": tags,
        "parents": parents,
        "texts": texts,
        "attributes": attributes,
        "foreign": numbers,
    }


HOSTILE: Final[tuple[Item, ...]] = (
    ("script", {"src": "/static/evil.js"}, "parent.hurt = 1"),
    ("SCRIPT", {}, "parent.hurt = 1"),
    ("svg:script", {}, "parent.hurt = 1"),
    ("img", {"src": OUTSIDE, "onerror": "parent.hurt = 1", "srcset": OUTSIDE}, ""),
    ("img", {"src": "data:text/html,<script>parent.hurt = 1</script>", "ONERROR": "parent.hurt = 1"}, ""),
    ("iframe", {"src": "javascript:parent.hurt = 1", "srcdoc": "<script>parent.hurt = 1</script>"}, ""),
    ("object", {"data": "/evil"}, ""),
    ("embed", {"src": "/evil"}, ""),
    ("base", {"href": OUTSIDE, "target": "_top"}, ""),
    ("meta", {"http-equiv": "refresh", "content": f"0;url={OUTSIDE}"}, ""),
    ("link", {"rel": "stylesheet", "href": "/evil.css"}, ""),
    (
        "a",
        {"href": "javascript:parent.hurt = 1", "target": "_top", "ping": OUTSIDE, "xlink:href": "javascript:1"},
        "link",
    ),
    ("form", {"action": "javascript:parent.hurt = 1", "target": "_top"}, ""),
    ("button", {"formaction": "javascript:parent.hurt = 1", "autofocus": "", "popovertarget": "x"}, "button"),
    ("style", {}, f"@import '/evil.css'; body {{ background: url({OUTSIDE}) }} p {{ background: url(/evil.png) }}"),
    ("p", {"style": "background: url(/evil2.png)", "onclick": "parent.hurt = 1", "tabindex": "0"}, "text"),
    ("video", {"src": "/evil.mp4", "poster": "/evil.png", "autoplay": ""}, ""),
    ("body", {"onload": "parent.hurt = 1", "background": "/evil.png"}, "a second body"),
    ('a"b<c', {'x"y<z': "1", "": "2", "a b": "3"}, "odd names"),
    ("", {}, "no name"),
    ("-comment", {}, "no element's name"),
    ("x-y", {"is": "evil", "style": "width: expression(parent.hurt = 1)"}, "custom"),
)


def test_nothing_runs_and_nothing_is_loaded(view: View) -> None:
    view.run("await v.showNodes(a[0]); await new Promise((next) => setTimeout(next, 300));", tree(*HOSTILE))
    assert view.run("return 'hurt' in window;") is False
    assert [path for path in view.asked if not path.startswith(("/frame", "/static/view"))] == []
    for tag in BARRED:
        assert view.inside(f"d.getElementsByTagName('{tag}').length") == 0, tag
    assert (
        view.inside(
            "[...d.querySelectorAll('*')].flatMap((e) => [...e.attributes]).filter((x) => /^on/i.test(x.name)).length"
        )
        == 0
    )
    assert view.inside("[...d.querySelectorAll('[href]')].every((e) => e.getAttribute('href') === '#')")
    assert view.inside("[...d.querySelectorAll('[src]')].length") == 0
    assert view.inside("d.body.textContent.includes('odd names')")


def test_drawings_do_nothing_either(view: View) -> None:
    items: tuple[Item, ...] = (
        ("svg", {"onload": "parent.hurt = 1", "viewBox": "0 0 9 9"}, ""),
        ("script", {"href": "/evil.js"}, "parent.hurt = 1"),
        ("animate", {"attributeName": "href", "to": "javascript:1", "onbegin": "parent.hurt = 1"}, ""),
        ("set", {"attributeName": "href", "to": "javascript:1"}, ""),
        ("use", {"href": "/evil.svg#a", "xlink:href": "/evil.svg#a"}, ""),
        ("image", {"href": "/evil.png"}, ""),
        ("a", {"xlink:href": "javascript:parent.hurt = 1"}, "link"),
        ("foreignObject", {}, ""),
    )
    view.run("await v.showNodes(a[0]); await new Promise((next) => setTimeout(next, 200));", tree(*items, foreign=True))
    assert view.run("return 'hurt' in window;") is False
    assert [path for path in view.asked if "evil" in path] == []
    assert view.inside("d.querySelectorAll('script, animate, set').length") == 0
    assert view.inside("d.querySelector('svg').viewBox.baseVal.width") == 9


def test_the_frame_is_locked(view: View) -> None:
    view.run("await v.showNodes(a[0]);", tree(("p", {}, "text")))
    assert view.frame().get_attribute("sandbox") == "allow-same-origin"
    code = """
        const d = v.stage.surface.doc; const script = d.createElement("script");
        script.textContent = "parent.hurt = 1"; d.body.append(script);"""
    view.run(code)
    assert view.run("return 'hurt' in window;") is False


@pytest.mark.parametrize("parents", [[-1, 5, 0, 2, 2], [-1, -1, -1, -1, -1], [3, 3, 3, 3, 3], [0, 1, 2, 3, 4]])
def test_parents_that_make_no_tree(view: View, parents: list[int]) -> None:
    nodes = tree(("p", {}, "text")) | {"parents": parents}
    records = [{"spans": [[0, 99]], "places": [[[4, 0, 4, 99]]]}]
    view.run("await v.showNodes(a[0]); v.draw({records: a[1], columns: a[2]});", nodes, records, [COLUMN])
    assert view.run("return v.search('text').length;") == 1


def test_marks_that_point_nowhere(view: View) -> None:
    places = [[[99, 0, 99, 3]], [[-5, -1, -5, -1]], [[4, 50, 4, 60]], [[4, 3, 4, 1]], None]
    records = [{"spans": [[50, 60], [-3, 2], [9, 4]], "places": places}, {"spans": []}]
    view.run(
        "await v.showNodes(a[0]); v.draw({records: a[1], columns: a[2]});",
        tree(("p", {}, "text")),
        records,
        [COLUMN] * 6,
    )
    view.run(
        "v.highlight({record: 0, column: 0}, {scroll: true}); v.highlight({record: 1, column: 9}, {scroll: true});"
    )
    assert view.run("return v.thumbnail([[[50, 60]], [[4, 1]], []], {width: 9, height: 9}).localName;") == "svg"


COLUMN: Final = {"name": "title", "colour": "#05738c", "keep": True}
