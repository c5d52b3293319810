"""Forest locators of several pages become one."""

from __future__ import annotations

from dataclasses import replace

import wrapture
from wrapture.learning.integration import Backing, integrate, integrated
from wrapture.model import Candidate, ForestLocator

LIST = ForestLocator("html > body > div[2] > ul", ("li",), ("li",))


def candidate(locator: ForestLocator, score: float) -> Candidate:
    return Candidate(locator, (), (), ("visual",), score)


def test_prefixes_that_count_differently_take_any() -> None:
    other = replace(LIST, prefix="html > body > div[3] > ul")
    assert integrate(LIST, other) == replace(LIST, prefix="html > body > div[*] > ul")


def test_prefixes_over_other_names_are_of_another_list() -> None:
    assert integrate(LIST, replace(LIST, prefix="html > body > div[2] > ol")) is None
    assert integrate(LIST, replace(LIST, prefix="html > body > ul")) is None


def test_classes_that_both_have_are_kept() -> None:
    one = replace(LIST, starts=("li.hit.odd",), separators=("li.hit.odd",))
    other = replace(LIST, starts=("li.hit.new",), separators=("li.hit.new",))
    assert integrate(one, other) == replace(LIST, starts=("li.hit",), separators=("li.hit",))
    assert integrate(one, replace(other, starts=("li.advert",))) is None


def test_forms_must_agree() -> None:
    assert integrate(LIST, replace(LIST, descent=("ul",), nested=True)) is None


def test_an_end_counted_from_the_end_is_later() -> None:
    assert integrate(replace(LIST, last=10), replace(LIST, last=-1)) == LIST
    assert integrate(replace(LIST, last=10), replace(LIST, last=20)) == replace(LIST, last=20)


def test_the_first_that_fits_on_each_page_backs_a_locator() -> None:
    menu = replace(LIST, prefix="html > body > ul")
    moved = replace(LIST, prefix="html > body > div[3] > ul")
    pages = [[candidate(menu, 9.0), candidate(LIST, 5.0)], [candidate(moved, 6.0)], [candidate(menu, 7.0)]]
    assert integrated(LIST, pages) == (replace(LIST, prefix="html > body > div[*] > ul"), Backing(2, 11.0))
    assert integrated(menu, pages) == (menu, Backing(2, 16.0))


def results(count: int, *, before: str = "", noun: str = "Title") -> wrapture.Page:
    items = "".join(f"<li><a href={i}>{noun} {i}</a><br>a text about {noun} {i}</li>" for i in range(count))
    return wrapture.parse(f"<h1>Results</h1>{before}<ul>{items}</ul>")


def test_a_list_that_moves_is_found_on_a_third_page() -> None:
    menu = "<ul><li><a href=/>Home</a></li></ul>"
    pages = [results(9), results(7, before=menu), results(8, before=menu * 2)]
    alone = wrapture.learn(pages[0], learner="visual")
    both = wrapture.learn(pages[:2], learner="visual")
    assert len(wrapture.extract(pages[2], alone).rows) == 1  # the menu: the wrapper counts the lists of its own page
    assert len(wrapture.extract(pages[2], both).rows) == 8


def test_a_list_that_most_pages_have_wins_over_the_first_page() -> None:
    offers = "<ol>" + "".join(f"<li><b>Offer {i}</b><br>{i} euro off all titles</li>" for i in range(20)) + "</ol>"
    pages = [results(6, before=offers), results(9, noun="Cat"), results(8, noun="Dog")]
    assert wrapture.learn(pages[0], learner="visual").profile.max_records == 20
    wrapper = wrapture.learn(pages, learner="visual")
    assert [len(wrapture.extract(page, wrapper).rows) for page in pages] == [6, 9, 8]


def test_a_list_that_was_chosen_stands() -> None:
    offers = "<ol>" + "".join(f"<li><b>Offer {i}</b><br>{i} euro off</li>" for i in range(6)) + "</ol>"
    pages = [results(6, before=offers), results(9), results(8)]
    choices = [candidate.locator for candidate in wrapture.discover(pages[0], learner="visual")]
    assert len(choices) > 1
    for number, chosen in enumerate(choices[1:], start=2):
        wrapper = wrapture.learn(pages, learner="visual", candidate=number)
        assert isinstance(wrapper.locator, ForestLocator)
        assert isinstance(chosen, ForestLocator)
        assert len(wrapper.locator.prefix.split(">")) == len(chosen.prefix.split(">"))
        assert wrapper.locator.descent == chosen.descent


def test_a_list_that_says_the_same_on_every_page_is_a_menu() -> None:
    menu = "<ol>" + "".join(f"<li><b>Department {i}</b><br>all about department {i}</li>" for i in range(20)) + "</ol>"
    pages = [results(3, before=menu, noun=noun) for noun in ("Cat", "Dog", "Cow")]
    wrapper = wrapture.learn(pages, learner="visual")
    assert [len(wrapture.extract(page, wrapper).rows) for page in pages] == [3, 3, 3]
