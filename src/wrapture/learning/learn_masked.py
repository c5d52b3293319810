"""Wrappers with a mask: learned from labelled pages, refined with more of them.

Adding pages gives the same result as learning from all of them at once.  Therefore anything that needs a whole page, not just
the excerpts that a mask keeps (the surroundings of the list), is taken from the first page only.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from wrapture.errors import LabelError
from wrapture.html.plain_text import plain_text
from wrapture.learning.fuzzy.mask_learning import are_numbers, refine
from wrapture.learning.learn import address_patterns, name_for
from wrapture.learning.structured.labelled_places import parsed_page
from wrapture.library.profile import DIGITS, profiled
from wrapture.model import (
    Column,
    MaskLocator,
    Profile,
    ValueType,
    Wrapper,
    label_of,
    masked_layout,
    places_in,
)
from wrapture.model.labelled import LabelledPage
from wrapture.model.table import joined
from wrapture.reading.frame import frame_of
from wrapture.reading.masks import reader_of
from wrapture.reading.masks.mask_table import masked_records, source_of
from wrapture.reading.row_template import template_of_records
from wrapture.reading.site_marks import site_marks
from wrapture.values import type_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wrapture.html.page import Page
    from wrapture.model import Kind, Layout, Place

LEARNER: Final = "fuzzy"
ENOUGH: Final = 3  # labelled records of a page whose common part can identify its site
KINDS: Final[dict[str, Kind]] = {"href": "link", "action": "link", "src": "image"}
_ADDRESS: Final = re.compile(r"<[a-z][^<>]*\s(href|src|action)\s*=\s*[\"']?$", re.IGNORECASE)
LONGEST_TAG: Final = 2_000  # characters before a value within which its tag must begin


def learn_masked(pages: Sequence[LabelledPage], mask: MaskLocator, name: str) -> Wrapper:
    """Return the wrapper of a mask that was learned from these pages."""
    first = next(page for page in pages if page.records)
    page = parsed_page(first)
    profile = _framed(Profile(0, 0, 0, ()), page, first)
    empty = Wrapper(name or name_for(page), mask, masked_layout(()), profile, learner=LEARNER)
    return _learned(empty, mask, pages)


def refine_wrapper(wrapper: Wrapper, pages: Sequence[LabelledPage]) -> Wrapper:
    """Return a wrapper with more labelled pages: the same as if it had been learned from all at once."""
    return _learned(wrapper, refine(_mask_of(wrapper), pages), pages)


def labels_by_mask(wrapper: Wrapper, page: Page) -> LabelledPage:
    """Return the records that a mask finds on a page, as labels."""
    mask = _mask_of(wrapper)
    source = source_of(page)
    records = [
        tuple(label_of([(one.start, one.end) for one in cell.values]) if cell else None for cell in found)
        for found in reader_of(mask).read(source)
    ]
    names = () if are_numbers(mask.names) else mask.names
    return LabelledPage(page.name, source, tuple(records), names, encoding=page.encoding, url=page.url)


def _mask_of(wrapper: Wrapper) -> MaskLocator:
    if not isinstance(wrapper.locator, MaskLocator):
        raise LabelError(
            wrapper.name,
            "",
            "has no mask to add labels to; learn from all labels at once, or learn one with `mask=True`",
        )
    return wrapper.locator


def _learned(wrapper: Wrapper, mask: MaskLocator, pages: Sequence[LabelledPage]) -> Wrapper:
    """Return a wrapper with a new mask that includes these pages."""
    parsed = [parsed_page(page) for page in pages]
    layout = _profiled(mask, mask_layout(mask, wrapper))
    profile = replace(_counted(wrapper.profile, mask, layout), site=site_marks(parsed))
    return replace(
        wrapper,
        locator=mask,
        layout=layout,
        profile=profile,
        addresses=tuple(dict.fromkeys([*wrapper.addresses, *address_patterns(parsed)])),
        learned_from=(*wrapper.learned_from, *(page.url or page.name for page in pages)),
    )


def _profiled(mask: MaskLocator, layout: Layout) -> Layout:
    """Return a layout whose columns have the profiles of the labelled values."""
    rows = [
        tuple(
            " ".join(plain_text(excerpt.text[start:end]) for start, end in places_in(record[n]))
            for n in range(len(mask.names))
        )
        for excerpt in mask.excerpts
        for record in excerpt.records
    ]
    read = [tuple(joined([row[place[0]] for place in column.places]) for column in layout.columns) for row in rows]
    return profiled(layout, [read])


def _framed(profile: Profile, page: Page, labelled: LabelledPage) -> Profile:
    """Return a profile with what the labelled records of a page have in common, and what surrounds them."""
    cells = [[place for label in record for place in places_in(label)] for record in labelled.records]
    extents = [(min(start for start, _ in places), max(end for _, end in places)) for places in cells]
    records = masked_records(page, extents)
    template = template_of_records([(page, records)]) if len(records) >= ENOUGH else ()
    return replace(profile, template=template, frame=frame_of([(page, records)]))


def _counted(profile: Profile, mask: MaskLocator, layout: Layout) -> Profile:
    """Return a profile with the counts of the labels: pages, records, and how many of them have each column."""
    records = [record for excerpt in mask.excerpts for record in excerpt.records]
    held = [[places_in(record[number]) for record in records] for number in range(len(mask.names))]
    shares = [
        round(sum(any(start < end for start, end in places) for places in some) / len(records), DIGITS) for some in held
    ]
    counts = [len(excerpt.records) for excerpt in mask.excerpts]
    fill = tuple(shares[column.place[0]] for column in layout.columns)
    return replace(profile, pages=len(counts), min_records=min(counts), max_records=max(counts), fill=fill)


def mask_layout(mask: MaskLocator, before: Wrapper | None = None) -> Layout:
    """Return the columns of a mask; a person's changes to existing columns are kept."""
    kinds = [_kind(mask, number) for number in range(len(mask.names))]
    drafts = [
        Column(name, kind, (i,), type=_type(mask, i) if kind == "text" else ValueType())
        for i, (name, kind) in enumerate(zip(_named(mask, kinds), kinds, strict=True))
    ]
    if before is None or not before.layout.columns:
        return masked_layout(tuple(drafts))
    old = _mask_of(before)
    defaults = _named(old, [_kind(old, number) for number in range(len(old.names))])
    columns = [
        replace(
            drafts[column.place[0]],
            keep=column.keep,
            more=column.more,
            clean=column.clean,
            joined_by=column.joined_by,
            name=drafts[column.place[0]].name if column.name == defaults[column.place[0]] else column.name,
        )
        for column in before.layout.columns
    ]
    return masked_layout(tuple(columns))


def _named(mask: MaskLocator, kinds: Sequence[Kind]) -> list[str]:
    """Return the names of the attributes, or their kinds with numbers for those without a name."""
    if not are_numbers(mask.names):
        return list(mask.names)
    counts: Counter[Kind] = Counter()
    names = []
    for kind in kinds:
        counts[kind] += 1
        names.append(f"{kind}_{counts[kind]}")
    return names


def _kind(mask: MaskLocator, attribute: int) -> Kind:
    """Return what an attribute holds: addresses if most labelled values are whole addresses, else texts."""
    found = Counter(_kind_at(text, place) for text, place in _values(mask, attribute))
    return found.most_common(1)[0][0] if found else "text"


def _type(mask: MaskLocator, attribute: int) -> ValueType:
    """Return the type of an attribute's labelled values."""
    return type_of(plain_text(text[start:end]) for text, (start, end) in _values(mask, attribute))


def _kind_at(text: str, place: Place) -> Kind:
    start, end = place
    opened = _ADDRESS.search(text, max(0, start - LONGEST_TAG), start)
    return KINDS[opened[1].lower()] if opened and (end == len(text) or text[end] in "\"'> \t\r\n") else "text"


def _values(mask: MaskLocator, attribute: int) -> Iterator[tuple[str, Place]]:
    for excerpt in mask.excerpts:
        for record in excerpt.records:
            yield from ((excerpt.text, place) for place in places_in(record[attribute]))
