"""How detectors see a page: lexemes as symbols, near ones of all kinds and further ones that are tags."""

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

RARE: Final = 2  # a text seen less often around separators is known by its kind alone
WORDS: Final = frozenset(["C1Alph", "CAlph", "0Alph", "Num", ""])
_TAGS: Final = frozenset(["Html", "/Html", "Spc", "/Spc", "Lst", "/Lst"])
_WHITE: Final = frozenset(["blank", "break"])
MAX_LEXEMES: Final = 4_000  # different ones that are told apart, the commonest; three rows each at most
MAX_REMEMBERED: Final = 100_000  # lexemes whose symbols are remembered between pages …
LONG: Final = 200  # … if they have no more characters: scripts and comments are lexemes, too


@dataclass(frozen=True, slots=True)
class Sight:
    """How far detectors see: lexemes of all kinds, then tags alone; a distance counts ``fade`` times the one before."""

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
        """Which of the symbols around a position its left and its right detector see, from the nearest on."""
        near, far = range(2 * self.lexemes), range(2 * self.lexemes, 2 * self.reach)
        left = [*near[: self.lexemes][::-1], *far[: self.tags][::-1]]
        return left, [*near[self.lexemes :], *far[self.tags :]]

    @property
    def weights(self) -> Numbers:
        """What each distance counts."""
        near = [self.fade**i for i in range(self.lexemes)]
        far = [self.tags_weight * self.tags_fade**i for i in range(self.tags)]
        return np.array(near + far, dtype=np.float32)


NEAR: Final = Sight(6, 3, 0.6, 0.8, 0.3, 4 / 3)
"""For attributes: triangles as wide as the paper's cost 4 points of separators, 10 distances instead of 6 one."""

FAR: Final = Sight(12, 8, 0.95, 0.95, 1.0, 2.0)
"""For the zone, of which there is one instance a page."""

MARGIN: Final = max(NEAR.lexemes, FAR.lexemes)  # of nothing before and after a page's symbols
TAGS_MARGIN: Final = max(NEAR.tags, FAR.tags)


class Vocabulary:
    """A number for each text, kind and class that was seen; an unseen lexeme is known by the plainest name that was."""

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
        """Return the numbers of some lexemes and how many characters they have: one look at each lexeme gives both."""
        if len(self._remembered) > MAX_REMEMBERED:
            self._remembered.clear()
        both = np.fromiter(map(self._remembered.__getitem__, lexemes), dtype=np.intp, count=len(lexemes))
        return both & ((1 << self._bits) - 1), both >> self._bits

    def symbol(self, lexeme: str) -> int:
        """Return the number of one lexeme, looked up anew."""
        name = names_of(lexeme)
        for key in (("text", name.text), ("kind", name.kind), ("class", name.lexical_class)):
            if key in self._numbers:
                return self._numbers[key]
        return self.nothing

    def is_white(self, row: int) -> bool:
        """Return whether a row is white space; what is known by its class alone is a tag."""
        return self.rows[row][1] in _WHITE

    @cached_property
    def kinds(self) -> list[str]:
        """For each row the kind of its tag or mark; nothing for words, numbers and what is known by its class alone."""
        return ["" if row[0] in WORDS else row[1] for row in self.rows]

    @cached_property
    def marks(self) -> list[str]:
        """The same, but a tag that was seen often enough goes by its whole text."""
        known = zip(self.rows, self.kinds, self.are_tags, strict=True)
        return [row[2] if is_tag and row[2] else kind for row, kind, is_tag in known]

    @cached_property
    def are_tags(self) -> NDArray[np.bool_]:
        """For each row whether it is a tag; an unseen spacing lexeme is one: blanks and line breaks are seen everywhere."""
        return np.array([row[0] in _TAGS and row[1] not in _WHITE for row in self.rows])

    @cached_property
    def levels(self) -> list[Symbols]:
        """For class, kind and text: a number for each row's name on that level, -1 where it has none."""
        return [np.array(_numbered([row[level] for row in self.rows]), dtype=np.intp) for level in range(3)]


class _Memory(dict[str, int]):
    """The symbols of the lexemes that were asked for, so that each is looked up once; above them in bits, their lengths."""

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
class View:
    """A page as detectors see it: its symbols and those of its tags, with nothing on both sides, and the tags before each."""

    padded: Symbols
    padded_tags: Symbols
    tags_before: Symbols
    tag_places: Symbols
    lengths: Symbols  # of the lexemes, in characters

    @property
    def size(self) -> int:
        """The number of positions: one more than lexemes."""
        return len(self.tags_before)

    @property
    def symbols(self) -> Symbols:
        """The symbols of the page alone."""
        return self.padded[MARGIN:-MARGIN]

    @property
    def tags(self) -> Symbols:
        """The symbols of the page's tags alone."""
        return self.padded_tags[TAGS_MARGIN:-TAGS_MARGIN]

    def beside(self, step: int) -> Symbols:
        """Return the symbol at a step from each position: 0 is the next to the right, -1 the next to the left."""
        return self.padded[MARGIN + step : MARGIN + step + self.size]

    def around(self, sight: Sight, positions: Symbols) -> Symbols:
        """Return the symbols around some positions (columns): lexemes, then tags, each from left to right."""
        found = np.empty((2 * sight.reach, len(positions)), dtype=np.intp)
        near, far = np.arange(2 * sight.lexemes)[:, None], np.arange(2 * sight.tags)[:, None]
        self.padded.take(positions + (near + MARGIN - sight.lexemes), out=found[: len(near)], mode="clip")
        tags = self.tags_before[positions]
        self.padded_tags.take(tags + (far + TAGS_MARGIN - sight.tags), out=found[len(near) :], mode="clip")
        return found  # clip: without a copy of the output


def view_of(lexemes: Sequence[str], vocabulary: Vocabulary) -> View:
    """Return how detectors see some lexemes."""
    symbols, lengths = vocabulary.symbols_and_lengths(lexemes)
    tagged = vocabulary.are_tags[symbols]
    places = tagged.nonzero()[0]
    padded = _padded(symbols, MARGIN, vocabulary.nothing)
    padded_tags = _padded(symbols[places], TAGS_MARGIN, vocabulary.nothing)
    return View(padded, padded_tags, counted(tagged), places, lengths)


def counted(values: NDArray[np.bool_] | Symbols) -> Symbols:
    """Return the sum of the values before each position, the last of which is behind them all."""
    sums = np.zeros(len(values) + 1, dtype=np.intp)
    np.cumsum(values, out=sums[1:])
    return sums


def _padded(symbols: Symbols, width: int, nothing: int) -> Symbols:
    margin = np.full(width, nothing)
    return np.concatenate((margin, symbols, margin))
