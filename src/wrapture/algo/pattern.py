"""Patterns: strings with alternatives, such as ``adc[x|-]b[d|-]``, matched in linear time.

A pattern is a sequence of positions; each allows certain symbols and may be optional.  This is the result of multiple alignment
(IEPAD's generalized patterns): a regular expression without repetition, so a match has at most as many symbols as the pattern
has positions.

`Matcher` follows all paths through the pattern at once, as the bits of one number [1]_, and caches the steps it has taken (a
lazily built automaton), so no pattern can make it backtrack.

.. [1] Navarro, Raffinot: Flexible pattern matching in strings. 2002. Chapter 4.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from itertools import takewhile
from typing import TYPE_CHECKING, Final

from wrapture.errors import PatternError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

GAP: Final = "-"


@dataclass(frozen=True, slots=True)
class Position:
    """One position of a pattern: the symbols allowed there (ascending), and whether it may be empty."""

    symbols: str
    optional: bool = False

    @property
    def mismatched(self) -> bool:
        """Whether the aligned strings differ here."""
        return self.optional or len(self.symbols) > 1


@dataclass(frozen=True, slots=True)
class Pattern:
    """A sequence of positions.

    >>> str(Pattern.parse("adc[x|-]b[d|-]"))
    'adc[x|-]b[d|-]'
    """

    positions: tuple[Position, ...]

    def __len__(self) -> int:
        return len(self.positions)

    def __str__(self) -> str:
        return self.notation()

    @property
    def mismatches(self) -> int:
        """The number of positions at which the aligned strings differ (IEPAD bounds this number)."""
        return sum(position.mismatched for position in self.positions)

    @classmethod
    def exact(cls, s: str) -> Pattern:
        """Return the pattern that matches only `s`."""
        return cls(tuple(Position(symbol) for symbol in s))

    @classmethod
    def parse(cls, notation: str, symbol: Callable[[str], str] | None = None) -> Pattern:
        """Return the pattern that a notation describes.

        Without ``symbol``, each character is a symbol; with it, the notation is a list of names separated by spaces, and
        ``symbol`` maps each name to its symbol.
        """
        words = notation.split() if symbol else _TOKEN.findall(notation)
        positions = tuple(_read_position(word, symbol or _itself) for word in words)
        if not positions:
            raise PatternError("an empty pattern matches nothing: expected at least one token")
        return cls(positions)

    def notation(self, name: Callable[[str], str] | None = None) -> str:
        """Return the pattern in its notation; ``name`` maps symbols to names."""
        words = [_write_position(position, name or _itself) for position in self.positions]
        return (" " if name else "").join(words)

    def rotated(self, by: int) -> Pattern:
        """Return the pattern rotated left: it begins `by` positions later and ends with the positions before."""
        by %= max(len(self), 1)
        return Pattern(self.positions[by:] + self.positions[:by])


def _itself(name: str) -> str:
    return name


_TOKEN = re.compile(r"\[[^\]]*\]|.", re.DOTALL)


@lru_cache(maxsize=4096)
def _read_position(word: str, symbol: Callable[[str], str]) -> Position:
    names = word[1:-1].split("|") if word.startswith("[") and word.endswith("]") and len(word) > 1 else [word]
    if any(not name or set(name) & set("[]|") for name in names):
        raise PatternError(f"{word!r} is not a position: expected a token or alternatives such as [A|B|-]")
    symbols = "".join(sorted({symbol(name) for name in names if name != GAP}))
    if not symbols:
        raise PatternError(f"{word!r} allows nothing: expected a token beside {GAP!r}")
    return Position(symbols, GAP in names)


def _write_position(position: Position, name: Callable[[str], str]) -> str:
    names = [name(symbol) for symbol in position.symbols]
    if len(names) == 1 and not position.optional:
        return names[0]
    return f"[{'|'.join([*names, *([GAP] if position.optional else [])])}]"


def rotate_right(pattern: Pattern, s: str, first: int) -> Pattern:
    """Return the pattern rotated right while the symbol before the first occurrence equals the pattern's last [IEPAD].

    The record may begin before the place where the repeat begins.

    >>> str(rotate_right(Pattern.parse("bca"), "xabcabcabc", 2))
    'abc'
    """
    turns = 0
    while turns < len(pattern) and first - turns > 0:
        if s[first - turns - 1] not in pattern.positions[len(pattern) - 1 - turns].symbols:
            break
        turns += 1
    return pattern.rotated(-turns)


def rotate_left(pattern: Pattern, s: str, stop: int) -> Pattern:
    """Return the pattern rotated left while the symbol after the last occurrence equals the pattern's first [IEPAD].

    >>> str(rotate_left(Pattern.parse("cab"), "cabcabcx", 6))
    'abc'
    """
    turns = 0
    while turns < len(pattern) and stop + turns < len(s) and s[stop + turns] in pattern.positions[turns].symbols:
        turns += 1
    return pattern.rotated(turns)


class Matcher:
    """Find the matches of several patterns in a string: leftmost first, longest at each place, without overlaps.

    >>> Matcher([Pattern.parse("ab[c|-]")]).find("xabcabyab")
    [(1, 4), (4, 6), (7, 9)]
    """

    _REMEMBERED: Final = 65536  # cached steps before the cache is cleared: a pattern from a file may have any shape

    def __init__(self, patterns: Iterable[Pattern]) -> None:
        self._reads: dict[str, int] = {}  # for each symbol, the bits of the positions that allow it
        self._skips = 0  # the bits of the optional positions
        self._ends = 0  # the bits after each pattern's last position
        self._longest = 0
        start, offset = 0, 0
        patterns = list(patterns)
        for pattern in patterns:
            start |= 1 << offset
            for bit, position in enumerate(pattern.positions, start=offset):
                self._skips |= position.optional << bit
                for symbol in position.symbols:
                    self._reads[symbol] = self._reads.get(symbol, 0) | 1 << bit
            offset += len(pattern) + 1
            self._ends |= 1 << (offset - 1)
            self._longest = max(self._longest, len(pattern))
        self._start = self._skip(start)
        self._states: dict[int, _State] = {}
        self._steps = 0
        self._first = self.state(self._start)
        self._head = _literal_prefix(patterns[0]) if len(patterns) == 1 else ""
        """The literal prefix of a single pattern, which is searched for, so that it is known to match."""
        self._search = _first_of(patterns)
        self._entry_bits = self._skip(1 << len(self._head)) if self._head else self._start
        self._entry = self.state(self._entry_bits)
        """The state behind the prefix."""

    def find(self, s: str) -> list[tuple[int, int]]:
        """Return the matches in `s` as (start, stop); O(|s| · longest pattern)."""
        matches: list[tuple[int, int]] = []
        head, search, walk, start = self._head, self._search, self._walk, 0
        size = len(head)
        while True:
            if head:
                start = s.find(head, start)
            else:
                found = search(s, start)
                start = found.start() if found is not None else -1
            if start < 0:
                return matches
            stop = walk(s, start, start + size, self._entry)
            if stop > start:
                matches.append((start, stop))
                start = stop
            else:
                start += 1

    def longest(self, s: str, start: int) -> int:
        """Return the end of the longest match at `start`, or `start` if nothing matches."""
        return self._walk(s, start, start, self._first)

    def follow(self, s: str, start: int = 0) -> tuple[int, bool]:
        """Return the end of the longest match at `start`, and whether it could change if more symbols followed `s`.

        >>> [Matcher([Pattern.parse("ab[c|-]")]).follow(s) for s in ("a", "ab", "abc", "abd")]
        [(0, True), (2, True), (3, False), (2, False)]
        """
        stop, state = start, self._first
        for here, symbol in enumerate(s[start : start + self._longest], start + 1):
            state = state[symbol]
            if state.ends:
                stop = here
            elif not state.bits:
                break
        return stop, any(state[symbol].bits for symbol in self._reads) if state.bits else False

    def _walk(self, s: str, start: int, here: int, state: _State) -> int:
        """Return the end of the longest match that began at `start` and has reached this state at `here`."""
        stop = here if state.ends else start
        for symbol in s[here : start + self._longest]:
            state = state[symbol]
            here += 1
            if state.ends:
                stop = here
            elif not state.bits:
                break
        return stop

    def state(self, bits: int) -> _State:
        """Return the state in which the positions of these bits come next."""
        found = self._states.get(bits)
        if found is None:
            found = self._states[bits] = _State(self, bits, ends=bool(bits & self._ends))
        return found

    def step(self, bits: int, symbol: str) -> _State:
        """Return the state that a symbol leads to from the positions of these bits."""
        self._steps += 1
        if self._steps % self._REMEMBERED == 0:
            self._states.clear()
            self._first, self._entry = self.state(self._start), self.state(self._entry_bits)
        return self.state(self._skip((bits & self._reads.get(symbol, 0)) << 1))

    def _skip(self, bits: int) -> int:
        """Return the positions plus all that can be reached by skipping optional ones."""
        new = bits
        while new := (new & self._skips) << 1 & ~bits:
            bits |= new
        return bits


class _State(dict[str, "_State"]):
    """A state of the automaton: the next state for each symbol, computed on first use."""

    __slots__ = ("bits", "ends", "matcher")

    def __init__(self, matcher: Matcher, bits: int, *, ends: bool) -> None:
        super().__init__()
        self.matcher = matcher
        self.bits = bits
        self.ends = ends

    def __missing__(self, symbol: str) -> _State:
        following = self[symbol] = self.matcher.step(self.bits, symbol)
        return following


def _first_of(patterns: Sequence[Pattern]) -> Callable[[str, int], re.Match[str] | None]:
    """Return a function that searches the next possible start of a match: a fast filter before the matcher."""
    symbols = "".join(map(_first_symbols, patterns))
    return re.compile(f"[{re.escape(symbols)}]" if symbols else "(?!)").search


def _literal_prefix(pattern: Pattern) -> str:
    fixed = takewhile(lambda position: not position.mismatched, pattern.positions)
    return "".join(position.symbols for position in fixed)


def _first_symbols(pattern: Pattern) -> str:
    """Return the symbols that a match may begin with: those up to the first position that is not optional."""
    skipped = sum(1 for _ in takewhile(lambda position: position.optional, pattern.positions))
    return "".join(position.symbols for position in pattern.positions[: skipped + 1])
