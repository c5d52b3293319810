"""The excerpts of a mask, split into lexemes for the detectors."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from wrapture.html.source import lex_source

if TYPE_CHECKING:
    from wrapture.html.source import Source
    from wrapture.model import Excerpt, Place

Stretch: TypeAlias = tuple[int, int]
"""Lexemes ``start <= n < stop``."""


@dataclass(frozen=True, slots=True)
class LexedExcerpt:
    """The lexemes of an excerpt, and which of them make up its values and its zone."""

    lexemes: tuple[str, ...]
    records: tuple[tuple[Stretch | None, ...], ...]
    zone: Stretch
    longest: tuple[int, ...]


def lexed(excerpt: Excerpt) -> LexedExcerpt:
    """Return an excerpt split into lexemes."""
    source = lex_source(excerpt.text)
    return LexedExcerpt(
        tuple(source.lexemes),
        tuple(tuple(_stretch(source, place) for place in record) for record in excerpt.records),
        source.lexemes_in(*excerpt.zone),
        excerpt.longest,
    )


def _stretch(source: Source, place: Place | None) -> Stretch | None:
    return None if place is None else source.lexemes_in(*place)
