"""Real pages: what is learned from one labelled record reads the page, and the site's next page, not worse than it did."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest

import labelled

if TYPE_CHECKING:
    from pathlib import Path

EVERY: Final = 8
LEAST_SAME: Final = 90.0  # percent of the rows of the labelled page
LEAST_NEXT: Final = 85.0  # … and of the next page


@pytest.fixture(scope="module")
def results(shared: Path) -> list[labelled.Learned]:
    return labelled.run(shared, EVERY)


def test_rows_of_the_labelled_page_are_right(results: list[labelled.Learned]) -> None:
    assert len(results) >= 10
    assert labelled.percent(one.same for one in results) >= LEAST_SAME


def test_rows_of_the_next_page_are_right(results: list[labelled.Learned]) -> None:
    assert labelled.percent(one.following for one in results) >= LEAST_NEXT


def test_most_sites_are_learned_by_structure(results: list[labelled.Learned]) -> None:
    assert sum(one.how == labelled.STRUCTURE for one in results) >= 0.9 * len(results)
