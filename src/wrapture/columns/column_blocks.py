"""From the data at one position of the record template to its blocks and columns (levels 2 and 3 of a layout).

If a block is divided, its pieces are columns and so is the whole: whether ``by Ann Lee`` is one value or two can't be decided
here, and one in fifteen of the true cells of 366 pages is found only as such a whole.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from wrapture.algo.pattern import Pattern
from wrapture.columns.folding import are_picture_lists, inline_item
from wrapture.columns.mixing import finest_agreed
from wrapture.columns.template_elements import elements_in
from wrapture.columns.text_cutting import shared_separators
from wrapture.html.struck_text import merged
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
from wrapture.reading.division import IMG, UNDIVIDED, A, tokens_at

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from wrapture.columns.mixing import PositionContents
    from wrapture.html.page import Page
    from wrapture.model import Kind, Span

KINDS: Final[dict[str, Kind]] = {TEXT_SYMBOL: "text", A: "link", IMG: "image"}

BlockColumn: TypeAlias = "tuple[Kind, tuple[int, ...]]"
"""A column of a block: its kind, and the index of its part, with that of its piece if the text is cut."""


class BlockDraft(NamedTuple):
    """A block and its columns; for an element, ``last`` is the position of its end tag."""

    block: Block
    columns: tuple[BlockColumn, ...]
    last: int = 0

    @property
    def is_plain(self) -> bool:
        """Whether it holds a single text, possibly that of a link."""
        kinds = [kind for kind, _ in self.columns]
        return kinds.count("text") == 1 and "image" not in kinds and kinds.count("link") < 2


def is_item(drafts: Sequence[BlockDraft]) -> bool:
    """Return whether a block may be an item of a list: a single text, or a link and what is said about it.

    ``<a href="plan.pdf">Site plan</a> (PDF, 900 KB)`` is one.
    """
    if len(drafts) == 1 and drafts[0].is_plain:
        return True
    kinds = [kind for kind, _ in drafts[0].columns]
    return kinds[0] == "link" and kinds.count("link") == 1 and "image" not in kinds


def draft_blocks(position: int, contents: PositionContents, enough: int) -> list[BlockDraft]:
    """Return the blocks at a position of the record template: the divided ones, and the whole of each divided one.

    A value that fewer than `enough` records have is not a column.
    """
    encoding, strings = finest_agreed(contents)
    pages = [page for page, _ in contents]
    if are_picture_lists(strings):
        block = Block(position, encoding.name, notation_of(pages[0], encoding, IMG), (Part(0, every=True),))
        return [BlockDraft(block, (("image", (0,)),))]
    item = inline_item(pages, strings)
    if item is not None:
        return _list_blocks(position, pages[0], encoding, strings, item)
    template = merged([tokens.symbols for tokens in strings])
    notation = notation_of(pages[0], encoding, template)
    values = {place: texts for place, texts in _values(pages, strings, notation).items() if len(texts) >= enough}
    if not values:
        return []
    texts = [place for place in values if template[place] == TEXT_SYMBOL]
    found = [one for place in sorted(values) for one in _columns_at(place, KINDS[template[place]], values[place])]
    found += [_Value(Part(start), "text") for start in _mixed_elements(template, texts)]
    parts = sorted({value.part for value in found}, key=lambda part: (part.position, not part.separators))
    columns = [(value.kind, (parts.index(value.part), *value.piece)) for value in found]
    drafts = [BlockDraft(Block(position, encoding.name, notation, tuple(parts)), tuple(columns))]
    return [*drafts, whole(position)] if len(texts) > 1 else drafts


class _Value(NamedTuple):
    """A column of a block, before its part is numbered."""

    part: Part
    kind: Kind
    piece: tuple[int, ...] = ()


def _columns_at(place: int, kind: Kind, texts: Sequence[str]) -> list[_Value]:
    """Return the columns at a position of a block's template: the pieces of a text that can be cut, then the whole text."""
    separators = shared_separators(texts) if kind == "text" else ()
    pieces = range(len(separators) + 1) if separators else ()
    return [*(_Value(Part(place, separators), kind, (piece,)) for piece in pieces), _Value(Part(place), kind)]


def whole(position: int, last: int = 0) -> BlockDraft:
    """Return the block of all the text at a position or, given the position of its end tag, of the whole element there."""
    return BlockDraft(Block(position, BLOCK_LEVEL.name, UNDIVIDED, (Part(0),), last > 0), (("text", (0,)),), last)


def _mixed_elements(template: str, texts: Sequence[int]) -> list[int]:
    """Return the positions of the start tags of elements that contain several of the texts, but not all of them."""
    contents = {element.start: sum(element.start < n < element.end for n in texts) for element in elements_in(template)}
    return [start for start, count in contents.items() if 1 < count < len(texts)]


def _values(pages: Sequence[Page], strings: Sequence[TokenString], template: str) -> dict[int, list[str]]:
    """Return the records' values at each position of a block's template: texts, or an empty string for a tag."""
    found: dict[int, list[str]] = {}
    for page, tokens in zip(pages, strings, strict=True):
        for place, token in tokens_at(template, tokens.symbols).items():
            character = tokens.symbols[token]
            if character in KINDS:
                text = page.text(tokens.span(token, token + 1), gaps=True) if character == TEXT_SYMBOL else ""
                found.setdefault(place, []).append(text)
    return found


# --- lists ---


def _list_blocks(
    position: int, page: Page, encoding: Encoding, strings: Sequence[TokenString], item: str
) -> list[BlockDraft]:
    """Return the block of a list of inline elements, and the whole text if a label stands in front."""
    template = item + TEXT_SYMBOL + chr(ord(item) + 1)
    block = Block(position, encoding.name, notation_of(page, encoding, template), (Part(0, every=True),))
    kinds: list[Kind] = ["link", "text"] if item == A else ["text"]
    drafts = [BlockDraft(block, tuple([(kind, (0,)) for kind in kinds]))]
    labelled = any(tokens.symbols.startswith(TEXT_SYMBOL) for tokens in strings)
    return [*drafts, whole(position)] if labelled else drafts


def list_block(position: int, lists: Iterable[tuple[Page, Span]]) -> list[BlockDraft]:
    """Return the block of the items of list elements, learned from the first that has any; no block if none has."""
    for page, element in lists:
        symbols = encode(page, LINK_LEVEL, element).symbols
        item = next((found for found in elements_in(symbols) if found.start == 1), None)
        if item is not None:
            return [_items(position, page, symbols[: item.end + 1] + symbols[-1])]
    return []


def _items(position: int, page: Page, template: str) -> BlockDraft:
    """Return the block of a list's items, whose template holds one item: their links, if they are links, and their texts."""
    values: list[tuple[Kind, int]] = [("link", template.index(A))] if A in template else []
    values.append(("text", 1))
    places = sorted({place for _, place in values})
    parts = tuple(Part(place, every=True) for place in places)
    block = Block(position, LINK_LEVEL.name, notation_of(page, LINK_LEVEL, template), parts, element=True)
    return BlockDraft(block, tuple([(kind, (places.index(place),)) for kind, place in values]))


def notation_of(page: Page, encoding: Encoding, symbols: str) -> str:
    """Return symbols of a page as token names."""
    return write(symbols, custom_names(page, encoding) if has_custom(symbols) else {})


def write(symbols: str, names: dict[str, str]) -> str:
    """Return symbols as token names; `names` are those of custom elements and of classes."""
    return Pattern.exact(symbols).notation(lambda character: name_of(character, names))
