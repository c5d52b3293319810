"""Learning a wrapper from labelled pages: by structure where tags bound the values, by a mask where they don't.

Adding pages to a mask gives the same result as learning from all of them at once.  Therefore anything that needs a whole
page, not just the excerpts that a mask keeps (the surroundings of the list), is taken from the first page only.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from wrapture.errors import LabelError
from wrapture.html.plain_text import plain_text
from wrapture.learning.fuzzy.mask_learning import are_numbers, learn_mask, refine
from wrapture.learning.learn import address_patterns, name_for, rename
from wrapture.learning.structured.labelled_places import parsed_page
from wrapture.learning.structured.learn_structured import learn_structured
from wrapture.library.profile import DIGITS
from wrapture.model import Column, MaskLocator, Profile, ValueType, Wrapper, masked_layout
from wrapture.model.labelled import LabelledPage
from wrapture.model.table import Row, Table, joined
from wrapture.reading.frame import frame_of
from wrapture.reading.masks import reader_of
from wrapture.reading.masks.mask_table import masked_records, source_of, value_of
from wrapture.reading.reader import extract_page
from wrapture.reading.row_template import template_of_records
from wrapture.values import type_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wrapture.html.page import Page
    from wrapture.learning.judge import Learner
    from wrapture.model import Kind, Layout, Place

LEARNER: Final = "fuzzy"
READ_RIGHT: Final = 0.9  # share of the labelled records that a good wrapper reads as labelled
ENOUGH: Final = 3  # labelled records of a page whose common part can identify its site
KINDS: Final[dict[str, Kind]] = {"href": "link", "action": "link", "src": "image"}
_ADDRESS: Final = re.compile(r"<[a-z][^<>]*\s(href|src|action)\s*=\s*[\"']?$", re.IGNORECASE)
LONGEST_TAG: Final = 2_000  # characters before a value within which its tag must begin


def learn_labelled(
    pages: Sequence[LabelledPage], learners: Sequence[Learner] = (), *, names: Sequence[str] = (), name: str = ""
) -> Wrapper:
    """Return the wrapper of some labelled pages of one site; ``names`` are for the columns in order, ``-`` drops one.

    Values that tags bound are told by structure: the ``learners`` find the list that holds them.  A mask is learned if there
    are no learners, if no list has a column for each attribute, or if a mask reads more of the labelled records as labelled.
    """
    mask = learn_mask(pages)
    columns = [column.name for column in _layout(mask).columns]
    wrapper = learn_structured(pages, learners, columns, name) if learners else None
    if wrapper is None or labelled_share(wrapper, pages) < READ_RIGHT:
        masked = _learn_masked(pages, mask, name)
        is_surer = wrapper is None or read_as_labelled(masked, pages) > read_as_labelled(wrapper, pages)
        wrapper = masked if wrapper is None or is_surer else wrapper
    return replace(wrapper, layout=rename(wrapper.layout, names))


def _learn_masked(pages: Sequence[LabelledPage], mask: MaskLocator, name: str) -> Wrapper:
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
        tuple((cell.start, cell.end) if cell else None for cell in found) for found in reader_of(mask).read(source)
    ]
    names = () if are_numbers(mask.names) else mask.names
    return LabelledPage(page.name, source, tuple(records), names, encoding=page.encoding, url=page.url)


def labelled_table(labelled: LabelledPage) -> Table:
    """Return the labelled values as a table."""
    page = parsed_page(labelled)
    columns = _layout(learn_mask([labelled])).columns
    rows = [
        Row("", tuple(place and value_of(labelled.text, place, column.kind, page.absolute) for place, column in cells))
        for cells in (zip(record, columns, strict=True) for record in labelled.records)
    ]
    return Table(labelled.name, tuple(column.name for column in columns), tuple(rows))


def read_as_labelled(wrapper: Wrapper, pages: Sequence[LabelledPage]) -> int:
    """Return how many labelled records a wrapper reads exactly as labelled."""
    if isinstance(wrapper.locator, MaskLocator):
        read = [set(labels_by_mask(wrapper, parsed_page(page)).records) for page in pages]
        return sum(record in found for page, found in zip(pages, read, strict=True) for record in page.records)
    return sum((_rows(labelled_table(page)) & _rows(_read_labelled(wrapper, page))).total() for page in pages)


def labelled_share(wrapper: Wrapper, pages: Sequence[LabelledPage]) -> float:
    """Return the share of the labelled records that a wrapper reads exactly as labelled."""
    return read_as_labelled(wrapper, pages) / max(1, sum(len(page.records) for page in pages))


def _read_labelled(wrapper: Wrapper, page: LabelledPage) -> Table:
    """Return what a wrapper that was learned by structure reads in the labelled columns, which are its first ones."""
    columns = tuple(replace(column, keep=True) for column in wrapper.layout.columns[: page.width])
    return extract_page(replace(wrapper, layout=replace(wrapper.layout, columns=columns)), parsed_page(page))


def _rows(table: Table) -> Counter[tuple[str, ...]]:
    """Return how often each row of a table occurs, without white space, which markup and page may show differently."""
    texts = [[joined([cell]) or "" for cell in row.cells] for row in table.rows]
    return Counter(tuple(["".join(text.split()) for text in row]) for row in texts)


def _mask_of(wrapper: Wrapper) -> MaskLocator:
    if not isinstance(wrapper.locator, MaskLocator):
        raise LabelError(
            wrapper.name,
            "",
            "has no mask to add labels to; learn from all labels at once, or learn one with --labels FILE --mask",
        )
    return wrapper.locator


def _learned(wrapper: Wrapper, mask: MaskLocator, pages: Sequence[LabelledPage]) -> Wrapper:
    """Return a wrapper with a new mask that includes these pages."""
    parsed = [parsed_page(page) for page in pages]
    layout = _layout(mask, wrapper)
    return replace(
        wrapper,
        locator=mask,
        layout=layout,
        profile=_counted(wrapper.profile, mask, layout),
        addresses=tuple(dict.fromkeys([*wrapper.addresses, *address_patterns(parsed)])),
        learned_from=(*wrapper.learned_from, *(page.url or page.name for page in pages)),
    )


def _framed(profile: Profile, page: Page, labelled: LabelledPage) -> Profile:
    """Return a profile with what the labelled records of a page have in common, and what surrounds them."""
    cells = [[place for place in record if place is not None] for record in labelled.records]
    extents = [(min(start for start, _ in places), max(end for _, end in places)) for places in cells]
    records = masked_records(page, extents)
    template = template_of_records([(page, records)]) if len(records) >= ENOUGH else ()
    return replace(profile, template=template, frame=frame_of([(page, records)]))


def _counted(profile: Profile, mask: MaskLocator, layout: Layout) -> Profile:
    """Return a profile with the counts of the labels: pages, records, and how many of them have each column."""
    records = [record for excerpt in mask.excerpts for record in excerpt.records]
    held = [[place for record in records if (place := record[number]) is not None] for number in range(len(mask.names))]
    shares = [round(sum(start < end for start, end in places) / len(records), DIGITS) for places in held]
    counts = [len(excerpt.records) for excerpt in mask.excerpts]
    fill = tuple(shares[column.place[0]] for column in layout.columns)
    return replace(profile, pages=len(counts), min_records=min(counts), max_records=max(counts), fill=fill)


def _layout(mask: MaskLocator, before: Wrapper | None = None) -> Layout:
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
            place = record[attribute]
            if place is not None:
                yield excerpt.text, place
