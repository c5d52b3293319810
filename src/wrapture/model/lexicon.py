"""Lexicons: words of a domain, by which lists about it are preferred."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

_WORD: Final = re.compile(r"\w+")
MOST_WORDS: Final = 8  # of one term


def words_of(text: str) -> tuple[str, ...]:
    """Return the words of a text without case.

    >>> words_of("Merlot, Pinot Noir")
    ('merlot', 'pinot', 'noir')
    """
    return tuple(_WORD.findall(text.casefold()))


@dataclass(frozen=True, slots=True)
class Lexicon:
    """Terms of one or more words each, compared as whole words without case.

    >>> wine = Lexicon(("Merlot", "Pinot Noir"))
    >>> wine.occurs_in("A pinot  noir of 2019"), wine.occurs_in("Pinot"), wine.occurs_in("Merlots")
    (True, False, False)
    """

    terms: tuple[str, ...]
    _by_length: Mapping[int, frozenset[tuple[str, ...]]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        found: dict[int, set[tuple[str, ...]]] = defaultdict(set)
        for term in map(words_of, self.terms):
            if 0 < len(term) <= MOST_WORDS:
                found[len(term)].add(term)
        object.__setattr__(self, "_by_length", {length: frozenset(some) for length, some in found.items()})

    def occurs_in(self, text: str) -> bool:
        """Return whether any term stands in a text."""
        words = words_of(text)
        return any(
            words[start : start + length] in terms
            for length, terms in self._by_length.items()
            for start in range(len(words) - length + 1)
        )

    def share(self, texts: Iterable[str]) -> float:
        """Return the share of the texts in which any term stands; 0 if there are none."""
        found = [self.occurs_in(text) for text in texts]
        return sum(found) / len(found) if found else 0.0
