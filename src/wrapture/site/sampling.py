"""Send sample queries until enough result pages have enough records to learn from, and a few have only one or two.

Departures from ViNTs [1]_
--------------------------
* Its query generator takes words from a dictionary; here they come from the site, then from its results, so that they are in
  its language and on its subject.
* The impossible query is sent first: a query has results if its page has lines that the page for the impossible one lacks.

.. [1] Zhao, Meng, Wu, Raghavan, Yu: Fully automatic wrapper generation for search engines. WWW 2005. Section 2.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, NamedTuple

from wrapture.errors import LostSiteError, RobotsError, SourceError
from wrapture.html.content_lines import shown_text
from wrapture.html.lexbor import parse_page
from wrapture.learning.confidence import DOUBTFUL, page_confidence
from wrapture.learning.learn import Ranked
from wrapture.learning.learners import ALL, LEARNERS
from wrapture.site.form_search import pages_beside
from wrapture.site.new_lines import Background, nonempty_lines
from wrapture.site.query_chain import QueryChain
from wrapture.site.query_words import Queries
from wrapture.site.word_lists import ANYTHING, impossible_word

if TYPE_CHECKING:
    from collections.abc import Callable

    from wrapture.html.content_lines import Line
    from wrapture.html.page import Page
    from wrapture.model import QueryForm
    from wrapture.net.http_messages import Request
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
DEAF: Final = 2 + 5
"""The same for a form whose answers are all alike and say nothing: after the impossible queries, five words."""
NOTHING: Final = re.compile(
    r"\b(no|0|zero|nothing|none|not found|n't|keine?|nichts|leider|aucune?|rien|ning[uú]n\w*|sin|nada|nenhum\w*|n[ãa]o"
    r"|nessun\w*|geen|niets|inga|ingen|ingenting|ikke|ei|brak|nie|nic|žádn\w*|nincs\w*|niciun\w*|nu|yok|bulunamad\w*|нет|ничего|не|немає"
    r"|δεν|không|tidak)\b|見つかり|ありません|没有|沒有|未找到|없습니다|لا |لم |לא |नहीं|ไม่",
    re.IGNORECASE,
)
"""Words with which a site says that it found nothing."""
ALIKE: Final = 0.7
"""Largest share of news that two result pages may have in common to count as different."""


@dataclass(frozen=True, slots=True, eq=False)
class SampleReply:
    """The result of a sample query: its page, its news, its estimated number of records, and what fetches its other pages."""

    query: str
    page: Page
    news: tuple[str, ...]
    count: int
    follow: Callable[[Request], Page]


@dataclass(slots=True)
class Samples:
    """The results of the sample queries: pages to learn from, others to check with, and the page without results."""

    background: Background
    ranked: Ranked
    large: list[SampleReply] = field(default_factory=list)
    checks: list[SampleReply] = field(default_factory=list)
    has_news: bool = False  # whether any answer differs from that to an impossible query

    @property
    def replies(self) -> list[SampleReply]:
        """All pages with results."""
        return [*self.large, *self.checks]

    def taken(self, query: str, page: Page, follow: Callable[[Request], Page]) -> SampleReply:
        """Return a result page of a query with its news."""
        lines = self.background.news(page, query)
        texts = tuple(shown_text(page, line) for line in lines)
        return SampleReply(query, page, texts, _count(self.ranked, page, lines), follow)


def sample(visitor: Visitor, query_form: QueryForm, form_page: Page, say: Callable[[str], None]) -> Samples:
    """Send sample queries and return their results."""
    nonsense, other = (impossible_word(query_form.action, number) for number in (1, 2))
    ask = _Asker(visitor, query_form, say)
    empty = ask(nonsense).page or parse_page("")  # some sites answer 404 if they find nothing
    samples = Samples(Background(empty, nonsense, ask(other).page, other), Ranked(LEARNERS[ALL], empty))
    queries = Queries([form_page, *pages_beside(visitor, form_page)], empty)
    enough = UNANSWERED if reacts(empty, nonsense) else DEAF
    while len(samples.large) < ENOUGH_PAGES and ask.sent < MOST_QUERIES and (query := queries.next()) is not None:
        reply = _reply(samples, queries, ask(query))
        if reply is not None and reply.count >= ENOUGH_RECORDS:
            samples.large.append(reply)
            say(f"query {query!r}: {reply.count} records")
        elif reply is not None and len(samples.checks) < ENOUGH_CHECKS:
            samples.checks.append(reply)
        if ask.is_hopeless or (ask.sent >= enough and not samples.replies and not samples.has_news):
            break
    for query in queries.rare(CHECKS if samples.large else 0):
        if len(samples.checks) >= ENOUGH_CHECKS:
            break
        reply = _reply(samples, queries, ask(query))
        if reply is not None:
            samples.checks.append(reply)
    return samples


def reacts(page: Page, query: str) -> bool:
    """Return whether the page for an impossible query repeats it or says that there is nothing.

    A form that does neither may take no query at all: newsletters, pickers, searches whose results a script draws.
    """
    lines = [text for _, text in nonempty_lines(page)]
    return any(query.casefold() in text or NOTHING.search(text) for text in (page.title.casefold(), *lines))


def _reply(samples: Samples, queries: Queries, asked: _Asked) -> SampleReply | None:
    """Return a result page that differs from the earlier ones, or None; its words are added to the queries."""
    if asked.page is None:
        return None
    reply = samples.taken(asked.query, asked.page, asked.follow)
    samples.has_news = samples.has_news or bool(reply.news)
    if reply.count:
        queries.learn(reply.news, reply.count)
    if not reply.count or asked.query in ANYTHING or any(_are_alike(reply, other) for other in samples.replies):
        return None
    return reply


def _count(ranked: Ranked, page: Page, lines: list[Line]) -> int:
    """Return an estimate of the number of records: those of the best list, or 1 if there are new links but no list.

    A page with new lines but without new links is a result only if its list is convincing: what a form that is no search
    says of a word has no links either.
    """
    has_links = any(line.type.name.startswith("LINK") for line in lines)
    candidates = ranked(page) if lines else []
    if candidates and (has_links or page_confidence(candidates) >= DOUBTFUL):
        starts = {line.start for line in lines}
        records = candidates[0].records[0]
        fresh = [record for record in records if any(node in span for span in record for node in starts)]
        if len(fresh) >= ENOUGH_RECORDS:
            return len(fresh)
    return int(has_links)


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

    def __call__(self, query: str) -> _Asked:
        """Return the result page of a query, without one if it fails; raises if robots.txt forbids it or the site is lost."""
        self.sent += 1
        chain = QueryChain(self._visitor, self._query_form, query)
        try:
            page = chain.first()
        except (RobotsError, LostSiteError):
            raise
        except SourceError as error:
            self._failed += 1
            self._say(f"query {query!r}: {error}")
            return _Asked(query, None, chain.follow)
        self._failed = 0
        return _Asked(query, page, chain.follow)


class _Asked(NamedTuple):
    """A query, its first result page if there is one, and what fetches the others."""

    query: str
    page: Page | None
    follow: Callable[[Request], Page]
