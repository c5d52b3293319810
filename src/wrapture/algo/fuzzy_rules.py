"""Fuzzy rules on plain numbers: the error of a separator from the errors of its two detectors [1]_.

Five fuzzy sets cover the errors from -1 to 1: negative, negativeSmall, zero, positiveSmall and positive.  Each is a triangle
that falls to 0 at its neighbours' peaks.  ``or`` is the maximum, ``and`` the minimum; each output set is cut off at the truth
of its rule, and the result is the centroid of the union.

.. [1] Boughamoura, Omri, Youssef: Fuzzy approach to extract pertinent information from web resources. 2012.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers: TypeAlias = NDArray[np.floating]

PEAKS: Final = {"negative": -1.0, "negativeSmall": -0.5, "zero": 0.0, "positiveSmall": 0.5, "positive": 1.0}
HALF_WIDTH: Final = 0.5
_PEAKS: Final = np.array([[peak] for peak in PEAKS.values()], dtype=np.float32)
_ZERO: Final = list(PEAKS).index("zero")
_MIDDLES: Final = (_PEAKS[:-1] + _PEAKS[1:]) / 2  # of the overlap of two neighbouring sets, which must count only once
_MOMENTS: Final = np.concatenate(([_PEAKS, np.ones_like(_PEAKS)], [-_MIDDLES, -np.ones_like(_MIDDLES)]), axis=1)[..., 0]


def membership(error: float, peak: float) -> float:
    """Return the membership of an error in the set with this peak, from 0 to 1.

    >>> membership(-0.25, PEAKS["zero"]), membership(-0.25, PEAKS["negativeSmall"]), membership(-0.25, PEAKS["negative"])
    (0.5, 0.5, 0.0)
    """
    return max(0.0, 1.0 - abs(_clipped(error) - peak) / HALF_WIDTH)


def rule_truths(left: float, right: float) -> dict[str, float]:
    """Return the truth of each of the five rules: one detector's error is enough, except for zero, which needs both.

    >>> rule_truths(0.0, 0.0)["zero"], rule_truths(0.0, -0.5)["zero"], rule_truths(0.0, -0.5)["negativeSmall"]
    (1.0, 0.0, 1.0)
    """
    return {
        name: (min if name == "zero" else max)(membership(left, peak), membership(right, peak))
        for name, peak in PEAKS.items()
    }


def separator_error(left: float, right: float) -> float:
    """Return the error of a separator: the centroid of the five rules.

    >>> separator_error(0.0, 0.0), round(separator_error(0.0, -0.5), 6), round(separator_error(-0.25, 0.0), 2)
    (0.0, -0.5, -0.25)
    """
    return round(float(separator_errors(np.array([left]), np.array([right]))[0]), 12)


def separator_errors(left: Numbers, right: Numbers) -> Numbers:
    """Return the errors of many separators at once.

    The centroid has a closed form because a truncated triangle stays symmetric, and so does the overlap of two neighbours.
    """
    truths = _truths(left, right)
    areas = truths - truths * truths / 2
    shared = np.minimum(np.minimum(truths[:-1], truths[1:]), 0.5)
    shared = (shared - shared * shared) / 2
    moments, sums = _MOMENTS @ np.concatenate((areas, shared))
    centroids: Numbers = moments / sums
    return centroids


def _truths(left: Numbers, right: Numbers) -> Numbers:
    """Return the truth of the five rules (rows) for each pair of errors (columns)."""
    errors = np.minimum(np.maximum((left, right), -1), 1)
    one, two = np.maximum(1 - np.abs(errors[:, None] - _PEAKS) / HALF_WIDTH, 0)
    truths: Numbers = np.maximum(one, two)
    truths[_ZERO] = np.minimum(one[_ZERO], two[_ZERO])
    return truths


def _clipped(error: float) -> float:
    return min(1.0, max(-1.0, error))
