"""Separators, bullets and brackets at the edges of texts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.patience import cpu_time_below
from wrapture.values.trimming import trimmed, trimmed_cell

marked = st.text(st.sampled_from(" ,;|·•-–—*:()[]ab1"))


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (", 120999", "120999"),
        ("• 5.5 mi", "5.5 mi"),
        ("· | Berlin, ", "Berlin"),
        ("- 38k", "38k"),
        ("Kafka, Franz;", "Kafka, Franz"),
        ("[12", "12"),
        ("12)", "12"),
        ("(12) replies", "(12) replies"),
        ("f(x)", "f(x)"),
        ("-5", "-5"),
        ("19,-", "19,-"),
        ("* new", "new"),
        ("***", "***"),
        ("- -", "- -"),
        ("what?", "what?"),
        ("e.g.", "e.g."),
        ("/ night", "/ night"),
        ("", ""),
    ],
)
def test_what_dangles_is_left_out(text: str, shown: str) -> None:
    assert trimmed(text) == shown


@given(marked | st.text())
def test_what_is_left_is_a_piece_of_the_text_with_all_its_words(text: str) -> None:
    shown = trimmed(text)
    assert shown in text
    assert trimmed(shown) == shown
    assert [c for c in shown if c.isalnum()] == [c for c in text if c.isalnum()]
    assert bool(shown) == bool(text)


def test_cells_may_hold_several_texts() -> None:
    assert trimmed_cell(("a,", "| b")) == ("a", "b")
    assert trimmed_cell(None) is None


@pytest.mark.parametrize("mark", ["(", ")", ", ", "- ", "(- "])
def test_long_texts_of_marks_cost_little(mark: str) -> None:
    with cpu_time_below(2):
        trimmed(mark * 50_000 + "a" + mark * 50_000)
