"""Labels on a page about one thing, and the values beside them.

A label stands in the head cell of a table's row or of its columns, in a ``dt``, in an element before its value
(``<b>Weight:</b> 2 kg``), in a text (``Weight: 2 kg``), or in a heading above its section.
"""

from __future__ import annotations

import re
from itertools import groupby
from typing import TYPE_CHECKING, Final, NamedTuple

from wrapture.html.elements import TEXT_LEVEL
from wrapture.html.page import TEXT
from wrapture.model import Span
from wrapture.reading.label_values import COLONS, is_labelled, label_key

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from wrapture.html.page import Page

MAX_LABEL: Final = 60  # characters of a label
MAX_LABEL_WORDS: Final = 6
MAX_SECTION: Final = 5_000  # characters below a heading that are still one value
FEWEST_PAIRS: Final = 2
MOST_PAIRS: Final = 60
HEADINGS: Final = ("h2", "h3", "h4", "h5", "h6")
CELLS: Final = frozenset(["td", "th"])
LEADERS: Final = frozenset(["b", "strong", "span", "em", "i", "label", "small", "div", "th", "dt", "u", "font", "p"])
"""Elements that hold a label before its value."""


class Labelled(NamedTuple):
    """A label, its node, and the spans of the values beside it; a text that begins with its label is among its values.

    ``within`` is the element that holds the pairs, and ``is_section`` says that a heading is the label.  A pair is ``bare`` if
    nothing but its place says that the first text is the label of the second: one page alone proves nothing then.
    """

    label: str
    node: int
    values: tuple[Span, ...]
    within: int
    is_section: bool = False
    bare: bool = False


def labelled_values(page: Page, without: Collection[int] = ()) -> Iterator[Labelled]:
    """Yield the labelled values of a page, in page order."""
    headed: set[int] = set()
    for node in range(page.body.start, page.body.stop):
        tag = page.tags[node]
        if tag == TEXT or node in without or node in headed:
            continue
        if tag == "table":
            rows = _headed_row(page, node)
            headed.update(rows)
            yield from _of_columns(page, node, rows)
        elif tag == "tr":
            yield from _of_row(page, node)
        elif tag == "dt":
            yield from _of_term(page, node)
        elif tag in HEADINGS:
            yield from _of_heading(page, node)
        elif tag not in TEXT_LEVEL and tag not in CELLS and tag not in ("dd", "table", "tbody"):
            yield from _of_block(page, node)
            yield from _bare_pairs(page, node)
        elif tag == "span":
            yield from _of_phrase(page, node)


def is_label(text: str) -> bool:
    """Return whether a text may be a label: a few words.

    >>> is_label("Country of origin:"), is_label("12"), is_label("This is a whole sentence about many different things")
    (True, False, False)
    """
    key = label_key(text)
    return 0 < len(key) <= MAX_LABEL and len(key.split()) <= MAX_LABEL_WORDS and any(map(str.isalpha, key))


def _of_row(page: Page, row: int) -> Iterator[Labelled]:
    """Yield the pairs of a table's row: two cells, or head cells that alternate with others."""
    cells = _cells(page, row)
    heads = [page.tags[cell] == "th" for cell in cells]
    paired = len(cells) == 2 or (len(cells) > 2 and len(cells) % 2 == 0 and heads == [True, False] * (len(cells) // 2))
    for label, value in zip(cells[::2], cells[1::2], strict=False) if paired else ():
        text = _text(page, label)
        if is_label(text) and not (page.tags[label] == "td" and page.tags[value] == "th"):
            yield Labelled(label_key(text), label, (_span(page, value),), page.parents[row])


def _headed_row(page: Page, table: int) -> list[int]:
    """Return the rows of a table of one row of head cells and one of as many others, else nothing."""
    parts = [[part] if page.tags[part] == "tr" else page.children(part) for part in page.children(table)]
    rows = [row for part in parts for row in part if page.tags[row] == "tr"]
    if len(rows) != 2:
        return []
    heads, cells = ([page.tags[node] for node in _cells(page, row)] for row in rows)
    matched = len(heads) == len(cells) >= FEWEST_PAIRS and set(heads) == {"th"} and set(cells) == {"td"}
    return rows if matched else []


def _of_columns(page: Page, table: int, rows: Sequence[int]) -> Iterator[Labelled]:
    """Yield the pairs of a table's only row and the head cells above it."""
    cells = [_cells(page, row) for row in rows]
    for label, value in zip(*cells, strict=True) if cells else ():
        text = _text(page, label)
        if is_label(text) and _has_text(page, value):
            yield Labelled(label_key(text), label, (_span(page, value),), table)


def _cells(page: Page, row: int) -> list[int]:
    return [child for child in page.children(row) if page.tags[child] in CELLS]


def _of_term(page: Page, term: int) -> Iterator[Labelled]:
    """Yield the pair of a ``dt`` and the ``dd`` elements after it."""
    values, node = [], page.stops[term]
    end = page.stops[page.parents[term]]
    while node < end and page.tags[node] in ("dd", TEXT):
        if page.tags[node] == "dd":
            values.append(_span(page, node))
        node = page.stops[node]
    text = _text(page, term)
    if values and is_label(text):
        yield Labelled(label_key(text), term, tuple(values), page.parents[term])


def _of_heading(page: Page, heading: int) -> Iterator[Labelled]:
    """Yield the pair of a heading and what follows it, up to the next heading; nothing if that is long."""
    node, end = page.stops[heading], page.stops[page.parents[heading]]
    start = node
    while node < end and not _has_heading(page, node):
        node = page.stops[node]
    text = _text(page, heading)
    size = page.offsets[node] - page.offsets[start]
    if is_label(text) and 0 < size <= MAX_SECTION:
        yield Labelled(label_key(text), heading, _items(page, Span(start, node)), page.parents[heading], True)


def _has_heading(page: Page, node: int) -> bool:
    return any(tag in HEADINGS or tag == "h1" for tag in page.tags[node : page.stops[node]])


def _items(page: Page, span: Span) -> tuple[Span, ...]:
    """Return the items of the only list in a span, or the span itself if it holds anything else."""
    items = [node for node in span if page.tags[node] == "li"]
    inside = sum(page.offsets[page.stops[node]] - page.offsets[node] for node in items)
    whole = page.offsets[span.stop] - page.offsets[span.start]
    nested = any(page.tags[inner] == "li" for node in items for inner in range(node + 1, page.stops[node]))
    return tuple(_span(page, node) for node in items) if items and inside == whole and not nested else (span,)


def _of_block(page: Page, block: int) -> Iterator[Labelled]:
    """Yield the pairs in a block: ``<b>Weight:</b> 2 kg``, ``Weight: 2 kg``, one for each of its lines."""
    children = page.children(block)
    for line in _lines(page, children):
        shown = [node for node in line if page.offsets[node] < page.offsets[page.stops[node]]]
        if not shown:
            continue
        first, last = shown[0], shown[-1]
        stop = page.stops[last]
        text = _text(page, first)
        if page.tags[first] in LEADERS and len(shown) > 1 and is_label(text):
            rest = Span(page.stops[first], stop)
            follows = page.text(rest)
            colon = text.rstrip().endswith(COLONS) or follows.startswith(COLONS)
            if follows.strip(":： ") and (colon or _says_label(page, first, shown)):
                yield Labelled(label_key(text), first, (rest,), block)
        elif page.tags[first] == TEXT:
            whole = page.text(Span(first, stop))
            head = re.split(r":(?=\s)|：", whole, maxsplit=1)[0]  # no time of day, no address
            if is_label(head) and is_labelled(whole, label_key(head)):
                yield Labelled(label_key(head), first, (Span(first, stop),), block)


def _of_phrase(page: Page, phrase: int) -> Iterator[Labelled]:
    """Yield the pair in a phrase that begins with a label: ``<span>Category: <a>Lamps</a></span>``."""
    shown = [node for node in page.children(phrase) if page.offsets[node] < page.offsets[page.stops[node]]]
    if len(shown) > 1 and page.tags[shown[0]] == TEXT:
        text = page.texts[shown[0]]
        if text.rstrip().endswith(COLONS) and is_label(text):
            yield Labelled(label_key(text), shown[0], (Span(page.stops[shown[0]], page.stops[phrase]),), phrase)


def _bare_pairs(page: Page, block: int) -> Iterator[Labelled]:
    """Yield the pairs in a block that holds several of one make: two elements each, or labels and values in turns."""
    children = [node for node in page.children(block) if page.tags[node] != TEXT and _has_text(page, node)]
    if len(children) < FEWEST_PAIRS:
        return
    alone = len(children) <= MOST_PAIRS and not any(_own_texts(page, block))
    if alone and len({page.tags[node] for node in children}) == 1 and (pairs := _halves(page, children)):
        pass
    elif (
        alone
        and len(children) % 2 == 0
        and len(children) >= 2 * FEWEST_PAIRS
        and all(_is_line(page, node) for node in children)
    ):
        pairs = [(block, label, value) for label, value in zip(children[::2], children[1::2], strict=True)]
    else:
        pairs = [pair for run in _runs(page, block) for pair in _halves(page, run)]
    for within, label, value in pairs:
        text = _text(page, label)
        if page.tags[label] not in (TEXT, "a", "dt", *HEADINGS) and is_label(text) and not _is_property(page, label):
            yield Labelled(label_key(text), label, (_span(page, value),), within, bare=True)


def _is_property(page: Page, node: int) -> bool:
    """Return whether the page says that an element is a value."""
    return page.attribute(node, "itemprop") is not None


def _halves(page: Page, nodes: Sequence[int]) -> list[tuple[int, int, int]]:
    """Return elements that hold two others each, with those; nothing if one of them holds something else."""
    inner = [[one for one in page.children(node) if _has_text(page, one)] for node in nodes]
    whole = all(len(one) == 2 for one in inner)
    return [(node, one[0], one[1]) for node, one in zip(nodes, inner, strict=True)] if whole else []


def _runs(page: Page, block: int) -> Iterator[list[int]]:
    """Yield the elements of one tag and class, which they must have, that follow each other among others in a block."""
    shown = (node for node in page.children(block) if _has_text(page, node))
    for (tag, classes), nodes in groupby(shown, key=lambda node: (page.tags[node], page.attribute(node, "class"))):
        run = list(nodes)
        if tag != TEXT and classes and FEWEST_PAIRS <= len(run) <= MOST_PAIRS:
            yield run


def _is_line(page: Page, node: int) -> bool:
    """Return whether an element holds one line: nothing of block level is in it."""
    return page.tags[node] in ("div", "span", "p", "b", "strong") and all(
        tag == TEXT or tag in TEXT_LEVEL for tag in page.tags[node + 1 : page.stops[node]]
    )


def _own_texts(page: Page, block: int) -> Iterator[int]:
    return (node for node in page.children(block) if page.tags[node] == TEXT and page.texts[node].strip())


def _has_text(page: Page, node: int) -> bool:
    return page.offsets[node] < page.offsets[page.stops[node]]


def _lines(page: Page, children: Sequence[int]) -> Iterator[list[int]]:
    """Yield the children of a block between line breaks."""
    line: list[int] = []
    for child in children:
        if page.tags[child] == "br":
            yield line
            line = []
        else:
            line.append(child)
    yield line


def _says_label(page: Page, node: int, shown: Sequence[int]) -> bool:
    """Return whether an element without a colon is a label: its class says so, and one value follows it."""
    words = (page.attribute(node, "class") or "").casefold()
    named = any(word in words for word in ("label", "key", "term", "caption", "attr-name", "spec-name"))
    return len(shown) == 2 and (named or page.tags[node] in ("label", "dt", "th"))


def _span(page: Page, node: int) -> Span:
    return Span(node, page.stops[node])


def _text(page: Page, node: int) -> str:
    return page.text(_span(page, node))
