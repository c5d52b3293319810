"""Every section of a page that holds a list, with its heading: ViNTs reads the largest alone."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from wrapture.html.lines import LineType, lines_of, shown_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.html.lines import Line
    from wrapture.html.page import Page
    from wrapture.model import Candidate

MIN_RECORDS: Final = 3
IN_LANDMARK: Final = (
    0.5  # share of a list's records in nav, aside, header or footer from which on it is part of the frame
)
RANKED: Final = frozenset(["h1", "h2", "h3", "h4", "h5", "h6"])
HEADINGS: Final = RANKED | {"caption", "legend", "summary", "dt", "b", "strong"}
LOOKED_AT: Final = 4  # lines above a list among which its heading is looked for
MAX_HEADING: Final = 100  # characters


@dataclass(frozen=True, slots=True)
class Section:
    """A list of records and the heading above it, empty where there is none."""

    heading: str
    candidate: Candidate


def sections_of(page: Page, candidates: Sequence[Candidate], most: int) -> list[Section]:
    """Return the best lists of a page that have no part in common, in the order they stand there.

    The candidates are those of this page alone, best first.
    """
    chosen: list[Candidate] = []
    for candidate in candidates:
        fits = _is_section(page, candidate) and not any(_overlap(candidate, one) for one in chosen)
        if fits and len(chosen) < most:
            chosen.append(candidate)
    chosen.sort(key=_edges)
    ends = [0, *(_edges(candidate)[1] for candidate in chosen)]
    lines = lines_of(page)
    return [Section(_heading(page, lines, end, _edges(one)[0]), one) for end, one in zip(ends, chosen, strict=False)]


def _is_section(page: Page, candidate: Candidate) -> bool:
    """Return whether a list is one section: long enough, in no menu, and with no heading between its records."""
    records = candidate.records[0]
    in_landmark = next((reason.value for reason in candidate.evidence if reason.name == "landmark"), 0.0)
    between = [page.tags[one[-1].stop : other[0].start] for one, other in pairwise(records)]
    headed = any(not RANKED.isdisjoint(tags) for tags in between)
    return len(records) >= MIN_RECORDS and in_landmark < IN_LANDMARK and not headed


def _edges(candidate: Candidate) -> tuple[int, int]:
    """Return the first node of a list and the one after its last."""
    return candidate.records[0][0][0].start, candidate.records[0][-1][-1].stop


def _overlap(one: Candidate, other: Candidate) -> bool:
    (start, stop), (other_start, other_stop) = _edges(one), _edges(other)
    return start < other_stop and other_start < stop


def _heading(page: Page, lines: Sequence[Line], start: int, stop: int) -> str:
    """Return the text above a list: of the nearest heading among a few lines, else of the line right above."""
    above = [line for line in lines if start <= line.start and line.stop <= stop and line.type < LineType.HR_LINE]
    near = above[: -LOOKED_AT - 1 : -1]
    headed = next((line for line in near if _is_headed(page, line)), near[0] if near else None)
    text = shown_text(page, headed) if headed is not None else ""
    return text if len(text) <= MAX_HEADING else ""


def _is_headed(page: Page, line: Line) -> bool:
    """Return whether a line stands in an element for headings."""
    node = line.start
    while node >= 0:
        if page.tags[node] in HEADINGS:
            return True
        node = page.parents[node]
    return False
