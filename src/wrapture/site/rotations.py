"""Compare rotations of one list: in a flat list, records may be cut before the heading or before the paragraph.

In ``p h2 p h2 p``, ``h2 p`` and ``p h2`` repeat equally often and read about the same texts, so no measure of what is read
tells them apart.  What they leave over does: ``Results:`` before the first heading stands once on every result page, and is no
part of a record; a date before it, which has its like in the records, is.  The rotation that leaves nothing over wins.  If both
leave as much, the one whose records begin with a heading, a ``dt`` or a link does.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final, NamedTuple

from wrapture.model.span import edges_of
from wrapture.reading.spares import wrapper_records
from wrapture.site.new_lines import NUMBER, QUERY, nonempty_lines

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.html.page import Page
    from wrapture.model import Record, Wrapper

BEGINNINGS: Final = frozenset(["h1", "h2", "h3", "h4", "h5", "h6", "dt", "a"])
"""Elements with which records begin."""
FURNITURE_SHARE: Final = 0.5
"""Share of the result pages on which a line stands once, above which it belongs to the page and not to a record."""


class _Both(NamedTuple):
    """A page, its query, and the records that two wrappers find there."""

    page: Page
    query: str
    mine: Sequence[Record]
    theirs: Sequence[Record]


def is_better_rotation(one: Wrapper, other: Wrapper, replies: Sequence[tuple[Page, str]]) -> bool:
    """Return whether a wrapper's records are those of another, rotated, and leave less over or begin where records do.

    `replies` are result pages with their queries.
    """
    both = [_Both(page, query, wrapper_records(one, page), wrapper_records(other, page)) for page, query in replies]
    rotated = [is_rotation(found.mine, found.theirs) for found in both if found.mine and found.theirs]
    if not rotated or not all(rotated):
        return False
    mine, theirs = _left_over(both)
    return mine < theirs or (mine == theirs and _all_begin_better(both))


def is_rotation(one: Sequence[Record], other: Sequence[Record]) -> bool:
    """Return whether every record but the first begins inside a record of the other list and, but for the last, ends beyond it.

    A cell begins inside its row, too, but ends there.
    """
    hosts = [
        next((mine for mine in other if any(record[0].start in span for span in mine)), None) for record in one[1:]
    ]
    apart = {record[0].start for record in other}.isdisjoint(record[0].start for record in one)
    across = [
        host is not None and record[-1].stop > host[-1].stop for record, host in zip(one[1:-1], hosts, strict=False)
    ]
    return len(one) > 1 and abs(len(one) - len(other)) <= 1 and None not in hosts and all(across) and apart


def _left_over(both: Sequence[_Both]) -> tuple[int, int]:
    """Return how many lines of a list each of two rotations gets wrong: left over, or of the page but taken into a record."""
    furniture = _furniture(both)
    mine = theirs = 0
    for found in both:
        start, stop = edges_of(sorted([*found.mine, *found.theirs]))
        for node, text in _lines(found):
            if start <= node < stop:
                is_part = text not in furniture
                mine += _holds(found.mine, node) != is_part
                theirs += _holds(found.theirs, node) != is_part
    return mine, theirs


def _furniture(both: Sequence[_Both]) -> set[str]:
    """Return the lines that stand once, and no more, on more than a share of at least two pages."""
    counts = [Counter(text for _, text in _lines(found)) for found in both]
    pages = Counter(text for count in counts for text in count)
    most = {text: max(count[text] for count in counts) for text in pages}
    return {text for text, on in pages.items() if most[text] == 1 < on and on > FURNITURE_SHARE * len(both)}


def _lines(found: _Both) -> list[tuple[int, str]]:
    """Return the first node and the text of each line of a page, without its numbers and the query."""
    query = found.query.casefold()
    lines = nonempty_lines(found.page)
    return [(line.start, NUMBER.sub("0", text.replace(query, QUERY) if query else text)) for line, text in lines]


def _holds(records: Sequence[Record], node: int) -> bool:
    return any(node in span for record in records for span in record)


def _all_begin_better(both: Sequence[_Both]) -> bool:
    """Return whether all records of one list begin with a heading, a ``dt`` or a link, and none of the other."""
    return all(
        all(_begins_record(found.page, record) for record in found.mine)
        and not any(_begins_record(found.page, record) for record in found.theirs)
        for found in both
    )


def _begins_record(page: Page, record: Record) -> bool:
    """Return whether a record begins with a heading, a ``dt`` or a link."""
    node = record[0].start
    while (
        page.tags[node] not in BEGINNINGS
        and node + 1 < page.stops[node]
        and page.offsets[node] == page.offsets[node + 1]
    ):
        node += 1
    return page.tags[node] in BEGINNINGS
