"""The kind of a list (results, menu, pagination, filters …), recognized by signs that many sites share.

The most reliable signs come first: what the records are (options of a form, days, page numbers), then the names of the elements
around them, then the heading, and finally what the records look like.  An element that also contains the main list says nothing
about another list.
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from rapidfuzz.distance import Levenshtein

from wrapture.algo.averages import median
from wrapture.html.page import TEXT
from wrapture.html.shapes import shapes_of
from wrapture.learning.list_signs import (
    COUNTED,
    FACETS,
    LEGAL,
    NAME_ATTRIBUTES,
    NAMES,
    NUMBER,
    PAGINATION_WORDS,
    RELATED,
    ROLES,
    SOCIAL,
    SORTING,
    TAGS,
    WORD,
)
from wrapture.learning.page_facts import CHOICES
from wrapture.model.span import edges_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from wrapture.html.page import Page
    from wrapture.learning.list_signs import SectionKind
    from wrapture.model import Record

MOST: Final = 0.5  # share of the records that must show a sign
SOME: Final = 0.25
NEARLY_ALL: Final = 0.8
LINKS_ONLY: Final = 0.9  # share of the text of link groups in links; each may have a heading
GROUP: Final = 3  # links of a group
EXAMINED: Final = 40  # records that are examined
SHORT: Final = 30  # characters of the median record; a list of shorter ones has labels, not contents
SHORT_HEADING: Final = 60  # characters; longer lines are sentences
ALIKE: Final = 0.7  # likeness of the shapes of two records of one template
LONGEST: Final = 200  # nodes of a record that are compared
MONTH: Final = 28  # days in every month
WEEKS: Final = 6  # weeks that a month may touch
FULL_WEEKS: Final = 20  # days of a month without its first or last week
LAST_DAY: Final = 31
FIRST_YEAR: Final = 1900  # rising numbers from here on are years, not pages
SHARE_OF_PAGE: Final = 0.5  # share of the text above which an element is the page, not a part of it
CHECKABLE: Final = frozenset(["checkbox", "radio"])
TEXT_INPUTS: Final = frozenset(["", "text", "search", "number", "date", "email"])


def kind_of(page: Page, records: Sequence[Record], heading: str = "", main: Sequence[Record] = ()) -> SectionKind:
    """Return the kind of a list other than the page's main list, whose records are ``main``, if there is one."""
    some = records[:EXAMINED]
    texts = [page.texts_of(record) for record in some]
    short = median(map(len, texts)) <= SHORT
    fielded = _share_with(page, some, _is_field) >= MOST
    around = list(_around(page, records, main))
    names = [kind for node in around if (kind := named_kind(page, node)) is not None]
    if not (short or fielded or any(_words(page, node) & FACETS for node in around)):
        names = [kind for kind in names if kind != "filters"]  # filtered lists have such names too
    return (
        _by_contents(page, some, texts, short=short)
        or next((kind for kind in names if kind != "navigation"), None)  # the weakest sign: filters may be in a menu
        or _by_heading(heading, texts, short=short or fielded)
        or ("choices" if fielded else None)
        or ("footer" if _is_legal(page, some, texts, main) else None)
        or ("navigation" if names and (short or _linked(page, some) >= MOST) else None)
        or _by_looks(page, some, texts, main, short=short)
    )


def _by_contents(page: Page, records: Sequence[Record], texts: Sequence[str], *, short: bool) -> SectionKind | None:
    """Return the kind shown by the records themselves."""
    chosen = [page.tags[record[0].start] in CHOICES for record in records]
    if sum(chosen) >= MOST * len(chosen) or page.tags[page.parents[records[0][0].start]] in CHOICES:
        return "choices"
    if is_calendar(texts):
        return "calendar"
    if is_pager(texts):
        return "pages"
    if short and _share_with(page, records, _is_checkable) >= NEARLY_ALL:
        return "filters"
    linked = [" ".join([link for span in record for link in page.links(span)]) for record in records]
    networks = [network[0].lower() for links in linked if (network := SOCIAL.search(links))]
    if short and len(networks) >= NEARLY_ALL * len(records) and len(set(networks)) > 1:  # one may be the site itself
        return "social"
    return None


def is_calendar(texts: Sequence[str]) -> bool:
    """Return whether the texts are the days of a month, a day or a week each.

    >>> is_calendar(["1 2 3 4", "5 6 7 8 9 10 11", "12 13 14 15 16 17 18", "19 20 21 22 23 24 25", "26 27 28 29 30"])
    True
    """
    words = " ".join(texts).split()
    days = [int(word) for word in words if word.isdecimal() and len(word) < 4 and 0 < int(word) <= LAST_DAY]
    steps = sum(later - day == 1 for day, later in pairwise(days))
    enough = len(days) >= (FULL_WEEKS if len(texts) <= WEEKS else MONTH)
    return enough and len(days) >= NEARLY_ALL * len(words) and steps >= NEARLY_ALL * (len(days) - 1)


def is_pager(texts: Sequence[str]) -> bool:
    """Return whether the texts are pagination links: rising numbers, and words for next and last.

    >>> is_pager(["1", "2", "3", "…", "9", "Next"]), is_pager(["12", "7", "31"])
    (True, False)
    """
    shown = [text.strip() for text in texts if text.strip()]
    numbers = [int(number[1]) for text in shown if (number := NUMBER.fullmatch(text))]
    turning = sum(bool(PAGINATION_WORDS.fullmatch(text)) for text in shown)
    steps = [later - number for number, later in pairwise(numbers)]
    if not steps or min(steps) <= 0 or numbers[0] >= FIRST_YEAR:
        return False
    even = Counter(steps).most_common(1)[0][1] >= MOST * len(steps)
    return even and len(numbers) + turning >= NEARLY_ALL * len(shown)


def _share_with(page: Page, records: Sequence[Record], has: Callable[[Page, int], bool]) -> float:
    """Return the share of records with such a node."""
    return sum(any(has(page, node) for span in record for node in span) for record in records) / len(records)


def _is_checkable(page: Page, node: int) -> bool:
    return page.tags[node] == "input" and (page.attribute(node, "type") or "").lower() in CHECKABLE


def _is_field(page: Page, node: int) -> bool:
    tag = page.tags[node]
    return tag in ("select", "textarea") or (
        tag == "input" and (page.attribute(node, "type") or "").lower() in TEXT_INPUTS
    )


def named_kind(page: Page, node: int) -> SectionKind | None:
    """Return the kind shown by an element's name, role, classes and id."""
    role = ROLES.get((page.attribute(node, "role") or "").lower())
    words = _words(page, node)
    named = next((kind for kind, names in NAMES if any(map(names.fullmatch, words))), None)
    return named if named not in (None, "navigation") else TAGS.get(page.tags[node]) or role or named


def _words(page: Page, node: int) -> set[str]:
    """Return the words in an element's classes, id and label."""
    said = " ".join(page.attribute(node, name) or "" for name in NAME_ATTRIBUTES)
    return {word.lower() for word in WORD.findall(said)}


def _around(page: Page, records: Sequence[Record], main: Sequence[Record]) -> Iterator[int]:
    """Yield the elements around a list, starting with the first record's own, that contain nothing of the main list."""
    start, stop = edges_of(records)
    first = records[0][0].start
    if page.tags[first] != TEXT:
        yield first
    node = page.parents[start]
    total = max(1, page.offsets[page.body.stop] - page.offsets[page.body.start])
    while node > page.body.start and not _holds(page, node, main):
        inside = page.offsets[page.stops[node]] - page.offsets[node]
        listed = page.offsets[stop] - page.offsets[start]
        if inside > SHARE_OF_PAGE * total and inside > 2 * listed:
            return
        yield node
        node = page.parents[node]


def _holds(page: Page, node: int, main: Sequence[Record]) -> bool:
    return bool(main) and node <= main[0][0].start < page.stops[node]


def _by_heading(heading: str, texts: Sequence[str], *, short: bool) -> SectionKind | None:
    """Return the kind shown by the heading, by the first record if that is a heading itself, or by some records."""
    if RELATED.search(heading):
        return "related"
    said = [len(text) <= SHORT_HEADING and bool(SORTING.match(text)) for text in (heading, *texts)]
    return "filters" if short and (any(said[:2]) or sum(said) >= SOME * len(texts)) else None


def _is_legal(page: Page, records: Sequence[Record], texts: Sequence[str], main: Sequence[Record]) -> bool:
    """Return whether a list has the texts of a page footer, and comes after everything else."""
    start, _ = edges_of(records)
    after = start >= edges_of(main)[1] if main else page.offsets[start] > page.offsets[-1] / 2
    return after and any(LEGAL.search(text) for text in texts if len(text) <= SHORT_HEADING)


def _by_looks(
    page: Page, records: Sequence[Record], texts: Sequence[str], main: Sequence[Record], *, short: bool
) -> SectionKind:
    """Return the kind that the records look like: those of the main list, filters with counts, plain links."""
    if main and _like_main(page, records, main):
        return "results"
    if main and short and sum(bool(COUNTED.fullmatch(text)) for text in texts) >= NEARLY_ALL * len(texts):
        return "filters"
    return "navigation" if short and _linked(page, records) >= NEARLY_ALL else "list"


def _like_main(page: Page, records: Sequence[Record], main: Sequence[Record]) -> bool:
    """Return whether records are built like those of the main list, and share a class or their place in the tree."""
    ours, theirs = records[0][0].start, main[0][0].start
    if page.classes(ours) or page.classes(theirs):
        akin = not page.classes(ours).isdisjoint(page.classes(theirs))
    else:
        akin = path_of(page, ours) == path_of(page, theirs)
    if not akin:
        return False
    shapes = shapes_of(page)
    known = {shapes.of(one[0].start, one[-1].stop, LONGEST) for one in main[:EXAMINED]}
    alike = [
        max(Levenshtein.normalized_similarity(shapes.of(one[0].start, one[-1].stop, LONGEST), shape) for shape in known)
        for one in records
    ]
    return median(alike) >= ALIKE


def are_link_groups(page: Page, records: Sequence[Record]) -> bool:
    """Return whether the records of a list are groups of short links without any figure, as in menus and footers."""
    some = records[:EXAMINED]
    figures = sum(any(map(str.isdecimal, page.texts_of(record))) for record in some)
    if figures >= SOME * len(some) or _linked(page, some) < LINKS_ONLY:
        return False
    links = [
        page.offsets[page.stops[node]] - page.offsets[node]
        for record in some
        for span in record
        for node in span
        if page.tags[node] == "a"
    ]
    return len(links) >= GROUP * len(some) and median(links) <= SHORT


def path_of(page: Page, node: int) -> list[str]:
    """Return the names of a node and of the elements around it, innermost first."""
    path = []
    while node >= 0:
        path.append(page.tags[node])
        node = page.parents[node]
    return path


def _linked(page: Page, records: Sequence[Record]) -> float:
    """Return the share of the records' text that is in links."""
    offsets = page.offsets
    linked = total = 0
    for record in records:
        for span in record:
            total += offsets[span.stop] - offsets[span.start]
            node = span.start
            if _in_link(page, node):
                linked += offsets[span.stop] - offsets[span.start]
                continue
            while node < span.stop:
                if page.tags[node] == "a":
                    linked += offsets[page.stops[node]] - offsets[node]
                    node = page.stops[node]
                else:
                    node += 1
    return linked / max(1, total)


def _in_link(page: Page, node: int) -> bool:
    node = page.parents[node]
    while node >= 0:
        if page.tags[node] == "a":
            return True
        node = page.parents[node]
    return False
