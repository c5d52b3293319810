"""Typed results of the tools: pydantic models, from which the protocol's output schemas are made.

Results are bounded, because an agent pays for every character it reads: `bounded` cuts long texts and stops after a number of
rows or characters, and says where to continue.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeAlias

from pydantic import BaseModel, Field

from wrapture import api

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wrapture.api import Candidate, Page, Table

MAX_ROWS: Final = 1000  # in one result
MAX_CELL_CHARS: Final = 2000
MAX_RESULT_CHARS: Final = 200_000
CUT: Final = "…"

Row: TypeAlias = dict[str, Any]


class ColumnType(BaseModel):
    """A column of a table."""

    name: str
    type: str = Field(description="text, number, price, date, rating, link, image …")


class Records(BaseModel):
    """Some records of a table."""

    columns: list[ColumnType]
    records: list[Row] = Field(description="One object per record, keyed by column name.")
    total: int = Field(description="How many records the table has.")
    next_start: int | None = Field(default=None, description="The `start` of the next call, if there are more records.")


class PageTable(Records):
    """The records of one list of a page, with how sure it is."""

    page: str
    heading: str = Field(default="", description="The heading above the list, if all lists were asked for.")
    kind: str = Field(default="", description="What the list is (results, navigation …), if all lists were asked for.")
    confidence: float | None = Field(
        default=None, description="From 0 to 1: is this the main list? Known only without a wrapper."
    )
    sure: bool | None = Field(
        default=None, description="Whether the confidence is high enough not to check the result."
    )
    fit: float | None = Field(
        default=None, description="From 0 to 1: does the page fit the wrapper? Known only with one."
    )
    note: str = Field(default="", description="What to check: what else the list may be, or why there are no records.")


class ExtractResult(BaseModel):
    """The tables of a page."""

    tables: list[PageTable]


class FoundList(BaseModel):
    """One list of a page."""

    number: int = Field(description="The `list_number` for `learn`.")
    records: int
    score: float
    why: list[str] = Field(description="What speaks for and against this list.")
    first_records: list[str]


class DiscoverResult(BaseModel):
    """The lists of a page, best first."""

    page: str
    verdict: str = Field(description="How sure it is that the first list is the main one.")
    confidence: float | None
    lists: list[FoundList]


class LearnResult(BaseModel):
    """A wrapper that was learned and saved in the library."""

    wrapper: str = Field(description="Its name in the library, for `extract` and `search`.")
    columns: list[str]
    records: list[int] = Field(description="How many records it finds on each page that it was learned from.")


class ListedWrapper(BaseModel):
    """A wrapper of the library."""

    name: str
    columns: int = 0
    records: list[int] = Field(default_factory=list, description="Fewest and most records seen on a page.")
    addresses: list[str] = Field(default_factory=list)
    fit: float | None = Field(default=None, description="From 0 to 1: how well the page fits, if one was given.")
    error: str = Field(default="", description="Why the file can't be used.")


class LibraryResult(BaseModel):
    """The wrappers of the library, or those that fit a page, best first."""

    wrappers: list[ListedWrapper]


class SearchResult(Records):
    """The merged results of several sites."""

    errors: dict[str, str] = Field(description="Why a site gave no results, by site.")
    more: list[str] = Field(description="Sites that have more pages than were read.")


def page_table(table: Table, start: int, limit: int, *, typed: bool) -> PageTable:
    """Return some records of a page's table."""
    note = table.note
    if table.fit is not None:
        note = api.misfit(table.fit) or note
    return PageTable(
        page=table.page,
        heading=table.heading,
        kind=table.kind,
        confidence=_rounded(table.confidence),
        sure=table.sure,
        fit=None if table.fit is None else _rounded(table.fit.value),
        note=note or ("" if table.rows else "no records found"),
        **table_fields(table, start, limit, typed=typed),
    )


def table_fields(table: Table, start: int, limit: int, *, typed: bool) -> dict[str, Any]:
    """Return the fields of `Records` for a table: texts as on the page or, if ``typed``, parsed values where there are any."""
    shown = table.shown()
    rows = api.record_objects(shown[start : start + limit])
    made: list[Any] = [one["fields"] for one in rows]
    if typed:
        made = [{**one["fields"], **one.get("values", {})} for one in rows]  # type: ignore[dict-item]
    return {
        "columns": [ColumnType(name=name, type=kind) for name, kind in shown.types.items()],
        **bounded(made, len(shown), start),
    }


def bounded(rows: Iterable[Row], total: int, start: int) -> dict[str, Any]:
    """Return the rows that fit into one result, their total, and where the next result starts."""
    kept: list[Row] = []
    chars = 0
    for row in rows:
        kept.append({name: _cut(value) for name, value in row.items()})
        chars += sum(len(str(value)) for value in kept[-1].values())
        if chars > MAX_RESULT_CHARS:
            break
    end = start + len(kept)
    return {"records": kept, "total": total, "next_start": end if end < total else None}


def found_list(page: Page, candidate: Candidate, number: int, why: Iterable[str]) -> FoundList:
    """Return a list of a page with the texts of its first records."""
    records = candidate.records[0]
    return FoundList(
        number=number,
        records=len(records),
        score=round(candidate.score, 2),
        why=list(why),
        first_records=[cut_text(page.texts_of(record), 300) for record in records[:3]],
    )


def cut_text(text: str, most: int) -> str:
    """Return the beginning of a long text.

    >>> cut_text("abcdef", 4)
    'abc…'
    """
    return text if len(text) <= most else text[: most - 1] + CUT


def _cut(value: Any) -> Any:
    match value:
        case str():
            return cut_text(value, MAX_CELL_CHARS)
        case list() | tuple():
            return [_cut(one) for one in value]
        case _:
            return value


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 3)
