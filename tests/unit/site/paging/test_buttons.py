"""Buttons that page: found where there are no links, and not taken for other buttons."""

from __future__ import annotations

import pytest

from wrapture.html.parsing import read_page
from wrapture.model import Capture
from wrapture.site.paging import Paging, find_paging

OMEGA = (
    '<input name="P" value="word"><input type="submit" value="Search">'
    '<input type="submit" name="&lt;" value="Previous"><input type="submit" name="[" value="1">'
    '<input type="submit" name="[" value="2" disabled><input type="submit" name="[" value="3">'
    '<input type="submit" name="&gt;" value="Next">'
)


def paging_of(inside: str, after: str = "") -> Paging:
    html = f'<form action="/omega">{inside}</form><p>Nothing of it here</p>{after}'
    return find_paging(read_page(Capture("page", html.encode(), url="http://search.example/omega?P=word")))


def test_the_buttons_of_omega_page() -> None:
    paging = paging_of(OMEGA)
    assert [(link.number, link.is_button, link.url) for link in paging.pages] == [(1, True, ""), (3, True, "")]
    assert paging.next is not None
    assert (paging.next.text, paging.next.is_button) == ("Next", True)
    assert paging.onward == paging.next
    assert (paging.previous and paging.previous.text) == "Previous"


def test_an_image_that_is_named_as_an_arrow_pages() -> None:
    paging = paging_of('<input type="image" name="&gt;" src="/images/n.gif" alt="Next">')
    assert (paging.next and paging.next.is_button) is True


def test_the_number_after_the_current_one_is_pressed_where_none_is_next() -> None:
    numbers = "".join(f'<input type="submit" name="[" value="{n}">' for n in (1, 3, 4))
    paging = paging_of(numbers)
    assert paging.current == 2
    assert (paging.onward and paging.onward.number) == 3


@pytest.mark.parametrize("text", ["Next 20 documents", "Next page", "Show more results"])
def test_a_button_that_says_what_it_pages_needs_no_name(text: str) -> None:
    paging = paging_of(f'<input type="submit" value="{text}">')
    assert (paging.next and paging.next.text) == text


def test_links_are_preferred() -> None:
    links = (
        "".join(f'<a href="?P=word&amp;page={n}">{n}</a> ' for n in (2, 3, 4)) + '<a href="?P=word&amp;page=2">Next</a>'
    )
    paging = paging_of(OMEGA, f'<div class="pager">{links}</div>')
    assert not any(link.is_button for link in (*paging.pages, paging.next, paging.onward) if link is not None)


@pytest.mark.parametrize(
    "button",
    [
        '<input type="submit" value="Go">',
        '<input type="submit" name="next" value="Get my quote">',
        '<input type="submit" name="step" value="Continue">',
        '<button type="button" name="next">Next page</button>',
        '<input type="reset" value="Next page">',
        '<input type="submit" name="vote" value="5">',
        '<button name="next" disabled>Next</button>',
    ],
)
def test_other_buttons_do_not_page(button: str) -> None:
    assert paging_of(button) == Paging()
