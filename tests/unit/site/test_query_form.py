"""From forms to requests."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wrapture.html.lexbor import parse_page
from wrapture.site.forms import find_forms
from wrapture.site.query_form import query_form_of, request_for

if TYPE_CHECKING:
    from wrapture.html.page import Page
    from wrapture.model import QueryForm

URL = "https://example.org/start"


def page_with(form: str) -> Page:
    return parse_page(form, url=URL)


def query_form(form: str) -> QueryForm | None:
    page = page_with(form)
    return query_form_of(find_forms(page)[0], page)


GET = (
    "<form action=/find accept-charset=utf-8><input type=hidden name=in value=all><input name=q value=old>"
    "<select name=n><option>10<option selected>20</select><input type=submit name=go value=Find></form>"
)


def test_a_form_is_asked_as_a_browser_would() -> None:
    found = query_form(GET)
    assert found is not None
    assert found.entries == (("in", "all"), ("q", ""), ("n", "20"), ("go", "Find"))
    request = request_for(found, "fish & chips")
    assert (request.method, request.body, request.referer) == ("GET", b"", URL)
    assert request.url == "https://example.org/find?in=all&q=fish+%26+chips&n=20&go=Find"


def test_a_posted_form_carries_the_query_in_its_body() -> None:
    found = query_form(GET.replace("<form", "<form method=post"))
    assert found is not None
    request = request_for(found, "tea")
    assert (request.method, request.url) == ("POST", "https://example.org/find")
    assert request.body == b"in=all&q=tea&n=20&go=Find"
    assert request.content_type == "application/x-www-form-urlencoded"


@pytest.mark.parametrize(
    ("hidden", "fresh"),
    [
        ("<input type=hidden name=csrf_token value=abc>", True),
        ("<input type=hidden name=__VIEWSTATE value=abc>", True),
        ("<input type=hidden name=key value=0123456789abcdef01>", True),
        ("<input type=hidden name=lang value=en>", False),
        ("", False),
    ],
)
def test_values_of_one_visit_are_fetched_for_each_query(hidden: str, fresh: bool) -> None:
    found = query_form(f"<form method=post action=/find>{hidden}<input type=search name=q></form>")
    assert found is not None
    assert found.fresh is fresh


def test_the_values_of_this_visit_are_sent() -> None:
    form = (
        "<form method=post action=/find><input type=hidden name=csrf_token value={}><input type=search name=q></form>"
    )
    found = query_form(form.format("old"))
    assert found is not None
    assert request_for(found, "tea", page_with(form.format("new"))).body == b"csrf_token=new&q=tea"
    assert request_for(found, "tea", page_with("<p>gone")).body == b"csrf_token=old&q=tea"


def test_a_choice_that_must_be_made_is_made() -> None:
    choices = "<option value='' selected>Please choose<option value=all>All<option value=new>New</select>"
    form = f"<form><select name=kind required>{choices}<select name=other>{choices}<input type=search name=q></form>"
    found = query_form(form)
    assert found is not None
    assert found.entries == (("kind", "all"), ("other", ""), ("q", ""))


def test_a_form_without_a_field_for_words_is_no_way_to_ask() -> None:
    assert query_form("<form><input type=submit value=Go></form>") is None


@given(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r\n\0"), max_size=30))
def test_any_query_comes_through(query: str) -> None:
    from urllib.parse import parse_qs, urlsplit

    found = query_form(GET)
    assert found is not None
    sent = parse_qs(urlsplit(request_for(found, query).url).query, keep_blank_values=True)
    assert sent["q"] == [query]
