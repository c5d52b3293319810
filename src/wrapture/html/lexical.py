"""The lexical classes of a text: words by capitalization, numbers, punctuation (the twelve of the fuzzy wrapper's lexer).

A plain text contains only the classes without tags; `LEXICAL_CLASSES` lists all twelve in the order of their symbols.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

LEXICAL_CLASSES: Final = (
    "C1Alph",  # a capital, then at least one lower-case letter: Professor
    "CAlph",  # capitals only: FSM
    "0Alph",  # begins with a lower-case letter: and
    "Num",  # digits
    "Punc",  # one punctuation mark
    "Html",  # an opening tag
    "/Html",  # a closing tag
    "Spc",  # an opening control tag: a line break or spacing
    "/Spc",  # a closing control tag
    "Lst",  # an opening tag of a list element
    "/Lst",  # a closing tag of a list element
    "Any",  # anything else
)
LEXICAL_SYMBOLS: Final = {name: chr(2 + i) for i, name in enumerate(LEXICAL_CLASSES)}
"""A symbol for each class, below those of the tags."""

_LEXEME: Final = re.compile(r"(?P<word>[^\W\d_]+)|(?P<Num>\d+)|(?P<Punc>[^\w\s]|_)|(?P<Any>\w)")


@dataclass(frozen=True, slots=True)
class Lexeme:
    """A piece of text of one class: ``text[start:stop]``."""

    name: str
    start: int
    stop: int


def lex(text: str) -> list[Lexeme]:
    """Return the lexemes of a text; white space separates them and is not a lexeme.

    >>> [lexeme.name for lexeme in lex("Professor FSM and 4.1K")]
    ['C1Alph', 'CAlph', '0Alph', 'Num', 'Punc', 'Num', 'CAlph']
    """
    return [Lexeme(_class_of(found), found.start(), found.end()) for found in _LEXEME.finditer(text)]


def _class_of(found: re.Match[str]) -> str:
    kind = found.lastgroup or "Any"
    return word_class(found.group()) if kind == "word" else kind


def word_class(word: str) -> str:
    """Return the class of a word by its capitalization."""
    if word.isupper():
        return "CAlph"
    if word[0].isupper() and len(word) > 1 and any(letter.islower() for letter in word[1:]):
        return "C1Alph"
    return "0Alph" if word[0].islower() else "Any"
