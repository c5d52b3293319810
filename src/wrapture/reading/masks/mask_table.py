"""From a mask and a page to a table, and to records as spans of nodes, like those of every other locator."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Final, TypeAlias

from wrapture.algo.averages import mean
from wrapture.errors import SourceError
from wrapture.html.plain_text import plain_text, tag_before
from wrapture.html.source_places import places_of
from wrapture.model import Span
from wrapture.model.table import Row, Table, joined, table_of
from wrapture.reading.masks.mask_reader import reader_of

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Sequence

    from wrapture.html.page import Page
    from wrapture.model import Column, Kind, MaskLocator, Place, Record
    from wrapture.model.table import Cell
    from wrapture.reading.masks.mask_reader import FoundCell

    Found: TypeAlias = Sequence[FoundCell | None]
    Absolute: TypeAlias = Callable[[str], str]

DIGITS: Final = 3  # decimals of a confidence


def read_masked(mask: MaskLocator, columns: Sequence[Column], page: Page) -> Table:
    """Return the table of the records that a mask finds on a page: the kept columns, with confidences."""
    return read_source(mask, columns, page.name, source_of(page), page.absolute)


def read_source(mask: MaskLocator, columns: Sequence[Column], name: str, source: str, absolute: Absolute) -> Table:
    """Return the same table from a page's source alone; ``absolute`` resolves the page's links."""
    kept = [column for column in columns if column.keep]
    reader = reader_of(mask)
    rows = tuple([_row(source, found, kept, absolute, reader.repeated) for found in reader.read(source)])
    return table_of(name, kept, rows)


def find_masked(mask: MaskLocator, page: Page) -> tuple[Record, ...]:
    """Return the records that a mask finds on a page, as spans of nodes; one without nodes of its own is left out."""
    return masked_records(page, [_extent(found) for found in reader_of(mask).read(source_of(page))])


def masked_records(page: Page, extents: Iterable[Place]) -> tuple[Record, ...]:
    """Return the records at the given places of a page's source: their nodes, or elements that hold one record each."""
    places = places_of(page)
    spans: list[Span] = []
    done = page.body.start
    for extent in extents:
        span = places.nodes(*extent)
        if span is not None and span.stop > done:
            spans.append(Span(max(done, span.start), span.stop))
            done = span.stop
    return tuple((span,) for span in _widened(page, spans))


def _widened(page: Page, spans: list[Span]) -> list[Span]:
    """Return the outermost elements that hold one record each, because labels leave out the edges of a record."""
    while len(spans) > 1:
        holders = [_holder(page, span) for span in spans]
        wider = [Span(node, page.stops[node]) for node in holders]
        apart = all(one.stop <= two.start for one, two in pairwise(wider))
        if not apart or wider[0].start <= page.body.start:
            break
        spans = wider
    return spans


def _holder(page: Page, span: Span) -> int:
    """Return the innermost element that encloses a span."""
    node = page.parents[span.start]
    while node > 0 and page.stops[node] < span.stop:
        node = page.parents[node]
    return max(0, node)


def source_of(page: Page) -> str:
    """Return the source of a page; raise `SourceError` if it has none."""
    if page.source is None:
        raise SourceError(page.name, "is rendered, and masks read a page's source: give the page as it was saved")
    return page.source


def value_of(source: str, place: Place, kind: Kind, absolute: Absolute) -> str | None:
    """Return the value at a place of the source: a text without markup, or an absolute address; None if it is empty."""
    text = plain_text(source[slice(*place)])
    return (text if kind == "text" else absolute(text)) if text else None


def _row(
    source: str, found: Found, columns: Sequence[Column], absolute: Absolute, repeated: Container[int] = ()
) -> Row:
    start, end = _extent(found)
    cells = [_value(source, found, column, absolute, column.place[0] in repeated) for column in columns]
    sure = [cell.confidence for cell in found if cell is not None]
    return Row(
        plain_text(source[tag_before(source, start) : end]),
        tuple([value for value, _ in cells]),
        confidences=tuple([confidence for _, confidence in cells]),
        confidence=round(mean(sure), DIGITS) if sure else None,
    )


def _value(
    source: str, found: Found, column: Column, absolute: Absolute, is_repeated: bool
) -> tuple[Cell, float | None]:
    """Return a record's value of a column, several of a repeated one, and the lowest confidence of its values."""
    cells = [one for place in column.places if (cell := found[place[0]]) is not None for one in cell.values]
    values = [value_of(source, (cell.start, cell.end), column.kind, absolute) for cell in cells]
    texts = [value for value in values if value]
    single = (tuple(texts) or None) if is_repeated else next(iter(texts), None)
    value = joined(texts, column.joined_by) if column.more else single
    return value, min((round(cell.confidence, DIGITS) for cell in cells), default=None)


def _extent(found: Found) -> Place:
    """Return the place from the start of a record's first value to the end of its last."""
    cells = [one for cell in found if cell is not None for one in cell.values]
    return min(cell.start for cell in cells), max(cell.end for cell in cells)
