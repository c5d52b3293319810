"""What an answer says beyond the page without results."""

from __future__ import annotations

from wrapture.html.content_lines import shown_text
from wrapture.html.lexbor import parse_page
from wrapture.site.new_lines import Background, remarked

HEAD = "<h1>Library</h1><p>Powered by rivers</p>"
EMPTY = parse_page(f"{HEAD}<p>Nothing matches zzxq.</p><p>0 books in 14 ms</p><p>Check the spelling</p>")
ANSWER = parse_page(f"{HEAD}<p>2 books for river</p><ul><li>A river runs<li>The Danube</ul>")


def news(query: str) -> list[str]:
    return [shown_text(ANSWER, line) for line in Background(EMPTY, "zzxq").news(ANSWER, query)]


def test_news_are_the_lines_that_the_empty_page_has_not() -> None:
    assert news("danube") == ["2 books for river", "A river runs", "The Danube"]


def test_a_query_that_is_a_word_of_the_page_makes_no_news_of_it() -> None:
    assert "Powered by rivers" not in news("rivers")


def test_a_line_that_repeats_the_query_is_the_same_for_every_query() -> None:
    echo = parse_page(f"{HEAD}<p>Nothing matches river.</p>")
    assert Background(EMPTY, "zzxq").news(echo, "river") == []


def test_remarks_stand_on_the_empty_page_alone_and_name_no_time() -> None:
    remarks = Background(EMPTY, "zzxq").remarks([(ANSWER, "river")])
    assert remarks == ("Nothing matches {query}.", "Check the spelling")


def test_a_line_of_an_answer_is_no_remark() -> None:
    other = parse_page(f"{HEAD}<p>Check the spelling</p><ul><li>One</ul>")
    assert Background(EMPTY, "zzxq").remarks([(other, "one")]) == ("Nothing matches {query}.",)


def test_how_many_of_the_remarks_a_page_has() -> None:
    remarks = ("Nothing matches {query}.", "Check the spelling")
    assert remarked(parse_page("<p>Nothing matches Sea.</p>"), "sea", remarks) == 0.5
    assert remarked(ANSWER, "river", remarks) == 0
    assert remarked(ANSWER, "river", ()) == 0


def test_what_a_second_impossible_query_does_not_show_is_chance() -> None:
    one = parse_page(f"{HEAD}<p>Nothing for zzxq.</p><p>You may like the Nile</p>")
    other = parse_page(f"{HEAD}<p>Nothing for qqzv.</p><p>You may like the Rhine</p>")
    assert Background(one, "zzxq", other, "qqzv").remarks([(ANSWER, "river")]) == ("Nothing for {query}.",)


def test_a_line_with_the_query_may_be_on_a_stray_answer() -> None:
    stray = parse_page(f"{HEAD}<p>Nothing for tea.</p><p>You may like the Nile</p>")
    empty = Background(parse_page(f"{HEAD}<p>Nothing for zzxq.</p>"), "zzxq")
    assert empty.remarks([(ANSWER, "river")] * 3 + [(stray, "tea")]) == ("Nothing for {query}.",)
    assert empty.remarks([(ANSWER, "river"), (stray, "tea")]) == ()


def test_other_numbers_are_no_news() -> None:
    took = parse_page(f"{HEAD}<p>0 books in 5 ms</p>")
    assert Background(EMPTY, "zzxq").news(took, "tea") == []
