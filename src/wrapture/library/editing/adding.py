"""Add a column for a text that a person has selected in one record; the same place in other records is the same column.

The layout tells which texts a record has; part of a text is cut out by the text before and after it.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple

from wrapture.algo.spread import spread
from wrapture.columns.describing import typed
from wrapture.columns.layout_learning import whole_layout
from wrapture.errors import ColumnError
from wrapture.library.editing.splitting import with_part
from wrapture.library.editing.wrapper_draft import filled, share, with_columns
from wrapture.library.layout_json import implied_blocks
from wrapture.library.profile import with_profile
from wrapture.model import Column, DataLocator, MaskLocator, PageLocator, Part
from wrapture.reading.pointing import cell_places
from wrapture.reading.reader import cut, divide
from wrapture.reading.spares import wrapper_records

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wrapture.html.page import Page
    from wrapture.library.editing.parting import Found
    from wrapture.model import Block, Kind, Layout, Record, Wrapper
    from wrapture.reading.pointing import TextPlace

LOOKED_AT: Final = 200  # records whose values decide on the type
MAX_DELIMITERS: Final = 5  # before a part of a text: a text with more of them is prose
_BEFORE: Final = re.compile(r"(\w*)(\W+)\Z")
_AFTER: Final = re.compile(r"(\W+)(\w*)")
_BLANKS: Final = re.compile(r"\s+")


class _Spot(NamedTuple):
    """The place of a new column: the block and part of a layout, and the piece if the text there is cut."""

    kind: Kind
    block: Block
    part: Part
    piece: tuple[int, ...] = ()


def add_column(
    wrapper: Wrapper, pages: Sequence[Page], page: Page, record: Record, place: TextPlace, name: str
) -> Wrapper:
    """Return a wrapper with a column for the text at a place of a record, which replaces a column of the same name.

    ``pages`` are those that the wrapper was learned from, ``page`` is the one with the record.  Raises `ColumnError` if the
    structure of the records does not determine the same place in other records.
    """
    if isinstance(wrapper.locator, MaskLocator):
        raise ColumnError(name, "the wrapper was learned from labels and has no record structure; label the value")
    if isinstance(wrapper.locator, DataLocator):
        raise ColumnError(name, "the wrapper reads the page's data, not what it shows; render the page")
    if isinstance(wrapper.locator, PageLocator):
        raise ColumnError(name, "the wrapper reads pages about one thing; learn it again from more pages")
    found = [(one, each) for one in pages for each in wrapper_records(wrapper, one)]
    if not any(one is page and each == record for one, each in found):
        raise ColumnError(name, "the place is in no record that the wrapper finds; label the value")
    known = whole_layout(found)
    if (known.encoding, known.template) != (wrapper.layout.encoding, wrapper.layout.template):
        raise ColumnError(name, "the pages are not those that the wrapper was learned from; label the value")
    spot = next(_spots(known, page, record, place), None)
    if spot is None:
        raise ColumnError(name, "no matching place in the other records; label the value")
    return _with_column_at(wrapper, spot, name, spread(found, LOOKED_AT))


def _spots(known: Layout, page: Page, record: Record, place: TextPlace) -> Iterator[_Spot]:
    """Yield the spots of a layout with all columns that a place of a record may be: whole texts first, then parts."""
    held = list(zip(known.columns, cell_places(known, page, record), strict=True))
    for column, places in held:
        if places == (place,):
            yield _Spot(column.kind, *_block_and_part(known, column), column.place[2:])
    for column, places in held:
        if column.kind == "text" and len(column.place) == 2 and len(places) == 1 and _holds(places[0], place):
            block, part = _block_and_part(known, column)
            cuts = _cut_out(page.texts[place.first_node], places[0], place)
            if cuts is not None and not part.every:
                separators, piece = cuts
                yield _Spot("text", block, replace(part, separators=separators), (piece,))


def _block_and_part(layout: Layout, column: Column) -> tuple[Block, Part]:
    block = layout.blocks[column.place[0]]
    return block, block.parts[column.place[1]]


def _holds(whole: TextPlace, piece: TextPlace) -> bool:
    """Return whether a place is part of another one, within one text node."""
    one_text = whole.first_node == whole.last_node == piece.first_node == piece.last_node
    return one_text and whole.first_character <= piece.first_character and piece.stop_character <= whole.stop_character


def _cut_out(text: str, whole: TextPlace, piece: TextPlace) -> tuple[tuple[str, ...], int] | None:
    """Return the separators that cut a piece out of a text, and its number, or None if that would cut a word."""
    before, value, after = (
        _BLANKS.sub(" ", text[start:stop])
        for start, stop in (
            (whole.first_character, piece.first_character),
            (piece.first_character, piece.stop_character),
            (piece.stop_character, whole.stop_character),
        )
    )
    left, right = _delimiter(_BEFORE.search(before), 1), _delimiter(_AFTER.match(after), 2)
    if (before and not left) or (after and not right):
        return None
    count = before.count(left) if left else 0
    separators = (*([left] * count), *([right] if right else []))
    pieces = cut(f"{before}{value}{after}", separators)
    return (separators, count) if len(separators) > 0 and count <= MAX_DELIMITERS and pieces[count] == value else None


def _delimiter(found: re.Match[str] | None, word: int) -> str:
    """Return the delimiter beside a value: punctuation, or a space with the next word; empty if it would cut a word."""
    if found is None:
        return ""
    marks, beside = found[3 - word], found[word]
    if marks.strip():
        return marks.strip()
    if not beside.isalpha():
        return " "
    return f"{beside} " if word == 1 else f" {beside}"


def _with_column_at(wrapper: Wrapper, spot: _Spot, name: str, found: Found) -> Wrapper:
    """Return a wrapper with a column at a spot; it replaces a column of the same name or is appended."""
    layout, (block, part) = with_block_part(wrapper.layout, spot.block, spot.part)
    column = Column(name.strip(), spot.kind, (block, part, *spot.piece))
    values = [divide(replace(layout, columns=(column,)), page, record)[0] for page, record in found]
    ((column,), fill) = typed([column], [[value] for value in values]), share(values)
    columns = filled(wrapper)
    numbers = [i for i, (one, _) in enumerate(columns) if one.name.casefold() == column.name.casefold()]
    at = numbers[0] if numbers else len(columns)
    columns[at : at + len(numbers)] = [(with_profile(replace(column, constant=False), values), fill)]
    return with_columns(wrapper, columns, layout)


def with_block_part(layout: Layout, block: Block, part: Part) -> tuple[Layout, tuple[int, int]]:
    """Return a layout that has a part in a block like the given one, and the numbers of block and part."""
    alike = [i for i, one in enumerate(layout.blocks) if replace(one, parts=block.parts) == block]
    for i in alike:
        if part in layout.blocks[i].parts:
            return layout, (i, layout.blocks[i].parts.index(part))
    implied = implied_blocks(layout)
    open_to_more = (layout.blocks[i] for i in alike if not implied[i])
    return with_part(layout, next(open_to_more, replace(block, parts=())), part)
