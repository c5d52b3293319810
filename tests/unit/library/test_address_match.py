from __future__ import annotations

import pytest

from tests.patience import cpu_time_below
from wrapture.library.address_match import host_of, is_at


@pytest.mark.parametrize(
    ("pattern", "address", "expected"),
    [
        ("https://example.org/search*", "https://example.org/search?q=sea&page=2", True),
        ("https://example.org/search*", "https://example.org/about", False),
        ("https://example.org/search*", "HTTP://Example.ORG/search", True),
        ("https://example.org/search*", "https://example.org/Search", False),
        ("example.org/list", "https://example.org/list", True),
        ("https://example.org", "https://example.org/", True),
        ("https://example.org", "https://example.org.evil.example/", False),
        ("https://example.org*", "https://example.org:8080/x", True),
        ("https://*.example.org/*", "https://www.example.org/a/b", True),
        ("https://*.example.org/*", "https://example.org/a", False),
        ("https://example.org/*/list?*page=*", "https://example.org/en/list?q=a&page=2", True),
        ("https://example.org/*/list?*page=*", "https://example.org/en/list?q=a", False),
        ("https://example.org/a*a", "https://example.org/a", False),
        ("https://example.org/[ab].html?", "https://example.org/a.htmlx", False),
        ("https://example.org/[ab].html?", "https://example.org/[ab].html?", True),
        ("*", "https://example.org/", True),
        ("", "https://example.org/", False),
        ("https://example.org/*", "http://[::1/x", False),
    ],
)
def test_an_address_matches_a_pattern(pattern: str, address: str, expected: bool) -> None:
    assert is_at(pattern, address) is expected


def test_the_cost_is_linear() -> None:
    with cpu_time_below(5):
        assert not is_at("*a" * 2_000 + "b", "a" * 10_000)


@pytest.mark.parametrize(
    ("address", "host"),
    [
        ("https://Example.org/search*", "example.org"),
        ("example.org", "example.org"),
        ("http://example.org:8080?q=1", "example.org:8080"),
        ("https://*.example.org/", "*"),
        ("*", "*"),
        ("", ""),
    ],
)
def test_the_host(address: str, host: str) -> None:
    assert host_of(address) == host
