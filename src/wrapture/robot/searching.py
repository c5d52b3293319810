"""A query put to a site that is wrapped: the records of its answer, page after page, until no new ones come."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from wrapture.errors import NotAskableError
from wrapture.extraction.reading import extract_page
from wrapture.extraction.table import Row
from wrapture.robot.news import remarked
from wrapture.robot.sampling import ask
from wrapture.robot.turning import next_request
from wrapture.robot.visiting import visit
from wrapture.wrappers.health import accepts, measured, misfit

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from wrapture.extraction.table import Table
    from wrapture.html.page import Page
    from wrapture.model import Asking, Wrapper
    from wrapture.web.messages import Request
    from wrapture.web.visitor import Visitor

PAGES: Final = 10
"""Pages of an answer that are read where nobody says how many."""
GROWN: Final = 0.3
"""Share of a page's records that were on the pages before, from which on these are left out."""
CERTAIN: Final = 0.8
"""Share of what the site says when it has nothing, from which on what was read as records is none."""
FAMILIAR: Final = 0.5
"""Share of what stood around the records, from which on a page without records may be the site's."""


@dataclass(frozen=True, slots=True)
class Leaf:
    """One page of an answer: its records, what a person should know of it, if anything, and whether ``more`` pages follow."""

    table: Table
    remark: str = ""
    more: bool = False


def leaves(wrapper: Wrapper, query: str, visitor: Visitor, *, pages: int = PAGES) -> Iterator[Leaf]:
    """Yield the pages of the answer to a query; raises `SourceError` where one can't be had.

    It ends where no page follows, where a page has no new records, or after so many ``pages``.
    """
    if wrapper.asking is None:
        raise NotAskableError(wrapper.name)
    page = ask(visitor, wrapper.asking, query)
    known: Known | None = None
    asked: set[Request] = set()
    for number in range(1, pages + 1):
        table = _read(wrapper, page, query)
        known, count = known or Known(table), len(table)
        new = [row for row in table.rows if row not in known]
        if number > 1 and not new:
            return
        if len(new) < (1 - GROWN) * len(table):  # the same list, but longer
            table = replace(table, rows=tuple(new))
        known.add(table)
        request = next_request(page, count) if new else None
        follows = request is not None and replace(request, referer="") not in asked
        yield Leaf(table, _remark(wrapper, page, query, table), more=follows)
        if request is None or not follows or number == pages:
            return
        asked.add(replace(request, referer=""))
        page = visit(visitor, request)


class Known:
    """The records of an answer so far, by what tells them apart on its first page: their text, their links, or all together.

    Two marks are better than one: a page later a record may say how long ago it was, and its links may name the page.
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


def _read(wrapper: Wrapper, page: Page, query: str) -> Table:
    """Return the records of a page of an answer; none where it says that there are none."""
    table = replace(extract_page(wrapper, page), wrapper=wrapper.name)
    table = replace(table, fit=measured(wrapper, page, table))
    asking = wrapper.asking
    if asking is not None and remarked(page, query, asking.nothing) >= CERTAIN:
        return replace(table, rows=())
    if asking is not None and not table.rows and _is_the_only_one(asking, page, query):
        return replace(table, rows=(_as_row(table, page),), fit=None)
    return table


def _is_the_only_one(asking: Asking, page: Page, query: str) -> bool:
    """Return whether a site has led from the answer to another page, which has all words of the query: its only result."""
    own, asked = urlsplit(page.url or ""), urlsplit(asking.action)
    away = own.netloc == asked.netloc and own.path.rstrip("/") not in (asked.path.rstrip("/"), "")
    text = f"{page.title} {page.text(page.body)}".casefold()
    return away and not remarked(page, query, asking.nothing) and all(word in text for word in query.casefold().split())


def _as_row(table: Table, page: Page) -> Row:
    """Return a page as a record of its own: its title and its address, in the columns that hold such."""
    title = next((i for i, column in enumerate(table.described) if column.name.startswith("title")), None)
    texts = [i for i, column in enumerate(table.described) if column.kind == "text"]
    links = [i for i, column in enumerate(table.described) if column.kind == "link"]
    titled = title if title in texts else next(iter(texts), None)
    cells = {titled: page.title or page.name, next(iter(links), None): page.url}
    return Row(page.title or page.name, tuple(cells.get(i) for i in range(len(table.columns))))


def _remark(wrapper: Wrapper, page: Page, query: str, table: Table) -> str:
    """Return what is wrong with a page of an answer; nothing where all is well, as where the site says it has nothing.

    A page without records is no longer the site's where it lacks both what the site says then and what used to stand around
    the records.
    """
    fit = table.fit
    if table.rows or fit is None or wrapper.asking is None:
        return "" if fit is None or accepts(fit) else misfit(fit)
    if remarked(page, query, wrapper.asking.nothing):
        return ""
    familiar = fit.frame is not None and fit.frame >= FAMILIAR
    if familiar and not wrapper.asking.nothing:
        return ""
    return "no records, and not what the site says when it has none: has it changed?"
