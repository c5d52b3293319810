"""The entry point: a wrapper and pages that it reads in, the text of a program out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, TypeAlias, get_args

from wrapture.errors import NothingFoundError
from wrapture.export.example_records import example_of
from wrapture.export.export_report import complaints
from wrapture.export.parselprogram import parsel_program
from wrapture.export.planning import planned
from wrapture.export.playwrightprogram import playwright_program
from wrapture.export.scrapyprogram import scrapy_program
from wrapture.export.selectorfile import selector_file
from wrapture.export.trees import libxml_tree, standard_tree
from wrapture.export.unchecked import plan_alone
from wrapture.html.parsing import read_page
from wrapture.model import DataLocator, PageLocator

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.export.plan import Comparison
    from wrapture.export.planning import Planned
    from wrapture.export.trees import SelectorTree
    from wrapture.model import Capture, Column, Wrapper

Target: TypeAlias = Literal["scrapy", "parsel", "playwright", "xpath", "css"]
"""The target of an export."""
TARGETS: Final[tuple[Target, ...]] = get_args(Target)


OUTSIDE: Final = "left out: its values stand outside the records, where selectors don't look"


@dataclass(frozen=True, slots=True)
class Export:
    """The text of a program or of selectors, and how its records compare with the wrapper's.

    ``complaints`` lists the differences from what the wrapper reads, or says that nothing was checked.
    """

    text: str
    comparison: Comparison
    complaints: tuple[str, ...]


def export(wrapper: Wrapper, pages: Sequence[Capture], to: Target, *, all_columns: bool = False) -> Export:
    """Return a wrapper as a program or as selectors, found and checked on some pages.

    Hidden columns are left out unless ``all_columns=True``.  Without pages, only what the wrapper itself says about the
    records is written.
    """
    if isinstance(wrapper.locator, DataLocator):
        raise NothingFoundError(f"{wrapper.name}: reads the data of a page, where there are no elements to select")
    if isinstance(wrapper.locator, PageLocator):
        what = "reads pages about one thing, by their labels; an exported program can only read lists of records"
        raise NothingFoundError(f"{wrapper.name}: {what}")
    columns = [column for column in wrapper.layout.columns if column.keep and (all_columns or column.is_shown)]
    found = _planned(wrapper, pages, columns, to) if pages else plan_alone(wrapper, "css" if to == "css" else "xpath")
    names = [page.name for page in pages]
    return Export(
        _written(wrapper, found, names, to),
        found.comparison,
        (*complaints(found.plan, found.comparison), *(f"column {one.name}: {OUTSIDE}" for one in wrapper.context)),
    )


def _planned(wrapper: Wrapper, pages: Sequence[Capture], columns: Sequence[Column], to: Target) -> Planned:
    examples = [example_of(wrapper, _tree(page, to), columns) for page in pages]
    if not any(example.records for example in examples):
        raise NothingFoundError(
            f"{', '.join(page.name for page in pages)}: the wrapper finds no records here; give pages of its site"
        )
    if to not in ("parsel", "scrapy"):
        return planned(wrapper, examples, columns, "css" if to == "css" else "xpath")
    by_css = planned(wrapper, examples, columns, "css")  # which most people find easier to read
    if by_css.comparison.is_same:
        return by_css
    return min(by_css, planned(wrapper, examples, columns, "xpath"), key=lambda one: one.comparison.flaws)


def _tree(capture: Capture, to: Target) -> SelectorTree:
    return standard_tree(read_page(capture)) if to == "playwright" else libxml_tree(capture)


def _written(wrapper: Wrapper, found: Planned, names: Sequence[str], to: Target) -> str:
    plan, comparison = found.plan, found.comparison
    match to:
        case "parsel":
            return parsel_program(wrapper.name, plan, comparison, names)
        case "scrapy":
            return scrapy_program(wrapper, plan, comparison, names)
        case "playwright":
            return playwright_program(wrapper.name, plan, comparison, names)
        case "xpath" | "css":
            return selector_file(wrapper.name, plan, comparison)
