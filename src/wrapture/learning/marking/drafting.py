"""What a wrapper reads on a page as labels to correct, and labels of several pages to be learned together."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from wrapture.errors import LabelError
from wrapture.learning.fuzzy.draft_labels import columns_apart, draft_labels, records_apart
from wrapture.learning.learn_masked import labels_by_mask
from wrapture.learning.marking.points import saved_source
from wrapture.model import DataLocator, MaskLocator, PageLocator, hull_of
from wrapture.reading.spares import wrapper_records

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.html.page import Page
    from wrapture.model import Place, Wrapper
    from wrapture.model.labelled import LabelledPage


def draft_of(page: Page, wrapper: Wrapper) -> tuple[LabelledPage, tuple[str, ...]]:
    """Return what a wrapper reads on a page as labels under the names of its kept columns, and the columns left out.

    Labels must not overlap, so a column that overlaps others is left out.  A list is one label, from its first to its last
    item.  Raises `LabelError` for a rendered page.
    """
    saved_source(page)
    if isinstance(wrapper.locator, DataLocator):
        raise LabelError(
            wrapper.name, "", "reads the page's data, not what it shows; learn a wrapper from the rendered page"
        )
    if isinstance(wrapper.locator, PageLocator):
        raise LabelError(wrapper.name, "", "reads pages about one thing; labels are for lists of records")
    if isinstance(wrapper.locator, MaskLocator):
        draft = _by_mask(page, wrapper)
    else:
        draft = draft_labels(page, wrapper_records(wrapper, page), wrapper.layout, single=True)
    kept = [column.name for column in wrapper.layout.columns if column.is_shown]
    return draft, tuple([name for name in kept if name not in draft.names])


def _by_mask(page: Page, wrapper: Wrapper) -> LabelledPage:
    """Return what a mask reads in the columns that are kept: they may have been renamed, hidden, moved and merged."""
    read = labels_by_mask(wrapper, page)
    kept = [column for column in wrapper.layout.columns if column.is_shown]
    rows = [
        tuple([_hull([hull_of(record[at]) for (at,) in column.places]) for column in kept]) for record in read.records
    ]
    apart = columns_apart(rows, kept)
    records = records_apart(tuple([row[number] for number in apart]) for row in rows)
    return replace(read, records=records, names=tuple([kept[number].name for number in apart]))


def _hull(places: Sequence[Place | None]) -> Place | None:
    """Return the smallest place that contains some values, None if there are none."""
    held = [place for place in places if place is not None]
    return (min(start for start, _ in held), max(end for _, end in held)) if held else None


def with_same_names(pages: Sequence[LabelledPage]) -> tuple[LabelledPage, ...]:
    """Return labelled pages that all have the attributes that any of them has, as learning from several pages requires."""
    named = [replace(page, names=names_of(page)) for page in pages]
    names = tuple(dict.fromkeys(name for page in named for name in page.names))
    return tuple([_with_names(page, names) for page in named])


def names_of(page: LabelledPage) -> tuple[str, ...]:
    """Return the names of a page's attributes, or numbers if they have none."""
    return page.names or tuple([str(number) for number in range(1, page.width + 1)])


def _with_names(page: LabelledPage, names: tuple[str, ...]) -> LabelledPage:
    rows = [dict(zip(page.names, record, strict=True)) for record in page.records]
    return replace(page, records=tuple([tuple([row.get(name) for name in names]) for row in rows]), names=names)
