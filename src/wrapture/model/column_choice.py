"""Choosing columns by name: which are shown, in which order, under which names."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from wrapture.errors import ColumnNamesError
from wrapture.model.layout import Column

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from wrapture.model.table import Table


@dataclass(frozen=True, slots=True)
class ColumnChoice:
    """What a person wants of the columns: ``columns`` are the only ones, in this order; others add to the usual table.

    ``drop`` leaves columns out, ``keep`` shows hidden ones, ``rename`` maps old names to new ones.  All use the old names.
    """

    columns: tuple[str, ...] = ()
    drop: tuple[str, ...] = ()
    keep: tuple[str, ...] = ()
    rename: tuple[tuple[str, str], ...] = ()

    def __bool__(self) -> bool:
        return bool(self.columns or self.drop or self.keep or self.rename)

    @property
    def asked(self) -> tuple[str, ...]:
        """All old names, each once."""
        return tuple(dict.fromkeys([*self.columns, *self.drop, *self.keep, *(old for old, _ in self.rename)]))

    def order(self, columns: Sequence[Column]) -> list[tuple[int, Column]]:
        """Return the columns that are left, with their old numbers; names that are not there are passed over."""
        number = {column.name: i for i, column in enumerate(columns)}
        chosen = [number[name] for name in self.columns if name in number] or list(range(len(columns)))
        shown = {*self.columns, *self.keep, *(old for old, _ in self.rename)}
        left = [i for i in chosen if columns[i].name not in self.drop]
        return [(i, _shown(columns[i], show=columns[i].name in shown)) for i in self._last_hidden(left, columns, shown)]

    def _last_hidden(self, left: Sequence[int], columns: Sequence[Column], shown: set[str]) -> list[int]:
        """Return column numbers with those that stay hidden at the end."""
        return sorted(left, key=lambda i: bool(columns[i].hidden) and columns[i].name not in shown)

    def named(self, columns: Iterable[Column]) -> list[Column]:
        """Return columns under their new names; raise `ColumnNamesError` if two would have the same."""
        new = dict(self.rename)
        found = [replace(column, name=new.get(column.name, column.name)) for column in columns]
        names = [column.name for column in found]
        double = next((name for name in names if names.count(name) > 1), None)
        if double is not None:
            what = f"two columns would be called {double!r}: give each its own name"
            raise ColumnNamesError(what, [name for _, name in self.rename], names)
        return found


def _shown(column: Column, *, show: bool) -> Column:
    return replace(column, keep=True, hidden="") if show else column


def choose_columns(tables: Sequence[Table], choice: ColumnChoice) -> list[Table]:
    """Return tables with the chosen columns; raise `ColumnNamesError` for a name that no table has."""
    known = list(dict.fromkeys(name for table in tables for name in table.columns))
    check_names(choice, known)
    return [_chosen(table, choice) for table in tables]


def check_names(choice: ColumnChoice, known: Sequence[str]) -> None:
    """Raise `ColumnNamesError` for a name that is not known."""
    for name in choice.asked:
        if name not in known and known:
            raise ColumnNamesError(f"no column {name!r}: there are {', '.join(known)}", choice.asked, known)


def _chosen(table: Table, choice: ColumnChoice) -> Table:
    described = table.described or tuple(Column(name, "text", ()) for name in table.columns)
    order = choice.order(described)
    columns = choice.named(column for _, column in order)
    rows = [
        replace(
            row,
            cells=tuple([row.cells[i] for i, _ in order]),
            confidences=tuple([row.confidences[i] for i, _ in order]) if row.confidences else (),
        )
        for row in table.rows
    ]
    return replace(table, columns=tuple([one.name for one in columns]), rows=tuple(rows), described=tuple(columns))


def renaming(pairs: Sequence[str]) -> Mapping[str, str]:
    """Return the new name for each old one, of texts such as ``old=new``; raise `ColumnNamesError` for another text.

    >>> dict(renaming(["title=name", "price = cost"]))
    {'title': 'name', 'price': 'cost'}
    """
    found: dict[str, str] = {}
    for pair in pairs:
        old, _, new = (part.strip() for part in pair.partition("="))
        if not old or not new:
            raise ColumnNamesError(f"{pair!r} does not say what a column is to be called: title=name", pairs, ())
        found[old] = new
    return found
