"""Learn the second step of the judge: which variant of the best list has the right ends.

The pairs are variants of the best list of a page, one better than the other.  Terms of a logistic regression are their score
by the first step and their evidence about ends; the weights of the latter, divided by that of the score, are in its points.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
from ranking import BONUS, MIN_GAIN, regress, weight_of

from wrapture.learning.evidence_meanings import MEANINGS
from wrapture.learning.list_variants import ENDS, Extent, variants_of_best

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from measuring import Matrix, Measured

RIDGE_OF_ENDS: Final = 0.01
FOUND: Final = 0.5  # quality of the best variant below which the list is another one
MANY: Final = 4  # pairs at which a page counts in full
COLUMNS: Final = [list(MEANINGS).index(name) for name in ENDS]


def extents_of(page: Measured) -> list[Extent]:
    """Return the extent of each candidate of a page."""
    return [Extent(*place, int(count)) for place, count in zip(page.places, page.counts, strict=True)]


def fit_ends(pages: Sequence[Measured], scores: Sequence[Matrix]) -> Matrix:
    """Return the weight of each piece of evidence about ends, in points of the score."""
    found = [pair for page, own in zip(pages, scores, strict=True) if page.kind == "list" for pair in _pairs(page, own)]
    rows, weights = np.array([row for row, _ in found]), np.array([weight for _, weight in found])
    terms = regress(rows, weights / weights.sum(), RIDGE_OF_ENDS)
    return np.asarray(terms[1:] / terms[0])


def _pairs(page: Measured, scores: Matrix) -> Iterator[tuple[Matrix, float]]:
    """Yield the differences of a better and a worse variant, with a weight; those of a page have at most its weight."""
    best, variants = variants_of_best(scores.tolist(), extents_of(page))
    several = [best, *variants]
    quality = page.f1 + BONUS * page.perfect
    if quality[several].max() <= FOUND:
        return
    pairs = [(one, other) for one in several for other in several if quality[one] - quality[other] > MIN_GAIN]
    weights = [float(np.sqrt(quality[one] - quality[other])) for one, other in pairs]
    share = weight_of(page) * min(1.0, len(pairs) / MANY) / max(1e-9, sum(weights))
    for (one, other), weight in zip(pairs, weights, strict=True):
        ends = page.evidence[one, COLUMNS] - page.evidence[other, COLUMNS]
        yield np.array([scores[one] - scores[other], *ends]), share * weight


def with_ends(page: Measured, scores: Matrix, weights: Matrix) -> Matrix:
    """Return the scores of a page's candidates after the second step."""
    best, variants = variants_of_best(scores.tolist(), extents_of(page))
    after = scores.copy()
    after[variants] += (page.evidence[np.ix_(variants, COLUMNS)] - page.evidence[best, COLUMNS]) @ weights
    return after


def held_out_ends(pages: Sequence[Measured], scores: Sequence[Matrix], fold: Sequence[int]) -> list[Matrix]:
    """Return the scores after the second step, which was learned without the pages of a page's fold."""
    known = {n: fit_ends(*_without(pages, scores, fold, n)) for n in sorted(set(fold))}
    return [with_ends(page, own, known[n]) for page, own, n in zip(pages, scores, fold, strict=True)]


def _without(
    pages: Sequence[Measured], scores: Sequence[Matrix], fold: Sequence[int], number: int
) -> tuple[list[Measured], list[Matrix]]:
    kept = [n for n, one in enumerate(fold) if one != number]
    return [pages[n] for n in kept], [scores[n] for n in kept]
