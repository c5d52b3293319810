"""Print the records of tables between lines, as many columns as fit.

This draws by itself: loading rich for it would take a tenth of the time of a small command.
"""

from __future__ import annotations

import os
import re
from dataclasses import replace
from shutil import get_terminal_size
from textwrap import wrap
from typing import TYPE_CHECKING, Final

import typer
from rich.cells import cell_len, set_cell_size

from wrapture.cli.messages import shown_line
from wrapture.model.table import Table
from wrapture.wording import counted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from wrapture.model.table import Cell, Failure

COLUMN_WIDTH: Final = 14  # the minimum for a long column; columns that don't fit are named below the table
MAX_WIDTH: Final = 60  # the maximum
PADDING: Final = 3  # a border and two spaces
ADDRESS: Final = re.compile(
    r"([a-z][a-z0-9+.-]*:|\.{0,2}/|#|\?)\S*$|\S+\.(html?|php|aspx?|jpe?g|png|gif|svg|webp)\S*$", re.I
)
DUPLICATE: Final = "duplicate_of"
"""Shown wherever it has a value, sparse or not: a message refers to it."""
MAX_CELL: Final = 200  # characters of a cell that are shown
LABELLED: Final = 10  # records shown when the user is asked to confirm labels
WITHOUT_STYLES: Final = ("dumb", "unknown")  # terminals


def print_tables(results: Sequence[Table | Failure]) -> None:
    """Print the tables as grids, each headed by its page."""
    for result in results:
        if isinstance(result, Table) and result.rows:
            _print(_lines(result.trimmed()))


def print_labelled(table: Table) -> None:
    """Print the first labelled records of a page to standard error."""
    _print(_lines(replace(table, rows=table.rows[:LABELLED])), err=True)
    if len(table) > LABELLED:
        _print([typer.style(f"… and {len(table) - LABELLED} more", dim=True)], err=True)


def _print(lines: Iterable[str], *, err: bool = False) -> None:
    """Print lines, without styles to what is no terminal or has none."""
    typer.echo("\n".join(lines), err=err, color=False if os.environ.get("TERM") in WITHOUT_STYLES else None)


def _lines(table: Table) -> Iterator[str]:
    """Yield the lines of a grid."""
    room = get_terminal_size().columns
    widths = _column_widths(table, room)
    first = max(1, len(str(len(table))))
    every = [first, *widths.values()]
    yield shown_line(f"{table.page}: {_section(table)}{counted(len(table), 'record')}")
    headings = [f"{'#':>{first}}", *(_fitted(shown_line(table.columns[i]), width) for i, width in widths.items())]
    yield _border("┏┳┓", "━", every)
    yield _row("┃", [typer.style(heading, bold=True) for heading in headings])
    yield _border("┡╇┩", "━", every)
    for number, row in enumerate(table.rows, start=1):
        cells = (_fitted(_shown(row.cells[i]), width) for i, width in widths.items())
        yield _row("│", [typer.style(f"{number:>{first}}", dim=True), *cells])
    yield _border("└┴┘", "─", every)
    hidden = [name for i, name in enumerate(table.columns) if i not in widths]
    if hidden:
        named = shown_line(f"not shown: {', '.join(hidden)} (-o FILE has all columns)")
        yield from (typer.style(line, dim=True) for line in wrap(named, room, break_on_hyphens=False))


def _border(ends: str, line: str, widths: Sequence[int]) -> str:
    return f"{ends[0]}{ends[1].join(line * (width + 2) for width in widths)}{ends[2]}"


def _row(line: str, cells: Sequence[str]) -> str:
    return f"{line} {f' {line} '.join(cells)} {line}"


def _fitted(text: str, width: int) -> str:
    """Return a text in so many terminal cells, of which 數 takes two; what is cut off ends with an ellipsis.

    >>> _fitted("Low Water", 11), _fitted("Low Water", 6)
    ('Low Water  ', 'Low W…')
    """
    return set_cell_size(text, width) if cell_len(text) <= width else f"{set_cell_size(text, width - 1)}…"


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
    for i in sorted(needs, key=lambda i: (_rank(table, i), -_fill(table, i), i)):
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


def _rank(table: Table, column: int) -> int:
    """Return 0 for what is shown first, 2 for what is shown if there is room left."""
    if table.columns[column] == DUPLICATE and _fill(table, column):
        return 0
    return 2 if _is_address(table, column) else 1


def _needed_width(table: Table, column: int) -> int:
    shown = [shown_line(table.columns[column]), *(_shown(row.cells[column]) for row in table.rows)]
    return min(MAX_WIDTH, max(map(cell_len, shown)))


def _fill(table: Table, column: int) -> float:
    return sum(bool(row.cells[column]) for row in table.rows) / max(1, len(table.rows))


def _is_address(table: Table, column: int) -> bool:
    values = [_flat(row.cells[column]) for row in table.rows if row.cells[column]]
    return bool(values) and all(map(ADDRESS.match, values))


def _shown(cell: Cell) -> str:
    flat = _flat(cell)
    return shown_line(flat if len(flat) <= MAX_CELL else f"{flat[:MAX_CELL]}…")


def _flat(cell: Cell) -> str:
    return "" if cell is None else cell if isinstance(cell, str) else " | ".join(cell)
