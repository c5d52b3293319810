"""From a record marked from beginning to end to its list: a candidate that has it, or new labels."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from wrapture.columns.describing import describe_columns
from wrapture.columns.layout_learning import learn_layout
from wrapture.errors import LabelError
from wrapture.learning.fuzzy.draft_labels import Labeller, columns_apart, is_apart, labelled, records_apart
from wrapture.learning.marking.alike import Alike
from wrapture.learning.marking.copies import copies_of, piece_holding, shown_texts
from wrapture.learning.marking.points import sure_places, texts_between
from wrapture.model import Span, hull_of
from wrapture.reading.records import find_records

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from wrapture.html.page import Page
    from wrapture.html.source_places import SourcePlaces
    from wrapture.learning.marking.points import Point
    from wrapture.model import Candidate, Labels, Layout, Place, Record
    from wrapture.model.labelled import LabelledPage

    Cells = dict[str, Place]

MAX_ATTRIBUTES: Final = 30
"""Maximum number of attributes of a marked record; the user can point at more."""


def record_from(page: Page, start: Point, stop: Point, candidates: Sequence[Candidate]) -> Candidate | LabelledPage:
    """Return the list with a record from one point to another: the first such candidate or, if there is none, labels.

    Texts between the points count, even in part; blank ones don't.  The labels are those of the marked record and of everything
    built like it on the page: each text is an attribute, and so are the addresses of links and images.

    Raises `LabelError` if there is no text between the points or, if there is no such candidate, for a rendered page.
    """
    texts = texts_between(page, start, stop)
    if not texts:
        raise LabelError(page.name, "", "there is no text between these points: mark a record from its first text on")
    for candidate in candidates:
        if any(_holds_exactly(page, record, texts) for record in find_records(candidate.locator, page)):
            return candidate
    return _labels_of(page, sure_places(page), texts)


def _holds_exactly(page: Page, record: Record, texts: Sequence[int]) -> bool:
    if not record or not (record[0].start <= texts[0] and texts[-1] < record[-1].stop):
        return False
    return [node for span in record for node in shown_texts(page, span)] == list(texts)


# --- labels anew ---


def _labels_of(page: Page, places: SourcePlaces, texts: Sequence[int]) -> LabelledPage:
    """Return the labels of the record that contains exactly these texts, and of everything built like it."""
    piece = piece_holding(page, texts)
    spans = copies_of(page, piece)
    own = next(number for number, span in enumerate(spans) if texts[0] in span)
    rows = _cells(page, places, spans)
    inside = (places.text(Span(node, node + 1)) for node in texts)
    whole = [place for place in inside if place is not None]
    if not whole:
        raise LabelError(page.name, "", "the texts between these points can't be located in the source: mark another")
    if shown_texts(page, piece.span(page)) != list(texts):
        _leave_out(rows, [name for name in _names(rows) if not _is_within(rows[own].get(name), whole)])
    _add_missing(Alike(page, places, spans), rows, own, whole)
    names = _names(rows)[:MAX_ATTRIBUTES]
    records: list[Labels] = [tuple([row.get(name) for name in names]) for row in rows]
    return labelled(page, records_apart(records), tuple(names))


def _cells(page: Page, places: SourcePlaces, spans: Sequence[Span]) -> list[Cells]:
    """Return the cells of some records by column name, as far as they don't overlap."""
    records: list[Record] = [(span,) for span in spans]
    layout = _whole_texts(describe_columns(learn_layout([(page, records)]), [(page, records)]))
    labeller = Labeller(page, layout, places)
    rows = [tuple(map(hull_of, labeller.labels(record))) for record in records]
    apart = columns_apart(rows, layout.columns)
    return [
        {layout.columns[number].name: place for number in apart if (place := row[number]) is not None} for row in rows
    ]


def _whole_texts(layout: Layout) -> Layout:
    """Return a layout without the pieces that texts are cut into: the whole texts are columns too."""
    return replace(layout, columns=tuple([column for column in layout.columns if len(column.place) == 2]))


def _names(rows: Iterable[Cells]) -> list[str]:
    return list(dict.fromkeys(name for row in rows for name in row))


def _is_within(place: Place | None, texts: Sequence[Place]) -> bool:
    return place is not None and texts[0][0] <= place[0] and place[1] <= texts[-1][1]


def _leave_out(rows: Iterable[Cells], names: Iterable[str]) -> None:
    for name in names:
        for row in rows:
            row.pop(name, None)


def _add_missing(records: Alike, rows: Sequence[Cells], own: int, texts: Sequence[Place]) -> None:
    """Add the texts of a record that are not a column yet, and their counterparts in the other records."""
    for text in texts:
        if all(is_apart(text, held) for held in rows[own].values()):
            name = _new_name(_names(rows))
            for row, place in zip(rows, records.labels(own, text), strict=True):
                if place is not None and all(is_apart(place, held) for held in row.values()):
                    row[name] = place


def _new_name(names: Sequence[str]) -> str:
    return next(name for name in (f"text_{number}" for number in range(1, len(names) + 2)) if name not in names)
