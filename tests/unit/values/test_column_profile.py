"""The fast ways to describe values give what their definitions give."""

from __future__ import annotations

import re
from urllib.parse import parse_qsl, urlsplit

from hypothesis import given
from hypothesis import strategies as st

from tests.examples import scaled
from wrapture.values.column_profile import host_in, path_shape, profile_looks, profile_values
from wrapture.values.profile_likeness import likeness, likeness_by_stayed, share_stayed

PIECES = (
    "http://",
    "https://",
    "//",
    "/",
    "a",
    "b1",
    "?",
    "#",
    "&",
    "=",
    "%20",
    "%zz",
    "+",
    ":",
    "[",
    "]",
    "é",
    " ",
    "\n",
)
addresses = st.lists(
    st.sampled_from((*PIECES, "WWW.a.org", "x.de:80", "@", "HTTP://", "javascript:", "..", ";")), max_size=8
)
values = st.lists(st.sampled_from(["Lee v. Kerr", "24-117", "élan", "", "in re A", "$ 3.50", "/a/1?b=2"]), max_size=30)


@scaled(4)
@given(addresses.map("".join))
def test_shapes_of_addresses(address: str) -> None:
    try:
        parts = urlsplit(address)
    except ValueError:
        assert path_shape(address) == host_in(address) == ""
        return
    assert host_in(address) == (parts.hostname or "").removeprefix("www.")
    names = "&".join([name for name, _ in parse_qsl(parts.query, keep_blank_values=True)][:5])
    assert path_shape(address) == (re.sub("[0-9]+", "9", parts.path) + ("?" + names if names else ""))[:60]


@given(values, values, st.booleans())
def test_the_looks_of_a_profile_are_enough_to_compare(old: list[str], new: list[str], address: bool) -> None:
    one, other = profile_values(old, address=address), profile_values(new, address=address)
    if not one.count or not other.count:
        return
    stayed = share_stayed(one.hashes, set(other.hashes))
    looks = profile_looks([value for value in new if value], address=address)
    assert likeness(one, looks, stayed) == likeness(one, other)
    assert likeness(one, other).value >= likeness_by_stayed(stayed)


def test_values_that_stayed_are_enough() -> None:
    old, new = profile_values([f"case {n}" for n in range(9)]), profile_values([f"case {n}" for n in range(6, 9)])
    assert share_stayed(old.hashes, set(new.hashes)) == 1.0
    assert likeness_by_stayed(1.0) == likeness(old, new).value == 1.0
