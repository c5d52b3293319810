"""From one page of an answer to the next."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from wrapture.html.lexbor import parse_page
from wrapture.site.pagination import last_request, next_request, pagination_of

if TYPE_CHECKING:
    from wrapture.html.page import Page

URL = "https://example.org/find?q=tea&start=10"
LIST = "<ul>" + "".join(f"<li><a href=/item/{n}>Item {n}</a> is for sale</li>" for n in range(10)) + "</ul>"


def page_with(pager: str) -> Page:
    return parse_page(f"{LIST}{pager}", url=URL)


def test_a_link_leads_on() -> None:
    page = page_with('<p class=pager><a href="?q=tea&start=0">Previous</a> <a href="?q=tea&start=20">Next</a></p>')
    request = next_request(page)
    assert request is not None
    assert (request.method, request.url, request.referer) == ("GET", "https://example.org/find?q=tea&start=20", URL)
    pagination = pagination_of(page, request)
    assert (pagination.by, pagination.parameter, pagination.step) == ("link", "start", 10)


def test_a_button_sends_the_form_at_hand() -> None:
    page = page_with(
        "<form action=/find method=post><input name=q value=tea><input type=hidden name=top value=10>"
        '<input type=submit name="<" value=Previous><input type=submit name=">" value=Next></form>'
    )
    request = next_request(page)
    assert request is not None
    assert (request.method, request.url) == ("POST", "https://example.org/find")
    assert request.body == b"q=tea&top=10&%3E=Next"
    assert pagination_of(page, request).by == "button"


@pytest.mark.parametrize(
    "pager",
    [
        "",
        '<p class=pager><a href="https://elsewhere.example/?page=2">Next</a></p>',
        '<p class=pager><a href="javascript:more()">Next</a></p>',
        '<p class=pager><a href="mailto:ann@example.org">Next</a></p>',
        '<p class=pager><a href="/logout?next=2">Next</a></p>',
    ],
    ids=["none", "another host", "a script", "a letter", "a deed"],
)
def test_nothing_leads_on(pager: str) -> None:
    assert next_request(page_with(pager)) is None


@pytest.mark.parametrize(
    "link",
    ["?q=tea&start=20", "/find?q=tea&start=20", "/find?lang=xx&limit=10&start=20&q=tea"],
    ids=["the same but for the number", "written in full", "an offset among others"],
)
def test_an_address_that_skips_as_many_as_there_are_leads_on(link: str) -> None:
    page = page_with(f'<p><a href="{link}">xyzzy</a></p>')
    request = next_request(page, count=10)
    assert request is not None
    assert request.url.endswith(link.removeprefix("?"))
    assert next_request(page) is None


@pytest.mark.parametrize("link", ["?q=tea&start=11", "?q=coffee&size=20", "/other?q=tea&start=20", "?q=tea&start=0"])
def test_an_address_that_skips_another_number_does_not(link: str) -> None:
    assert next_request(page_with(f'<p><a href="{link}">xyzzy</a></p>'), count=10) is None


def test_the_last_page_that_is_linked() -> None:
    links = "".join(f'<a href="?q=tea&start={10 * n}">{n + 1}</a> ' for n in range(5) if n != 1)
    request = last_request(page_with(f"<p class=pager>{links} <b>2</b></p>"))
    assert request is not None
    assert request.url == "https://example.org/find?q=tea&start=40"
    assert last_request(page_with("")) is None


@pytest.mark.parametrize(
    ("pager", "leads_to"),
    [
        ('<a class="load-more" href="?page=2">Show more jobs</a>', "https://example.org/jobs?page=2"),
        ('<a href="?page=2">Weitere Stellen laden</a>', "https://example.org/jobs?page=2"),
        ('<a href="/jobs/page/2">›</a>', "https://example.org/jobs/page/2"),
        (
            "".join(f'<a aria-label="Page {n}" href="?page={n}">•</a>' for n in range(1, 12)),
            "https://example.org/jobs?page=2",
        ),
        ('<a href="/jobs/7">Show more about this</a>', None),
        ('<a href="?page=5">Show more</a>', "https://example.org/jobs?page=5"),
    ],
)
def test_links_that_few_signs_speak_for_lead_on_by_their_address(pager: str, leads_to: str | None) -> None:
    """Links to load more were left to pagination, which left them alone; of dots, the tenth was taken for a skip of ten."""
    page = parse_page(f"{LIST}{pager}", url="https://example.org/jobs")
    request = next_request(page, 10)
    assert (request.url if request else None) == leads_to
