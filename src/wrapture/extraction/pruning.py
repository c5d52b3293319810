"""Columns that say nothing: which of a draft's columns a table is better without.

A column is left out where every value that it has stands in another column of the same record too (an image's link beside the
title's), where it has no letter or digit and never changes (brackets, dashes), where it is an image that is the same in all
records (spacers, icons), and where its links lead nowhere (``#``).  Labels and buttons stay: they are values to a reader.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from wrapture.extraction.table import Cell
    from wrapture.model import Kind

MAX_COLUMNS: Final = 100  # nobody reads a wider table: the fullest columns stay (64 are the most of a true list)
ENOUGH: Final = 3  # records that must have the same image before it is taken for decoration
DIFFERENT: Final = 3  # texts that must be the same in two columns before one is taken for an echo of the other
WORD: Final = re.compile(r"[^\W_]")
NOWHERE: Final = re.compile(r"\s*(javascript:|#)", re.IGNORECASE)


def useful_columns(kinds: Sequence[Kind], rows: Sequence[Sequence[Cell]]) -> list[int]:
    """Return the numbers of the columns that say something, in order.

    >>> useful_columns(["link", "text", "link"], [["/1", "one", "/1"], ["/2", "two", None]])
    [0, 1]
    """
    values = list(zip(*rows, strict=True)) if rows else [()] * len(kinds)
    telling = [number for number, kind in enumerate(kinds) if not says_nothing(kind, values[number])]
    texts = {number for number in telling if kinds[number] == "text" and _may_chance(values[number])}
    return sorted(_without_echoes(telling, values, texts)[:MAX_COLUMNS])


def says_nothing(kind: Kind, values: Iterable[Cell]) -> bool:
    """Return whether values are decoration: none at all, marks that never change, one image, or links to nowhere.

    >>> says_nothing("text", ["[", "["]), says_nothing("text", ["★", "★★"]), says_nothing("link", ["#", "#top"])
    (True, False, True)
    """
    shown = [value if isinstance(value, str) else " ".join(value) for value in values if value]
    different = set(shown)
    if kind == "link":
        return all(map(NOWHERE.match, different))
    if kind == "image":
        return len(different) <= 1 and len(shown) not in range(1, ENOUGH)
    return len(different) <= 1 and not any(map(WORD.search, different))


def _may_chance(values: Iterable[Cell]) -> bool:
    """Return whether texts are so few that another column may have the same by chance: no votes, no comments."""
    shown = [value for value in values if value is not None]
    return len(set(shown)) < min(DIFFERENT, len(shown))


def _without_echoes(numbers: Sequence[int], values: Sequence[Sequence[Cell]], safe: set[int]) -> list[int]:
    """Return the safe columns and those whose values don't all stand in another, the fullest first; of equal ones the first."""
    kept: list[int] = []
    holders: dict[tuple[int, Cell], list[int]] = {}  # which columns have a value in a row: few of them have the same
    fullest = sorted(numbers, key=lambda number: (values[number].count(None), number))
    for number in fullest:
        filled = [(row, value) for row, value in enumerate(values[number]) if value is not None]
        if number in safe or not any(_echoes(values[number], values[other]) for other in holders.get(filled[0], ())):
            kept.append(number)
            for one in filled:
                holders.setdefault(one, []).append(number)
    return kept


def _echoes(values: Sequence[Cell], other: Sequence[Cell]) -> bool:
    return all(value is None or value == shown for value, shown in zip(values, other, strict=True))
