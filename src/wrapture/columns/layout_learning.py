"""Learning the layout of records: block division and multi-level alignment, learned once and stored (IEPAD, section 3).

Level 1 aligns the block-level token strings of all records; each position that holds data is a block.  Level 2 aligns the
contents of each block under the finest encoding that separates fields; each ``TEXT``, ``A`` and ``IMG`` is a part.  Level 3
cuts the texts of a part at the separators that they share.

Departures from the paper
-------------------------
* Templates hold one symbol per position (`wrapture.html.struck_text.merged`), so aligning another record needs no search.
* If the records differ in shape, level 1 sees each element's first class too: the tags alone can't tell which of two optional
  ``DIV``s is missing.
* Level 2 uses all tags only where they separate fields.  Where they separate words (query words in bold, any number of them),
  that markup is skipped, so that a title stays one value (`wrapture.columns.mixing`).
* Anything that is divided is also a column as a whole: a text, an inline element, a block, a few lines
  (`wrapture.columns.column_blocks`).
* A run of similar items whose number varies is one list column (`wrapture.columns.folding`).
* Columns without information are dropped (`wrapture.columns.pruning`).
* The decisions are stored with the wrapper: making them anew for each page would give every page its own columns.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from wrapture.algo.spread import spread
from wrapture.columns.column_blocks import BlockDraft, draft_blocks, is_item, list_block, notation_of, whole, write
from wrapture.columns.folding import line_lists, runs_in
from wrapture.columns.label_columns import with_label_columns
from wrapture.columns.mixed_lines import are_mixed
from wrapture.columns.prose_lines import with_prose
from wrapture.columns.pruning import useful_columns
from wrapture.columns.template_elements import TemplateElement, elements_in
from wrapture.html.struck_text import merged
from wrapture.html.table_grid import has_spanning_rows
from wrapture.html.tokens import (
    BLOCK_CELL,
    BLOCK_FIELD,
    BLOCK_LEVEL,
    LINK_LEVEL,
    TEXT_SYMBOL,
    Encoding,
    TokenString,
    custom_names,
    symbol,
)
from wrapture.model import Block, Column, Layout, Part, Record
from wrapture.reading.division import DataSpans, record_strings, template_string
from wrapture.reading.reader import LayoutReader

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from wrapture.html.page import Page
    from wrapture.model import Kind, Span

MIN_FILL: Final = 2  # records that must have a value for it to be a column, if there are enough records
ENOUGH: Final = 4
MAX_LINES: Final = 2  # short lines that may be one value: 3 or 4 add columns without finding more true cells
PROSE: Final = 40  # characters of the first line of a paragraph
EXAMINED: Final = 32  # records whose values show which columns are useful
DIVIDED: Final = 16  # values at a position of the record template that decide how it is divided
LINES: Final = frozenset([TEXT_SYMBOL, symbol("BR")])
"""What a paragraph of lines consists of."""
PARAGRAPHS: Final = LINES | {chr(ord(symbol(name)) + end) for name in ("P", "BLOCKQUOTE") for end in (0, 1)}


def learn_layout(pages: Iterable[tuple[Page, Sequence[Record]]]) -> Layout:
    """Return the layout that the records of these pages share, with columns named after their contents."""
    found = [(page, record) for page, records in pages for record in records]
    layout = whole_layout(found)
    reader = LayoutReader(layout)
    rows = [reader.cells(page, record) for page, record in spread(found, EXAMINED) if record]
    useful = useful_columns([column.kind for column in layout.columns], rows)
    slim = _with_only(layout, useful)
    reader.narrow(slim, useful)
    labelled = with_label_columns(slim, found)
    new = [None] * (len(labelled.columns) - len(slim.columns))  # columns by label are no lines
    return with_prose(labelled, [[*(row[number] for number in useful), *new] for row in rows])


def whole_layout(found: Sequence[tuple[Page, Record]]) -> Layout:
    """Return the layout of these records with all possible columns, including those without information."""
    encoding, template, strings = _record_template(found)
    places = [DataSpans(one, template) for one in strings]
    drafts = _draft(template_string(template), [page for page, _ in found], places)
    columns = [(kind, (i, *place)) for i in _reading_order(drafts) for kind, place in drafts[i].columns]
    return Layout(encoding.name, template, tuple(draft.block for draft in drafts), _named(columns))


def _record_template(found: Sequence[tuple[Page, Record]]) -> tuple[Encoding, str, list[list[TokenString]]]:
    """Return the encoding of level 1, its template and the records' token strings.

    Tags alone are enough if all records look alike; otherwise each tag includes its first class; a cell its column if cells
    span rows.
    """
    has_spans = any(has_spanning_rows(page, span.start) for page, record in found for span in record[:1])
    strings = [record_strings(page, record, BLOCK_LEVEL) for page, record in found]
    shapes = list(map(_shape, strings))
    if len(set(shapes)) <= 1 and not has_spans:
        return BLOCK_LEVEL, notation_of(found[0][0], BLOCK_LEVEL, shapes[0]) if found else "", strings
    encoding = BLOCK_CELL if has_spans else BLOCK_FIELD
    strings = [record_strings(page, record, encoding) for page, record in found]
    template = merged(list(map(_shape, strings)))
    names: dict[str, str] = {}
    for page in dict.fromkeys(page for page, _ in found):
        names |= custom_names(page, encoding)
    return encoding, write(template, names), strings


def _shape(strings: Sequence[TokenString]) -> str:
    return "".join([tokens.symbols for tokens in strings])


def _draft(template: str, pages: Sequence[Page], places: Sequence[DataSpans]) -> list[BlockDraft]:
    """Return the blocks of all positions with data, in order; lists and lines come with their element."""
    records = [place.positions() for place in places]
    contents: dict[int, list[tuple[Page, Span]]] = {}
    for page, record in zip(pages, records, strict=True):
        for position, span in record.items():
            contents.setdefault(position, []).append((page, span))
    enough = MIN_FILL if len(records) >= ENOUGH else 1
    drafts = {
        position: draft_blocks(position, spread(contents[position], DIVIDED), enough) for position in sorted(contents)
    }
    texts = {position: is_item(found) for position, found in drafts.items() if found}
    for start, end in runs_in(template, texts, records):
        lists = ((page, place.element(page, start)) for page, place in zip(pages, places, strict=True))
        found = list_block(start, ((page, span) for page, span in lists if span is not None))
        if found:
            drafts = {position: one for position, one in drafts.items() if not start < position < end}
            drafts[start] = drafts.get(start, []) + found
    for start, end in line_lists(template, _single_texts(drafts, contents), records):
        drafts = {position: one for position, one in drafts.items() if not start < position <= end}
        part = Part(0, every=True)
        drafts[start] = [BlockDraft(Block(start, LINK_LEVEL.name, "TEXT BR", (part,), element=True), (("text", (0,)),))]
    texts_at = {position: _texts(contents.get(position, ())) for position, found in drafts.items() if _has_text(found)}
    for start, end in _line_elements(template, texts_at):
        drafts[start] = [*drafts.get(start, []), whole(start, end)]
    return [draft for position in sorted(drafts) for draft in drafts[position]]


def _single_texts(
    drafts: Mapping[int, Sequence[BlockDraft]], contents: Mapping[int, Sequence[tuple[Page, Span]]]
) -> dict[int, list[str]]:
    """Return some of the texts at the positions that hold nothing but a text."""
    return {
        position: _texts(contents[position])
        for position, found in drafts.items()
        if position in contents and [kind for draft in found for kind, _ in draft.columns] == ["text"]
    }


def _reading_order(drafts: Sequence[BlockDraft]) -> list[int]:
    """Return block indices in the order of their columns: the contents of an element come before the whole element."""
    return sorted(range(len(drafts)), key=lambda i: (drafts[i].last or drafts[i].block.position, i))


def _has_text(drafts: Sequence[BlockDraft]) -> bool:
    return any(kind == "text" for draft in drafts for kind, _ in draft.columns)


def _line_elements(template: str, texts: Mapping[int, Sequence[str]]) -> list[TemplateElement]:
    """Return the elements that hold only lines of text and may be one value: a few of any kind, paragraphs, or mixed ones.

    `texts` maps positions to some of their texts; a list has none.
    """
    found = []
    for element in elements_in(template):
        start, end = element
        lines = [texts[position] for position in sorted(texts) if start < position <= end]
        inside = set(template[start + 1 : end])
        if len(lines) < 2 or not inside <= PARAGRAPHS:
            continue
        is_prose = sum(map(len, lines[0])) >= PROSE * max(1, len(lines[0]))
        if is_prose or (inside <= LINES and (len(lines) <= MAX_LINES or are_mixed(lines))):
            found.append(element)
    return found


def _texts(contents: Sequence[tuple[Page, Span]]) -> list[str]:
    """Return some of the texts at a position; a list has none of its own."""
    return [page.text(span) for page, span in spread(contents, DIVIDED)]


def _with_only(layout: Layout, numbers: Sequence[int]) -> Layout:
    """Return a layout with only these columns and what they need."""
    kept = [layout.columns[n] for n in numbers]
    used = sorted({column.place[:2] for column in kept})
    blocks = list(dict.fromkeys(block for block, _ in used))
    parts = {block: [part for one, part in used if one == block] for block in blocks}
    slim = [replace(layout.blocks[n], parts=tuple(layout.blocks[n].parts[m] for m in parts[n])) for n in blocks]
    renumbered = {(n, m): (i, j) for i, n in enumerate(blocks) for j, m in enumerate(parts[n])}
    columns = [(column.kind, (*renumbered[column.place[0], column.place[1]], *column.place[2:])) for column in kept]
    return Layout(layout.encoding, layout.template, tuple(slim), _named(columns))


def _named(columns: Sequence[tuple[Kind, tuple[int, ...]]]) -> tuple[Column, ...]:
    """Return the columns, named after their kind with a number."""
    counts: Counter[Kind] = Counter()
    named = []
    for kind, place in columns:
        counts[kind] += 1
        named.append(Column(f"{kind}_{counts[kind]}", kind, place))
    return tuple(named)
