"""Labels: what fits its page, and the errors of what does not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from wrapture.errors import LabelError, WraptureError
from wrapture.learning.fuzzy import LabelledPage

if TYPE_CHECKING:
    from wrapture.model import Labels

TEXT = "<li>one 1<li>two 2"


def test_labels_in_order_fit() -> None:
    page = LabelledPage("p", TEXT, (((4, 7), (8, 9)), ((13, 16), None)), ("name", "number"))
    assert page.width == 2
    assert page.cells(page.records[1]) == [((13, 16), 0)]


def test_permuted_attributes_fit() -> None:
    assert LabelledPage("p", TEXT, (((8, 9), (4, 7)),)).cells(((8, 9), (4, 7))) == [((4, 7), 1), ((8, 9), 0)]


@pytest.mark.parametrize(
    ("records", "label"),
    [
        ((((4, 7), (8, 90)),), "record 1, attribute 2"),
        ((((-1, 7), None),), "record 1, attribute 1"),
        ((((7, 4), None),), "record 1, attribute 1"),
        ((((4, 7), (6, 9)),), "record 1, attribute 2"),
        ((((13, 16), None), ((4, 7), None)), "record 2, attribute 1"),
        ((((4, 7), None), ((13, 16),)), "record 2"),
        (((None, None),), "record 1"),
    ],
)
def test_a_label_that_does_not_fit_is_an_error_that_names_page_and_label(
    records: tuple[Labels, ...], label: str
) -> None:
    with pytest.raises(LabelError) as caught:
        LabelledPage("shop.html", TEXT, records)
    assert caught.value.page == "shop.html"
    assert caught.value.label == label
    assert str(caught.value).startswith(f"shop.html: {label}: ")
    assert isinstance(caught.value, WraptureError)


def test_names_and_zone_are_checked_too() -> None:
    with pytest.raises(LabelError, match="not 1"):
        LabelledPage("p", TEXT, (((4, 7), (8, 9)),), ("name",))
    with pytest.raises(LabelError, match="zone"):
        LabelledPage("p", TEXT, (), (), (0, 99))


def test_a_page_without_records_is_a_page() -> None:
    assert LabelledPage("p", "", ()).width == 0
