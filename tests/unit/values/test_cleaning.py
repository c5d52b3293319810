"""Cleaning steps: what becomes of a text."""

from __future__ import annotations

import pytest

from wrapture.values.cleaning import CleanStep, Regex, Replace, Trim, clean


@pytest.mark.parametrize(
    ("text", "steps", "wanted"),
    [
        ("  a b ", [Trim()], "a b"),
        ("(212),", [Trim("(),")], "212"),
        ("\u00a0by Ann ,", [Trim(",")], "by Ann"),
        ("EUR 5 EUR", [Replace("EUR")], "5"),
        ("a-b-c", [Replace("-", " / ")], "a / b / c"),
        ("212 reviews", [Regex(r"\d+")], "212"),
        ("by Ann Lee (ed.)", [Regex(r"by (.+?)(?: \(|$)")], "Ann Lee"),
        ("none yet", [Regex(r"\d+")], None),
        ("Lee, Ann", [Regex(r"(\w+), (\w+)", r"\2 \1")], "Ann Lee"),
        ("1,234,567", [Regex(",", "")], "1234567"),
        ("abc", [Regex("x*", "-")], "-a-b-c-"),
        ("by Ann", [Replace("by "), Replace("Ann")], None),
        ("x" * 3000, [Regex("x", "")], "x" * 1000),
    ],
)
def test_texts_are_cleaned(text: str, steps: list[CleanStep], wanted: str | None) -> None:
    assert clean(text, steps) == wanted
