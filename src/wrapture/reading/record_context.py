"""What no text of a record says: the heading of its section, its depth in a thread, what it replies to, the rating it draws."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from wrapture.model import ContextColumn, Span
from wrapture.reading.drawn_ratings import are_drawn, drawn_ratings
from wrapture.reading.threads import thread_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.html.page import Page
    from wrapture.model import Column, ContextKind, Record
    from wrapture.model.table import Cell, Table

HEADINGS: Final = frozenset(["h1", "h2", "h3", "h4", "h5", "h6", "caption", "legend", "summary", "dt"])
BOLD: Final = frozenset(["b", "strong"])
"""Headings if they have a line of their own."""
CELLS: Final = frozenset(["th", "td"])
MAX_HEADING: Final = 100  # characters
RATINGS: Final = frozenset(["rating", "stars", "rating_value", "average_rating"])
"""Names of columns beside which drawn stars say nothing new."""
MOST_SECTIONS: Final = 0.8  # sections for each record: a heading above every record is part of it
TOLD: Final = 0.9  # share of the records that have their heading in them


def context_columns(page: Page, records: Sequence[Record], columns: Sequence[Column]) -> tuple[ContextColumn, ...]:
    """Return the columns that the places of a list's records and their drawings give; ``columns`` are its other columns."""
    kinds: list[ContextKind] = []
    if len(records) > 1 and _divide(page, records, section_headings(page, records)):
        kinds.append("section")
    if len(records) > 1 and thread_of(page, records) is not None:
        kinds += ["depth", "parent"]
    if not any(one.is_shown and one.name in RATINGS for one in columns) and are_drawn(page, records):
        kinds.append("rating")
    names = {one.name for one in columns}
    return tuple([ContextColumn(_free(kind, names), kind) for kind in kinds])


def _divide(page: Page, records: Sequence[Record], headings: Sequence[str | None]) -> bool:
    """Return whether headings tell more than the records do: the year of a list of dates stands in each of them."""
    if headings[0] is None or not 1 < len(set(headings)) <= MOST_SECTIONS * len(headings):
        return False
    told = sum(
        heading is None or (any(map(str.isdigit, heading)) and any(heading in page.text(span) for span in record))
        for record, heading in zip(records, headings, strict=True)
    )
    return told < TOLD * len(records)


def with_context(table: Table, context: Sequence[ContextColumn], page: Page) -> Table:
    """Return a table with the values of its context columns after the others; its rows have their places on the page."""
    if not context:
        return table
    records = [row.record for row in table.rows]
    known = {one.what: one for one in context}
    values: dict[ContextKind, list[Cell]] = {}
    if "section" in known:
        values["section"] = [*section_headings(page, records)]
    if "depth" in known or "parent" in known:
        replies = thread_of(page, records) if len(records) > 1 else None
        values["depth"] = [None if replies is None else str(replies[n].depth) for n in range(len(records))]
        values["parent"] = [
            None if replies is None or (parent := replies[n].parent) is None else str(parent + 1)
            for n in range(len(records))
        ]
    if "rating" in known:
        values["rating"] = [*drawn_ratings(page, records)]
    added = [values[one.what] for one in context]
    rows = [replace(row, cells=(*row.cells, *(column[n] for column in added))) for n, row in enumerate(table.rows)]
    return replace(
        table,
        columns=(*table.columns, *(one.name for one in context)),
        rows=tuple(rows),
        described=(*table.described, *(one.column for one in context)),
    )


def section_headings(page: Page, records: Sequence[Record]) -> list[str | None]:
    """Return the heading of the section that each record is in, None for those above which there is none.

    A heading between two records is that of the records after it.  The heading of the first section is an element of the same
    name before the list; if there is none, the others are titles of what was left out.
    """
    between = [_heading_in(page, stop, start) for stop, start in _gaps(records)]
    headings = [node for node in between if node >= 0]
    if not headings:
        return [None for _ in records]
    found = [_first_heading(page, records[0][0].start, headings)]
    for node in between:
        found.append(node if node >= 0 else found[-1])
    return [None if node < 0 else _text(page, node) for node in found]


def _first_heading(page: Page, start: int, headings: Sequence[int]) -> int:
    """Return the heading above the first record: the nearest with the name of another, in the element around them all."""
    names = Counter([page.tags[node] for node in headings])
    around = start
    while not around <= headings[0] < page.stops[around]:
        around = page.parents[around]
    return next(
        (node for node in range(start - 1, around, -1) if page.tags[node] in names and _heads(page, node, start)), -1
    )


def _gaps(records: Sequence[Record]) -> list[tuple[int, int]]:
    """Return what stands between neighbouring records, as nodes ``stop <= n < start``."""
    return [(one[-1].stop, other[0].start) for one, other in pairwise(records)]


def _heading_in(page: Page, stop: int, start: int) -> int:
    """Return the last heading between two records, -1 if there is none."""
    if page.offsets[stop] == page.offsets[start]:
        return -1
    return next((node for node in range(start - 1, stop - 1, -1) if _heads(page, node, start)), -1)


def _heads(page: Page, node: int, start: int) -> bool:
    """Return whether an element before a record is a heading: by its name, or as a cell that spans several columns."""
    return _is_heading(page, node) and page.stops[node] <= start and 0 < _size(page, node) <= MAX_HEADING


def _is_heading(page: Page, node: int) -> bool:
    tag = page.tags[node]
    if tag in BOLD:
        return (
            _size(page, node) == _size(page, page.parents[node])
            or "br" in page.tags[page.stops[node] : page.stops[node] + 2]
        )
    return tag in HEADINGS or (tag in CELLS and (page.attribute(node, "colspan") or "1") != "1")


def _size(page: Page, node: int) -> int:
    """Return how many characters an element has."""
    return page.offsets[page.stops[node]] - page.offsets[node]


def _text(page: Page, node: int) -> str:
    return page.text(Span(node, page.stops[node]))


def _free(name: str, taken: set[str]) -> str:
    return next(one for one in (name, *(f"{name}_{n}" for n in range(2, len(taken) + 3))) if one not in taken)
