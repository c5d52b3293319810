"""What the values of an attribute are like: how strange a stretch of lexemes looks among the labelled ones.

A field that is missing leaves its surroundings behind, and what stands there now, a bracket or the next field's address, is no
value; fields that have changed places stand in each other's surroundings, and only the values themselves tell them apart.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np

from wrapture.extraction.masks.views import WORDS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from wrapture.extraction.masks.excerpts import LexedExcerpt
    from wrapture.extraction.masks.views import Numbers, Symbols, View, Vocabulary

    Amounts: TypeAlias = NDArray[np.float64]

STRANGE: Final = 0.3  # what a value adds to its error that has nothing in common with the labelled ones
LEVELS: Final = (0.4, 0.2, 0.4)  # what class, kind and text of a lexeme count
TYPICAL: Final = 0.15  # the share of the labelled values that may be less familiar than what counts as familiar
DOUBT: Final = 10  # labelled values of which half as much is believed as of very many
NEEDED: Final = 0.95  # the share of the labelled values that have what a value must have …
ENOUGH: Final = 10  # … where there are so many of them
MAX_NEEDED: Final = 16  # of such things, in all attributes together; one of WIEN's sites has 10


class Familiarity:
    """How familiar each symbol is inside the values of each attribute, learned from excerpts.

    A name is familiar by the share of the labelled values that hold it; a value by the mean over its lexemes, white space left
    out.  What nearly all labelled values have (a word, a number, a slash), a value must have, too.
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

    def on(self, view: View) -> Strangeness:
        """Return what says how strange the stretches of a page are."""
        sums = np.zeros((view.size, self._amounts.shape[1]))
        np.cumsum(self._amounts.take(view.symbols, axis=0), axis=0, out=sums[1:])
        return Strangeness(sums, self._needs, self._scale)


class Strangeness:
    """How strange stretches of one page are as values of attributes.

    ``sums`` are over the lexemes before each position (rows): how familiar they are to each attribute, how many they are, and
    how many of them are of each group that some attribute needs; ``needs`` says which.  ``scale`` has for each attribute what
    is familiar enough, and what strangeness counts.
    """

    def __init__(self, sums: Amounts, needs: NDArray[np.bool_], scale: Amounts) -> None:
        self._sums, self._needs, self._scale = sums, needs, scale

    def __call__(self, attributes: Symbols, starts: Symbols, stops: Symbols) -> Numbers:
        """Return what each stretch adds to its error: nothing for an empty one, which is no value."""
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
    """Return the groups that nearly all values hold."""
    if len(values) < ENOUGH:
        return set()
    counts = Counter(group for value in values for group in set(groups[value].tolist()))
    return {group for group, count in counts.items() if group >= 0 and count >= NEEDED * len(values)}


def _usual(familiar: Amounts, solid: NDArray[np.bool_], values: Sequence[Symbols]) -> float:
    """Return how familiar all but a few of the values are."""
    means = [familiar[value].sum() / max(1, solid[value].sum()) for value in values]
    return max(1e-3, float(np.quantile(means, TYPICAL))) if means else 1.0


def _groups(vocabulary: Vocabulary) -> Symbols:
    """Return a number for what each symbol is to a person: a word, a number, or this mark or tag."""
    numbers: dict[str, int] = {}
    groups = ["word" if row[0] in WORDS and row[0] != "Num" else row[1] for row in vocabulary.rows]
    return np.array([numbers.setdefault(group, len(numbers)) for group in groups], dtype=np.intp)


def _values(vocabulary: Vocabulary, excerpts: Sequence[LexedExcerpt], attribute: int) -> Iterator[Symbols]:
    """Yield the labelled values of an attribute that are not empty."""
    for excerpt in excerpts:
        symbols, _ = vocabulary.symbols_and_lengths(excerpt.lexemes)
        for record in excerpt.records:
            cell = record[attribute]
            if cell is not None and cell[0] < cell[1]:
                yield symbols[slice(*cell)]


def _shares(vocabulary: Vocabulary, values: Sequence[Symbols]) -> Amounts:
    """Return how familiar each symbol is: the share of the values that hold its class, its kind and its text, weighed."""
    shares = np.zeros(len(vocabulary.rows))
    for weight, level in zip(LEVELS, vocabulary.levels, strict=True):
        counts = np.zeros(int(level.max()) + 2)
        for value in values:
            counts[np.unique(level[value])] += 1
        counts[-1] = 0  # of those that have no name on this level
        shares += weight * counts[level] / max(1, len(values))
    return shares
