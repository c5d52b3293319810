"""From a wrapper and pages that it reads to a plan of selectors, and how its records compare with the wrapper's."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from wrapture.export.anchors import Anchors, anchors_of, boxes
from wrapture.export.cellsearch import SearchedRecord, TriedSource, expected, find_source
from wrapture.export.example_records import column_places
from wrapture.export.next_link import next_page
from wrapture.export.plan import Comparison, Difference, PlannedColumn, SelectorPlan, ValueSource
from wrapture.export.plan_reading import read_field, read_plan
from wrapture.export.rowsearch import FoundSelector, find_rows
from wrapture.export.separators import find_cut
from wrapture.model import MaskLocator
from wrapture.reading.reader import needs_gaps

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.export.anchors import RecordElement
    from wrapture.export.example_records import ColumnPlace, Example, ExampleRecord, Key, LocatedValue
    from wrapture.export.plan import Cells, Language
    from wrapture.export.trees import Element, SelectorTree
    from wrapture.model import Column, Wrapper
    from wrapture.model.table import Cell


class Planned(NamedTuple):
    """A plan, and how it compares on the pages that it was made from."""

    plan: SelectorPlan
    comparison: Comparison


class _Row(NamedTuple):
    """A record with the element in which its cells are searched for."""

    record: ExampleRecord
    box: RecordElement
    tree: SelectorTree


def planned(wrapper: Wrapper, examples: Sequence[Example], columns: Sequence[Column], language: Language) -> Planned:
    """Return the plan in this language whose records are most like the wrapper's on some pages."""
    best: Planned | None = None
    for way, found in _ways(examples, language):
        if best is not None and best.comparison.is_same:
            break
        plan = _plan(wrapper, examples, columns, language, way, found)
        own = Planned(plan, compare(plan, examples, columns, way))
        if best is None or own.comparison.flaws < best.comparison.flaws:
            best = own
    if best is not None:
        return best
    records = sum(len(example.records) for example in examples)
    fields = tuple([PlannedColumn(column.name, column.kind, ()) for column in columns])
    return Planned(SelectorPlan(language, "", fields), Comparison(len(examples), records, missing=records))


def _ways(examples: Sequence[Example], language: Language) -> list[tuple[Anchors, FoundSelector]]:
    """Return the elements that may stand for records with their selectors, best first: exact ones, then cheap ones."""
    roots = [example.tree.root for example in examples]
    found = []
    for way in anchors_of(examples):
        rows = find_rows(roots, way.pages, language)
        if rows is not None:
            found.append((way, rows))
    return sorted(found, key=lambda pair: (pair[1].extra > 0, pair[0].following > 0, pair[1].extra, pair[1].cost))


def _plan(
    wrapper: Wrapper,
    examples: Sequence[Example],
    columns: Sequence[Column],
    language: Language,
    way: Anchors,
    found: FoundSelector,
) -> SelectorPlan:
    rows = [row for example, anchors in zip(examples, way.pages, strict=True) for row in _rows(example, anchors, way)]
    known: dict[Key, TriedSource | None] = {}
    fields = [_field(wrapper, column, number, rows, language, known) for number, column in enumerate(columns)]
    address = next((example.tree.page.url for example in examples if example.tree.page.url), "")
    return SelectorPlan(
        language,
        found.selector,
        tuple(fields),
        way.following,
        next_page(examples),
        _encoding(examples),
        address or "",
    )


def _encoding(examples: Sequence[Example]) -> str:
    """Return the encoding of the pages if one of them declares a wrong one and all have the same."""
    needed = {example.tree.encoding for example in examples} - {""}
    actual = {example.tree.page.encoding for example in examples}
    return needed.pop() if needed and needed == actual else ""


def _rows(example: Example, anchors: Sequence[Element], way: Anchors) -> list[_Row]:
    held = boxes(anchors, way.following)
    return [_Row(record, box, example.tree) for record, box in zip(example.records, held, strict=True)]


def _field(
    wrapper: Wrapper,
    column: Column,
    number: int,
    rows: Sequence[_Row],
    language: Language,
    known: dict[Key, TriedSource | None],
) -> PlannedColumn:
    sources: list[ValueSource] = []
    for place in column_places(wrapper, column):
        if place.key not in known:
            seen = [_seen(row, place) for row in rows]
            known[place.key] = find_source(seen, column.kind, language, many=place.many)
        choice = known[place.key]
        if choice is not None:
            sources.append(_cut(choice.source, place))
    field = PlannedColumn(column.name, column.kind, tuple(sources))
    if isinstance(wrapper.locator, MaskLocator) and column.kind == "text" and len(sources) == 1:
        return _piece(field, number, rows, language)
    return field


def _cut(source: ValueSource, place: ColumnPlace) -> ValueSource:
    if not place.cuts:
        return source
    joining = "gaps" if needs_gaps(place.cuts) and source.joining in ("", "lines") else source.joining
    return ValueSource(source.selector, joining, source.many, place.cuts)


def _piece(field: PlannedColumn, number: int, rows: Sequence[_Row], language: Language) -> PlannedColumn:
    """Return the field of a mask, which may be a piece of a text, with the texts around the piece as separators."""
    pairs = [(read_field(language, field, row.box.element, row.tree), row.record.cells[number]) for row in rows]
    cuts = find_cut([(whole, piece) for whole, piece in pairs if isinstance(whole, str) and isinstance(piece, str)])
    (source,) = field.sources
    return PlannedColumn(field.name, field.kind, (ValueSource(source.selector, source.joining, source.many, cuts),))


def _seen(row: _Row, place: ColumnPlace) -> SearchedRecord:
    """Return a record as the search for a value sees it."""
    values = row.record.values.get(place.key, ())
    inside = row.box.inside
    texts = [_texts_in(value, inside) for value in values]
    elements = [inside.get(value.element, value.element) for value in values if value.element is not None]
    cell = expected([value.text for value in values], many=place.many)
    return SearchedRecord(row.box.element, row.tree, cell, tuple(texts), tuple(elements))


def _texts_in(value: LocatedValue, inside: dict[Element, Element]) -> tuple[tuple[Element, bool], ...]:
    return tuple([(inside.get(element, element), after) for element, after in value.texts])


# --- comparing ---


def compare(plan: SelectorPlan, examples: Sequence[Example], columns: Sequence[Column], way: Anchors) -> Comparison:
    """Return the comparison of a plan with the wrapper, given which element stands for each record."""
    missing = extra = 0
    pairs: list[tuple[Cells, Cells]] = []
    for example, anchors in zip(examples, way.pages, strict=True):
        found = {read.element: read.cells for read in read_plan(plan, example.tree)}
        records = dict(zip(anchors, [record.cells for record in example.records], strict=True))
        missing += len(records.keys() - found.keys())
        extra += len(found.keys() - records.keys())
        pairs += [(found[element], cells) for element, cells in records.items() if element in found]
    differences = [_difference(column, [(a[n], b[n]) for a, b in pairs]) for n, column in enumerate(columns)]
    records_seen = sum(len(example.records) for example in examples)
    return Comparison(
        len(examples), records_seen, missing, extra, tuple([one for one in differences if one is not None])
    )


def _difference(column: Column, cells: Sequence[tuple[Cell, Cell]]) -> Difference | None:
    unlike = [pair for pair in cells if pair[0] != pair[1]]
    return Difference(column.name, len(unlike), unlike[0]) if unlike else None
