"""Choose the list of a changed page that is the old one: the list whose columns match the wrapper's, not the judge's first.

The judge ranks what a page's main list is; the profiles know what the wrapper's list was.  Of each region of the page its best
candidate is compared, on a sample of its records, and the judge's score decides between lists that match about as well.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final, NamedTuple

from wrapture.algo.spread import spread
from wrapture.columns.describing import describe_columns
from wrapture.columns.layout_learning import learn_layout
from wrapture.drift.column_mapping import map_columns, most_kept, share_kept
from wrapture.library.profile import profiled
from wrapture.model.span import edges_of
from wrapture.reading.reader import divide

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from wrapture.html.page import Page
    from wrapture.model import Candidate, Layout, Wrapper

REGIONS: Final = 5  # lists in different places of the page that are compared
VARIANTS: Final = 4  # more candidates that are compared if none of those matches well
FIRST: Final = 3  # lists that are always compared
CLEAR: Final = 0.7  # share kept from which on no more lists are compared
GOOD: Final = 0.5  # share kept from which on variants are not compared
CLOSE: Final = 0.03  # difference between two lists that match equally well
COMPARED: Final = 12  # records of a list that are compared
JUDGED: Final = 0.3  # how much the judge's worst candidate loses: 10 points of score in the median of the pages
SAME_REGION: Final = 0.5  # share of the smaller of two lists that lies in the other


class MatchedList(NamedTuple):
    """A candidate, how much of the old columns it has from 0 to 1, and its value with the judge's opinion."""

    candidate: Candidate
    kept: float
    value: float


def matching_lists(
    wrapper: Wrapper, page: Page, candidates: Sequence[Candidate], given: Mapping[str, str] | None = None
) -> list[MatchedList]:
    """Return the candidates of a page that may be the wrapper's list, best first.

    Lists with too few columns to come close to the best are left out.
    """
    found: list[MatchedList] = []
    tops = list(_regions(candidates))
    rest = [one for one in candidates if one not in tops][:VARIANTS]
    for number, one in enumerate((*tops, *rest)):
        best = max((other.kept for other in found), default=0.0)
        if best >= (CLEAR if number < len(tops) else GOOD) and number >= FIRST:
            break
        loss = JUDGED * _behind(candidates, one)
        if not given and _is_hopeless(1.0, loss, found):
            continue
        tried = TriedList(page, one, loss)
        if given or not _is_hopeless(tried.most_kept(wrapper), loss, found):
            found.append(tried.matched(wrapper, given))
    return sorted(found, key=lambda one: -one.value)


def _is_hopeless(most: float, loss: float, found: Sequence[MatchedList]) -> bool:
    """Return whether a list that keeps ``most`` of the old columns changes nothing.

    It is neither the best nor a rival of the best, and does not change how many more are compared.
    """
    if not found:
        return False
    kept, value = max(other.kept for other in found), max(other.value for other in found)
    return most - loss < value - CLOSE and (most <= kept or kept >= CLEAR)


def overlap(one: Candidate, other: Candidate) -> float:
    """Return the share of the smaller of two lists that lies between the edges of the other."""
    (start, stop), (begin, end) = edges_of(one.records[0]), edges_of(other.records[0])
    return max(0, min(stop, end) - max(start, begin)) / max(min(stop - start, end - begin), 1)


def _behind(ranked: Sequence[Candidate], candidate: Candidate) -> float:
    """Return how far the judge puts a candidate behind the first, from 0 to 1."""
    best, worst = ranked[0].score, ranked[: 2 * REGIONS][-1].score
    return min(1.0, (best - candidate.score) / (best - worst)) if best > worst else 0.0


class TriedList:
    """A list of the page that is compared with the wrapper's, on a sample of its records.

    ``loss`` is what the judge's opinion takes from its value.  Describing the columns takes longer than finding them.
    """

    def __init__(self, page: Page, candidate: Candidate, loss: float) -> None:
        self.candidate = candidate
        self.loss = loss
        self._found = [(page, spread(candidate.records[0], COMPARED))]
        self._layout = learn_layout(self._found)

    def most_kept(self, wrapper: Wrapper) -> float:
        """Return the largest share of the old columns that the list can have, by the number of its columns of each kind."""
        columns, fill = wrapper.layout.columns, wrapper.profile.fill
        return most_kept(columns, fill, Counter(column.kind for column in self._layout.columns))

    def matched(self, wrapper: Wrapper, given: Mapping[str, str] | None) -> MatchedList:
        """Return the list with the share of the old columns that it has."""
        columns, fill = wrapper.layout.columns, wrapper.profile.fill
        kept = share_kept(columns, fill, map_columns(columns, self._described().columns, given))
        return MatchedList(self.candidate, kept, kept - self.loss)

    def _described(self) -> Layout:
        """Return the layout with named, typed and profiled columns."""
        layout = describe_columns(self._layout, self._found)
        return profiled(layout, [[divide(layout, page, record) for record in records] for page, records in self._found])


def _regions(candidates: Sequence[Candidate]) -> Iterator[Candidate]:
    """Yield the best candidate of each region, the best region first."""
    chosen: list[Candidate] = []
    for candidate in candidates:
        if len(chosen) < REGIONS and not any(overlap(candidate, one) > SAME_REGION for one in chosen):
            chosen.append(candidate)
            yield candidate
