"""Query a wrapped site: read its result pages one after the other until there are no new records."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from wrapture.errors import NotAskableError
from wrapture.model import Capture
from wrapture.model.table import Row
from wrapture.reading.fit import accepts, misfit
from wrapture.reading.fitted_reading import read_parsed
from wrapture.site.new_lines import PLACE, remarked
from wrapture.site.page_turning import PageReading, turn_pages
from wrapture.site.query_chain import QueryChain
from wrapture.site.query_form import request_for
from wrapture.site.totals import stated_total
from wrapture.site.wrapping_failures import LOGIN, wants_login

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wrapture.html.page import Page
    from wrapture.model import QueryForm, Wrapper
    from wrapture.model.table import Table
    from wrapture.net.visitor import Visitor
    from wrapture.site.page_turning import Leaf

PAGES: Final = 10
"""Default limit of result pages to read."""
CERTAIN: Final = 0.8
"""Share of the site's no-results lines from which the page has no results, whatever was read as records."""
FAMILIAR: Final = 0.5
"""Share of the frame from which a page without records may still be a result page of the site."""


def leaves(wrapper: Wrapper, query: str, visitor: Visitor, *, pages: int = PAGES) -> Iterator[Leaf]:
    """Yield the result pages of a query; raises `SourceError` if one can't be fetched.

    It ends if no page follows, if a page has no new records, or after ``pages`` pages.
    """
    if wrapper.query_form is None:
        raise NotAskableError(wrapper.name)
    chain = QueryChain(visitor, wrapper.query_form, query)
    reading = PageReading(
        lambda page: _read(wrapper, page, query),
        lambda page, table: _remark(wrapper, page, query, table),
        partial(_total, wrapper.query_form.total, query),
    )
    yield from turn_pages(chain.first(), reading, chain.follow, pages=pages)


def result_captures(wrapper: Wrapper, query: str, visitor: Visitor, *, pages: int = PAGES) -> list[Capture]:
    """Return the result pages of a query as they were received; raises `SourceError` if one can't be fetched."""
    found = [leaf.page for leaf in leaves(wrapper, query, visitor, pages=pages) if leaf.page is not None]
    return [Capture(page.name, (page.source or "").encode(), page.url, "utf-8", fetched=True) for page in found]


def _total(line: str, query: str, page: Page, count: int) -> int | None:
    """Return the total that a result page states, by the line that the wrapper knows or, without one, by its words."""
    return stated_total(page, count, line.replace(PLACE, query))


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
    if query_form.typed is not None:
        return False
    own, asked = urlsplit(page.url or ""), urlsplit(request_for(query_form, query).url)
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
    if familiar and not wrapper.query_form.nothing:  # it may have a login beside the results, as many sites do
        return ""
    if wants_login(page):
        return LOGIN
    return "no records, and not the site's usual page without results; the site may have changed"
