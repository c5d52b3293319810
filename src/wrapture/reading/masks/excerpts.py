"""The excerpts of a mask, split into lexemes for the detectors."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from wrapture.html.source import lex_source
from wrapture.model import places_in

if TYPE_CHECKING:
    from wrapture.model import Excerpt

Stretch: TypeAlias = tuple[int, int]
"""Lexemes ``start <= n < stop``."""


@dataclass(frozen=True, slots=True)
class LexedExcerpt:
    """The lexemes of an excerpt, and which of them make up its values and its zone."""

    lexemes: tuple[str, ...]
    records: tuple[tuple[tuple[Stretch, ...], ...], ...]  # of each record the values of each attribute
    zone: Stretch
    longest: tuple[int, ...]


def lexed(excerpt: Excerpt) -> LexedExcerpt:
    """Return an excerpt split into lexemes."""
    source = lex_source(excerpt.text)
    return LexedExcerpt(
        tuple(source.lexemes),
        tuple(
            tuple(tuple(source.lexemes_in(*place) for place in places_in(label)) for label in record)
            for record in excerpt.records
        ),
        source.lexemes_in(*excerpt.zone),
        excerpt.longest,
    )
