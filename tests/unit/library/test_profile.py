from __future__ import annotations

from typing import TYPE_CHECKING

from wrapture.library.profile import profile_of
from wrapture.model import Column, Layout, Profile

from .conftest import learned

if TYPE_CHECKING:
    from wrapture.model.table import Cell

LAYOUT = Layout("block-level", "LI", (), (Column("a", "text", (0, 0)), Column("b", "link", (0, 1))))


def test_counts_records_per_page_and_values_per_column() -> None:
    pages: list[list[tuple[Cell, ...]]] = [
        [("x", None), ("y", "")],
        [("z", ("u", "v"))],
        [("x", ()), ("x", "w"), ("", "w")],
    ]
    assert profile_of(LAYOUT, pages) == Profile(3, 1, 3, (0.8333, 0.5))


def test_pages_without_records() -> None:
    assert profile_of(LAYOUT, [[], []]) == Profile(2, 0, 0, (0.0, 0.0))
    assert profile_of(LAYOUT, []) == Profile(0, 0, 0, (0.0, 0.0))


def test_of_a_learned_wrapper() -> None:
    assert learned().profile == Profile(1, 4, 4, (1.0, 1.0, 1.0, 1.0, 1.0, 0.5))
