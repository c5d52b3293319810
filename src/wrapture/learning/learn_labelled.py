"""Learning a wrapper from labelled pages: by structure where tags bound the values, by a mask where they don't."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from wrapture.learning.fuzzy.mask_learning import learn_mask
from wrapture.learning.learn import rename
from wrapture.learning.learn_masked import labels_by_mask, learn_masked, mask_layout
from wrapture.learning.structured.labelled_places import parsed_page
from wrapture.learning.structured.learn_structured import learn_structured
from wrapture.model import (
    MaskLocator,
    Several,
    Wrapper,
    places_in,
)
from wrapture.model.table import Row, Table, joined
from wrapture.reading.masks.mask_table import value_of
from wrapture.reading.reader import extract_page

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from wrapture.learning.judge import Learner
    from wrapture.model import Kind, Label
    from wrapture.model.labelled import LabelledPage
    from wrapture.model.table import Cell

READ_RIGHT: Final = 0.9  # share of the labelled records that a good wrapper reads as labelled


def learn_labelled(
    pages: Sequence[LabelledPage], learners: Sequence[Learner] = (), *, names: Sequence[str] = (), name: str = ""
) -> Wrapper:
    """Return the wrapper of some labelled pages of one site; ``names`` are for the columns in order, ``-`` drops one.

    Values that tags bound are told by structure: the ``learners`` find the list that holds them.  A mask is learned if there
    are no learners, if no list has a column for each attribute, or if a mask reads more of the labelled records as labelled.
    """
    mask = learn_mask(pages)
    columns = [column.name for column in mask_layout(mask).columns]
    wrapper = learn_structured(pages, learners, columns, name) if learners else None
    if wrapper is None or labelled_share(wrapper, pages) < READ_RIGHT:
        masked = learn_masked(pages, mask, name)
        is_surer = wrapper is None or read_as_labelled(masked, pages) > read_as_labelled(wrapper, pages)
        wrapper = masked if wrapper is None or is_surer else wrapper
    return replace(wrapper, layout=rename(wrapper.layout, names))


def labelled_table(labelled: LabelledPage) -> Table:
    """Return the labelled values as a table."""
    page = parsed_page(labelled)
    columns = mask_layout(learn_mask([labelled])).columns
    rows = [
        Row("", tuple(_labelled_cell(labelled.text, label, column.kind, page.absolute) for label, column in cells))
        for cells in (zip(record, columns, strict=True) for record in labelled.records)
    ]
    return Table(labelled.name, tuple(column.name for column in columns), tuple(rows))


def _labelled_cell(text: str, label: Label, kind: Kind, absolute: Callable[[str], str]) -> Cell:
    values = [value for place in places_in(label) if (value := value_of(text, place, kind, absolute))]
    return tuple(values) or None if isinstance(label, Several) else next(iter(values), None)


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
