"""Wrappers, tables and outcomes for these tests, and what must come out of them, worked out the slow way."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import TYPE_CHECKING, Any

from hypothesis import strategies as st

from wrapture.bulk.jobs import DeadLetter, Job, Outcome, Tally
from wrapture.bulk.output.part_writer import Encoder, wrapper_columns
from wrapture.model import (
    CONSTANT,
    Block,
    Column,
    Fit,
    Layout,
    Part,
    PatternLocator,
    Profile,
    ValueType,
    Wrapper,
)
from wrapture.model.table import Row, Table, table_of
from wrapture.rows.kinds import SEPARATOR
from wrapture.rows.row_schema import TEXT, OutColumn
from wrapture.values import Price, Rating, read_value
from wrapture.values.trimming import trimmed
from wrapture.wording import encodable

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from wrapture.bulk.jobs import PartFormat
    from wrapture.model import Kind
    from wrapture.model.table import Cell

ROWS_JOB = Job(part_format="rows")
SINGLE, EVERY = (0, 0), (0, 1)
TYPES = {
    "text": ValueType(),
    "number": ValueType("number", "."),
    "price": ValueType("price", ".", "EUR"),
    "date": ValueType("date", order="dmy"),
    "percentage": ValueType("percentage", "."),
    "rating": ValueType("rating", scale=5),
    "link": ValueType("link"),
}
SAYING = [
    "1,234",
    "7",
    "2.5",
    "900000000000000M",
    "$1,299.00",
    "5 €",
    "17 June 1999",
    "18 May 2001 14:05",
    "2001-05-18T23:30+02:00",
]
SAYING += ["45 %", "4.5 out of 5", "★★★☆☆", "https://example.org/a", "none of these", "1400-01-01"]


def column(
    name: str,
    type_name: str = "text",
    kind: Kind = "text",
    *,
    every: bool = False,
    constant: bool = False,
    keep: bool = True,
) -> Column:
    return Column(
        name, kind, EVERY if every else SINGLE, keep, TYPES[type_name], constant, hidden=CONSTANT if constant else ""
    )


def wrapper(name: str, columns: Sequence[Column]) -> Wrapper:
    block = Block(0, "all-tag", "TEXT", (Part(0), Part(1, every=True)))
    layout = Layout("block-level", "TEXT", (block,), tuple(columns))
    return Wrapper(name, PatternLocator("block-level", ("TEXT",)), layout, Profile(1, 1, 1, ()))


def table(owner: Wrapper, page: str, rows: Iterable[tuple[Cell, ...]], fit: float | None = 1.0) -> Table:
    kept = [one for one in owner.layout.columns if one.keep]
    found = table_of(page, kept, tuple(Row("", cells) for cells in rows))
    return replace(found, fit=None if fit is None else Fit(fit, None, None, len(found), (1, 1)))


BOOKS = wrapper(
    "books",
    [
        column("title"),
        column("price", "price"),
        column("published", "date"),
        column("authors", every=True),
        column("buy", constant=True),
        column("hidden", keep=False),
    ],
)


def books(page: str, count: int, start: int = 0) -> Table:
    rows = [
        (f"Title {i}", f"${i}.50", f"{i % 28 + 1} May 2001", ("Ann", f"Bob {i}") if i % 2 else None, "Buy")
        for i in range(start, start + count)
    ]
    return table(BOOKS, page, rows, 0.75)


@dataclass(frozen=True)
class Case:
    """What a unit reads: tables with the wrapper of each and its name, and dead letters."""

    tables: tuple[tuple[Wrapper, str, Table], ...] = ()
    dead: tuple[DeadLetter, ...] = ()

    def outcome(self, number: int, job: Job) -> Outcome:
        encoders: dict[str, Encoder] = {}
        for owner, name, one in self.tables:
            encoders.setdefault(name, Encoder(owner, name, job)).add(one)
        by_wrapper: dict[str, Tally] = {}
        for _, name, one in self.tables:
            by_wrapper[name] = by_wrapper.get(name, Tally()) + Tally(seen=1, read=1, records=len(one))
        total = sum(by_wrapper.values(), Tally()) + Tally(seen=len(self.dead), dead=len(self.dead))
        parts = tuple(encoders[name].part() for name in sorted(encoders))
        return Outcome(number, f"unit {number}", total, parts, self.dead, tuple(sorted(by_wrapper.items())))

    def rows(self, job: Job) -> list[dict[str, Any]]:
        """What must come out, in order: by wrapper, then by page."""
        ordered = sorted(self.tables, key=lambda one: one[1])
        return [row for owner, name, one in ordered for row in expected(owner, name, one, job)]

    def letters(self) -> list[dict[str, str]]:
        fields = ("page", "source", "kind", "reason")
        return [{name: encodable(getattr(letter, name)) for name in fields} for letter in self.dead]


def expected(owner: Wrapper, name: str, found: Table, job: Job) -> list[dict[str, Any]]:
    """The records of a table as the output must have them."""
    made = wrapper_columns(owner, job)
    fit = None if found.fit is None else found.fit.value
    return [
        {"page": encodable(found.page), "record": n, "wrapper": encodable(name), "fit": fit}
        | {one.name: value_of(one, row.cells[found.columns.index(one.origin.name)]) for one in made}
        for n, row in enumerate(found.rows, start=1)
    ]


def value_of(made: OutColumn, cell: Cell) -> Any:
    if cell is None:
        return None
    if made.is_list:
        return [_facet(made, text) for text in ((cell,) if isinstance(cell, str) else cell)]
    return _facet(made, cell if isinstance(cell, str) else SEPARATOR.join(cell))


def _facet(made: OutColumn, text: str) -> Any:
    if made.facet == TEXT:
        return encodable(trimmed(text) if made.origin.kind == "text" else text)
    value = read_value(made.origin.type, text)
    if isinstance(value, Price):
        return (float(value.amount), value.currency)[made.facet]
    if isinstance(value, Rating):
        return (value.value, value.scale)[made.facet]
    if isinstance(value, datetime):
        moment = value if value.tzinfo is None else (value - (value.utcoffset() or value - value)).replace(tzinfo=None)
        return (value.date(), moment)[made.facet]
    return (value, None)[made.facet]


def as_json(value: Any) -> Any:
    """A value as it must stand in a line of JSON."""
    if isinstance(value, list):
        return [as_json(one) for one in value]
    return value.isoformat() if isinstance(value, date) else value


def as_flat(value: Any) -> Any:
    """A value as it must stand where there are no lists and no dates."""
    if isinstance(value, list):
        return SEPARATOR.join("" if one is None else as_text(one) for one in value)
    return as_json(value)


def as_text(value: Any) -> str:
    value = as_json(value)
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e21:
        value = int(value)  # amounts are written without a fraction that they don't have
    return value if isinstance(value, str) else repr(value)


# --- anything ---

odd_texts = st.text(st.characters(), max_size=6) | st.sampled_from(
    [
        "\0",
        "a\0b",
        "\ud800",
        "\udfff",
        "\ud83d\ude00",
        "a\nb",
        "\r",
        "\r\n",
        "\x85\u2028\u2029",
        '"',
        "\\",
        "%s",
        "%(a)s",
        "{}",
        "'",
        ",",
        "",
    ]
)
texts = odd_texts | st.sampled_from(SAYING)
names = st.sampled_from(
    [
        "page",
        "PAGE",
        "Wrapper",
        "fit",
        "record",
        "page_2",
        "a",
        "A",
        "a_text",
        "a_currency",
        "a_time",
        "b",
        "ß",
        "SS",
        'we"ird/~',
        "x y",
        "100%",
        "a.b",
    ]
) | st.text(st.characters(), min_size=1, max_size=4)


@st.composite
def columns(draw: st.DrawFn) -> list[Column]:
    chosen = draw(st.lists(names, unique=True, max_size=5))
    kinds: st.SearchStrategy[Kind] = st.sampled_from(("text", "text", "text", "link", "image"))
    return [
        replace(
            column(
                name,
                kind=draw(kinds),
                every=draw(st.booleans()),
                constant=draw(st.integers(0, 4)) == 0,
                keep=draw(st.integers(0, 4)) > 0,
            ),
            type=TYPES[draw(st.sampled_from(sorted(TYPES)))],
        )
        for name in chosen
    ]


@st.composite
def tables_of(draw: st.DrawFn, owner: Wrapper) -> Table:
    kept = [one for one in owner.layout.columns if one.keep]
    cells = [
        st.none() | (st.lists(texts, min_size=1, max_size=3).map(tuple) if one.place == EVERY else texts)
        for one in kept
    ]
    rows = draw(st.lists(st.tuples(*cells), max_size=4))
    return table(owner, draw(odd_texts), rows, draw(st.none() | st.floats(0, 1)))


letters = st.builds(
    DeadLetter, odd_texts, odd_texts, st.integers(0, 9), st.sampled_from(["time", "memory", "error"]), odd_texts
)


@st.composite
def cases(draw: st.DrawFn, max_units: int = 4) -> list[Case]:
    """Draw the units of a run with a few wrappers; their names differ."""
    owners = [
        wrapper(name, draw(columns()))
        for name in draw(
            st.lists(
                st.sampled_from(["books", "a/b", "7", "ü %=", "x" * 200, "書" * 200]),
                unique=True,
                min_size=1,
                max_size=3,
            )
        )
    ]
    units = []
    for _ in range(draw(st.integers(0, max_units))):
        found = []
        for _ in range(draw(st.integers(0, 3))):
            owner = draw(st.sampled_from(owners))
            found.append((owner, owner.name, draw(tables_of(owner))))
        units.append(Case(tuple(found), tuple(draw(st.lists(letters, max_size=2)))))
    return units


jobs = st.builds(Job, typed=st.sampled_from([True, True, False]), texts=st.booleans(), all_columns=st.booleans())


def job_for(job: Job, part_format: PartFormat) -> Job:
    return replace(job, part_format=part_format)


def listing(folder: Path) -> list[str]:
    """The names in a folder, hidden ones too, sorted."""
    return sorted(path.name for path in folder.iterdir())
