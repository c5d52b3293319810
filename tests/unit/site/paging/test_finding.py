"""Paging on pages: what is found, what goes on, and what only looks like it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.patience import cpu_time_below
from wrapture.html.lexbor import parse_page
from wrapture.html.parsing import read_page
from wrapture.model import Capture
from wrapture.site.paging import Paging, find_paging

if TYPE_CHECKING:
    from wrapture.html.page import Page

OWN = "http://shop.example/list?page=3"
ITEMS = "".join(f'<p><a href="/item/{n}">Thing number {n} of many</a> It is very good.</p>' for n in range(5))
NUMBERS = "".join(f'<a href="?page={n}">{n}</a> ' if n != 3 else "<b>3</b> " for n in range(1, 7))


def page_of(body: str, url: str | None = OWN, head: str = "") -> Page:
    html = f"<!DOCTYPE html><html><head>{head}</head><body>{ITEMS}{body}</body></html>"
    return read_page(Capture("page", html.encode(), url=url))


def paging_of(body: str, url: str | None = OWN, head: str = "") -> Paging:
    return find_paging(page_of(body, url, head))


def is_nothing(paging: Paging) -> bool:
    return paging == Paging()


def test_a_pager_is_found_whole() -> None:
    ends = '<a href="?page=1">« First</a> {} <a href="?page=40">Last »</a>'
    pager = ends.format(f'<a href="?page=2">‹ Prev</a> {NUMBERS} <a href="?page=4">Next ›</a>')
    paging = paging_of(f'<div class="pagination">{pager}</div>')
    links = (paging.next, paging.previous, paging.first, paging.last, paging.onward)
    assert [link.url.rpartition("=")[2] for link in links if link is not None] == ["4", "2", "1", "40", "4"]
    assert [link.number for link in paging.pages] == [1, 2, 4, 5, 6]
    assert paging.current == 3


@pytest.mark.parametrize("url", [OWN, None])
def test_the_page_after_the_current_one_is_next_where_none_is_marked(url: str | None) -> None:
    paging = paging_of(f"<p>Pages: {NUMBERS}</p>", url)
    assert paging.current == 3
    assert paging.next is not None
    assert paging.next == paging.onward
    assert paging.next.number == 4


@pytest.mark.parametrize(
    "current",
    [
        '<a class="active" href="?page=3">3</a>',
        '<span class="current"><a href="?page=3">3</a></span>',
        '<a aria-current="page" href="?page=3">3</a>',
        '<a href="#">3</a>',
        "<b>[3]</b>",
    ],
)
def test_the_current_page_is_known_by_its_mark(current: str) -> None:
    numbers = NUMBERS.replace("<b>3</b>", current)
    paging = paging_of(f'<div class="pager">{numbers}</div>', "http://shop.example/list")
    assert paging.current == 3
    assert paging.onward is not None
    assert paging.onward.number == 4


def test_the_last_page_does_not_go_on() -> None:
    numbers = "".join(f'<a href="?page={n}">{n}</a> ' for n in (1, 2)) + "<b>3</b>"
    paging = paging_of(f'<div class="pager"><a href="?page=2">Previous</a> {numbers}</div>')
    assert paging.previous is not None
    assert (paging.next, paging.onward, paging.current) == (None, None, 3)


def test_a_next_link_to_the_page_itself_does_not_go_on() -> None:
    paging = paging_of(f'<div class="pager">{NUMBERS.split("<b>")[0]}<b>3</b> <a href="?page=3">Next</a></div>')
    assert paging.onward is None


def test_older_posts_go_on_and_newer_ones_lead_back() -> None:
    body = '<nav><a href="/page/4/">← Older posts</a> <a href="/page/2/">Newer posts →</a></nav>'
    paging = paging_of(body, "http://blog.example/page/3/")
    assert (paging.next and paging.next.url) == "http://blog.example/page/2/"
    assert (paging.previous and paging.previous.url) == "http://blog.example/page/4/"
    assert paging.onward == paging.previous


def test_an_arrow_before_another_leads_to_the_end() -> None:
    paging = paging_of(f'<p>{NUMBERS} <a href="?page=4">›</a> <a href="?page=40">»</a></p>')
    assert (paging.next and paging.next.text) == "›"
    assert (paging.last and paging.last.text) == "»"


def test_two_arrows_alone_are_next() -> None:
    paging = paging_of(f'<p>{NUMBERS} <a href="?page=4">&gt;&gt;</a></p>')
    assert (paging.next and paging.next.text) == ">>"
    assert paging.last is None


@pytest.mark.parametrize(
    "image",
    ['<img src="n.gif" alt="Next">', '<i class="icon-chevron-right"></i>', '<img src="/images/next.gif">'],
)
def test_an_image_is_read_by_what_stands_for_it(image: str) -> None:
    paging = paging_of(f'<div class="pager">{NUMBERS}<a href="?page=4">{image}</a></div>')
    assert paging.next is not None
    assert paging.next.url == "http://shop.example/list?page=4"
    assert not paging.next.text.isdigit()


def test_the_head_names_the_next_page() -> None:
    paging = paging_of("", "http://shop.example/list", '<link rel="next" href="/list?page=2">')
    assert (paging.onward and paging.onward.url) == "http://shop.example/list?page=2"
    assert paging.next is None


def test_the_pages_of_discussions_are_not_those_of_their_list() -> None:
    rows = "".join(
        f'<p><a href="t?t={t}">Subject {t} of the day</a> <a href="t?t={t}&page=2">2</a> <a href="t?t={t}&page=3">3</a></p>'
        for t in range(100, 106)
    )
    paging = paging_of(f'{rows}<div class="pager">{NUMBERS}<a href="?page=4">Next</a></div>')
    assert [link.number for link in paging.pages] == [1, 2, 4, 5, 6]
    assert {link.url.rpartition("/")[2] for link in paging.pages} == {f"list?page={n}" for n in (1, 2, 4, 5, 6)}


CALENDAR = "<tr>" + "".join(f'<td><a href="/2024/05/{n:02}/">{n}</a></td>' for n in range(1, 32)) + "</tr>"


@pytest.mark.parametrize(
    "trap",
    [
        f'<table class="calendar">{CALENDAR}</table><a href="/2024/04/">«</a> <a href="/2024/06/">»</a>',
        f"<table>{CALENDAR}</table>",
        "".join(f'<a href="/archive/{year}">{year}</a> ' for year in range(2001, 2024)),
        "".join(f'<a href="?letter={letter}">{letter}</a> ' for letter in "ABCDEFGHIJ"),
        "".join(f'<a href="/rate?id=5&stars={n}">{n}</a> ' for n in range(1, 6)).join(('<p class="rating">', "</p>")),
        '<div class="carousel"><a href="#" class="prev">‹</a><a href="javascript:go(1)" class="next">›</a></div>',
        '<a href="/post/how-to-cook">Next: How to cook rice</a> <a href="/post/tea">Previous: All of tea and its kinds</a>',
        '<button onclick="more()">Load more</button> <a href="javascript:more()">Next</a>',
        "Show <a href='?per_page=10'>10</a> <a href='?per_page=20'>20</a> <a href='?per_page=50'>50</a> results",
        '<a href="/item/1#comments">12</a> <a href="/read/2">Read more</a> <a href="/">Home</a> <a href="/back">Back</a>',
        '<a href="http://elsewhere.example/list?page=4">Next</a>',
        '<a href="ftp://shop.example/list?page=4">Next page</a>',
    ],
)
def test_what_only_looks_like_paging(trap: str) -> None:
    assert is_nothing(paging_of(trap, "http://shop.example/list"))


def test_a_page_without_anything_has_no_paging() -> None:
    assert is_nothing(find_paging(parse_page("")))
    assert is_nothing(paging_of(""))


@pytest.mark.slow
@pytest.mark.parametrize(
    "make",
    [
        lambda n: f'<a href="?page={n}">{n}</a> ',
        lambda n: f'<a href="?page={n}">»</a> ',
        lambda n: f'<li class="active"><a class="next" href="?page={n}"><i class="icon-arrow-right"></i></a></li>',
        lambda n: f'<p><a href="t?t={n}">Of it</a> <a href="t?t={n}&page=2">2</a></p>',
        lambda n: f'<input type="submit" name="[" value="{n}">',
        lambda n: f'<a href="?page={n}">{n}</a> {n + 1} ',
    ],
)
def test_ten_thousand_links_take_no_time(make: object) -> None:
    assert callable(make)
    page = page_of("<form>" + "".join(make(n) for n in range(10_000)) + "</form>")
    with cpu_time_below(20):
        find_paging(page)


def test_an_arrow_to_the_last_page_does_not_skip_those_between() -> None:
    links = "".join(f'<a href="?q=tea&start={10 * n}">{n + 1}</a> ' for n in range(1, 5))
    page = parse_page(
        f'<p class=pager><b>1</b> {links}<a href="?q=tea&start=90">▶</a></p>', url="https://a.example/?q=tea"
    )
    paging = find_paging(page)
    assert (paging.onward and paging.onward.url) == "https://a.example/?q=tea&start=10"


@pytest.mark.parametrize(
    ("own", "link", "text"),
    [
        ("http://a.example/news", "/news?p=2", "More"),
        ("http://a.example/log?rev=tea", "/log?rev=tea&revcount=20", "more"),
        ("http://a.example/find?q=tea&offset=20", "/find?q=tea&offset=40", "Show more"),
    ],
)
def test_more_of_the_same_list_goes_on(own: str, link: str, text: str) -> None:
    paging = paging_of(f'<p><a href="{link}">{text}</a></p>', url=own)
    assert (paging.onward and paging.onward.url) == f"http://a.example{link}"


@pytest.mark.parametrize(
    ("own", "link"),
    [
        ("http://a.example/news", "/about"),
        ("http://a.example/find?q=tea&offset=20", "/find?q=tea&offset=10"),
        ("http://a.example/find?q=tea", "/find?q=coffee&offset=10"),
        ("http://a.example/find?q=tea", "/find?q=tea&sort=date"),
        ("http://a.example/find?q=tea", "http://b.example/find?q=tea&offset=10"),
    ],
)
def test_more_of_something_else_does_not(own: str, link: str) -> None:
    assert paging_of(f'<p><a href="{link}">More</a></p>', url=own).onward is None
