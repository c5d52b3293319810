"""The longest common subsequence of many strings as a fold: LCS(LCS(r₁, r₂), r₃) … (section 3 of [1]_).

.. [1] Shi, Milios, Zincir-Heywood: Post-supervised template induction for information extraction from lists and tables in
   dynamic web sources. 2005.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rapidfuzz.distance import LCSseq

if TYPE_CHECKING:
    from collections.abc import Iterable


def common_subsequence(one: str, other: str) -> str:
    """Return a longest common subsequence of two strings.

    >>> common_subsequence("ABEDF", "CBFDA")
    'BD'
    """
    if one == other:
        return one
    blocks = LCSseq.editops(one, other).as_matching_blocks()
    return "".join([one[block.a : block.a + block.size] for block in blocks])


def common_length(one: str, other: str, least: int = 0) -> int:
    """Return the length of the longest common subsequence of two strings, or 0 if it is less than `least`.

    >>> common_length("ABEDF", "CBFDA"), common_length("ABEDF", "CBFDA", least=3)
    (2, 0)
    """
    return LCSseq.similarity(one, other, score_cutoff=least)


def folded(strings: Iterable[str], shared: float = 0.0) -> str:
    """Return the common subsequence of all strings, folded from left to right.

    A string that would leave less than ``shared`` of the common part so far is skipped.

    >>> folded(["ABEDF", "CBFDA", "FBADH"])
    'BD'
    >>> folded(["ABEDF", "ABEDF", "xyz"], shared=0.5)
    'ABEDF'
    """
    rest = iter(strings)
    template = next(rest, "")
    held: set[str] = set()  # strings that the template is a part of, and stays one as it shrinks
    for string in rest:
        if string in held:
            continue
        common = common_subsequence(template, string)
        if len(common) >= shared * len(template):
            template = common
            held.add(string)
    return template


def aligned(template: str, string: str) -> list[int]:
    """Return the index in `string` of each symbol of a template, -1 for symbols without a match.

    >>> aligned("ABD", "xAyD")
    [1, -1, 3]
    """
    places = [-1] * len(template)
    for first, place, size in common_blocks(template, string):
        places[first : first + size] = range(place, place + size)
    return places


def common_blocks(one: str, other: str) -> list[tuple[int, int, int]]:
    """Return the blocks of a longest common subsequence, each as (start in `one`, start in `other`, length).

    >>> common_blocks("ABD", "xAByD")
    [(0, 1, 2), (2, 4, 1)]
    """
    blocks = LCSseq.editops(one, other).as_matching_blocks()
    return [(block.a, block.b, block.size) for block in blocks if block.size]
