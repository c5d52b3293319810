"""From a record to the places of its cells: the stored levels of a layout, applied.

Each level aligns a token string to its template; what stands on a position with data goes down to the next level.  Strings that
look alike are aligned once: most records of a site have one of a few shapes.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from wrapture.algo.align import place
from wrapture.extraction.records import read_pattern
from wrapture.html.tokens import ENCODINGS, TEXT_SYMBOL, Encoding, TokenString, begins_with_end_tag, encode, symbol
from wrapture.model import Block, Layout, Record, Span

if TYPE_CHECKING:
    from wrapture.html.page import Page
    from wrapture.model import Column

A = symbol("A")
IMG = symbol("IMG")
UNDIVIDED = "TEXT"
"""The template of a block that holds one text: it is read whole."""


def locate_cells(layout: Layout, page: Page, record: Record) -> list[Span | None]:
    """Return where the value of each column stands in a record: the nodes of a text, or the one link or image."""
    held = DataSpans(record_strings(page, record, ENCODINGS[layout.encoding]), layout.template)
    blocks = [_Block(page, block, held.at(block.position)) for block in layout.blocks]
    return [blocks[column.place[0]].locate(column) for column in layout.columns]


def record_strings(page: Page, record: Record, encoding: Encoding) -> list[TokenString]:
    """Return the token strings of a record's pieces."""
    return [encode(page, encoding, span) for span in record]


class DataSpans:
    """The nodes with data at each position of the record template."""

    __slots__ = ("_strings", "_tokens")

    def __init__(self, strings: list[TokenString], template: str) -> None:
        self._strings = strings
        self._tokens = tokens_at(template, "".join([tokens.symbols for tokens in strings]))

    def positions(self) -> dict[int, Span]:
        """Return the data at every position that has some."""
        found = {position: self.at(position) for position in self._tokens}
        return {position: span for position, span in found.items() if span is not None}

    def at(self, position: int) -> Span | None:
        """Return the nodes with data at a position, or None where there are none."""
        token = self._tokens.get(position)
        if token is None:
            return None
        for tokens in self._strings:
            if token < len(tokens.symbols):
                return data_span(tokens, token)
            token -= len(tokens.symbols)
        return None


def data_span(tokens: TokenString, token: int) -> Span | None:
    """Return the nodes that a token holds beside the element it is the tag of."""
    start, stop = tokens.firsts[token], tokens.firsts[token + 1]
    character = tokens.symbols[token]
    if character != TEXT_SYMBOL and not begins_with_end_tag(character):
        stop -= 1  # the element itself comes last
    return Span(start, stop) if stop > start else None


@lru_cache(maxsize=8192)
def tokens_at(template: str, symbols: str) -> dict[int, int]:
    """Return for each position of a template the token that stands on it; not to be changed."""
    places = place(template_string(template), symbols)
    return {position: token for token, position in enumerate(places) if position >= 0}


@lru_cache(maxsize=4096)
def template_string(template: str) -> str:
    """Return a template in token names as a symbol string."""
    return "".join(position.symbols[0] for position in read_pattern(template).positions) if template else ""


class _Block:
    """One block of one record: its tokens, on their positions of the block's template."""

    __slots__ = ("_block", "_page", "_span", "_tokens")

    def __init__(self, page: Page, block: Block, span: Span | None) -> None:
        self._page = page
        self._block = block
        self._span = span
        divided = span is not None and block.template != UNDIVIDED
        self._tokens = encode(page, ENCODINGS[block.encoding], span) if divided else None

    def locate(self, column: Column) -> Span | None:
        """Return the nodes that hold the value of a column."""
        position = self._block.parts[column.place[1]].position
        span = self._span if self._tokens is None else self._at(position, self._tokens)
        if span is None or column.kind == "text":
            return span
        return _last_of(self._page, span, "a" if column.kind == "link" else "img")

    def _at(self, position: int, tokens: TokenString) -> Span | None:
        token = tokens_at(self._block.template, tokens.symbols).get(position)
        return tokens.span(token, token + 1) if token is not None else None


def _last_of(page: Page, span: Span, tag: str) -> Span:
    """Return the element that a token is the tag of: the last of its name, behind skipped nodes and before others."""
    own = next(node for node in range(span.stop - 1, span.start - 1, -1) if page.tags[node] == tag)
    return Span(own, own + 1)
