"""Data that is flattened: one array of values that name each other by their index, as Nuxt sends it (devalue's format).

For example, ``[{"items": 1}, [2, 3], {"name": 4}, {"name": 5}, "Lamp", "Chair"]`` has two items, a lamp and a chair.  An
array that begins with a name is a value of that kind, such as a date or a set; negative numbers are values that JSON lacks.
"""

from __future__ import annotations

from typing import Final

ITEMS: Final = "Set"
"""The kind whose values all stand for items."""
PAIRS: Final = frozenset(["Map", "null"])
"""Kinds whose names and values take turns; ``null`` is an object without a prototype, whose names stand as they are."""


def unflattened(values: list[object]) -> object:
    """Return the value that a flattened array stands for, None if it stands for none.

    >>> unflattened([["Reactive", 1], {"items": 2}, [3], {"name": 4, "parent": 1}, "Lamp"])
    {'items': [{'name': 'Lamp', 'parent': None}]}
    """
    try:
        return _Flattened(values).value(0) if values else None
    except (IndexError, RecursionError, TypeError):  # no such index, nested too deeply, or an index that is no number
        return None


class _Flattened:
    """The values of a flattened array; each is built once, and one inside itself is None."""

    def __init__(self, values: list[object]) -> None:
        self._values = values
        self._known: dict[int, object] = {}

    def value(self, index: object) -> object:
        """Return the value at an index."""
        if not isinstance(index, int) or isinstance(index, bool):
            raise TypeError(index)
        if index < 0:
            return None
        if index not in self._known:
            self._known[index] = None
            self._known[index] = self._built(self._values[index])
        return self._known[index]

    def _built(self, value: object) -> object:
        if isinstance(value, dict):
            return {name: self.value(index) for name, index in value.items()}
        if isinstance(value, list):
            return self._of_kind(*value) if value and isinstance(value[0], str) else [self.value(one) for one in value]
        return value

    def _of_kind(self, kind: str, *inside: object) -> object:
        """Return a value of a named kind; the other kinds hold one value, by its index or, as dates do, as a text."""
        if kind == ITEMS:
            return [self.value(one) for one in inside]
        if kind in PAIRS:
            names = inside[::2] if kind == "null" else map(self.value, inside[::2])
            return {str(name): self.value(one) for name, one in zip(names, inside[1::2], strict=False)}
        one = inside[0] if inside else None
        return self.value(one) if isinstance(one, int) else one
