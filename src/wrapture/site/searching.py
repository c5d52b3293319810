"""Query a wrapped site: read its result pages one after the other until there are no new records."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from wrapture.errors import NotAskableError
from wrapture.model import Capture
from wrapture.model.table import Row
from wrapture.reading.fit import accepts, misfit
from wrapture.reading.fitted_reading import read_parsed
from wrapture.site.new_lines import remarked
from wrapture.site.page_visits import visit
from wrapture.site.pagination import next_request
from wrapture.site.sampling import ask

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from wrapture.html.page import Page
    from wrapture.model import QueryForm, Wrapper
    from wrapture.model.table import Table
    from wrapture.net.http_messages import Request
    from wrapture.net.visitor import Visitor

PAGES: Final = 10
"""Default limit of result pages to read."""
GROWN: Final = 0.3
"""Share of known records on a page from which these are left out."""
CERTAIN: Final = 0.8
"""Share of the site's no-results lines from which the page has no results, whatever was read as records."""
FAMILIAR: Final = 0.5
"""Share of the frame from which a page without records may still be a result page of the site."""


@dataclass(frozen=True, slots=True)
class Leaf:
    """One result page with its records, a ``remark`` for the user if there is a problem, and whether ``more`` pages follow."""

    table: Table
    remark: str = ""
    more: bool = False
    page: Page | None = None


def leaves(wrapper: Wrapper, query: str, visitor: Visitor, *, pages: int = PAGES) -> Iterator[Leaf]:
    """Yield the result pages of a query; raises `SourceError` if one can't be fetched.

    It ends if no page follows, if a page has no new records, or after ``pages`` pages.
    """
    if wrapper.query_form is None:
        raise NotAskableError(wrapper.name)
    page = ask(visitor, wrapper.query_form, query)
    known: Known | None = None
    asked: set[Request] = set()
    for number in range(1, pages + 1):
        table = _read(wrapper, page, query)
        known, count = known or Known(table), len(table)
        new = [row for row in table.rows if row not in known]
        if number > 1 and not new:
            return
        if len(new) < (1 - GROWN) * len(table):  # the page repeats the list so far and extends it
            table = replace(table, rows=tuple(new))
        known.add(table)
        request = next_request(page, count) if new else None
        follows = request is not None and replace(request, referer="") not in asked
        yield Leaf(table, _remark(wrapper, page, query, table), more=follows, page=page)
        if request is None or not follows or number == pages:
            return
        asked.add(replace(request, referer=""))
        page = visit(visitor, request)


def result_captures(wrapper: Wrapper, query: str, visitor: Visitor, *, pages: int = PAGES) -> list[Capture]:
    """Return the result pages of a query as they were received; raises `SourceError` if one can't be fetched."""
    found = [leaf.page for leaf in leaves(wrapper, query, visitor, pages=pages) if leaf.page is not None]
    return [Capture(page.name, (page.source or "").encode(), page.url, "utf-8", fetched=True) for page in found]


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


def _read(wrapper: Wrapper, page: Page, query: str) -> Table:
    """Return the records of a result page; none if the page says that there are no results."""
    table = replace(read_parsed(wrapper, page), wrapper=wrapper.name)
    query_form = wrapper.query_form
    if query_form is not None and remarked(page, query, query_form.nothing) >= CERTAIN:
        return replace(table, rows=())
    if query_form is not None and not table.rows and _is_the_only_one(query_form, page, query):
        return replace(table, rows=(_as_row(table, page),), fit=None)
    return table


def _is_the_only_one(query_form: QueryForm, page: Page, query: str) -> bool:
    """Return whether the site redirected to a page with all words of the query: the only result."""
    own, asked = urlsplit(page.url or ""), urlsplit(query_form.action)
    away = own.netloc == asked.netloc and own.path.rstrip("/") not in (asked.path.rstrip("/"), "")
    text = f"{page.title} {page.text(page.body)}".casefold()
    return (
        away
        and not remarked(page, query, query_form.nothing)
        and all(word in text for word in query.casefold().split())
    )


def _as_row(table: Table, page: Page) -> Row:
    """Return a page as a record: its title and address in the first columns for them."""
    title = next((i for i, column in enumerate(table.described) if column.name.startswith("title")), None)
    texts = [i for i, column in enumerate(table.described) if column.kind == "text"]
    links = [i for i, column in enumerate(table.described) if column.kind == "link"]
    titled = title if title in texts else next(iter(texts), None)
    cells = {titled: page.title or page.name, next(iter(links), None): page.url}
    return Row(page.title or page.name, tuple(cells.get(i) for i in range(len(table.columns))))


def _remark(wrapper: Wrapper, page: Page, query: str, table: Table) -> str:
    """Return what is wrong with a result page, or an empty text; a site's no-results page is fine.

    A page without records is suspicious if it has neither the site's no-results lines nor the wrapper's frame.
    """
    fit = table.fit
    if table.rows or fit is None or wrapper.query_form is None:
        return "" if fit is None or accepts(fit) else misfit(fit)
    if remarked(page, query, wrapper.query_form.nothing):
        return ""
    familiar = fit.frame is not None and fit.frame >= FAMILIAR
    if familiar and not wrapper.query_form.nothing:
        return ""
    return "no records, and not the site's usual page without results; the site may have changed"
