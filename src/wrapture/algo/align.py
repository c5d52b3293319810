"""Aligning symbol strings: two at a time by edit distance, many by the center-star method.

The center is the string with the least total edit distance to the others; each string is aligned to it and the gaps are kept
("once a gap, always a gap").  The sum-of-pairs cost is at most twice the best one [1]_.

Departures from [1]_
--------------------
* Equal strings are aligned once: most records of a page look the same.
* With more than `CENTER_SAMPLE` different strings, the center is chosen among the most common ones, so the cost grows linearly
  with the number of strings instead of quadratically.

.. [1] Gusfield: Algorithms on strings, trees, and sequences. 1997. Section 14.6.2.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, Final

from rapidfuzz.distance import Indel, Levenshtein

from wrapture.algo.pattern import Pattern, Position

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

CENTER_SAMPLE: Final = 12
UNION_SAMPLE: Final = 64  # different strings that may extend a template
UNION_GROWTH: Final = 4  # a template this many times longer than a string is not extended by it


def center_of(strings: Sequence[str]) -> str:
    """Return the string with the least total edit distance to the others; ties go to the most common, then the first.

    >>> center_of(["adcbd", "adcxb", "adcxbd"])
    'adcxbd'
    """
    counts = Counter(strings).most_common(CENTER_SAMPLE)
    costs = [0] * len(counts)
    for i, (one, times) in enumerate(counts):
        for j in range(i):
            distance = Levenshtein.distance(one, counts[j][0])
            costs[i] += distance * counts[j][1]
            costs[j] += distance * times
    return counts[costs.index(min(costs))][0]


def align(center: str, s: str) -> list[tuple[int, int]]:
    """Return the place of each symbol of `s` beside `center`: (p, 0) at position p, (p, i) for the i-th insertion before p.

    Insertions are counted from 1 in the gap before a position; the gap after the last symbol is ``len(center)``.

    >>> align("adcb", "adxcb")
    [(0, 0), (1, 0), (2, 1), (2, 0), (3, 0)]
    """
    places: list[tuple[int, int]] = []
    for step in Levenshtein.opcodes(center, s):
        if step.tag == "insert":
            places.extend([(step.src_start, n) for n in range(1, step.dest_end - step.dest_start + 1)])
        elif step.tag != "delete":
            places.extend([(i, 0) for i in range(step.src_start, step.src_end)])
    return places


def center_star(
    strings: Sequence[str], max_mismatches: int | None = None
) -> tuple[Pattern, dict[str, tuple[int, ...]]] | None:
    """Return the generalized pattern of the strings and, for each distinct string, the pattern positions of its symbols.

    Return None if more than `max_mismatches` positions differ.

    >>> pattern, columns = center_star(["adcbd", "adcxb", "adcxbd"])
    >>> str(pattern), columns["adcbd"]
    ('adc[x|-]b[d|-]', (0, 1, 2, 4, 5))
    """
    different = dict.fromkeys(strings)
    if max_mismatches is not None and _too_uneven(different, max_mismatches):
        return None
    if len(different) == 1:
        (only,) = different
        return Pattern(tuple([_position(symbol, False) for symbol in only])), {only: tuple(range(len(only)))}
    center = center_of(strings)
    if max_mismatches is not None and _too_far(center, different, max_mismatches):
        return None
    placed = {s: align(center, s) for s in different}
    order = sorted(set(chain(*placed.values())), key=_column)
    index = {place: i for i, place in enumerate(order)}
    columns = {s: tuple([index[place] for place in places]) for s, places in placed.items()}
    pattern = Pattern(_positions(len(order), columns))
    if max_mismatches is not None and pattern.mismatches > max_mismatches:
        return None
    return pattern, columns


def union_template(strings: Sequence[str]) -> str:
    """Return a common supersequence of the strings: the center, with the extra symbols of the others inserted.

    The most common strings come first; symbols they disagree on stand side by side ("once a gap, always a gap").  Each
    position holds one symbol, so the template is itself a string and `place` can align another string to it.

    >>> union_template(["abd", "abd", "abxd"])
    'abxd'
    """
    template = center_of(strings)
    for s, _ in Counter(strings).most_common(UNION_SAMPLE):
        if len(template) > UNION_GROWTH * len(s) + UNION_GROWTH:
            continue  # merging dissimilar strings would grow the template without bound
        template = _merge(template, s)
    return template


def _merge(template: str, s: str) -> str:
    merged = []
    for step in Indel.opcodes(template, s):
        if step.tag != "insert":
            merged.append(template[step.src_start : step.src_end])
        if step.tag in {"insert", "replace"}:
            merged.append(s[step.dest_start : step.dest_end])
    return "".join(merged)


def place(template: str, s: str) -> tuple[int, ...]:
    """Return the template position of each symbol of `s`, -1 for a symbol without one.

    >>> place("abcd", "acxd")
    (0, 2, -1, 3)
    """
    if template == s:
        return tuple(range(len(s)))
    places = [-1] * len(s)
    for step in Indel.opcodes(template, s):
        if step.tag == "equal":
            places[step.dest_start : step.dest_end] = range(step.src_start, step.src_end)
    return tuple(places)


def _too_uneven(strings: Iterable[str], bound: int) -> bool:
    """Return whether the lengths alone prove that some string differs from any center at too many positions."""
    lengths = list(map(len, strings))
    return max(lengths) - min(lengths) > 2 * bound


def _too_far(center: str, strings: Iterable[str], bound: int) -> bool:
    """Return whether some string differs from the center at more than `bound` positions."""
    return any(Levenshtein.distance(center, s, score_cutoff=bound) > bound for s in strings)


def _column(place: tuple[int, int]) -> tuple[int, int]:
    """Return the sort key of a place: insertions before a position sort before the position itself."""
    position, insertion = place
    return position, insertion or _LAST


_LAST: Final = 1 << 60


@lru_cache(maxsize=4096)
def _position(symbols: str, optional: bool) -> Position:
    """Return a position, cached: patterns are made of few distinct ones."""
    return Position(symbols, optional)


def _positions(width: int, columns: dict[str, tuple[int, ...]]) -> tuple[Position, ...]:
    symbols: list[str] = [""] * width
    filled = [0] * width
    for s, taken in columns.items():
        for symbol, column in zip(s, taken, strict=True):
            filled[column] += 1
            if symbol not in symbols[column]:
                symbols[column] += symbol
    return tuple(
        _position("".join(sorted(seen)) if len(seen) > 1 else seen, full < len(columns))
        for seen, full in zip(symbols, filled, strict=True)
    )
