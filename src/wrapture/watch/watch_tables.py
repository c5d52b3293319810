"""The tables of a watch, written from its state: the current records and all changes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from wrapture.files import atomic_writer
from wrapture.rows.csv_file import csv_of_texts
from wrapture.watch.row_keys import shown_key

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from wrapture.watch.comparing import Change
    from wrapture.watch.watch_state import WatchState

ROWS: Final = "rows.csv"
CHANGES: Final = "changes.csv"
CHANGE_CELLS: Final = ("change", "record", "column", "before", "after")
CHANGE_COLUMNS: Final = ("when", "source", *CHANGE_CELLS)
LEAD: Final = ("source", "since")


def write_tables(folder: Path, state: WatchState) -> None:
    """Write the current records and all changes as CSV files beside the state, each in one step."""
    records = state.records()
    names = dict.fromkeys(name for _, _, cells in records for name in cells)
    own = [name for name in names if name not in LEAD]
    rows = ((source, since, *(cells.get(name, "") for name in own)) for source, since, cells in records)
    _write(folder / ROWS, ((*LEAD, *own), *rows))
    changes = ((one.moment, one.source, *change_cells(one.change)) for one in state.changes())
    _write(folder / CHANGES, (CHANGE_COLUMNS, *changes))


def change_line(change: Change) -> str:
    """Return a change as a line for a person.

    >>> from wrapture.watch.comparing import Change
    >>> change_line(Change("changed", "The Trial", "price", "$8", "$9")), change_line(Change("gone", "The Trial"))
    ("changed The Trial: price '$8' → '$9'", 'gone    The Trial')
    """
    if change.kind != "changed":
        return f"{change.kind:<7} {shown_key(change.key)}"
    return f"changed {shown_key(change.key)}: {change.column} {change.before!r} → {change.after!r}"


def change_cells(change: Change) -> tuple[str, ...]:
    """Return a change as a row of the table of changes, for the columns `CHANGE_CELLS`."""
    return change.kind, shown_key(change.key), change.column, change.before, change.after


def _write(path: Path, rows: Iterable[Sequence[str]]) -> None:
    with atomic_writer(path, force=True) as temporary:
        temporary.write_text(csv_of_texts(rows), encoding="utf-8", newline="")
