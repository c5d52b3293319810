"""The exact place of a column's value on its page, to the character: used for highlights and for labels.

A displayed text differs from the text of its nodes: white space is collapsed, blocks are separated, and a piece begins where a
separator ends.  So each displayed character keeps the position of the character that it comes from.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from wrapture.html.page import GAP
from wrapture.html.source_places import places_of
from wrapture.html.text_seams import needs_space
from wrapture.model import DataLocator, MaskLocator, PageLocator, Span
from wrapture.reading.data_reading import read_data
from wrapture.reading.division import cuts_of, locate_places
from wrapture.reading.masks.mask_reader import reader_of as mask_reader_of
from wrapture.reading.masks.mask_table import source_of
from wrapture.reading.page_reading import outline_of, read_one, spans_of
from wrapture.reading.reader import needs_gaps, reader_of
from wrapture.reading.spares import wrapper_records

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from wrapture.html.page import Page
    from wrapture.html.source_places import SourcePlaces
    from wrapture.model import Column, Cut, Layout, Place, Record, Wrapper
    from wrapture.reading.masks.mask_reader import FoundCell
    from wrapture.reading.reader import Shape


class TextPlace(NamedTuple):
    """From a character of a text node up to a character of the same or another one; for an element both numbers are -1."""

    first_node: int
    first_character: int
    last_node: int
    stop_character: int


CellPlaces: TypeAlias = "tuple[TextPlace, ...]"
"""The places of a cell's value: none, one, or several for a list or a merged column."""


# --- columns of a layout ---


class _Spot(NamedTuple):
    """The place of a value: an element if ``cuts`` is None, the texts ``first`` to ``last``, or a piece of a span's text."""

    first: int
    last: int
    cuts: tuple[Cut, ...] | None

    def place(self, page: Page, by: int) -> TextPlace | None:
        """Return the place on the page, shifted by ``by`` nodes; None if the piece is missing or empty."""
        first, last = self.first + by, self.last + by
        if self.cuts is None:
            return TextPlace(first, -1, first, -1)
        if self.cuts:
            shown = shown_in(page, [Span(first, last)], gaps=needs_gaps(self.cuts))
            piece = piece_place(shown.text, self.cuts)
            return None if piece is None else shown.on_page(*piece)
        begin, end = page.texts[first], page.texts[last]
        return TextPlace(first, len(begin) - len(begin.lstrip()), last, len(end.rstrip()))


Spots: TypeAlias = "list[list[_Spot]]"
"""The spots of each column."""


def cell_places(layout: Layout, page: Page, record: Record) -> list[CellPlaces]:
    """Return the places of the value of each column of a layout, kept or not."""
    return _places(page, _spots(layout, page, record))


def _places(page: Page, spots: Spots, by: int = 0) -> list[CellPlaces]:
    return [tuple([place for spot in some if (place := spot.place(page, by)) is not None]) for some in spots]


def _spots(layout: Layout, page: Page, record: Record) -> Spots:
    found = zip(layout.columns, locate_places(layout, page, record), strict=True)
    return [list(_column_spots(layout, page, column, located)) for column, located in found]


def _column_spots(layout: Layout, page: Page, column: Column, located: Sequence[tuple[Span, ...]]) -> Iterator[_Spot]:
    for place, spans in zip(column.places, located, strict=True):
        cuts = cuts_of(layout, place) if column.kind == "text" else None
        for span in spans:
            if cuts is None or cuts:
                yield _Spot(span.start, span.stop, cuts)
            elif nodes := [node for node, _ in page.displayed(span) if not page.texts[node].isspace()]:
                yield _Spot(nodes[0], nodes[-1], cuts)


class _Spotter:
    """Locates the values of records; the spots are computed once for each shape of record."""

    def __init__(self, layout: Layout, page: Page) -> None:
        self._layout = layout
        self._page = page
        self._reader = reader_of(layout)
        self._known: dict[Shape, Spots] = {}

    def places(self, record: Record) -> list[CellPlaces]:
        """Return the places of each column's value on the page."""
        if len(record) > 1 or self._layout.labels:  # the distance between its pieces varies, or the order of its labels
            return cell_places(self._layout, self._page, record)
        first = record[0].start
        shape = self._reader.shape(self._page, record[0])
        if shape not in self._known:
            self._known[shape] = _moved(_spots(self._layout, self._page, record), -first)
        return _places(self._page, self._known[shape], first)


def _moved(spots: Spots, by: int) -> Spots:
    return [[_Spot(spot.first + by, spot.last + by, spot.cuts) for spot in some] for some in spots]


# --- columns of a mask ---


def masked_places(
    places: SourcePlaces, columns: Sequence[Column], found: Sequence[FoundCell | None]
) -> list[CellPlaces]:
    """Return the places of the values of one record found by a mask, for each column.

    The place of a value inside a tag, such as an address, is the element.  Values whose place is unknown are left out.
    """
    cells = [
        [one for place in column.places if (cell := found[place[0]]) is not None for one in cell.values]
        for column in columns
    ]
    return [tuple(filter(None, [place_at(places, cell.start, cell.end) for cell in some])) for some in cells]


def place_at(places: SourcePlaces, start: int, end: int) -> TextPlace | None:
    """Return the place on the page of the text displayed by ``source[start:end]``, or the element whose tag contains it."""
    characters = places.characters(start, end)
    if characters is not None:
        (first, at), (last, to) = characters
        return TextPlace(first, at, last, to + 1)
    node = places.element(start)
    return None if node is None else TextPlace(node, -1, node, -1)


# --- any wrapper ---


def _page_places(locator: PageLocator, columns: Sequence[Column], page: Page) -> list[list[CellPlaces]]:
    """Return the places of the values of a page about one thing: the elements that hold them; values in its data have none."""
    outline = outline_of(page, locator.names)
    fields = [[locator.fields[place[0]] for place in column.places] for column in columns]
    found = [[span for field in own for span in spans_of(field, outline)] for own in fields]
    rows = [[tuple(TextPlace(span.start, -1, span.start, -1) for span in spans) for spans in found]]
    return rows if read_one(locator, columns, page).rows else []


def row_places(wrapper: Wrapper, page: Page) -> list[list[CellPlaces]]:
    """Return the places of each column's value, kept or not, for each row of `wrapture.reading.reader.extract_page`."""
    layout, locator = wrapper.layout, wrapper.locator
    if isinstance(locator, DataLocator):  # its values have no places
        return [[() for _ in layout.columns] for _ in read_data(locator, layout.columns, page).rows]
    if isinstance(locator, PageLocator):
        return _page_places(locator, layout.columns, page)
    if not isinstance(locator, MaskLocator):
        spotter = _Spotter(layout, page)
        return [spotter.places(record) for record in wrapper_records(wrapper, page)]
    found = mask_reader_of(locator).read(source_of(page))
    places = places_of(page)
    return [masked_places(places, layout.columns, record) for record in found]


# --- displayed texts ---


class Shown(NamedTuple):
    """A displayed text, with the node and the index in its text that each character comes from.

    A space that stands for collapsed white space or for the gap between blocks has the origin of the character after it.
    """

    text: str
    origins: list[tuple[int, int]]

    def on_page(self, start: int, end: int) -> TextPlace:
        """Return the place on the page of the characters ``start`` to ``end``: at least one, not blank at either end."""
        (first, at), (last, to) = self.origins[start], self.origins[end - 1]
        return TextPlace(first, at, last, to + 1)

    def place(self, places: SourcePlaces, start: int, end: int) -> Place | None:
        """Return the place in the source of the characters ``start`` to ``end``, not blank at either end; None if unknown."""
        if end <= start:
            return None
        (first, at), (last, to) = self.origins[start], self.origins[end - 1]
        begin, stop = places.piece(first, at, at + 1), places.piece(last, to, to + 1)
        if begin is None or stop is None or stop[1] < begin[0]:
            return None
        within = places.nodes(begin[0], stop[1])  # the parser may have moved other nodes in between
        whole = within is not None and first <= within.start and within.stop <= last + 1
        return (begin[0], stop[1]) if whole else None


def shown_in(page: Page, spans: Iterable[Span], *, gaps: bool = False) -> Shown:
    """Return the displayed text of spans, as `wrapture.html.page.Page.texts_of` does, with the origin of each character.

    With ``gaps``, those between columns of preformatted text are kept, as in `wrapture.html.page.Page.text`.
    """
    characters: list[str] = []
    origins: list[tuple[int, int]] = []
    gap = ""  # how the white space since the last character is displayed
    for node, seam in ((node, seam) for span in spans for node, seam in page.displayed(span)):
        keeps_lines = node in page.preformatted
        last = "" if gap or not characters else characters[-1]
        gap = gap or (" " if last and needs_space(seam, last, page.texts[node][0]) else "")
        for number, character in enumerate(page.texts[node]):
            if not character.isspace():
                for one in [*(gap if characters else ""), character]:
                    characters.append(one)
                    origins.append((node, number))
                gap = ""
            elif keeps_lines and character == "\n":
                gap = gap.strip(" ") + character
            elif gaps and keeps_lines and gap in ("", " ") and _is_wide(page.texts[node], number):
                gap = GAP
            else:
                gap = gap or " "
    return Shown("".join(characters), origins)


def _is_wide(text: str, at: int) -> bool:
    """Return whether the white space at a character is a gap between columns: a tab, or two spaces."""
    after = text[at + 1 : at + 2]
    return text[at] == "\t" or (after.isspace() and after != "\n")


def piece_place(text: str, cuts: Sequence[Cut]) -> Place | None:
    """Return the place of the piece that `wrapture.reading.reader.cut_out` gives; None if it is missing or empty.

    >>> piece_place("Kafka, Franz; The Trial", [((";",), 0), ((",",), 1)])
    (7, 12)
    """
    place = _stripped(text, 0, len(text))
    for separators, number in cuts:
        if place is None:
            return None
        start, end = place
        piece = cut_places(text[start:end], separators)[number]
        place = None if piece is None else (start + piece[0], start + piece[1])
    return place


def cut_places(text: str, separators: tuple[str, ...]) -> list[Place | None]:
    """Return the places of the pieces that `wrapture.reading.reader.cut` gives; None for one that is missing or empty.

    >>> cut_places("89% | Date: 17 Jun 1999", ("|", ":"))
    [(0, 3), (6, 10), (12, 23)]
    """
    pieces: list[Place | None] = []
    start = 0
    for separator in separators:
        found = text.find(separator, start) if start <= len(text) else -1
        pieces.append(_stripped(text, start, len(text) if found < 0 else found))
        start = len(text) + 1 if found < 0 else found + len(separator)
    return [*pieces, _stripped(text, start, len(text))]


def _stripped(text: str, start: int, end: int) -> Place | None:
    piece = text[start:end]
    first = start + len(piece) - len(piece.lstrip())
    return (first, first + len(piece.strip())) if piece.strip() else None
