"""Learn a wrapper with a query form from a site's address: find the form, send sample queries, learn, check, paginate."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from statistics import median
from typing import TYPE_CHECKING, Final
from urllib.parse import urljoin, urlsplit

from wrapture.errors import NothingFoundError, SourceError
from wrapture.html.lexbor import parse_page
from wrapture.learning.learn import learn_ranked
from wrapture.net.web_address import without_password
from wrapture.reading.records import find_records
from wrapture.reading.spares import wrapper_records
from wrapture.site.form_search import search_forms_of, worthy_forms
from wrapture.site.listing import learn_listing
from wrapture.site.new_lines import PLACE
from wrapture.site.page_visits import visit
from wrapture.site.pagination import last_request, next_request, pagination_of
from wrapture.site.query_form import query_form_of
from wrapture.site.rotations import is_better_rotation
from wrapture.site.sampling import ENOUGH_RECORDS, sample
from wrapture.site.totals import total_line
from wrapture.site.typed_search import drawn_searches, fields_without_form, query_form_at, typed_search
from wrapture.site.wrapping_failures import reason_for

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from wrapture.html.content_lines import Line
    from wrapture.html.page import Page
    from wrapture.model import Pagination, QueryForm, Record, Span, Wrapper
    from wrapture.net.visitor import Visitor
    from wrapture.site.sampling import SampleReply, Samples

MAX_FORMS: Final = 5
"""Most forms of a site to try."""
CHOICES: Final = 6
"""Lists of the first result page from which the one that reads all result pages best is chosen."""
ENDS: Final = 2
"""Queries whose last result page is checked as well."""
UNREAD: Final = 0.5
"""Share of the median share of news read, below which a result page counts as not read."""
TORN: Final = 0.2
"""Penalty for records that begin and end in different elements: one shifted by a footer reads just as much of the news."""
CLEARLY: Final = 0.05
"""Margin by which a later candidate must beat the judge's choice."""


@dataclass(frozen=True, slots=True)
class Wrapped:
    """A learned wrapper with the queries and pages it was learned from, and remarks for the user."""

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
    """Return a wrapper with a query form, learned from a site's address alone.

    An address with ``{query}`` in its path or as the value of a parameter needs no form.  Raises `NothingFoundError` if no form
    has results, `SourceError` if the address can't be fetched.
    """
    name = name or urlsplit(start).netloc.rpartition("@")[2]
    if PLACE in start:
        return _wrap_address(start, visitor, name, names, say)
    first = visit(visitor, start)
    searchable = worthy_forms(first) or (visitor.lead is not None and fields_without_form(first))
    if not searchable and (found := wrap_list(first, visitor, name, names, say)) is not None:
        return found
    failed: set[tuple[str, str, bool]] = set()
    answers: list[Page] = []
    for page, query_form in query_forms_of(visitor, first, say):
        drawn = query_form.typed is not None
        key = ("" if drawn else query_form.action, query_form.query, drawn)  # pages repeat the field of their site
        if key in failed:
            continue
        say(f"{page.url}: {_described(query_form)}")
        samples = sample(visitor, query_form, page, say)
        if samples.large:
            return _learned(samples, query_form, name, names)
        answers.append(samples.background.page)
        failed.add(key)
        say(f"{query_form.action}: no query returns a list of records; looking for another form")
        if len(failed) >= MAX_FORMS:
            break
    found = wrap_list(first, visitor, name, names, say)
    if found is None:
        raise NothingFoundError(f"{without_password(start)}: {reason_for(first, answers)}")
    return found


def _wrap_address(
    address: str, visitor: Visitor, name: str, names: Sequence[str], say: Callable[[str], None]
) -> Wrapped:
    """Return a wrapper whose queries stand for ``{query}`` in an address; sample words come from the site's first page."""
    home = urljoin(address.replace(PLACE, ""), "/")
    query_form = query_form_at(address, PLACE, home)
    if query_form is None:
        raise NothingFoundError(
            f"{without_password(address)}: {PLACE} must be in the path, or the value of a parameter"
        )
    try:
        page = visit(visitor, home)
    except SourceError:
        page = parse_page("", url=home)  # the words that most sites have are left
    samples = sample(visitor, query_form, page, say)
    if not samples.large:
        raise NothingFoundError(f"{without_password(address)}: {reason_for(samples.background.page, [page])}")
    return _learned(samples, query_form, name, names)


def query_forms_of(visitor: Visitor, first: Page, say: Callable[[str], None]) -> Iterator[tuple[Page, QueryForm]]:
    """Yield the ways to query a site, page by page.

    First fields whose script leads to an address, if the page has no form; then its forms; then, in a browser, fields whose
    script may draw the results in place.
    """
    for page, forms in search_forms_of(visitor, first, say):
        if not worthy_forms(page) and (typed := typed_search(visitor, page)) is not None:
            yield page, typed
        for form in forms:
            if (query_form := query_form_of(form, page)) is not None:
                yield page, query_form
        if visitor.draw is not None:
            for query_form in drawn_searches(page):
                yield page, query_form


def _described(query_form: QueryForm) -> str:
    if query_form.typed is not None:
        return f"typing queries into field {query_form.query!r}, whose script may draw the results"
    return f"querying field {query_form.query!r} of the form that submits to {query_form.action}"


def wrap_list(
    first: Page, visitor: Visitor, name: str, names: Sequence[str], say: Callable[[str], None]
) -> Wrapped | None:
    """Return the wrapper of a list of several pages that begins on a page, None if there is no convincing one."""
    try:
        learned = learn_listing(first, partial(visit, visitor), name=name, names=names)
    except NothingFoundError:
        return None
    if learned.listing is None or learned.listing.paging is None:
        return None
    say(f"{first.url}: no query form, but a list of several pages; wrapping the list")
    return Wrapped(learned, (), learned.profile.pages)


def _learned(samples: Samples, query_form: QueryForm, name: str, names: Sequence[str]) -> Wrapped:
    large = sorted(samples.large, key=lambda reply: -reply.count)
    followed = _next_page(large)
    extra = [] if followed is None else [followed[1]]
    samples.checks += _ends(large[:ENDS], samples)
    wrapper = _checked([*(reply.page for reply in large), *extra], samples, name, names)
    query_form = replace(
        query_form,
        paging=None if followed is None else followed[0],
        nothing=samples.background.remarks([(reply.page, reply.query) for reply in samples.replies]),
    )
    counts = [len(wrapper_records(wrapper, reply.page)) for reply in samples.replies]
    query_form = replace(query_form, total=_total_line(samples, counts))
    fewest = min([wrapper.profile.min_records, *filter(None, counts)])
    wrapper = replace(wrapper, query_form=query_form, profile=replace(wrapper.profile, min_records=fewest))
    queries = tuple(reply.query for reply in samples.replies)
    return Wrapped(wrapper, queries, wrapper.profile.pages, _remarks(wrapper, samples))


def _total_line(samples: Samples, counts: Sequence[int]) -> str:
    """Return the line that states the number of results, "" if none does."""
    return total_line(
        [
            (reply.page, reply.query, count, next_request(reply.page, count) is not None)
            for reply, count in zip(samples.replies, counts, strict=True)
            if count
        ]
    )


def _checked(pages: Sequence[Page], samples: Samples, name: str, names: Sequence[str]) -> Wrapper:
    """Return the best wrapper of some pages; result pages that it does not read are added if that improves it.

    They are also tried first: a page with simpler records may give a template that fits the others as well.
    """
    best = _best(pages, samples, name, names)
    unread = [reply.page for reply in unread_by(best, samples) if reply.page not in pages]
    if not unread:
        return best
    others = [_best(order, samples, name, names) for order in ([*pages, *unread], [*unread, *pages])]
    return max([best, *others], key=lambda wrapper: _value(wrapper, samples))


def unread_by(wrapper: Wrapper, samples: Samples) -> list[SampleReply]:
    """Return the result pages of which a wrapper reads clearly less news than of the others."""
    shares = {reply: _read_share(samples, reply, wrapper_records(wrapper, reply.page)) for reply in samples.replies}
    usual = median(shares.values())
    return [reply for reply, share in shares.items() if share < UNREAD * usual or not share]


def _ends(large: Sequence[SampleReply], samples: Samples) -> list[SampleReply]:
    """Return the last result pages of some queries, where records may look different, as in lists sorted by date or kind."""
    found = []
    for reply in large:
        request = last_request(reply.page)
        with suppress(SourceError):
            page = None if request is None else reply.follow(request)
            if page is not None and (other := samples.taken(reply.query, page, reply.follow)).count:
                found.append(other)
    return found


def _next_page(large: Sequence[SampleReply]) -> tuple[Pagination, Page] | None:
    """Return the pagination and the second result page of the first query that has one, or None."""
    for reply in large:
        request = next_request(reply.page, reply.count)
        if request is None:
            continue
        try:
            page = reply.follow(request)
        except SourceError:
            continue
        return pagination_of(reply.page, request), page
    return None


def _best(pages: Sequence[Page], samples: Samples, name: str, names: Sequence[str]) -> Wrapper:
    """Return the wrapper that reads all news and nothing else: the judge's first choice, unless another is clearly better."""
    best = _without_strays(learn_ranked(pages, samples.ranked, names=names, name=name), samples)
    most = _value(best, samples)
    replies = [(reply.page, reply.query) for reply in samples.large]
    for choice in range(2, CHOICES + 1):
        try:
            other = learn_ranked(pages, samples.ranked, choice=choice, names=names, name=name)
        except NothingFoundError:
            break
        other = _without_strays(other, samples)
        value = _value(other, samples)
        if value > most + CLEARLY or (value >= most - CLEARLY and is_better_rotation(other, best, replies)):
            best, most = other, value
    return best


def _without_strays(wrapper: Wrapper, samples: Samples) -> Wrapper:
    """Return a wrapper without the spares that read something on the page without results, such as rows of a menu."""
    empty = samples.background.page
    return replace(wrapper, spares=tuple(one for one in wrapper.spares if not find_records(one, empty)))


def _value(wrapper: Wrapper, samples: Samples) -> float:
    """Return from 0 to 1 how well a wrapper reads the result pages: all their news, and nothing of the page without results."""
    if wrapper_records(wrapper, samples.background.page):
        return 0.0
    found = [(reply, wrapper_records(wrapper, reply.page)) for reply in samples.replies]
    shares = [_share(samples, reply, records) for reply, records in found]
    torn = [is_torn(reply.page, record) for reply, records in found for record in records]
    return sum(shares) / len(shares) - TORN * (sum(torn) / len(torn) if torn else 0)


def is_torn(page: Page, record: Record) -> bool:
    """Return whether a record begins inside one element and ends inside another, so that it may be shifted."""
    return any(not _are_siblings(page, span) for span in record)


def _are_siblings(page: Page, span: Span) -> bool:
    node, parent = span.start, page.parents[span.start]
    while node < span.stop:
        if page.parents[node] != parent:
            return False
        node = page.stops[node]
    return node == span.stop


def _share(samples: Samples, reply: SampleReply, records: Sequence[Record]) -> float:
    """Return the F-measure of news and records: the harmonic mean of news in records and records that are news."""
    news, read, extracted = _letters(samples, reply, records)
    return 2 * read / (news + extracted) if read else 0.0


def _read_share(samples: Samples, reply: SampleReply, records: Sequence[Record]) -> float:
    """Return the share of a result page's news that is in records."""
    news, read, _ = _letters(samples, reply, records)
    return read / news if read else 0.0


def _letters(samples: Samples, reply: SampleReply, records: Sequence[Record]) -> tuple[int, int, int]:
    """Return the number of letters of a result page's news, of the news in records, and of all records."""
    letters = reply.page.offsets
    news = samples.background.news(reply.page, reply.query)
    spans = [span for record in records for span in record]
    total = sum(letters[line.stop] - letters[line.start] for line in news)
    read = sum(_shared(letters, line, span) for line in news for span in spans)
    extracted = sum(letters[span.stop] - letters[span.start] for record in records for span in record)
    return total, read, extracted


def _shared(letters: Sequence[int], line: Line, span: Span) -> int:
    """Return the number of letters that a line and a span have in common."""
    start, stop = max(line.start, span.start), min(line.stop, span.stop)
    return letters[stop] - letters[start] if start < stop else 0


def _remarks(wrapper: Wrapper, samples: Samples) -> tuple[str, ...]:
    """Return what a user should know before trusting a wrapper."""
    found = []
    if len(samples.large) < 5:
        answered = len(samples.large)
        found.append(
            f"only {answered} queries returned {ENOUGH_RECORDS} records or more; other pages may be read less well"
        )
    if wrapper_records(wrapper, samples.background.page):
        found.append("records are also found on the page without results")
    unread = [reply.query for reply in unread_by(wrapper, samples)]
    if unread:
        found.append(
            f"for {', '.join(map(repr, unread))} fewer records are read than the site seems to have; check it in the studio"
        )
    return tuple(found)
