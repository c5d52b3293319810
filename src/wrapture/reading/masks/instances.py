"""The training data of detectors: labelled instances of separators, their variants, and other positions."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

import numpy as np

from wrapture.html.source import is_tag, names_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wrapture.reading.masks.lexeme_view import LexemeView, Sight, Symbols

MIN_VARIANT: Final = 2  # labelled instances
MAX_COLUMNS: Final = 600  # of all separators: leaves a mask of fifty attributes a few variants of each
ENOUGH: Final = 50_000  # positions to calibrate detectors on
MAX_VARIANT: Final = 0.9  # share of the instances: a context that nearly all have is no variant
VARIANTS: Final = ((1, 0.0), (2, 0.05))
"""How many lexemes beside the value define a variant, and the smallest share of the instances that it must cover."""

Places: TypeAlias = "list[tuple[int, int]]"
"""Labelled instances of a separator: (excerpt, position)."""


class DetectorColumn(NamedTuple):
    """One detector pair in the tables: its separator, and the instances it is learned from, as indexes into the samples."""

    separator: int
    instances: Places
    is_variant: bool


def lexemes_around(texts: Sequence[Sequence[str]], separators: Sequence[tuple[Places, Sight]]) -> Iterator[str]:
    """Yield the lexemes around separators, each position once, and all tags, because distant slots see only tags."""
    near: set[tuple[int, int]] = set()
    for places, sight in separators:
        for text, place in places:
            first, stop = max(0, place - sight.lexemes), min(len(texts[text]), place + sight.lexemes)
            near.update((text, n) for n in range(first, stop))
    for number, lexemes in enumerate(texts):
        yield from (lexeme for n, lexeme in enumerate(lexemes) if is_tag(lexeme) or (number, n) in near)


def samples_of(views: Sequence[LexemeView], separators: Sequence[Places]) -> list[Symbols]:
    """Return the sampled positions of each text: all labelled ones, and evenly spaced others up to about `ENOUGH`."""
    step = 1 + sum(view.size for view in views) // ENOUGH
    labelled: list[set[int]] = [set() for _ in views]
    for places in separators:
        for text, place in places:
            labelled[text].add(place)
    return [
        np.union1d(np.arange(0, view.size, step), sorted(own)).astype(np.intp)
        for view, own in zip(views, labelled, strict=True)
    ]


def sampled(column: DetectorColumn, samples: Sequence[Symbols]) -> DetectorColumn:
    """Return a column with its instances as indexes into the samples."""
    numbers = [(text, int(np.searchsorted(samples[text], place))) for text, place in column.instances]
    return column._replace(instances=numbers)


def columns_of(texts: Sequence[Sequence[str]], separators: Sequence[Places]) -> Iterator[DetectorColumn]:
    """Yield a column for each separator, and one for each of its variants."""
    most = max(1, MAX_COLUMNS // max(1, len(separators)) - 1)
    for separator, places in enumerate(separators):
        yield DetectorColumn(separator, places, False)
        variants = sorted(_variants(texts, places, separator % 2 == 1), key=len, reverse=True)
        yield from (DetectorColumn(separator, group, True) for group in variants[:most])


def _variants(texts: Sequence[Sequence[str]], places: Places, is_end: bool) -> list[Places]:
    """Return groups of labelled instances that have the same lexemes directly outside the value."""
    found: dict[frozenset[tuple[int, int]], Places] = {}
    for depth, least in VARIANTS:
        groups: defaultdict[tuple[str, ...], Places] = defaultdict(list)
        for text, place in places:
            groups[_outside(texts[text], place, depth, is_end)].append((text, place))
        fewest = max(MIN_VARIANT, least * len(places))
        for group in groups.values():
            if fewest <= len(group) <= MAX_VARIANT * len(places):
                found.setdefault(frozenset(group), group)
    return list(found.values())


def _outside(lexemes: Sequence[str], place: int, depth: int, is_end: bool) -> tuple[str, ...]:
    """Return the texts of the lexemes before the start of a value, or after its end."""
    start, stop = (place, place + depth) if is_end else (max(0, place - depth), place)
    return tuple(names_of(lexeme).text for lexeme in lexemes[start:stop])
