"""Compare the records of two rounds: which are new, which have changed, which are gone."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

Rows = "Mapping[str, Mapping[str, str]]"
MOSTLY: Final = 0.5
"""Share of a column's values from which on differences are those of another reading, not of the records."""


class Change(NamedTuple):
    """A record that is ``new`` or ``gone``, or one value of it that is ``changed``, from ``before`` to ``after``."""

    kind: Literal["new", "changed", "gone"]
    key: str
    column: str = ""
    before: str = ""
    after: str = ""


def compared(
    old: Mapping[str, Mapping[str, str]], new: Mapping[str, Mapping[str, str]], ignored: Collection[str] = ()
) -> list[Change]:
    """Return how the records of a round differ from those of the round before, by key; ``ignored`` columns don't count.

    A column that only one of the rounds has is no change of its records.

    >>> compared({"a": {"price": "1"}, "b": {"price": "2"}}, {"b": {"price": "3"}, "c": {"price": "4"}})[0]
    Change(kind='changed', key='b', column='price', before='2', after='3')
    """
    found = [change for key in new if key in old for change in _differences(key, old[key], new[key], ignored)]
    found += [Change("new", key) for key in new if key not in old]
    return found + [Change("gone", key) for key in old if key not in new]


def read_anew(old: Mapping[str, Mapping[str, str]], new: Mapping[str, Mapping[str, str]]) -> list[str]:
    """Return the columns that a repaired wrapper reads differently: in at least half of the records that have a value.

    A badge that few records have, and that has another text on the new page, says nothing about those records.

    >>> old = {"a": {"price": "1", "mark": "Sale"}, "b": {"price": "2", "mark": ""}, "c": {"price": "3", "mark": ""}}
    >>> read_anew(old, {key: {**row, "mark": "Promo" if row["mark"] else ""} for key, row in old.items()})
    ['mark']
    """
    values: Counter[str] = Counter()
    differ: Counter[str] = Counter()
    for key, row in new.items():
        for name, value in row.items():
            before = old.get(key, {}).get(name)
            if before is not None and (before or value):
                values[name] += 1
                differ[name] += before != value
    return [name for name, count in values.items() if differ[name] >= MOSTLY * count]


def _differences(key: str, old: Mapping[str, str], new: Mapping[str, str], ignored: Collection[str]) -> list[Change]:
    return [
        Change("changed", key, name, old[name], value)
        for name, value in new.items()
        if name in old and name not in ignored and old[name] != value
    ]
