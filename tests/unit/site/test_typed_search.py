"""Fields that belong to no form: which take a query, and what their addresses make of it."""

from __future__ import annotations

import pytest

from wrapture.html.lexbor import parse_page
from wrapture.site.query_form import request_for
from wrapture.site.typed_search import fields_without_form, query_form_at

START = "http://site.example/"


def test_fields_that_take_a_query_and_belong_to_no_form() -> None:
    page = parse_page(
        "<form><input name=q></form><input type=search><input name=email><input placeholder='Rechercher un livre : recherche'>"
        "<input type=password class=search><input aria-label=Suche><form id=f></form><input form=f type=search>"
    )
    assert fields_without_form(page) == [1, 3, 5]


@pytest.mark.parametrize(
    "address",
    [
        "",
        "http://site.example/search/abc",
        "http://site.example/delete/zyx",
        "http://site.example/#q=zyx",
        "http://other.example/?q=zyx",
        "http://site.example/delete?q=zyx",
        "http://site.example/?q=zyxa",
    ],
)
def test_other_addresses_are_no_query_forms(address: str) -> None:
    assert query_form_at(address, "zyx", START) is None


@pytest.mark.parametrize(
    ("address", "asked"),
    [
        ("http://site.example/search/zyx", "http://site.example/search/red%20%26%20caf%C3%A9%2Fbar"),
        ("http://site.example/s-zyx.html?in=all", "http://site.example/s-red%20%26%20caf%C3%A9%2Fbar.html?in=all"),
        ("http://site.example/b%C3%BCcher/zyx?query=1", "http://site.example/b%C3%BCcher/red%20%26%20caf%C3%A9%2Fbar"),
    ],
)
def test_a_query_may_stand_in_the_path(address: str, asked: str) -> None:
    found = query_form_at(address, "zyx", START)
    assert found is not None
    assert found.in_path
    assert request_for(found, "red & café/bar").url == asked
