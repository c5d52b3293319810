"""From a locator and a page to records: the one place that reads every kind of locator."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from wrapture.algo.pattern import Matcher, Pattern
from wrapture.html.tokens import ENCODINGS, symbol, tokens_of
from wrapture.model import (
    DataLocator,
    ForestLocator,
    Locator,
    MaskLocator,
    PageLocator,
    PatternLocator,
    Record,
    RowLocator,
    SiblingLocator,
    Span,
)
from wrapture.reading.forest import find_forests
from wrapture.reading.row_matching import find_rows
from wrapture.reading.sibling_matching import find_siblings

if TYPE_CHECKING:
    from wrapture.html.page import Page


def find_records(locator: Locator, page: Page) -> tuple[Record, ...]:
    """Return the records that a locator finds on a page, in document order and without overlaps."""
    match locator:
        case PatternLocator():
            return _match_patterns(locator, page)
        case ForestLocator():
            return find_forests(locator, page)
        case RowLocator():
            return find_rows(locator, page)
        case SiblingLocator():
            return find_siblings(locator, page)
        case MaskLocator():
            from wrapture.reading.masks.mask_table import find_masked  # imports numpy, which other locators don't need

            return find_masked(locator, page)
        case (
            DataLocator() | PageLocator()
        ):  # read by `wrapture.reading.data_reading` and `page_reading`: they find values
            return ()


def _match_patterns(locator: PatternLocator, page: Page) -> tuple[Record, ...]:
    tokens = tokens_of(page, ENCODINGS[locator.encoding])
    firsts = tokens.firsts
    found = [(firsts[start], firsts[stop]) for start, stop in matcher(locator.patterns).find(tokens.symbols)]
    return tuple([(Span(start, stop),) for start, stop in found if start < stop])  # end tags alone cover no node


@lru_cache(maxsize=64)
def matcher(patterns: tuple[str, ...]) -> Matcher:
    """Return the matcher compiled from patterns in token names."""
    return Matcher(read_pattern(notation) for notation in patterns)


@lru_cache(maxsize=4096)
def read_pattern(notation: str) -> Pattern:
    """Return the pattern parsed from its notation in token names."""
    return Pattern.parse(notation, symbol)
