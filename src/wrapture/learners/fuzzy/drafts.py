"""Another learner's result as labels: the cells of its records, each as its place in the page's source.

A person corrects such a draft instead of labelling a page from nothing.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from typing import TYPE_CHECKING, NamedTuple

from wrapture.extraction.division import locate_cells
from wrapture.extraction.reading import ATTRIBUTES
from wrapture.html.places import places_of
from wrapture.learners.fuzzy.labels import LabelledPage

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from wrapture.html.page import Page
    from wrapture.html.places import Places
    from wrapture.model import Column, Labels, Layout, Place, Record, Span


def draft_labels(page: Page, records: Sequence[Record], layout: Layout) -> LabelledPage:
    """Return the cells of some records as labels, under the names of the columns that the layout keeps.

    A cell whose place can't be told is None.  Labels are apart, so what overlaps is left out: a column, in all records, where
    it overlaps another in one (a link's address inside of the text around the link; texts are kept rather than addresses, and
    earlier columns rather than later ones), and a record where it overlaps another or has no label.  Records are in the order
    of the source.  Raises `SourceError` for a rendered page, which has no source.
    """
    labeller = Labeller(page, layout)
    kept = [number for number, column in enumerate(layout.columns) if column.keep]
    rows = [tuple([cells[number] for number in kept]) for cells in map(labeller.labels, records)]
    apart = columns_apart(rows, [layout.columns[number] for number in kept])
    chosen = records_apart(tuple([row[number] for number in apart]) for row in rows)
    names = tuple(layout.columns[kept[number]].name for number in apart)
    return labelled(page, chosen, names)


def labelled(page: Page, records: tuple[Labels, ...], names: tuple[str, ...]) -> LabelledPage:
    """Return a page with its labels."""
    return LabelledPage(page.name, page.source or "", records, names, encoding=page.encoding, url=page.url)


class Labeller:
    """Says where the cells of a page's records stand in its source."""

    def __init__(self, page: Page, layout: Layout, places: Places | None = None) -> None:
        self._page = page
        self._layout = layout
        self._places = places_of(page) if places is None else places
        self._separators = [layout.blocks[c.place[0]].parts[c.place[1]].separators for c in layout.columns]

    def labels(self, record: Record) -> Labels:
        """Return the places of a record's cells, one for each column of the layout, kept or not."""
        spans = locate_cells(self._layout, self._page, record)
        return tuple([None if span is None else self._label(number, span) for number, span in enumerate(spans)])

    def _label(self, number: int, span: Span) -> Place | None:
        column, separators = self._layout.columns[number], self._separators[number]
        if column.kind != "text":
            return self._places.attribute(span.start, ATTRIBUTES[column.kind])
        if not separators:
            return self._places.text(span)
        shown = shown_in(self._page, [span])
        piece = cut_places(shown.text, separators)[column.place[2]]
        return None if piece is None else shown.place(self._places, *piece)


# --- displayed texts ---


class Shown(NamedTuple):
    """A displayed text, with the node and the number in it that each character comes from.

    Where white space was shrunk, and between blocks, this is the character that follows.
    """

    text: str
    origins: list[tuple[int, int]]

    def place(self, places: Places, start: int, end: int) -> Place | None:
        """Return the place of the characters ``start`` to ``end``, which are not blank at both ends."""
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


# --- what is apart ---


def columns_apart(rows: Sequence[Labels], columns: Sequence[Column]) -> list[int]:
    """Return the numbers of columns that overlap in no row: texts before addresses, earlier ones before later ones."""
    kept: list[int] = []
    taken: list[list[Place]] = [[] for _ in rows]
    for number in sorted(range(len(columns)), key=lambda number: (columns[number].kind != "text", number)):
        places = [row[number] for row in rows]
        if all(map(_has_room, taken, places)):
            kept.append(number)
            for held, place in zip(taken, places, strict=True):
                if place is not None:
                    insort(held, place)
    return sorted(kept)


def _has_room(held: list[Place], place: Place | None) -> bool:
    """Return whether a place overlaps none of those that are held, in order and apart."""
    if place is None:
        return True
    at = bisect_left(held, place)
    return (at == 0 or held[at - 1][1] <= place[0]) and (at == len(held) or place[1] <= held[at][0])


def records_apart(records: Iterable[Labels]) -> tuple[Labels, ...]:
    """Return as many records as can be had that have a label and don't overlap, in page order."""
    kept: list[Labels] = []
    done = 0
    for record in sorted(filter(any, records), key=_extent):  # by their ends: each that is taken leaves the most room
        end, start = _extent(record)
        if start >= done:
            kept.append(record)
            done = end
    return tuple(kept)


def _extent(record: Labels) -> Place:
    """Return the end and the start of a record's labels."""
    places = list(filter(None, record))
    return max(end for _, end in places), min(start for start, _ in places)
