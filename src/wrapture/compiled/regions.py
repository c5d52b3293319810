"""Records inside of elements that the parser finds: of a page, only these elements are numbered.

What stands in them is found and read as the plain path does it on a whole page, which knows nothing of what is around it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from wrapture.compiled.locating import SIMPLE, is_inside
from wrapture.compiled.markup import UnprovedError
from wrapture.compiled.pieces import Piece
from wrapture.compiled.records import Found, RecordReader
from wrapture.extraction.forest import ANY, chosen, read_prefix, records_below
from wrapture.html.elements import FOREIGN
from wrapture.html.lexbor import excerpt

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wrapture.compiled.addresses import Addresses
    from wrapture.html.lexbor import Node
    from wrapture.html.page import Page
    from wrapture.model import ForestLocator, Layout, Span

ROOT = (("html", 1), ("body", 1))


class ForestReader:
    """Reads records that are runs of neighbouring sub-trees; raises `UnprovedError` where the plain path has to."""

    def __init__(self, locator: ForestLocator, layout: Layout) -> None:
        if locator.nested:  # such records are no whole sub-trees
            raise UnprovedError
        self._locator = locator
        self._records = RecordReader(layout)
        self._selector = prefix_selector(locator.prefix)

    def records(self, body: Node, addresses: Addresses) -> list[Found]:
        """Return the records of a page's body."""
        roots = body.css(self._selector) if self._selector else [body]
        if not roots or not is_inside(roots[0], body.mem_id):  # the others have the same names above them
            return []
        regions = [excerpt([root], addresses.base) for root in roots]
        page, spans = max(
            ((page, records_below(self._locator, page, 0)) for page in regions), key=lambda one: len(one[1])
        )
        return found_in(self._records, page, chosen(self._locator, spans))


def found_in(records: RecordReader, page: Page, spans: Iterable[Span]) -> list[Found]:
    """Return the records at some spans of a numbered region."""
    return [Found(Piece(page.sub_trees(span)), records.row(page, span)) for span in spans]


def prefix_selector(prefix: str) -> str:
    """Return the selector of a prefix, empty for the body; raises `UnprovedError` where it has odd names, or no body.

    >>> prefix_selector("html > body > table[2] > tbody > tr[*]")
    'html > body > table:nth-of-type(2) > tbody:nth-of-type(1) > tr'
    """
    steps = read_prefix(prefix)
    names = {name for name, _ in steps}
    if steps[:2] != ROOT or not all(map(SIMPLE.fullmatch, names)) or FOREIGN & names:
        raise UnprovedError
    below = [name if number == ANY else f"{name}:nth-of-type({number})" for name, number in steps[2:]]
    return " > ".join(["html", "body", *below]) if below else ""
