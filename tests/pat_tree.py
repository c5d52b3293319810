"""The PAT tree of 1999, small and faithful: the reference that `wrapture.algo.maximal_repeats` is held against.

A PAT tree is a Patricia tree over all suffixes of a string whose symbols have binary codes of one length [1]_.  Each suffix
is an external node; each internal node says at which bit the suffixes below it first differ: 0 to the left, 1 to the right.
n suffixes give n external and n - 1 internal nodes.  Building is by insertion and costs O(n · depth): good for a figure and a
test, not for a page of a million tokens.

.. [1] Gonnet, Baeza-Yates, Snider: New indices for text: PAT trees and PAT arrays. 1992.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, TypeAlias

from wrapture.algo.maximal_repeats import Repeat

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


@dataclass(slots=True)
class Internal:
    """A branch at ``bit`` (counted from 1, from the start of the suffixes below it)."""

    bit: int
    zero: Node
    one: Node


Node: TypeAlias = "Internal | int"
"""An internal node, or an external one: the position of its suffix, counted from 1 as in the papers."""


class PatTree:
    """The PAT tree of `s` under fixed-length ``codes`` (by default the symbols' ranks).

    A code of its own, unused by any symbol, ends the string, so that no suffix is a prefix of another.

    >>> tree = PatTree("abcabcx")
    >>> [(r.length, r.positions) for r in tree.maximal_repeats(min_count=2)]
    [(3, (0, 3))]
    """

    def __init__(self, s: str, codes: Mapping[str, str] | None = None) -> None:
        self.symbols = s
        self.codes = dict(codes) if codes is not None else _rank_codes(s)
        self.width = len(next(iter(self.codes.values()), "0"))
        self.bits = "".join(self.codes[symbol] for symbol in s) + self._terminator()
        self.root: Node | None = None
        for position in range(1, len(s) + 1):
            self._insert(position)

    def first_difference(self, one: int, other: int) -> int:
        """Return the first bit (from 1) at which two suffixes differ."""
        a, b = self.suffix(one), self.suffix(other)
        return next(i for i, (x, y) in enumerate(zip(a, b, strict=False), start=1) if x != y)

    def suffix(self, position: int) -> str:
        """Return the bits of the suffix that starts at a position (from 1)."""
        return self.bits[(position - 1) * self.width :]

    def nodes(self) -> Iterator[tuple[Internal, list[int]]]:
        """Yield the internal nodes in post-order, each with the suffixes below it."""
        stack: list[tuple[Node, bool]] = [(self.root, False)] if self.root is not None else []
        below: list[list[int]] = []
        while stack:
            node, seen = stack.pop()
            if isinstance(node, int):
                below.append([node])
            elif not seen:
                stack += [(node, True), (node.one, False), (node.zero, False)]
            else:
                ones, zeros = below.pop(), below.pop()
                below.append(zeros + ones)
                yield node, below[-1]

    def left_diverse(self, suffixes: list[int]) -> bool:
        """Return whether at least two of the suffixes have different left symbols."""
        return len({self.symbols[p - 2] if p > 1 else "" for p in suffixes}) > 1

    def maximal_repeats(self, min_count: int = 2, min_length: int = 1) -> list[Repeat]:
        """Return the maximal repeats, longest first: the path labels of the left diverse nodes."""
        found = set()
        for node, suffixes in self.nodes():
            length = (node.bit - 1) // self.width
            if length >= max(min_length, 1) and self.left_diverse(suffixes):
                found.add(Repeat(length, tuple(sorted(p - 1 for p in suffixes))))
        widest = self._widest(found)
        return [repeat for repeat in widest if len(repeat.positions) >= min_count]

    def draw(self) -> str:
        """Return the tree as indented text: internal nodes by their bit, external ones as [position]."""
        lines: list[str] = []
        stack: list[tuple[Node, int]] = [(self.root, 0)] if self.root is not None else []
        while stack:
            node, depth = stack.pop()
            if isinstance(node, int):
                lines.append(f"{'  ' * depth}[{node}]")
            else:
                lines.append(f"{'  ' * depth}({node.bit})")
                stack += [(node.one, depth + 1), (node.zero, depth + 1)]
        return "\n".join(lines)

    def _widest(self, repeats: set[Repeat]) -> list[Repeat]:
        """Return, of the nodes that branch inside one symbol, only the topmost: the others share its path label."""
        order = sorted(repeats, key=lambda r: (-r.length, self._label(r), -len(r.positions)))
        tops = [next(group) for _, group in groupby(order, key=lambda r: (r.length, self._label(r)))]
        return sorted(tops, key=lambda r: (-r.length, r.positions))

    def _label(self, repeat: Repeat) -> str:
        start = repeat.positions[0]
        return self.symbols[start : start + repeat.length]

    def _terminator(self) -> str:
        free = (format(i, f"0{self.width}b") for i in reversed(range(2**self.width)))
        used = set(self.codes.values())
        return next(code for code in free if code not in used)

    def _insert(self, position: int) -> None:
        if self.root is None:
            self.root = position
            return
        bit = self.first_difference(position, self._nearest(position))
        above: Internal | None = None
        node = self.root
        while isinstance(node, Internal) and node.bit < bit:
            above, node = node, node.one if self.suffix(position)[node.bit - 1] == "1" else node.zero
        goes_right = self.suffix(position)[bit - 1] == "1"
        branch = Internal(bit, node, position) if goes_right else Internal(bit, position, node)
        if above is None:
            self.root = branch
        elif self.suffix(position)[above.bit - 1] == "1":
            above.one = branch
        else:
            above.zero = branch

    def _nearest(self, position: int) -> int:
        """Return a suffix that shares the longest prefix with the new one: where a search for it ends."""
        node = self.root
        suffix = self.suffix(position)
        while isinstance(node, Internal):
            wanted_one = len(suffix) >= node.bit and suffix[node.bit - 1] == "1"
            node = node.one if wanted_one else node.zero
        assert node is not None
        return node


def _rank_codes(s: str) -> dict[str, str]:
    symbols = sorted(set(s))
    width = max(1, len(symbols).bit_length())  # one code more than there are symbols: the terminator's
    return {symbol: format(rank, f"0{width}b") for rank, symbol in enumerate(symbols)}
