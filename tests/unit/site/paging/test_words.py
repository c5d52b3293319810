"""What texts say of paging: in many languages, by arrows, by numbers; and what says nothing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wrapture.site.paging.link_words import LONGEST, STRONG, WEAK, said_by


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Next", "next"),
        ("NEXT »", "next"),
        ("next page", "next"),
        ("Next 20 results", "next"),
        ("More results", "next"),
        ("nächste Seite", "next"),
        ("Página siguiente", "next"),
        ("Suivant »", "next"),
        ("Следующая", "next"),
        ("След.", "next"),
        ("επόμενη", "next"),
        ("下一页", "next"),
        ("次のページ", "next"),
        ("다음", "next"),
        ("التالي", "next"),
        ("Newer posts →", "next"),
        ("Older posts", "previous"),
        ("« Previous", "previous"),
        ("Zurück", "previous"),
        ("Пред.", "previous"),
        ("前のページ", "previous"),
        ("« First", "first"),
        ("В начало", "first"),
        ("首页", "first"),
        ("Last »", "last"),
        ("Última »", "last"),
        (">", "next"),
        ("›", "next"),
        ("→", "next"),
        ("[>]", "next"),
        ("«", "previous"),
        (">|", "last"),
        ("|<<", "first"),
        ("2", "page"),
        ("[ 17 ]", "page"),
        ("Page 3", "page"),
        ("1,390", "page"),
        ("٣", "page"),
        ("第2页", "page"),
        ("11 - 20", "page"),
    ],
)
def test_a_text_says_where_its_link_leads(text: str, kind: str) -> None:
    said = said_by(text)
    assert said is not None
    assert said.kind == kind


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Home",
        "Read more",
        "More info",
        "Back to the forum",
        "A167000",
        "12-0342",
        "3 comments",
        "B",
        "next or previous",
        "< >",
        "|",
        "12345678",
        "Previous | Next",
        "The next thing that comes to the mind of a writer of novels",
    ],
)
def test_other_texts_say_nothing(text: str) -> None:
    assert said_by(text) is None


@pytest.mark.parametrize(
    ("text", "number"), [("7", 7), ("1,390", 1390), ("Seite 12", 12), ("11-20", 2), ("1–10", 1), ("15 Last", 15)]
)
def test_a_number_is_read(text: str, number: int) -> None:
    said = said_by(text)
    assert said is not None
    assert said.number == number


def test_every_word_of_the_vocabulary_is_understood_alone() -> None:
    for vocabulary in (STRONG, WEAK):
        for words in vocabulary.values():
            assert [word for word in words.split() if said_by(word) is None] == []


def test_what_is_newer_and_what_is_older() -> None:
    assert [said.age for text in ("Newer posts", "Older posts", "Next") if (said := said_by(text))] == [1, -1, 0]


@given(st.text())
def test_any_text_is_read(text: str) -> None:
    said = said_by(text)
    assert said is None or (said.number is None or said.kind == "page")
    assert said_by(text + "x" * LONGEST) is None
