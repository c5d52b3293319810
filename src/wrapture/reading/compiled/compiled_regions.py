"""Records inside elements that the parser finds: only these elements of a page are numbered.

Forests are inside the elements that match their prefix, matches of patterns anywhere in the body.  The reference reader finds
them in these elements as on a whole page, because it uses no context around them; cells and fit are read from the tree.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from wrapture.html.elements import FOREIGN
from wrapture.html.lexbor import excerpt
from wrapture.reading.compiled.candidates import SIMPLE, is_inside
from wrapture.reading.compiled.row_judging import Verdict
from wrapture.reading.compiled.shape_records import FoundRecords, RecordReader
from wrapture.reading.compiled.tree_pieces import TreePieces
from wrapture.reading.compiled.unproved import UnprovedError
from wrapture.reading.forest import ANY, chosen, read_prefix, records_below
from wrapture.reading.records import find_records

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wrapture.html.lexbor import Node
    from wrapture.html.page import Page
    from wrapture.model import ForestLocator, Layout, PatternLocator, Span
    from wrapture.reading.compiled.absolute_links import Addresses

PREFORMATTED: Final = "pre"
ROOT: Final = (("html", 1), ("body", 1))
RECORD: Final = Verdict("always", frozenset())


class ForestReader:
    """Reads records that are runs of neighbouring sub-trees; raises `UnprovedError` if the reference reader must do it."""

    def __init__(self, locator: ForestLocator, layout: Layout) -> None:
        if locator.nested:  # such records are not whole sub-trees
            raise UnprovedError
        self._locator = locator
        self._records = RecordReader(layout)
        self._selector = prefix_selector(locator.prefix)

    def records(self, body: Node, addresses: Addresses) -> FoundRecords:
        """Return the records of a page's body."""
        roots = body.css(self._selector) if self._selector else [body]
        if not roots or not is_inside(roots[0], body.mem_id):  # checks one root: all have the same ancestor names
            return FoundRecords(TreePieces(body, []), [])
        regions = [excerpt([root], addresses.base) for root in roots]
        page, spans = max(
            ((page, records_below(self._locator, page, 0)) for page in regions), key=lambda one: len(one[1])
        )
        return found_in(self._records, page, chosen(self._locator, spans), addresses)


class PatternReader:
    """Reads records that are matches of patterns; raises `UnprovedError` if one does not consist of whole sub-trees."""

    def __init__(self, locator: PatternLocator, layout: Layout) -> None:
        self._locator = locator
        self._records = RecordReader(layout)

    def records(self, body: Node, addresses: Addresses) -> FoundRecords:
        """Return the records of a page's body."""
        page = excerpt([body], addresses.base)
        if PREFORMATTED in page.tags:  # a record may begin or end within such a text, whose line ends stay
            raise UnprovedError
        spans = [span for (span,) in find_records(self._locator, page)]
        if not all(is_whole(page, span) for span in spans):
            raise UnprovedError
        return found_in(self._records, page, spans, addresses)


def is_whole(page: Page, span: Span) -> bool:
    """Return whether a span consists of whole neighbouring sub-trees."""
    node, parent = span.start, page.parents[span.start]
    while node < span.stop and page.parents[node] == parent:
        node = page.stops[node]
    return node == span.stop


def found_in(records: RecordReader, page: Page, spans: Iterable[Span], addresses: Addresses) -> FoundRecords:
    """Return the records at the given spans of a numbered region; their cells are read from the tree."""
    spans = list(spans)
    if any(span.start in page.lines or span.stop - 1 in page.lines for span in spans):  # pieces of the tree's texts
        raise UnprovedError
    tops = [page.sub_trees(span) for span in spans]
    places = [some[0].mem_id if len(some) == 1 else (some[0].mem_id, some[-1].mem_id) for some in tops]
    pieces = TreePieces(page, places)
    return FoundRecords(pieces, records.read(pieces, addresses, RECORD))


def prefix_selector(prefix: str) -> str:
    """Return the CSS selector of a prefix, "" for the body; raise `UnprovedError` if it has odd names or is not in the body.

    >>> prefix_selector("html > body > table[2] > tbody > tr[*]")
    'html > body > table:nth-of-type(2) > tbody:nth-of-type(1) > tr'
    """
    steps = read_prefix(prefix)
    names = {name for name, _ in steps}
    if steps[:2] != ROOT or not all(map(SIMPLE.fullmatch, names)) or FOREIGN & names:
        raise UnprovedError
    below = [name if number == ANY else f"{name}:nth-of-type({number})" for name, number in steps[2:]]
    return " > ".join(["html", "body", *below]) if below else ""
