"""Cleaning steps: what becomes of a text."""

from __future__ import annotations

import pytest

from wrapture.values.cleaning import MAX_GROWN, MAX_STEPS, CleanStep, Regex, Replace, Trim, clean


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


@pytest.mark.parametrize("step", [Replace("a", "a" * 200), Regex("a", "a" * 200), Regex("(a+)", r"\1\1")])
def test_no_steps_make_a_text_endless(step: CleanStep) -> None:
    """Each of these would multiply the length of the text, and a wrapper file may come from anyone."""
    assert 0 < len(clean("aaaaa", [step] * MAX_STEPS) or "") <= MAX_GROWN


def test_a_long_text_may_get_shorter_but_not_longer() -> None:
    long = "ab" * MAX_GROWN
    assert clean(long, [Replace("b")]) == "a" * MAX_GROWN
    assert clean(long, [Replace("b", "cd")]) == long
