"""What a step changes in the table of a page, in numbers and in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from wrapture.wording import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.model.table import Cell, Table

Shown = tuple[str, ...]


class TableChange(NamedTuple):
    """The difference of two tables of one page: columns that are new or gone, rows in which others differ, and records."""

    added: tuple[str, ...]
    removed: tuple[str, ...]
    changed: tuple[tuple[str, int], ...]
    records: tuple[int, int]

    def beyond(self, name: str, record: bool = False) -> bool:
        """Return whether more is changed than one column or, with ``record``, one record that is taken out."""
        before, after = self.records
        others = [one for one in (*self.added, *self.removed, *(one for one, _ in self.changed)) if one != name]
        return bool(others) or after != before - record

    @property
    def words(self) -> str:
        """The change on one line: adds 1 column, changes `ship` in 12 rows."""
        before, after = self.records
        parts = []
        if self.added:
            parts.append(f"adds {counted(len(self.added), 'column')} ({', '.join(self.added)})")
        if self.removed:
            parts.append(f"removes {counted(len(self.removed), 'column')} ({', '.join(self.removed)})")
        parts += [f"changes {name} in {counted(rows, 'row')}" for name, rows in self.changed]
        if before != after:
            parts.append(f"{counted(after, 'record')} instead of {before}")
        return ", ".join(parts) or "changes nothing"

    def data(self, *, calm: bool) -> dict[str, Any]:
        """Return the change for the browser; a calm one needs no question."""
        changed = [{"column": name, "rows": rows} for name, rows in self.changed]
        return {
            "words": self.words,
            "calm": calm,
            "added": list(self.added),
            "removed": list(self.removed),
            "changed": changed,
            "records": list(self.records),
        }


def change_between(before: Table, after: Table, left_out: int | None = None) -> TableChange:
    """Return the difference of two tables; ``left_out`` is the number of a row of the first that is not compared."""
    rows = [row for number, row in enumerate(before.rows) if number != left_out]
    names, others = _names(before), _names(after)
    shared = [name for name in names if name in others]
    counts = []
    if len(rows) == len(after.rows):
        for name in shared:
            one, two = before.columns.index(name), after.columns.index(name)
            pairs = zip(rows, after.rows, strict=True)
            differing = sum(_plain(a.cells[one]) != _plain(b.cells[two]) for a, b in pairs)
            if differing:
                counts.append((name, differing))
    return TableChange(
        tuple(name for name in others if name not in names),
        tuple(name for name in names if name not in others),
        tuple(counts),
        (len(before.rows), len(after.rows)),
    )


def replaced(before: Table, after: Table, name: str) -> int:
    """Return in how many rows a column has another value, not more or less of the one it had."""
    if name not in before.columns or name not in after.columns or len(before.rows) != len(after.rows):
        return 0
    one, two = before.columns.index(name), after.columns.index(name)
    pairs = [(_plain(a.cells[one]), _plain(b.cells[two])) for a, b in zip(before.rows, after.rows, strict=True)]
    return sum(old != "" and (new == "" or (old not in new and new not in old)) for old, new in pairs)


def filled(table: Table, name: str) -> int:
    """Return in how many rows a column has a value."""
    return sum(bool(_plain(row.cells[table.columns.index(name)])) for row in table.rows) if name in table.columns else 0


def _names(table: Table) -> Sequence[str]:
    return list(table.columns)


def _plain(cell: Cell) -> str:
    """Return a value as a person compares it: white space does not count."""
    return " ".join(("" if cell is None else cell if isinstance(cell, str) else " ".join(cell)).split())
