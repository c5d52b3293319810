"""Lists of several pages that need no query: learn a wrapper from the first pages, read all of them in order."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from wrapture.errors import NothingFoundError, SourceError
from wrapture.learning.confidence import is_sure, page_confidence
from wrapture.learning.doubts import doubt, refusal
from wrapture.learning.learn import Ranked, learn_ranked
from wrapture.learning.learners import ALL, LEARNERS
from wrapture.model import Column, Listing
from wrapture.model.table import Table
from wrapture.net.web_address import without_password
from wrapture.reading.fit import misfit
from wrapture.reading.fitted_reading import read_parsed
from wrapture.site.page_turning import MOST_PAGES, Leaf, PageReading, shortfall, turn_pages
from wrapture.site.pagination import next_request, pagination_of
from wrapture.site.totals import stated_total
from wrapture.site.wrapping_failures import LOGIN, may_be_drawn, wants_login

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from wrapture.html.page import Page
    from wrapture.learning.judge import Learner
    from wrapture.model import Candidate, Wrapper
    from wrapture.net.http_messages import Request

LEARNED_FROM: Final = 3
"""Pages to learn a list from: what is special about one of them is not special about three."""
FOUND_AT: Final = "found_at"
"""The column with the address of the page that a record is from."""


@dataclass(frozen=True, slots=True)
class ListRead:
    """The records of all pages of a list as one ``table``, and what a user should know about it.

    ``error`` says why it ends early, if it does; ``more`` that further pages exist.
    """

    table: Table
    wrapper: Wrapper
    pages: int
    remarks: tuple[str, ...] = ()
    error: str = ""
    more: bool = False


def learn_listing(
    first: Page,
    fetch: Callable[[Request], Page],
    *,
    learners: Sequence[Learner] = LEARNERS[ALL],
    name: str = "",
    names: Sequence[str] = (),
    guess: bool = False,
    say: Callable[[str], None] = lambda _: None,
) -> Wrapper:
    """Return the wrapper of a list, learned from its first pages, with the address where it begins.

    Raises `NothingFoundError` if the first page has no convincing list, unless ``guess=True``.
    """
    ranked = Ranked(learners)
    found = ranked(first)
    if why_not := _why_not(first, found, guess=guess):
        raise NothingFoundError(f"{first.name}: {why_not}")
    if unsure := doubt(first, found):
        say(f"{first.name}: {unsure}")
    pages = _first_pages(first, ranked, fetch)
    wrapper = learn_ranked(pages, ranked, name=name, names=names)
    count = len(read_parsed(wrapper, first))
    request = next_request(first, count)
    paging = None if request is None else pagination_of(first, request)
    if first.url is None or not first.url.startswith(("http://", "https://")):
        return wrapper
    return replace(wrapper, listing=Listing(without_password(first.url), paging, stated_total(first, count)))


def _why_not(first: Page, found: Sequence[Candidate], *, guess: bool) -> str:
    """Return why no list is learned from a page, an empty text if one is."""
    if found and guess:
        return ""
    if wants_login(first) and not (found and is_sure(page_confidence(found))):  # a sure list may have a login beside it
        return LOGIN
    if found and not refusal(first, found):
        return ""
    what = refusal(first, found) or "nothing on this page repeats like records"
    drawn = first.boxes is None and may_be_drawn(first)
    return f"{what}; scripts may draw it: `render=True` runs them in a browser" if drawn else what


def read_list(
    wrapper: Wrapper,
    first: Page,
    fetch: Callable[[Request], Page],
    *,
    pages: int = MOST_PAGES,
    say: Callable[[str], None] = lambda _: None,
) -> ListRead:
    """Return the records of all pages of a list; what was read before a failure is kept."""
    leaves: list[Leaf] = []
    error = ""
    reading = PageReading(lambda page: read_parsed(wrapper, page), _remark)
    try:
        for leaf in turn_pages(first, reading, fetch, pages=pages):
            leaves.append(leaf)
            say(f"{leaf.table.page}: page {len(leaves)}, {sum(len(one.table) for one in leaves)} records")
    except SourceError as failure:
        error = str(failure)
    more = bool(leaves) and leaves[-1].more
    remarks = [f"{leaf.table.page}: {leaf.remark}" for leaf in leaves if leaf.remark]
    remarks += filter(None, [shortfall(leaves)])
    return ListRead(as_one(first.name, leaves), wrapper, len(leaves), tuple(remarks), error, more)


def as_one(name: str, leaves: Sequence[Leaf]) -> Table:
    """Return one table of the records of all pages, with the address of its page beside each."""
    tables = [leaf.table for leaf in leaves]
    columns = tables[0].columns if tables else ()
    address = _free(FOUND_AT, columns)
    rows = [replace(row, cells=(*row.cells, table.page)) for table in tables for row in table.rows]
    described = (*(tables[0].described if tables else ()), Column(address, "text", ()))
    return Table(name, (*columns, address), tuple(rows), described=described)


def _first_pages(first: Page, ranked: Ranked, fetch: Callable[[Request], Page]) -> list[Page]:
    """Return the first pages of a list, as far as they can be fetched."""
    pages = [first]
    while len(pages) < LEARNED_FROM:
        best = ranked(pages[-1])[:1]
        request = next_request(pages[-1], len(best[0].records[0]) if best else 0)
        if request is None:
            break
        try:
            page = fetch(request)
        except SourceError:
            break
        if page.url in [one.url for one in pages]:
            break
        pages.append(page)
    return pages


def _remark(page: Page, table: Table) -> str:  # noqa: ARG001 - a reading's own signature
    return "" if table.fit is None else misfit(table.fit)


def _free(name: str, taken: Sequence[str]) -> str:
    return name if name not in taken else _free(f"{name}_", taken)
