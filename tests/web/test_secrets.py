"""What belongs to one origin and goes to no other: credentials, cookies, secrets, where one comes from."""

from __future__ import annotations

import pytest

from wrapture.errors import FetchError
from wrapture.net.cookies import MAX_COOKIES, Cookies
from wrapture.net.http_messages import Request

from .conftest import ask, refusal
from .server import BadServer, head, page


def signed(url: str) -> str:
    return url.replace("//", "//ann:secret@")


def test_credentials_go_to_the_origin_that_was_asked(server: BadServer) -> None:
    server.says("/end", page(b"end"))
    answer = ask(signed(server.leads("/", "/end")))
    assert [asked.headers["authorization"] for asked in server.asked] == ["Basic YW5uOnNlY3JldA=="] * 2
    assert "secret" not in answer.url + str(answer.hops)


def test_credentials_do_not_go_to_another_port(server: BadServer, other: BadServer) -> None:
    request = Request(
        signed(server.leads("/", other.says("/end", page(b"end")))),
        headers=(("Authorization", "Bearer secret"), ("X-Api-Key", "secret")),
    )
    assert ask(request).body == b"end"
    assert server.asked[0].headers["authorization"] == "Bearer secret"
    assert "secret" not in str(other.asked)


def test_credentials_do_not_come_back_by_way_of_another_site(server: BadServer, other: BadServer) -> None:
    other.leads("/back", f"{server.url}/change")
    server.says("/change", page(b"changed"))
    ask(signed(server.leads("/", f"{other.url}/back")))
    assert "authorization" in server.asked[0].headers
    assert "authorization" not in server.asked[1].headers


def test_credentials_do_not_go_on_within_another_site(server: BadServer, other: BadServer) -> None:
    other.leads("/one", "/two")
    ask(Request(server.leads("/", f"{other.url}/one"), headers=(("Authorization", "Bearer secret"),)))
    assert len(other.asked) == 2
    assert "secret" not in str(other.asked)


def test_credentials_that_a_redirect_brings_are_dropped(server: BadServer, other: BadServer) -> None:
    server.says("/end", page(b"end"))
    other.leads("/", signed(server.url) + "/end")
    for url in (server.leads("/", signed(server.url) + "/end"), f"{other.url}/"):
        answer = ask(url)
        assert answer.body == b"end"
        assert "authorization" not in server.asked[-1].headers
        assert "secret" not in answer.url


def test_a_password_is_in_no_message(server: BadServer) -> None:
    for url in (
        signed(server.url) + "/\x01",
        "http://ann:sec/ret@host:x/",
        "http://ann:secret@[host/",
        "http://ann:secret@10.0.0.1/",
    ):
        with pytest.raises(FetchError) as caught:
            ask(url, allow_private=False)
        assert "sec" not in str(caught.value)


def test_secrets_are_masked_in_messages(server: BadServer) -> None:
    url = server.leads("/login?pw=a%20b", "ftp://host/?pw=a+b")
    with pytest.raises(FetchError) as caught:
        ask(Request(url, secrets=("a b",)))
    assert caught.value.where == f"{server.url}/login?pw=***"
    assert caught.value.what.startswith("redirects to ftp://host/?pw=***: ")
    assert "a%20b" not in str(caught.value.__cause__)


def test_secrets_are_not_taken_to_another_site(server: BadServer, other: BadServer) -> None:
    url = server.leads("/login", f"{other.url}/?pw=a%20b")
    why = refusal(Request(url, "POST", b"pw=a+b", secrets=("a b",)))
    assert "would send a secret to another site, which is refused" in why
    assert other.asked == []
    assert ask(url).status == 404  # nothing is secret here


def test_where_one_comes_from(server: BadServer, other: BadServer) -> None:
    other.says("/", page(b""))
    ask(Request(server.leads("/", other.url + "/"), referer=f"http://ann:pw@127.0.0.1:{server.port}/form?q=a#top"))
    assert server.asked[0].headers["referer"] == f"{server.url}/form?q=a"
    assert other.asked[0].headers["referer"] == f"{server.url}/"


@pytest.mark.parametrize(
    "referer", ["https://127.0.0.1/form", "file:///home/ann/page.html", "http://host/?pw=secret", "nonsense"]
)
def test_what_is_not_said_of_where_one_comes_from(server: BadServer, referer: str) -> None:
    ask(Request(server.says("/", page(b"")), referer=referer, secrets=("secret",)))
    assert "referer" not in server.asked[0].headers


def test_cookies_come_back(server: BadServer) -> None:
    jar = Cookies()
    server.says("/end", page(b"end"))
    ask(
        server.leads("/", "/end", 302, "Set-Cookie: id=7; Path=/; HttpOnly", "Set-Cookie: b=2; Path=/other"),
        cookies=jar,
    )
    ask(f"{server.url}/end", cookies=jar)
    assert [asked.headers.get("cookie") for asked in server.asked] == [None, "id=7", "id=7"]


def test_cookies_of_redirects_live_for_the_exchange(server: BadServer) -> None:
    server.says("/end", page(b"end"))
    url = server.leads("/", "/end", 302, "Set-Cookie: id=7")
    ask(url)
    ask(url)
    assert [asked.headers.get("cookie") for asked in server.asked] == [None, "id=7", None, "id=7"]


@pytest.mark.parametrize("domain", ["127.0.0.1", "localhost", "com", ".", ""])
def test_cookies_do_not_go_to_another_port_or_host(server: BadServer, other: BadServer, domain: str) -> None:
    jar = Cookies()
    ask(server.says("/", page(b"", f"Set-Cookie: id=7; Path=/; Domain={domain}")), cookies=jar)
    ask(f"{other.url}/", cookies=jar)
    ask(f"http://localhost:{server.port}/", cookies=jar)
    ask(f"{server.url}/", cookies=jar)
    assert "cookie" not in other.asked[0].headers
    assert [asked.headers.get("cookie") for asked in server.asked] == [None, None, "id=7"]


def test_a_request_cannot_bring_cookies(server: BadServer) -> None:
    ask(Request(server.says("/", page(b"")), headers=(("Cookie", "id=7"),)))
    assert "cookie" not in server.asked[0].headers


def test_a_flood_of_cookies(server: BadServer) -> None:
    jar = Cookies()
    for start in range(0, 2000, 200):
        lines = (f"Set-Cookie: c{number}={'x' * 200}; Path=/" for number in range(start, start + 200))
        server.says("/", head("Content-Length: 0", *lines))
        ask(f"{server.url}/", cookies=jar)
    assert len(jar) == MAX_COOKIES
    assert len(server.asked[-1].headers["cookie"]) <= 8192


def test_cookies_that_break_a_rule(server: BadServer) -> None:
    jar = Cookies()
    lines = [
        "secure=1; Secure",
        "__Host-a=1; Secure; Path=/",
        "__Secure-b=1; Secure",
        f"huge={'x' * 5000}",
        "no pair",
        "=1",
    ]
    ask(server.says("/", head("Content-Length: 0", *(f"Set-Cookie: {line}" for line in lines))), cookies=jar)
    assert len(jar) == 0
