"""Columns by label: where records have different pairs of label and value, the label is the key.

A layout aligns records by their tags.  If the values of one column have different labels, and a label stands in different
columns, the alignment has mixed them up: each label becomes a column of its own (`wrapture.reading.label_values`).
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from wrapture.algo.spread import spread
from wrapture.html.tokens import BLOCK_LEVEL
from wrapture.model import Block, Column, Part
from wrapture.reading.division import UNDIVIDED
from wrapture.reading.icon_labels import icon_label
from wrapture.reading.label_values import (
    COLONS,
    counted_key,
    label_key,
    nodes_with_text,
    number_before,
    same_word,
)
from wrapture.reading.reader import located_cells
from wrapture.values.units import ends_in_ago

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from wrapture.html.page import Page
    from wrapture.model import Layout, Record, Span

EXAMINED: Final = 32  # records
TIMES: Final = 2  # records that must have a label
SHARE: Final = 0.1  # of the records
MOSTLY: Final = 0.6  # share of the values of a column that must have a label
COVERED: Final = 0.9  # share of the items of a list that must have a label, or what has none would be lost
MOST: Final = 30  # columns
MAX_LABEL: Final = 40  # characters
MAX_WORDS: Final = 4
MAX_DIGITS: Final = 4  # a year; more are a number of the record
UNIT: Final = 3  # letters of what is rather a unit than what a number counts
MAX_COUNTED: Final = 2  # words after a number
BOLD: Final = frozenset(["b", "strong"])
MARKED: Final = frozenset(["dt", "th", "label"])
HEADINGS: Final = frozenset(["h1", "h2", "h3", "h4", "h5", "h6"])
"""Elements whose text is one value, whatever is before a colon: ``Public hearing: New library``."""
_LABEL: Final = re.compile(r"[^\W\d_][^:：|•·;()\[\]/]*")


def with_label_columns(layout: Layout, found: Sequence[tuple[Page, Record]]) -> Layout:
    """Return a layout with a column for each label whose values other columns mix up; most layouts stay as they are."""
    some = spread(found, EXAMINED)
    labels = _mixed_labels(layout, some) if len(some) > TIMES else []
    if len(labels) < TIMES:
        return layout
    first = sum(block.position == 0 and not block.element and not _is_bare(block) for block in layout.blocks)
    new = [Block(0, BLOCK_LEVEL.name, UNDIVIDED, (Part(0),), label=label) for label in labels]
    moved = [
        replace(column, place=(_moved(column.place[0], first, len(new)), *column.place[1:]))
        for column in layout.columns
    ]
    columns = [Column(f"label_{n}", "text", (first + n, 0)) for n in range(len(new))]
    blocks = (*layout.blocks[:first], *new, *layout.blocks[first:])
    return replace(layout, blocks=blocks, columns=(*moved, *columns))


def _is_bare(block: Block) -> bool:
    """Return whether a block is all of its text, undivided: those follow blocks with labels, as in wrapper files."""
    return block.template == UNDIVIDED and block.parts == (Part(0),) and not block.label


def _moved(block: int, first: int, by: int) -> int:
    return block if block < first else block + by


def _counted_labels(page: Page, record: Record, records: Counter[str]) -> list[tuple[str, int]]:
    """Return the labels of a record with their nodes, each in the form in which it came first, and count them in `records`."""
    labels = []
    for written, node in _labels_in(page, record):
        label = written if written in records else next((one for one in records if same_word(one, written)), written)
        records[label] += 1
        labels.append((label, node))
    return labels


def _mixed_labels(layout: Layout, found: Sequence[tuple[Page, Record]]) -> list[str]:
    """Return the labels whose values stand in the wrong columns, in the order in which they appear."""
    records: Counter[str] = Counter()
    held = [_counted_labels(page, record, records) for page, record in found]
    enough = max(TIMES, SHARE * len(found))
    common = [label for label, times in records.items() if times >= enough]
    if len(common) < TIMES:  # as on most pages: locating all values takes three times as long as looking for labels
        return []
    columns: dict[str, Counter[int]] = defaultdict(Counter)
    filled: Counter[int] = Counter()
    texts: Counter[int] = Counter()
    for (page, record), labels in zip(found, held, strict=True):
        places = _text_places(layout, page, record)
        filled.update(places.keys())
        texts.update({number: _texts_in(page, span) for number, span in places.items()})
        for label, node in labels:
            column = _column_at(node, places)
            if column is not None:
                columns[label][column] += 1
    mixed = _mixed_columns(common, columns, filled)
    wanted = [label for label in common if mixed & set(columns[label])]
    if any(len(columns[label]) > 1 for label in wanted):
        return wanted[:MOST]
    lists = {n for n in mixed if (at := layout.columns[n].place) and layout.blocks[at[0]].parts[at[1]].every}
    held_in = sum(times for label in wanted for number, times in columns[label].items() if number in lists)
    return wanted[:MOST] if held_in and held_in >= COVERED * sum(texts[number] for number in lists) else []


def _mixed_columns(labels: Sequence[str], columns: Mapping[str, Counter[int]], filled: Counter[int]) -> set[int]:
    """Return the columns in which at least two labels stand, and most values have one of them."""
    kinds = Counter(number for label in labels for number in columns[label])
    labelled = sum((columns[label] for label in labels), Counter[int]())
    return {number for number, times in kinds.items() if times > 1 and labelled[number] >= MOSTLY * filled[number]}


def _text_places(layout: Layout, page: Page, record: Record) -> dict[int, Span]:
    spans = located_cells(layout, page, record)
    return {
        number: span
        for number, (column, span) in enumerate(zip(layout.columns, spans, strict=True))
        if span is not None and column.kind == "text"
    }


def _texts_in(page: Page, span: Span) -> int:
    return sum(bool(page.texts[node].strip()) for node, _ in page.displayed(span))


def _column_at(node: int, places: Mapping[int, Span]) -> int | None:
    """Return the column whose value is the smallest that contains a node."""
    around = [number for number, span in places.items() if node in span]
    return min(around, key=lambda number: (len(places[number]), number), default=None)


def _labels_in(page: Page, record: Record) -> Iterator[tuple[str, int]]:
    """Yield what may be labels in a record, as keys, with their nodes; of equal ones the first counts."""
    seen: set[str] = set()
    is_value = False  # whether the text before is a label
    nodes = nodes_with_text(page, record)
    for i, (node, _) in enumerate(nodes):
        label = _label_at(page, node) or ("" if is_value else _bold_at(page, nodes, i) or _counted_at(page, node))
        is_value = bool(label) and label == label_key(page.texts[node])
        if number_before(page.texts, nodes, i) is not None and _is_counted(words := label_key(page.texts[node])):
            label = words
        if len(label) <= UNIT:  # ``84 m²`` after an icon of a plan is the area
            label = icon_label(page, node) or label
        if label and label not in seen:
            seen.add(label)
            yield label, node


def _label_at(page: Page, node: int) -> str:
    """Return the label that a text is or begins with, as a key; empty if it has none."""
    text = " ".join(page.texts[node].split())
    head = next((text.partition(colon)[0] for colon in COLONS if colon in text), "")
    is_time = head[-1:].isdigit() and text[len(head) + 1 : len(head) + 2].isdigit()  # ``Monday - Friday 7:00``
    if head and _is_label(head) and not is_time and not (text != head + text[len(head)] and _is_heading(page, node)):
        return label_key(head)
    return label_key(text) if _is_marked(page, node) and _is_label(text) else ""


def _bold_at(page: Page, nodes: Sequence[tuple[int, bool]], i: int) -> str:
    """Return the words in bold that begin a block before a value of its own, as a key: ``<b>Zone</b> R-1``; else none."""
    node, begins = nodes[i]
    if not begins or page.tags[page.parents[node]] not in BOLD or i + 1 == len(nodes) or nodes[i + 1][1]:
        return ""
    after, text = nodes[i + 1][0], " ".join(page.texts[node].split())
    goes_on = page.texts[after].lstrip()[:1].islower() or page.tags[page.parents[after]] in BOLD
    return label_key(text) if not goes_on and _is_label(text) else ""


def _counted_at(page: Page, node: int) -> str:
    """Return what a text counts, as a key; empty if it is not a number and a word or two."""
    counted = counted_key(" ".join(page.texts[node].split()))
    return counted if _is_counted(counted) else ""


def _is_counted(words: str) -> bool:
    """Return whether words may be what a number counts; ``2 days ago`` and ``1 week ago`` are values of one column."""
    return _is_label(words) and len(words.split()) <= MAX_COUNTED and not ends_in_ago(words)


def _is_label(text: str) -> bool:
    if sum(map(str.isdigit, text)) > MAX_DIGITS or len(text) > MAX_LABEL or len(text.split()) > MAX_WORDS:
        return False
    return _LABEL.fullmatch(text) is not None


def _is_heading(page: Page, node: int) -> bool:
    """Return whether a text is that of a heading, perhaps in a link."""
    parent = page.parents[node]
    return page.tags[parent] in HEADINGS or page.tags[page.parents[parent]] in HEADINGS


def _is_marked(page: Page, node: int) -> bool:
    parent = page.parents[node]
    return page.tags[parent] in MARKED or any("label" in one.lower() for one in page.classes(parent))
