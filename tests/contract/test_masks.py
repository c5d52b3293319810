"""What holds for every locator holds for masks, too: they are learned from labels, so they have a suite of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

import wrapture
from tests.contract.test_learners import check_records, pages, repeated_rubbish
from tests.examples import scaled
from tests.labelled import shop
from tests.strategies import ugly_html
from wrapture.errors import LabelError, NothingFoundError
from wrapture.learning.fuzzy import LabelledPage
from wrapture.learning.learn_labelled import learn_labelled
from wrapture.library.wrapper_file import dumps, loads
from wrapture.reading.masks import reader_of
from wrapture.reading.records import find_records

if TYPE_CHECKING:
    from wrapture.model import Place, Wrapper

MODERATE = scaled(0.5)
WRAPPER = learn_labelled([shop(6), shop(7, 9, without_price=[10])])


@st.composite
def labelled(draw: st.DrawFn) -> LabelledPage:
    """Draw any labels on any page: places in order, some missing, in records of one width."""
    text = draw(st.one_of(pages, ugly_html, repeated_rubbish))
    width = draw(st.integers(1, 3))
    ends = sorted(draw(st.lists(st.integers(0, len(text)), min_size=2, max_size=30)))
    cells: list[Place | None] = [(one, two) for one, two in zip(ends[::2], ends[1::2], strict=False)]
    cells = [cell if draw(st.booleans()) else None for cell in cells]
    rows = [tuple(cells[n : n + width]) for n in range(0, len(cells) - width + 1, width)]
    return LabelledPage("p", text, tuple(row for row in rows if any(cell is not None for cell in row)))


def learned(page: LabelledPage) -> Wrapper | None:
    """Return the wrapper of any labels, None if there are none or one is inside a tag."""
    try:
        return learn_labelled([page])
    except (LabelError, NothingFoundError):
        return None


@MODERATE
@given(html=st.one_of(pages, repeated_rubbish))
def test_a_mask_reads_any_page(html: str) -> None:
    page = wrapture.parse(html)
    check_records(page, find_records(WRAPPER.locator, page))
    table = wrapture.extract(page, WRAPPER)
    assert all(len(row.cells) == len(row.confidences) == 3 for row in table.rows)
    assert 0 <= wrapture.fit(page, WRAPPER, table).value <= 1


@MODERATE
@given(page=labelled())
def test_any_labels_make_a_wrapper_that_survives_the_disk(page: LabelledPage) -> None:
    wrapper = learned(page)
    if wrapper is None:
        return
    restored = loads(dumps(wrapper))
    assert restored == wrapper
    parsed = wrapture.parse(page.text)
    assert wrapture.extract(parsed, restored) == wrapture.extract(parsed, wrapper)
    check_records(parsed, find_records(restored.locator, parsed))


@MODERATE
@given(page=labelled(), other=st.one_of(pages, repeated_rubbish))
def test_the_same_labels_give_the_same_answers(page: LabelledPage, other: str) -> None:
    wrapper, again = learned(page), learned(page)
    assert again == wrapper
    if wrapper is None:
        return
    parsed = wrapture.parse(other)
    reader_of.cache_clear()
    assert wrapture.extract(parsed, wrapper) == wrapture.extract(parsed, loads(dumps(wrapper)))
