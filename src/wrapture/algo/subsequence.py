"""The longest common subsequence of many strings, folded: LCS(LCS(r₁, r₂), r₃) … (section 3 of [1]_).

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
    """Return the length of the longest common subsequence of two strings, 0 where it is less than `least`.

    >>> common_length("ABEDF", "CBFDA"), common_length("ABEDF", "CBFDA", least=3)
    (2, 0)
    """
    return LCSseq.similarity(one, other, score_cutoff=least)


def folded(strings: Iterable[str], shared: float = 0.0) -> str:
    """Return the common subsequence of all strings, one after the other.

    A string that would leave less than ``shared`` of what was common so far is passed over.

    >>> folded(["ABEDF", "CBFDA", "FBADH"])
    'BD'
    >>> folded(["ABEDF", "ABEDF", "xyz"], shared=0.5)
    'ABEDF'
    """
    rest = iter(strings)
    template = next(rest, "")
    for string in rest:
        common = common_subsequence(template, string)
        if len(common) >= shared * len(template):
            template = common
    return template


def aligned(template: str, string: str) -> list[int]:
    """Return where each symbol of a template stands in a string, -1 where it does not.

    >>> aligned("ABD", "xAyD")
    [1, -1, 3]
    """
    places = [-1] * len(template)
    for block in LCSseq.editops(template, string).as_matching_blocks():
        places[block.a : block.a + block.size] = range(block.b, block.b + block.size)
    return places
