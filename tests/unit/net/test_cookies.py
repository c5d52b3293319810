from __future__ import annotations

import time
from threading import Thread

import pytest

from wrapture.net.cookies import MAX_COOKIES, MAX_ORIGINS, Cookies
from wrapture.net.web_address import parsed

HERE = parsed("https://host/shop/list")


def kept(*lines: str, at: str = "https://host/shop/list", asked: str = "https://host/shop/list") -> str:
    """Return what is sent to `asked` after `at` has set cookies."""
    jar = Cookies()
    jar.keep(parsed(at), lines)
    return jar.header(parsed(asked))


@pytest.mark.parametrize(
    ("path", "asked", "sent"),
    [
        ("/", "https://host/", True),
        ("/shop", "https://host/shop", True),
        ("/shop", "https://host/shop/a", True),
        ("/shop", "https://host/shopping", False),
        ("/shop/", "https://host/shop", False),
        ("", "https://host/shop/other", True),
        ("", "https://host/other", False),
        ("nonsense", "https://host/shop/other", True),
    ],
)
def test_paths(path: str, asked: str, sent: bool) -> None:
    assert kept(f"a=1; Path={path}", asked=asked) == ("a=1" if sent else "")


@pytest.mark.parametrize(
    "asked", ["http://host/shop/list", "https://host:8443/shop/list", "https://www.host/shop/list"]
)
def test_origins(asked: str) -> None:
    assert kept("a=1; Domain=host; Path=/", asked=asked) == ""


@pytest.mark.parametrize(
    ("said", "sent"),
    [
        ("Max-Age=60", True),
        ("Max-Age=0", False),
        ("Max-Age=-1", False),
        ("Max-Age=nonsense", True),
        ("Max-Age=" + "9" * 500, True),
        ("Expires=Wed, 21 Oct 2099 07:28:00 GMT", True),
        ("Expires=Wed, 21-Oct-2015 07:28:00 GMT", False),
        ("Expires=nonsense", True),
        ("Max-Age=60; Expires=Wed, 21 Oct 2015 07:28:00 GMT", True),
        ("Max-Age=0; Expires=Wed, 21 Oct 2099 07:28:00 GMT", False),
    ],
)
def test_ends(said: str, sent: bool) -> None:
    assert kept(f"a=1; {said}") == ("a=1" if sent else "")


def test_a_cookie_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    jar, now = Cookies(), time.time()
    jar.keep(HERE, ["a=1; Max-Age=60"])
    monkeypatch.setattr(time, "time", lambda: now + 61)
    assert jar.header(HERE) == ""


def test_a_cookie_takes_the_place_of_its_namesake_and_is_taken_away() -> None:
    assert kept("a=1", "b=2", "a=3") == "b=2; a=3"
    assert kept("a=1", "b=2", "a=; Max-Age=0") == "b=2"


def test_the_longest_path_comes_first() -> None:
    assert kept("a=1; Path=/", "a=2; Path=/shop") == "a=2; a=1"


@pytest.mark.parametrize(
    ("line", "at", "sent"),
    [
        ("a=1; Secure", "https://host/", True),
        ("a=1; Secure", "http://host/", False),
        ("__Secure-a=1", "https://host/", False),
        ("__Secure-a=1; Secure", "https://host/", True),
        ("__Host-a=1; Secure; Path=/", "https://host/", True),
        ("__Host-a=1; Secure; Path=/; Domain=host", "https://host/", False),
        ("__host-a=1; Secure", "https://host/", False),
        ("a=1\x00", "https://host/", False),
        ("a=1\r\nEvil: 1", "https://host/", False),
        ("a=" + "x" * 4095, "https://host/", True),
        ("a=" + "x" * 4096, "https://host/", False),
        ("a", "https://host/", False),
        ("=a", "https://host/", False),
        ("", "https://host/", False),
        (";;;=;", "https://host/", False),
        ("a=b=c", "https://host/", True),
    ],
)
def test_rules(line: str, at: str, sent: bool) -> None:
    assert bool(kept(line, at=at, asked=at)) is sent


def test_the_jar_is_bounded() -> None:
    jar = Cookies()
    jar.keep(HERE, (f"c{number}={number}" for number in range(5000)))
    assert len(jar) == MAX_COOKIES
    assert "c4999=4999" in jar.header(HERE)
    for number in range(MAX_ORIGINS + 10):
        jar.keep(parsed(f"https://host{number}.org/"), ["a=1"])
    assert len(jar) == MAX_ORIGINS
    assert jar.header(HERE) == ""


def test_what_is_sent_is_bounded() -> None:
    assert len(kept(*(f"c{number}={'x' * 3000}" for number in range(9)))) <= 8192


def test_threads_may_share_a_jar() -> None:
    jar = Cookies()

    def fill(name: str) -> None:
        for number in range(300):
            jar.keep(HERE, [f"{name}{number % 10}=1"])
            jar.header(HERE)

    threads = [Thread(target=fill, args=(name,)) for name in "abcd"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(jar) == 40


def test_a_jar_shows_no_values() -> None:
    jar = Cookies()
    jar.keep(HERE, ["id=hidden"])
    assert "hidden" not in repr(jar) + repr(jar._kept)
