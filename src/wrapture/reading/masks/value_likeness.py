"""What the values of an attribute look like: how strange a run of lexemes is compared with the labelled values.

A missing field leaves its context behind, with a bracket or the next field's address where the value was.  Swapped fields stand
in each other's context, so only the values themselves distinguish them.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np

from wrapture.reading.masks.lexeme_view import WORDS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from wrapture.reading.masks.excerpts import LexedExcerpt
    from wrapture.reading.masks.lexeme_view import LexemeView, Numbers, Symbols, Vocabulary

    Amounts: TypeAlias = NDArray[np.float64]

STRANGE: Final = 0.3  # added to the error of a value that has nothing in common with the labelled ones
LEVELS: Final = (0.4, 0.2, 0.4)  # weights of a lexeme's class, kind and text
TYPICAL: Final = 0.15  # the share of the labelled values that may be less familiar than the familiar level
DOUBT: Final = 10  # with this many labelled values, strangeness weighs half as much as with very many
NEEDED: Final = 0.95  # a group is required if this share of the labelled values has it …
ENOUGH: Final = 10  # … and there are at least this many of them
MAX_NEEDED: Final = 16  # required groups over all attributes; one of WIEN's sites has 10


class Familiarity:
    """How familiar each symbol is inside the values of each attribute, learned from excerpts.

    The familiarity of a name is the share of the labelled values that hold it; that of a value is the mean over its lexemes,
    without white space.  A group that nearly all labelled values have (a word, a number, a slash) is required of every value.
    """

    def __init__(self, vocabulary: Vocabulary, excerpts: Sequence[LexedExcerpt]) -> None:
        solid = np.array([not vocabulary.is_white(row) for row in range(len(vocabulary.rows))])
        values = [list(_values(vocabulary, excerpts, n)) for n in range(len(excerpts[0].longest))]
        familiar = solid * np.array([_shares(vocabulary, own) for own in values])
        groups = np.where(solid, _groups(vocabulary), -1)
        needed = [_needed(groups, own) for own in values]
        counts = Counter(group for own in needed for group in own)
        asked = np.array([group for group, _ in counts.most_common(MAX_NEEDED)], dtype=np.intp)
        self._amounts = np.ascontiguousarray(np.concatenate((familiar, solid[None], groups == asked[:, None])).T)
        self._needs = np.array([[group in own for group in asked.tolist()] for own in needed], dtype=bool)
        typical = [_usual(own, solid, values[n]) for n, own in enumerate(familiar)]
        belief = [STRANGE * len(own) / (len(own) + DOUBT) for own in values]
        self._scale = np.array([typical, belief])

    def on(self, view: LexemeView) -> Strangeness:
        """Return the function that measures how strange runs of lexemes on a page are."""
        sums = np.zeros((view.size, self._amounts.shape[1]))
        np.cumsum(self._amounts.take(view.symbols, axis=0), axis=0, out=sums[1:])
        return Strangeness(sums, self._needs, self._scale)


class Strangeness:
    """How strange runs of lexemes on one page are as values of attributes.

    ``sums`` are running totals over the lexemes before each position (rows): their familiarity to each attribute, their number,
    and the number in each group that some attribute requires; ``needs`` tells which attribute requires which group.  ``scale``
    holds for each attribute the familiar level and the weight of strangeness.
    """

    def __init__(self, sums: Amounts, needs: NDArray[np.bool_], scale: Amounts) -> None:
        self._sums, self._needs, self._scale = sums, needs, scale

    def __call__(self, attributes: Symbols, starts: Symbols, stops: Symbols) -> Numbers:
        """Return the strangeness to add to the error of each run: 0 for an empty one."""
        sums, width = self._sums, len(self._needs)
        familiar = sums[stops, attributes] - sums[starts, attributes]
        lexemes = sums[stops, width] - sums[starts, width]
        typical, belief = self._scale.take(attributes, axis=1)
        strange = 1 - familiar / (typical * np.maximum(lexemes, 1))
        for group, needs in enumerate(self._needs.T, start=width + 1):
            strange[needs[attributes] & (sums[stops, group] == sums[starts, group])] = 1
        found: Numbers = np.maximum(strange, 0) * belief * (starts < stops)
        return found


def _needed(groups: Symbols, values: Sequence[Symbols]) -> set[int]:
    """Return the groups that nearly all values have."""
    if len(values) < ENOUGH:
        return set()
    counts = Counter(group for value in values for group in set(groups[value].tolist()))
    return {group for group, count in counts.items() if group >= 0 and count >= NEEDED * len(values)}


def _usual(familiar: Amounts, solid: NDArray[np.bool_], values: Sequence[Symbols]) -> float:
    """Return the familiarity that all but a few of the values reach."""
    means = [familiar[value].sum() / max(1, solid[value].sum()) for value in values]
    return max(1e-3, float(np.quantile(means, TYPICAL))) if means else 1.0


def _groups(vocabulary: Vocabulary) -> Symbols:
    """Return a number for the group of each symbol, as a person sees it: a word, a number, or this mark or tag."""
    numbers: dict[str, int] = {}
    groups = ["word" if row[0] in WORDS and row[0] != "Num" else row[1] for row in vocabulary.rows]
    return np.array([numbers.setdefault(group, len(numbers)) for group in groups], dtype=np.intp)


def _values(vocabulary: Vocabulary, excerpts: Sequence[LexedExcerpt], attribute: int) -> Iterator[Symbols]:
    """Yield the non-empty labelled values of an attribute."""
    for excerpt in excerpts:
        symbols, _ = vocabulary.symbols_and_lengths(excerpt.lexemes)
        for record in excerpt.records:
            yield from (symbols[slice(*cell)] for cell in record[attribute] if cell[0] < cell[1])


def _shares(vocabulary: Vocabulary, values: Sequence[Symbols]) -> Amounts:
    """Return the familiarity of each symbol: the weighted shares of the values that hold its class, its kind and its text."""
    shares = np.zeros(len(vocabulary.rows))
    for weight, level in zip(LEVELS, vocabulary.levels, strict=True):
        counts = np.zeros(int(level.max()) + 2)
        for value in values:
            counts[np.unique(level[value])] += 1
        counts[-1] = 0  # symbols without a name on this level have index -1
        shares += weight * counts[level] / max(1, len(values))
    return shares
