"""Results as a stream of typed rows: the input of every writer, whatever produced the rows.

Rows come in batches, column by column, because the kind of a column decides how its values are written.  All texts of a batch
can be encoded as UTF-8, and all numbers are finite.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from wrapture.model import Column
from wrapture.model.table import Failure, Table
from wrapture.rows.cell_values import read_columns
from wrapture.rows.kinds import LIST, fitted
from wrapture.rows.row_schema import RowOptions, RowSchema, out_columns, union
from wrapture.wording import encodable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from wrapture.rows.cell_values import ReadColumns
    from wrapture.rows.row_schema import OutColumn

Result: TypeAlias = Table | Failure
Batch: TypeAlias = "Sequence[Sequence[Any] | None]"
"""Some rows: the values of each column of the schema, or None for a column that the batch lacks."""
Letter: TypeAlias = "tuple[str, str, str, str]"
"""A dead letter: page, source, kind and reason."""

NO_RECORDS: Final = ("no records", "no records found")


@dataclass(frozen=True, slots=True)
class ResultRows:
    """The rows of a result with their schema; ``letters`` is None if the result has no dead letters table.

    ``arrow`` gives the same rows as an Arrow stream, if the source has one.
    """

    schema: RowSchema
    batches: Callable[[], Iterable[Batch]]
    letters: Callable[[], Iterable[Letter]] | None = None
    arrow: object = None

    def filled(self) -> Iterator[list[Sequence[Any]]]:
        """Yield the batches with a value in every column."""
        for batch in self.batches():
            length = next((len(held) for held in batch if held is not None), 0)
            yield [[None] * length if held is None else held for held in batch]


@dataclass(frozen=True, slots=True)
class TableColumns:
    """The typed columns of one table: their names, kinds and values."""

    columns: tuple[OutColumn, ...]
    read: ReadColumns

    @property
    def described(self) -> tuple[tuple[str, str], ...]:
        """The name and kind of each column."""
        return tuple((column.name, kind) for column, kind in zip(self.columns, self.read.kinds, strict=True))


def table_columns(table: Table, options: RowOptions, provenance: Sequence[str] = ()) -> TableColumns:
    """Return the columns of a table; a column holds lists if any of its cells holds several texts."""
    origins = table.described or tuple(Column(name, "text", ()) for name in table.columns)
    if any(len(row.cells) != len(origins) for row in table.rows):
        raise ValueError(f"{table.page}: a row has not a cell for every column")
    cells = list(zip(*[row.cells for row in table.rows], strict=True)) or [()] * len(origins)
    lists = [any(isinstance(cell, tuple) for cell in held) for held in cells]
    made = out_columns(origins, lists, options, provenance)
    return TableColumns(made, read_columns(made, {one.name: held for one, held in zip(origins, cells, strict=True)}))


def rows_of(results: Iterable[Result], options: RowOptions) -> ResultRows:
    """Return the rows of results, with dead letters for pages without records."""
    results = list(results)
    found = tables(results if options.all_columns else without_hidden(results))
    provenance = provenance_of(found)
    read = [table_columns(table, options, provenance) for table in found]
    schema = union([one.described for one in read], provenance)
    short = short_names([table.page for table in found])
    return ResultRows(
        schema,
        lambda: (_batch(*one, schema, len(provenance), short) for one in zip(found, read, strict=True) if len(one[0])),
        lambda: (letter for result in results for letter in _letters(result)),
    )


def provenance_of(found: Iterable[Table]) -> tuple[str, ...]:
    """Return the columns that say where records come from; those for sections and wrappers only if a table has one."""
    found = list(found)
    sections = ("section", "kind") if any(table.kind for table in found) else ()
    wrappers = ("wrapper", "fit") if any(table.wrapper or table.fit is not None for table in found) else ()
    return (*sections, "page", "record", *wrappers)


def short_names(pages: Sequence[str]) -> dict[str, str]:
    """Return short names of pages: the file name if no other page has it; addresses stay as they are.

    >>> short_names(["a/x.html", "b/x.html", "b/y.html", "https://example.org/x.html"])["b/y.html"]
    'y.html'
    """
    ends = {page: page if "://" in page else PurePath(page).name or page for page in pages}
    count = Counter(ends.values())
    return {page: end if count[end] == 1 else page for page, end in ends.items()}


def _batch(table: Table, own: TableColumns, schema: RowSchema, last: int, short: Mapping[str, str]) -> Batch:
    values = {name: held for (name, _), held in zip(own.described, own.read.values, strict=True)}
    cells = [
        _encodable(fitted(values[key], kind), kind) if key in values else None
        for key, kind in zip(schema.keys[:-last], schema.kinds[:-last], strict=True)
    ]
    page = short.get(table.page, table.page)
    return [*cells, *(_provenance(name, replace(table, page=page)) for name in schema.names[-last:])]


def _provenance(name: str, table: Table) -> Sequence[Any]:
    count = len(table)
    match name:
        case "record":
            return range(1, count + 1)
        case "section":
            return [encodable(table.heading)] * count
        case "fit":
            return [None if table.fit is None else table.fit.value] * count
        case "wrapper":
            return [encodable(table.wrapper) or None] * count
        case _:
            return [encodable(getattr(table, name))] * count


def _encodable(values: Sequence[Any], kind: str) -> Sequence[Any]:
    """Return the values with all texts in a form that UTF-8 can encode."""
    if kind == f"string{LIST}":
        return [
            None if value is None else [None if one is None else encodable(one) for one in value] for value in values
        ]
    if kind in {"string", "mixed"}:
        return [None if value is None else encodable(value) for value in values]
    return values


def _letters(result: Result) -> Iterator[Letter]:
    if isinstance(result, Failure):
        yield encodable(result.page), encodable(result.page), result.kind, encodable(result.error)
    elif not result.rows:
        yield encodable(result.page), encodable(result.page), *NO_RECORDS


def tables(results: Iterable[Result]) -> list[Table]:
    """Return the tables among `results`."""
    return [result for result in results if isinstance(result, Table)]


def without_hidden(results: Sequence[Result]) -> list[Result]:
    """Return `results` without columns that are hidden in every table that has them; a table keeps at least one column."""
    found = tables(results)
    shown = {name for table in found for name in table.columns if name not in table.hidden}
    hidden = {name for table in found for name in table.hidden} - shown
    return [
        result.without(sorted(hidden)) if isinstance(result, Table) and shown.intersection(result.columns) else result
        for result in results
    ]
