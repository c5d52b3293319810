"""The stack of modules: a module imports from the lines below its own, never sideways or up.

The imports are read from the source, those inside functions and under ``if TYPE_CHECKING`` too.
"""

from __future__ import annotations

import ast
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import pytest

import wrapture

if TYPE_CHECKING:
    from collections.abc import Iterator

SOURCE: Final = Path(wrapture.__file__).parent

STACK: Final = (
    ("errors",),
    ("files",),
    ("model", "algo"),
    ("html",),
    ("extraction",),
    ("wrappers",),
    ("compiled", "export"),
    ("learners",),
    ("discovery",),
    ("web",),
    ("capture", "sinks", "pictures"),
    ("robot", "bulk", "sql"),
    ("api",),
    ("scrapy", "studio"),
    ("cli",),
)
"""From the bottom up; names on one line don't know each other."""

LINES: Final = {name: line for line, names in enumerate(STACK) for name in names}
TYPE_CYCLES: Final = {("model", "html.page")}
"""Imports for types alone that point up: a sample holds pages, and a page speaks in spans."""

HOMES: Final = {
    "brotli": {"web.decode"},
    "dask": {"bulk.engines.cluster"},
    "distributed": {"bulk.engines.cluster", "bulk.engines.station"},
    "duckdb": {"bulk.output.duckdbout", "sql.trouble"},
    "fastwarc": {"web.store.warclib"},
    "fsspec": {"bulk.inputs.remote"},
    "httpcore2": {"web.pinned", "web.wire"},
    "idna": {"web.addresses"},
    "lxml": {"export.trees"},
    "numpy": {
        "algo.fuzzy",
        "algo.masks",
        "algo.repeats",
        "extraction.masks.cells",
        "extraction.masks.decoding",
        "extraction.masks.detectors",
        "extraction.masks.gaps",
        "extraction.masks.instances",
        "extraction.masks.reader",
        "extraction.masks.values",
        "extraction.masks.views",
        "html.guard",
    },
    "pandas": {"extraction.frames", "sql.answer"},
    "parsel": {"export.trees"},
    "playwright": {
        "capture.answering",
        "capture.browser",
        "capture.camera",
        "capture.relay",
        "capture.wishes",
        "robot.script.tab",
    },
    "polars": {"extraction.frames", "sql.answer"},
    "protego": {"web.robots"},
    "pyarrow": {"bulk.inputs.parquets", "extraction.frames", "sinks.parquetout", "sql.answer"},
    "pydantic": {
        "studio.answers",
        "studio.app",
        "studio.openapi",
        "studio.operations.call",
        "studio.requests",
        "wrappers.asking",
        "wrappers.complaints",
        "wrappers.fields",
        "wrappers.file",
        "wrappers.format",
        "wrappers.locators",
    },
    "pydantic_core": {"wrappers.complaints", "wrappers.fields"},
    "pydivsufsort": {"algo.repeats"},
    "rapidfuzz": {
        "algo.align",
        "algo.subsequence",
        "discovery.confidence",
        "discovery.evidence",
        "discovery.kinds",
        "discovery.learning",
        "extraction.siblings",
        "learners.repeats",
        "learners.siblings",
        "learners.visual.looks",
    },
    "rich": {"cli.display"},
    "scrapy": {"scrapy"},
    "selectolax": {"html.lexbor", "html.native"},
    "starlette": {"studio.app"},
    "typer": {
        "cli.export",
        "cli.library",
        "cli.main",
        "cli.options",
        "cli.reading",
        "cli.robot",
        "cli.scale",
        "cli.sql",
    },
    "uvicorn": {"studio.serve"},
    "w3lib": {"export.trees"},
    "yaml": {"robot.script.document"},
    "zstandard": {"bulk.inputs.unpackers", "bulk.output.frames", "web.decode"},
}
"""Where each library lives: replacing one means changing these modules and no other."""


class Import(NamedTuple):
    """One import: the module it stands in, what it imports, and whether it is for types alone."""

    importer: str
    imported: str
    for_types: bool

    @property
    def is_allowed(self) -> bool:
        """Whether it points down the stack, or stays in a package whose modules may know each other."""
        if self.imported == "":  # the package itself: its version
            return True
        if self.for_types and (self.importer, self.imported) in TYPE_CYCLES:
            return True
        mine, other = self.importer.partition(".")[0], self.imported.partition(".")[0]
        if mine == other:
            return mine != "learners" or self.importer == "learners" or self._is_of_one_learner
        return LINES[other] < LINES[mine]

    @property
    def _is_of_one_learner(self) -> bool:
        """Whether both are modules of one learner; learners don't know each other, only their package lists them."""
        return self.importer.split(".")[:2] == self.imported.split(".")[:2] != ["learners"]


def module_name(path: Path) -> str:
    parts = path.relative_to(SOURCE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES: Final = {module_name(path): path for path in sorted(SOURCE.rglob("*.py"))}


def imports_of(module: str, text: str) -> Iterator[Import]:
    """Yield every import of a module, wrapture's own by their name inside the package, others by their full name."""
    tree = ast.parse(text)
    guarded = {id(below) for node in ast.walk(tree) if _is_for_types(node) for below in ast.walk(node)}
    for node in ast.walk(tree):
        for name in _names(node):
            yield Import(module, name, id(node) in guarded)


def _is_for_types(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"


def _names(node: ast.AST) -> list[str]:
    """Return what an import names: a submodule where ``from package import name`` is one."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom):
        assert node.level == 0, "imports are absolute"
        full = [f"{node.module}.{alias.name}" for alias in node.names]
        return [name if name.removeprefix("wrapture.") in MODULES else str(node.module) for name in full]
    return []


def own(imports: Iterator[Import]) -> list[Import]:
    """Return the imports of wrapture's own modules."""
    return [
        one._replace(imported=one.imported.removeprefix("wrapture").removeprefix("."))
        for one in imports
        if one.imported.partition(".")[0] == "wrapture"
    ]


def all_imports(module: str) -> Iterator[Import]:
    return imports_of(module, MODULES[module].read_text("utf-8"))


def test_every_module_has_a_place_in_the_stack() -> None:
    assert {name.partition(".")[0] for name in MODULES if name} == set(LINES)


@pytest.mark.parametrize("module", [name for name in MODULES if name])
def test_a_module_imports_only_from_below(module: str) -> None:
    assert [f"{module} imports {one.imported}" for one in own(all_imports(module)) if not one.is_allowed] == []


def test_the_package_itself_imports_only_the_front_door() -> None:
    assert {one.imported for one in own(all_imports(""))} == {"api"}


def test_the_cycles_of_types_are_needed() -> None:
    upward = {
        (one.importer, one.imported)
        for module in MODULES
        if module
        for one in own(all_imports(module))
        if one.for_types
    }
    assert upward >= TYPE_CYCLES


def test_each_library_has_its_home() -> None:
    homes: dict[str, set[str]] = {}
    for module in MODULES:
        for one in all_imports(module):
            library = one.imported.partition(".")[0]
            if library != "wrapture" and library not in sys.stdlib_module_names:
                homes.setdefault(library, set()).add(module)
    assert homes == HOMES


@pytest.mark.parametrize(
    ("module", "line", "allowed"),
    [
        ("html.page", "from wrapture.model import Span", True),
        ("html.page", "import wrapture.extraction.table", False),
        ("html.page", "def f():\n    from wrapture import api", False),
        ("algo.align", "from wrapture.model import Span", False),
        ("model", "if TYPE_CHECKING:\n    from wrapture.html.page import Page", True),
        ("model", "from wrapture.html.page import Page", False),
        ("model", "if TYPE_CHECKING:\n    from wrapture.html.tokens import Encoding", False),
        ("learners.repeats", "from wrapture.learners.visual import Visual", False),
        ("learners.repeats", "from wrapture import learners", False),
        ("learners", "from wrapture.learners.repeats import Repeats", True),
        ("sinks.write", "from wrapture.capture import fetch", False),
        ("cli.main", "from wrapture import __version__", True),
    ],
)
def test_the_rule_itself(module: str, line: str, allowed: bool) -> None:
    (found,) = own(imports_of(module, line))
    assert found.is_allowed is allowed
