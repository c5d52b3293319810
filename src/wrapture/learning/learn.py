"""Learning a wrapper from pages: the first page gives a pattern, later pages add one only if the wrapper misses records.

This is the experiment of IEPAD's section 4.2 without a person: what discovery finds on a page by itself decides whether the
wrapper reads the whole page.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import chain, count, pairwise
from pathlib import PurePath
from typing import TYPE_CHECKING, Final
from urllib.parse import SplitResult, urlsplit
from weakref import WeakKeyDictionary

from rapidfuzz.distance import Levenshtein

from wrapture.collector import collector_paused
from wrapture.columns.describing import describe_columns
from wrapture.columns.layout_learning import learn_layout
from wrapture.errors import ColumnNamesError, NothingFoundError
from wrapture.learning.data_records import NAME as DATA
from wrapture.learning.data_records import learn_data
from wrapture.learning.integration import integrate_rows, integrate_siblings, integrated
from wrapture.learning.judge import discover
from wrapture.learning.row_count_choice import row_counts
from wrapture.learning.spare_learning import spares_of, steadier, that_reads_all
from wrapture.library.profile import profile_of, profiled
from wrapture.model import (
    Candidate,
    DataLocator,
    ForestLocator,
    Layout,
    MaskLocator,
    PageLocator,
    PatternLocator,
    RowLocator,
    Sample,
    SiblingLocator,
    Wrapper,
)
from wrapture.reading.data_reading import read_data
from wrapture.reading.frame import frame_of
from wrapture.reading.reader import divide
from wrapture.reading.record_context import context_columns
from wrapture.reading.records import find_records
from wrapture.reading.row_template import template_of_records
from wrapture.reading.site_marks import site_marks
from wrapture.reading.spares import wrapper_records

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.html.page import Page
    from wrapture.learning.data_records import LearnedData
    from wrapture.learning.judge import Learner
    from wrapture.model import Column, ContextColumn, Lexicon, Locator, Record

CONSIDERED: Final = 5  # candidates of a later page that are searched for the wrapper's list
SAME: Final = 0.95  # share of a menu's records that recur on the next page; the results of two queries share up to 90 %
MOSTLY_SAME: Final = 0.5  # the same, if other lists are backed by several pages
LIKENESS: Final = 0.6  # how similar a later page's pattern must be to one of the wrapper's, to be of the same list


@collector_paused()
def learn_wrapper(
    pages: Sequence[Page],
    learners: Sequence[Learner],
    *,
    choice: int = 1,
    rows: int | None = None,
    names: Sequence[str] = (),
    name: str = "",
    no_result: Page | None = None,
    lexicon: Lexicon | None = None,
) -> Wrapper:
    """Return the wrapper of a site, learned from some of its pages.

    A person may choose among the first page's candidates: by number, ``choice`` counting from 1, or by ``rows``, the number of
    records.
    """
    ranked = Ranked(learners, no_result, lexicon)
    return learn_ranked(pages, ranked, choice=choice, rows=rows, names=names, name=name)


def learn_ranked(
    pages: Sequence[Page],
    ranked: Ranked,
    *,
    choice: int = 1,
    rows: int | None = None,
    names: Sequence[str] = (),
    name: str = "",
    like: Wrapper | None = None,
) -> Wrapper:
    """Return the wrapper of a site, reusing the candidates of pages that are ranked already.

    If ``like``, learned from the same pages, finds the same records, its columns are kept.
    """
    data = learn_data(pages[0]) if choice == 1 and rows is None else None
    if data is not None:
        return _of_data(pages, data, names, name)
    first = ranked.choose(pages, choice) if rows is None else ranked.of_count(pages[0], rows)
    chosen = choice != 1 or rows is not None
    return learn_candidate(pages, ranked, first, chosen=chosen, names=names, name=name, like=like)


def learn_candidate(
    pages: Sequence[Page],
    ranked: Ranked,
    first: Candidate,
    *,
    chosen: bool,
    names: Sequence[str] = (),
    name: str = "",
    like: Wrapper | None = None,
) -> Wrapper:
    """Return the wrapper of a site for one candidate of its first page, which a person may have ``chosen``."""
    locator = that_reads_all(_locator_for_all(first, pages, ranked, chosen=chosen), first.spares, pages)
    found = [(page, find_records(locator, page)) for page in pages]
    locator = steadier(locator, found)
    if like is not None and all(wrapper_records(like, page) == tuple(records) for page, records in found):
        return replace(like, locator=locator, learner=first.found_by[0], spares=spares_of(locator, first.spares, found))
    described = describe_columns(learn_layout(found), found)
    tables = [[divide(described, page, record) for record in records] for page, records in found]
    layout = rename(profiled(described, tables), names)
    return Wrapper(
        name=name or name_for(pages[0]),
        locator=locator,
        layout=layout,
        profile=profile_of(layout, tables, template_of_records(found), frame_of(found), site_marks(pages)),
        addresses=address_patterns(pages),
        learned_from=tuple(page.url or page.name for page in pages),
        learner=first.found_by[0],
        spares=spares_of(locator, first.spares, found),
        context=_context(found, layout),
    )


def _context(found: Sequence[tuple[Page, Sequence[Record]]], layout: Layout) -> tuple[ContextColumn, ...]:
    """Return the columns that come from where records stand on any of the pages."""
    known = [one for page, records in found for one in context_columns(page, records, layout.columns)]
    return tuple(dict.fromkeys(known))


def _of_data(pages: Sequence[Page], data: LearnedData, names: Sequence[str], name: str) -> Wrapper:
    """Return the wrapper that reads the records in the data of pages which show nothing without their scripts."""
    everything = [replace(column, keep=True) for column in data.layout.columns]
    tables = [[row.cells for row in read_data(data.locator, everything, page).rows] for page in pages]
    layout = rename(profiled(data.layout, tables), names)
    return Wrapper(
        name=name or name_for(pages[0]),
        locator=data.locator,
        layout=layout,
        profile=profile_of(layout, tables, (), frame_of([(page, ()) for page in pages]), site_marks(pages)),
        addresses=address_patterns(pages),
        learned_from=tuple(page.url or page.name for page in pages),
        learner=DATA,
    )


class Ranked:
    """The candidates of pages, best first, computed once per page."""

    def __init__(
        self, learners: Sequence[Learner], no_result: Page | None = None, lexicon: Lexicon | None = None
    ) -> None:
        self._learners = learners
        self._no_result = no_result
        self._lexicon = lexicon
        self._found: WeakKeyDictionary[Page, list[Candidate]] = WeakKeyDictionary()  # does not keep pages alive

    def __call__(self, page: Page) -> list[Candidate]:
        """Return the candidates of a page."""
        if page not in self._found:
            self._found[page] = discover(Sample((page,), self._no_result, self._lexicon), self._learners)
        return self._found[page]

    def choose(self, pages: Sequence[Page], choice: int) -> Candidate:
        """Return a candidate of the first page, counted from 1, or the best of the first page that has any.

        With several pages, a row template that finds the same records on every page is a menu, and the next best is taken.
        (This has not helped for patterns; forests are integrated from all pages and checked for menus there.)
        """
        chosen = pages[0] if choice != 1 else next(filter(self, pages), pages[0])
        candidates = self._candidates_of(chosen)
        if not 1 <= choice <= len(candidates):
            raise NothingFoundError(
                f"{chosen.name}: there is no candidate {choice}: the page has {len(candidates)} (see wrapture discover)"
            )
        if choice != 1 or len(pages) == 1 or not isinstance(candidates[0].locator, RowLocator):
            return candidates[choice - 1]
        lists = (one for one in candidates[:CONSIDERED] if not _is_menu(one.locator, pages, SAME))
        return next(lists, candidates[0])

    def of_count(self, page: Page, count: int) -> Candidate:
        """Return the best candidate of a page with this many records."""
        candidates = self._candidates_of(page)
        for candidate in candidates:
            if len(candidate.records[0]) == count:
                return candidate
        offered = ", ".join(str(len(candidate.records[0])) for candidate in row_counts(candidates))
        raise NothingFoundError(f"{page.name}: no list with {count} rows on this page: the best have {offered}")

    def _candidates_of(self, page: Page) -> list[Candidate]:
        candidates = self(page)
        if not candidates:
            raise NothingFoundError(f"{page.name}: nothing on this page repeats like records")
        return candidates

    def of_learner(self, page: Page, learner: str) -> list[Candidate]:
        """Return the best few candidates of a page that one learner found."""
        return [candidate for candidate in self(page) if learner in candidate.found_by][:CONSIDERED]


def rename(layout: Layout, names: Sequence[str]) -> Layout:
    """Return the layout with its first columns renamed; ``-`` drops a column, an empty name keeps the old one."""
    columns = list(layout.columns)
    given = _checked_names(names, columns)
    for i, column in enumerate(columns):
        name = names[i] if i < len(names) else ""
        if name == "-":
            columns[i] = replace(column, keep=False)
        columns[i] = replace(columns[i], name=name if name not in ("", "-") else _free_name(column.name, given))
        given.append(columns[i].name)
    return replace(layout, columns=tuple(columns))


def _checked_names(names: Sequence[str], columns: Sequence[Column]) -> list[str]:
    """Return the names that are given to columns; raises `ColumnNamesError` if they can't be."""
    known = [column.name for column in columns]
    if isinstance(names, str):
        raise ColumnNamesError("the names are one text: give a list of texts", names, known)
    if len(names) > len(known):
        listed = ", ".join(known)
        what = f"{len(names)} names for {len(known)} columns ({listed}): give at most one name a column"
        raise ColumnNamesError(what, names, known)
    given = [name for name in names if name not in ("", "-")]
    for name, times in Counter(given).items():
        if times > 1:
            raise ColumnNamesError(f"two columns would be called {name!r}: give each its own name", names, known)
    return given


def _free_name(name: str, given: Sequence[str]) -> str:
    """Return a name, with a number appended if it is already given to another column."""
    return next(one for one in chain([name], (f"{name}_{n}" for n in count(2))) if one not in given)


def name_for(page: Page) -> str:
    """Return a name for the wrapper of a page's site: its host, or the file name without its suffix."""
    address = _address(page)
    host = address.hostname if address is not None else None
    return (host or PurePath(page.name).stem.strip() or "wrapper")[:200]


def address_patterns(pages: Sequence[Page]) -> tuple[str, ...]:
    """Return the address patterns of a wrapper: those of its pages with any query."""
    parts = map(_address, pages)
    return tuple(dict.fromkeys(f"{part.scheme}://{part.netloc}{part.path}*" for part in parts if part is not None))


def _address(page: Page) -> SplitResult | None:
    """Return the parts of a page's address, None if a saved page claims an invalid one."""
    try:
        return urlsplit(page.url) if page.url else None
    except ValueError:
        return None


def _locator_for_all(first: Candidate, pages: Sequence[Page], ranked: Ranked, *, chosen: bool) -> Locator:
    """Return the locator for all pages: that of a candidate, extended by the other pages."""
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
        case MaskLocator() | DataLocator() | PageLocator():  # learned without candidates; other pages add nothing
            return locator


def _integrated(
    first: ForestLocator, pages: Sequence[Page], offered: Sequence[Sequence[Candidate]], *, chosen: bool
) -> ForestLocator:
    """Return the integrated locator that most pages back; of several, the one with the best scores there.

    A locator that a person chose is kept; otherwise every candidate may start one.  A list with the same content on every page
    is a menu: it comes after all others, however many pages back it.
    """
    others = [candidate.locator for candidates in offered for candidate in candidates if not chosen]
    anchors = dict.fromkeys([first, *(locator for locator in others if isinstance(locator, ForestLocator))])
    backed = [integrated(anchor, offered) for anchor in anchors]
    return max(backed, key=lambda pair: (not _is_menu(pair[0], pages, MOSTLY_SAME), pair[1]))[0]


def _is_menu(locator: Locator, pages: Sequence[Page], same: float) -> bool:
    """Return whether a locator finds more than this share of equal texts on every two consecutive pages with records."""
    found = [{page.texts_of(record) for record in find_records(locator, page)} for page in pages]
    pairs = list(pairwise(filter(None, found)))
    return bool(pairs) and all(len(one & other) > same * min(len(one), len(other)) for one, other in pairs)


def _extended(locator: PatternLocator, page: Page, candidates: Sequence[Candidate]) -> PatternLocator:
    """Return the locator plus a pattern of this page, if it does not find all records of its list here."""
    found = find_records(locator, page)
    for candidate in candidates:
        other = candidate.locator
        if isinstance(other, PatternLocator) and _same_list(locator, other):
            # the best of them defines what a complete reading is
            more = len(candidate.records[0]) > len(found)
            return replace(locator, patterns=locator.patterns + other.patterns) if more else locator
    return locator


def _widened(
    locator: RowLocator | SiblingLocator, page: Page, candidates: Sequence[Candidate]
) -> RowLocator | SiblingLocator:
    """Return the common part of the locator and this page's, if it does not find all records here."""
    found = len(find_records(locator, page))
    for candidate in candidates:
        both = _common_locator(locator, candidate.locator)
        if both is not None:
            return both if found < len(candidate.records[0]) <= len(find_records(both, page)) else locator
    return locator


def _common_locator(one: RowLocator | SiblingLocator, other: Locator) -> RowLocator | SiblingLocator | None:
    """Return the common part of two locators of one kind, None if they are of different lists."""
    if isinstance(one, RowLocator):
        return integrate_rows(one, other) if isinstance(other, RowLocator) else None
    return integrate_siblings(one, other) if isinstance(other, SiblingLocator) else None


def _same_list(one: PatternLocator, other: PatternLocator) -> bool:
    """Return whether two locators are of one site's list: their patterns are similar."""
    return max(_likeness(a, b) for a in one.patterns for b in other.patterns) >= LIKENESS


def _likeness(one: str, other: str) -> float:
    return Levenshtein.normalized_similarity(one.split(), other.split())
