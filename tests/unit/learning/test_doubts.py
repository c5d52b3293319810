"""Doubts: an answer that is not sure names the next lists, and a page about one thing is told from a list."""

from __future__ import annotations

import pytest

import wrapture
from tests.conftest import books
from wrapture.learning.doubts import ONE_THING, alternatives, doubt, is_sure_of, refusal
from wrapture.learning.page_subject import is_about_one_thing

ROWS = "".join(f"<li><a href=b{i}>Book {i}</a><p>a text about book {i}</p>{i}.50 euro</li>" for i in range(12))
MENU = "<nav>" + "".join(f"<a href={i}>Part {i}</a> " for i in range(9)) + "</nav>"


def test_a_sure_answer_needs_no_note() -> None:
    table = wrapture.extract(f"{MENU}<ul>{ROWS}</ul>")
    assert table.sure is True
    assert table.note == ""


def test_an_unsure_answer_names_what_else_it_may_be(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wrapture.learning.doubts.is_sure", lambda confidence: False)
    page = wrapture.parse(f"{MENU}<ul>{ROWS}</ul>")
    found = wrapture.discover(page)
    assert doubt(page, found) == "not sure, also possible: 9 records from “Part 0”"
    assert all(one.records != found[0].records for one in alternatives(found))
    assert doubt(page, found[:1]) == "not sure that this is a list of records"


GROUPS = "".join(
    f"<div><a href=/{n}/1>First</a> <a href=/{n}/2>Second</a> <a href=/{n}/3>Third</a></div>" for n in "abcdef"
)
CARDS = "".join(f"<article><a href=/{i}><h3>Lamp {i}</h3></a><p>{i}0.50 euro</p></article>" for i in range(9))


@pytest.mark.parametrize(
    ("body", "sure"),
    [
        (f"<ul>{ROWS}</ul>", True),
        (f"<header><ul>{ROWS}</ul></header>", False),
        (f"<h1>Contact</h1><div class=cols>{GROUPS}</div>", False),
        (f"<h1>Lamp</h1><section><h2>You may also like</h2>{CARDS}</section>", False),
        (f"<title>You may also like</title><section><h2>You may also like</h2>{CARDS}</section>", True),
        (f"<section><h2>Sponsored</h2>{CARDS}</section>", True),
        (f"<h1>Page not found</h1><ul>{ROWS}</ul>", False),
    ],
)
def test_what_a_page_is_not_about_is_not_sure(monkeypatch: pytest.MonkeyPatch, body: str, sure: bool) -> None:
    monkeypatch.setattr("wrapture.learning.doubts.is_sure", lambda confidence: True)
    page = wrapture.parse(body)
    found = wrapture.discover(page)
    assert is_sure_of(page, found) is sure
    assert ("not sure" in doubt(page, found)) is not sure


def test_a_message_is_named_and_its_menu_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    page = wrapture.parse(f"<h1>Log in</h1><form><input type=password></form><ul>{ROWS}</ul>")
    found = wrapture.discover(page)
    assert doubt(page, found).startswith("this page asks for a login: 'Log in'")
    monkeypatch.setattr("wrapture.learning.doubts.is_sure", lambda confidence: False)
    assert refusal(page, found).startswith("this page asks for a login: 'Log in' (")
    assert wrapture.extract(page, guess=True)


def test_a_hidden_list_is_reported() -> None:
    page = wrapture.parse(f"<div style='display:none'><ul>{ROWS}</ul></div>")
    assert doubt(page, wrapture.discover(page)).startswith("this list is hidden on the page")


@pytest.mark.parametrize(
    "head",
    [
        "<meta property=og:type content=article>",
        "<meta property='og:type' content='product'>",
        '<script type="application/ld+json">{"@type": "NewsArticle", "headline": "x"}</script>',
        '<script type="application/ld+json">{"@type": ["Product"]}</script>',
    ],
)
def test_a_page_says_that_it_is_about_one_thing(head: str) -> None:
    assert is_about_one_thing(wrapture.parse(f"{head}<p>words"))


@pytest.mark.parametrize(
    "head",
    [
        "",
        "<meta property=og:type content=website>",
        "<meta property=og:type content=product.group>",
        '<script>var x = \'"@type": "Product"\'</script>',
        '<script type="application/ld+json">{"@type": "ItemList", "item": {"@type": "Product"}}</script>',
        "<meta property=og:type><script type='application/ld+json'>{broken</script>",
    ],
)
def test_other_pages_do_not(head: str) -> None:
    assert not is_about_one_thing(wrapture.parse(f"{head}<p>words"))


def test_prose_is_about_one_thing() -> None:
    assert is_about_one_thing(wrapture.parse("<p>" + "many words " * 40 + "</p><ul><li>a<li>b</ul>"))
    assert not is_about_one_thing(wrapture.parse(books(20)))


def test_a_doubtful_list_on_a_page_about_one_thing_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wrapture.learning.doubts.page_confidence", lambda candidates: 0.04)
    page = wrapture.parse(f"<meta property=og:type content=article>{books(20)}")
    assert refusal(page, wrapture.discover(page)) == ONE_THING
    table = wrapture.extract(page)
    assert (len(table), table.sure, table.note) == (0, False, ONE_THING)
    assert len(wrapture.extract(page, guess=True)) == 20
    assert refusal(wrapture.parse(books(20)), wrapture.discover(books(20))) == ""


@pytest.mark.parametrize(("confidence", "refused"), [(0.09, True), (0.11, False)])
def test_a_list_with_some_confidence_is_given(
    monkeypatch: pytest.MonkeyPatch, confidence: float, *, refused: bool
) -> None:
    monkeypatch.setattr("wrapture.learning.doubts.page_confidence", lambda candidates: confidence)
    page = wrapture.parse(f"<meta property=og:type content=article>{books(20)}")
    assert bool(refusal(page, wrapture.discover(page))) is refused


def test_no_candidates_are_not_refused() -> None:
    assert refusal(wrapture.parse("<p>a"), []) == ""
