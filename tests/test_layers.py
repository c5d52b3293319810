"""The stack of modules: a module imports from the lines below its own, never sideways or up.

The imports are read from the source, including those inside functions and under ``if TYPE_CHECKING``.
"""

from __future__ import annotations

import ast
import sys
from collections import Counter
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import pytest

import wrapture

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

SOURCE: Final = Path(wrapture.__file__).parent

STACK: Final = (
    ("errors", "lazy_regex", "wording"),
    ("error_lines",),
    ("collector", "files", "locks", "systems", "user_folders"),
    ("algo",),
    ("values",),
    ("model",),
    ("html",),
    ("reading",),
    ("columns",),
    ("library",),
    ("rows",),
    ("learning",),
    ("drift",),
    ("archive",),
    ("net",),
    ("capture", "pictures"),
    ("site",),
    ("export",),
    ("bulk", "sql", "watch"),
    ("tasks",),
    ("api",),
    ("mcp", "scrapy", "studio"),
    ("cli",),
    ("__main__",),
)
"""From the bottom up; packages on one line don't import each other."""

LEARNERS: Final = frozenset({"fuzzy", "repeats", "row_templates", "siblings", "tiebreaker", "visual"})
"""The modules of `learning` that propose locators."""

LINES: Final = {name: line for line, names in enumerate(STACK) for name in names}
TYPE_CYCLES: Final = {("model.candidate", "html.page")}
"""Upward imports that are only for types: a sample holds pages, and a page uses spans."""

METHODS: Final = {("model.table", "rows.dataframes"), ("model.table", "rows.write")}
"""Upward imports inside methods: a table converts and saves itself, for the convenience of users."""

HOMES: Final = {
    "brotli": {"archive.codecs"},
    "dask": {"bulk.engines.cluster"},
    "distributed": {"bulk.engines.cluster", "bulk.engines.station"},
    "duckdb": {"rows.duckdb_file"},
    "filelock": {"locks"},
    "aiohttp": {"bulk.inputs.checked_client"},
    "fsspec": {"bulk.inputs.remote"},
    "httpcore2": {"net.pinned", "net.wire"},
    "idna": {"net.web_address"},
    "lxml": {"export.trees"},
    "mcp": {"mcp.transports", "mcp.server"},
    "mcp_types": {"mcp.server"},
    "numpy": {
        "algo.fuzzy_rules",
        "algo.mask_costs",
        "algo.suffix_array",
        "reading.masks.mask_cells",
        "reading.masks.decoding",
        "reading.masks.detectors",
        "reading.masks.gaps",
        "reading.masks.instances",
        "reading.masks.mask_reader",
        "reading.masks.value_division",
        "reading.masks.value_likeness",
        "reading.masks.lexeme_view",
        "html.guard_counts",
    },
    "pandas": {"rows.dataframes", "sql.query_result"},
    "parsel": {"export.trees"},
    "platformdirs": {"user_folders"},
    "playwright": {
        "capture.answering",
        "capture.browser",
        "capture.browser_requests",
        "capture.button_pages",
        "capture.camera",
        "capture.growing",
        "capture.relay",
        "capture.stillness",
        "capture.typed_query",
        "site.script.browser_tab",
    },
    "polars": {"rows.dataframes", "sql.query_result"},
    "protego": {"net.robots"},
    "psycopg": {"rows.postgresql_table"},
    "pyarrow": {"bulk.inputs.parquet_pages", "rows.dataframes", "rows.parquet_file", "sql.query_result"},
    "pydantic": {
        "mcp.tool_results",
        "mcp.tools",
        "mcp.upkeep_tools",
        "studio.answers",
        "studio.library_answers",
        "studio.site_answers",
        "studio.app",
        "studio.openapi",
        "studio.operations.call",
        "studio.requests",
        "library.query_section",
        "library.validation_errors",
        "library.column_details_model",
        "library.file_fields",
        "library.wrapper_file",
        "library.file_format",
        "library.locator_json",
    },
    "pydantic_core": {"library.validation_errors", "library.file_fields"},
    "pydivsufsort": {"algo.suffix_array"},
    "rapidfuzz": {
        "algo.align",
        "algo.subsequence",
        "learning.confidence",
        "learning.evidence",
        "learning.list_ends",
        "learning.list_kinds",
        "learning.learn",
        "reading.sibling_matching",
        "learning.repeats",
        "learning.siblings",
        "learning.visual.looks",
    },
    "rich": {"cli.candidate_display", "cli.display", "cli.messages", "cli.table_display"},
    "scrapy": {"scrapy"},
    "selectolax": {"html.lexbor", "html.native", "html.native_check"},
    "starlette": {"mcp.transports", "studio.app"},
    "typer": {
        "cli.bulk_command",
        "cli.check_command",
        "cli.refresh_command",
        "cli.repair_command",
        "cli.watch_command",
        "cli.discover_command",
        "cli.export_command",
        "cli.extract_command",
        "cli.follow_command",
        "cli.label_command",
        "cli.learn_command",
        "cli.library_command",
        "cli.list_pages",
        "cli.main",
        "cli.mcp_command",
        "cli.options",
        "cli.picture_command",
        "cli.plain_values",
        "cli.render_command",
        "cli.render_option",
        "cli.run_command",
        "cli.search_command",
        "cli.show_command",
        "cli.sql_command",
        "cli.studio_command",
        "cli.table_display",
        "cli.table_output",
        "cli.visits",
        "cli.wrap_command",
    },
    "uvicorn": {"mcp.transports", "studio.serve"},
    "w3lib": {"export.trees"},
    "xlsxwriter": {"rows.xlsx_file"},
    "yaml": {"site.script.yaml_document"},
    "zstandard": {"archive.codecs", "bulk.output.parquet_parts"},
}
"""The modules that may import each library: replacing a library means changing only these modules."""


DOOR: Final = frozenset({"", "api", "errors", "error_lines", "files", "model", "user_folders", "wording"})
"""The modules that the command line and the services may import: the API, the model, errors, and small helpers."""

BESIDE_THE_DOOR: Final[dict[str, frozenset[str]]] = {
    "cli.mcp_command": frozenset({"mcp.transports"}),
    "cli.studio_command": frozenset({"studio.serve", "studio.service"}),
}
"""Their remaining imports from other modules: commands that start a service.  This list only shrinks."""


class Import(NamedTuple):
    """One import: the importing module, the imported one, and whether it is only for types."""

    importer: str
    imported: str
    for_types: bool

    @property
    def is_allowed(self) -> bool:
        """Whether it points down the stack, or stays in a package whose modules may import each other."""
        if self.imported == "":  # the package itself: its version
            return True
        if (self.importer, self.imported) in METHODS:
            return True
        if self.for_types and (self.importer, self.imported) in TYPE_CYCLES:
            return True
        mine, other = self.importer.partition(".")[0], self.imported.partition(".")[0]
        if mine == other:
            return _learner(self.importer) in {None, _learner(self.imported)}
        return LINES[other] < LINES[mine]


def _learner(module: str) -> str | None:
    """Return the learner that a module is part of; learners import neither each other nor the judge."""
    package, _, rest = module.partition(".")
    name = rest.partition(".")[0]
    return name if package == "learning" and name in LEARNERS else None


def module_name(path: Path) -> str:
    parts = path.relative_to(SOURCE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES: Final = {module_name(path): path for path in sorted(SOURCE.rglob("*.py"))}


def imports_of(module: str, tree: ast.Module) -> Iterator[Import]:
    """Yield every import of a module: wrapture's own by their name inside the package, others by their full name."""
    guarded = {id(below) for node in ast.walk(tree) if _is_for_types(node) for below in ast.walk(node)}
    for node in ast.walk(tree):
        for name in _names(node):
            yield Import(module, name, id(node) in guarded)


def _is_for_types(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


def _names(node: ast.AST) -> list[str]:
    """Return the imported names; ``from package import name`` counts as the submodule if it is one."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom):
        assert node.level == 0, "imports are absolute"
        full = [f"{node.module}.{alias.name}" for alias in node.names]
        return [name if name.removeprefix("wrapture.") in MODULES else str(node.module) for name in full]
    return []


def own(imports: Iterable[Import]) -> list[Import]:
    """Return the imports of wrapture's own modules."""
    return [
        one._replace(imported=one.imported.removeprefix("wrapture").removeprefix("."))
        for one in imports
        if one.imported.partition(".")[0] == "wrapture"
    ]


@cache
def parsed(module: str) -> ast.Module:
    return ast.parse(MODULES[module].read_text("utf-8"))


@cache
def all_imports(module: str) -> tuple[Import, ...]:
    return tuple(imports_of(module, parsed(module)))


def test_every_module_has_a_place_in_the_stack() -> None:
    assert {name.partition(".")[0] for name in MODULES if name} == set(LINES)


def test_a_module_imports_only_from_below() -> None:
    imports = [one for module in MODULES if module for one in own(all_imports(module))]
    assert [f"{one.importer} imports {one.imported}" for one in imports if not one.is_allowed] == []


def test_the_package_itself_imports_only_the_front_door() -> None:
    assert {one.imported for one in own(all_imports(""))} == {"api"}


def test_the_command_line_and_the_services_go_through_the_door() -> None:
    beside: dict[str, set[str]] = {}
    for module in MODULES:
        package = module.partition(".")[0]
        for one in own(all_imports(module)) if package in {"cli", "mcp", "studio"} else ():
            if one.imported.partition(".")[0] not in {*DOOR, package}:
                beside.setdefault(module, set()).add(one.imported)
    assert beside == BESIDE_THE_DOOR


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


def test_names_of_modules_and_public_classes_are_unique() -> None:
    files = {module: path for module, path in MODULES.items() if path.name != "__init__.py"}
    bodies = [parsed(module).body for module in files]
    classes = [node.name for body in bodies for node in body if isinstance(node, ast.ClassDef)]
    names = [path.name for path in files.values()] + [name for name in classes if not name.startswith("_")]
    assert [name for name, times in Counter(names).items() if times > 1] == []


@pytest.mark.parametrize(
    ("module", "line", "allowed"),
    [
        ("html.page", "from wrapture.model import Span", True),
        ("html.page", "import wrapture.reading.reader", False),
        ("html.page", "def f():\n    from wrapture import api", False),
        ("algo.align", "from wrapture.model import Span", False),
        ("model.candidate", "if TYPE_CHECKING:\n    from wrapture.html.page import Page", True),
        ("model.candidate", "from wrapture.html.page import Page", False),
        ("model.candidate", "if TYPE_CHECKING:\n    from wrapture.html.tokens import Encoding", False),
        ("learning.repeats", "from wrapture.learning.visual import Visual", False),
        ("learning.repeats", "from wrapture.learning import judge", False),
        ("learning.learners", "from wrapture.learning.repeats import Repeats", True),
        ("rows.write", "from wrapture.capture import fetch", False),
        ("cli.main", "from wrapture import __version__", True),
    ],
)
def test_the_rule_itself(module: str, line: str, allowed: bool) -> None:
    (found,) = own(imports_of(module, ast.parse(line)))
    assert found.is_allowed is allowed
