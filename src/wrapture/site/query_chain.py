"""The requests of one query in order: the form, the first result page, the pages that follow.

What a site answers may depend on the requests before: after a POST, or in a session, the second page of two queries has one
address.  Such pages are stored with a mark of their query.  If one of them is not in the store but the pages before it
are, these are requested again, because the server no longer knows of them.
"""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256
from typing import TYPE_CHECKING, Final
from urllib.parse import unquote_plus

from wrapture.errors import SourceError
from wrapture.html.parsing import read_page
from wrapture.site.highlights import without_highlights
from wrapture.site.page_visits import capture_of, page_of, visit
from wrapture.site.query_form import request_for

if TYPE_CHECKING:
    from wrapture.html.page import Page
    from wrapture.model import QueryForm
    from wrapture.net.http_messages import Request
    from wrapture.net.visitor import Visitor

MARK_LENGTH: Final = 16
NOT_DRAWN: Final = "a script draws its results; `render=True` runs it in a browser"


class QueryChain:
    """The pages of one query."""

    def __init__(self, visitor: Visitor, query_form: QueryForm, query: str) -> None:
        self._visitor = visitor
        self._query_form = query_form
        self._query = query
        self._mark = sha256(f"{query_form.action}\n{query}".encode("utf-8", "replace")).hexdigest()[:MARK_LENGTH]
        self._is_live = False
        self._followed: list[Request] = []

    def first(self, *, max_age_s: float | None = None) -> Page:
        """Return the first result page; the form is reloaded first if its values change."""
        if self._query_form.typed is not None:
            return without_highlights(self._drawn(self._query_form.typed), self._query)
        form_page = visit(self._visitor, self._query_form.page, max_age_s=0) if self._query_form.fresh else None
        request = request_for(self._query_form, self._query, form_page)
        answer = self._visitor.open(request, max_age_s=max_age_s)
        self._is_live = not answer.stored
        return without_highlights(page_of(self._visitor, answer), self._query)

    def follow(self, request: Request) -> Page:
        """Return the page of a request that a page of the query leads to."""
        if self._says_query(request):
            return without_highlights(visit(self._visitor, request), self._query)
        request = replace(request, after=self._mark)
        if not self._is_live and not self._visitor.has(request):
            self._repeat()
        self._followed.append(request)
        return without_highlights(visit(self._visitor, request), self._query)

    def _drawn(self, place: int) -> Page:
        """Return what a page's script draws for the query when it is typed into an input."""
        if self._visitor.draw is None:
            raise SourceError(self._query_form.page, NOT_DRAWN)
        capture = capture_of(self._visitor.open(self._query_form.page))
        return read_page(self._visitor.draw(capture, place, self._query))

    def _says_query(self, request: Request) -> bool:
        """Return whether a request holds the query, so that its answer can't be that of another one."""
        sent = f"{request.url} {request.body.decode('utf-8', 'replace')}"
        return bool(self._query) and self._query.casefold() in unquote_plus(sent).casefold()

    def _repeat(self) -> None:
        """Send the query and the requests after it again, so that the site knows them."""
        self.first(max_age_s=0)
        for request in self._followed:
            visit(self._visitor, request, max_age_s=0)
        self._is_live = True
