"""The excerpts of a mask, split into lexemes for the detectors."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, TypeAlias

from wrapture.html.source import lex_source
from wrapture.model import hull_of, places_in

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.html.source import Source
    from wrapture.model import Excerpt, Labels

Stretch: TypeAlias = tuple[int, int]
"""Lexemes ``start <= n < stop``."""

LexedRecord: TypeAlias = tuple[tuple[Stretch, ...], ...]
"""Of each attribute of a record, some stretches."""


@dataclass(frozen=True, slots=True)
class LexedExcerpt:
    """The lexemes of an excerpt, and which of them make up its cells, their values, and its zone.

    ``lists`` are the attributes of which some record has several values, and none with another attribute between them: the
    values of a list are one cell.
    """

    lexemes: tuple[str, ...]
    records: tuple[LexedRecord, ...]  # the cells of each record
    values: tuple[LexedRecord, ...]  # … and their values
    zone: Stretch
    longest: tuple[int, ...]
    lists: frozenset[int]


def lexed_excerpts(excerpts: Sequence[Excerpt]) -> list[LexedExcerpt]:
    """Return excerpts split into lexemes."""
    records = [record for excerpt in excerpts for record in excerpt.records]
    several = {n for record in records for n, label in enumerate(record) if len(places_in(label)) > 1}
    lists = frozenset(n for n in several if all(_is_together(record, n) for record in records))
    return [_lexed(excerpt, lists) for excerpt in excerpts]


def _is_together(record: Labels, attribute: int) -> bool:
    """Return whether no value of another attribute stands between the values of this one."""
    order = [number for _, number in sorted((place, n) for n, own in enumerate(record) for place in places_in(own))]
    places = [at for at, number in enumerate(order) if number == attribute]
    return all(two == one + 1 for one, two in pairwise(places))


def _lexed(excerpt: Excerpt, lists: frozenset[int]) -> LexedExcerpt:
    source = lex_source(excerpt.text)
    cells = [
        tuple(hull_of(label) if n in lists else label for n, label in enumerate(record)) for record in excerpt.records
    ]
    return LexedExcerpt(
        tuple(source.lexemes),
        tuple(_lexed_record(source, record) for record in cells),
        tuple(_lexed_record(source, record) for record in excerpt.records),
        source.lexemes_in(*excerpt.zone),
        excerpt.longest,
        lists,
    )


def _lexed_record(source: Source, record: Labels) -> LexedRecord:
    return tuple(tuple(source.lexemes_in(*place) for place in places_in(label)) for label in record)
