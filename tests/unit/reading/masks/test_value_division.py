"""Several values of an attribute in one place: which gaps divide them, and which belong to a value."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from wrapture.html.source import lex_source
from wrapture.learning.fuzzy import LabelledPage, learn_mask
from wrapture.model import label_of
from wrapture.reading.masks.excerpts import lexed_excerpts
from wrapture.reading.masks.mask_cells import Cells
from wrapture.reading.masks.value_division import ValueDivision, form_of, widened

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.reading.masks.excerpts import LexedExcerpt

NAMES = ("Ann Lee", "Bob Ray, Jr.", "Cy Young", "Di Marsh, Jr.", "Ed Stone")


def authors(count: int, gap: str = ", ") -> LexedExcerpt:
    """Return a list of books with one to three authors, some of whose names hold a comma themselves."""
    text, records = "<ul>", []
    for number in range(count):
        text += "<li>"
        places = []
        for n in range(1 + number % 3):
            name = NAMES[(number + 2 * n) % len(NAMES)]
            text += gap if n else ""
            places.append((len(text), len(text) + len(name)))
            text += name
        records.append((label_of(places),))
    (excerpt,) = lexed_excerpts(learn_mask([LabelledPage("books", text, tuple(records))]).excerpts)
    return excerpt


def divided(division: ValueDivision, text: str) -> Sequence[str]:
    lexemes = lex_source(text).lexemes
    return ["".join(lexemes[slice(*piece)]) for piece in division.pieces(lexemes, 0, (0, len(lexemes)))]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Cy Young", ["Cy Young"]),
        ("Ed Stone, Jr.", ["Ed Stone, Jr."]),
        ("Cy Young, Ann Lee", ["Cy Young", "Ann Lee"]),
        ("Cy Young, Jr., Ann Ray", ["Cy Young, Jr.", "Ann Ray"]),
        ("Di Marsh, Cy Lee, Bob Stone, Jr.", ["Di Marsh", "Cy Lee", "Bob Stone, Jr."]),
    ],
)
def test_a_gap_divides_where_labelled_ones_like_it_do(text: str, expected: list[str]) -> None:
    assert divided(ValueDivision([authors(30)]), text) == expected


def test_words_between_marks_may_differ_and_words_alone_may_not() -> None:
    marked = ValueDivision([authors(12, " (GB); ")])
    assert divided(marked, "Ann Lee (USA); Cy Young") == ["Ann Lee", "Cy Young"]
    assert divided(marked, "Ann Lee; Cy Young") == ["Ann Lee; Cy Young"]
    assert divided(ValueDivision([authors(12, " and ")]), "Ann Lee of Cy Young") == ["Ann Lee of Cy Young"]


def test_an_attribute_with_one_value_a_record_is_not_divided() -> None:
    division = ValueDivision([authors(1)])
    assert division.attributes == ()
    assert divided(division, "Cy Young, Ann Lee") == ["Cy Young, Ann Lee"]


def test_white_space_in_a_gap_is_one_blank() -> None:
    assert form_of([",", "\n", "  "]) == form_of([",", " "])


@pytest.mark.parametrize(("least", "expected"), [(0.3, (0, 8)), (0.1, (0, 8))])
def test_a_cell_that_is_a_value_of_a_list_is_widened_to_the_list(least: float, expected: tuple[int, int]) -> None:
    lexemes = lex_source("Cy Young, Ann Lee").lexemes
    cells = Cells(np.array([len(lexemes)]), np.array([5]), np.array([0]), np.array([0.0]))
    both = Cells(np.array([8, 8]), np.array([5, 0]), np.array([0, 0]), np.array([0.0, least]))
    found = widened(cells, both, ValueDivision([authors(30)]), lexemes)
    assert (int(found.starts[0]), int(found.stops[0])) == expected


def test_a_cell_is_not_widened_over_its_neighbour_or_to_one_value() -> None:
    lexemes = lex_source("Cy Young, Ann Lee").lexemes
    before = Cells(np.array([3, 8]), np.array([0, 5]), np.array([1, 0]), np.array([0.0, 0.0]))
    wider = before.and_also(Cells(np.array([8]), np.array([0]), np.array([0]), np.array([0.1])))
    division = ValueDivision([authors(30)])
    assert widened(before, wider, division, lexemes).starts.tolist() == [0, 5]
    single = lex_source("Cy Young, Jr.").lexemes
    cells = Cells(np.array([len(single)]), np.array([5]), np.array([0]), np.array([0.0]))
    other = cells.and_also(Cells(np.array([len(single)]), np.array([0]), np.array([0]), np.array([0.1])))
    assert widened(cells, other, division, single).starts.tolist() == [5]
