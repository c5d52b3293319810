"""From what records have at one position of their template to the blocks and columns there (levels 2 and 3 of a layout).

Where a block is divided, its pieces are columns and so is the whole: whether ``by Ann Lee`` is one value or two is not for us
to say, and of the true cells of 366 pages one in fifteen is found as such a whole alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from wrapture.algo.align import union_template
from wrapture.algo.pattern import Pattern
from wrapture.extraction.cutting import shared_separators
from wrapture.extraction.division import IMG, UNDIVIDED, A, tokens_at
from wrapture.extraction.folding import inline_item
from wrapture.extraction.mixing import finest_agreed
from wrapture.extraction.nesting import elements_in
from wrapture.html.tokens import (
    BLOCK_LEVEL,
    LINK_LEVEL,
    TEXT_SYMBOL,
    Encoding,
    TokenString,
    custom_names,
    encode,
    has_custom,
    name_of,
)
from wrapture.model import Block, Part

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from wrapture.extraction.mixing import Held
    from wrapture.html.page import Page
    from wrapture.model import Kind, Span

KINDS: Final[dict[str, Kind]] = {TEXT_SYMBOL: "text", A: "link", IMG: "image"}

Cut: TypeAlias = "tuple[Kind, tuple[int, ...]]"
"""A column of a block: its kind, and the number of its part with that of its piece if the text there is cut."""


class Draft(NamedTuple):
    """A block, and the columns in it; of an element ``last`` is the position of its end tag."""

    block: Block
    columns: tuple[Cut, ...]
    last: int = 0

    @property
    def is_plain(self) -> bool:
        """Whether it holds a single text, which may be that of a link."""
        kinds = [kind for kind, _ in self.columns]
        return kinds.count("text") == 1 and "image" not in kinds and kinds.count("link") < 2


def draft_blocks(position: int, held: Held, enough: int) -> list[Draft]:
    """Return the blocks at a position of the record template: what it is divided into, and the whole of what is divided.

    A value that fewer than `enough` records have is no column.
    """
    encoding, strings = finest_agreed(held)
    pages = [page for page, _ in held]
    item = inline_item(pages, strings)
    if item is not None:
        return _list_blocks(position, pages[0], encoding, strings, item)
    template = union_template([tokens.symbols for tokens in strings])
    notation = notation_of(pages[0], encoding, template)
    values = {place: texts for place, texts in _values(pages, strings, notation).items() if len(texts) >= enough}
    if not values:
        return []
    texts = [place for place in values if template[place] == TEXT_SYMBOL]
    found = [one for place in sorted(values) for one in _columns_at(place, KINDS[template[place]], values[place])]
    found += [_Value(Part(start), "text") for start in _mixed_elements(template, texts)]
    parts = sorted({value.part for value in found}, key=lambda part: (part.position, not part.separators))
    columns = [(value.kind, (parts.index(value.part), *value.piece)) for value in found]
    drafts = [Draft(Block(position, encoding.name, notation, tuple(parts)), tuple(columns))]
    return [*drafts, whole(position)] if len(texts) > 1 else drafts


class _Value(NamedTuple):
    """A column of a block before its parts are counted."""

    part: Part
    kind: Kind
    piece: tuple[int, ...] = ()


def _columns_at(place: int, kind: Kind, texts: Sequence[str]) -> list[_Value]:
    """Return the columns at a position of a block's template: the pieces of a text that can be cut, then all of it."""
    separators = shared_separators(texts) if kind == "text" else ()
    pieces = range(len(separators) + 1) if separators else ()
    return [*(_Value(Part(place, separators), kind, (piece,)) for piece in pieces), _Value(Part(place), kind)]


def whole(position: int, last: int = 0) -> Draft:
    """Return the block of all the text at a position or, with the position of its end tag, of the element that begins there."""
    return Draft(Block(position, BLOCK_LEVEL.name, UNDIVIDED, (Part(0),), last > 0), (("text", (0,)),), last)


def _mixed_elements(template: str, texts: Sequence[int]) -> list[int]:
    """Return the positions of the start tags of elements that hold several of the texts, but not all of them."""
    held = {element.start: sum(element.start < n < element.end for n in texts) for element in elements_in(template)}
    return [start for start, count in held.items() if 1 < count < len(texts)]


def _values(pages: Sequence[Page], strings: Sequence[TokenString], template: str) -> dict[int, list[str]]:
    """Return the values that records have at each position of a block's template: texts, or an empty string for a tag."""
    found: dict[int, list[str]] = {}
    for page, tokens in zip(pages, strings, strict=True):
        for place, token in tokens_at(template, tokens.symbols).items():
            character = tokens.symbols[token]
            if character in KINDS:
                text = page.text(tokens.span(token, token + 1)) if character == TEXT_SYMBOL else ""
                found.setdefault(place, []).append(text)
    return found


# --- lists ---


def _list_blocks(
    position: int, page: Page, encoding: Encoding, strings: Sequence[TokenString], item: str
) -> list[Draft]:
    """Return the block of a list of inline elements, and all of it where a label stands in front."""
    template = item + TEXT_SYMBOL + chr(ord(item) + 1)
    block = Block(position, encoding.name, notation_of(page, encoding, template), (Part(0, every=True),))
    kinds: list[Kind] = ["link", "text"] if item == A else ["text"]
    drafts = [Draft(block, tuple([(kind, (0,)) for kind in kinds]))]
    labelled = any(tokens.symbols.startswith(TEXT_SYMBOL) for tokens in strings)
    return [*drafts, whole(position)] if labelled else drafts


def list_block(position: int, lists: Iterable[tuple[Page, Span]]) -> list[Draft]:
    """Return the block of the items of elements that are lists, learned from the first that has some; none if none has."""
    for page, element in lists:
        symbols = encode(page, LINK_LEVEL, element).symbols
        item = next((found for found in elements_in(symbols) if found.start == 1), None)
        if item is not None:
            return [_items(position, page, symbols[: item.end + 1] + symbols[-1])]
    return []


def _items(position: int, page: Page, template: str) -> Draft:
    """Return the block of the items of a list, whose template has one of them: their links, if they are links, and texts."""
    values: list[tuple[Kind, int]] = [("link", template.index(A))] if A in template else []
    values.append(("text", 1))
    places = sorted({place for _, place in values})
    parts = tuple(Part(place, every=True) for place in places)
    block = Block(position, LINK_LEVEL.name, notation_of(page, LINK_LEVEL, template), parts, element=True)
    return Draft(block, tuple([(kind, (places.index(place),)) for kind, place in values]))


def notation_of(page: Page, encoding: Encoding, symbols: str) -> str:
    """Return symbols of a page as token names."""
    return write(symbols, custom_names(page, encoding) if has_custom(symbols) else {})


def write(symbols: str, names: dict[str, str]) -> str:
    """Return symbols as token names; `names` are those of custom elements and of classes."""
    return Pattern.exact(symbols).notation(lambda character: name_of(character, names))
