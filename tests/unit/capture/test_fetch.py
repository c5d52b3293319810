from __future__ import annotations

import socket
import time
import tracemalloc
from functools import partial
from typing import TYPE_CHECKING

import pytest

from wrapture import __version__
from wrapture.capture.fetch import MAX_REDIRECTS
from wrapture.capture.fetch import fetch as fetch_public
from wrapture.errors import FetchError
from wrapture.model import Capture

from .conftest import MIB, PAGE, PATIENCE_S

if TYPE_CHECKING:
    from .conftest import Site

fetch = partial(fetch_public, allow_private=True)


def refusal(url: str, *, timeout_s: float = 5, max_bytes: int = MIB) -> str:
    """Return why an address is not fetched, after looking at the error's form."""
    with pytest.raises(FetchError) as caught:
        fetch(url, timeout_s=timeout_s, max_bytes=max_bytes)
    assert str(caught.value) == f"{url}: {caught.value.what}"
    assert "\n" not in str(caught.value)
    return caught.value.what


def test_gives_the_bytes_and_the_address(site: Site) -> None:
    url = f"{site.url}/ok"
    assert fetch(url) == Capture(url, PAGE.encode(), url, None, fetched=True)


def test_says_who_asks(site: Site) -> None:
    fetch(f"{site.url}/ok")
    [(_, headers)] = site.asked
    assert headers["User-Agent"] == f"wrapture/{__version__} (reads the lists of web pages)"


def test_takes_the_charset_of_the_header(site: Site) -> None:
    capture = fetch(f"{site.url}/latin")
    assert capture.charset == "iso-8859-1"
    assert capture.body.decode("iso-8859-1") == PAGE


@pytest.mark.parametrize("path", ["untyped", "xhtml"])
def test_takes_pages_of_other_types(site: Site, path: str) -> None:
    assert fetch(f"{site.url}/{path}").body.startswith(b"<")


@pytest.mark.parametrize("path", ["zipped", "deflated"])
def test_decompresses(site: Site, path: str) -> None:
    assert fetch(f"{site.url}/{path}").body.decode() == PAGE


def test_an_empty_body_labelled_gzip_is_empty(site: Site) -> None:
    assert fetch(f"{site.url}/empty").body == b""


def test_reads_no_further_than_the_end_of_the_gzip_stream(site: Site) -> None:
    assert fetch(f"{site.url}/trailer", timeout_s=60).body.decode() == PAGE


def test_follows_redirects_and_tells_where_they_end(site: Site) -> None:
    capture = fetch(f"{site.url}/moved")
    assert (capture.name, capture.url) == (f"{site.url}/moved", f"{site.url}/ok?page=2")


def test_does_not_read_the_body_of_a_redirect(site: Site) -> None:
    assert fetch(f"{site.url}/flood", timeout_s=60).url == f"{site.url}/ok"


def test_follows_ten_redirects_and_no_more(site: Site) -> None:
    assert fetch(f"{site.url}/hops/{MAX_REDIRECTS}").body.decode() == PAGE
    assert "redirects more than 10 times" in refusal(f"{site.url}/hops/{MAX_REDIRECTS + 1}")


def test_leaves_a_loop_of_redirects(site: Site) -> None:
    assert "redirects more than 10 times" in refusal(f"{site.url}/loop")
    assert len(site.asked) == MAX_REDIRECTS + 1


def test_does_not_follow_a_redirect_to_a_file(site: Site) -> None:
    assert "only addresses such as http" in refusal(f"{site.url}/escape")


def test_logs_in_but_keeps_the_password_out_of_the_capture(site: Site) -> None:
    plain = f"{site.url}/ok"
    capture = fetch(plain.replace("//", "//ann:secret@"))
    assert (capture.name, capture.url) == (plain, plain)
    assert site.asked[0][1]["Authorization"].startswith("Basic ")


def test_keeps_the_password_out_of_errors(site: Site) -> None:
    with pytest.raises(FetchError) as caught:
        fetch(f"{site.url}/missing".replace("//", "//ann:secret@"))
    assert caught.value.where == f"{site.url}/missing"


@pytest.mark.parametrize(
    ("path", "why"),
    [
        ("missing", "the server answered 404 Not Found; check the address"),
        ("broken", "the server answered 503 Service Unavailable; the server has a problem; try again later"),
        ("binary", "is 'application/pdf', not a web page"),
        ("torn", "the answer is truncated"),
        ("garbled", "does not decompress"),
        ("brotli", "does not decompress"),
        ("strange", "compressed as 'sdch'"),
        ("short", "the response is incomplete or invalid"),
        ("nonsense", "the response is incomplete or invalid"),
    ],
)
def test_says_why_there_is_no_page(site: Site, path: str, why: str) -> None:
    assert why in refusal(f"{site.url}/{path}")


def test_stops_an_endless_body_at_the_limit(site: Site) -> None:
    assert "is longer than 1,048,576 bytes" in refusal(f"{site.url}/endless")


def test_a_body_as_long_as_the_limit_is_taken(site: Site) -> None:
    size = len(PAGE.encode())
    assert len(fetch(f"{site.url}/zipped", max_bytes=size).body) == size
    assert "is longer than" in refusal(f"{site.url}/zipped", max_bytes=size - 1)
    assert "is longer than" in refusal(f"{site.url}/ok", max_bytes=size - 1)


def test_a_gzip_bomb_stays_under_the_limit(site: Site) -> None:
    tracemalloc.start()
    try:
        assert "is longer than" in refusal(f"{site.url}/bomb", max_bytes=MIB)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 8 * MIB  # of the 64 it would inflate to; the server, in this same process, has its share in it


@pytest.mark.parametrize("path", ["slow", "slowhead"])
def test_the_time_limit_holds_for_a_server_that_drips(site: Site, path: str) -> None:
    begin = time.monotonic()
    assert refusal(f"{site.url}/{path}", timeout_s=0.4).startswith("took longer than 0.4 s")
    assert time.monotonic() - begin < PATIENCE_S / 2


def test_the_time_limit_holds_for_a_silent_server(site: Site) -> None:
    begin = time.monotonic()
    why = refusal(f"{site.url}/silent", timeout_s=0.3)
    assert "took longer" in why or "stopped responding" in why
    assert time.monotonic() - begin < PATIENCE_S / 2


def test_a_refused_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))  # bound but not listening: nobody else can take the port
        assert "no connection" in refusal(f"http://127.0.0.1:{closed.getsockname()[1]}/")


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("ftp://example.org/list", "only addresses such as http"),
        ("file:///etc/passwd", "only addresses such as http"),
        ("http:///list", "only addresses such as http"),
        ("http://[::1/", "not an address"),
        ("http://x\x01y/", "not an address"),
        (f"http://{'a' * 70}.invalid/", "not an address"),
    ],
)
def test_what_is_not_an_address(url: str, why: str) -> None:
    assert why in refusal(url)
