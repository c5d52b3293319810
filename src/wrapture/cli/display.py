"""Print results as tables and grids with rich.  Only commands that print a table load this module."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Final

from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from wrapture.cli.messages import shown_line
from wrapture.model.table import Table
from wrapture.wording import counted

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from rich.status import Status

    from wrapture.model.table import Cell, Failure

COLUMN_WIDTH: Final = 14  # the minimum for a long column; columns that don't fit are named below the table
MAX_WIDTH: Final = 60  # the maximum
PADDING: Final = 3  # a border and two spaces
ADDRESS: Final = re.compile(
    r"([a-z][a-z0-9+.-]*:|\.{0,2}/|#|\?)\S*$|\S+\.(html?|php|aspx?|jpe?g|png|gif|svg|webp)\S*$", re.I
)
MAX_CELL: Final = 200  # characters of a cell that are shown
LABELLED: Final = 10  # records shown when the user is asked to confirm labels


def result_console() -> Console:
    """Return a console on standard output that prints texts literally: no ``[markup]``, no ``:emoji:``."""
    return Console(highlight=False, emoji=False, markup=False)


@cache
def error_console() -> Console:
    """Return the console on standard error."""
    return Console(stderr=True, highlight=False, emoji=False, markup=False)


def visible(text: str) -> Text:
    r"""Return a text as one line, with control characters escaped so that the terminal can't act on them.

    >>> str(visible("new\nline, \x1b[31mred"))
    'new\\nline, \\x1b[31mred'
    """
    return Text(shown_line(text))


def status() -> Status:
    """Return a status line on standard error."""
    return error_console().status("Beginning")


def print_tables(results: Sequence[Table | Failure]) -> None:
    """Print the tables as grids, each headed by its page."""
    console = result_console()
    for result in results:
        if isinstance(result, Table) and result.rows:
            _print_table(console, result.trimmed())


def print_labelled(table: Table) -> None:
    """Print the first labelled records of a page to standard error."""
    _print_table(error_console(), replace(table, rows=table.rows[:LABELLED]))
    if len(table) > LABELLED:
        error_console().print(visible(f"… and {len(table) - LABELLED} more"), style="dim")


def _print_table(console: Console, table: Table) -> None:
    widths = _column_widths(table, console.width)
    grid = Grid(title_justify="left", header_style="bold")
    grid.add_column("#", justify="right", style="dim", no_wrap=True)
    for i, width in widths.items():
        grid.add_column(visible(table.columns[i]), overflow="ellipsis", no_wrap=True, width=width)
    for number, row in enumerate(table.rows, start=1):
        grid.add_row(str(number), *(_shown(row.cells[i]) for i in widths))
    console.print(visible(f"{table.page}: {_section(table)}{counted(len(table), 'record')}"))
    console.print(grid)
    hidden = [name for i, name in enumerate(table.columns) if i not in widths]
    if hidden:
        console.print(visible(f"not shown: {', '.join(hidden)} (-o FILE has all columns)"), style="dim")


def _section(table: Table) -> str:
    """Return the kind and heading of a table that is a section, and whether it is the main list."""
    heading = f" “{table.heading}”" if table.heading else ""
    return f"{table.kind}{heading}{' (main list)' if table.main else ''}: " if table.kind else ""


def _column_widths(table: Table, width: int) -> dict[int, int]:
    """Return the columns that fit and their widths, in the order of the table.

    Texts take priority over addresses, and columns with many values over sparse ones.  Each gets the width it needs; long
    columns share the rest.
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
    return min(MAX_WIDTH, max(text.cell_len for text in shown))  # in terminal cells: 數 takes two


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


def print_grid(title: str, headings: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Print rows of texts under their headings; long texts in the first and the last column wrap."""
    grid = Grid(header_style="bold")
    for number, heading in enumerate(headings):
        grid.add_column(heading, overflow="fold", no_wrap=0 < number < len(headings) - 1)
    for row in rows:
        grid.add_row(*map(visible, row))
    console = result_console()
    console.print(visible(title))
    console.print(grid)
