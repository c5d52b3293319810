"""Send sample queries until enough result pages have enough records to learn from, and a few have only one or two.

Departures from ViNTs [1]_
--------------------------
* Its query generator takes words from a dictionary; here they come from the site, then from its results, so that they are in
  its language and on its subject.
* The impossible query is sent first: a query has results if its page has lines that the page for the impossible one lacks.

.. [1] Zhao, Meng, Wu, Raghavan, Yu: Fully automatic wrapper generation for search engines. WWW 2005. Section 2.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from wrapture.errors import RobotsError, SourceError
from wrapture.html.content_lines import shown_text
from wrapture.html.lexbor import parse_page
from wrapture.learning.learn import Ranked
from wrapture.learning.learners import ALL, LEARNERS
from wrapture.site.form_search import pages_beside
from wrapture.site.new_lines import Background
from wrapture.site.page_visits import visit
from wrapture.site.query_form import request_for
from wrapture.site.query_words import Queries
from wrapture.site.word_lists import ANYTHING, impossible_word

if TYPE_CHECKING:
    from collections.abc import Callable

    from wrapture.html.content_lines import Line
    from wrapture.html.page import Page
    from wrapture.model import QueryForm
    from wrapture.net.visitor import Visitor

ENOUGH_PAGES: Final = 6
"""Result pages to learn from: ViNTs takes five; one more is worth its second."""
ENOUGH_RECORDS: Final = 4
"""Fewest records of a result page to learn from it (a sample page of ViNTs has four)."""
CHECKS: Final = 8
"""Queries sent after those for result pages to check with; rare words mostly have few results."""
ENOUGH_CHECKS: Final = 5
MOST_QUERIES: Final = 40
GIVE_UP: Final = 4
"""Failed queries in a row after which the form is given up."""
UNANSWERED: Final = 24
"""Queries without any results after which the form is given up."""
ALIKE: Final = 0.7
"""Largest share of news that two result pages may have in common to count as different."""


@dataclass(frozen=True, slots=True, eq=False)
class SampleReply:
    """The result of a sample query: its page, its news, and its estimated number of records."""

    query: str
    page: Page
    news: tuple[str, ...]
    count: int


@dataclass(slots=True)
class Samples:
    """The results of the sample queries: pages to learn from, others to check with, and the page without results."""

    background: Background
    ranked: Ranked
    large: list[SampleReply] = field(default_factory=list)
    checks: list[SampleReply] = field(default_factory=list)

    @property
    def replies(self) -> list[SampleReply]:
        """All pages with results."""
        return [*self.large, *self.checks]

    def taken(self, query: str, page: Page) -> SampleReply:
        """Return the result page of a query with its news."""
        lines = self.background.news(page, query)
        texts = tuple(shown_text(page, line) for line in lines)
        return SampleReply(query, page, texts, _count(self.ranked, page, lines))


def sample(visitor: Visitor, query_form: QueryForm, form_page: Page, say: Callable[[str], None]) -> Samples | None:
    """Send sample queries and return their results, or None if no query has results."""
    nonsense, other = (impossible_word(query_form.action, number) for number in (1, 2))
    ask = _Asker(visitor, query_form, say)
    empty = ask(nonsense) or parse_page("")  # some sites answer 404 if they find nothing
    samples = Samples(Background(empty, nonsense, ask(other), other), Ranked(LEARNERS[ALL], empty))
    queries = Queries([form_page, *pages_beside(visitor, form_page)], empty)
    while len(samples.large) < ENOUGH_PAGES and ask.sent < MOST_QUERIES and (query := queries.next()) is not None:
        reply = _reply(samples, queries, query, ask(query))
        if reply is not None and reply.count >= ENOUGH_RECORDS:
            samples.large.append(reply)
            say(f"query {query!r}: {reply.count} records")
        elif reply is not None and len(samples.checks) < ENOUGH_CHECKS:
            samples.checks.append(reply)
        if ask.is_hopeless or (ask.sent >= UNANSWERED and not samples.replies):
            break
    for query in queries.rare(CHECKS if samples.large else 0):
        if len(samples.checks) >= ENOUGH_CHECKS:
            break
        reply = _reply(samples, queries, query, ask(query))
        if reply is not None:
            samples.checks.append(reply)
    return samples if samples.replies else None


def _reply(samples: Samples, queries: Queries, query: str, page: Page | None) -> SampleReply | None:
    """Return a result page that differs from the earlier ones, or None; its words are added to the queries."""
    if page is None:
        return None
    reply = samples.taken(query, page)
    if reply.count:
        queries.learn(reply.news, reply.count)
    if not reply.count or query in ANYTHING or any(_are_alike(reply, other) for other in samples.replies):
        return None
    return reply


def _count(ranked: Ranked, page: Page, lines: list[Line]) -> int:
    """Return an estimate of the number of records: those of the best list, or 1 if there are new links but no list."""
    if not any(line.type.name.startswith("LINK") for line in lines):
        return 0
    starts = {line.start for line in lines}
    for candidate in ranked(page)[:1]:
        fresh = [record for record in candidate.records[0] if any(node in span for span in record for node in starts)]
        if len(fresh) >= ENOUGH_RECORDS:
            return len(fresh)
    return 1


def _are_alike(one: SampleReply, other: SampleReply) -> bool:
    """Return whether two result pages share most of their news, as for two words that always occur together."""
    these, those = set(one.news), set(other.news)
    return len(these & those) > ALIKE * max(len(these), len(those))


class _Asker:
    """Sends queries; failures are reported and counted."""

    def __init__(self, visitor: Visitor, query_form: QueryForm, say: Callable[[str], None]) -> None:
        self._visitor = visitor
        self._query_form = query_form
        self._say = say
        self._failed = 0
        self.sent = 0

    @property
    def is_hopeless(self) -> bool:
        """Whether too many queries in a row have failed."""
        return self._failed >= GIVE_UP

    def __call__(self, query: str) -> Page | None:
        """Return the result page of a query, or None if it fails; raises `RobotsError` if robots.txt forbids it."""
        self.sent += 1
        try:
            page = ask(self._visitor, self._query_form, query)
        except RobotsError:
            raise
        except SourceError as error:
            self._failed += 1
            self._say(f"query {query!r}: {error}")
            return None
        self._failed = 0
        return page


def ask(visitor: Visitor, query_form: QueryForm, query: str) -> Page:
    """Return the result page of a query; the form is reloaded first if its values change."""
    form_page = visit(visitor, query_form.page, max_age_s=0) if query_form.fresh else None
    return visit(visitor, request_for(query_form, query, form_page))
