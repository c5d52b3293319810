"""From records to their layout: block division and multi-level alignment, learned once and stored (IEPAD, section 3).

Level 1 aligns the block-level token strings of all records; each position that holds data is a block.  Level 2 aligns the
contents of each block by the finest encoding on which its records agree; each ``TEXT``, ``A`` and ``IMG`` is a part.  Level 3
cuts the texts of a part at the marks that they share.

Departures from the paper
-------------------------
* Templates hold one symbol per position (`wrapture.algo.align.union_template`), so that aligning another record to them
  needs no search.
* Where the records differ in shape, level 1 sees each element's first class too: which of two optional ``DIV``s is
  missing can't be told from the tags alone.
* Level 2 is all-tag only where the records agree on it.  Where they don't (query words in bold, any number of them), the
  markup in the way is skipped, so that a title stays one value.
* The decisions are stored with the wrapper: deriving them anew for each page would give every page its own columns.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Final

from wrapture.algo.align import union_template
from wrapture.algo.pattern import Pattern
from wrapture.extraction.division import IMG, A, DataSpans, record_strings, tokens_at
from wrapture.html.tokens import (
    ALL_TAG,
    BLOCK_CLASS,
    BLOCK_LEVEL,
    LINK_LEVEL,
    NO_MARKUP,
    TEXT_SYMBOL,
    Encoding,
    TokenString,
    custom_names,
    encode,
    has_custom,
    name_of,
)
from wrapture.model import Block, Column, Layout, Part, Record

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from wrapture.html.page import Page
    from wrapture.model import Kind, Span

AGREEMENT: Final = 0.8  # share of a column's values that must agree before it is divided further (measured: +4.5 cells)
MAX_PIECES: Final = 6  # a text with more marks is prose
MIN_FILL: Final = 2  # records that must have a value before it is a column, where there are enough records
ENOUGH: Final = 4
BLOCK_ENCODINGS: Final = (ALL_TAG, NO_MARKUP, LINK_LEVEL)
SEPARATOR: Final = re.compile(r"[^\S\n]([-–—])[^\S\n]|([|•·;\n])|(:)(?=\s)")


def learn_layout(pages: Iterable[tuple[Page, Sequence[Record]]]) -> Layout:
    """Return the layout that the records of some pages have in common, with columns named by what they hold."""
    found = [(page, record) for page, records in pages for record in records]
    encoding, template, strings = _record_template(found)
    spans = [DataSpans(one, template).positions() for one in strings]
    held: dict[int, list[tuple[Page, Span]]] = {}
    for (page, _), places in zip(found, spans, strict=True):
        for position, span in places.items():
            held.setdefault(position, []).append((page, span))
    enough = MIN_FILL if len(found) >= ENOUGH else 1
    drafts = [_draft_block(position, held[position], enough) for position in sorted(held)]
    drafts = [draft for draft in drafts if draft[1]]
    columns = [(kind, (i, *place)) for i, (_, kinds) in enumerate(drafts) for kind, place in kinds]
    return Layout(encoding.name, template, tuple(block for block, _ in drafts), _named(columns))


def _record_template(found: Sequence[tuple[Page, Record]]) -> tuple[Encoding, str, list[list[TokenString]]]:
    """Return the encoding of level 1, its template and the records' token strings.

    Tags alone are enough where all records look alike; else each is seen with its first class.
    """
    strings = [record_strings(page, record, BLOCK_LEVEL) for page, record in found]
    shapes = list(map(_shape, strings))
    if len(set(shapes)) <= 1:
        return BLOCK_LEVEL, _notation(found[0][0], BLOCK_LEVEL, shapes[0]) if found else "", strings
    strings = [record_strings(page, record, BLOCK_CLASS) for page, record in found]
    template = union_template(list(map(_shape, strings)))
    names: dict[str, str] = {}
    for page in dict.fromkeys(page for page, _ in found):
        names |= custom_names(page, BLOCK_CLASS)
    return BLOCK_CLASS, _write(template, names), strings


def _shape(strings: Sequence[TokenString]) -> str:
    return "".join([tokens.symbols for tokens in strings])


def _draft_block(
    position: int, held: Sequence[tuple[Page, Span]], enough: int
) -> tuple[Block, list[tuple[Kind, tuple[int, ...]]]]:
    """Return a block of the record template with its parts, and for each column in it its kind and place."""
    encoding, strings = _finest_agreed(held)
    template = union_template([tokens.symbols for tokens in strings])
    notation = _notation(held[0][0], encoding, template)
    values = _values([page for page, _ in held], strings, notation)
    parts: list[Part] = []
    columns: list[tuple[Kind, tuple[int, ...]]] = []
    for place in sorted(place for place, texts in values.items() if len(texts) >= enough):
        kind = _KINDS[template[place]]
        separators = shared_separators(values[place]) if kind == "text" else ()
        columns += [(kind, (len(parts), *piece)) for piece in _pieces(separators)]
        parts.append(Part(place, separators))
    return Block(position, encoding.name, notation, tuple(parts)), columns


def _pieces(separators: Sequence[str]) -> list[tuple[int, ...]]:
    """Return the ends of the places of a part: one per piece of a text that is cut, one without a number else."""
    return [(piece,) for piece in range(len(separators) + 1)] if separators else [()]


def _finest_agreed(held: Sequence[tuple[Page, Span]]) -> tuple[Encoding, list[TokenString]]:
    """Return the finest encoding under which enough records have the same number of texts, and their token strings."""
    for encoding in BLOCK_ENCODINGS:
        strings = [encode(page, encoding, span) for page, span in held]
        counts = Counter(tokens.symbols.count(TEXT_SYMBOL) for tokens in strings)
        if counts.most_common(1)[0][1] >= AGREEMENT * len(strings):
            break
    return encoding, strings


def _values(pages: Sequence[Page], strings: Sequence[TokenString], template: str) -> dict[int, list[str]]:
    """Return the values that records have at each position of a block's template: texts, or an empty string for a tag."""
    found: dict[int, list[str]] = {}
    for page, tokens in zip(pages, strings, strict=True):
        for place, token in tokens_at(template, tokens.symbols).items():
            character = tokens.symbols[token]
            if character in _KINDS:
                text = page.text(tokens.span(token, token + 1)) if character == TEXT_SYMBOL else ""
                found.setdefault(place, []).append(text)
    return found


def shared_separators(texts: Sequence[str]) -> tuple[str, ...]:
    """Return the marks at which all but a few of the texts can be cut, in order; none where they don't agree.

    >>> shared_separators(["89% | Date: 2 Jun", "70% | Date: 8 Dec", "64% | Date: 17 Jun"])
    ('|', ':')
    >>> shared_separators(["one", "two: three"])
    ()
    """
    marks = Counter(tuple(_marks(text)) for text in texts)
    common, count = marks.most_common(1)[0]
    agreed = count >= AGREEMENT * len(texts) and len(texts) > 1
    return common if agreed and 0 < len(common) < MAX_PIECES else ()


def _marks(text: str) -> Iterable[str]:
    return (next(filter(None, found)) for found in SEPARATOR.findall(text))


def _named(columns: Sequence[tuple[Kind, tuple[int, ...]]]) -> tuple[Column, ...]:
    """Return the columns, named by their kind and number."""
    counts: Counter[Kind] = Counter()
    named = []
    for kind, place in columns:
        counts[kind] += 1
        named.append(Column(f"{kind}_{counts[kind]}", kind, place))
    return tuple(named)


def _notation(page: Page, encoding: Encoding, symbols: str) -> str:
    return _write(symbols, custom_names(page, encoding) if has_custom(symbols) else {})


def _write(symbols: str, names: dict[str, str]) -> str:
    return Pattern.exact(symbols).notation(lambda character: name_of(character, names))


_KINDS: Final[dict[str, Kind]] = {TEXT_SYMBOL: "text", A: "link", IMG: "image"}
