"""What a wrapper reads on a page, located in the tree that selectors see: records, and the nodes of their values."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from wrapture.html.page import TEXT
from wrapture.model import MaskLocator, Span
from wrapture.reading.division import cuts_of, locate_places
from wrapture.reading.pointing import row_places
from wrapture.reading.reader import ATTRIBUTES, extract_page

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from wrapture.export.trees import Element, SelectorTree, Text
    from wrapture.model import Column, Cut, Kind, Wrapper
    from wrapture.model.table import Cell

Key: TypeAlias = "tuple[Kind, tuple[int, ...]]"
"""What is searched for: a kind of value at a place in the layout; all pieces of one text have the same."""


class LocatedValue(NamedTuple):
    """One value before it is cut: its text, the text nodes it is made of, and the element of an address."""

    text: str
    texts: tuple[Text, ...] = ()
    element: Element | None = None


class ExampleRecord(NamedTuple):
    """One record: its cells as the wrapper reads them, its top elements and texts in the tree, and its values by place."""

    cells: tuple[Cell, ...]
    tops: tuple[Element | Text, ...]
    texts: tuple[Text, ...]
    values: dict[Key, tuple[LocatedValue, ...]]


class Example(NamedTuple):
    """A page as selectors see it, with the records that the wrapper reads there."""

    tree: SelectorTree
    records: tuple[ExampleRecord, ...]


class ColumnPlace(NamedTuple):
    """A place of a column: what to search for, whether it is a list, and the cuts that lead to the piece."""

    key: Key
    many: bool
    cuts: tuple[Cut, ...]


def column_places(wrapper: Wrapper, column: Column) -> tuple[ColumnPlace, ...]:
    """Return the places that fill a column: one, or several for a merged column."""
    if isinstance(wrapper.locator, MaskLocator):
        return tuple([ColumnPlace((column.kind, place), False, ()) for place in column.places])
    blocks = wrapper.layout.blocks
    return tuple(
        [
            ColumnPlace((column.kind, place[:2]), blocks[place[0]].parts[place[1]].every, _cuts(wrapper, column, place))
            for place in column.places
        ]
    )


def _cuts(wrapper: Wrapper, column: Column, place: tuple[int, ...]) -> tuple[Cut, ...]:
    return cuts_of(wrapper.layout, place) if column.kind == "text" else ()


def example_of(wrapper: Wrapper, tree: SelectorTree, columns: Sequence[Column]) -> Example:
    """Return what a wrapper reads on a page, for some of its columns."""
    page = tree.page
    table = extract_page(wrapper, page)
    numbers = {name: number for number, name in enumerate(table.columns)}
    kept = [numbers[column.name] for column in columns]
    cells = [tuple([row.cells[number] for number in kept]) for row in table.rows]
    if isinstance(wrapper.locator, MaskLocator):
        return Example(tree, _masked(wrapper, tree, columns, cells))
    records = [_record(wrapper, tree, columns, own, row.record) for own, row in zip(cells, table.rows, strict=True)]
    return Example(tree, tuple(records))


def _record(
    wrapper: Wrapper, tree: SelectorTree, columns: Sequence[Column], cells: tuple[Cell, ...], spans: tuple[Span, ...]
) -> ExampleRecord:
    values: dict[Key, tuple[LocatedValue, ...]] = {}
    located = dict(zip(wrapper.layout.columns, locate_places(wrapper.layout, tree.page, spans), strict=True))
    for column in columns:
        for place, found in zip(column_places(wrapper, column), located[column], strict=True):
            values[place.key] = tuple([_value(tree, column.kind, span) for span in found])
    return ExampleRecord(cells, _tops(tree, spans), _texts(tree, spans), values)


def _value(tree: SelectorTree, kind: Kind, span: Span) -> LocatedValue:
    if kind == "text":
        return LocatedValue(tree.page.text(span), _texts(tree, [span]))
    address = tree.page.address(span.start, ATTRIBUTES[kind])
    return LocatedValue(address or "", (), tree.elements.get(span.start))


def _texts(tree: SelectorTree, spans: Iterable[Span]) -> tuple[Text, ...]:
    """Return the texts that some spans display, without blank ones."""
    page = tree.page
    nodes = [node for span in spans for node, _ in page.displayed(span) if not page.texts[node].isspace()]
    return tuple(dict.fromkeys(tree.texts[node] for node in nodes if node in tree.texts))  # lines of a text share it


def _tops(tree: SelectorTree, spans: Sequence[Span]) -> tuple[Element | Text, ...]:
    """Return the outermost elements and texts of some spans; an element missing from the tree is replaced by its contents."""
    found: list[Element | Text] = []
    for span in spans:
        node = span.start
        while node < span.stop:
            own = tree.texts.get(node) if tree.page.tags[node] == TEXT else tree.elements.get(node)
            whole = own is not None and tree.page.stops[node] <= span.stop
            found += [own] if own is not None and whole else []
            node = tree.page.stops[node] if whole or tree.page.tags[node] == TEXT else node + 1
    return tuple(found)


# --- masks ---


def _masked(
    wrapper: Wrapper, tree: SelectorTree, columns: Sequence[Column], cells: list[tuple[Cell, ...]]
) -> tuple[ExampleRecord, ...]:
    """Return the records of a mask, which finds values but no elements: a record is the elements around its values."""
    kept = {column.name: number for number, column in enumerate(wrapper.layout.columns)}
    records = []
    for own, places in zip(cells, row_places(wrapper, tree.page), strict=True):
        values: dict[Key, tuple[LocatedValue, ...]] = {}
        for column, cell in zip(columns, own, strict=True):
            for place, found in zip(column.places, places[kept[column.name]], strict=False):
                span = Span(found.first_node, found.last_node + 1)
                element = _link_at(tree, span.start, column.kind)
                text = cell if isinstance(cell, str) and column.kind != "text" else tree.page.text(span)
                values[column.kind, place] = (LocatedValue(text, _texts(tree, [span]), element),)
        texts = tuple([text for some in values.values() for value in some for text in value.texts])
        tops = tuple([value.element for some in values.values() for value in some if value.element is not None])
        records.append(ExampleRecord(own, (*tops, *texts), texts, values))
    return tuple(records)


def _link_at(tree: SelectorTree, node: int, kind: Kind) -> Element | None:
    return tree.elements.get(node) if kind != "text" else None
