"""The report of an export: its origin, what it was checked on, and what differs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wrapture.wording import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.export.plan import Comparison, Difference, SelectorPlan

NOT_CHECKED = "not checked on a page: give pages that the wrapper reads"


def verdict(comparison: Comparison) -> str:
    """Return a line that compares the records with the wrapper's."""
    if not comparison.pages:
        return NOT_CHECKED
    seen = f"{counted(comparison.records, 'record')} on {counted(comparison.pages, 'page')}"
    if comparison.is_same:
        return f"{seen}, the same as the wrapper reads"
    rows = (
        "" if comparison.same_rows else f"{comparison.missing} of them missing, {comparison.extra} others beside them"
    )
    columns = ""
    if comparison.differences:
        columns = f"{counted(len(comparison.differences), 'column')} not the same everywhere"
    return f"{seen}; {', '.join(filter(None, [rows, columns]))}"


def flaw(difference: Difference, comparison: Comparison) -> str:
    """Return a line with the number of records in which a column differs, and the first difference."""
    ours, wrappers = map(_shown, difference.example)
    return f"differs in {difference.count} of {counted(comparison.records, 'record')}: {ours} for {wrappers}"


def _shown(cell: object) -> str:
    text = "nothing" if cell is None else repr(cell)
    return text if len(text) <= 60 else f"{text[:57]}…"


def complaints(plan: SelectorPlan, comparison: Comparison) -> list[str]:
    """Return the differences from what the wrapper reads, a line each."""
    if not comparison.pages:
        return [NOT_CHECKED]
    lines = [] if plan.rows else ["no selector gives the records"]
    if plan.rows and not comparison.same_rows:
        lines.append(f"the selector misses {counted(comparison.missing, 'record')} and gives {comparison.extra} others")
    return [*lines, *(f"column {one.column}: {flaw(one, comparison)}" for one in comparison.differences)]


def head(name: str, comparison: Comparison, pages: Sequence[str], how: Sequence[str]) -> list[str]:
    """Return the lines at the top of a program."""
    given = f" ({', '.join(pages[:3])}{' …' if len(pages) > 3 else ''})" if pages else ""
    return [
        f"Reads the records of web pages. Written by Wrapture from the wrapper {name}.",
        f"Checked: {verdict(comparison)}{given}." if comparison.pages else f"It is {NOT_CHECKED}.",
        *how,
    ]
