"""From a site's address to a wrapper that says how to ask: find the form, send sample queries, learn, check, turn a page."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from statistics import median
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from wrapture.discovery.learning import learn_ranked
from wrapture.errors import NothingFoundError, SourceError
from wrapture.extraction.records import find_records
from wrapture.robot.asking import asking_of
from wrapture.robot.locating import search_forms_of
from wrapture.robot.sampling import ENOUGH_RECORDS, sample
from wrapture.robot.turning import last_request, next_request, turning_of
from wrapture.robot.visiting import visit

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from wrapture.html.page import Page
    from wrapture.model import Asking, Record, Span, Turning, Wrapper
    from wrapture.robot.sampling import Reply, Samples
    from wrapture.web.visitor import Visitor

MAX_FORMS: Final = 5
"""Forms of a site that are tried."""
CHOICES: Final = 6
"""Lists of the first answer among which the one is looked for that reads all answers best."""
ENDS: Final = 2
"""Answers whose last page is looked at, too."""
UNREAD: Final = 0.5
"""Share of what is usually read of an answer's news, below which one counts as not read."""
TORN: Final = 0.2
"""What records that are torn from their elements cost: a shift by a footer reads as much of the news."""
CLEARLY: Final = 0.05
"""By how much a later choice must read more of the news than the judge's, to be taken instead."""


@dataclass(frozen=True, slots=True)
class Wrapped:
    """A wrapper with what it was learned from, for a person to know."""

    wrapper: Wrapper
    queries: tuple[str, ...]
    pages: int
    remarks: tuple[str, ...] = ()


def wrap(
    start: str,
    visitor: Visitor,
    *,
    name: str = "",
    names: Sequence[str] = (),
    say: Callable[[str], None] = lambda _: None,
) -> Wrapped:
    """Return a wrapper of a site that says how to ask it, learned from its address alone.

    Raises `NothingFoundError` where no form is found that answers, `SourceError` where the address can't be had.
    """
    tried = 0
    for page, form in search_forms_of(visitor, start, say):
        asking = asking_of(form, page)
        if asking is None:
            continue
        say(f"{page.url}: asking by the field {asking.query!r} of the form that goes to {asking.action}")
        samples = sample(visitor, asking, page, say)
        if samples is not None and samples.large:
            return _learned(samples, asking, visitor, name or urlsplit(start).netloc.rpartition("@")[2], names)
        tried += 1
        say(f"{asking.action}: no query gives a list of records; looking for another form")
        if tried >= MAX_FORMS:
            break
    raise NothingFoundError(
        f"{start}: {'no search form is found' if not tried else 'no form gives a list of records'}; "
        "give the address of the search page itself, or write a script (see wrapture run)"
    )


def _learned(samples: Samples, asking: Asking, visitor: Visitor, name: str, names: Sequence[str]) -> Wrapped:
    large = sorted(samples.large, key=lambda reply: -reply.count)
    followed = _turned(large, visitor)
    extra = [] if followed is None else [followed[1]]
    samples.checks += _ends(large[:ENDS], samples, visitor)
    wrapper = _checked([*(reply.page for reply in large), *extra], samples, name, names)
    asking = replace(
        asking,
        paging=None if followed is None else followed[0],
        nothing=samples.background.remarks([(reply.page, reply.query) for reply in samples.replies]),
    )
    counts = [len(find_records(wrapper.locator, reply.page)) for reply in samples.replies]
    fewest = min([wrapper.profile.min_records, *filter(None, counts)])
    wrapper = replace(wrapper, asking=asking, profile=replace(wrapper.profile, min_records=fewest))
    queries = tuple(reply.query for reply in samples.replies)
    return Wrapped(wrapper, queries, wrapper.profile.pages, _remarks(wrapper, samples))


def _checked(pages: Sequence[Page], samples: Samples, name: str, names: Sequence[str]) -> Wrapper:
    """Return the best wrapper of some pages; answers that it does not read are learned from too, where that makes it better.

    Learned from first, an answer with less to its records may give a template that the others hold as well.
    """
    best = _best(pages, samples, name, names)
    unread = [reply.page for reply in unread_by(best, samples) if reply.page not in pages]
    if not unread:
        return best
    others = [_best(order, samples, name, names) for order in ([*pages, *unread], [*unread, *pages])]
    return max([best, *others], key=lambda wrapper: _value(wrapper, samples))


def unread_by(wrapper: Wrapper, samples: Samples) -> list[Reply]:
    """Return the answers of whose news a wrapper reads clearly less than of the others'."""
    shares = {
        reply: _read_share(samples, reply, find_records(wrapper.locator, reply.page)) for reply in samples.replies
    }
    usual = median(shares.values())
    return [reply for reply, share in shares.items() if share < UNREAD * usual or not share]


def _ends(large: Sequence[Reply], samples: Samples, visitor: Visitor) -> list[Reply]:
    """Return the last pages of some answers, where records may be of another kind: newest first, help pages first."""
    found = []
    for reply in large:
        request = last_request(reply.page)
        with suppress(SourceError):
            page = None if request is None else visit(visitor, request)
            if page is not None and (other := samples.taken(reply.query, page)).count:
                found.append(other)
    return found


def _turned(large: Sequence[Reply], visitor: Visitor) -> tuple[Turning, Page] | None:
    """Return how pages are turned, and the second page of an answer, where some answer has one."""
    for reply in large:
        request = next_request(reply.page, reply.count)
        if request is None:
            continue
        try:
            page = visit(visitor, request)
        except SourceError:
            continue
        return turning_of(reply.page, request), page
    return None


def _best(pages: Sequence[Page], samples: Samples, name: str, names: Sequence[str]) -> Wrapper:
    """Return the wrapper that reads the news of all answers and nothing else: the first choice, unless it clearly fails."""
    best = learn_ranked(pages, samples.ranked, names=names, name=name)
    most = _value(best, samples)
    for choice in range(2, CHOICES + 1):
        try:
            other = learn_ranked(pages, samples.ranked, choice=choice, names=names, name=name)
        except NothingFoundError:
            break
        value = _value(other, samples)
        if value > most + CLEARLY:
            best, most = other, value
    return best


def _value(wrapper: Wrapper, samples: Samples) -> float:
    """Return from 0 to 1 how well a wrapper reads the answers: all of their news, and nothing of the page without results."""
    if find_records(wrapper.locator, samples.background.page):
        return 0.0
    found = [(reply, find_records(wrapper.locator, reply.page)) for reply in samples.replies]
    shares = [_share(samples, reply, records) for reply, records in found]
    torn = [is_torn(reply.page, record) for reply, records in found for record in records]
    return sum(shares) / len(shares) - TORN * (sum(torn) / len(torn) if torn else 0)


def is_torn(page: Page, record: Record) -> bool:
    """Return whether a record begins inside one element and ends inside another: it may be shifted by a part of itself."""
    return any(not _are_siblings(page, span) for span in record)


def _are_siblings(page: Page, span: Span) -> bool:
    node, parent = span.start, page.parents[span.start]
    while node < span.stop:
        if page.parents[node] != parent:
            return False
        node = page.stops[node]
    return node == span.stop


def _share(samples: Samples, reply: Reply, records: Sequence[Record]) -> float:
    """Return the harmonic mean of two shares: of the news that is in records, and of the records that is news."""
    told, read, said = _letters(samples, reply, records)
    return 2 * read / (told + said) if read else 0.0


def _read_share(samples: Samples, reply: Reply, records: Sequence[Record]) -> float:
    """Return the share of an answer's news that is in records."""
    told, read, _ = _letters(samples, reply, records)
    return read / told if read else 0.0


def _letters(samples: Samples, reply: Reply, records: Sequence[Record]) -> tuple[int, int, int]:
    """Return how many letters an answer's news have, those of them in records, and the records all in all."""
    letters = reply.page.offsets
    news = samples.background.news(reply.page, reply.query)
    inside = [line for line in news if any(line.start in span for record in records for span in record)]
    told = sum(letters[line.stop] - letters[line.start] for line in news)
    read = sum(letters[line.stop] - letters[line.start] for line in inside)
    said = sum(letters[span.stop] - letters[span.start] for record in records for span in record)
    return told, read, said


def _remarks(wrapper: Wrapper, samples: Samples) -> tuple[str, ...]:
    """Return what a person should know before trusting a wrapper."""
    found = []
    if len(samples.large) < 5:
        answered = len(samples.large)
        found.append(
            f"only {answered} queries gave {ENOUGH_RECORDS} records or more; pages of other kinds may read worse"
        )
    if find_records(wrapper.locator, samples.background.page):
        found.append("records are found on the page without results too")
    unread = [reply.query for reply in unread_by(wrapper, samples)]
    if unread:
        found.append(
            f"for {', '.join(map(repr, unread))} less is read than the site seems to have; look at it in the studio"
        )
    return tuple(found)
