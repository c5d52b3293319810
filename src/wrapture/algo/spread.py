"""Some of many: what is looked at closely stands for the whole, so it is taken from all over it."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Sequence

T = TypeVar("T")


def spread(items: Sequence[T], most: int) -> list[T]:
    """Return items from the whole of a list, so many at most.

    >>> spread("abcdefgh", 4), spread("ab", 4)
    (['a', 'c', 'e', 'g'], ['a', 'b'])
    """
    if len(items) <= most:
        return list(items)
    return [items[i * len(items) // most] for i in range(most)]
