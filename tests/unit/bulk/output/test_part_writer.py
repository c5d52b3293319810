"""The columns of a wrapper are decided before any page is read, and parts hold what was put in."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import date, datetime
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given

from wrapture.bulk.jobs import Job
from wrapture.bulk.output.parquet_parts import LARGE, PARQUET_MAGIC, read_frame
from wrapture.bulk.output.part_writer import Encoder, wrapper_columns
from wrapture.model import Column, ValueType, masked_layout
from wrapture.rows.cell_values import REMEMBERED, SHORT, Memory, memory_of
from wrapture.rows.row_schema import PROVENANCE
from wrapture.wording import encodable

from .made import (
    BOOKS,
    ROWS_JOB,
    TYPES,
    Case,
    as_json,
    books,
    cases,
    column,
    columns,
    expected,
    job_for,
    jobs,
    table,
    wrapper,
)

if TYPE_CHECKING:
    from wrapture.model import Wrapper


def named(owner: Wrapper, job: Job | None = None) -> list[tuple[str, str]]:
    return [(one.name, one.kind) for one in wrapper_columns(owner, job or Job())]


def test_columns_have_the_kinds_of_their_types() -> None:
    owner = wrapper(
        "w", [column(name, name) for name in TYPES] + [column("to", kind="link"), column("cover", kind="image")]
    )
    assert named(owner) == [
        ("text", "string"),
        ("number", "number"),
        ("price", "number"),
        ("price_currency", "string"),
        ("date", "date"),
        ("date_time", "moment"),
        ("percentage", "number"),
        ("rating", "number"),
        ("rating_scale", "number"),
        ("link", "string"),
        ("to", "string"),
        ("cover", "string"),
    ]


def test_texts_follow_the_columns_of_a_type_where_asked() -> None:
    assert named(BOOKS, Job(texts=True)) == [
        ("title", "string"),
        ("price", "number"),
        ("price_currency", "string"),
        ("price_text", "string"),
        ("published", "date"),
        ("published_time", "moment"),
        ("published_text", "string"),
        ("authors", "string[]"),
    ]


def test_the_page_s_own_words_alone() -> None:
    assert named(BOOKS, Job(typed=False, texts=True)) == [
        ("title", "string"),
        ("price", "string"),
        ("published", "string"),
        ("authors", "string[]"),
    ]


def test_numbers_are_integers_where_all_are_whole() -> None:
    owner = wrapper("w", [column("n", "number"), column("all", "number", every=True), column("p", "price")])
    for cells, kinds in (
        ([("7", ("1", "2"), "$3"), (None, None, None)], ["integer", "integer[]", "number"]),
        ([("7", ("1", "2.5"), "$3"), ("many", ("x",), None)], ["integer", "number[]", "number"]),
        ([("7.5", None, "$3")], ["number", "integer[]", "number"]),
        ([("900000000000000M", None, "$3")], ["number", "integer[]", "number"]),  # more than 64 bits hold
    ):
        encoder = Encoder(owner, "w", ROWS_JOB)
        encoder.add(table(owner, "p", cells))
        assert [kind for name, kind in encoder.part().columns if not name.endswith("currency")] == kinds


def test_constants_are_left_out_unless_asked_or_alone() -> None:
    assert "buy" not in dict(named(BOOKS))
    assert "buy" in dict(named(BOOKS, Job(all_columns=True)))
    assert named(wrapper("w", [column("a", constant=True), column("b", keep=False)])) == [("a", "string")]
    assert named(wrapper("w", [])) == []


def test_names_differ_and_the_wrapper_s_own_come_first() -> None:
    owner = wrapper(
        "w",
        [
            column("PAGE"),
            column("fit", "price"),
            column("fit_2"),
            column("p", "price"),
            column("P_Currency"),
            column(""),
        ],
    )
    assert [name for name, _ in named(owner)] == [
        "PAGE_2", "fit_3", "fit_3_currency", "fit_2", "p", "p_currency_2", "P_Currency", "column",
    ]  # fmt: skip


@given(columns(), jobs)
def test_names_always_differ_even_without_case(drawn: list[Column], job: Job) -> None:
    found = [*PROVENANCE, *(one.name for one in wrapper_columns(wrapper("w", drawn), job))]
    assert len({name.casefold() for name in found}) == len(found)
    assert all(name and "\0" not in name for name in found)


def test_masks_have_no_lists() -> None:
    mask = replace(BOOKS, layout=masked_layout((Column("a", "text", (0,), type=ValueType("number", ".")),)))
    assert named(mask) == [("a", "number")]


def test_merged_columns_are_texts() -> None:
    merged = replace(column("a", every=True), more=((0, 0),))
    assert named(wrapper("w", [merged])) == [("a", "string")]


@given(cases(), jobs)
def test_any_parquet_part_reads_back(units: list[Case], job: Job) -> None:
    for unit in units:
        parts = unit.outcome(0, job).parts
        rows = [row for part in parts for row in frame_rows(part.body, part.wrapper)]
        assert rows == unit.rows(job)
        assert sum(part.rows for part in parts) == len(rows)


@given(cases(), jobs)
def test_any_part_of_lines_reads_back(units: list[Case], job: Job) -> None:
    job = job_for(job, "rows")
    for unit in units:
        parts = unit.outcome(0, job).parts
        lines = [line for part in parts for line in part.body.decode().splitlines(keepends=True)]
        assert all(line.endswith("}\n") for line in lines)
        found = [json.loads(line) for line in lines]
        assert found == [{key: as_json(value) for key, value in row.items()} for row in unit.rows(job)]
        assert [list(row) for row in found] == [
            [*(name for name, _ in part.columns), *PROVENANCE] for part in parts for _ in range(part.rows)
        ]


def frame_rows(body: bytes, name: str) -> list[dict[str, Any]]:
    return [
        {key: row.get(key) if key != "wrapper" else encodable(name) for key in (*list(row)[:-1], "wrapper", "fit")}
        for row in read_frame(body).to_pylist()
    ]


def test_the_schema_does_not_depend_on_what_pages_say() -> None:
    encoder = Encoder(BOOKS, "books", Job(texts=True))
    empty = read_frame(encoder.part().body).schema
    encoder.add(table(BOOKS, "p", [(None, None, None, None, None)], None))
    assert read_frame(encoder.part().body).schema == empty
    encoder.add(books("p", LARGE))
    large = encoder.part()
    assert large.body.startswith(PARQUET_MAGIC)
    assert read_frame(large.body).schema == empty
    assert [str(one.type) for one in empty] == [
        "string", "double", "string", "string", "date32[day]", "timestamp[us]", "string", "list<item: string>",
        "string", "int64", "double",
    ]  # fmt: skip
    assert read_frame(large.body).to_pylist()[-1]["title"] == f"Title {LARGE - 1}"


def test_a_part_begins_anew() -> None:
    encoder = Encoder(BOOKS, "books", ROWS_JOB)
    encoder.add(books("a", 2))
    first = encoder.part()
    encoder.add(books("b", 1))
    assert (first.rows, encoder.part().rows, encoder.part().body) == (2, 1, b"")


def test_a_table_of_another_wrapper_is_refused_and_leaves_nothing() -> None:
    encoder = Encoder(BOOKS, "books", ROWS_JOB)
    other = wrapper("other", [column("title")])
    with pytest.raises(ValueError, match="is not one of books"):
        encoder.add(table(other, "p", [("A",)]))
    assert encoder.part().rows == 0


def test_dates_keep_their_time_of_day() -> None:
    owner = wrapper("w", [column("at", "date"), column("all", "date", every=True)])
    cells = ("2001-05-18T23:30+02:00", ("17 June 1999", "soon"))
    assert expected(owner, "w", table(owner, "p", [cells]), Job()) == [
        {
            "page": "p",
            "record": 1,
            "wrapper": "w",
            "fit": 1.0,
            "at": date(2001, 5, 18),
            "at_time": datetime(2001, 5, 18, 21, 30),
            "all": [date(1999, 6, 17), None],
            "all_time": [None, None],
        }
    ]
    encoder = Encoder(owner, "w", Job())
    encoder.add(table(owner, "p", [cells]))
    assert frame_rows(encoder.part().body, "w") == expected(owner, "w", table(owner, "p", [cells]), Job())


def test_cells_that_are_lists_where_none_are_due_are_joined_and_texts_become_lists() -> None:
    owner = wrapper("w", [column("one"), column("all", every=True), column("n", "number", every=True)])
    for job in (Job(), ROWS_JOB):
        encoder = Encoder(owner, "w", job)
        encoder.add(table(owner, "p", [(("a", "b"), "c", "5")]))
        body = encoder.part().body
        (row,) = [json.loads(body)] if job.part_format == "rows" else read_frame(body).to_pylist()
        assert (row["one"], row["all"], row["n"]) == ("a | b", ["c"], [5])


def test_whole_numbers_that_are_larger_than_a_float_tells_apart() -> None:
    owner = wrapper("w", [column("n", "number"), column("all", "number", every=True)])
    encoder = Encoder(owner, "w", Job())
    encoder.add(table(owner, "p", [("900000000000000M", ("900000000000000K", "x")), ("7", None), (None, ("1.5",))]))
    found = read_frame(encoder.part().body).to_pylist()
    assert [(row["n"], row["all"]) for row in found] == [(9e20, [9e17, None]), (7, None), (None, [1.5])]


def test_the_memory_of_values_is_bounded() -> None:
    memory = Memory(ValueType("number", "."))
    assert memory["x" * (SHORT + 1)] == (None,)
    assert memory[("x" * SHORT, "y")] == ([None, None],)
    assert len(memory) == 0
    for i in range(REMEMBERED + 10):
        assert memory[str(i + 1)] == (i + 1,)
    assert len(memory) == 10
    assert memory_of(ValueType("rating")) is memory_of(ValueType("rating"))


@pytest.mark.parametrize("count", [30, LARGE])
@pytest.mark.parametrize("job", [Job(), ROWS_JOB])
def test_the_same_tables_give_the_same_bytes(job: Job, count: int) -> None:
    case = Case(((BOOKS, "books", books("p", count)),))
    assert case.outcome(0, job) == case.outcome(0, job)
