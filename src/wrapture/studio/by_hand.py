"""Corrections by hand: single values and records that are as a person says, where no rule covers them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from wrapture.api import TEXT_TAG, extract_page, row_places

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from wrapture.api import Page
    from wrapture.model import Wrapper
    from wrapture.model.table import Table

ADDRESSES: Final = {"a": "href", "area": "href", "img": "src"}
"""The attribute with the value of an element."""

NodePlace: TypeAlias = tuple[int, int, int, int]
"""From a character of a node to before a character of another; -1 for a whole element."""


@dataclass(frozen=True, slots=True)
class ByHand:
    """One correction on one page.

    ``record`` is the node at which the record starts, ``column`` the name of a column (empty: the whole record is taken out),
    ``place`` that of the right value (None: there is no value).
    """

    page: str
    record: int
    column: str = ""
    place: NodePlace | None = None


def with_correction(made: Iterable[ByHand], new: ByHand) -> tuple[ByHand, ...]:
    """Return corrections with one more, which replaces an earlier one of the same value."""
    same = (new.page, new.record, new.column)
    return (*(one for one in made if (one.page, one.record, one.column) != same), new)


def renamed(made: Iterable[ByHand], before: str, after: str) -> tuple[ByHand, ...]:
    """Return corrections for a column that has another name now."""
    return tuple(replace(one, column=after) if one.column == before else one for one in made)


def text_at(page: Page, place: NodePlace) -> str:
    """Return the text at a place, with single spaces; of an element, its address."""
    first, start, last, stop = place
    if start < 0:
        return page.address(first, ADDRESSES.get(page.tags[first], "href")) or ""
    pieces = []
    for node in range(first, last + 1):
        if page.tags[node] == TEXT_TAG:
            text = page.texts[node]
            pieces.append(text[start if node == first else 0 : stop if node == last else len(text)])
    return " ".join(" ".join(pieces).split())


def corrected(table: Table, wrapper: Wrapper, page: Page, made: Sequence[ByHand]) -> Table:
    """Return a table that a wrapper read on a page, with the corrections of that page."""
    if not made:
        return table
    starts = starts_of(wrapper, page)
    dropped = {one.record for one in made if not one.column}
    values = {(one.record, one.column): one.place for one in made if one.column}
    rows = []
    for row, start in zip(table.rows, starts, strict=True):
        if start not in dropped:
            cells = [
                _value(page, values[start, name]) if (start, name) in values else cell
                for name, cell in zip(table.columns, row.cells, strict=True)
            ]
            rows.append(replace(row, cells=tuple(cells)))
    return replace(table, rows=tuple(rows))


def starts_of(wrapper: Wrapper, page: Page) -> list[int]:
    """Return the first node of each record that a wrapper finds on a page; -1 for one without a place."""
    starts = []
    for row, cells in zip(extract_page(wrapper, page).rows, row_places(wrapper, page), strict=True):
        nodes = [place[0] for places in cells for place in places]
        starts.append(row.record[0].start if row.record else min(nodes, default=-1))
    return starts


def _value(page: Page, place: NodePlace | None) -> str | None:
    return None if place is None else text_at(page, place)


def correct_rows(rows: list[dict[str, Any]], names: Sequence[str], page: Page, made: Sequence[ByHand]) -> list[Any]:
    """Return the rows of a table's view with corrections; ``changed`` lists the columns of a row that were corrected."""
    dropped = {one.record for one in made if not one.column}
    kept = [row for row in rows if not (row["spans"] and row["spans"][0][0] in dropped)]
    for row in kept:
        for one in made:
            if one.column in names and row["spans"] and row["spans"][0][0] == one.record:
                at = list(names).index(one.column)
                row["cells"][at] = _value(page, one.place)
                row["places"][at] = [] if one.place is None else [list(one.place)]
                row["changed"].append(at)
    return kept
