"""Heads of answers that are too long, too slow, too many or no heads at all."""

from __future__ import annotations

import logging
import socket

import pytest

from wrapture.net.fetch_limits import MAX_HEADERS, FetchLimits
from wrapture.net.http_messages import Request

from .conftest import ask, refusal
from .server import BadServer, forever, head, page


def test_any_status_is_an_answer(server: BadServer) -> None:
    for status in (204, 304, 404, 500, 999):
        body = b"" if status in {204, 304} else b"words"
        answer = ask(server.says("/", page(body, "ETag: x", status=status)))
        assert (answer.status, answer.reason, answer.body, answer.header("ETag")) == (status, "So", body, "x")


def test_an_endless_header(server: BadServer) -> None:
    url = server.says("/", forever(b"x" * 8192, b"HTTP/1.1 200 OK\r\nX-Long: "))
    assert "its headers are longer than 65,536 bytes" in refusal(url)


def test_endless_headers(server: BadServer) -> None:
    url = server.says("/", forever(b"X-More: and more\r\n" * 100, b"HTTP/1.1 200 OK\r\n"))
    assert "its headers are longer than 65,536 bytes" in refusal(url)


def test_too_many_headers(server: BadServer) -> None:
    url = server.says("/", head("Content-Length: 0", *["A: b"] * MAX_HEADERS))
    assert "it sends more than 256 headers" in refusal(url)
    assert ask(server.says("/", head("Content-Length: 0", *["A: b"] * (MAX_HEADERS - 1)))).status == 200


def test_a_dripping_head(server: BadServer) -> None:
    url = server.says("/", forever(b".", b"HTTP/1.1 200 OK\r\nX-Slow: ", pause_s=0.02))
    assert refusal(url, FetchLimits(timeout_s=0.3)).startswith("took longer than 0.3 s")


def test_a_flood_of_interim_answers(server: BadServer) -> None:
    url = server.says("/", forever(b"HTTP/1.1 100 Continue\r\n\r\n" * 200))
    assert "its headers are longer than 65,536 bytes" in refusal(url)


def test_a_drip_of_interim_answers(server: BadServer) -> None:
    url = server.says("/", forever(b"HTTP/1.1 100 Continue\r\n\r\n", pause_s=0.02))
    assert refusal(url, FetchLimits(timeout_s=0.3)).startswith("took longer than 0.3 s")


def test_some_interim_answers_are_passed_over(server: BadServer) -> None:
    early = b"HTTP/1.1 103 Early Hints\r\nSet-Cookie: a=1\r\n\r\n"
    assert ask(server.says("/", early * 3 + page(b"then this"))).body == b"then this"


def test_another_protocol(server: BadServer) -> None:
    url = server.says("/", b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\n\r\nnoise")
    assert "the response is incomplete or invalid" in refusal(url)


@pytest.mark.parametrize(
    "said",
    [
        b"",
        b"220 mail.example.org ESMTP\r\n\r\n",
        b"SSH-2.0-OpenSSH_9.6\r\n",
        b"HTTP/1.1 20 OK\r\n\r\n",
        b"HTTP/1.1 two OK\r\n\r\n",
        b"HTTP/9.9.9 200 OK\r\n\r\n",
        b"<html>no head at all</html>\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nno colon\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nX: \0\r\n\r\n",
        b"HTTP/1.1 200 OK\r\n: no name\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        b"HTTP/1.1 200 OK\r\nX: y\r\n",
        bytes(range(256)) * 4,
    ],
)
def test_what_is_no_answer(server: BadServer, said: bytes) -> None:
    assert "the response is incomplete or invalid" in refusal(server.says("/", said))


def test_what_a_server_says_is_shown_on_one_short_line(server: BadServer) -> None:
    long = b"x" * 30_000
    assert len(refusal(server.says("/", b"HTTP/1.1 two " + long + b"\r\n\r\n"))) < 400
    answer = ask(server.says("/", b"HTTP/1.1 404 \x9b31m" + long + b"\r\nContent-Length: 0\r\n\r\n"))
    assert answer.reason.startswith("?31mxxx")
    assert len(answer.reason) < 300


def test_a_silent_server(server: BadServer) -> None:
    url = server.says("/", forever(b"", pause_s=0.1))
    assert (
        refusal(url, FetchLimits(timeout_s=100, read_timeout_s=0.2)) == "the server stopped responding; try again later"
    )
    url = server.says("/", forever(b"", pause_s=0.1))
    assert refusal(url, FetchLimits(timeout_s=0.2)).startswith("took longer than 0.2 s")


def test_nobody_listens() -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))  # bound but not listening: nobody else can take the port
        assert "no connection" in refusal(f"http://127.0.0.1:{closed.getsockname()[1]}/")


def test_says_honestly_who_asks(server: BadServer) -> None:
    ask(
        Request(server.says("/", page(b"")), headers=(("User-Agent", "Mozilla/5.0"), ("Host", "other"), ("X-Own", "1")))
    )
    [asked] = server.asked
    assert asked.headers["user-agent"].startswith("wrapture/")
    assert asked.headers["host"] == f"127.0.0.1:{server.port}"
    assert asked.headers["x-own"] == "1"


@pytest.mark.parametrize(
    "header", [("X-Own", "a\r\nEvil: 1"), ("X-Own", "a\nEvil: 1"), ("X\r\nEvil", "1"), ("X-Own", "\u0100")]
)
def test_no_header_is_smuggled_into_a_request(server: BadServer, header: tuple[str, str]) -> None:
    assert "the request could not be sent" in refusal(Request(server.says("/", page(b"")), headers=(header,)))
    assert all("evil" not in asked.headers for asked in server.asked)


def test_no_line_is_smuggled_into_a_request(server: BadServer) -> None:
    assert "not an address" in refusal(server.url + "/ HTTP/1.1\r\nEvil: 1\r\n\r\n")
    ask(server.url + "/a b\u2028c")
    assert server.asked[0].line == "GET /a%20b%E2%80%A8c HTTP/1.1"


def test_cookies_are_not_in_the_headers_nor_in_the_log(server: BadServer, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        answer = ask(server.says("/", page(b"", "Set-Cookie: id=hidden", "Set-Cookie2: id=hidden")))
    assert "hidden" not in str(answer.headers) + caplog.text


def test_a_form_is_posted(server: BadServer) -> None:
    request = Request(server.says("/", page(b"found")), "POST", b"q=a", "application/x-www-form-urlencoded")
    assert ask(request).body == b"found"
    [asked] = server.asked
    assert (asked.line, asked.body) == ("POST / HTTP/1.1", b"q=a")
    assert asked.headers["content-type"] == "application/x-www-form-urlencoded"
