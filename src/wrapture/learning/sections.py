"""Every section of a page that is a list, with its heading and kind; ViNTs reads only the largest."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from wrapture.html.content_lines import lines_of
from wrapture.learning.confidence import DOUBTFUL, data_probability, is_data, page_confidence
from wrapture.learning.headings import RANKED, above, heading_above
from wrapture.learning.list_kinds import kind_of, path_of
from wrapture.model.span import edges_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wrapture.html.page import Page
    from wrapture.learning.list_signs import SectionKind
    from wrapture.model import Candidate, Record

MIN_RECORDS: Final = 3
MIN_SURE: Final = 2  # records of a list that is surely data
CONTENTS: Final = 0.1  # probability of being data below which a list of no known kind has no contents
MOST: Final = 12  # default maximum of sections per page
ROWS: Final = frozenset(["tr", "tbody", "td", "th"])  # elements that the records of a table begin with


@dataclass(frozen=True, slots=True)
class Section:
    """A list of records, the heading above it (empty if there is none) and its kind.

    ``main`` marks the page's main list, or a part of it under a heading of its own.
    """

    heading: str
    kind: SectionKind
    candidate: Candidate
    main: bool = False


def sections_of(page: Page, candidates: Sequence[Candidate], most: int = MOST, *, guess: bool = False) -> list[Section]:
    """Return the lists of a page that don't overlap, in page order.

    ``candidates`` are those of this page only, best first.  The first is the main list if it is convincing or ``guess`` is
    true; the best of the others that are sections by themselves follow, so anything inside a record of a better list is
    excluded.
    """
    found = [candidate for candidate in candidates if candidate.records[0]]
    main = found[0] if found and (guess or page_confidence(found) >= DOUBTFUL) else None
    parts = [] if main is None else _parts(page, main, found)
    chosen = [*parts]
    for candidate in found:
        if _is_section(page, candidate, found[0]) and not any(_overlap(candidate, one) for one in chosen):
            chosen.append(candidate)
    described = _described(page, sorted(chosen, key=_edges), parts)
    sections = [one for one in described if one.kind != "list" or data_probability(one.candidate, found[0]) >= CONTENTS]
    best = sorted(sections, key=lambda section: (not section.main, -section.candidate.score))[:most]
    return sorted(best, key=lambda section: _edges(section.candidate))


def _parts(page: Page, main: Candidate, candidates: Sequence[Candidate]) -> list[Candidate]:
    """Return the main list, or its parts if headings divide it and each part is a candidate."""
    runs = [[main.records[0][0]]]
    for one, other in pairwise(main.records[0]):
        if _headed(page, one, other):
            runs.append([])
        runs[-1].append(other)
    known = {_texts(page, candidate.records[0]): candidate for candidate in reversed(candidates)}
    parts = [known.get(_texts(page, run)) for run in runs]
    whole = [part for part in parts if part is not None]
    return whole if len(runs) > 1 and len(whole) == len(runs) else [main]


def _texts(page: Page, records: Sequence[Record]) -> tuple[tuple[int, int], ...]:
    """Return the ranges of the page's characters that the records show."""
    return tuple([(page.offsets[record[0].start], page.offsets[record[-1].stop]) for record in records])


def _headed(page: Page, one: Record, other: Record) -> bool:
    """Return whether a heading stands between two records."""
    return not RANKED.isdisjoint(page.tags[one[-1].stop : other[0].start])


def _described(page: Page, chosen: Sequence[Candidate], main: Sequence[Candidate]) -> Iterator[Section]:
    """Yield lists in page order with their headings and kinds.

    A list directly after another, with no text between and at the same place in the tree, is a further column of it.
    """
    lines = lines_of(page)
    results = [record for part in main for record in part.records[0]]
    before: Section | None = None
    for one in chosen:
        start, end = _edges(one)[0], 0 if before is None else _edges(before.candidate)[1]
        heading = heading_above(page, lines, end, start)
        if any(one is part for part in main):
            section = Section(heading, "results", one, main=True)
        elif before is not None and not before.main and not heading and _continues(page, before.candidate, one):
            section = Section(before.heading, before.kind, one)
        else:
            section = Section(heading, kind_of(page, one.records[0], heading, results), one)
        yield section
        before = section


def _is_section(page: Page, candidate: Candidate, best: Candidate) -> bool:
    """Return whether a list is one section: long enough, with text to read and no heading between its records."""
    records = candidate.records[0]
    fewest = MIN_SURE if is_data(candidate, best) else MIN_RECORDS
    if len(records) < fewest or sum(bool(page.texts_of(record)) for record in records) < MIN_SURE:
        return False
    divided = any(_headed(page, one, other) for one, other in pairwise(records))
    return not divided and not _is_column_head(page, records, best.records[0])


def _is_column_head(page: Page, records: Sequence[Record], best: Sequence[Record]) -> bool:
    """Return whether the records are the cells of one row of the best list's table."""
    first = best[0][0].start
    if page.tags[first] not in ROWS:
        return False
    rows = {above(page, _first_text(page, record), "tr") for record in records}
    row = min(rows)
    return len(rows) == 1 and row >= 0 and above(page, row, "table") == above(page, first, "table")


def _first_text(page: Page, record: Record) -> int:
    """Return the first node of a record that displays text, or its first node."""
    return next((node for span in record for node, _ in page.displayed(span)), record[0].start)


def _continues(page: Page, one: Candidate, other: Candidate) -> bool:
    """Return whether a list follows another with no text between, at the same place in the tree."""
    between = page.offsets[_edges(other)[0]] - page.offsets[_edges(one)[1]]
    return between == 0 and path_of(page, _edges(one)[0]) == path_of(page, _edges(other)[0])


def _edges(candidate: Candidate) -> tuple[int, int]:
    return edges_of(candidate.records[0])


def _overlap(one: Candidate, other: Candidate) -> bool:
    (start, stop), (other_start, other_stop) = _edges(one), _edges(other)
    return start < other_stop and other_start < stop
