"""Split one column into several: IEPAD's multi-level alignment, applied on request.

Marks or a given text cut the text of the column, which may be a piece itself.  Tags split by aligning the column's contents
over all records again, and the parts inside the column become columns of their own.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias

from wrapture.algo.spread import spread
from wrapture.columns.describing import described
from wrapture.columns.text_cutting import MAX_PIECES, shared_separators
from wrapture.errors import ColumnError
from wrapture.library.editing.parting import parted
from wrapture.library.editing.wrapper_draft import filled, free_name, number_of, share, with_columns
from wrapture.library.layout_json import implied_blocks
from wrapture.library.profile import with_profile
from wrapture.model import Column, DataLocator, MaskLocator, PageLocator, Part
from wrapture.model.wrapper import MAX_NAME
from wrapture.reading.division import cuts_of
from wrapture.reading.reader import cut, divide
from wrapture.reading.spares import wrapper_records

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.html.page import Page
    from wrapture.library.editing.parting import Found
    from wrapture.library.editing.wrapper_draft import Filled, Ref
    from wrapture.model import Block, Kind, Layout, Wrapper

By: TypeAlias = Literal["marks", "tags", "text"]
"""How to split a column: at punctuation that its values share, at tags, or at a given text."""

MAX_CUTS: Final = 10  # one within the other, as allowed in a wrapper file
LOOKED_AT: Final = 200  # records whose values decide on separators, names and types
VAGUE: Final = frozenset(["nesting", "kind"])
"""Sources of names that only say that a value is a piece of another."""

PLAIN: Final = re.compile("(?:text|description|number|rank)(?:_[0-9]+)?")
"""Generic names, which are worse than the name of the whole column with a number."""


class Split(NamedTuple):
    """The result of splitting a column: the extended layout, and the kinds and places of the pieces."""

    layout: Layout
    pieces: tuple[tuple[Kind, tuple[int, ...]], ...]


def split_column(wrapper: Wrapper, column: Ref, pages: Sequence[Page], *, by: By, text: str = "") -> Wrapper:
    """Return a wrapper with one text column hidden and followed by the columns it is split into.

    A piece that is a column already is moved there and shown.
    """
    number = number_of(wrapper, column)
    own = wrapper.layout.columns[number]
    _check(wrapper, own)
    found = [(page, record) for page in pages for record in wrapper_records(wrapper, page)]
    if not found:
        raise ColumnError(own.name, "the pages have no records; give a page that the wrapper reads")
    found = spread(found, LOOKED_AT)
    split = _by_tags(wrapper.layout, own, found) if by == "tags" else _by_cut(wrapper.layout, own, found, by, text)
    return _with_pieces(wrapper, number, split, found)


def _check(wrapper: Wrapper, column: Column) -> None:
    """Raise `ColumnError` for a column that can't be split, whatever its values are."""
    if isinstance(wrapper.locator, MaskLocator):
        raise ColumnError(column.name, "was learned from labels and has no parts; label the parts of a value instead")
    if isinstance(wrapper.locator, DataLocator):
        raise ColumnError(column.name, "is read from the page's data and has no parts; leave it as it is")
    if isinstance(wrapper.locator, PageLocator):
        raise ColumnError(column.name, "is a value of a page about one thing and has no parts; leave it as it is")
    if column.kind != "text":
        raise ColumnError(column.name, f"holds {column.kind} addresses, and only texts can be split; leave it as it is")
    if column.more:
        raise ColumnError(column.name, "is merged from others; split one of those")
    if column.clean:
        raise ColumnError(column.name, "is cleaned; split first and clean the pieces, or remove its cleaning")
    if wrapper.layout.blocks[column.place[0]].parts[column.place[1]].every:
        raise ColumnError(column.name, "holds lists, whose items are separate already; leave it as it is")


# --- by marks or a given text ---


def _by_cut(layout: Layout, column: Column, found: Found, by: By, text: str) -> Split:
    values = _values(layout, column, found)
    separators = shared_separators(values) if by == "marks" else _repeated_separator(column, values, text)
    if not separators:
        raise ColumnError(column.name, "its values share no marks to split at; split it by a text, or by tags")
    cuts = cuts_of(layout, column.place)
    if len(cuts) >= MAX_CUTS:
        raise ColumnError(column.name, f"has been split {MAX_CUTS} times already; leave it as it is")
    old = layout.blocks[column.place[0]]
    part = Part(old.parts[column.place[1]].position, separators, within=cuts)
    changed, (block, number) = with_part(layout, _block_for(layout, column.place[0]), part)
    cells = [cut(value, separators) for value in values]
    nonempty = [piece for piece in range(len(separators) + 1) if any(row[piece] for row in cells)]
    return Split(changed, tuple(("text", (block, number, piece)) for piece in nonempty))


def _values(layout: Layout, column: Column, found: Found) -> list[str]:
    single = replace(layout, columns=(column,))
    cells = (divide(single, page, record)[0] for page, record in found)
    return [cell for cell in cells if isinstance(cell, str)]


def _repeated_separator(column: Column, values: Sequence[str], text: str) -> tuple[str, ...]:
    """Return a given separator, repeated as often as it occurs in most values that have it."""
    if not 0 < len(text) <= MAX_NAME or not text.isprintable():
        raise ColumnError(
            column.name, f"the text to split at has 1 to {MAX_NAME} characters; type it as the page shows it"
        )
    counts = Counter(value.count(text) for value in values if text in value)
    if not counts:
        raise ColumnError(column.name, f"{text!r} is in none of its values; type it as the page shows it")
    return (text,) * min(counts.most_common(1)[0][0], MAX_PIECES - 1)


def _block_for(layout: Layout, number: int) -> Block:
    """Return the block to add a part to: for an implied block, a separate one beside it."""
    block = layout.blocks[number]
    if not implied_blocks(layout)[number]:
        return block
    twins = (one for one in layout.blocks if one != block and replace(one, parts=block.parts) == block)
    return next(twins, replace(block, parts=()))


def with_part(layout: Layout, block: Block, part: Part) -> tuple[Layout, tuple[int, int]]:
    """Return a layout with a part added, in a block that may be new, and the numbers of block and part."""
    if block not in layout.blocks:
        layout = replace(layout, blocks=(*layout.blocks, block))
    number = layout.blocks.index(block)
    if part in block.parts:
        return layout, (number, block.parts.index(part))
    blocks = list(layout.blocks)
    blocks[number] = replace(block, parts=(*block.parts, part))
    return replace(layout, blocks=tuple(blocks)), (number, len(block.parts))


# --- by tags ---


def _by_tags(layout: Layout, column: Column, found: Found) -> Split:
    made = parted(layout, column, found)
    if made is None:
        raise ColumnError(column.name, "has no tags to split at; split it by marks, or by a text")
    alike = [i for i, one in enumerate(layout.blocks) if replace(one, parts=made.block.parts) == made.block]
    block = layout.blocks[alike[0]] if alike else replace(made.block, parts=())
    pieces = []
    for kind, number in made.columns:
        layout, place = with_part(layout, block, made.block.parts[number])
        block = layout.blocks[place[0]]
        pieces.append((kind, place))
    return Split(layout, tuple(pieces))


# --- the wrapper with its pieces ---


def _with_pieces(wrapper: Wrapper, number: int, split: Split, found: Found) -> Wrapper:
    """Return a wrapper with the pieces after the column that they come from, which is hidden."""
    columns = filled(wrapper)
    held = {(column.kind, *column.places): i for i, (column, _) in enumerate(columns)}
    numbers = [held.get((kind, place)) for kind, place in split.pieces]
    new = iter(_described(split, columns[number][0], columns, found))
    pieces = [
        next(new) if i is None else (replace(columns[i][0], keep=True, hidden=""), columns[i][1]) for i in numbers
    ]
    rest = [[one] for one in columns]
    rest[number] = [(replace(columns[number][0], keep=False), columns[number][1]), *pieces]
    for i in numbers:
        if i is not None:
            rest[i] = []
    return with_columns(wrapper, [one for some in rest for one in some], split.layout)


def _described(split: Split, own: Column, columns: Sequence[Filled], found: Found) -> list[Filled]:
    """Return the pieces that are not columns yet, typed, and named by the page or else after the whole column."""
    known = [column for column, _ in columns]
    held = {(column.kind, *column.places) for column in known}
    new = [
        (number, Column(f"{own.name[: MAX_NAME - 5]}_{number}", kind, place))
        for number, (kind, place) in enumerate(split.pieces, 1)
        if (kind, place) not in held
    ]
    trial = replace(split.layout, columns=(*known, *(column for _, column in new)))
    typed, suggested, *_ = described(trial, [(page, [record]) for page, record in found])
    rows = [divide(trial, page, record) for page, record in found]
    taken = [column.name for column in known]
    pieces = []
    for i, (_, column) in enumerate(new, len(known)):
        vague = suggested[i].source in VAGUE or PLAIN.fullmatch(suggested[i].name)
        taken.append(free_name(column.name if vague else suggested[i].name, taken))
        values = [row[i] for row in rows]
        pieces.append((with_profile(replace(typed[i], name=taken[-1], hidden=""), values), share(values)))
    return pieces
