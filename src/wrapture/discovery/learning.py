"""From pages to a wrapper: the first page gives a pattern, a later one only where the wrapper so far does not read it whole.

This is the experiment of IEPAD's section 4.2, without the person: whether a page is read whole is judged by what
discovery finds on it by itself.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import chain, count, pairwise
from pathlib import PurePath
from typing import TYPE_CHECKING, Final
from urllib.parse import SplitResult, urlsplit
from weakref import WeakKeyDictionary

from rapidfuzz.distance import Levenshtein

from wrapture.discovery.choice import row_counts
from wrapture.discovery.integration import integrate_rows, integrate_siblings, integrated
from wrapture.discovery.judge import discover
from wrapture.errors import ColumnNamesError, NothingFoundError
from wrapture.extraction.columns import describe_columns
from wrapture.extraction.layout import learn_layout
from wrapture.extraction.reading import divide
from wrapture.extraction.records import find_records
from wrapture.extraction.rowtemplate import template_of_records
from wrapture.model import (
    Candidate,
    ForestLocator,
    Layout,
    MaskLocator,
    PatternLocator,
    RowLocator,
    Sample,
    SiblingLocator,
    Wrapper,
)
from wrapture.wrappers.frame import frame_of
from wrapture.wrappers.profile import profile_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.discovery.judge import Learner
    from wrapture.html.page import Page
    from wrapture.model import Locator

LOOKED_AT: Final = 5  # candidates of a later page among which the wrapper's list is looked for
SAME: Final = (
    0.95  # share of its records that a menu has on the next page too; the answers to two queries share up to 90 %
)
MOSTLY_SAME: Final = 0.5  # the same, where other lists are backed by several pages
LIKENESS: Final = 0.6  # a later page's pattern must be this like one that the wrapper has, to be of the same list


def learn_wrapper(
    pages: Sequence[Page],
    learners: Sequence[Learner],
    *,
    choice: int = 1,
    rows: int | None = None,
    names: Sequence[str] = (),
    name: str = "",
    no_result: Page | None = None,
) -> Wrapper:
    """Return the wrapper of a site learned from some of its pages.

    A person may choose among the first page's candidates: ``choice`` counts them from 1, ``rows`` says how many records the
    right one has.
    """
    ranked = Ranked(learners, no_result)
    return learn_ranked(pages, ranked, choice=choice, rows=rows, names=names, name=name)


def learn_ranked(
    pages: Sequence[Page],
    ranked: Ranked,
    *,
    choice: int = 1,
    rows: int | None = None,
    names: Sequence[str] = (),
    name: str = "",
) -> Wrapper:
    """Return the same, where candidates of the pages may be known already."""
    first = ranked.choose(pages, choice) if rows is None else ranked.of_count(pages[0], rows)
    locator = _for_all(first, pages, ranked, chosen=choice != 1 or rows is not None)
    found = [(page, find_records(locator, page)) for page in pages]
    layout = rename(describe_columns(learn_layout(found), found), names)
    tables = [[divide(layout, page, record) for record in records] for page, records in found]
    return Wrapper(
        name=name or name_for(pages[0]),
        locator=locator,
        layout=layout,
        profile=profile_of(layout, tables, template_of_records(found), frame_of(found)),
        addresses=address_patterns(pages),
        learned_from=tuple(page.url or page.name for page in pages),
        learner=first.found_by[0],
    )


class Ranked:
    """The candidates of pages, best first, each page looked at once."""

    def __init__(self, learners: Sequence[Learner], no_result: Page | None = None) -> None:
        self._learners = learners
        self._no_result = no_result
        self._found: WeakKeyDictionary[Page, list[Candidate]] = WeakKeyDictionary()  # a page that is gone is forgotten

    def __call__(self, page: Page) -> list[Candidate]:
        """Return the candidates of a page."""
        if page not in self._found:
            self._found[page] = discover(Sample((page,), self._no_result), self._learners)
        return self._found[page]

    def choose(self, pages: Sequence[Page], choice: int) -> Candidate:
        """Return a candidate of the first page, counted from 1, or the best of the first page that has any.

        Of several pages, a row template that finds the same on every page is that of a menu, and the next best is taken.  (For
        patterns this has not helped; forests are integrated from all pages, and look for menus there.)
        """
        chosen = pages[0] if choice != 1 else next(filter(self, pages), pages[0])
        candidates = self._some(chosen)
        if not 1 <= choice <= len(candidates):
            raise NothingFoundError(
                f"{chosen.name}: there is no candidate {choice}: the page has {len(candidates)} (see wrapture discover)"
            )
        if choice != 1 or len(pages) == 1 or not isinstance(candidates[0].locator, RowLocator):
            return candidates[choice - 1]
        lists = (one for one in candidates[:LOOKED_AT] if not _is_menu(one.locator, pages, SAME))
        return next(lists, candidates[0])

    def of_count(self, page: Page, count: int) -> Candidate:
        """Return the best candidate of a page that has so many records."""
        candidates = self._some(page)
        for candidate in candidates:
            if len(candidate.records[0]) == count:
                return candidate
        offered = ", ".join(str(len(candidate.records[0])) for candidate in row_counts(candidates))
        raise NothingFoundError(f"{page.name}: no list of {count} rows is found on this page: the best have {offered}")

    def _some(self, page: Page) -> list[Candidate]:
        candidates = self(page)
        if not candidates:
            raise NothingFoundError(f"{page.name}: nothing on this page repeats as records do")
        return candidates

    def of_learner(self, page: Page, learner: str) -> list[Candidate]:
        """Return the best few candidates of a page that one learner has found."""
        return [candidate for candidate in self(page) if learner in candidate.found_by][:LOOKED_AT]


def rename(layout: Layout, names: Sequence[str]) -> Layout:
    """Return the layout with its first columns named; a name of ``-`` drops the column, an empty one keeps its own name."""
    if len(names) > len(layout.columns):
        raise ColumnNamesError(names, [column.name for column in layout.columns])
    columns = list(layout.columns)
    given = [name for name in names if name not in ("", "-")]
    for i, column in enumerate(columns):
        name = names[i] if i < len(names) else ""
        if name == "-":
            columns[i] = replace(column, keep=False)
        columns[i] = replace(columns[i], name=name if name not in ("", "-") else _free(column.name, given))
        given.append(columns[i].name)
    return replace(layout, columns=tuple(columns))


def _free(name: str, given: Sequence[str]) -> str:
    """Return a name, with a number behind it where it is given to another column."""
    return next(one for one in chain([name], (f"{name}_{n}" for n in count(2))) if one not in given)


def name_for(page: Page) -> str:
    """Return a name for the wrapper of a page's site: its host, or the name of the file without its ending."""
    address = _address(page)
    host = address.hostname if address is not None else None
    return (host or PurePath(page.name).stem.strip() or "wrapper")[:200]


def address_patterns(pages: Sequence[Page]) -> tuple[str, ...]:
    """Return the addresses that a wrapper is for: those of its pages without their query, any query allowed."""
    parts = map(_address, pages)
    return tuple(dict.fromkeys(f"{part.scheme}://{part.netloc}{part.path}*" for part in parts if part is not None))


def _address(page: Page) -> SplitResult | None:
    """Return the parts of a page's address; a saved page may claim to come from one that is none."""
    try:
        return urlsplit(page.url) if page.url else None
    except ValueError:
        return None


def _for_all(first: Candidate, pages: Sequence[Page], ranked: Ranked, *, chosen: bool) -> Locator:
    """Return the locator for all pages: that of a candidate, with what the other pages add to it."""
    locator = first.locator
    offered = [ranked.of_learner(page, first.found_by[0]) for page in pages] if len(pages) > 1 else []
    match locator:
        case PatternLocator():
            for page, candidates in zip(pages, offered, strict=False):
                locator = _extended(locator, page, candidates)
            return locator
        case ForestLocator():
            return _integrated(locator, pages, offered, chosen=chosen)
        case RowLocator() | SiblingLocator():
            for page, candidates in zip(pages, offered, strict=False):
                locator = _widened(locator, page, candidates)
            return locator
        case MaskLocator():  # it is learned from labels, and pages without them add nothing
            return locator


def _integrated(
    first: ForestLocator, pages: Sequence[Page], offered: Sequence[Sequence[Candidate]], *, chosen: bool
) -> ForestLocator:
    """Return the integrated locator that most pages back; of several, the one that the judge likes best there.

    A locator that a person has chosen stands; else every candidate may start one.  A list that says the same on every page is
    a menu: it comes after the lists that don't, however many pages back it.
    """
    others = [candidate.locator for candidates in offered for candidate in candidates if not chosen]
    anchors = dict.fromkeys([first, *(locator for locator in others if isinstance(locator, ForestLocator))])
    backed = [integrated(anchor, offered) for anchor in anchors]
    return max(backed, key=lambda pair: (not _is_menu(pair[0], pages, MOSTLY_SAME), pair[1]))[0]


def _is_menu(locator: Locator, pages: Sequence[Page], same: float) -> bool:
    """Return whether a locator finds more than a share of the same texts on each two neighbouring pages with any."""
    found = [{page.texts_of(record) for record in find_records(locator, page)} for page in pages]
    pairs = list(pairwise(filter(None, found)))
    return bool(pairs) and all(len(one & other) > same * min(len(one), len(other)) for one, other in pairs)


def _extended(locator: PatternLocator, page: Page, candidates: Sequence[Candidate]) -> PatternLocator:
    """Return the locator with a pattern of this page added, where it does not find all records of its list here."""
    found = find_records(locator, page)
    for candidate in candidates:
        other = candidate.locator
        if isinstance(other, PatternLocator) and _same_list(locator, other):
            # the best of them says what reading the page whole means
            more = len(candidate.records[0]) > len(found)
            return replace(locator, patterns=locator.patterns + other.patterns) if more else locator
    return locator


def _widened(
    locator: RowLocator | SiblingLocator, page: Page, candidates: Sequence[Candidate]
) -> RowLocator | SiblingLocator:
    """Return the locator with what it has in common with that of this page, where it does not find all records here."""
    found = len(find_records(locator, page))
    for candidate in candidates:
        both = _both(locator, candidate.locator)
        if both is not None:
            return both if found < len(candidate.records[0]) <= len(find_records(both, page)) else locator
    return locator


def _both(one: RowLocator | SiblingLocator, other: Locator) -> RowLocator | SiblingLocator | None:
    """Return the locator that two of one kind have in common, None where they are not of one list."""
    if isinstance(one, RowLocator):
        return integrate_rows(one, other) if isinstance(other, RowLocator) else None
    return integrate_siblings(one, other) if isinstance(other, SiblingLocator) else None


def _same_list(one: PatternLocator, other: PatternLocator) -> bool:
    """Return whether two locators are of one site's list: their patterns are like each other."""
    return max(_likeness(a, b) for a in one.patterns for b in other.patterns) >= LIKENESS


def _likeness(one: str, other: str) -> float:
    return Levenshtein.normalized_similarity(one.split(), other.split())
