"""What a person sees: tables, candidates, messages, progress.  Results go to standard output, all else to standard error."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Final

from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from wrapture.extraction.table import Table

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from wrapture.extraction.table import Cell, Failure
    from wrapture.html.page import Page
    from wrapture.model import Candidate, Wrapper

MANY_PAGES: Final = 5  # from this number on a progress bar is worth its line
COLUMN_WIDTH: Final = 14  # the least room for a column: what does not fit is named below the table
MAX_CELL: Final = 200  # characters of a cell that are shown
SAMPLE: Final = 2  # records of a candidate that are shown
MAIN_EVIDENCE: Final = 4  # pieces of evidence that are named

_errors = Console(stderr=True, highlight=False)


def say(message: str) -> None:
    """Print a line to standard error."""
    _errors.print(Text(f"wrapture: {message}"), soft_wrap=True)


def say_learned(wrapper: Wrapper, path: Path) -> None:
    """Say what was learned and how to use it."""
    columns = ", ".join(column.name for column in wrapper.layout.columns if column.keep)
    profile = wrapper.profile
    counts = (
        str(profile.min_records)
        if profile.min_records == profile.max_records
        else f"{profile.min_records} to {profile.max_records}"
    )
    say(f"{path}: {counts} records a page, columns {columns}")
    say(f"read other pages of the site with: wrapture extract --wrapper {path} PAGE...")


def progress(sources: Sequence[str]) -> Iterable[str]:
    """Yield the sources, with a progress bar where there are many and a person is watching."""
    if len(sources) < MANY_PAGES or not sys.stderr.isatty():
        yield from sources
        return
    from rich.progress import track

    yield from track(sources, description="Reading pages", console=_errors, transient=True)


def print_tables(results: Sequence[Table | Failure]) -> None:
    """Print the tables as grids, each headed by its page."""
    console = Console(highlight=False)
    for result in results:
        if isinstance(result, Table) and result.rows:
            _print_table(console, result)


def _print_table(console: Console, table: Table) -> None:
    shown = _columns_that_fit(table, console.width)
    grid = Grid(title=Text(f"{table.page}: {len(table)} records"), title_justify="left", header_style="bold")
    grid.add_column("#", justify="right", style="dim", no_wrap=True)
    for i in shown:
        grid.add_column(
            Text(table.columns[i]),
            overflow="ellipsis",
            no_wrap=True,
            min_width=min(COLUMN_WIDTH, 8),
            ratio=_ratio(table, i),
        )
    for number, row in enumerate(table.rows, start=1):
        grid.add_row(str(number), *(_shown(row.cells[i]) for i in shown))
    grid.expand = True
    console.print(grid)
    hidden = [name for i, name in enumerate(table.columns) if i not in shown]
    if hidden:
        console.print(Text(f"not shown: {', '.join(hidden)} (write a file with -o to have all columns)"), style="dim")


def _columns_that_fit(table: Table, width: int) -> list[int]:
    """Return the columns that have room: the fullest texts first, addresses last, in the order of the table."""
    room = max(1, (width - 6) // COLUMN_WIDTH)
    order = sorted(range(len(table.columns)), key=lambda i: (_is_address(table, i), -_fill(table, i), i))
    return sorted(order[:room])


def _fill(table: Table, column: int) -> float:
    return sum(bool(row.cells[column]) for row in table.rows) / max(1, len(table.rows))


def _is_address(table: Table, column: int) -> bool:
    values = [row.cells[column] for row in table.rows if row.cells[column]]
    return bool(values) and all(isinstance(value, str) and " " not in value and "/" in value for value in values)


def _ratio(table: Table, column: int) -> int:
    """Return the share of the width that a column gets, by the length of its values."""
    lengths = sorted(len(_flat(row.cells[column])) for row in table.rows)
    return min(6, 1 + lengths[len(lengths) // 2] // 12) if lengths else 1


def _shown(cell: Cell) -> Text:
    flat = _flat(cell)
    return Text(flat if len(flat) <= MAX_CELL else f"{flat[:MAX_CELL]}…")


def _flat(cell: Cell) -> str:
    return "" if cell is None else cell if isinstance(cell, str) else " | ".join(cell)


def print_candidates(page: Page, candidates: Sequence[Candidate]) -> None:
    """Print the candidates of a page with their evidence and a sample of their records."""
    console = Console(highlight=False)
    if not candidates:
        console.print(Text(f"{page.name}: nothing on this page repeats as records do"))
        return
    grid = Grid(
        title=Text(f"{page.name}: lists on this page, best first"),
        title_justify="left",
        header_style="bold",
        expand=True,
    )
    for heading in ("#", "score", "records", "tokens"):
        grid.add_column(heading, justify="right", no_wrap=True)
    grid.add_column("found by, why, and the first records", ratio=1)
    for number, candidate in enumerate(candidates, start=1):
        tokens = str(len(candidate.locator.patterns[0].split()))
        counts = str(len(candidate.records[0]))
        grid.add_row(str(number), f"{candidate.score:.1f}", counts, tokens, _reasons(page, candidate), end_section=True)
    console.print(grid)


def _reasons(page: Page, candidate: Candidate) -> Text:
    strongest = sorted(candidate.evidence, key=lambda reason: -abs(reason.weight))[:MAIN_EVIDENCE]
    why = ", ".join(f"{reason.name} {reason.value:.2f} ({reason.weight:+.1f})" for reason in strongest)
    sample = [page.texts_of(record) for record in candidate.records[0][:SAMPLE]]
    lines = [", ".join(candidate.found_by), why, *(f"· {text[:MAX_CELL]}" for text in sample)]
    return Text("\n".join(lines))
