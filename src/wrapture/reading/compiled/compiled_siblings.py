"""Records that are similar children, read from the parser's tree; on numbered pages `wrapture.reading.sibling_matching`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from wrapture.html.elements import FOREIGN
from wrapture.html.lexbor import excerpt
from wrapture.html.shapes import Shapes, read_shape
from wrapture.reading.compiled.candidates import SIMPLE, is_inside
from wrapture.reading.compiled.compiled_regions import RECORD, found_in
from wrapture.reading.compiled.row_judging import Verdict
from wrapture.reading.compiled.shape_records import FoundRecords, RecordReader
from wrapture.reading.compiled.tree_pieces import TreePieces
from wrapture.reading.compiled.unproved import UnprovedError
from wrapture.reading.forest import read_labels
from wrapture.reading.sibling_matching import LONGEST, is_like, records_in

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wrapture.html.lexbor import Node
    from wrapture.html.page import Page
    from wrapture.model import Layout, SiblingLocator
    from wrapture.model.table import Row
    from wrapture.reading.compiled.absolute_links import Addresses
    from wrapture.reading.compiled.record_shapes import RowShape
    from wrapture.reading.compiled.shape_matcher import Captured
    from wrapture.reading.compiled.tree_pieces import TreePiece
    from wrapture.reading.forest import NodeLabel

ROOT: Final = ("html", "body")
OTHER: Final = Verdict("never", frozenset())


class SiblingReader:
    """Reads the records of pages by one locator and layout; raises `UnprovedError` if the reference reader must do it."""

    def __init__(self, locator: SiblingLocator, layout: Layout) -> None:
        (self._label,), (self._item,) = read_labels(locator.parent), read_labels(locator.item)
        names = (*locator.path, self._item.tag)
        if names[:2] != ROOT or not all(map(SIMPLE.fullmatch, names)) or FOREIGN.intersection(names):
            raise UnprovedError
        self._locator = locator
        self._example = read_shape(locator.example)
        self._records = RecordReader(layout)
        self._selector = " > ".join(locator.path)

    def records(self, body: Node, addresses: Addresses) -> FoundRecords:
        """Return the records of a page's body."""
        parents = body.css(self._selector)
        if parents and not is_inside(parents[0], body.mem_id):
            return FoundRecords(TreePieces(body, []), [])
        fitting = [parent for parent in parents if _fits(self._label, parent)] or parents
        found = [self._found(parent, addresses) for parent in fitting]
        if self._locator.several:
            places = [place for one in found for place in one.pieces.places]
            return FoundRecords(TreePieces(body, places), [row for one in found for row in one.rows])
        return max(found, key=lambda one: len(one.rows), default=FoundRecords(TreePieces(body, []), []))

    def _found(self, parent: Node, addresses: Addresses) -> FoundRecords:
        """Return the records among the children of an element."""
        if self._locator.tail:  # the end of a record depends on the siblings after it
            page = excerpt([parent], addresses.base)
            return found_in(self._records, page, records_in(self._locator, page, 0), addresses)
        pieces = TreePieces(parent, [child.mem_id for child in parent.iter() if _fits(self._item, child)])
        rows = self._records.rows(pieces.places, addresses, SiblingCandidates(self, pieces, addresses))
        kept = [number for number, row in enumerate(rows) if row is not None]
        return FoundRecords(pieces.chosen(kept), [row for row in rows if row is not None])

    def number(self, piece: TreePiece, addresses: Addresses) -> Row | None:
        """Return the row of a child of unknown shape, None if it is no record."""
        page = piece.numbered(addresses.base)
        is_record = self._is_record(page)
        self._records.see(page, lambda _: RECORD if is_record else OTHER)
        return self._records.row(page) if is_record else None

    def _is_record(self, page: Page) -> bool:
        """Return whether a child is a record: it displays text and its shape is similar to the example."""
        if not page.offsets[-1]:
            return False
        shape, likeness = Shapes(page).of(0, len(page), LONGEST), self._locator.likeness
        return not likeness or is_like(shape, self._example, likeness)


class SiblingCandidates(NamedTuple):
    """The children of one element; their shapes decide which are records."""

    reader: SiblingReader
    pieces: TreePieces
    addresses: Addresses

    def unknown(self, number: int) -> Row | None:
        """Return the row of a child of unknown shape, None if it is no record."""
        return self.reader.number(self.pieces[number], self.addresses)

    def accepts(self, shape: RowShape, captured: Captured) -> bool:
        """Return whether it is a record."""
        del captured
        return shape.verdict is RECORD

    def recounted(self, number: int) -> Row | None:
        """Return its row."""
        return self.unknown(number)


def _fits(label: NodeLabel, node: Node) -> bool:
    """Return whether an element has the name and the classes of a label."""
    if node.tag != label.tag:
        return False
    return not label.classes or label.classes <= set((node.attributes.get("class") or "").split())


def may_have_more(locators: Iterable[SiblingLocator], body: Node, found: int) -> bool:
    """Return whether one of some locators may find more than ``found`` records in a page's body."""
    return any(_may_have_more(locator, body, found) for locator in locators)


def _may_have_more(locator: SiblingLocator, body: Node, found: int) -> bool:
    (label,), (item,) = read_labels(locator.parent), read_labels(locator.item)
    name = locator.path[-1]
    if locator.several or name == "body" or not SIMPLE.fullmatch(name):
        return True
    parents = body.css(name)
    if len(locator.path) == 1:  # otherwise those with the label may be at another path
        parents = [parent for parent in parents if _fits(label, parent)] or parents
    return any(sum(_fits(item, child) for child in parent.iter()) > found for parent in parents)
