"""Read whole lists: all pages of a list at an address, or in a folder or archive of saved pages."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from wrapture.capture.page_sources import ADDRESS
from wrapture.errors import NothingFoundError
from wrapture.learning.learners import ALL
from wrapture.net.http_messages import Request
from wrapture.site.listing import learn_listing, read_list
from wrapture.site.page_turning import MOST_PAGES
from wrapture.site.page_visits import visit
from wrapture.tasks.extraction import loaded
from wrapture.tasks.list_discovery import chosen_learners

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Sequence

    from wrapture.html.page import Page
    from wrapture.learning.judge import Learner
    from wrapture.model import Wrapper
    from wrapture.net.visitor import Visitor
    from wrapture.site.listing import ListRead


def extract_pages(
    source: str = "",
    wrapper: Wrapper | str | os.PathLike[str] | None = None,
    *,
    pages: int | None = None,
    visitor: Visitor | None = None,
    learner: str | Sequence[Learner] = ALL,
    guess: bool = False,
    say: Callable[[str], None] | None = None,
) -> ListRead:
    """Return the records of all pages of a list as one table, following its pagination.

    ``source`` is the address of the first page, or a folder or archive of saved pages; without one, the ``wrapper`` says where
    its list begins.  Without a wrapper, one is learned from the first pages.  ``pages`` is the most pages to read.  A
    ``visitor`` may store pages, wait less, or visit private addresses; without one, pages are not stored.
    """
    known = None if wrapper is None else loaded(wrapper)
    report = say or _silent
    start = source or _start(known)
    most = MOST_PAGES if pages is None else pages
    learn = partial(learn_listing, learners=chosen_learners(learner), guess=guess, say=report)
    if not ADDRESS.match(start):
        return _saved(start, known, most, learn, report)
    from wrapture.net.visitor import Visitor

    fetch = _Remembering(partial(visit, visitor or Visitor()))
    first = fetch(Request(start))
    return read_list(known or learn(first, fetch), first, fetch, pages=most, say=report)


def _saved(
    source: str, wrapper: Wrapper | None, pages: int, learn: Callable[..., Wrapper], say: Callable[[str], None]
) -> ListRead:
    """Return the records of all lists in a folder or archive, in one table; each is read from its first page on."""
    from wrapture.tasks.saved_lists import SavedList

    saved = SavedList(source)
    starts = saved.starts()
    wrapper = wrapper or learn(starts[0], saved.fetch)
    lists = [read_list(wrapper, first, saved.fetch, pages=pages, say=say) for first in starts]
    rows = tuple(row for one in lists for row in one.table.rows)
    return replace(
        lists[0],
        table=replace(lists[0].table, page=source, rows=rows),
        pages=sum(one.pages for one in lists),
        remarks=tuple(remark for one in lists for remark in (*one.remarks, *filter(None, [one.error]))),
        error="",
        more=any(one.more for one in lists),
    )


def _start(wrapper: Wrapper | None) -> str:
    if wrapper is None:
        raise ValueError("give the address of a list, or a wrapper that knows one")
    if wrapper.listing is None:
        raise NothingFoundError(f"{wrapper.name}: the wrapper does not say where its list begins; give an address")
    return wrapper.listing.page


def _silent(line: str) -> None:
    """Ignore a message."""


class _Remembering:
    """Fetches pages; the few that a list is learned from are kept, so that reading does not request them again."""

    def __init__(self, fetch: Callable[[Request], Page]) -> None:
        self._fetch = fetch
        self._kept: dict[tuple[str, bytes], Page] = {}

    def __call__(self, request: Request) -> Page:
        key = (request.url, request.body)
        if key not in self._kept:
            page = self._fetch(request)
            if len(self._kept) >= 4:
                return page
            self._kept[key] = page
        return self._kept[key]
