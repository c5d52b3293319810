"""Layouts with more columns than alignment gives: every element as a whole, and further cuts of a text."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from wrapture.columns.template_elements import elements_in
from wrapture.html.tokens import BLOCK_LEVEL
from wrapture.model import Block, Column, Layout, Part
from wrapture.reading.division import UNDIVIDED, template_string

ELEMENT: Final = "element"
"""The name of the columns that are whole elements, added to those that a layout has."""


def with_elements(layout: Layout) -> Layout:
    """Return a layout that also has a column for each element of its templates, whatever the element holds."""
    blocks = list(layout.blocks)
    columns = list(layout.columns)
    known = {(column.kind, column.place) for column in columns}
    for number, block in enumerate(layout.blocks):
        if block.template != UNDIVIDED and not any(part.every for part in block.parts):
            for element in elements_in(template_string(block.template)):
                whole = Part(element.start)
                if whole not in blocks[number].parts:
                    blocks[number] = replace(blocks[number], parts=(*blocks[number].parts, whole))
                place = (number, blocks[number].parts.index(whole))
                columns += [Column(ELEMENT, "text", place)] if ("text", place) not in known else []
    for element in elements_in(template_string(layout.template)):
        block = Block(element.start, BLOCK_LEVEL.name, UNDIVIDED, (Part(0),), element=True)
        if block not in blocks:
            blocks.append(block)
            columns.append(Column(ELEMENT, "text", (len(blocks) - 1, 0)))
    return replace(layout, blocks=tuple(blocks), columns=tuple(columns))


def with_cut(
    layout: Layout, place: tuple[int, ...], separators: tuple[str, ...], piece: int
) -> tuple[Layout, tuple[int, ...]]:
    """Return a layout with one more cut of the text at a place, and the place of a piece of it."""
    number, part = place[:2]
    block = layout.blocks[number]
    cut = Part(block.parts[part].position, separators)
    blocks = list(layout.blocks)
    blocks[number] = replace(block, parts=(*block.parts, cut))
    return replace(layout, blocks=tuple(blocks)), (number, len(block.parts), piece)
