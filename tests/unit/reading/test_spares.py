"""Spare locators: when they are asked, which answer is taken, and what they must not find."""

from __future__ import annotations

from dataclasses import replace

import pytest

import wrapture
from wrapture.html.lexbor import parse_page
from wrapture.model import PatternLocator, RowLocator, SiblingLocator, Wrapper
from wrapture.reading.fit import misfit
from wrapture.reading.records import find_records
from wrapture.reading.row_template import Template
from wrapture.reading.spares import is_of_site, needs_spare, outline_likeness, tags_of, wrapper_records

MENU = "<nav class=menu><a class=home href=/>Home</a><b>Our shop</b><a class=help href=/h>Help</a><i>Open</i></nav>"


def shop(opened: str, count: int = 6, row: str = "li", menu: str = MENU, extra: str = "") -> wrapture.Page:
    items = "".join(
        f"<{row}><a href=/{n}>Book {n}</a><p>About book {n}</p><b>{n} euro</b></{row}>" for n in range(count)
    )
    return parse_page(f"{menu}{opened}{items}</ul>{extra}")


LEARNED = wrapture.learn(shop("<ul class=hits id=a>"))
BARE = replace(LEARNED, spares=())


def test_a_learned_wrapper_has_spares_of_other_kinds() -> None:
    assert isinstance(LEARNED.locator, RowLocator)
    kinds = [type(spare) for spare in LEARNED.spares]
    assert kinds == [RowLocator, SiblingLocator, PatternLocator]


@pytest.mark.parametrize(
    "opened",
    ["<ul class=hits>", "<ul id=a class='hits wide' style=x>", "<ul class=results id=a>", "<div><div><ul class=hits>"],
)
def test_another_element_around_the_list(opened: str) -> None:
    page = shop(opened, 8)
    assert len(wrapper_records(BARE, page)) in (0, 8)
    assert len(wrapper_records(LEARNED, page)) == 8


def test_the_exact_parent_alone_finds_nothing() -> None:
    assert wrapper_records(BARE, shop("<ul class=results id=a>")) == ()


def test_records_of_another_class_are_found_by_their_outline_and_reported() -> None:
    page = shop("<ul class=hits id=a>", 7, "li class=item data-n=1")
    first, second = wrapture.learn(shop("<ul class=hits id=a>", 6, "li class=hit")), wrapper_records(LEARNED, page)
    assert len(second) == 7
    table = wrapture.extract(page, first)
    assert len(table) == 7
    assert wrapture.fit(page, first).found == 7


def test_what_the_locator_finds_is_kept_where_it_resembles_the_template() -> None:
    page = shop(
        "<ul class=hits id=a>", 4, extra="<ul class=more>" + "<li><a href=x>y</a><p>z</p><b>w</b></li>" * 9 + "</ul>"
    )
    assert len(wrapper_records(LEARNED, page)) == 4


def test_a_page_without_the_list_has_no_records() -> None:
    page = parse_page(f"{MENU}<p>Nothing was found.</p><ul class=tips><li>Check the spelling<li>Use other words</ul>")
    assert wrapper_records(LEARNED, page) == ()


def test_a_page_of_another_site_gets_no_spare() -> None:
    other = shop("<ul class=x>", 9, menu="<p class=top>Weather</p><p class=date>Monday</p>")
    assert find_records(LEARNED.spares[0], other)
    assert wrapper_records(LEARNED, other) == ()
    assert misfit(wrapture.fit(other, LEARNED))


def test_old_wrappers_without_spares_read_as_before() -> None:
    page = shop("<ul class=hits id=a>", 5)
    assert wrapper_records(BARE, page) == find_records(BARE.locator, page) == wrapper_records(LEARNED, page)


def test_a_wrapper_without_a_template_asks_its_spares_in_vain() -> None:
    wrapper = replace(LEARNED, profile=replace(LEARNED.profile, template=()))
    assert wrapper_records(wrapper, shop("<ul class=results id=a>")) == ()


@pytest.mark.parametrize(
    ("wrapper", "found", "similarity", "expected"),
    [
        (LEARNED, 0, None, True),
        (LEARNED, 5, 0.7, True),
        (LEARNED, 5, 0.71, False),
        (LEARNED, 5, None, False),
        (BARE, 0, 0.0, False),
    ],
)
def test_when_spares_are_asked(wrapper: Wrapper, found: int, similarity: float | None, expected: bool) -> None:
    assert needs_spare(wrapper, found, similarity) is expected


def test_the_frame_tells_the_site() -> None:
    assert [is_of_site(share) for share in (None, 0.15, 0.14, 0.0, 1.0)] == [False, True, False, False, True]


def test_outlines_ignore_attributes_and_texts() -> None:
    page = shop("<ul>", 3, "li class=x")
    records = find_records(LEARNED.spares[1], page)
    outline = Template(tuple(tags_of(LEARNED.profile.template)))
    assert outline_likeness(outline, page, records) == 1.0
    assert outline_likeness(Template(("<tr>", "<td>")), page, records) == 0.0


KINDS = wrapture.learn(shop("<ul class=hits id=a>", 6, "li class=post"))


@pytest.mark.parametrize("posts", [1, 3, 5])
def test_records_of_another_make_up_are_added_where_few_are_found(posts: int) -> None:
    others = "".join(f"<li class=article><a href=/a{n}>Text {n}</a><p>by A.</p><b>{n}</b></li>" for n in range(3))
    page = shop("<ul class=hits id=a>" + others, posts, "li class=post")
    assert len(find_records(KINDS.locator, page)) == posts
    assert len(wrapper_records(KINDS, page)) == len(wrapture.extract(page, KINDS)) == posts + 3


def test_records_of_another_class_are_added_across_white_space() -> None:
    other = "<li class='hot post'><a href=x>Book</a><p>About it</p><b>5 euro</b></li>"
    page = shop(f"<ul class=hits id=a>\n{other}\n", 4, "li class=post")
    assert len(find_records(KINDS.locator, page)) == 4
    assert len(wrapper_records(KINDS, page)) == len(wrapture.extract(page, KINDS)) == 5


def test_the_element_around_records_gives_way_to_them() -> None:
    page = shop("<div class=hits><ul>", 5, "li class=item", extra="</div>")
    around = replace(KINDS, locator=SiblingLocator(("div",), "div.hits", "ul", "", 0.0))
    assert len(find_records(around.locator, page)) == 1
    assert len(wrapper_records(around, page)) == 5


def test_what_is_unlike_the_records_is_not_added() -> None:
    page = shop("<ul class=hits id=a><li>Sort by <i>price</i> <u>or</u> <em>date</em></li>", 4, "li class=post")
    assert len(wrapper_records(KINDS, page)) == len(wrapture.extract(page, KINDS)) == 4


def test_a_page_with_as_many_records_as_before_is_not_completed() -> None:
    page = shop("<ul class=hits id=a><li><a href=x>y</a><p>z</p><b>w</b></li>", 6, "li class=post")
    assert len(wrapper_records(KINDS, page)) == len(wrapture.extract(page, KINDS)) == 6
