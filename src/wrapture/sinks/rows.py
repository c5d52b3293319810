"""What the flat formats (CSV, SQLite, Parquet) share: one header for all pages, and a text for every cell.

* The columns are those of all tables together, in the order they are first seen.
* Their names are told apart without regard to case, because SQLite and most spreadsheets don't regard it; names that
  clash, with each other or with the leading ``page`` and ``record``, get a number: ``page_2``.
* A cell with several values is their texts joined with `SEPARATOR`; JSON keeps them apart.
* Where all lists of the pages were asked for, ``section`` (its heading) and ``kind`` follow ``page``: see `lead_of`.
* Failures have no row.
* Constant columns (labels, buttons) are left out unless they are asked for: see `without_constants`.
"""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from wrapture.extraction.table import Cell, Failure, Table

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

Result: TypeAlias = Table | Failure

SEPARATOR = " | "


class FlatRow(NamedTuple):
    """One record: its page, its number there from 1 on, a text or nothing for every column; its section's heading and kind."""

    page: str
    record: int
    cells: tuple[str | None, ...]
    section: str = ""
    kind: str = ""

    def lead(self, names: Sequence[str]) -> list[str | int]:
        """Return what the leading columns say of the record."""
        return [getattr(self, name) for name in names]


def tables(results: Iterable[Result]) -> list[Table]:
    """Return the tables among `results`."""
    return [result for result in results if isinstance(result, Table)]


def failures(results: Iterable[Result]) -> list[Failure]:
    """Return the failures among `results`."""
    return [result for result in results if isinstance(result, Failure)]


def without_constants(results: Sequence[Result]) -> list[Result]:
    """Return `results` without columns that are constant in every table that has them; a table keeps one column at least."""
    found = tables(results)
    varied = {name for table in found for name in table.columns if name not in table.constants}
    constant = {name for table in found for name in table.constants} - varied
    return [
        result.without(sorted(constant))
        if isinstance(result, Table) and varied.intersection(result.columns)
        else result
        for result in results
    ]


def lead_of(results: Iterable[Result], lead: Sequence[str]) -> tuple[str, ...]:
    """Return the leading columns of a format, the first of which is ``page``, with those for sections where there are any."""
    sections = ("section", "kind") if any(table.kind for table in tables(results)) else ()
    return (*lead[:1], *sections, *lead[1:])


def union(results: Iterable[Result]) -> tuple[str, ...]:
    """Return the column names of all tables, in the order they are first seen."""
    return tuple(dict.fromkeys(name for table in tables(results) for name in table.columns))


def header(columns: Sequence[str], lead: Sequence[str]) -> tuple[str, ...]:
    """Return `lead` and a name for each column, no two alike even without regard to case.

    >>> header(["Title", "page", "title", "page_2"], lead=["page"])
    ('page', 'Title', 'page_3', 'title_2', 'page_2')
    """
    wanted = [clean(name).replace("\0", "\N{REPLACEMENT CHARACTER}") for name in columns]  # SQL can't hold a 0
    names, used = list(lead), {name.casefold() for name in lead}
    kept = {name.casefold() for name in wanted}  # a numbered name must not take another column's own
    for column in wanted:
        numbered = (f"{column}_{n}" for n in count(2))
        free = (name for name in numbered if name.casefold() not in used | kept)
        names.append(column if column.casefold() not in used else next(free))
        used.add(names[-1].casefold())
    return tuple(names)


def flat_rows(results: Iterable[Result], columns: Sequence[str]) -> Iterator[FlatRow]:
    """Yield a row for every record, with nothing in the columns its table lacks."""
    for table in tables(results):
        place = {name: i for i, name in enumerate(table.columns)}
        order = [place.get(name) for name in columns]
        for n, row in enumerate(table.rows, start=1):
            cells = tuple(None if i is None else flat(row.cells[i]) for i in order)
            yield FlatRow(clean(table.page), n, cells, clean(table.heading), table.kind)


def flat(cell: Cell) -> str | None:
    """Return a cell as one text."""
    return None if cell is None else clean(cell if isinstance(cell, str) else SEPARATOR.join(cell))


def clean(text: str) -> str:
    r"""Return a text that can be encoded: halves of surrogate pairs are joined, lone ones replaced.

    >>> clean("\ud83d\ude00 \ud83d"), clean("plain")
    ('😀 �', 'plain')
    """
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text
