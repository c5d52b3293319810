"""Addresses: the number of the page, what is left without it, and what is not an address of the web."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wrapture.site.paging.page_addresses import PageAddress, varying

LIST = "http://shop.example/list"
PAGES = [
    f"{LIST}?page=7",
    f"{LIST}/page/7/",
    f"{LIST}?q=a&start=7",
    f"{LIST}?q=a;page=7",
    f"{LIST}/p7",
    f"{LIST}-p7/",
    f"{LIST}?PAGEN_1=7",
    f"{LIST}/index7.html",
    f"{LIST}?offset=7",
    f"{LIST}/Seite/7",
]


@pytest.mark.parametrize("url", PAGES)
def test_the_number_of_the_page_is_read_from_the_address(url: str) -> None:
    assert PageAddress(url).page_number == 7


@pytest.mark.parametrize("url", [f"{LIST}?id=7", f"{LIST}/7-ways-to-paint", f"{LIST}?q=7", LIST, f"{LIST}?size=7"])
def test_other_numbers_are_not_that_of_a_page(url: str) -> None:
    assert PageAddress(url).page_number is None


@pytest.mark.parametrize("url", PAGES)
def test_two_pages_of_a_list_have_one_stem(url: str) -> None:
    assert (
        PageAddress(url).stem
        == PageAddress(url.replace("7", "12")).stem
        != PageAddress(url.replace("list", "sale")).stem
    )


def test_the_first_page_has_the_stem_of_the_others() -> None:
    assert PageAddress(LIST).stem == PageAddress(f"{LIST}/page/2/").stem == PageAddress(f"{LIST}?page=2").stem


@pytest.mark.parametrize(
    "url", ["javascript:next()", "#top", "mailto:a@b.example", "ftp://a.example/2", "data:,2", "http://[x/2", ""]
)
def test_what_can_not_be_asked_is_not_of_the_web(url: str) -> None:
    assert not PageAddress(url).is_web


def test_one_number_differs() -> None:
    assert varying([PageAddress("/a/1?p=2"), PageAddress("/a/1?p=3"), PageAddress("/a/1?p=9")]) == 1
    assert varying([PageAddress("/a/1?p=2"), PageAddress("/a/2?p=3")]) is None
    assert varying([PageAddress("/a/1"), PageAddress("/b/2")]) is None
    assert varying([PageAddress("/a/1")]) is None


def test_the_number_of_results_is_not_that_of_a_page() -> None:
    assert PageAddress(f"{LIST}?per_page=50").names_size(50)
    assert not PageAddress(f"{LIST}?page=50").names_size(50)
    assert not PageAddress(f"{LIST}?count=10&start=10").names_size(10)


@given(st.text(max_size=60))
def test_any_address_is_taken_apart(text: str) -> None:
    address = PageAddress(text)
    assert len(address.shape) == len(address.numbers) + 1
    assert isinstance(address.stem, str)
    assert address.page_number is None or address.page_number >= 0
