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
from wrapture.model import Block, Layout, Part, Record, Span

if TYPE_CHECKING:
    from wrapture.html.page import Page
    from wrapture.model import Cut, Kind

A = symbol("A")
IMG = symbol("IMG")
UNDIVIDED = "TEXT"
"""The template of a block that holds one text: it is read whole."""


def locate_cells(layout: Layout, page: Page, record: Record) -> list[Span | None]:
    """Return where the value of each column stands in a record: the nodes of a text, or the one link or image.

    A list of texts stands between its first and its last item, and so does a column that is merged; of a list of addresses this
    is the first.
    """
    return [
        _hull(spans, column.kind)
        for spans, column in zip(locate_values(layout, page, record), layout.columns, strict=True)
    ]


def locate_values(layout: Layout, page: Page, record: Record) -> list[tuple[Span, ...]]:
    """Return where the values of each column stand in a record: none, one, or several of a list or of a column that is merged.

    Those of a merged column are in the order of its places.
    """
    return [
        tuple([span for spans in places for span in spans]) if len(places) > 1 else places[0]
        for places in locate_places(layout, page, record)
    ]


def locate_places(layout: Layout, page: Page, record: Record) -> list[list[tuple[Span, ...]]]:
    """Return where the values at each place of each column stand in a record: one place, or several of a merged column."""
    held = DataSpans(record_strings(page, record, ENCODINGS[layout.encoding]), layout.template)
    blocks = [
        _Block(page, block, held.element(page, block.position) if block.element else held.at(block.position))
        for block in layout.blocks
    ]
    return [[blocks[place[0]].locate(column.kind, place) for place in column.places] for column in layout.columns]


def cuts_of(layout: Layout, place: tuple[int, ...]) -> tuple[Cut, ...]:
    """Return the cuts that lead from the text of a part to the piece at a place, the first one first; none for all of it."""
    part = layout.blocks[place[0]].parts[place[1]]
    return (*part.within, (part.separators, place[2])) if part.separators else part.within


def _hull(spans: tuple[Span, ...], kind: Kind) -> Span | None:
    if not spans:
        return None
    return Span(min(spans).start, max(span.stop for span in spans)) if kind == "text" else spans[0]


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
        found = self._token(position)
        return data_span(*found) if found is not None else None

    def element(self, page: Page, position: int) -> Span | None:
        """Return the element whose start tag stands at a position, or None where there is none."""
        found = self._token(position)
        if found is None:
            return None
        tokens, token = found
        own = tokens.firsts[token + 1] - 1
        return Span(own, page.stops[own])

    def _token(self, position: int) -> tuple[TokenString, int] | None:
        token = self._tokens.get(position)
        if token is None:
            return None
        for tokens in self._strings:
            if token < len(tokens.symbols):
                return tokens, token
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

    def locate(self, kind: Kind, place: tuple[int, ...]) -> tuple[Span, ...]:
        """Return the nodes that hold the value at a place, or each value of a list."""
        if self._span is None:
            return ()
        if self._tokens is None:
            return (self._span,)
        part = self._block.parts[place[1]]
        own = template_string(self._block.template)[part.position]
        spans = [self._tokens.span(token, token + 1) for token in self._chosen(part, own, self._tokens.symbols)]
        if kind != "text":
            return tuple([_last_of(self._page, span, "a" if kind == "link" else "img") for span in spans])
        return tuple(spans if own == TEXT_SYMBOL else [self._element(span) for span in spans])

    def _chosen(self, part: Part, own: str, symbols: str) -> list[int]:
        """Return the tokens that a part stands for: the one at its position, or every one like it."""
        if part.every:
            return [token for token, character in enumerate(symbols) if character == own]
        token = tokens_at(self._block.template, symbols).get(part.position)
        return [] if token is None else [token]

    def _element(self, span: Span) -> Span:
        """Return all of the element that a token is the start tag of: its own node comes last."""
        own = span.stop - 1
        return Span(own, self._page.stops[own])


def _last_of(page: Page, span: Span, tag: str) -> Span:
    """Return the element that a token is the tag of: the last of its name, behind skipped nodes and before others."""
    own = next(node for node in range(span.stop - 1, span.start - 1, -1) if page.tags[node] == tag)
    return Span(own, own + 1)
