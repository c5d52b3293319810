"""How detectors see a page: lexemes as symbols, all kinds of them nearby, only tags further away."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np

from wrapture.html.source import names_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    Numbers: TypeAlias = NDArray[np.float32]
    Symbols: TypeAlias = NDArray[np.intp]

RARE: Final = 2  # a text seen less often around separators is identified by its kind alone
WORDS: Final = frozenset(["C1Alph", "CAlph", "0Alph", "Num", ""])
_TAGS: Final = frozenset(["Html", "/Html", "Spc", "/Spc", "Lst", "/Lst"])
_WHITE: Final = frozenset(["blank", "break"])
MAX_LEXEMES: Final = 4_000  # distinct lexemes in the vocabulary, the most common ones; up to three rows each
MAX_REMEMBERED: Final = 100_000  # lexemes whose symbols are cached between pages …
LONG: Final = 200  # … unless they have more characters than this: scripts and comments are lexemes too


@dataclass(frozen=True, slots=True)
class Sight:
    """How far detectors see: lexemes of all kinds, then tags only; each distance weighs ``fade`` times the one before."""

    lexemes: int
    tags: int
    fade: float
    tags_fade: float
    tags_weight: float
    half_width: float

    @property
    def reach(self) -> int:
        """The number of distances."""
        return self.lexemes + self.tags

    @property
    def slots(self) -> tuple[list[int], list[int]]:
        """The symbols around a position that its left and its right detector see, nearest first."""
        near, far = range(2 * self.lexemes), range(2 * self.lexemes, 2 * self.reach)
        left = [*near[: self.lexemes][::-1], *far[: self.tags][::-1]]
        return left, [*near[self.lexemes :], *far[self.tags :]]

    @property
    def weights(self) -> Numbers:
        """The weight of each distance."""
        near = [self.fade**i for i in range(self.lexemes)]
        far = [self.tags_weight * self.tags_fade**i for i in range(self.tags)]
        return np.array(near + far, dtype=np.float32)


NEAR: Final = Sight(6, 3, 0.6, 0.8, 0.3, 4 / 3)
"""For attributes.  Triangles as wide as the paper's lose 4 points of separators, 10 lexemes instead of 6 lose one."""

FAR: Final = Sight(12, 8, 0.95, 0.95, 1.0, 2.0)
"""For the zone, which has one instance on each page."""

MARGIN: Final = max(NEAR.lexemes, FAR.lexemes)  # empty symbols before and after those of a page
TAGS_MARGIN: Final = max(NEAR.tags, FAR.tags)


class Vocabulary:
    """Symbols for all texts, kinds and classes seen in training; an unseen lexeme gets the most specific symbol that fits."""

    def __init__(self, lexemes: Iterable[str]) -> None:
        counts = Counter(lexemes)
        names = {lexeme: names_of(lexeme) for lexeme in counts}
        texts: Counter[str] = Counter()
        for lexeme, count in counts.items():
            texts[names[lexeme].text] += count
        rows: dict[tuple[str, str], tuple[str, str, str]] = {}
        for lexeme, _ in counts.most_common(MAX_LEXEMES):
            name = names[lexeme]
            if texts[name.text] >= RARE:
                rows["text", name.text] = (name.lexical_class, name.kind, name.text)
            rows["kind", name.kind] = (name.lexical_class, name.kind, "")
            rows["class", name.lexical_class] = (name.lexical_class, "", "")
        self.rows = [*rows.values(), ("", "", "")]
        self.nothing = len(self.rows) - 1
        self._numbers = {key: number for number, key in enumerate(rows)}
        self._bits = len(self.rows).bit_length()
        self._remembered = _Memory(self, self._bits)

    def symbols_and_lengths(self, lexemes: Sequence[str]) -> tuple[Symbols, Symbols]:
        """Return the symbols of lexemes and their lengths in characters, from one lookup each."""
        if len(self._remembered) > MAX_REMEMBERED:
            self._remembered.clear()
        both = np.fromiter(map(self._remembered.__getitem__, lexemes), dtype=np.intp, count=len(lexemes))
        return both & ((1 << self._bits) - 1), both >> self._bits

    def symbol(self, lexeme: str) -> int:
        """Return the symbol of one lexeme, without the cache."""
        name = names_of(lexeme)
        for key in (("text", name.text), ("kind", name.kind), ("class", name.lexical_class)):
            if key in self._numbers:
                return self._numbers[key]
        return self.nothing

    def is_white(self, row: int) -> bool:
        """Return whether a row is white space; a row that has only a class is a tag."""
        return self.rows[row][1] in _WHITE

    @cached_property
    def kinds(self) -> list[str]:
        """The kind of each row's tag or mark; empty for words, numbers and rows that have only a class."""
        return ["" if row[0] in WORDS else row[1] for row in self.rows]

    @cached_property
    def marks(self) -> list[str]:
        """The same, but with the whole text of a tag that was seen often enough."""
        known = zip(self.rows, self.kinds, self.are_tags, strict=True)
        return [row[2] if is_tag and row[2] else kind for row, kind, is_tag in known]

    @cached_property
    def are_tags(self) -> NDArray[np.bool_]:
        """Whether each row is a tag; an unseen spacing lexeme is one, because blanks and line breaks occur on every page."""
        return np.array([row[0] in _TAGS and row[1] not in _WHITE for row in self.rows])

    @cached_property
    def levels(self) -> list[Symbols]:
        """For class, kind and text: a number for each row's name on that level, -1 if it has none."""
        return [np.array(_numbered([row[level] for row in self.rows]), dtype=np.intp) for level in range(3)]


class _Memory(dict[str, int]):
    """A cache of the symbols of lexemes; the higher bits of each entry hold the length of the lexeme."""

    def __init__(self, vocabulary: Vocabulary, bits: int) -> None:
        super().__init__()
        self._vocabulary = vocabulary
        self._bits = bits

    def __missing__(self, lexeme: str) -> int:
        both = self._vocabulary.symbol(lexeme) + (len(lexeme) << self._bits)
        if len(lexeme) <= LONG:
            self[lexeme] = both
        return both


def _numbered(names: Sequence[str]) -> list[int]:
    numbers: dict[str, int] = {}
    return [numbers.setdefault(name, len(numbers)) if name else -1 for name in names]


@dataclass(frozen=True, slots=True)
class LexemeView:
    """A page as detectors see it: padded symbols, padded symbols of its tags, and how many tags precede each position."""

    padded: Symbols
    padded_tags: Symbols
    tags_before: Symbols
    tag_places: Symbols
    lengths: Symbols  # of the lexemes, in characters

    @property
    def size(self) -> int:
        """The number of positions: one more than there are lexemes."""
        return len(self.tags_before)

    @property
    def symbols(self) -> Symbols:
        """The symbols of the page, without padding."""
        return self.padded[MARGIN:-MARGIN]

    @property
    def tags(self) -> Symbols:
        """The symbols of the page's tags, without padding."""
        return self.padded_tags[TAGS_MARGIN:-TAGS_MARGIN]

    def beside(self, step: int) -> Symbols:
        """Return the symbol at an offset from each position: 0 is the next on the right, -1 the next on the left."""
        return self.padded[MARGIN + step : MARGIN + step + self.size]

    def around(self, sight: Sight, positions: Symbols) -> Symbols:
        """Return the symbols around the given positions (columns): lexemes, then tags, each from left to right."""
        found = np.empty((2 * sight.reach, len(positions)), dtype=np.intp)
        near, far = np.arange(2 * sight.lexemes)[:, None], np.arange(2 * sight.tags)[:, None]
        self.padded.take(positions + (near + MARGIN - sight.lexemes), out=found[: len(near)], mode="clip")
        tags = self.tags_before[positions]
        self.padded_tags.take(tags + (far + TAGS_MARGIN - sight.tags), out=found[len(near) :], mode="clip")
        return found  # mode="clip" lets numpy write to `out` without a copy


def view_of(lexemes: Sequence[str], vocabulary: Vocabulary) -> LexemeView:
    """Return the detectors' view of a sequence of lexemes."""
    symbols, lengths = vocabulary.symbols_and_lengths(lexemes)
    tagged = vocabulary.are_tags[symbols]
    places = tagged.nonzero()[0]
    padded = _padded(symbols, MARGIN, vocabulary.nothing)
    padded_tags = _padded(symbols[places], TAGS_MARGIN, vocabulary.nothing)
    return LexemeView(padded, padded_tags, counted(tagged), places, lengths)


def counted(values: NDArray[np.bool_] | Symbols) -> Symbols:
    """Return the sum of the values before each position, including the position after the last value."""
    sums = np.zeros(len(values) + 1, dtype=np.intp)
    np.cumsum(values, out=sums[1:])
    return sums


def _padded(symbols: Symbols, width: int, nothing: int) -> Symbols:
    margin = np.full(width, nothing)
    return np.concatenate((margin, symbols, margin))
