"""Columns by IEPAD's multi-level alignment: block-level tokens first, then the tags inside each block, then its words.

A column is a position of the aligned pattern that holds text; its cells are the texts there, and the addresses of the links.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Final

from common import load_scorer

from wrapture.algo.align import place, union_template
from wrapture.html.tokens import ALL_TAG, BLOCK_LEVEL, TEXT_SYMBOL, TokenString, encode, symbol
from wrapture.model import Span

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from common import Row

    from wrapture.html.page import Page
    from wrapture.html.tokens import Encoding
    from wrapture.model import Record

LEVELS: Final = (BLOCK_LEVEL, ALL_TAG)
SERVED: Final = 0.9  # share of a gold column's cells that must stand in one of our columns

HOLDING: Final = frozenset([TEXT_SYMBOL, symbol("A")])

Pieces = dict[int, list[tuple[int, Span]]]


def level_columns(page: Page, records: Sequence[Record], levels: int) -> list[dict[str, str]]:
    """Return the cells of each record by column, after so many levels of alignment."""
    spans = [Span(record[0].start, record[-1].stop) for record in records]
    blocks = _divided(page, list(enumerate(spans)), LEVELS[0])
    for encoding in LEVELS[1:levels]:
        finer = [_divided(page, pieces, encoding) for pieces in blocks.values()]
        blocks = dict(enumerate(one for some in finer for one in some.values()))
    cells: list[dict[str, str]] = [{} for _ in records]
    for column, pieces in blocks.items():
        for number, span in pieces:
            text, links = page.text(span), page.links(span)
            cells[number] |= ({f"text {column}": text} if text else {}) | {f"link {column}": one for one in links[:1]}
    return cells


def _divided(page: Page, pieces: Sequence[tuple[int, Span]], encoding: Encoding) -> Pieces:
    """Return the texts of some pieces by their position in the pattern that all of them align to."""
    strings: list[TokenString] = [encode(page, encoding, span) for _, span in pieces]
    template = union_template([one.symbols for one in strings])
    found: Pieces = defaultdict(list)
    for (number, _), tokens in zip(pieces, strings, strict=True):
        for token, position in enumerate(place(template, tokens.symbols)):
            if position >= 0 and tokens.symbols[token] in HOLDING:
                found[position].append((number, tokens.span(token, token + 1)))
    return dict(sorted(found.items()))


def attributes_found(shared: Path, row: Row, cells: Sequence[dict[str, str]]) -> tuple[int, int]:
    """Return how many of a page's true attributes some column holds, and how many there are.

    The records must be the true ones, in order.
    """
    scorer = load_scorer(shared)
    gold = [record["cells"] for record in row["records"]]
    names = sorted({name for one in gold for name in one})
    if len(gold) != len(cells):
        return 0, len(names)
    return sum(_is_served(scorer.squeeze, [one.get(name) for one in gold], cells) for name in names), len(names)


def _is_served(squeeze: object, wanted: Sequence[str | None], cells: Sequence[dict[str, str]]) -> bool:
    assert callable(squeeze)
    want = {n: squeeze(value) for n, value in enumerate(wanted) if value and squeeze(value)}
    hits: dict[str, int] = defaultdict(int)
    for n, value in want.items():
        for column, cell in cells[n].items():
            hits[column] += _alike(squeeze(cell), value, column)
    return max(hits.values(), default=0) >= SERVED * len(want)


def _alike(cell: str, value: str, column: str) -> bool:
    """Return whether a cell is a value; the gold has addresses as the page writes them, ours are absolute."""
    return cell == value or (column.startswith("link") and bool(value) and cell.endswith(value))
