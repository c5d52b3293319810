"""Redirects that lead where nobody may go, or in circles, and what is taken along."""

from __future__ import annotations

import pytest

from wrapture.errors import AddressError, FetchError
from wrapture.net.exchange import exchange
from wrapture.net.http_messages import Request

from .conftest import PATIENT, ask, refusal
from .server import BadServer, head, page

PUBLIC = "http://public.test"


@pytest.fixture
def public(server: BadServer, monkeypatch: pytest.MonkeyPatch) -> BadServer:
    """A server that is taken for a public one: the check is told that 127.0.0.1 is not special, others are."""
    from ipaddress import IPv4Address

    from wrapture.net import pinned
    from wrapture.net import reachable as reach

    own = IPv4Address("127.0.0.1")
    monkeypatch.setattr(pinned, "special_kind", lambda address: None if address == own else reach.special_kind(address))
    return server


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_redirects_are_followed(server: BadServer, status: int) -> None:
    server.says("/end?page=2", page(b"end"))
    url = server.leads("/begin", "end?page=2#top", status)
    answer = ask(url)
    assert (answer.body, answer.url, answer.hops) == (b"end", f"{server.url}/end?page=2", (url,))


@pytest.mark.parametrize("status", [300, 304, 305, 306, 200])
def test_others_are_answers(server: BadServer, status: int) -> None:
    assert ask(server.leads("/", "/other", status)).status == status


def test_a_redirect_to_nowhere_is_an_answer(server: BadServer) -> None:
    assert ask(server.says("/", page(b"where?", status=302))).body == b"where?"


def test_ten_and_no_more(server: BadServer) -> None:
    for number in range(11):
        server.leads(f"/{number}", f"/{number + 1}")
    server.says("/11", page(b"end"))
    assert len(ask(f"{server.url}/1").hops) == 10
    server.asked.clear()
    assert "redirects more than 10 times" in refusal(f"{server.url}/0")
    assert len(server.asked) == 11


def test_a_loop_is_left(server: BadServer) -> None:
    server.leads("/a", "/b")
    server.leads("/b", "/a")
    assert "redirects more than 10 times" in refusal(f"{server.url}/a")


@pytest.mark.parametrize(
    "location",
    ["file:///etc/passwd", "data:text/html,x", "javascript:alert(1)", "ftp://example.org/", "gopher://127.0.0.1/_x"],
)
def test_other_schemes_are_refused(server: BadServer, location: str) -> None:
    why = refusal(server.leads("/", location), kind=AddressError)
    assert (
        why == f"redirects to {location}: only addresses such as http://host/path or https://host/path can be fetched"
    )


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.2",
        "[::ffff:127.0.0.2]",
        "0x7f.2",
        "2130706434",
        "127.2",
        "0177.0.0.02",
        "0",
        "0.0.0.0",
        "[::]",
        "[::1]",
        "[::127.0.0.1]",
        "[64:ff9b::127.0.0.1]",
        "[2002:7f00:1::]",
        "[fe80::1]",
        "[fd00:ec2::254]",
        "169.254.169.254",
        "0xa9fea9fe",
        "100.100.100.200",
        "10.0.0.1",
        "192.168.1.1",
        "172.31.255.255",
        "224.0.0.1",
        "255.255.255.255",
        "①②⑦.⓪.⓪.②",
        "127。0。0。2",
        "127%2e0%2e0%2e2",
        "127.0.0.2.",
        "example.org@127.0.0.2",
        "ann:secret@10.0.0.1:80",
    ],
)
def test_private_addresses_are_refused(public: BadServer, host: str) -> None:
    url = public.leads("/", f"http://{host}/latest/meta-data".encode().decode("latin-1"))
    why = refusal(url, kind=AddressError, allow_private=False)
    assert why.startswith("redirects to http://")
    assert "which is refused by default; if you trust it, use `allow_private=True`" in why
    assert "secret" not in why
    assert len(public.asked) == 1


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "0x7f.1", "2130706433", "127.1", "0177.0.0.1", "[::ffff:127.0.0.1]", "localhost"]
)
def test_this_machine_is_not_asked(server: BadServer, host: str) -> None:
    why = refusal(f"http://{host}:{server.port}/", kind=AddressError, allow_private=False)
    assert "is this machine, which is refused by default" in why
    assert server.asked == []


@pytest.mark.parametrize(
    ("location", "why"),
    [
        ("http://exa\tmple.org/", "a control character"),
        ("http://[::1", "not an address"),
        ("http://127.0.0.1:99999/", "its port is not between"),
        ("http://a..b/", "no name of a machine"),
        ("http://256.1.1.1/", "no IPv4 address"),
        ("http://1.2.3.4.5/", "no IPv4 address"),
        ("http://host\\@127.0.0.1/", "a backslash"),
        ("http://[fe80::1%25eth0]/", "network card"),
        ("/" + "x" * 9000, "longer than 8192 characters"),
    ],
)
def test_locations_that_are_none(server: BadServer, location: str, why: str) -> None:
    said = refusal(server.leads("/", location))
    assert said.startswith("redirects to ")
    assert why in said
    assert len(server.asked) == 1


def test_a_location_with_a_nul(server: BadServer) -> None:
    assert "the response is incomplete or invalid" in refusal(server.leads("/", "/a\0b"))


def test_a_location_over_two_lines(server: BadServer) -> None:
    """A line that goes on is joined with a blank, as HTTP/1 has it: it splits nothing."""
    server.leads("/", "/a\r\n Evil: 1")
    server.says("/a%20Evil:%201", page(b"one"))
    assert ask(f"{server.url}/").body == b"one"


def test_two_locations(server: BadServer) -> None:
    url = server.leads("/", "/a", 302, "Location: /b")
    assert "redirects to several addresses at once" in refusal(url)


def test_the_body_of_a_redirect_is_not_read(server: BadServer) -> None:
    from .server import forever

    server.says("/end", page(b"end"))
    assert ask(server.says("/", forever(b"x" * 65536, head("Location: /end", status=302)))).body == b"end"


def test_every_hop_is_permitted_first(server: BadServer) -> None:
    server.says("/end", page(b"end"))
    url, seen = server.leads("/", "/end"), list[tuple[str, int]]()
    exchange(
        Request(url.replace("//", "//ann:pw@")),
        limits=PATIENT,
        allow_private=True,
        permit=lambda address: seen.append((address, len(server.asked))),
    )
    assert seen == [(url, 0), (f"{server.url}/end", 1)]


def test_a_hop_that_is_not_permitted_is_not_asked(server: BadServer) -> None:
    def permit(address: str) -> None:
        if address.endswith("/private"):
            raise FetchError(address, "no")

    url = server.leads("/", "/private")
    with pytest.raises(FetchError, match="/private: no"):
        exchange(Request(url), limits=PATIENT, allow_private=True, permit=permit)
    assert len(server.asked) == 1


@pytest.mark.slow
def test_waiting_for_permission_costs_no_time(server: BadServer) -> None:
    import time

    from wrapture.net.fetch_limits import FetchLimits

    url = server.says("/", page(b"end"))
    permit = lambda _: time.sleep(2.5)  # noqa: E731
    assert exchange(Request(url), limits=FetchLimits(timeout_s=2.0), allow_private=True, permit=permit).body == b"end"


@pytest.mark.parametrize(("status", "method"), [(301, "GET"), (302, "GET"), (303, "GET"), (307, "POST"), (308, "POST")])
def test_a_posted_form(server: BadServer, status: int, method: str) -> None:
    server.says("/end", page(b"end"))
    ask(Request(server.leads("/", "/end", status), "POST", b"q=a", "text/plain"))
    assert (server.asked[1].line, server.asked[1].body) == (
        f"{method} /end HTTP/1.1",
        b"q=a" if method == "POST" else b"",
    )
    assert ("content-type" in server.asked[1].headers) is (method == "POST")


@pytest.mark.parametrize("status", [307, 308])
def test_a_posted_form_is_not_taken_to_another_site(server: BadServer, other: BadServer, status: int) -> None:
    why = refusal(Request(server.leads("/", other.url, status), "POST", b"q=a", "text/plain"))
    assert "would send the form's content to another site, which is refused" in why
    assert other.asked == []
