"""From pages to a wrapper: the first page gives a pattern, a later one only where the wrapper so far does not read it whole.

This is the experiment of IEPAD's section 4.2, without the person: whether a page is read whole is judged by what
discovery finds on it by itself.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import PurePath
from typing import TYPE_CHECKING, Final
from urllib.parse import SplitResult, urlsplit

from rapidfuzz.distance import Levenshtein

from wrapture.discovery.judge import discover
from wrapture.errors import ColumnNamesError, NothingFoundError
from wrapture.extraction.layout import learn_layout
from wrapture.extraction.reading import divide
from wrapture.extraction.records import find_records
from wrapture.model import Candidate, Layout, PatternLocator, Sample, Wrapper
from wrapture.wrappers.profile import profile_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.discovery.judge import Learner
    from wrapture.html.page import Page
    from wrapture.model import Locator

LOOKED_AT: Final = 5  # candidates of a later page among which the wrapper's list is looked for
LIKENESS: Final = 0.6  # a later page's pattern must be this like one that the wrapper has, to be of the same list


def learn_wrapper(
    pages: Sequence[Page], learners: Sequence[Learner], *, choice: int = 1, names: Sequence[str] = (), name: str = ""
) -> Wrapper:
    """Return the wrapper of a site learned from some of its pages; ``choice`` counts the first page's candidates from 1."""
    first = choose(pages[0], learners, choice)
    locator = first.locator
    own = [learner for learner in learners if learner.name == first.found_by[0]]
    for page in pages[1:]:
        locator = _extended(locator, page, own)
    found = [(page, find_records(locator, page)) for page in pages]
    layout = rename(learn_layout(found), names)
    tables = [[divide(layout, page, record) for record in records] for page, records in found]
    return Wrapper(
        name=name or name_for(pages[0]),
        locator=locator,
        layout=layout,
        profile=profile_of(layout, tables),
        addresses=address_patterns(pages),
        learned_from=tuple(page.url or page.name for page in pages),
        learner=first.found_by[0],
    )


def choose(page: Page, learners: Sequence[Learner], choice: int = 1) -> Candidate:
    """Return one of a page's candidates, counted from 1, or say what there is instead."""
    candidates = discover(Sample((page,)), learners)
    if not candidates:
        raise NothingFoundError(f"{page.name}: nothing on this page repeats as records do")
    if not 1 <= choice <= len(candidates):
        raise NothingFoundError(
            f"{page.name}: there is no candidate {choice}: the page has {len(candidates)} (see wrapture discover)"
        )
    return candidates[choice - 1]


def rename(layout: Layout, names: Sequence[str]) -> Layout:
    """Return the layout with its first columns named; a name of ``-`` drops the column, an empty one keeps its own name."""
    if len(names) > len(layout.columns):
        raise ColumnNamesError(names, [column.name for column in layout.columns])
    columns = list(layout.columns)
    for i, name in enumerate(names):
        if name == "-":
            columns[i] = replace(columns[i], keep=False)
        elif name:
            columns[i] = replace(columns[i], name=name)
    return replace(layout, columns=tuple(columns))


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


def _extended(locator: Locator, page: Page, learners: Sequence[Learner]) -> Locator:
    """Return the locator with a pattern of this page added, where it does not find all records of its list here."""
    match locator:
        case PatternLocator():
            found = find_records(locator, page)
            for candidate in discover(Sample((page,)), learners)[:LOOKED_AT]:
                if _same_list(locator, candidate.locator):  # the best of them says what reading the page whole means
                    more = len(candidate.records[0]) > len(found)
                    return replace(locator, patterns=locator.patterns + candidate.locator.patterns) if more else locator
            return locator


def _same_list(one: PatternLocator, other: PatternLocator) -> bool:
    """Return whether two locators are of one site's list: their patterns are like each other."""
    return max(_likeness(a, b) for a in one.patterns for b in other.patterns) >= LIKENESS


def _likeness(one: str, other: str) -> float:
    return Levenshtein.normalized_similarity(one.split(), other.split())
