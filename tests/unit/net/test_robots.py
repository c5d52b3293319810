from __future__ import annotations

import pytest

from tests.patience import cpu_time_below
from wrapture.net.robots import MAX_BYTES, read_rules

SITE = "https://example.org"


def allowed(robots: str | bytes, path: str) -> bool:
    body = robots if isinstance(robots, bytes) else robots.encode()
    return read_rules(body).allow(SITE + path)


@pytest.mark.parametrize(
    ("robots", "path", "expected"),
    [
        ("", "/a", True),
        ("User-agent: *\nDisallow:", "/a", True),
        ("User-agent: *\nDisallow: /", "/a", False),
        ("User-agent: *\nDisallow: /a", "/abc", False),
        ("User-agent: *\nDisallow: /a", "/b", True),
        ("User-agent: *\nDisallow: /a\nAllow: /a/b", "/a/b/c", True),  # the longest one counts
        ("User-agent: *\nAllow: /a\nDisallow: /a", "/a", True),  # of two as long, the kinder one
        ("User-agent: *\nDisallow: /*.gif$", "/x/y.gif", False),
        ("User-agent: *\nDisallow: /*.gif$", "/x/y.gif?z", True),
        ("User-agent: *\nDisallow: /a?q=", "/a?q=1", False),
        ("User-agent: *\nDisallow: /b%C3%BCcher", "/bücher", False),
        ("User-agent: *\nDisallow: /robots.txt", "/robots.txt", True),
        ("user-agent:*\r\ndisallow:/a\r\n", "/a", False),
        ("User-agent: *\rDisallow: /a", "/a", False),
        ("User-agent: * # all\nDisallow: /a # private", "/a", False),
        ("Disallow: /a", "/a", True),  # for nobody
    ],
)
def test_paths(robots: str, path: str, expected: bool) -> None:
    assert allowed(robots, path) is expected


@pytest.mark.parametrize(
    ("agents", "ours"),
    [
        (["wrapture"], True),
        (["Wrapture"], True),
        (["wrapture/2.0"], True),
        (["wrap"], False),
        (["wrapturebot"], False),
        (["mywrapture"], False),
        (["otherbot"], False),
        (["otherbot", "wrapture"], True),
        (["wrapture", "otherbot"], True),
    ],
)
def test_a_group_is_ours_by_its_whole_name(agents: list[str], ours: bool) -> None:
    group = "".join(f"User-agent: {agent}\n" for agent in agents)
    assert allowed(f"{group}Disallow: /\n\nUser-agent: *\nDisallow: /x", "/a") is not ours


def test_our_own_group_counts_instead_of_the_one_for_all() -> None:
    robots = "User-agent: *\nDisallow: /\n\nUser-agent: wrapture\nDisallow: /b"
    assert allowed(robots, "/a")
    assert not allowed(robots, "/b")


def test_our_groups_count_together() -> None:
    robots = "User-agent: wrapture\nDisallow: /a\n\nUser-agent: x\nDisallow: /\n\nUser-agent: wrapture\nDisallow: /b"
    assert [allowed(robots, path) for path in ("/a", "/b", "/c")] == [False, False, True]


def test_lines_of_other_kinds_do_not_end_a_group() -> None:
    assert not allowed("User-agent: *\nSitemap: /map\nNonsense: 1\nwhatever\nUser-agent: x\nDisallow: /a", "/a")


def test_the_delay_of_our_group() -> None:
    assert read_rules(b"User-agent: *\nCrawl-delay: 7").delay_s == 7
    assert read_rules(b"User-agent: x\nCrawl-delay: 7").delay_s == 0
    assert read_rules(b"User-agent: *\nCrawl-delay: soon").delay_s == 0


def test_a_byte_order_mark_and_bytes_that_are_no_text() -> None:
    assert not allowed(b"\xef\xbb\xbfUser-agent: *\nDisallow: /a", "/a")
    assert not allowed(b"\xff\xfe\x00\x80\nUser-agent: *\nDisallow: /a\n\xff", "/a")


def test_signs_that_are_no_line_breaks() -> None:
    assert allowed("User-agent: *\nDisallow: /x\x85Disallow: /a", "/a")


def test_what_stands_behind_500_kib_does_not_count() -> None:
    robots = b"User-agent: *\nDisallow: /a\n" + b"#" * MAX_BYTES + b"\nDisallow: /b"
    assert not allowed(robots, "/a")
    assert allowed(robots, "/b")


def test_a_path_too_long_forbids_what_it_begins_with() -> None:
    path = "/a" * 50_000
    assert not allowed(f"User-agent: *\nDisallow: {path}", path)
    assert not allowed(f"User-agent: *\nDisallow: {path}", path[:3000])
    assert not allowed(f"User-agent: *\nDisallow: /\nAllow: {path}", path)


LINE = b"Disallow: /" + b"*a" * 50 + b"*b$\n"
HOSTILE = {
    "stars": b"User-agent: *\n" + LINE * (MAX_BYTES // len(LINE)),
    "short stars": b"User-agent: *\n" + b"".join(b"Disallow: /*a*%d\n" % i for i in range(30_000)),
    "one line": b"User-agent: *\nDisallow: /" + b"*a" * MAX_BYTES,
    "robots and rules": b"".join(b"User-agent: a%d\n" % i for i in range(15_000)) + b"Allow: /a\n" * 25_000,
    "groups": b"User-agent: *\nDisallow: /a\n" * 20_000,
    "rules": b"User-agent: *\n" + b"".join(b"Disallow: /%d\n" % i for i in range(1_000_000)),
    "dollars": b"User-agent: *\nDisallow: /" + b"$" * MAX_BYTES,
    "percents": b"User-agent: *\nDisallow: /" + b"%" * MAX_BYTES,
    "zeros": b"\0" * MAX_BYTES,
    "colons": b":" * MAX_BYTES,
    "spaces": b"User-agent" + b" " * MAX_BYTES,
    "line breaks": b"\r" * MAX_BYTES,
}


@pytest.mark.parametrize("body", HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_file_is_read_in_bounded_time(body: bytes) -> None:
    with cpu_time_below(20):
        rules = read_rules(body)
        rules.allow(SITE + "/" + "a" * 8000)
        rules.allow(SITE + "/" + "a" * 8000)
