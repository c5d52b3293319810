"""Wrappers of the siblings learner: from several pages, and on pages that look a little different."""

from __future__ import annotations

from dataclasses import replace

import wrapture
from wrapture.learning.integration import integrate_siblings
from wrapture.model import SiblingLocator

PATH = ("html", "body", "ul")
ONE = SiblingLocator(PATH, "ul.list.wide", "li.hit.odd", "LI A TEXT", 0.8, tail=1)
OTHER = SiblingLocator(PATH, "ul.list", "li.hit", "LI B TEXT", 0.5)


def page(kind: str, count: int, extra: str = "") -> wrapture.Page:
    items = "".join(f"<li class='hit {kind}'><a href=/{n}>Title {n}</a><p>About {n}</p></li>" for n in range(count))
    return wrapture.parse(f"{extra}<ul class=list>{items}</ul>")


def test_two_locators_have_in_common_what_finds_the_records_of_either() -> None:
    assert integrate_siblings(ONE, OTHER) == SiblingLocator(PATH, "ul.list", "li.hit", "LI A TEXT", 0.5, tail=1)


def test_lists_at_different_places_have_nothing_in_common() -> None:
    elsewhere = SiblingLocator(("html", "body", "ol"), "ol", "li.hit", "", 0.0)
    assert integrate_siblings(ONE, elsewhere) is None
    assert integrate_siblings(ONE, SiblingLocator(PATH, "ul", "tr", "", 0.0)) is None
    assert integrate_siblings(ONE, SiblingLocator(PATH, "ul", "li", "", 0.0, several=True)) is None


def test_a_second_page_widens_what_the_first_page_was_too_narrow_for() -> None:
    first, second = page("new", 6), page("old", 9)
    alone = wrapture.learn(first, learner="siblings")
    assert len(wrapture.extract(second, replace(alone, spares=()))) == 0
    both = wrapture.learn([first, second], learner="siblings")
    assert [len(wrapture.extract(one, both)) for one in (first, second)] == [6, 9]


def test_a_banner_above_the_list_changes_nothing() -> None:
    wrapper = wrapture.learn(page("x", 6), learner="siblings")
    assert len(wrapture.extract(page("x", 8, "<div>Sale!</div><p>Only today</p>"), wrapper)) == 8
