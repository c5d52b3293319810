"""The scorer's figures for the hundreds of answers of a page, which have most of their records in common.

What a record holds is found once, so an answer costs as many steps as it has records.  The scorer compares each with all true
records, which takes hours on a page of a thousand.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, TypedDict

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import ModuleType

    from common import Row


class Figures(TypedDict):
    """What the scorer says of an answer, compared with the list of the page that suits it best; ``found`` with all lists."""

    f1: float
    perfect: bool
    found: int


class _Holding(NamedTuple):
    """The true records in a text, in the text with its addresses, and those whose extent it has."""

    shown: frozenset[int]
    linked: frozenset[int]
    exact: frozenset[int]


class PageScorer:
    """The scorer for answers of one page."""

    def __init__(self, scorer: ModuleType, row: Row) -> None:
        self._scorer = scorer
        self._gold: list[Any] = [scorer.Gold(record, row["scope"]) for record in row["records"]]
        self._every = frozenset(range(len(self._gold)))
        sections = [frozenset(section) for section in row.get("sections") or () if len(section) > 1]
        self._readings = [self._every, *(sections if len(row.get("sections") or ()) > 1 else ())]
        self._known: dict[int, _Holding] = {}

    def figures(self, records: Sequence[tuple[str, str]]) -> Figures:
        """Return the figures of an answer: the text and the addresses of each record."""
        held = [self._holding(*record) for record in records]
        found = [self._found(reading, held) for reading in self._readings]
        scores = [2 * one / (len(reading) + len(held)) for one, reading in zip(found, self._readings, strict=True)]
        best = max(range(len(scores)), key=scores.__getitem__)
        perfect = found[best] == len(self._readings[best]) == len(held)
        return {"f1": scores[best], "perfect": perfect, "found": found[0]}

    def _holding(self, text: str, links: str) -> _Holding:
        key = hash((text, links))  # the texts themselves would be many times the page
        if key not in self._known:
            squeeze, bag = self._scorer.squeeze, self._scorer.words(text)
            shown, linked = squeeze(text), squeeze(text) + " " + squeeze(links)
            inside = [n for n, gold in enumerate(self._gold) if gold.inside(linked, bag)]
            self._known[key] = _Holding(
                frozenset([n for n in inside if self._gold[n].inside(shown, bag)]),
                frozenset(inside),
                frozenset([n for n in inside if self._gold[n].extent_ok(bag)]),
            )
        return self._known[key]

    def _found(self, reading: frozenset[int], held: Sequence[_Holding]) -> int:
        """Return how many true records of a list are found: each in one record that holds no other."""
        holders: dict[int, list[int]] = {}
        for n, one in enumerate(held):
            for gold in one.linked & reading:
                holders.setdefault(gold, []).append(n)
        taken: set[int] = set()
        for gold in sorted(holders):
            fits = (n for n in holders[gold] if n not in taken and self._is_apart(gold, held[n], reading))
            taken.update([n for n in [next(fits, -1)] if n >= 0])
        return len(taken)

    def _is_apart(self, number: int, held: _Holding, reading: frozenset[int]) -> bool:
        """Return whether a record is a true one and nothing else."""
        gold = self._gold[number]
        if number not in held.exact:
            return False
        return gold.by_words or all(
            other == number or gold.explains(self._gold[other]) for other in held.shown & reading
        )
