"""From a record to the places of its cells, by the levels stored in a layout.

Each level aligns a token string with its template; the data at a position is divided further by the next level.  Alignments of
equal strings are cached, because most records of a site have one of a few shapes.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from wrapture.algo.align import place
from wrapture.html.struck_text import apart
from wrapture.html.tokens import (
    ENCODINGS,
    TEXT_SYMBOL,
    Encoding,
    TokenString,
    begins_with_end_tag,
    encode,
    symbol,
)
from wrapture.model import Block, Layout, Part, Record, Span
from wrapture.reading.label_values import LabelledTexts, labelled_texts
from wrapture.reading.records import read_pattern

if TYPE_CHECKING:
    from wrapture.html.page import Page
    from wrapture.model import Cut, Kind

A = symbol("A")
IMG = symbol("IMG")
UNDIVIDED = "TEXT"
"""The template of a block that holds one text and is read as a whole."""


def locate_cells(layout: Layout, page: Page, record: Record) -> list[Span | None]:
    """Return the place of each column's value in a record: the nodes of a text, or the one link or image.

    The place of a list of texts, or of a merged column, runs from its first to its last item; that of a list of addresses is
    its first item.
    """
    return [
        hull_of(spans, column.kind)
        for spans, column in zip(locate_values(layout, page, record), layout.columns, strict=True)
    ]


def locate_values(layout: Layout, page: Page, record: Record) -> list[tuple[Span, ...]]:
    """Return the places of each column's values in a record: none, one, or several for a list or a merged column.

    Those of a merged column are in the order of its places.
    """
    return [
        tuple([span for spans in places for span in spans]) if len(places) > 1 else places[0]
        for places in locate_places(layout, page, record)
    ]


def locate_places(layout: Layout, page: Page, record: Record) -> list[list[tuple[Span, ...]]]:
    """Return the nodes of the values at each place of each column: one place, or several for a merged column."""
    held = DataSpans(record_strings(page, record, ENCODINGS[layout.encoding]), layout.template)
    labels = frozenset(layout.labels)
    texts = labelled_texts(page, record) if labels else None
    blocks = [
        _Labelled(texts, block.label, labels) if texts is not None and block.label else _Block(page, block, held)
        for block in layout.blocks
    ]
    return [[blocks[place[0]].locate(column.kind, place) for place in column.places] for column in layout.columns]


def cuts_of(layout: Layout, place: tuple[int, ...]) -> tuple[Cut, ...]:
    """Return the cuts that lead from the text of a part to the piece at a place, in order; none for the whole text."""
    part = layout.blocks[place[0]].parts[place[1]]
    return (*part.within, (part.separators, place[2])) if part.separators else part.within


def hull_of(spans: tuple[Span, ...], kind: Kind) -> Span | None:
    """Return the place of a column's values: from the first to the last of its texts, or its first address."""
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

    @property
    def stop(self) -> int:
        """One past the last node of the record."""
        return self._strings[-1].firsts[-1] if self._strings else 0

    def positions(self) -> dict[int, Span]:
        """Return the nodes with data at every position that has any."""
        if len(self._strings) == 1:  # as most records
            (tokens,) = self._strings
            firsts, symbols, own = tokens.firsts, tokens.symbols, _OWN
            return {
                position: Span(firsts[token], stop)
                for position, token in self._tokens.items()
                if (stop := firsts[token + 1] - own[symbols[token]]) > firsts[token]  # as in `data_span`
            }
        spans = [(position, self.at(position)) for position in self._tokens]
        return {position: span for position, span in spans if span is not None}

    def at(self, position: int) -> Span | None:
        """Return the nodes with data at a position, or None if there are none."""
        found = self._token(position)
        return data_span(*found) if found is not None else None

    def element(self, page: Page, position: int) -> Span | None:
        """Return the element whose start tag is at a position, as far as it is part of the record, or None."""
        found = self._token(position)
        if found is None:
            return None
        tokens, token = found
        own = tokens.firsts[token + 1] - 1
        return Span(own, min(page.stops[own], tokens.firsts[-1]))

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
    """Return the nodes that a token holds, without the element whose tag it is."""
    firsts = tokens.firsts
    start, stop = firsts[token], firsts[token + 1] - _OWN[tokens.symbols[token]]
    return Span(start, stop) if stop > start else None


class _OwnNodes(dict[str, int]):
    """How many nodes are a token's own: the element of a start tag, which comes last."""

    def __missing__(self, character: str) -> int:
        found = self[character] = int(character != TEXT_SYMBOL and not begins_with_end_tag(character))
        return found


_OWN: Final = _OwnNodes()


@lru_cache(maxsize=8192)
def tokens_at(template: str, symbols: str) -> dict[int, int]:
    """Return for each position of a template the token aligned with it; don't change the cached result."""
    places = place(apart(template_string(template)), apart(symbols))
    return {position: token for token, position in enumerate(places) if position >= 0}


@lru_cache(maxsize=4096)
def template_string(template: str) -> str:
    """Return a template in token names as a symbol string."""
    return "".join(position.symbols[0] for position in read_pattern(template).positions) if template else ""


class _Block:
    """One block of one record: its tokens, aligned with the block's template."""

    __slots__ = ("_block", "_page", "_span", "_stop", "_tokens")

    def __init__(self, page: Page, block: Block, held: DataSpans) -> None:
        span = held.element(page, block.position) if block.element else held.at(block.position)
        self._page = page
        self._block = block
        self._span = span
        self._stop = held.stop
        divided = span is not None and block.template != UNDIVIDED
        self._tokens = encode(page, ENCODINGS[block.encoding], span) if divided else None

    def locate(self, kind: Kind, place: tuple[int, ...]) -> tuple[Span, ...]:
        """Return the nodes of the value at a place, or of each value of a list."""
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
        """Return the tokens of a part: the one at its position, or every equal one if the part is a list."""
        if part.every:  # the first token of a list element is its own tag, which may be that of its items
            first = int(self._block.element)
            return [token for token, character in enumerate(symbols) if character == own and token >= first]
        token = tokens_at(self._block.template, symbols).get(part.position)
        return [] if token is None else [token]

    def _element(self, span: Span) -> Span:
        """Return the element whose start tag is the token, as far as the record goes: its node is the last in the span."""
        own = span.stop - 1
        return Span(own, min(self._page.stops[own], self._stop))


class _Labelled:
    """The value beside a label of one record."""

    __slots__ = ("_spans",)

    def __init__(self, texts: LabelledTexts, label: str, labels: frozenset[str]) -> None:
        self._spans = labelled_spans(texts, label, labels)

    def locate(self, _kind: Kind, _place: tuple[int, ...]) -> tuple[Span, ...]:
        """Return the nodes of the value."""
        return self._spans


def labelled_spans(texts: LabelledTexts, label: str, labels: frozenset[str]) -> tuple[Span, ...]:
    """Return the place of the value beside a label, if there is one."""
    found = texts.value_beside(label, labels)
    return (Span(found.value[0], found.value[-1] + 1),) if found is not None else ()


def _last_of(page: Page, span: Span, tag: str) -> Span:
    """Return the element whose tag is the token: the last of its name among the token's nodes."""
    own = next(node for node in range(span.stop - 1, span.start - 1, -1) if page.tags[node] == tag)
    return Span(own, own + 1)
