"""Lists of one kind that are proposed apart, such as shelves in boxes of different depth, as one list.

Lists under several elements are proposed as one if these are at the same place in the tree.  If they are not, each shelf is a
candidate of its own, and the best of them is a part of the answer only.  Lists whose records have the same name, a class in
common and similar shapes, each under a heading that does not call it related or the like, are joined.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from wrapture.html.class_names import readable
from wrapture.html.content_lines import lines_of
from wrapture.html.page import TEXT
from wrapture.learning.headings import heading_above
from wrapture.learning.list_kinds import kind_of
from wrapture.learning.siblings import LOOSE
from wrapture.model import SiblingLocator
from wrapture.model.span import edges_of
from wrapture.reading.forest import NodeLabel
from wrapture.reading.records import find_records

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wrapture.html.page import Page
    from wrapture.model import Candidate, Record

FEWEST: Final = 2  # records of a list that is joined


def joined_locator(page: Page, ranked: Sequence[Candidate]) -> SiblingLocator | None:
    """Return the locator of the best list with all lists that are equal to it, None if there are none."""
    main = ranked[0].records[0]
    classes = _shared_classes(page, main)
    others = [one.records[0] for one in _equal_lists(page, ranked, classes)] if classes else []
    if not others or not _heading(page, main, others):
        return None
    wanted = sorted(record for records in (main, *others) for record in records)
    shared = classes.intersection(*[_shared_classes(page, records) for records in others])
    locator = _locator(page, wanted, shared)
    return locator if [*find_records(locator, page)] == wanted else None


def _equal_lists(page: Page, ranked: Sequence[Candidate], classes: frozenset[str]) -> Iterator[Candidate]:
    """Yield the lists elsewhere on the page whose records are like those of the best one, each under a heading."""
    main = ranked[0].records[0]
    taken = [edges_of(main)]
    for one in ranked[1:]:
        records = one.records[0]
        start, stop = edges_of(records)
        if (
            len(records) >= FEWEST
            and all(stop <= first or last <= start for first, last in taken)
            and page.tags[start] == page.tags[main[0][0].start]
            and classes & _shared_classes(page, records)
            and (heading := _heading(page, records, [main]))
            and kind_of(page, records, heading, main) == "results"
        ):
            taken.append((start, stop))
            yield one


def _shared_classes(page: Page, records: Sequence[Record]) -> frozenset[str]:
    """Return the readable classes of all records; none if records are not single elements."""
    starts = [record[0].start for record in records if len(record) == 1 and page.tags[record[0].start] != TEXT]
    whole = [start for start, record in zip(starts, records, strict=False) if page.stops[start] == record[0].stop]
    return readable(frozenset.intersection(*map(page.classes, whole))) if len(whole) == len(records) else frozenset()


def _heading(page: Page, records: Sequence[Record], others: Sequence[Sequence[Record]]) -> str:
    """Return the heading above a list, below the list before it."""
    start = edges_of(records)[0]
    before = max((stop for one in others if (stop := edges_of(one)[1]) <= start), default=0)
    return heading_above(page, lines_of(page), before, start)


def _locator(page: Page, records: Sequence[Record], classes: frozenset[str]) -> SiblingLocator:
    """Return the locator of elements with these classes, wherever they are under elements of one name."""
    first = records[0][0].start
    parent = page.tags[page.parents[first]]
    item = NodeLabel(page.tags[first], classes)
    return SiblingLocator((parent,), parent, str(item), "", LOOSE, several=True)
