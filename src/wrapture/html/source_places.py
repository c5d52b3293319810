"""Mapping the nodes of a page to places in its source.

The parser keeps no offsets, so a copy of the source is parsed again in which every start tag carries its offset in an attribute
and every text in a mark before its first character.  If the tree is the same, nodes have the same numbers and each reveals its
own place; if it is not, no place is reported.  A mark stands directly before the character it locates, so even where the scan
below misreads a page (``CDATA`` in a drawing, ``<script>`` in a script) a place may be missing but is never wrong.

Marks make each ``<font>`` different from every other, while the parser keeps only three equal ones ("Noah's Ark clause").  If
that changes the tree, a second copy omits the marks of formatting elements, except ``<a>``, of which no two are ever open.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from itertools import accumulate, count, pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

from wrapture.errors import HostilePageError, SourceError
from wrapture.html.lexbor import parse_page
from wrapture.html.line_nodes import lines_in
from wrapture.html.page import TEXT
from wrapture.html.references import decoded
from wrapture.html.source_tags import ATTRIBUTES, TagTexts, scan, text_between
from wrapture.model import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wrapture.html.page import Page
    from wrapture.html.references import SourcePiece
    from wrapture.model import Place

MAX_TORN: Final = 2_000
"""Texts that may be joined to others because the parser drops what is between (``<td>`` outside a table).

Each is a copy of everything before it: 20,000 took 0.9 GB (``<td a=1>`` and ten letters).  On each of 1,051 real pages, fewer
texts than nodes were joined.
"""

# --- the copy ---


_NAMESAKES: Final = re.compile(r"data-at-([0-9]{1,9})", re.IGNORECASE)


class _Marks(NamedTuple):
    """The attribute name, and the character around a number, that mark places; neither occurs on the page."""

    attribute: str
    character: str

    @property
    def pattern(self) -> re.Pattern[str]:
        """Matches the mark of a text."""
        return re.compile(f"{self.character}([0-9]+){self.character}")


def _marks_for(page: Page, source: str) -> _Marks | None:
    """Return marks that do not occur on a page, not even as a character reference; None if every one does."""
    held = set(source).union(*page.texts)
    character = next((chr(code) for code in range(0xF8FF, 0xDFFF, -1) if chr(code) not in held), None)
    numbers = set(map(int, _NAMESAKES.findall(source)))
    name = f"data-at-{next(number for number in count() if number not in numbers)}"
    return None if character is None else _Marks(name, character)


def _marked(source: str, found: TagTexts, marks: _Marks, formatting: bool) -> str:
    """Return the marked copy; a tag's mark is unquoted, since a quote might close others, and comes before any namesake."""
    tags = [(tag.name_end, f" {marks.attribute}={tag.start} ") for tag in found.tags if formatting or not tag.formats]
    texts = [(start, f"{marks.character}{start}{marks.character}") for start, _ in found.texts]
    pieces: list[str] = []
    done = 0
    for at, mark in sorted(tags + texts):
        pieces += (source[done:at], mark)
        done = at
    return "".join([*pieces, source[done:]])


def _parse_copy(page: Page, source: str, marks: _Marks) -> Page | None:
    """Return the page of a marked copy if its tree and texts equal the page's."""
    try:
        copy = parse_page(source, name=page.name)
    except HostilePageError:  # the copy is larger, and its tags differ where the page's are alike
        return None
    mark = marks.pattern
    same = copy.tags == page.tags and copy.parents == page.parents
    return copy if same and [mark.sub("", text) if text else "" for text in copy.texts] == page.texts else None


def places_of(page: Page) -> SourcePlaces:
    """Return the places of a page's nodes in its source; raises `SourceError` for a rendered page, which has none.

    >>> places = places_of(parse_page("<ul><li>Fish &amp; chips<li><a href='/2'>Pie</a></ul>"))
    >>> places.text(Span(3, 6)), places.attribute(7, "href"), places.nodes(27, 35)
    ((8, 24), (37, 39), Span(start=6, stop=8))
    """
    source = page.source
    if source is None:
        what = "a rendered page has no source to refer to: use the page as it was saved"
        raise SourceError(page.name, what)
    found, marks = scan(source), _marks_for(page, source)
    if len(found.texts) - page.tags.count(TEXT) > MAX_TORN:
        marks = None
    if page.lines:
        found = found._replace(texts=_lines(source, found.texts))
    for formatting in (True, False):
        if marks is None:
            break
        copy = _parse_copy(page, _marked(source, found, marks, formatting), marks)
        if copy is not None:
            return SourcePlaces(page, source, found, _tag_offsets(copy, marks), _text_marks(copy, marks))
    return SourcePlaces(page, source, TagTexts([], []), {}, {})


def _lines(source: str, texts: Sequence[Place]) -> list[Place]:
    """Return the places of the lines of some texts, each from its first non-blank character: they may be nodes."""
    ends = [
        (start, [start + end for end in accumulate(map(len, lines_in(source[start:stop])))]) for start, stop in texts
    ]
    return [
        place
        for start, stops in ends
        for first, stop in pairwise([start, *stops])
        for place in text_between(source, first, stop)
    ]


def _tag_offsets(copy: Page, marks: _Marks) -> dict[int, int]:
    """Return the offset of each element's start tag; elements inserted by the parser have none."""
    told = ((node, copy.attribute(node, marks.attribute)) for node, tag in enumerate(copy.tags) if tag != TEXT)
    return {node: int(offset) for node, offset in told if offset is not None}


def _text_marks(copy: Page, marks: _Marks) -> dict[int, list[tuple[int, int]]]:
    """Return the marks of each text node: which of its characters are at which offset."""
    told: dict[int, list[tuple[int, int]]] = {}
    pattern = marks.pattern
    for node, text in enumerate(copy.texts):
        if marks.character in text:
            before = 0  # characters of earlier marks
            for mark in pattern.finditer(text):
                told.setdefault(node, []).append((mark.start() - before, int(mark[1])))
                before += len(mark[0])
    return told


# --- the places ---


class _Stretch(NamedTuple):
    """Characters ``at`` to ``stop`` of a text are at ``[start, end)`` in the source: one by one, or as one reference."""

    at: int
    stop: int
    start: int
    end: int

    def begin_of(self, character: int) -> int:
        """Return the start of a character."""
        return self.start + (character - self.at if self._is_plain else 0)

    def end_of(self, character: int) -> int:
        """Return the end of a character."""
        return self.end - (self.stop - 1 - character if self._is_plain else 0)

    @property
    def _is_plain(self) -> bool:
        return self.stop - self.at == self.end - self.start


class SourcePlaces:
    """The places of a page's texts and attributes in its source, and the nodes at a place.

    Every place is certain: what can't be located (a text that the parser split, one in ``<xmp>``) is None.
    """

    def __init__(
        self, page: Page, source: str, found: TagTexts, tags: dict[int, int], texts: dict[int, list[tuple[int, int]]]
    ) -> None:
        self._page = page
        self._source = source
        self._tags = tags
        self._texts = texts
        self._text_stops = dict(found.texts)
        self._name_ends = {tag.start: (tag.name_end, tag.stop) for tag in found.tags}
        ordered = sorted((offset, node) for node, marks in texts.items() for _, offset in marks)
        self._text_order = [(offset, node) for offset, node in ordered if not page.texts[node].isspace()]
        owners = {
            offset: node for node, offset in reversed(tags.items())
        }  # the parser may repeat a tag: the first counts
        starts = [(offset, self._name_ends[offset][1], node) for offset, node in owners.items()]
        starts += [(offset, self._text_stops[offset], node) for offset, node in ordered]
        self._order = sorted(starts)
        self._tag_order = sorted(owners.items())
        self._stretches: dict[int, list[_Stretch]] = {}

    def text(self, span: Span) -> Place | None:
        """Return the place of a span's displayed text, without surrounding white space.

        None if it displays nothing, or if the parser moved other texts between its own.
        """
        texts = self._page.texts
        shown = [node for node, _ in self._page.displayed(span) if not texts[node].isspace()]
        if not shown:
            return None
        first, last = (self.piece(node, 0, len(texts[node])) for node in (shown[0], shown[-1]))
        return None if first is None or last is None else self._whole(shown, first[0], last[1])

    def piece(self, node: int, start: int, end: int) -> Place | None:
        """Return the place of the characters ``start`` to ``end`` of a text node, without surrounding white space."""
        text = self._page.texts[node][start:end]
        first, last = start + len(text) - len(text.lstrip()), start + len(text.rstrip()) - 1
        if last < first:
            return None
        begin, stop = self._stretch_at(node, first), self._stretch_at(node, last)
        return None if begin is None or stop is None else self._whole([node], begin.begin_of(first), stop.end_of(last))

    def attribute(self, node: int, name: str) -> Place | None:
        """Return the place of an attribute's value in the start tag, without quotes and surrounding white space."""
        value, offset = self._page.attribute(node, name), self._tags.get(node)
        place = self._value_in(offset, name.lower()) if value is not None and offset is not None else None
        if value is None or place is None:
            return None
        read = "".join([piece.text for piece in decoded(self._source, *place, in_value=True)])
        return place if read.strip() == value.strip() else None  # the parser merges the attributes of several <html>

    def nodes(self, start: int, end: int) -> Span | None:
        """Return the span from the first to the last node with text or a start tag in ``source[start:end]``.

        Partly covered nodes count; None if there are none.
        """
        first = bisect_right(self._order, start, key=_stop_of)
        stop = bisect_left(self._order, max(end, start + 1), key=_start_of)
        nodes = [node for _, _, node in self._order[first:stop]]
        return Span(min(nodes), max(nodes) + 1) if nodes else None

    def characters(self, start: int, end: int) -> tuple[tuple[int, int], tuple[int, int]] | None:
        """Return the first and the last non-blank character in ``source[start:end]``, each as its node and index.

        None if no located text is there.
        """
        found: list[tuple[int, int]] = []
        first = bisect_left(self._text_order, start, key=_start_of)
        stop = bisect_left(self._text_order, end, key=_start_of)
        for node in dict.fromkeys(node for _, node in self._text_order[max(0, first - 1) : stop]):
            text = self._page.texts[node]
            inside = (number for stretch in self._stretches_in(node, start, end) for number in stretch)
            numbers = [number for number in inside if not text[number].isspace()]
            found += [(node, numbers[0]), (node, numbers[-1])] if numbers else []
        return (min(found), max(found)) if found else None

    def _stretches_in(self, node: int, start: int, end: int) -> Iterator[range]:
        """Yield the characters of a text node that are in ``source[start:end]``."""
        self._stretch_at(node, 0)
        for stretch in self._stretches[node]:
            inside = range(stretch.at, stretch.stop)
            yield range(
                bisect_left(inside, start, key=stretch.begin_of) + stretch.at,
                bisect_right(inside, end, key=stretch.end_of) + stretch.at,
            )

    def element(self, place: int) -> int | None:
        """Return the element whose start tag contains an offset, None if there is none."""
        found = bisect_right(self._tag_order, place, key=_start_of) - 1
        if found < 0:
            return None
        offset, node = self._tag_order[found]
        return node if place < self._name_ends[offset][1] else None

    def _whole(self, nodes: Sequence[int], start: int, end: int) -> Place | None:
        """Return a place if the texts in it are exactly those of some nodes."""
        first, stop = (bisect_left(self._text_order, offset, key=_start_of) for offset in (start + 1, end))
        held = {node for _, node in self._text_order[max(0, first - 1) : stop]}
        return (start, end) if held == set(nodes) else None

    def _value_in(self, offset: int, name: str) -> Place | None:
        at, stop = self._name_ends[offset]
        for found in ATTRIBUTES.finditer(self._source, at, stop):
            if found[1].lower() == name:
                group = next((group for group in (2, 3, 4) if found[group] is not None), None)
                return None if group is None else _stripped(self._source, *found.span(group))
        return None

    def _stretch_at(self, node: int, character: int) -> _Stretch | None:
        """Return the stretch with a character of a text node, None if its place is uncertain."""
        if node not in self._stretches:
            self._stretches[node] = self._stretches_of(node)
        stretches = self._stretches[node]
        found = bisect_right(stretches, character, key=_start_of) - 1
        return stretches[found] if found >= 0 and character < stretches[found].stop else None

    def _stretches_of(self, node: int) -> list[_Stretch]:
        """Return the stretches of a text node: those of each mark, as far as the source there matches the text."""
        text, marks = self._page.texts[node], self._texts.get(node, [])
        stretches: list[_Stretch] = []
        for (at, offset), (stop, _) in pairwise([*marks, (len(text), -1)]):
            pieces = list(decoded(self._source, offset, self._text_stops[offset]))
            read = "".join([piece.text for piece in pieces])
            if text.startswith(read, at, stop) and not text[at + len(read) : stop].strip():
                stretches += _laid_out(at, pieces)
        return stretches


def _laid_out(at: int, pieces: Sequence[SourcePiece]) -> Iterator[_Stretch]:
    """Yield the stretches of pieces, starting at a character."""
    for text, start, end in pieces:
        if text:
            yield _Stretch(at, at + len(text), start, end)
            at += len(text)


def _stripped(source: str, start: int, end: int) -> Place:
    value = source[start:end].strip()
    start = source.index(value, start)
    return start, start + len(value)


def _start_of(item: tuple[int, ...]) -> int:
    return item[0]


def _stop_of(item: tuple[int, ...]) -> int:
    return item[1]
