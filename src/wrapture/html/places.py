"""Where the nodes of a page stand in its source.

The parser keeps no offsets, so it is asked: a copy of the source, in which every start tag tells its offset in an attribute and
every text in a mark before its first character, is parsed again.  Where the tree is the same, nodes are numbered alike and each
tells its own place; where it is not, nothing is said.  A mark stands directly before the character it tells of, so that even
where the scan below misreads a page (``CDATA`` in a drawing, ``<script>`` in a script) a place is never wrong, but missing.

A mark makes each ``<font>`` differ from every other, and of elements that are alike the parser keeps three only ("Noah's Ark
clause").  Where that changes the tree, a second copy leaves the marks of formatting elements out; no two ``<a>`` are open at a
time, so theirs stay.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from itertools import count, pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

from wrapture.errors import HostilePageError, SourceError
from wrapture.html.lexbor import parse_page
from wrapture.html.markup import ATTRIBUTES, Scan, scan
from wrapture.html.page import TEXT
from wrapture.html.references import decoded
from wrapture.model import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wrapture.html.page import Page
    from wrapture.html.references import Piece
    from wrapture.model import Place

MAX_TORN: Final = 2_000
"""Texts that may be joined to others, since the parser drops what is between (``<td>`` outside of a table).

Each is a copy of all before it: 20,000 took 0.9 GB (``<td a=1>`` and ten letters).  Each of 1,051 real pages had fewer texts
than nodes of them.
"""

# --- the copy ---


_NAMESAKES: Final = re.compile(r"data-at-([0-9]{1,9})", re.IGNORECASE)


class _Marks(NamedTuple):
    """The name of the attribute and the character around a number that mark places; neither stands on the page."""

    attribute: str
    character: str

    @property
    def pattern(self) -> re.Pattern[str]:
        """What a text's mark looks like."""
        return re.compile(f"{self.character}([0-9]+){self.character}")


def _marks_for(page: Page, source: str) -> _Marks | None:
    """Return marks that a page does not hold, not as a character reference either; None where it holds them all."""
    held = set(source).union(*page.texts)
    character = next((chr(code) for code in range(0xF8FF, 0xDFFF, -1) if chr(code) not in held), None)
    numbers = set(map(int, _NAMESAKES.findall(source)))
    name = f"data-at-{next(number for number in count() if number not in numbers)}"
    return None if character is None else _Marks(name, character)


def _marked(source: str, found: Scan, marks: _Marks, formatting: bool) -> str:
    """Return the copy of a source; a tag's mark has no quotes, which might close others, and comes before any namesake."""
    tags = [(tag.name_end, f" {marks.attribute}={tag.start} ") for tag in found.tags if formatting or not tag.formats]
    texts = [(start, f"{marks.character}{start}{marks.character}") for start, _ in found.texts]
    pieces: list[str] = []
    done = 0
    for at, mark in sorted(tags + texts):
        pieces += (source[done:at], mark)
        done = at
    return "".join([*pieces, source[done:]])


def _parse_copy(page: Page, source: str, marks: _Marks) -> Page | None:
    """Return the page of a copy where its tree and its texts are those of the page."""
    try:
        copy = parse_page(source, name=page.name)
    except HostilePageError:  # the copy is larger, and its tags differ where the page's are alike
        return None
    mark = marks.pattern
    same = copy.tags == page.tags and copy.parents == page.parents
    return copy if same and [mark.sub("", text) if text else "" for text in copy.texts] == page.texts else None


def places_of(page: Page) -> Places:
    """Return the places of a page's nodes in its source; raises `SourceError` for a rendered page, which has none.

    >>> places = places_of(parse_page("<ul><li>Fish &amp; chips<li><a href='/2'>Pie</a></ul>"))
    >>> places.text(Span(3, 6)), places.attribute(7, "href"), places.nodes(27, 35)
    ((8, 24), (37, 39), Span(start=6, stop=8))
    """
    source = page.source
    if source is None:
        what = "a rendered page has no source to point into: read the page as it was saved"
        raise SourceError(page.name, what)
    found, marks = scan(source), _marks_for(page, source)
    if len(found.texts) - page.tags.count(TEXT) > MAX_TORN:
        marks = None
    for formatting in (True, False):
        if marks is None:
            break
        copy = _parse_copy(page, _marked(source, found, marks, formatting), marks)
        if copy is not None:
            return Places(page, source, found, _told_by_tags(copy, marks), _told_by_texts(copy, marks))
    return Places(page, source, Scan([], []), {}, {})


def _told_by_tags(copy: Page, marks: _Marks) -> dict[int, int]:
    """Return the offset of each element's start tag; those that the parser made up have none."""
    told = ((node, copy.attribute(node, marks.attribute)) for node, tag in enumerate(copy.tags) if tag != TEXT)
    return {node: int(offset) for node, offset in told if offset is not None}


def _told_by_texts(copy: Page, marks: _Marks) -> dict[int, list[tuple[int, int]]]:
    """Return for each text node its marks: which of its characters stand at which offset."""
    told: dict[int, list[tuple[int, int]]] = {}
    pattern = marks.pattern
    for node, text in enumerate(copy.texts):
        if marks.character in text:
            before = 0  # characters of marks
            for mark in pattern.finditer(text):
                told.setdefault(node, []).append((mark.start() - before, int(mark[1])))
                before += len(mark[0])
    return told


# --- the places ---


class _Stretch(NamedTuple):
    """Characters ``at`` to ``stop`` of a text stand at ``[start, end)`` of the source: one by one, or as one reference."""

    at: int
    stop: int
    start: int
    end: int

    def begin_of(self, character: int) -> int:
        """Return where a character begins."""
        return self.start + (character - self.at if self._is_plain else 0)

    def end_of(self, character: int) -> int:
        """Return where a character ends."""
        return self.end - (self.stop - 1 - character if self._is_plain else 0)

    @property
    def _is_plain(self) -> bool:
        return self.stop - self.at == self.end - self.start


class Places:
    """Where the texts and attributes of one page stand in its source, and which nodes stand at a place.

    Every place is sure: what can't be told (a text that the parser took apart, one in ``<xmp>``) is None.
    """

    def __init__(
        self, page: Page, source: str, found: Scan, tags: dict[int, int], texts: dict[int, list[tuple[int, int]]]
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
        """Return the place of what a span displays, without white space at both ends.

        None where it displays nothing, and where the parser put texts from elsewhere between its own.
        """
        texts = self._page.texts
        shown = [node for node, _ in self._page.displayed(span) if not texts[node].isspace()]
        if not shown:
            return None
        first, last = (self.piece(node, 0, len(texts[node])) for node in (shown[0], shown[-1]))
        return None if first is None or last is None else self._whole(shown, first[0], last[1])

    def piece(self, node: int, start: int, end: int) -> Place | None:
        """Return the place of the characters ``start`` to ``end`` of a text node, without white space at both ends."""
        text = self._page.texts[node][start:end]
        first, last = start + len(text) - len(text.lstrip()), start + len(text.rstrip()) - 1
        if last < first:
            return None
        begin, stop = self._stretch_at(node, first), self._stretch_at(node, last)
        return None if begin is None or stop is None else self._whole([node], begin.begin_of(first), stop.end_of(last))

    def attribute(self, node: int, name: str) -> Place | None:
        """Return the place of an attribute's value in the start tag, without quotes and white space around it."""
        value, offset = self._page.attribute(node, name), self._tags.get(node)
        place = self._value_in(offset, name.lower()) if value is not None and offset is not None else None
        if value is None or place is None:
            return None
        read = "".join([piece.text for piece in decoded(self._source, *place, in_value=True)])
        return place if read.strip() == value.strip() else None  # the parser joins the attributes of several <html>

    def nodes(self, start: int, end: int) -> Span | None:
        """Return the nodes whose texts and start tags stand in ``source[start:end]``, from the first to past the last.

        One that is cut counts; None where there is none.
        """
        first = bisect_right(self._order, start, key=_stop_of)
        stop = bisect_left(self._order, max(end, start + 1), key=_start_of)
        nodes = [node for _, _, node in self._order[first:stop]]
        return Span(min(nodes), max(nodes) + 1) if nodes else None

    def characters(self, start: int, end: int) -> tuple[tuple[int, int], tuple[int, int]] | None:
        """Return the first and the last character that stands in ``source[start:end]`` and is not blank: its node and number.

        None where no text that is told stands there.
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
        """Yield the characters of a text node that stand in ``source[start:end]``."""
        self._stretch_at(node, 0)
        for stretch in self._stretches[node]:
            inside = range(stretch.at, stretch.stop)
            yield range(
                bisect_left(inside, start, key=stretch.begin_of) + stretch.at,
                bisect_right(inside, end, key=stretch.end_of) + stretch.at,
            )

    def element(self, place: int) -> int | None:
        """Return the element whose start tag a place in the source stands in, None where it stands in none."""
        found = bisect_right(self._tag_order, place, key=_start_of) - 1
        if found < 0:
            return None
        offset, node = self._tag_order[found]
        return node if place < self._name_ends[offset][1] else None

    def _whole(self, nodes: Sequence[int], start: int, end: int) -> Place | None:
        """Return a place where the texts in it are those of some nodes, no more and no fewer."""
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
        """Return the stretch that holds a character of a text node, None where its place is not sure."""
        if node not in self._stretches:
            self._stretches[node] = self._stretches_of(node)
        stretches = self._stretches[node]
        found = bisect_right(stretches, character, key=_start_of) - 1
        return stretches[found] if found >= 0 and character < stretches[found].stop else None

    def _stretches_of(self, node: int) -> list[_Stretch]:
        """Return the stretches of a text node: those of each mark, as far as the source there reads as the text does."""
        text, marks = self._page.texts[node], self._texts.get(node, [])
        stretches: list[_Stretch] = []
        for (at, offset), (stop, _) in pairwise([*marks, (len(text), -1)]):
            pieces = list(decoded(self._source, offset, self._text_stops[offset]))
            read = "".join([piece.text for piece in pieces])
            if text.startswith(read, at, stop) and not text[at + len(read) : stop].strip():
                stretches += _laid_out(at, pieces)
        return stretches


def _laid_out(at: int, pieces: Sequence[Piece]) -> Iterator[_Stretch]:
    """Yield the stretches of pieces from a character on."""
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
