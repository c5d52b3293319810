"""Evenly spaced samples: a few items that represent the whole list."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Sequence

T = TypeVar("T")


def spread(items: Sequence[T], most: int) -> list[T]:
    """Return at most `most` items, evenly spaced over the list.

    >>> spread("abcdefgh", 4), spread("ab", 4)
    (['a', 'c', 'e', 'g'], ['a', 'b'])
    """
    if len(items) <= most:
        return list(items)
    return [items[i * len(items) // most] for i in range(most)]
