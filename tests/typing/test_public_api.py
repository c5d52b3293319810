"""The types of the public names, as the type checker of a caller sees them: right uses pass, wrong ones are reported."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from typing import TYPE_CHECKING, Final

import pytest

from tests.conftest import ROOT

if TYPE_CHECKING:
    from pathlib import Path

HEAD: Final = """\
from pathlib import Path
from typing import Any, assert_type

import wrapture
from wrapture import Page, Table, Wrapper

html: str
page: Page
table: Table
wrapper: Wrapper
"""
RIGHT: Final = (
    'assert_type(wrapture.read("books.html"), Table)',
    'assert_type(wrapture.read(Path("books.html")), Table)',
    "assert_type(wrapture.extract(html), Table)",
    'assert_type(wrapture.extract(b"<ul>"), Table)',
    "assert_type(wrapture.extract(page, wrapper), Table)",
    "assert_type(wrapture.extract_all(page), list[Table])",
    "assert_type(wrapture.parse(html), Page)",
    "assert_type(wrapture.learn(page), Wrapper)",
    'assert_type(wrapture.learn([page, html], names=["title", "-"], name="shop"), Wrapper)',
    'assert_type(wrapture.load("shop.json"), Wrapper)',
    'wrapture.save(wrapper, "shop.json")',
    "assert_type(wrapture.compile_wrapper(wrapper), wrapture.CompiledReader)",
    "assert_type(wrapture.compile_wrapper(wrapper).read_text(html), Table)",
    "assert_type(len(table), int)",
    "assert_type(table[:5], Table)",
    'assert_type(table["title"], list[str | tuple[str, ...] | None])',
    "assert_type(table[0], dict[str, str | tuple[str, ...] | None])",
    "assert_type(table.to_dicts(typed=True), list[dict[str, Any]])",
    'table.save(Path("books.csv"), force=True)',
    "for record in table: assert_type(record, dict[str, str | tuple[str, ...] | None])",
    "error: Exception = wrapture.WraptureError()",
)
WRONG: Final = {
    "wrapture.extract(7)": 'Argument 1 to "extract" has incompatible type "int"',
    "wrapture.extract(wrapper, page)": 'Argument 1 to "extract" has incompatible type "Wrapper"',
    "wrapture.extract(page, 7)": 'Argument 2 to "extract" has incompatible type "int"',
    "wrapture.extract(page, guess=1.5)": 'Argument "guess" to "extract" has incompatible type "float"',
    "wrapture.read()": 'Missing positional argument "source" in call to "read"',
    'wrapture.learn(page, "rows")': 'Too many positional arguments for "learn"',
    'wrapture.learn(page, rows="7")': 'Argument "rows" to "learn" has incompatible type "str"',
    'wrapture.save("shop.json", wrapper)': 'Argument 1 to "save" has incompatible type "str"',
    "wrapture.compile_wrapper(page)": 'Argument 1 to "compile_wrapper" has incompatible type "Page"',
    "table[1.5]": 'No overload variant of "__getitem__" of "Table" matches argument type "float"',
    'table.save("books.csv", True)': 'Too many positional arguments for "save" of "Table"',
    "table.rows = ()": 'Property "rows" defined in "Table" is read-only',
    "wrapture.extarct(page)": 'Module has no attribute "extarct"',
    "count: int = wrapture.read(html)": 'expression has type "Table", variable has type "int"',
}


@pytest.fixture(scope="module")
def reported(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What mypy reports about each use, by the line of code."""
    uses = [*RIGHT, *WRONG]
    path = tmp_path_factory.mktemp("typing") / "uses.py"
    path.write_text(HEAD + "".join(f"{use}\n" for use in uses), encoding="utf-8")
    first = HEAD.count("\n") + 1
    errors = re.findall(r"^.*?uses\.py:(\d+): error: (.*)$", _checked(path), re.MULTILINE)
    return {uses[int(line) - first]: text for line, text in reversed(errors)}


def _checked(path: Path) -> str:
    """Return what mypy prints about a file; its cache is that of ``make types``."""
    command = [sys.executable, "-m", "mypy", "--no-pretty", "--config-file", str(ROOT / "pyproject.toml"), str(path)]
    env = {**os.environ, "MYPYPATH": str(ROOT / "src")}
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    assert not done.stderr, done.stderr
    assert "Found " in done.stdout, done.stdout
    return done.stdout


@pytest.mark.slow
@pytest.mark.parametrize("use", RIGHT)
def test_a_right_use_passes(reported: dict[str, str], use: str) -> None:
    assert reported.get(use) is None


@pytest.mark.slow
@pytest.mark.parametrize(("use", "error"), WRONG.items(), ids=WRONG)
def test_a_wrong_use_is_reported(reported: dict[str, str], use: str, error: str) -> None:
    assert error in reported.get(use, "")
