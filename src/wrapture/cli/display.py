"""What a person sees: tables, candidates, messages, progress.  Results go to standard output, all else to standard error."""

from __future__ import annotations

import re
import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from wrapture.discovery.explain import token_count
from wrapture.extraction.table import Table

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from rich.status import Status

    from wrapture.algo.cycles import Group
    from wrapture.discovery.sections import Section
    from wrapture.extraction.table import Cell, Failure
    from wrapture.html.page import Page
    from wrapture.model import Candidate, Wrapper

MANY_PAGES: Final = 5  # from this number on a progress bar is worth its line
COLUMN_WIDTH: Final = 14  # the least room for a long column: what does not fit is named below the table
MAX_WIDTH: Final = 60  # the most
PADDING: Final = 3  # a border and two spaces
ADDRESS: Final = re.compile(
    r"([a-z][a-z0-9+.-]*:|\.{0,2}/|#|\?)\S*$|\S+\.(html?|php|aspx?|jpe?g|png|gif|svg|webp)\S*$", re.I
)
MAX_CELL: Final = 200  # characters of a cell that are shown
SAMPLE: Final = 2  # records of a candidate that are shown
LABELLED: Final = 10  # records that a person is asked about, which are shown
MAIN_EVIDENCE: Final = 4  # pieces of evidence that are named

CONTROLS: Final = {code: repr(chr(code))[1:-1] for code in (*range(32), *range(127, 160))}
"""Characters that a page or the name of a file may hold and a terminal obeys, and how they are shown."""

_errors = Console(stderr=True, highlight=False)


def visible(text: str) -> Text:
    r"""Return one line of a text in which nothing is a command to the terminal.

    >>> str(visible("new\nline, \x1b[31mred"))
    'new\\nline, \\x1b[31mred'
    """
    return Text(text.translate(CONTROLS))


def say(message: str) -> None:
    """Print a line to standard error."""
    _errors.print(visible(f"wrapture: {message}"), soft_wrap=True)


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
    if wrapper.asking is not None:
        say(f"ask the site with: wrapture search {path} QUERY")


def progress(sources: Sequence[str]) -> Iterable[str]:
    """Yield the sources, with a progress bar where there are many and a person is watching."""
    if len(sources) < MANY_PAGES or not sys.stderr.isatty():
        yield from sources
        return
    from rich.progress import track

    yield from track(sources, description="Reading pages", console=_errors, transient=True)


def status() -> Status:
    """Return a line on standard error that changes while work goes on."""
    return _errors.status("Beginning")


def print_tables(results: Sequence[Table | Failure]) -> None:
    """Print the tables as grids, each headed by its page."""
    console = Console(highlight=False)
    for result in results:
        if isinstance(result, Table) and result.rows:
            _print_table(console, result)


def print_labelled(table: Table) -> None:
    """Print the first labelled records of a page to standard error."""
    _print_table(_errors, replace(table, rows=table.rows[:LABELLED]))
    if len(table) > LABELLED:
        _errors.print(visible(f"… and {len(table) - LABELLED} more"), style="dim")


def _print_table(console: Console, table: Table) -> None:
    widths = _column_widths(table, console.width)
    grid = Grid(title_justify="left", header_style="bold")
    grid.add_column("#", justify="right", style="dim", no_wrap=True)
    for i, width in widths.items():
        grid.add_column(visible(table.columns[i]), overflow="ellipsis", no_wrap=True, width=width)
    for number, row in enumerate(table.rows, start=1):
        grid.add_row(str(number), *(_shown(row.cells[i]) for i in widths))
    console.print(visible(f"{table.page}: {_section(table)}{len(table)} records"))
    console.print(grid)
    hidden = [name for i, name in enumerate(table.columns) if i not in widths]
    if hidden:
        console.print(visible(f"not shown: {', '.join(hidden)} (-o FILE has all columns)"), style="dim")


def _section(table: Table) -> str:
    """Return what is said of the section that a table is, where it is one: kind, heading, whether it is the main list."""
    heading = f" “{table.heading}”" if table.heading else ""
    return f"{table.kind}{heading}{' (main list)' if table.main else ''}: " if table.kind else ""


def _column_widths(table: Table, width: int) -> dict[int, int]:
    """Return the columns that have room and their widths, in the order of the table.

    Texts come before addresses and full columns before thin ones; each gets what it needs, long ones share what is left.
    """
    needs = {i: _needed_width(table, i) for i in range(len(table.columns))}
    room = width - len(str(len(table))) - 4
    chosen: dict[int, int] = {}
    for i in sorted(needs, key=lambda i: (_is_address(table, i), -_fill(table, i), i)):
        least = min(needs[i], COLUMN_WIDTH)
        if least + PADDING <= room or not chosen:
            chosen[i] = max(1, min(least, room - PADDING))
            room -= chosen[i] + PADDING
    for i in sorted(chosen, key=lambda i: needs[i]):
        longer = sum(needs[other] > chosen[other] for other in chosen)
        more = min(needs[i] - chosen[i], max(0, room) // longer) if longer else 0
        chosen[i] += more
        room -= more
    return dict(sorted(chosen.items()))


def _needed_width(table: Table, column: int) -> int:
    shown = [visible(table.columns[column]), *(_shown(row.cells[column]) for row in table.rows)]
    return min(MAX_WIDTH, max(text.cell_len for text in shown))  # on the screen: 數 takes two places


def _fill(table: Table, column: int) -> float:
    return sum(bool(row.cells[column]) for row in table.rows) / max(1, len(table.rows))


def _is_address(table: Table, column: int) -> bool:
    values = [_flat(row.cells[column]) for row in table.rows if row.cells[column]]
    return bool(values) and all(map(ADDRESS.match, values))


def _shown(cell: Cell) -> Text:
    flat = _flat(cell)
    return visible(flat if len(flat) <= MAX_CELL else f"{flat[:MAX_CELL]}…")


def _flat(cell: Cell) -> str:
    return "" if cell is None else cell if isinstance(cell, str) else " | ".join(cell)


def print_candidates(
    page: Page, candidates: Sequence[Candidate], reasons: Sequence[Sequence[str]], verdict: str = ""
) -> None:
    """Print the candidates of a page, why they are ranked so, and a sample of their records; first how sure the best is."""
    console = Console(highlight=False)
    if not candidates:
        console.print(visible(f"{page.name}: nothing on this page repeats as records do"))
        return
    console.print(visible(f"{page.name}: lists on this page, best first"))
    if verdict:
        console.print(visible(verdict))
    grid = Grid(header_style="bold", expand=True)
    tokens = [token_count(candidate.locator) for candidate in candidates]
    counted = any(tokens)  # those of patterns, which not all learners have
    for heading in ("#", "score", "records", *(["tokens"] if counted else [])):
        grid.add_column(heading, justify="right", no_wrap=True)
    grid.add_column("why, and the first records", ratio=1)
    for number, (candidate, why, count) in enumerate(zip(candidates, reasons, tokens, strict=True), start=1):
        figures = [str(number), f"{candidate.score:.1f}", str(len(candidate.records[0]))]
        shown = [str(count or "")] if counted else []
        grid.add_row(*figures, *shown, _with_sample(page, candidate, " ".join(why)), end_section=True)
    console.print(grid)


def print_row_counts(page: Page, choices: Sequence[Candidate], groups: Mapping[int, Group]) -> None:
    """Print the numbers of rows that a list may have, each with its first and last row, to standard error."""
    grid = Grid(
        title=visible(f"{page.name}: this list may have so many rows, the likeliest first"),
        title_justify="left",
        header_style="bold",
        expand=True,
    )
    for heading in ("rows", "L(N)", "L(N)/L(N+1)"):
        grid.add_column(heading, justify="right", no_wrap=True)
    grid.add_column("first and last row", ratio=1)
    for choice in choices:
        rows = choice.records[0]
        group = groups.get(len(rows))
        figures = ("–", "–") if group is None else (str(group.overlap), f"{group.ratio:.1f}")
        sample = [visible(page.texts_of(row)[:MAX_CELL]) for row in (rows[0], rows[-1])]
        grid.add_row(str(len(rows)), *figures, Text("\n").join(sample), end_section=True)
    _errors.print(grid)


def ask(question: str) -> None:
    """Print a question to standard error and stay on its line."""
    _errors.print(visible(question), end="")


def print_grid(title: str, headings: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Print rows of texts under their headings; long ones of the first and the last column go on below."""
    grid = Grid(header_style="bold")
    for number, heading in enumerate(headings):
        grid.add_column(heading, overflow="fold", no_wrap=0 < number < len(headings) - 1)
    for row in rows:
        grid.add_row(*map(visible, row))
    console = Console(highlight=False)
    console.print(visible(title))
    console.print(grid)


def print_sections(page: Page, sections: Sequence[Section]) -> None:
    """Print the sections of a page, in their order: heading, kind, how many records, the first of them."""
    console = Console(highlight=False)
    if not sections:
        console.print(visible(f"{page.name}: no section of this page repeats as records do"))
        return
    title = visible(f"{page.name}: sections with a list, as they stand on the page")
    grid = Grid(title=title, title_justify="left", header_style="bold", expand=True)
    grid.add_column("heading", ratio=1)
    grid.add_column("kind", no_wrap=True)
    grid.add_column("records", justify="right", no_wrap=True)
    grid.add_column("the first records", ratio=3)
    for section in sections:
        records = section.candidate.records[0]
        sample = [visible(f"· {page.texts_of(record)[:MAX_CELL]}") for record in records[:SAMPLE]]
        kind = f"{section.kind}{', main' if section.main else ''}"
        grid.add_row(
            visible(section.heading or "–"), kind, str(len(records)), Text("\n").join(sample), end_section=True
        )
    console.print(grid)


def main_evidence(candidate: Candidate) -> str:
    """Return the strongest evidence for and against a candidate, in words."""
    strongest = sorted(candidate.evidence, key=lambda reason: -abs(reason.weight))[:MAIN_EVIDENCE]
    return ", ".join(f"{reason.name} {reason.value:.2f} ({reason.weight:+.1f})" for reason in strongest)


def _with_sample(page: Page, candidate: Candidate, about: str) -> Text:
    sample = [page.texts_of(record) for record in candidate.records[0][:SAMPLE]]
    return Text("\n").join(map(visible, [about, *(f"· {text[:MAX_CELL]}" for text in sample)]))
