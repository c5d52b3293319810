"""The one schema of results: typed columns with unique names, from the columns of a wrapper or table.

A price becomes an amount and a currency, a rating a value and a scale, a date a day and, if the column has times of day, a
moment (`FACETS`).  With `RowOptions.texts` the page's own text follows; without `RowOptions.typed` there is only the text.
Names are compared ignoring case, as SQLite and most spreadsheets do; a name that is taken gets a number: ``page_2``.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias

from wrapture.rows.kinds import LIST, common_kind
from wrapture.wording import encodable

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from wrapture.model import Column

RowFormat = Literal["csv", "jsonl", "sqlite", "parquet", "duckdb", "xlsx"]
FormatName = Literal[RowFormat, "json", "jsonld"]
ROW_SUFFIXES: Final[dict[str, RowFormat]] = {
    ".csv": "csv",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".sqlite": "sqlite",
    ".db": "sqlite",
    ".parquet": "parquet",
    ".duckdb": "duckdb",
    ".xlsx": "xlsx",
}
"""The format for each file name extension of files that hold rows."""
SUFFIXES: Final[dict[str, FormatName]] = {".csv": "csv", ".json": "json", ".jsonld": "jsonld", **ROW_SUFFIXES}
"""The format for each file name extension."""
KINDS_OF_PROVENANCE: Final = {
    "page": "string",
    "record": "integer",
    "section": "string",
    "kind": "string",
    "wrapper": "string",
    "fit": "number",
}
"""The kinds of the columns that say where a record comes from: page, number on it, section, wrapper, fit of the page."""
PROVENANCE: Final = ("page", "record", "wrapper", "fit")
"""The columns that say where a record comes from, for pages that a wrapper read.  They come last: a reader wants the data."""
LETTER: Final = ("page", "source", "kind", "reason")
"""The columns of the dead letters table: pages without records, and the reason."""

UNNAMED: Final = "column"  # some databases don't allow a column without a name
TEXT: Final = -1  # stands for the page's own text, which is not a facet of the parsed value

Facets: TypeAlias = "tuple[tuple[str, str], ...]"
FACETS: Final[dict[str, Facets]] = {
    "number": (("", "number"),),
    "percentage": (("", "number"),),
    "price": (("", "number"), ("currency", "string")),
    "rating": (("", "number"), ("scale", "number")),
    "date": (("", "date"), ("time", "moment")),
}
"""The facets of each type: the suffix of the column's name, and its kind.  Other types are texts."""
COUNTED: Final = frozenset({"number", "percentage"})
"""Types that become integers if all values of a column are whole."""


@dataclass(frozen=True, slots=True)
class RowOptions:
    """Options for writing results, the same for all commands and formats.

    ``typed`` writes parsed values instead of the page's own text; ``texts`` adds the text after them.  ``all_columns``
    writes hidden columns, too.  ``bom`` and ``raw_formulas`` are for CSV: see `wrapture.rows.csv_file`.
    """

    typed: bool = True
    texts: bool = False
    all_columns: bool = False
    bom: bool = True
    raw_formulas: bool = False


class OutColumn(NamedTuple):
    """A column of the output: its ``kind``, the column it comes from, and which ``facet`` of the values it holds."""

    name: str
    kind: str
    origin: Column
    facet: int

    @property
    def is_list(self) -> bool:
        """Whether its values are lists."""
        return self.kind.endswith(LIST)


class RowSchema(NamedTuple):
    """The columns of a result: their ``keys`` in the parts, the ``names`` that are written, and their kinds."""

    keys: tuple[str, ...]
    names: tuple[str, ...]
    kinds: tuple[str, ...]


def out_columns(
    columns: Sequence[Column], lists: Sequence[bool], options: RowOptions, provenance: Sequence[str] = PROVENANCE
) -> tuple[OutColumn, ...]:
    """Return the columns of the output without those of provenance; ``lists`` marks columns whose cells hold several values."""
    made = [_made(column, LIST if many else "", options) for column, many in zip(columns, lists, strict=True)]
    names = _named([column.name for column in columns], [[ending for ending, *_ in one] for one in made], provenance)
    return tuple(
        OutColumn(name, kind, origin, facet)
        for origin, one, own in zip(columns, made, names, strict=True)
        for (_, kind, facet), name in zip(one, own, strict=True)
    )


def _made(column: Column, many: str, options: RowOptions) -> list[tuple[str, str, int]]:
    """Return the output columns for a column, each as name suffix, kind and facet; the first suffix is empty."""
    facets = FACETS.get(column.type_name) if options.typed else None
    if facets is None:
        return [("", f"string{many}", TEXT)]
    made = [
        (ending, f"{kind}{many}", facet)
        for facet, (ending, kind) in enumerate(facets)
        if kind != "moment" or column.type.time
    ]
    return [*made, ("text", f"string{many}", TEXT)] if options.texts else made


def _named(names: Sequence[str], endings: Sequence[Sequence[str]], taken: Sequence[str]) -> list[list[str]]:
    """Return the names of all output columns; those without a suffix have priority over those with one."""
    own = header([name or UNNAMED for name in names], taken)[len(taken) :]
    wanted = [f"{name}_{ending}" for name, ones in zip(own, endings, strict=True) for ending in ones[1:]]
    others = iter(header(wanted, (*taken, *own))[len(taken) + len(own) :])
    return [[name, *(next(others) for _ in ones[1:])] for name, ones in zip(own, endings, strict=True)]


def union(parts: Iterable[Sequence[tuple[str, str]]], provenance: Sequence[str] = PROVENANCE) -> RowSchema:
    """Return the schema of all parts; a part is a sequence of columns (name, kind), kept in the order of first appearance.

    The columns of provenance come last, and keep their names.
    """
    kinds: dict[str, str] = {}
    seen: set[tuple[tuple[str, str], ...]] = set()
    for part in map(tuple, parts):
        if part not in seen:  # most parts of one wrapper have the same columns
            seen.add(part)
            for name, kind in part:
                kinds[name] = common_kind(kinds.get(name, kind), kind)
    keys = tuple(kinds)
    names = header(keys, provenance)[len(provenance) :]
    last = [KINDS_OF_PROVENANCE[name] for name in provenance]
    return RowSchema((*keys, *provenance), (*names, *provenance), (*kinds.values(), *last))


def header(columns: Sequence[str], lead: Sequence[str]) -> tuple[str, ...]:
    """Return `lead` and a name for each column, all different even when case is ignored.

    >>> header(["Title", "page", "title", "page_2"], lead=["page"])
    ('page', 'Title', 'page_3', 'title_2', 'page_2')
    """
    wanted = [
        encodable(name).replace("\0", "\N{REPLACEMENT CHARACTER}") for name in columns
    ]  # NUL is not allowed in SQL
    names, used = list(lead), {name.casefold() for name in lead}
    kept = {name.casefold() for name in wanted}  # a numbered name must not take the name of another column
    for column in wanted:
        numbered = (f"{column}_{n}" for n in count(2))
        free = (name for name in numbered if name.casefold() not in used | kept)
        names.append(column if column.casefold() not in used else next(free))
        used.add(names[-1].casefold())
    return tuple(names)
