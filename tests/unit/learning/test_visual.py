"""The visual learner on whole pages: both forms of the paper's minimal sub-tree, and what comes between records."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import wrapture
from wrapture.learning.judge import discover
from wrapture.learning.visual import Visual
from wrapture.model import Sample

if TYPE_CHECKING:
    from collections.abc import Sequence

HEAD = "<!doctype html><title>t</title><h1>Results</h1><form><input name=q></form>"
FOOT = "<hr><address>Somebody</address>"
N = range(6)


def best(*pages: str, no_result: str | None = None) -> list[str]:
    """Return the records of the best candidate on the first page."""
    parsed = tuple(wrapture.parse(HEAD + html + FOOT) for html in pages)
    empty = None if no_result is None else wrapture.parse(HEAD + no_result + FOOT)
    found = discover(Sample(parsed, empty), [Visual()])
    return [parsed[0].texts_of(record) for record in found[0].records[0]]


def all_answers(html: str) -> list[list[str]]:
    page = wrapture.parse(HEAD + html + FOOT)
    return [[page.texts_of(record) for record in one.records[0]] for one in discover(Sample((page,)), [Visual()])]


def rows(*templates: str, sizes: Sequence[int] = N) -> list[str]:
    return [templates[i % len(templates)].format(i=i) for i in sizes]


SIBLINGS = "".join(rows("<div><a href=x>Title {i}</a><br>a text about {i}<br>and more</div>"))
FLAT = "".join(rows("<p><a href=x>Title {i}</a><br>a text about {i}<br><i>page {i}</i>"))
INDENTED = "".join(rows("<ul><li><a href=x>Title {i}</a><br>a text about {i}"))
TWO_ENDS = "".join(
    rows("<h3><a href=x>Title {i}</a></h3>about {i}<hr>", "<h3><a href=x>Title {i}</a></h3>about {i}<center>*</center>")
)
SEVERAL_ROWS = (
    "<table>"
    + "".join(rows("<tr><td>{i}.<td><a href=x>Title {i}</a><tr><td><td>about {i}<tr><td><td>page {i}"))
    + "</table>"
)


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        (SIBLINGS, rows("Title {i} a text about {i} and more")),
        (FLAT, rows("Title {i} a text about {i} page {i}")),
        (INDENTED, rows("Title {i} a text about {i}")),
        (TWO_ENDS, rows("Title {i} about {i}", "Title {i} about {i} *")),
        (SEVERAL_ROWS, rows("{i}. Title {i} about {i} page {i}")),
    ],
    ids=["siblings", "flat", "indented", "two separators", "several rows"],
)
def test_each_form_of_list(html: str, expected: list[str]) -> None:
    assert expected in all_answers(html)
    assert html == TWO_ENDS or best(html) == expected


def test_adverts_between_records_are_left_out() -> None:
    items = rows("<div class='result'><h3><a href=x>Title {i}</a></h3><p>a text about {i}</p></div>")
    advert = "<div class='ad'><a href=y><img src=z></a></div>"
    html = "<div>" + "".join(items[:2]) + advert + "".join(items[2:4]) + advert + "".join(items[4:]) + "</div>"
    assert best(html) == rows("Title {i} a text about {i}")


def test_each_of_two_sections_is_a_list() -> None:
    one = "<h2>News</h2><ul>" + "".join(rows("<li><a href=x>News {i}</a><br>about {i}</li>")) + "</ul>"
    two = "<h2>Shops</h2><ol>" + "".join(rows("<li><a href=x>Shop {i}</a><br>in street {i}</li>")) + "</ol>"
    answers = all_answers(one + two)
    assert rows("News {i} about {i}") in answers
    assert rows("Shop {i} in street {i}") in answers


def test_the_cells_of_a_grid_are_records() -> None:
    cells = rows("<td><a href=x>Phone {i}</a><br>{i}00 euro</td>")
    html = "<table>" + "".join("<tr>" + "".join(cells[i : i + 3]) + "</tr>" for i in (0, 3)) + "</table>"
    assert rows("Phone {i} {i}00 euro") in all_answers(html)


def test_a_menu_that_the_no_result_page_has_too_is_no_list() -> None:
    menu = "<ul>" + "".join(rows("<li><a href=x>Department {i}</a><br>of the shop</li>", sizes=range(20))) + "</ul>"
    results = "<ol>" + "".join(rows("<li><a href=y>Title {i}</a><br>{i} euro</li>")) + "</ol>"
    assert len(best(menu + results)) == 20
    assert best(menu + results, no_result=f"{menu}<p>Nothing found") == rows("Title {i} {i} euro")


def test_a_page_without_records_gives_nothing() -> None:
    for html in ("", "<p>one", "<p>one<p>two", "<br>" * 50):
        assert list(Visual()(Sample((wrapture.parse(html),)))) == []


def test_the_limit_is_kept_and_one_is_the_choice_of_the_four_weights() -> None:
    page = wrapture.parse(HEAD + SIBLINGS + FLAT + FOOT)
    everything = list(Visual(limit=1000)(Sample((page,))))
    assert len(everything) > 3
    assert list(Visual(limit=3)(Sample((page,)))) == everything[:3]
    assert list(Visual(limit=1)(Sample((page,)))) == everything[:1]


def test_a_long_page_takes_no_longer_than_its_length() -> None:
    """Work grows with the page, not with its square: a page of ten thousand lines is learned from at once."""
    page = wrapture.parse("".join(rows("<p><a href=x>Title {i}</a><br>text", sizes=range(5000))))
    assert len(find(page)) == 5000


def find(page: wrapture.Page) -> list[object]:
    return list(discover(Sample((page,)), [Visual()])[0].records[0])
