"""Read the pages of one list one after the other, until no page follows or a page has nothing new."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from wrapture.site.pagination import next_request
from wrapture.site.totals import stated_total

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from wrapture.html.page import Page
    from wrapture.model.table import Row, Table
    from wrapture.net.http_messages import Request

GROWN: Final = 0.3
"""Share of known records on a page from which these are left out."""
MOST_PAGES: Final = 10_000
"""Pages of one list: a calendar has no last page."""


@dataclass(frozen=True, slots=True)
class Leaf:
    """One page of a list: its records, a ``remark`` for the user if there is a problem, and whether ``more`` pages follow.

    ``total`` is the number of records of the whole list, where the page states it.
    """

    table: Table
    remark: str = ""
    more: bool = False
    total: int | None = None
    page: Page | None = None


@dataclass(frozen=True, slots=True)
class PageReading:
    """How a page of a list is read: its table, what is wrong with it, and the line that states the total, if known."""

    table: Callable[[Page], Table]
    remark: Callable[[Page, Table], str]
    total: Callable[[Page, int], int | None] = stated_total


def turn_pages(
    page: Page, reading: PageReading, fetch: Callable[[Request], Page], *, pages: int = MOST_PAGES
) -> Iterator[Leaf]:
    """Yield the pages of a list from its first ``page`` on; raises what ``fetch`` raises.

    It ends if no page follows, if a page has no new records, if a request would be sent twice, or after ``pages`` pages.
    """
    known: Known | None = None
    asked: set[Request] = set()
    for number in range(1, pages + 1):
        table = reading.table(page)
        known, count = known or Known(table), len(table)
        new = [row for row in table.rows if row not in known]
        if number > 1 and not new:
            if not table.rows and (remark := reading.remark(page, table)):
                yield Leaf(table, remark)
            return
        if len(new) < (1 - GROWN) * len(table):  # the page repeats the list so far and extends it
            table = replace(table, rows=tuple(new))
        known.add(table)
        request = next_request(page, count) if new else None
        follows = request is not None and replace(request, referer="") not in asked
        yield Leaf(table, reading.remark(page, table), more=follows, total=reading.total(page, count), page=page)
        if request is None or not follows or number == pages:
            return
        asked.add(replace(request, referer=""))
        page = fetch(request)


class Known:
    """The records so far, identified by what is unique on the first page: their text, their links, or both together.

    Either mark suffices: on a later page a record's text may show another age, or its links the page number.
    """

    def __init__(self, first: Table) -> None:
        links = [i for i, column in enumerate(first.described) if column.kind == "link"]
        marks: list[Callable[[Row], object]] = [lambda row: row.text]
        if links:
            marks.append(lambda row: tuple(row.cells[i] for i in links))
        telling = [mark for mark in marks if len({mark(row) for row in first.rows}) == len(first)]
        self._marks = telling or [lambda row: (row.text, *row.cells)]
        self._seen: list[set[object]] = [set() for _ in self._marks]

    def __contains__(self, row: Row) -> bool:
        return any(mark(row) in seen for mark, seen in zip(self._marks, self._seen, strict=True))

    def add(self, table: Table) -> None:
        """Remember the records of a page."""
        for mark, seen in zip(self._marks, self._seen, strict=True):
            seen.update(map(mark, table.rows))


def shortfall(leaves: list[Leaf]) -> str:
    """Return the message that fewer records were read than the site states, or an empty text.

    The first page's total counts: some sites state what is left on later ones.
    """
    total = leaves[0].total if leaves else None
    read = sum(len(leaf.table) for leaf in leaves)
    return f"{read} of {total} records read, as the site counts them" if total is not None and read < total else ""
