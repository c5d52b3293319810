from __future__ import annotations

import re

import pytest

from wrapture.lazy_regex import lazy_regex


def test_has_the_methods_of_a_pattern() -> None:
    lazy, plain = lazy_regex("(t)(ea)", re.I), re.compile("(t)(ea)", re.I)
    for text in ("Tea", "coffee"):
        assert [one.span() for one in lazy.finditer(text)] == [one.span() for one in plain.finditer(text)]
        assert bool(lazy.search(text)) == bool(plain.search(text))
    assert (lazy.groups, lazy.flags, lazy.pattern) == (plain.groups, plain.flags, plain.pattern)


def test_is_compiled_on_first_use(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled: list[str] = []
    plain = re.compile

    def recorded(source: str, flags: int) -> re.Pattern[str]:
        compiled.append(source)
        return plain(source, flags)

    monkeypatch.setattr(re, "compile", recorded)
    lazy = lazy_regex("a+")
    assert compiled == []
    assert lazy.match("aa")
    assert lazy.match("a")
    assert compiled == ["a+"]


def test_a_wrong_one_fails_when_it_is_used() -> None:
    lazy = lazy_regex("(")
    with pytest.raises(re.error):
        lazy.match("a")
