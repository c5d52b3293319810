"""What an exchange sends, keeps and tells, piece by piece."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from wrapture.errors import AddressError
from wrapture.net.exchange import _Hop, _referer, _where, exchange
from wrapture.net.fetch_limits import MAX_HEADERS
from wrapture.net.http_messages import Request
from wrapture.net.web_address import parsed

from .conftest import Reply

if TYPE_CHECKING:
    from .conftest import Site


@pytest.mark.parametrize(
    ("page", "target", "referer"),
    [
        ("https://a.example/list?q=1", "https://a.example/next", "https://a.example/list?q=1"),
        ("https://a.example/list?q=1", "https://b.example/next", "https://a.example/"),
        ("http://a.example/list?q=1", "https://b.example/next", "http://a.example/"),
        ("http://a.example/list?q=1", "http://b.example/next", "http://a.example/"),
        ("https://a.example/list?q=1", "http://a.example/next", ""),
        ("https://a.example/list?q=1", "http://b.example/next", ""),
        ("not an address", "http://b.example/next", ""),
        ("https://a.example/?key=s3cret", "https://a.example/next", ""),
    ],
)
def test_the_referer_tells_no_more_than_it_must(page: str, target: str, referer: str) -> None:
    request = Request(target, referer=page, secrets=("s3cret",))
    assert _referer(request, _Hop(parsed(target), "GET", b"")) == referer


@pytest.mark.parametrize(
    ("url", "told"),
    [
        ("https://ann:key@a.example/list", "https://a.example/list"),
        ("https://a.example/list@2", "https://a.example/list@2"),
        ("http://ann:k/ey@a.example/list", "http:a.example/list"),
        ("http:///ann:key@a.example/list", "http:///a.example/list"),
        ("ftp://a.example/list", "ftp://a.example/list"),
        ("https://a.example/s3cret", "https://a.example/***"),
        ("https://a.example/\nlist", "https://a.example/ list"),
    ],
)
def test_an_address_is_told_without_secrets(url: str, told: str) -> None:
    assert _where(Request(url, secrets=("s3cret",))) == told


def test_cookies_are_not_in_the_response(site: Site) -> None:
    page = Reply(headers={"Content-Type": "text/html", "Set-Cookie": "id=7", "X-Odd": "set-cookie"})
    answer = exchange(Request(site.put("/list", page)), allow_private=True)
    assert "set-cookie" not in {name for name, _ in answer.headers}
    assert ("x-odd", "set-cookie") in answer.headers


def test_private_addresses_are_refused_unless_allowed(site: Site) -> None:
    with pytest.raises(AddressError, match="this machine"):
        exchange(Request(site.put("/list")))
    assert not site.asked


def test_as_many_headers_as_allowed(site: Site) -> None:
    usual = len(exchange(Request(site.put("/usual")), allow_private=True).headers)
    many = {"Content-Type": "text/html", **{f"X-{n}": "x" for n in range(MAX_HEADERS - usual)}}
    assert len(exchange(Request(site.put("/many", Reply(headers=many))), allow_private=True).headers) == MAX_HEADERS
