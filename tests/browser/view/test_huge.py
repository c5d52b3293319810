"""A page of a megabyte with 500 records of ten columns: it is built, drawn, scrolled and searched."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wrapture.api import parse

from .conftest import nodes_of, whole

if TYPE_CHECKING:
    from wrapture.html.page import Page

    from .conftest import View

ROWS, COLUMNS = 500, 10
STEPS = """
    const times = {}; let at = performance.now();
    const lap = (name) => { times[name] = Math.round(performance.now() - at); at = performance.now(); };
    await v.showNodes(a[0]); lap("show");
    v.draw(a[1]); lap("draw");
    v.stage.scroller.scrollTop = 20000; v.stage.paint(); lap("scroll");
    for (let n = 0; n < 20; n += 1) v.stage.foundAt(200 + n, 20100 + 10 * n); lap("20 hits");
    v.highlight({record: 400, column: 3}, {scroll: true}); lap("highlight");
    v.thumbnail(a[1].records.map((r) => r.spans), {width: 120, height: 90}); lap("thumbnail");
    v.thumbnail(a[1].records.map((r) => r.spans), {width: 120, height: 90}); lap("second thumbnail");
    const found = v.search("value 7 of row 499").length; lap("search");
    v.zoom(0.25); lap("zoom out"); v.zoom(1);
    return { times, found, nodes: a[0].tags.length };"""


def huge() -> tuple[Page, dict[str, Any]]:
    row = "".join(
        f'<div class="field field-{c} some-long-class-name another-class-name"><span class="key">key {c}</span> '
        f'<b class="value" title="a title that takes some room on the page">value {c} of row %d</b></div>'
        for c in range(COLUMNS)
    )
    page = parse("<h1>Huge</h1>" + "".join(f"<section>{row % ((n,) * COLUMNS)}</section>" for n in range(ROWS)))
    records = []
    for start in (n for n, tag in enumerate(page.tags) if tag == "section"):
        values = [n + 1 for n in range(start, page.stops[start]) if page.tags[n] == "b"]
        records.append({"spans": [[start, page.stops[start]]], "places": [[whole(page, n)] for n in values]})
    columns = [{"name": f"column {c}", "colour": "#05738c", "keep": True} for c in range(COLUMNS)]
    return page, {"records": records, "columns": columns}


def test_a_huge_page(view: View) -> None:
    page, marks = huge()
    assert len(page.source or "") > 900_000
    told = view.run(STEPS, nodes_of(page), marks)
    assert told["found"] == 1
    assert view.run("return document.querySelectorAll('.pv-record').length;") < 100
    view.settle()
    assert view.run("return v.stage.overlay.records.length;") == ROWS
    assert view.run("return document.querySelectorAll('.pv-strong-cell').length;") == 1
