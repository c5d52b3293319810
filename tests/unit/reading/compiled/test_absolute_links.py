"""A plain address is made absolute by what it follows on, as the standard library does it step by step."""

from __future__ import annotations

from urllib.parse import urljoin, urlsplit

from hypothesis import example, given
from hypothesis import strategies as st

from tests.examples import scaled
from wrapture.html.page import PLAIN_ADDRESS, join_address

STEPS = st.sampled_from(
    ["a", "b.html", "c-d_e", "é", "..", ".", "", "%20", "x=1&y", "~u", "(v)", "a;b", ";", ".h", "h.", "@"]
)
QUERIES = st.sampled_from(
    ["", "?", "?q", "?q=1&r=/s/../t", "?a:b", "?a?b;c", "?#", "#f", "?q#f", "?q=a b", "?[x]", "?é|"]
)
paths = st.lists(STEPS, max_size=4).map("/".join)
addresses = st.one_of(
    st.builds("{}{}{}".format, st.sampled_from(["", "/", "//", "?", "x:", "http:", " "]), paths, QUERIES),
    st.text(st.sampled_from("/.?#:;a-=&%@[] \t\\é"), max_size=12),
)
bases = st.builds(
    "{}{}/{}{}".format,
    st.sampled_from(
        ["http://h", "https://h.example:80", "HTTP://H", "http://u@h", "http:", "file://", "x:", "", "http://["]
    ),
    st.sampled_from(["", "/", "/a", "/a;b"]),
    paths,
    QUERIES,
)


def slowly(base: str, address: str) -> str:
    """Return an address made absolute, as the standard library does it."""
    if address.startswith(("http://", "https://", "data:", "javascript:", "mailto:")):
        return address
    try:
        joined = urljoin(base, address)
        urlsplit(joined)
    except ValueError:
        return address
    return joined


@scaled(4)
@given(bases, addresses)
@example("http://h", "x")
@example("http://h", "?x")
@example("http://h/a/b;c?d#e", "?x")
@example("http://h//a//b/../c", "x/y")
@example("http://h/a?x/y", "b")
def test_joined_as_the_standard_library_does(base: str, address: str) -> None:
    assert join_address(base, address) == slowly(base, address)


def test_usual_addresses_are_plain() -> None:
    for address in ("/", "/a", "/a/b.html", "/a/?q=1&b=http://x/y", "a", "a/b", "a.php?id=7;x=2", "?page=2", "b/"):
        assert PLAIN_ADDRESS.fullmatch(address), address
    for address in ("", "//h/a", "../a", "./a", "a/../b", "/a/./b", "a//b", "#f", "x:y", "/a#f", "?", "a;b", "a b"):
        assert not PLAIN_ADDRESS.fullmatch(address), address
