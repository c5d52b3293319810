"""The lexical classes of a text."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wrapture.html.lexical import LEXICAL_CLASSES, LEXICAL_SYMBOLS, lex


@pytest.mark.parametrize(
    ("text", "classes"),
    [
        ("Professor", "C1Alph"),
        ("McDonald", "C1Alph"),
        ("Élan", "C1Alph"),
        ("FSM", "CAlph"),
        ("A", "CAlph"),
        ("ÀÉ", "CAlph"),
        ("and", "0Alph"),
        ("iPhone", "0Alph"),
        ("straße", "0Alph"),
        ("242", "Num"),
        ("٣٤", "Num"),
        (",", "Punc"),
        ("_", "Punc"),
        ("€", "Punc"),
        ("數位", "Any"),
        ("²", "Any"),
        ("4.1K", "Num Punc Num CAlph"),
        ("x2", "0Alph Num"),
        ("snake_case", "0Alph Punc 0Alph"),
        ("...", "Punc Punc Punc"),
        ("Prof. Hsu (IIS), Taipei 115", "C1Alph Punc C1Alph Punc CAlph Punc Punc C1Alph Num"),
        ("http://x.org/", "0Alph Punc Punc Punc 0Alph Punc 0Alph Punc"),
        ("17 Jun 1999", "Num C1Alph Num"),
        (" \n\t\N{NO-BREAK SPACE}", ""),
        ("", ""),
    ],
)
def test_classes(text: str, classes: str) -> None:
    assert [lexeme.name for lexeme in lex(text)] == classes.split()


@given(st.text(max_size=80))
def test_lexemes_cover_everything_but_white_space_in_order(text: str) -> None:
    lexemes = lex(text)
    assert all(a.stop <= b.start for a, b in pairwise(lexemes))
    assert all(lexeme.start < lexeme.stop for lexeme in lexemes)
    covered = {i for lexeme in lexemes for i in range(lexeme.start, lexeme.stop)}
    assert all(text[i].isspace() for i in range(len(text)) if i not in covered)
    assert not any(text[i].isspace() for i in covered)


@given(st.text(max_size=80))
def test_inside_a_text_there_are_no_tags(text: str) -> None:
    assert {lexeme.name for lexeme in lex(text)} <= {"C1Alph", "CAlph", "0Alph", "Num", "Punc", "Any"}


def test_twelve_classes_with_a_symbol_each() -> None:
    assert len(set(LEXICAL_CLASSES)) == len(set(LEXICAL_SYMBOLS.values())) == 12
    assert set(LEXICAL_SYMBOLS) == set(LEXICAL_CLASSES)
