"""Which words are asked for, and in which order."""

from __future__ import annotations

from wrapture.html.lexbor import parse_page
from wrapture.site.query_words import Queries
from wrapture.site.word_lists import COMMON, impossible_word, words_of

FORM = parse_page("<title>Library</title><p>Harbour books about harbour towns</p>")
EMPTY = parse_page("<p>Nothing about harbour</p>")


def taken(queries: Queries, count: int) -> list[str | None]:
    return [queries.next() for _ in range(count)]


def test_words_of_the_site_and_of_most_sites_take_turns() -> None:
    assert taken(Queries([FORM], EMPTY), 4) == ["library", COMMON[0], "harbour", COMMON[1]]


def test_no_word_is_asked_twice_and_in_the_end_there_is_none() -> None:
    words = taken(Queries([FORM], EMPTY), 200)
    some = [word for word in words if word is not None]
    assert len(some) == len(set(some))
    assert None in words


def test_words_of_answers_come_between_and_labels_do_not() -> None:
    queries = Queries([FORM], EMPTY)
    queries.learn([f"Price: item{'abcdefgh'[n]} {'otter' if n < 2 else 'river'} story" for n in range(8)], 8)
    words = taken(queries, 4)
    assert words[0] == "otter"  # "river" would find most of the same again, "price" and "story" are of the page
    assert words[1] == "library"
    assert not {"price", "story"} & {word for word in taken(queries, 300) if word}


def test_words_that_fewer_answers_have_come_first() -> None:
    queries = Queries([], EMPTY)
    queries.learn(["otter otter", "otter", "river", "heron"], 1)
    queries.learn(["otter", "lake", "lake blue", "lake deep"], 1)
    assert queries.next() == "lake"


def test_rare_words_are_those_seen_least() -> None:
    queries = Queries([], EMPTY)
    queries.learn(["otter", "otter river", "otter river heron"], 1)
    assert next(queries.rare(1)) == "heron"


def test_pages_of_a_site_take_turns() -> None:
    other = parse_page("<p>Rulings of the court</p>")
    assert taken(Queries([FORM, other], EMPTY), 4)[::2] == ["library", "rulings"]


def test_impossible_words_are_of_letters_and_always_the_same() -> None:
    words = {impossible_word(f"https://site{n}.example/", number) for n in range(50) for number in (1, 2)}
    assert len(words) == 100
    assert all(word.isalpha() and word.isascii() for word in words)
    assert impossible_word("https://a.example/") == impossible_word("https://a.example/")


def test_signs_without_spaces_make_words_of_two() -> None:
    assert set(words_of(["東京の図書館"])) == {"東京"}
