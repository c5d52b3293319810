"""How strange a stretch looks as a value, and how many records the zone may cut off."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from wrapture.html.source import lex_source
from wrapture.learning.fuzzy import LabelledPage, learn_mask
from wrapture.reading.masks.excerpts import lexed_excerpts
from wrapture.reading.masks.lexeme_view import Vocabulary, view_of
from wrapture.reading.masks.mask_reader import MaskReader
from wrapture.reading.masks.value_likeness import ENOUGH, STRANGE, Familiarity

if TYPE_CHECKING:
    from wrapture.model import Labels

TOWNS = (
    "Boston",
    "Salem",
    "Lenox",
    "Orleans",
    "Rockport",
    "Brewster",
    "Hyannis",
    "Truro",
    "Ware",
    "Stow",
    "Lynn",
    "Hull",
)


def towns(count: int) -> LabelledPage:
    """Return a page that lists towns with their states: ``(Boston, MA)``."""
    text = "<ul>\n"
    records: list[Labels] = []
    for number in range(count):
        town = TOWNS[number % len(TOWNS)]
        text += "<li>("
        first = (len(text), len(text) + len(town))
        text += f"{town}, "
        records.append((first, (len(text), len(text) + 2)))
        text += "MA)</li>\n"
    return LabelledPage("towns", f"{text}</ul>", tuple(records))


def strangeness(page: LabelledPage, piece: str, attribute: int) -> float:
    """Return what a piece of text adds to the error of a cell that it would be, as a share of the most."""
    excerpts = lexed_excerpts(learn_mask([page]).excerpts)
    vocabulary = Vocabulary(lexeme for excerpt in excerpts for lexeme in excerpt.lexemes)
    view = view_of(lex_source(piece).lexemes, vocabulary)
    strange = Familiarity(vocabulary, excerpts).on(view)
    return float(strange(np.array([attribute]), np.array([0]), np.array([view.size - 1]))[0] / STRANGE)


def test_a_value_like_the_labelled_ones_is_not_strange() -> None:
    assert strangeness(towns(24), "Concord", 0) < 0.1
    assert strangeness(towns(24), "MA", 1) == 0


@pytest.mark.parametrize("piece", [")", ",", " ", "<b>", "12"])
def test_what_is_left_where_a_field_is_missing_is_strange(piece: str) -> None:
    assert strangeness(towns(24), piece, 0) > 0.5
    assert strangeness(towns(24), piece, 1) > 0.5


def test_fields_that_changed_places_are_told_by_their_values() -> None:
    assert strangeness(towns(24), "MA", 0) > strangeness(towns(24), "Truro", 0)
    assert strangeness(towns(24), "Truro", 1) > 0.5


def test_few_labels_are_not_believed_as_much() -> None:
    assert 0 < strangeness(towns(3), ")", 0) < strangeness(towns(12), ")", 0) < strangeness(towns(60), ")", 0)


def test_an_empty_stretch_is_not_strange() -> None:
    assert strangeness(towns(24), "", 0) == 0


def test_what_a_value_must_have_needs_enough_labels() -> None:
    """Of a few years all have a number; one in words is strange only where there are many."""
    assert strangeness(towns(ENOUGH - 1), "12", 1) < strangeness(towns(ENOUGH + 1), "12", 1)


def test_a_missing_state_is_missing() -> None:
    page = towns(24)
    text = page.text.replace("(Salem, MA)", "(Salem)")
    found = MaskReader(learn_mask([page])).read(text)
    values = [tuple(cell and text[cell.start : cell.end] for cell in record) for record in found]
    assert values.count(("Salem", None)) == 2
    assert len(values) == 24
