"""Print grids and progress with rich.  Only commands that do so load this module: tables of records need none of it."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from wrapture.cli.messages import shown_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from rich.status import Status

MAX_CELL: Final = 200  # characters of a cell that are shown


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
