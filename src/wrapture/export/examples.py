"""What a wrapper reads on a page, held against the tree that selectors see: records, and where their values stand."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from wrapture.extraction.division import cuts_of, locate_places
from wrapture.extraction.pointing import row_places
from wrapture.extraction.reading import ATTRIBUTES, extract_page
from wrapture.html.page import TEXT
from wrapture.model import MaskLocator, Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from wrapture.export.trees import Element, Text, Tree
    from wrapture.extraction.table import Cell
    from wrapture.model import Column, Cut, Kind, Wrapper

Key: TypeAlias = "tuple[Kind, tuple[int, ...]]"
"""What is looked for: a kind of value at a place of the layout; all pieces of one text have the same."""


class Value(NamedTuple):
    """One value before it is cut: what it says, the texts that it is made of, and the element of an address."""

    said: str
    texts: tuple[Text, ...] = ()
    element: Element | None = None


class Record(NamedTuple):
    """One record: its cells as the wrapper reads them, its top elements and texts in the tree, and its values by place."""

    cells: tuple[Cell, ...]
    tops: tuple[Element | Text, ...]
    texts: tuple[Text, ...]
    values: dict[Key, tuple[Value, ...]]


class Example(NamedTuple):
    """A page as selectors see it, with the records that the wrapper reads there."""

    tree: Tree
    records: tuple[Record, ...]


class Sought(NamedTuple):
    """A place of a column: what is looked for, whether it is a list, and the cuts that lead to the piece."""

    key: Key
    many: bool
    cuts: tuple[Cut, ...]


def sought_of(wrapper: Wrapper, column: Column) -> tuple[Sought, ...]:
    """Return what is looked for to fill a column: one place, or several of a merged one."""
    if isinstance(wrapper.locator, MaskLocator):
        return tuple([Sought((column.kind, place), False, ()) for place in column.places])
    blocks = wrapper.layout.blocks
    return tuple(
        [
            Sought((column.kind, place[:2]), blocks[place[0]].parts[place[1]].every, _cuts(wrapper, column, place))
            for place in column.places
        ]
    )


def _cuts(wrapper: Wrapper, column: Column, place: tuple[int, ...]) -> tuple[Cut, ...]:
    return cuts_of(wrapper.layout, place) if column.kind == "text" else ()


def example_of(wrapper: Wrapper, tree: Tree, columns: Sequence[Column]) -> Example:
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
    wrapper: Wrapper, tree: Tree, columns: Sequence[Column], cells: tuple[Cell, ...], spans: tuple[Span, ...]
) -> Record:
    values: dict[Key, tuple[Value, ...]] = {}
    located = dict(zip(wrapper.layout.columns, locate_places(wrapper.layout, tree.page, spans), strict=True))
    for column in columns:
        for sought, found in zip(sought_of(wrapper, column), located[column], strict=True):
            values[sought.key] = tuple([_value(tree, column.kind, span) for span in found])
    return Record(cells, _tops(tree, spans), _texts(tree, spans), values)


def _value(tree: Tree, kind: Kind, span: Span) -> Value:
    if kind == "text":
        return Value(tree.page.text(span), _texts(tree, [span]))
    address = tree.page.address(span.start, ATTRIBUTES[kind])
    return Value(address or "", (), tree.elements.get(span.start))


def _texts(tree: Tree, spans: Iterable[Span]) -> tuple[Text, ...]:
    """Return the texts that some spans display, blank ones left out."""
    page = tree.page
    nodes = [node for span in spans for node, _ in page.displayed(span) if not page.texts[node].isspace()]
    return tuple([tree.texts[node] for node in nodes if node in tree.texts])


def _tops(tree: Tree, spans: Sequence[Span]) -> tuple[Element | Text, ...]:
    """Return the outermost elements and texts of some spans; what the tree lacks gives way to what is inside of it."""
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
    wrapper: Wrapper, tree: Tree, columns: Sequence[Column], cells: list[tuple[Cell, ...]]
) -> tuple[Record, ...]:
    """Return the records of a mask, which knows values and no elements: they are what their values stand in."""
    kept = {column.name: number for number, column in enumerate(wrapper.layout.columns)}
    records = []
    for own, places in zip(cells, row_places(wrapper, tree.page), strict=True):
        values: dict[Key, tuple[Value, ...]] = {}
        for column, cell in zip(columns, own, strict=True):
            for place, found in zip(column.places, places[kept[column.name]], strict=False):
                span = Span(found.first_node, found.last_node + 1)
                element = _link_at(tree, span.start, column.kind)
                said = cell if isinstance(cell, str) and column.kind != "text" else tree.page.text(span)
                values[column.kind, place] = (Value(said, _texts(tree, [span]), element),)
        texts = tuple([text for some in values.values() for value in some for text in value.texts])
        tops = tuple([value.element for some in values.values() for value in some if value.element is not None])
        records.append(Record(own, (*tops, *texts), texts, values))
    return tuple(records)


def _link_at(tree: Tree, node: int, kind: Kind) -> Element | None:
    return tree.elements.get(node) if kind != "text" else None
