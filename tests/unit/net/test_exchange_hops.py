"""What each hop of an exchange sends, to whom, and where it ends: on a web of replies in memory, without a connection."""

from __future__ import annotations

from base64 import b64encode
from contextlib import contextmanager
from dataclasses import FrozenInstanceError, dataclass, field
from typing import TYPE_CHECKING, Any

import pytest

from wrapture.errors import AddressError, FetchError, WraptureError
from wrapture.net import exchange as exchange_module
from wrapture.net import wire
from wrapture.net.access import Access, BroughtCookie
from wrapture.net.cookies import Cookies
from wrapture.net.exchange import USER_AGENT, _Hop, _where, exchange
from wrapture.net.fetch_limits import MAX_HEADERS, FetchLimits
from wrapture.net.http_messages import Method, Request, Response
from wrapture.net.web_address import parsed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wrapture.net.http_messages import Headers
    from wrapture.net.web_address import Address

START = "http://m.example/list"
OTHERS = ("http://a.example/next", "http://z.example/next", "https://m.example/next", "http://m.example:81/next")
"""Other origins, before and after that of the start in the order of texts."""


@dataclass(frozen=True)
class FakeReply:
    """A response on the web in memory."""

    status: int = 200
    headers: Headers = ()
    body: bytes = b"<p>x"
    reason: str = "OK"

    def values(self, name: str) -> list[str]:
        return [value for key, value in self.headers if key == name]

    def chunks(self) -> Iterator[bytes]:
        yield self.body


@dataclass(frozen=True)
class Sent:
    """A request that was sent."""

    url: str
    method: str
    headers: dict[str, str]
    body: bytes


@dataclass
class FakeWeb:
    """Replies by address, and what was sent to get them; other addresses have a page."""

    replies: dict[str, FakeReply] = field(default_factory=dict)
    sent: list[Sent] = field(default_factory=list)

    @contextmanager
    def asked(
        self, address: Address, method: str, headers: Headers, body: bytes, *_: object, **__: object
    ) -> Iterator[FakeReply]:
        self.sent.append(Sent(address.url, method, {name.lower(): value for name, value in headers}, body))
        yield self.replies.get(address.url, FakeReply())

    def leads(self, url: str, *locations: str, status: int = 302, cookie: str = "") -> None:
        """Let an address redirect."""
        plain = (("content-type", "text/html"), ("x-odd", "https://odd.example/"))
        places = [("".join(("loca", "tion")), location) for location in locations]
        cookies = [("set-cookie", cookie)] if cookie else []
        self.replies[url] = FakeReply(status, (plain[0], *places, plain[1], *cookies))


@pytest.fixture
def web(monkeypatch: pytest.MonkeyPatch) -> FakeWeb:
    made = FakeWeb()
    monkeypatch.setattr(wire, "asked", made.asked)
    return made


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_redirects_are_followed(web: FakeWeb, status: int) -> None:
    web.leads(START, "/next", status=status)
    answer = exchange(Request(START))
    assert (answer.url, answer.hops, answer.body) == ("http://m.example/next", (START,), b"<p>x")


@pytest.mark.parametrize("status", [200, 201, 300, 304, 305, 306, 309, 404])
def test_other_statuses_are_answers(web: FakeWeb, status: int) -> None:
    web.leads(START, "/next", status=status)
    assert exchange(Request(START)).url == START


def posted(status: int, web: FakeWeb, location: str = "/next") -> Sent:
    web.leads(START, location, status=status)
    exchange(Request(START, "POST", b"q=1", "application/x-www-form-urlencoded"))
    assert web.sent[0].headers["content-length"] == "3"
    return web.sent[-1]


@pytest.mark.parametrize("status", [307, 308])
def test_some_redirects_repeat_the_form(web: FakeWeb, status: int) -> None:
    sent = posted(status, web)
    assert (sent.method, sent.body, sent.headers["content-length"]) == ("POST", b"q=1", "3")
    assert sent.headers["content-type"] == "application/x-www-form-urlencoded"


@pytest.mark.parametrize("status", [301, 302, 303])
def test_others_ask_for_a_page(web: FakeWeb, status: int) -> None:
    sent = posted(status, web)
    assert (sent.method, sent.body) == ("GET", b"")
    assert not {"content-type", "content-length"} & set(sent.headers)


@pytest.mark.parametrize("other", OTHERS)
def test_a_form_is_not_repeated_elsewhere(web: FakeWeb, other: str) -> None:
    with pytest.raises(FetchError, match="would send the form's content to another site"):
        posted(307, web, other)
    web.leads(START, other, status=307)
    assert exchange(Request(START)).url == other


@pytest.mark.parametrize("other", OTHERS)
def test_nothing_of_the_user_goes_elsewhere_or_comes_back(web: FakeWeb, other: str) -> None:
    web.leads(START, other)
    web.leads(other, START + "/end")
    access = Access((("x-brought", "b"),), origins=frozenset({parsed(START).origin}))
    exchange(Request("http://ann:key@m.example/list", headers=(("X-Own", "o"),)), access=access)
    own = [{"authorization", "x-own", "x-brought"} & set(sent.headers) for sent in web.sent]
    assert own == [{"authorization", "x-own", "x-brought"}, set(), set()]


def test_on_its_own_site_everything_stays(web: FakeWeb) -> None:
    web.leads(START, "/a")
    web.leads("http://m.example/a", "/b")
    exchange(Request("http://ann:key@m.example/list", headers=(("X-Own", "o"), ("Cookie", "no"))))
    assert [sent.headers["x-own"] for sent in web.sent] == ["o"] * 3
    assert {sent.headers["authorization"] for sent in web.sent} == {"Basic " + b64encode(b"ann:key").decode()}
    assert not any("cookie" in sent.headers for sent in web.sent)


@pytest.mark.parametrize(("login", "said"), [("ann@", b"ann:"), (":key@", b":key"), ("", None), ("@", None)])
def test_logins(web: FakeWeb, login: str, said: bytes | None) -> None:
    exchange(Request(f"http://{login}m.example/list"))
    expected = None if said is None else "Basic " + b64encode(said).decode()
    assert web.sent[0].headers.get("authorization") == expected


@pytest.mark.parametrize("other", OTHERS)
def test_a_secret_stays_on_its_site(web: FakeWeb, other: str) -> None:
    web.leads(START, f"{other}?key=s3cret")
    with pytest.raises(FetchError, match="would send a secret to another site") as caught:
        exchange(Request(START, secrets=("s3cret",)))
    assert "s3cret" not in str(caught.value)
    web.leads(START, "/next?key=s3cret")
    assert exchange(Request(START, secrets=("s3cret",))).body


def test_as_many_redirects_as_allowed(web: FakeWeb) -> None:
    for number in range(4):
        web.leads(f"http://m.example/{number}", f"/{number + 1}")
    exchange(Request("http://m.example/1"), limits=FetchLimits(max_redirects=3))
    with pytest.raises(FetchError, match="redirects more than 3 times"):
        exchange(Request("http://m.example/0"), limits=FetchLimits(max_redirects=3))
    assert len(web.sent) == 4 + 4
    assert exchange(Request(START), limits=FetchLimits(max_redirects=0)).body


@pytest.mark.parametrize("more", [1, 2, 300])
def test_too_many_headers(web: FakeWeb, more: int) -> None:
    headers = tuple((f"x-{number}", "x") for number in range(MAX_HEADERS + more))
    web.replies[START] = FakeReply(headers=headers[:-more])
    assert len(exchange(Request(START)).headers) == MAX_HEADERS
    web.replies[START] = FakeReply(headers=headers)
    with pytest.raises(FetchError, match=f"more than {MAX_HEADERS} headers"):
        exchange(Request(START))


@pytest.mark.parametrize("locations", [("/a", "/b"), ("/a", "/b", "/c"), ("/a", "/a", "/b")])
def test_several_locations(web: FakeWeb, locations: tuple[str, ...]) -> None:
    web.leads(START, *locations)
    with pytest.raises(FetchError, match="redirects to several addresses at once"):
        exchange(Request(START))
    web.leads(START, "/a", "/a")
    assert exchange(Request(START)).url == "http://m.example/a"


@pytest.mark.parametrize(("location", "url"), [("/\u00c3\u00bc", "/%C3%BC"), ("/\u00fc", "/%C3%BC"), ("/u", "/u")])
def test_locations_in_utf_8_and_latin_1(web: FakeWeb, location: str, url: str) -> None:
    web.leads(START, location)
    assert exchange(Request(START)).url == f"http://m.example{url}"


def test_cookies_of_the_site_come_before_those_of_the_user(web: FakeWeb) -> None:
    web.leads(START, "/next", cookie="id=site; Path=/")
    brought = tuple(BroughtCookie(name, "mine", "m.example") for name in ("id", "lang"))
    answer = exchange(Request(START), access=Access(cookies=brought))
    assert [sent.headers["cookie"] for sent in web.sent] == ["id=mine; lang=mine", "id=site; lang=mine"]
    assert answer.url == "http://m.example/next"


def test_the_jar_of_the_caller_is_used(web: FakeWeb) -> None:
    web.replies[START] = FakeReply(headers=(("set-cookie", "id=7; Path=/"), ("set-cookie2", "x=y"), ("x-a", "b")))
    jar = Cookies()
    assert exchange(Request(START), cookies=jar).headers == (("x-a", "b"),)
    assert jar.header(parsed(START)) == "id=7"
    exchange(Request(START), cookies=jar)
    exchange(Request(START))
    assert [sent.headers.get("cookie") for sent in web.sent] == [None, "id=7", None]


def test_who_asks(web: FakeWeb) -> None:
    exchange(Request(START))
    exchange(Request(START), access=Access(user_agent="me"))
    exchange(Request(START, headers=(("User-Agent", "smuggled"),)))
    assert [sent.headers["user-agent"] for sent in web.sent] == [USER_AGENT, "me", USER_AGENT]
    assert not any("referer" in sent.headers for sent in web.sent)


@pytest.mark.parametrize("host", ["127.0.0.1", "[::1]", "169.254.169.254", "10.0.0.1", "0x7f.1"])
def test_private_hosts_are_not_asked(web: FakeWeb, host: str) -> None:
    with pytest.raises(AddressError):
        exchange(Request(f"http://{host}/"))
    web.leads(START, f"http://{host}/")
    with pytest.raises(AddressError, match=r"redirects to http://"):
        exchange(Request(START))
    assert [sent.url for sent in web.sent] == [START]
    assert exchange(Request(f"http://{host}/"), allow_private=True).body


def test_an_error_names_the_address_where_it_happened(web: FakeWeb) -> None:
    with pytest.raises(AddressError) as forbidden:
        exchange(Request("ftp://m.example/"))
    assert "redirects" not in str(forbidden.value)
    with pytest.raises(FetchError, match="not an address") as wrong:
        exchange(Request("http://a b/"))
    assert type(wrong.value) is FetchError
    web.leads(START, "http://a b/")
    with pytest.raises(FetchError, match=r"redirects to http://a b/: not an address"):
        exchange(Request(START))


def test_permission_and_screening(web: FakeWeb) -> None:
    web.leads(START, "/next")
    permitted: list[str] = []
    screened: list[Response] = []
    exchange(Request(START), permit=permitted.append, screen=screened.append)
    assert permitted == [START, "http://m.example/next"]
    assert [(one.url, one.body) for one in screened] == [("http://m.example/next", b"")]


@pytest.mark.parametrize("seam", ["permit", "screen"])
def test_their_errors_pass(web: FakeWeb, seam: str) -> None:
    def refuse(_: object) -> None:
        raise WraptureError("not today")

    seams: dict[str, Any] = {seam: refuse}
    with pytest.raises(WraptureError) as caught:
        exchange(Request(START), **seams)
    assert type(caught.value) is WraptureError


def test_a_bug_is_reported_without_secrets(web: FakeWeb, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError("s3cret word")

    monkeypatch.setattr(exchange_module, "decoded", fail)
    with pytest.raises(FetchError, match="please report it") as caught:
        exchange(Request(START, secrets=("s3cret",)))
    assert "s3cret" not in str(caught.value)


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_a_hop_does_not_change(method: Method) -> None:
    hop = _Hop(parsed(START), method, b"")
    assert hop.ours
    with pytest.raises(FrozenInstanceError):
        hop.body = b"x"  # type: ignore[misc]


@pytest.mark.parametrize(
    ("url", "told"),
    [
        ("http://a b/", "http://a b/"),
        ("ann:key@a b", "ann:a b"),
        ("ann@a b", "a b"),
        ("http://x@y/ann:k@m.example/a b\\", "http://y/ann:k@m.example/a b\\"),
    ],
)
def test_what_is_no_address_is_told_without_its_login(url: str, told: str) -> None:
    assert _where(Request(url)) == told
