"""The pages name things that exist: packages in their order, modules, files, and figures that were measured."""

from __future__ import annotations

import functools
import importlib
import itertools
import re
from typing import TYPE_CHECKING, Final

import pytest

from tests.test_layers import STACK

from .blocks import PAGES, ROOT

if TYPE_CHECKING:
    from pathlib import Path

SOURCE: Final = ROOT / "src" / "wrapture"
_BLOCK: Final = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
_CODE: Final = re.compile(r"`([^`\n]+)`")
_MODULE: Final = re.compile(r"wrapture(?:\.\w+)+")
_FILE: Final = re.compile(r"[\w.-]+(?:/[\w.-]+)+\.(?:py|json|js|c|md|svg|toml)\b")
_MARKED_TABLE: Final = re.compile(r"<!-- figures: (\S+) -->\n(?:<!-- .* -->\n)?((?:\|.*\n)+)")
_FIGURE: Final = re.compile(r"\d+\.\d+")


def read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def named(path: Path) -> str:
    return str(path.relative_to(ROOT))


def code_spans(path: Path) -> list[str]:
    """Return the inline code of a page."""
    return _CODE.findall(_BLOCK.sub("", read(path)))


# --- packages, modules, files ---


def test_the_architecture_page_draws_the_stack_of_packages() -> None:
    table = re.search(r"<!-- packages -->\n(.*?)<!-- /packages -->", read(ROOT / "docs/architecture.md"), re.DOTALL)
    assert table is not None
    first_cells = [row.split("|")[1] for row in table[1].splitlines()[2:]]
    drawn = [tuple(re.sub(r"/$|\.py$", "", name) for name in _CODE.findall(cell)) for cell in first_cells]
    assert drawn == list(reversed(STACK))


def _exists(dotted: str) -> bool:
    """Return whether a dotted name is a module, or an attribute of one."""
    parts = dotted.split(".")
    for length in range(len(parts), 0, -1):
        try:
            module = importlib.import_module(".".join(parts[:length]))
            functools.reduce(getattr, parts[length:], module)
        except (ImportError, AttributeError):
            continue
        return True
    return False


@pytest.mark.parametrize("path", PAGES, ids=named)
def test_modules_on_the_page_exist(path: Path) -> None:
    dotted = {name[0] for code in code_spans(path) if (name := _MODULE.match(code))}
    built = {"wrapture.html._tree"}  # the native extension, which needs a compiler
    assert not [name for name in sorted(dotted - built) if not _exists(name)]


def _project_file(name: str) -> Path | None:
    """Return the file of the project that a page names, from the root or from inside a package; None for others."""
    top = name.split("/", maxsplit=1)[0]
    if top in {"src", "tests", "benchmarks", "docs", "examples"}:
        return ROOT / name
    return SOURCE / name if (SOURCE / top).is_dir() else None


@pytest.mark.parametrize("path", PAGES, ids=named)
def test_files_on_the_page_exist(path: Path) -> None:
    files = {name for code in code_spans(path) for name in _FILE.findall(code)}
    found = {name: _project_file(name) for name in sorted(files)}
    assert not [name for name, file in found.items() if file is not None and not file.exists()]


def test_missing_names_are_noticed() -> None:
    assert _exists("wrapture.learning.judge")
    assert _exists("wrapture.learning.repeats.Repeats")
    assert not _exists("wrapture.discovery.judge")
    assert not _exists("wrapture.learning.repeats.Repeat_")


# --- messages ---


def _runs(text: str) -> set[tuple[str, ...]]:
    """Return the runs of three words of a text."""
    words = re.findall(r"[A-Za-z']+|--\w[\w-]*", text)
    return {tuple(words[start : start + 3]) for start in range(len(words) - 2)}


@functools.cache
def _runs_in_the_source() -> frozenset[tuple[str, ...]]:
    """Return the runs of three words in the string literals of the package, without what is filled in."""
    source = "\n".join(read(path) for path in SOURCE.rglob("*.py"))
    literals = re.findall(r'"([^"\n]*)"', re.sub(r'"\s*f?"', "", source))
    return frozenset(run for literal in literals for piece in re.split(r"\{[^{}]*\}", literal) for run in _runs(piece))


def reworded_clauses(message: str) -> list[str]:
    """Return the clauses of a message of which the source has no three words in a row."""
    clauses = re.sub(r"^(?:wrapture: )?\S+: | \([^)]*\)", "", message).split("; ")
    return [clause for clause in clauses if _runs(clause) and not _runs(clause) & _runs_in_the_source()]


def _shown_messages() -> list[str]:
    blocks = re.findall(r"^```text\n(.*?)^```$", read(ROOT / "docs/reference/errors.md"), re.MULTILINE | re.DOTALL)
    return [line for block in blocks[1:] for line in block.splitlines()]  # the first is the tree of errors


@pytest.mark.parametrize("message", _shown_messages())
def test_messages_that_no_block_prints_are_in_the_source(message: str) -> None:
    assert reworded_clauses(message) == [], "show the message that the code prints now"


def test_a_reworded_message_is_noticed() -> None:
    message = "out.work: another run is using it; come back when that one is done"
    assert reworded_clauses(message) == ["come back when that one is done"]


# --- figures ---


def unmeasured_rows(table: str, measured: str) -> list[str]:
    """Return the rows of a table whose figures don't stand together in one or two rows of a measured table."""
    known = [frozenset(_FIGURE.findall(line)) for line in measured.splitlines() if line.startswith("|")]
    pairs = [one | other for one, other in itertools.combinations_with_replacement(dict.fromkeys(known), 2)]
    return [row for row in table.splitlines()[2:] if not any(set(_FIGURE.findall(row)) <= pair for pair in pairs)]


def _marked_tables() -> list[tuple[Path, str, str]]:
    return [(path, source, table) for path in PAGES for source, table in _MARKED_TABLE.findall(read(path))]


@pytest.mark.parametrize(("path", "source", "table"), _marked_tables(), ids=lambda value: str(value)[-30:])
def test_figures_are_the_measured_ones(path: Path, source: str, table: str) -> None:
    assert unmeasured_rows(table, read(ROOT / source)) == [], f"{named(path)} disagrees with {source}"


def test_a_wrong_figure_is_noticed() -> None:
    measured = "| source | F1 | perfect |\n|---|---|---|\n| wien | 94.9 | 91.6 |\n| vints3 | 97.7 | 82.1 |\n"
    head = "| | F1 |\n|---|---|\n"
    assert unmeasured_rows(f"{head}| WIEN | 94.9 |\n| both | 94.9, 97.7 |\n", measured) == []
    assert unmeasured_rows(f"{head}| WIEN | 94.8 |\n", measured) == ["| WIEN | 94.8 |"]


@pytest.mark.parametrize("name", ["fuzzy", "repeats", "rows", "visual"])
def test_pages_of_learners_have_figures_that_are_checked(name: str) -> None:
    assert _MARKED_TABLE.search(read(ROOT / "docs" / "learners" / f"{name}.md"))


# --- words ---

RETIRED: Final = {
    "part in C": "native extension",
    "plain way": "reference reader",
    "manners": "politeness",
    "can't be had": "is unavailable",
    "is told": "name who says what",
    "as it came": "as received",
    "breaks off": "is truncated",
    "goes on": "continues, resumes",
    "begins anew": "starts again",
    "may be asked": "allow requests to",
}
"""Words of older pages, each with what to write instead; the table of words is in docs/architecture.md."""


@pytest.mark.parametrize("path", PAGES, ids=named)
def test_pages_use_the_words_of_the_field(path: Path) -> None:
    prose = " ".join(_CODE.sub("", _BLOCK.sub("", read(path))).split())
    assert not {old: new for old, new in RETIRED.items() if old in prose}
