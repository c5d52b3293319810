"""Row templates of several pages become one, and a wrapper is learned from them."""

from __future__ import annotations

from dataclasses import replace

import pytest

import wrapture
from wrapture.errors import NothingFoundError
from wrapture.html.lexbor import parse_page
from wrapture.learning.integration import ALIKE, integrate_rows
from wrapture.model import PatternLocator, RowLocator, Wrapper
from wrapture.reading.records import find_records
from wrapture.reading.row_template import read_template

BOOK = RowLocator(
    ("<li>", "<a href>", 1, "</a>", "<b>", "Price:", 1, "</b>", "</li>"), siblings=1, longest=20, parent="<ul>"
)


def results(row: str, count: int, before: str = "") -> wrapture.Page:
    rows = "".join(row.format(i=i) for i in range(count))
    return wrapture.parse(f"<h1>Results</h1>{before}<ul>{rows}</ul><address>Somebody</address>")


def counts(wrapper: Wrapper, *pages: wrapture.Page) -> list[int]:
    return [len(find_records(wrapper.locator, page)) for page in pages]


# --- two locators become one ---


def test_a_locator_integrates_with_itself() -> None:
    assert integrate_rows(BOOK, BOOK) == BOOK


def test_what_both_have_is_kept_and_the_wider_bound_taken() -> None:
    other = RowLocator(
        ("<li>", "<a href>", 2, "</a>", "<b>", 1, "</b>", "</li>"),
        siblings=3,
        longest=15,
        tail=2,
        parent="<ol>",
        similarity=0.6,
    )
    template = ("<li>", "<a href>", 1, "</a>", "<b>", 2, "</b>", "</li>")
    assert integrate_rows(BOOK, other) == RowLocator(template, 3, 20, 2, "", 0.6)
    both = integrate_rows(other, BOOK)
    assert both is not None
    assert (both.siblings, both.longest, both.tail, both.parent, both.similarity) == (3, 20, 2, "", 0.6)


def test_a_parent_that_both_have_is_kept() -> None:
    both = integrate_rows(BOOK, replace(BOOK, longest=50))
    assert both == replace(BOOK, longest=50)


def test_templates_with_too_little_in_common_are_of_two_lists() -> None:
    assert integrate_rows(BOOK, replace(BOOK, template=("<li>", "<p>", 1, "</p>", "</li>"))) is None
    assert integrate_rows(BOOK, replace(BOOK, template=("<td>", "</td>"))) is None


def test_the_share_is_that_of_the_larger_template() -> None:
    ten = ("<li>", *(f"<x{n}>" for n in range(9)))
    six, five = replace(BOOK, template=ten[:6]), replace(BOOK, template=ten[:5])
    whole = replace(BOOK, template=ten)
    assert ALIKE == 0.6
    assert integrate_rows(whole, six) == six
    assert integrate_rows(six, whole) == six
    assert integrate_rows(whole, five) is None
    assert integrate_rows(five, whole) is None


def test_rows_that_begin_differently_are_of_two_lists() -> None:
    assert integrate_rows(BOOK, replace(BOOK, template=("<li class=x>", *BOOK.template[1:]))) is None
    assert integrate_rows(BOOK, replace(BOOK, template=("<p>", *BOOK.template))) is None


# --- learning from several pages ---

RICH = "<li><a href={i}>T{i}</a><p>about {i}</p><b>{i} euro</b><i>by {i}</i></li>"
POOR = "<li><a href={i}>U{i}</a><p>on {i}</p><u>new {i}</u></li>"


def test_a_later_page_widens_a_template_that_does_not_find_its_rows() -> None:
    rich, poor = results(RICH, 6), results(POOR, 7)
    alone, both = wrapture.learn(rich, learner="rows"), wrapture.learn([rich, poor], learner="rows")
    assert counts(alone, rich, poor) == [6, 0]
    assert counts(both, rich, poor) == [6, 7]
    assert isinstance(both.locator, RowLocator)
    assert read_template(both.locator.template).tokens == ["<li>", "<a href>", "</a>", "<p>", "</p>", "</li>"]


def test_a_later_page_that_is_read_whole_adds_nothing() -> None:
    rich, more, poor = results(RICH, 6), results(RICH, 9), results(POOR, 7)
    assert wrapture.learn([rich, more], learner="rows").locator == wrapture.learn(rich, learner="rows").locator
    assert wrapture.learn([poor, rich], learner="rows").locator == wrapture.learn(poor, learner="rows").locator


def test_a_later_page_with_another_list_adds_nothing() -> None:
    other = wrapture.parse("<table>" + "".join(f"<tr><td>{i}<td>a<td>b" for i in range(9)) + "</table>")
    rich = results(RICH, 6)
    wrapper = wrapture.learn([rich, other], learner="rows")
    assert wrapper.locator == wrapture.learn(rich, learner="rows").locator
    assert counts(wrapper, rich, other) == [6, 0]
    assert (wrapper.profile.min_records, wrapper.profile.max_records) == (0, 6)


def test_a_list_that_says_the_same_on_every_page_is_a_menu() -> None:
    menu = "<ol>" + "".join(f"<li><b>Department {i}</b><br>all about {i} and more</li>" for i in range(20)) + "</ol>"
    pages = [results(f"<li><a href=x>{noun} {{i}}</a><p>on {{i}}</p></li>", 5, menu) for noun in ("Cat", "Dog", "Cow")]
    assert counts(wrapture.learn(pages[0], learner="rows"), *pages) == [20, 20, 20]
    assert counts(wrapture.learn(pages[:2], learner="rows"), *pages) == [5, 5, 5]
    assert counts(wrapture.learn(pages, learner="rows"), *pages) == [5, 5, 5]


def test_a_menu_that_was_chosen_stands() -> None:
    menu = "<ol>" + "".join(f"<li><b>Department {i}</b><br>all about {i} and more</li>" for i in range(20)) + "</ol>"
    pages = [results(f"<li><a href=x>{noun} {{i}}</a><p>on {{i}}</p></li>", 5, menu) for noun in ("Cat", "Dog")]
    assert counts(wrapture.learn(pages, learner="rows", rows=20), *pages) == [20, 20]
    assert counts(wrapture.learn(pages, learner="rows", rows=5), *pages) == [5, 5]


# --- choosing by the number of rows ---


def test_a_number_of_rows_chooses_the_best_candidate_that_has_it() -> None:
    page = results("<li><b>City {i}</b><ul><li>street {i}</li><li>lane {i}</li></ul></li>", 6)
    assert wrapture.learn(page, learner="rows", rows=6).profile.max_records == 6
    assert wrapture.learn(page, learner="rows", rows=12).profile.max_records == 12
    with pytest.raises(NothingFoundError, match=r"page: no list with 7 rows on this page: the best have 6, 12$"):
        wrapture.learn(page, learner="rows", rows=7)


def test_a_number_of_rows_is_a_choice_of_every_learner() -> None:
    page = results(RICH, 6)
    wrapper = wrapture.learn(page, learner="repeats", rows=6)
    assert isinstance(wrapper.locator, PatternLocator)
    assert wrapper.profile.max_records == 6


def test_the_row_count_is_that_of_the_first_page() -> None:
    pages = [results(RICH, 6), results(RICH, 9)]
    assert wrapture.learn(pages, learner="rows", rows=6).profile.max_records == 9
    with pytest.raises(NothingFoundError, match="no list with 9 rows"):
        wrapture.learn(pages, learner="rows", rows=9)


def test_a_page_without_rows_has_no_number_of_them() -> None:
    with pytest.raises(NothingFoundError, match=r"empty\.html: nothing on this page repeats like records"):
        wrapture.learn(parse_page("<p>x", name="empty.html"), learner="rows", rows=3)


def test_the_wrapper_keeps_the_template_and_the_frame_of_its_pages() -> None:
    top = "<p class=menu>Home</p><p>{} books</p>"
    pages = [results(RICH, 6, top.format("old")), results(RICH.replace("about", "on"), 7, top.format("new"))]
    for learner in ("rows", "repeats", "visual"):
        wrapper = wrapture.learn(pages, learner=learner)
        tokens = [token for token in wrapper.profile.template if isinstance(token, str)]
        assert tokens[0] == "<li>"
        assert "<a href>" in tokens
        assert set(wrapper.profile.frame) == {"Results", "<p class=menu>", "Home", "Somebody"}
        assert wrapper.learner.startswith(learner)
