"""Exported programs for Playwright, run in Chromium: they give the records of the wrapper."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

import wrapture
from tests.conftest import ROOT, books
from tests.contract.shapes import SHAPES
from wrapture.capture.browser import find_browser
from wrapture.errors import SourceError
from wrapture.export import export
from wrapture.html.parsing import read_page
from wrapture.model import Capture

if TYPE_CHECKING:
    from pathlib import Path

    from wrapture.capture.camera import Camera
    from wrapture.model import Wrapper

MIXED = (
    "<li><h3>Item {0}<br>new</h3><p>{0} % | Date: 1{0} June 1999</p><b>tag {0}</b> said {0}<br>in <i>Rome</i>, {0}</li>"
)


HARD = ("repeated cells", "br-separated", "two table rows a record")


def pages() -> dict[str, str]:
    """Return pages by name: examples, hard shapes, and one with all that a cell can be."""
    found = {name: (ROOT / "examples" / f"{name}.html").read_text("utf-8") for name in ("books-1", "rulings")}
    found |= {shape.name: f"<meta charset=utf-8>{shape.html}" for shape in SHAPES if shape.name in HARD}
    rows = "".join(MIXED.format(i) for i in range(8))
    return found | {"mixed": f"<meta charset=utf-8><ul>{rows}</ul>"}


def run(program: Path, *arguments: str | Path) -> list[dict[str, Any]]:
    """Return the records that a program prints."""
    done = subprocess.run(
        [sys.executable, program, *arguments],
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=False,
        env={**os.environ, "CHROMIUM": find_browser()},
    )
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def records(wrapper: Wrapper, capture: Capture) -> list[dict[str, Any]]:
    table = wrapture.extract(read_page(capture), wrapper)
    rows = table.to_dicts()
    return [{name: list(cell) if isinstance(cell, tuple) else cell for name, cell in row.items()} for row in rows]


@pytest.mark.parametrize("name", pages())
def test_a_program_for_playwright_gives_the_records_of_the_wrapper(name: str, tmp_path: Path) -> None:
    html = pages()[name]
    capture = Capture(name, html.encode(), None)
    wrapper = wrapture.learn(read_page(capture))
    made = export(wrapper, [capture], "playwright")
    assert made.complaints == ()
    (tmp_path / "page.html").write_text(html, encoding="utf-8")
    (tmp_path / "program.py").write_text(made.text, encoding="utf-8")
    found = run(tmp_path / "program.py", tmp_path / "page.html")
    assert found == records(wrapper, capture)
    assert found


def test_scripts_run_where_they_are_wanted(tmp_path: Path, scripted: Camera) -> None:
    html = f"<meta charset=utf-8><body><script>document.body.innerHTML = {json.dumps(books())}</script>"
    shot = scripted.shoot(Capture("page", html.encode()))
    wrapper = wrapture.learn(read_page(shot))
    (tmp_path / "program.py").write_text(export(wrapper, [shot], "playwright").text, encoding="utf-8")
    (tmp_path / "page.html").write_text(html, encoding="utf-8")
    assert run(tmp_path / "program.py", tmp_path / "page.html") == []
    found = run(tmp_path / "program.py", "--scripts", tmp_path / "page.html")
    assert len(found) == 8
    assert found == records(wrapper, shot)


def test_a_rendered_page_has_no_source_for_parsel(camera: Camera) -> None:
    shot = camera.shoot(Capture("page", books().encode()))
    wrapper = wrapture.learn(read_page(shot))
    with pytest.raises(SourceError, match="give the page as it was saved"):
        export(wrapper, [shot], "parsel")
