"""Whatever happens at whichever layer, `exchange` raises a documented error."""

from __future__ import annotations

import socket
from typing import TYPE_CHECKING

import httpcore2
import pytest

from wrapture.errors import FetchError
from wrapture.net import cookies, exchange, pinned, wire
from wrapture.net.http_messages import Request

from .conftest import ask, refusal
from .server import page

if TYPE_CHECKING:
    from .server import BadServer

LAYERS = (
    (exchange, "parsed"),
    (exchange, "decoded"),
    (exchange, "_headers"),
    (exchange, "_location"),
    (cookies.Cookies, "keep"),
    (cookies.Cookies, "header"),
    (wire, "asked"),
    (wire, "_connection"),
    (wire, "_proxy"),
    (wire, "ResponseHead"),
    (wire.ResponseHead, "chunks"),
    (pinned, "look_up"),
    (pinned.Pinned, "connect_tcp"),
    (pinned.DeadlineStream, "read"),
    (pinned.DeadlineStream, "write"),
    (httpcore2.SyncBackend, "connect_tcp"),
    (httpcore2.HTTPConnection, "handle_request"),
    (httpcore2.Response, "iter_stream"),
    (socket, "getaddrinfo"),
)
ERRORS = (
    ValueError("secret word"),
    KeyError("secret word"),
    TypeError(),
    OSError(5, "broken"),
    RecursionError(),
    MemoryError(),
    UnicodeDecodeError("utf-8", b"\xff", 0, 1, "no"),
    ZeroDivisionError(),
    AssertionError(),
    httpcore2.PoolTimeout(),
    StopIteration(),
)


@pytest.mark.parametrize("layer", LAYERS, ids=lambda layer: f"{layer[0].__name__}.{layer[1]}")
@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_any_error_at_any_layer_is_a_documented_one(
    server: BadServer, monkeypatch: pytest.MonkeyPatch, layer: tuple[object, str], error: Exception
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise error

    url = server.says("/list", page(b"<p>One"))
    assert ask(url).body == b"<p>One"
    monkeypatch.setattr(*layer, fail)
    with pytest.raises(FetchError) as caught:
        ask(Request(url.replace("http://", "http://ann:key@"), secrets=("secret word",)))
    assert "secret word" not in str(caught.value)
    assert "key" not in str(caught.value)
    assert "\n" not in str(caught.value)


def test_the_layers_are_there() -> None:
    assert all(hasattr(*layer) for layer in LAYERS)


@pytest.mark.parametrize(
    "location",
    ["http://0x-f.1880/", "http://0x_f.1/", "http://1.2.3.-4/", "http://0x+1/", "http://1_0.1/", "http://\u0663.1/"],
)
def test_a_redirect_to_an_odd_number(server: BadServer, location: str) -> None:
    assert "redirects to" in refusal(server.leads("/", location.encode().decode("latin-1")))


@pytest.mark.parametrize("url", ["http://127.0.0.1/\udcff", "http://\udcff/", "http://a:\udcff@127.0.0.1/", "\udcff"])
def test_an_address_that_is_not_unicode(url: str) -> None:
    with pytest.raises(FetchError, match=r"not an address|only addresses"):
        ask(url)


@pytest.mark.parametrize(
    "date",
    [
        "Mi\u00e9, 09 feb 1994 22:23:32 GMT",
        "Wed, 09 Fbb 1994 22:23:32 GMT",
        "Wed, \u0660\u0669 Feb 1994 22:23:32 GMT",
        "Wed, 09 Feb 999999 22:23:32 GMT",
        "Wed, 99 Feb 1994 99:99:99 GMT",
        "\u00b2",
    ],
)
def test_a_cookie_with_an_odd_date(server: BadServer, date: str) -> None:
    jar = cookies.Cookies()
    line = f"Set-Cookie: id=7; Expires={date}".encode().decode("latin-1")
    assert ask(server.says("/", page(b"<p>One", line)), cookies=jar).body == b"<p>One"
