"""Where the value of a column stands on its page, to the character: what a person is shown, and labels are made of.

A text that is displayed is not the text of its nodes: white space is shrunk, blocks are set apart, and a piece begins where a
separator ends.  So each character that is displayed remembers the one that it comes from.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from wrapture.extraction.division import cuts_of, locate_places
from wrapture.extraction.masks.reader import reader_of as mask_reader_of
from wrapture.extraction.masks.table import source_of
from wrapture.extraction.reading import reader_of
from wrapture.extraction.records import find_records
from wrapture.html.places import places_of
from wrapture.model import MaskLocator, Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from wrapture.extraction.masks.reader import FoundCell
    from wrapture.extraction.reading import Shape
    from wrapture.html.page import Page
    from wrapture.html.places import Places
    from wrapture.model import Column, Cut, Layout, Place, Record, Wrapper


class TextPlace(NamedTuple):
    """From a character of a text node to before a character of another, or the same; a whole element has -1 for both."""

    first_node: int
    first_character: int
    last_node: int
    stop_character: int


CellPlaces: TypeAlias = "tuple[TextPlace, ...]"
"""Where the value of a cell stands: nowhere, at one place, or at several, as a list and the value of a merged column do."""


# --- columns of a layout ---


class _Spot(NamedTuple):
    """Where a value stands: an element where ``cuts`` is None, the texts ``first`` to ``last``, or a piece of a span's text."""

    first: int
    last: int
    cuts: tuple[Cut, ...] | None

    def place(self, page: Page, by: int) -> TextPlace | None:
        """Return the place on the page, ``by`` nodes further on; None where that is nothing."""
        first, last = self.first + by, self.last + by
        if self.cuts is None:
            return TextPlace(first, -1, first, -1)
        if self.cuts:
            shown = shown_in(page, [Span(first, last)])
            piece = piece_place(shown.text, self.cuts)
            return None if piece is None else shown.on_page(*piece)
        begin, end = page.texts[first], page.texts[last]
        return TextPlace(first, len(begin) - len(begin.lstrip()), last, len(end.rstrip()))


Spots: TypeAlias = "list[list[_Spot]]"
"""The spots of each column."""


def cell_places(layout: Layout, page: Page, record: Record) -> list[CellPlaces]:
    """Return where the value of each column of a layout, kept or not, stands on the page."""
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
    """Says where the values of records stand; in those of one shape they are at the same spots, which are found once."""

    def __init__(self, layout: Layout, page: Page) -> None:
        self._layout = layout
        self._page = page
        self._reader = reader_of(layout)
        self._known: dict[Shape, Spots] = {}

    def places(self, record: Record) -> list[CellPlaces]:
        """Return where the value of each column stands on the page."""
        if len(record) > 1:  # its pieces may lie anywhere
            return cell_places(self._layout, self._page, record)
        first = record[0].start
        shape = self._reader.shape(self._page, record[0])
        if shape not in self._known:
            self._known[shape] = _moved(_spots(self._layout, self._page, record), -first)
        return _places(self._page, self._known[shape], first)


def _moved(spots: Spots, by: int) -> Spots:
    return [[_Spot(spot.first + by, spot.last + by, spot.cuts) for spot in some] for some in spots]


# --- columns of a mask ---


def masked_places(places: Places, columns: Sequence[Column], found: Sequence[FoundCell | None]) -> list[CellPlaces]:
    """Return where the values of one record that a mask has found stand on the page, one for each column.

    A value inside of a tag, as an address is, stands where the element does.  What can't be told is left out.
    """
    cells = [[cell for place in column.places if (cell := found[place[0]]) is not None] for column in columns]
    return [tuple(filter(None, [place_at(places, cell.start, cell.end) for cell in some])) for some in cells]


def place_at(places: Places, start: int, end: int) -> TextPlace | None:
    """Return the place on the page of what is displayed in ``source[start:end]``, or the element whose tag that stands in."""
    characters = places.characters(start, end)
    if characters is not None:
        (first, at), (last, to) = characters
        return TextPlace(first, at, last, to + 1)
    node = places.element(start)
    return None if node is None else TextPlace(node, -1, node, -1)


# --- any wrapper ---


def row_places(wrapper: Wrapper, page: Page) -> list[list[CellPlaces]]:
    """Return for each row of `wrapture.extraction.reading.extract_page` where the value of each column, kept or not, stands."""
    layout, locator = wrapper.layout, wrapper.locator
    if not isinstance(locator, MaskLocator):
        spotter = _Spotter(layout, page)
        return [spotter.places(record) for record in find_records(locator, page)]
    found = mask_reader_of(locator).read(source_of(page))
    places = places_of(page)
    return [masked_places(places, layout.columns, record) for record in found]


# --- displayed texts ---


class Shown(NamedTuple):
    """A displayed text, with the node and the number in it that each character comes from.

    Where white space was shrunk, and between blocks, this is the character that follows.
    """

    text: str
    origins: list[tuple[int, int]]

    def on_page(self, start: int, end: int) -> TextPlace:
        """Return the place on the page of the characters ``start`` to ``end``, which are some and not blank at both ends."""
        (first, at), (last, to) = self.origins[start], self.origins[end - 1]
        return TextPlace(first, at, last, to + 1)

    def place(self, places: Places, start: int, end: int) -> Place | None:
        """Return the place in the source of the characters ``start`` to ``end``, which are not blank at both ends."""
        if end <= start:
            return None
        (first, at), (last, to) = self.origins[start], self.origins[end - 1]
        begin, stop = places.piece(first, at, at + 1), places.piece(last, to, to + 1)
        if begin is None or stop is None or stop[1] < begin[0]:
            return None
        within = places.nodes(begin[0], stop[1])  # the parser may have put something from elsewhere between
        whole = within is not None and first <= within.start and within.stop <= last + 1
        return (begin[0], stop[1]) if whole else None


def shown_in(page: Page, spans: Iterable[Span]) -> Shown:
    """Return what some spans display, as `wrapture.html.page.Page.texts_of` does, with where each character comes from."""
    characters: list[str] = []
    origins: list[tuple[int, int]] = []
    gap = ""  # what the white space since the last character is displayed as
    for node, broken in ((node, broken) for span in spans for node, broken in page.displayed(span)):
        keeps_lines = node in page.preformatted
        gap = gap or (" " if broken else "")
        for number, character in enumerate(page.texts[node]):
            if not character.isspace():
                for one in [*(gap if characters else ""), character]:
                    characters.append(one)
                    origins.append((node, number))
                gap = ""
            elif keeps_lines and character == "\n":
                gap = gap.strip(" ") + character
            else:
                gap = gap or " "
    return Shown("".join(characters), origins)


def piece_place(text: str, cuts: Sequence[Cut]) -> Place | None:
    """Return where the piece stands that `wrapture.extraction.reading.cut_out` gives; None for one that is missing or empty.

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
    """Return where the pieces stand that `wrapture.extraction.reading.cut` gives; None for one that is missing or empty.

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
