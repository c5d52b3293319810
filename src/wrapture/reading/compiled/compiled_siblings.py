"""Records that are similar children, read from the parser's tree; on numbered pages `wrapture.reading.sibling_matching`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from wrapture.html.elements import FOREIGN
from wrapture.html.lexbor import excerpt
from wrapture.html.shapes import Shapes, read_shape
from wrapture.reading.compiled.candidates import SIMPLE, is_inside
from wrapture.reading.compiled.compiled_regions import RECORD, found_in
from wrapture.reading.compiled.row_judging import Verdict
from wrapture.reading.compiled.shape_records import FoundRecord, RecordReader
from wrapture.reading.compiled.tree_pieces import TreePiece
from wrapture.reading.compiled.unproved import UnprovedError
from wrapture.reading.forest import read_labels
from wrapture.reading.sibling_matching import LONGEST, is_like, records_in

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.html.lexbor import Node
    from wrapture.html.page import Page
    from wrapture.model import Layout, SiblingLocator
    from wrapture.model.table import Row
    from wrapture.reading.compiled.absolute_links import Addresses
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

    def records(self, body: Node, addresses: Addresses) -> list[FoundRecord]:
        """Return the records of a page's body."""
        parents = body.css(self._selector)
        if parents and not is_inside(parents[0], body.mem_id):
            return []
        fitting = [parent for parent in parents if _fits(self._label, parent)] or parents
        records: list[FoundRecord] = []
        for parent in fitting:
            found = self._found(parent, addresses)
            records = records + found if self._locator.several else max(records, found, key=len)
        return records

    def _found(self, parent: Node, addresses: Addresses) -> list[FoundRecord]:
        """Return the records among the children of an element."""
        if self._locator.tail:  # the end of a record depends on the siblings after it
            page = excerpt([parent], addresses.base)
            return found_in(self._records, page, records_in(self._locator, page, 0), addresses)
        children = [child for child in parent.iter() if _fits(self._item, child)]
        pieces = [TreePiece((child,)) for child in children]
        rows = zip(pieces, self._rows(pieces, addresses), strict=True)
        return [FoundRecord(piece, row) for piece, row in rows if row is not None]

    def _rows(self, pieces: Sequence[TreePiece], addresses: Addresses) -> list[Row | None]:
        """Return the row of each child, None for one that is not a record."""
        rows = self._records.rows()
        for piece in pieces:
            known = self._records.shapes.find(piece)
            if known is None:
                rows.add(self._number(piece, addresses))
            elif known[0].verdict is RECORD:
                rows.add_known(*known)
            else:
                rows.add(None)
        return rows.made(addresses)

    def _number(self, piece: TreePiece, addresses: Addresses) -> Row | None:
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


def _fits(label: NodeLabel, node: Node) -> bool:
    """Return whether an element has the name and the classes of a label."""
    if node.tag != label.tag:
        return False
    return not label.classes or label.classes <= set((node.attributes.get("class") or "").split())
