"""Prose that the page breaks into lines: the lines of one paragraph are one value.

The lines of most paragraphs fill an element of their own.  Search engines put a title, a snippet of several lines and an
address into one element: there a line that goes on in the middle of a sentence belongs to the line before it.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from wrapture.algo.averages import median
from wrapture.html.tokens import TEXT_SYMBOL, symbol
from wrapture.reading.division import UNDIVIDED, template_string

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wrapture.model import Layout
    from wrapture.model.table import Cell

FIRST: Final = 40  # characters of a line that prose goes on after (median)
NEXT: Final = 25  # characters of the next line: the last line of a paragraph may be short
WORDS: Final = 4  # words in a line of prose; an address has none
MOSTLY: Final = 0.6  # share of words in lines of prose; addresses, sizes and dates have fewer
GOING_ON: Final = 0.25  # share of the lines that must go on in the middle of a sentence
MOST: Final = 16  # lines of one value, as many as columns can be merged from
BREAK: Final = symbol("BR")
DIVISION: Final = symbol("DIV")
_MIDDLE: Final = re.compile(r"(?:\.\.\.|…)?\s?[^\W\d_A-Z]")
_WORD: Final = re.compile(r"(?<!\S)[^\W\d_]+[,.;:!?]?(?!\S)")


def with_prose(layout: Layout, rows: Sequence[Sequence[Cell]]) -> Layout:
    """Return a layout with a column for each run of lines that is one paragraph; `rows` are sample cells of its columns."""
    if not rows or BREAK not in template_string(layout.template):
        return layout
    lines = _lines(layout)
    texts = {number: _texts(number, rows) for number in lines}
    paragraphs = list(_paragraphs(layout, lines, texts))
    merged = [
        replace(first, name=f"{first.name}_lines", more=tuple(layout.columns[n].place for n in run[1:]))
        for run in paragraphs
        for first in [layout.columns[run[0]]]
    ]
    return replace(layout, columns=(*layout.columns, *merged)) if merged else layout


def _lines(layout: Layout) -> list[int]:
    """Return the columns that hold all the text at their position, in page order; links are no lines of prose."""
    found: dict[int, list[int]] = {}
    linked = {layout.blocks[column.place[0]].position for column in layout.columns if column.kind == "link"}
    for number, column in enumerate(layout.columns):
        block = layout.blocks[column.place[0]]
        if column.kind == "text" and not block.element and not block.label and block.position not in linked:
            found.setdefault(block.position, []).append(number)
    whole = {position: _whole(layout, numbers) for position, numbers in sorted(found.items())}
    return [number for number in whole.values() if number is not None]


def _whole(layout: Layout, numbers: Sequence[int]) -> int | None:
    """Return the column of all the text at a position, None if there is no such column."""
    uncut = [n for n in numbers if len(layout.columns[n].place) == len(("block", "part"))]
    undivided = [n for n in uncut if layout.blocks[layout.columns[n].place[0]].template == UNDIVIDED]
    alone = uncut if len(uncut) == 1 and not layout.blocks[layout.columns[uncut[0]].place[0]].parts[0].every else []
    return next(iter(undivided or alone), None)


def _texts(number: int, rows: Sequence[Sequence[Cell]]) -> list[str]:
    return [cell for row in rows if isinstance(cell := row[number], str) and cell]


def _paragraphs(layout: Layout, lines: Sequence[int], texts: dict[int, list[str]]) -> Iterator[list[int]]:
    """Yield the runs of lines that are one paragraph each."""
    template = template_string(layout.template)
    run: list[int] = []
    for number in lines:
        beside = run and len(run) < MOST and _adjoin(template, _position(layout, run[-1]), _position(layout, number))
        if beside and _goes_on(texts[run[-1]], texts[number]):
            run.append(number)
            continue
        if len(run) > 1:
            yield run
        run = [number]
    if len(run) > 1:
        yield run


def _position(layout: Layout, number: int) -> int:
    return layout.blocks[layout.columns[number].place[0]].position


def _adjoin(template: str, one: int, other: int) -> bool:
    """Return whether only line breaks stand between two positions of a template, perhaps each line in a division."""
    return set(template[one + 1 : other]) <= {BREAK, TEXT_SYMBOL, DIVISION, chr(ord(DIVISION) + 1)}


def _goes_on(line: Sequence[str], after: Sequence[str]) -> bool:
    """Return whether the second of two lines often begins in the middle of a sentence, and both are prose."""
    if not line or not after or median(map(len, line)) < FIRST or median(map(len, after)) < NEXT:
        return False
    if not (_is_prose(line) and _is_prose(after)):
        return False
    return sum(_MIDDLE.match(text) is not None for text in after) >= max(2, GOING_ON * len(after))


def _is_prose(line: Sequence[str]) -> bool:
    """Return whether the texts of a line consist mostly of words."""
    words = [len(_WORD.findall(text)) for text in line]
    return median(words) >= WORDS and sum(words) >= MOSTLY * sum(len(text.split()) for text in line)
