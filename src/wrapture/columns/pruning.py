"""Pruning columns: which of a draft's columns carry no information.

A column is dropped if each of its values also stands in another column of the same record (an image's link beside the title's),
if it has no letter or digit and never changes (brackets, dashes), or if its links lead nowhere (``#``).  Labels and buttons
stay: to a reader they are values.  An image that is the same in all records stays, hidden as other constants are.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from wrapture.model import Kind
    from wrapture.model.table import Cell

MAX_COLUMNS: Final = 100  # nobody reads a wider table: the fullest columns stay (no true list has more than 64)
ENOUGH: Final = 3  # records that must have the same image before it counts as decoration
DIFFERENT: Final = 3  # texts that must match in two columns before one counts as an echo of the other
WORD: Final = re.compile(r"[^\W_]")
NOWHERE: Final = re.compile(r"\s*(javascript:|#)", re.IGNORECASE)


def useful_columns(kinds: Sequence[Kind], rows: Sequence[Sequence[Cell]]) -> list[int]:
    """Return the indices of the columns that carry information, in order.

    >>> useful_columns(["link", "text", "link"], [["/1", "one", "/1"], ["/2", "two", None]])
    [0, 1]
    """
    values = list(zip(*rows, strict=True)) if rows else [()] * len(kinds)
    useful = [
        number
        for number, kind in enumerate(kinds)
        if not is_decoration(kind, values[number]) or (kind == "image" and any(values[number]))
    ]
    texts = {number for number in useful if kinds[number] == "text" and _may_match_by_chance(values[number])}
    return sorted(_without_echoes(useful, values, texts)[:MAX_COLUMNS])


def is_decoration(kind: Kind, values: Collection[Cell]) -> bool:
    """Return whether values are decoration: none at all, constant punctuation, one image, or links to nowhere.

    >>> is_decoration("text", ["[", "["]), is_decoration("text", ["★", "★★"]), is_decoration("link", ["#", "#top"])
    (True, False, True)
    """
    shown = [value if isinstance(value, str) else " ".join(value) for value in values if value]
    different = set(shown)
    if kind == "link":
        return all(map(NOWHERE.match, different))
    if kind == "image":
        addresses = {one for value in values if value for one in ((value,) if isinstance(value, str) else value)}
        return len(addresses) <= 1 and len(shown) not in range(1, ENOUGH)
    return len(different) <= 1 and not any(map(WORD.search, different))


def _may_match_by_chance(values: Iterable[Cell]) -> bool:
    """Return whether the texts are so few that another column may match by chance (no votes, no comments)."""
    shown = [value for value in values if value is not None]
    return len(set(shown)) < min(DIFFERENT, len(shown))


def _without_echoes(numbers: Sequence[int], values: Sequence[Sequence[Cell]], safe: set[int]) -> list[int]:
    """Return the safe columns and those not repeated in another, fullest first; of equal columns the first stays."""
    kept: list[int] = []
    holders: dict[tuple[int, Cell], list[int]] = {}  # columns with a given value in a given row: few share one
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
