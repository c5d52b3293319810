"""Sample queries: sent until enough answers have enough records to learn from, and a few have only one or two.

Departures from ViNTs [1]_
--------------------------
* Its query generator takes words from a dictionary; here they come from the site, then from its answers, so that they are in
  its language and on its subject.
* The impossible query is sent first: what an answer has beyond that page tells whether a query was answered at all.

.. [1] Zhao, Meng, Wu, Raghavan, Yu: Fully automatic wrapper generation for search engines. WWW 2005. Section 2.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from wrapture.discovery.learning import Ranked
from wrapture.errors import RobotsError, SourceError
from wrapture.html.lexbor import parse_page
from wrapture.html.lines import shown_text
from wrapture.learners import ALL, LEARNERS
from wrapture.robot.asking import request_for
from wrapture.robot.locating import pages_beside
from wrapture.robot.news import Background
from wrapture.robot.queries import Queries
from wrapture.robot.visiting import visit
from wrapture.robot.words import ANYTHING, impossible_word

if TYPE_CHECKING:
    from collections.abc import Callable

    from wrapture.html.lines import Line
    from wrapture.html.page import Page
    from wrapture.model import Asking
    from wrapture.web.visitor import Visitor

ENOUGH_PAGES: Final = 6
"""Answers to learn from: ViNTs takes five; one more is worth its second."""
ENOUGH_RECORDS: Final = 4
"""Records of an answer from which on it is learned from (a sample page of ViNTs has four)."""
CHECKS: Final = 8
"""Queries that are sent after those, for answers to check with; words that were seen once mostly have small ones."""
ENOUGH_CHECKS: Final = 5
MOST_QUERIES: Final = 40
GIVE_UP: Final = 4
"""Queries in a row that fail, after which the form is taken to be no way to ask."""
UNANSWERED: Final = 24
"""Queries without any news, after which it is taken to be no way to ask either."""
ALIKE: Final = 0.7
"""Share of news that two answers may have in common to count as two."""


@dataclass(frozen=True, slots=True, eq=False)
class Reply:
    """The answer to a sample query: its page, the lines that are news, and how many records it seems to have."""

    query: str
    page: Page
    news: tuple[str, ...]
    count: int


@dataclass(slots=True)
class Samples:
    """What the sample queries gave: answers to learn from, others to check with, and the page without results."""

    background: Background
    ranked: Ranked
    large: list[Reply] = field(default_factory=list)
    checks: list[Reply] = field(default_factory=list)

    @property
    def replies(self) -> list[Reply]:
        """All answers with results."""
        return [*self.large, *self.checks]

    def taken(self, query: str, page: Page) -> Reply:
        """Return the page that answers a query with what is news on it."""
        lines = self.background.news(page, query)
        texts = tuple(shown_text(page, line) for line in lines)
        return Reply(query, page, texts, _count(self.ranked, page, lines))


def sample(visitor: Visitor, asking: Asking, form_page: Page, say: Callable[[str], None]) -> Samples | None:
    """Return what sample queries give; None where the form answers nothing, whatever is asked."""
    nonsense, other = (impossible_word(asking.action, number) for number in (1, 2))
    ask = _Asker(visitor, asking, say)
    empty = ask(nonsense) or parse_page("")  # some sites answer 404 where they have nothing
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


def _reply(samples: Samples, queries: Queries, query: str, page: Page | None) -> Reply | None:
    """Return an answer with results that are not those of another, after learning words from it."""
    if page is None:
        return None
    reply = samples.taken(query, page)
    if reply.count:
        queries.learn(reply.news, reply.count)
    if not reply.count or query in ANYTHING or any(_are_alike(reply, other) for other in samples.replies):
        return None
    return reply


def _count(ranked: Ranked, page: Page, lines: list[Line]) -> int:
    """Return about how many records an answer has: those of its best list, or 1 where links are news and nothing repeats."""
    if not any(line.type.name.startswith("LINK") for line in lines):
        return 0
    starts = {line.start for line in lines}
    for candidate in ranked(page)[:1]:
        fresh = [record for record in candidate.records[0] if any(node in span for span in record for node in starts)]
        if len(fresh) >= ENOUGH_RECORDS:
            return len(fresh)
    return 1


def _are_alike(one: Reply, other: Reply) -> bool:
    """Return whether two answers have most of their news in common, as those to two words that always stand together do."""
    these, those = set(one.news), set(other.news)
    return len(these & those) > ALIKE * max(len(these), len(those))


class _Asker:
    """Sends queries; a query that fails is said and counted."""

    def __init__(self, visitor: Visitor, asking: Asking, say: Callable[[str], None]) -> None:
        self._visitor = visitor
        self._asking = asking
        self._say = say
        self._failed = 0
        self.sent = 0

    @property
    def is_hopeless(self) -> bool:
        """Whether so many queries in a row failed that more are of no use."""
        return self._failed >= GIVE_UP

    def __call__(self, query: str) -> Page | None:
        """Return the page that answers a query, None where none does; what the site forbids is raised."""
        self.sent += 1
        try:
            page = ask(self._visitor, self._asking, query)
        except RobotsError:
            raise
        except SourceError as error:
            self._failed += 1
            self._say(f"query {query!r}: {error}")
            return None
        self._failed = 0
        return page


def ask(visitor: Visitor, asking: Asking, query: str) -> Page:
    """Return the page that answers a query; the form is opened first where its values change."""
    form_page = visit(visitor, asking.page, max_age_s=0) if asking.fresh else None
    return visit(visitor, request_for(asking, query, form_page))
