"""The data that a page carries for its scripts."""

from __future__ import annotations

import json
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wrapture.html import page_data
from wrapture.html.lexbor import parse_page
from wrapture.html.page_data import data_of, scripts_of

VALUES = [{"name": f"Item {n}", "price": n} for n in range(5)]
JSON = json.dumps(VALUES)
FLATTENED = json.dumps(
    [["ShallowReactive", 1], [2, 5, 8, 11, 14]]
    + [part for n in range(5) for part in ({"name": 3 * n + 3, "price": 3 * n + 4}, f"Item {n}", n)]
)


def found(html: str) -> list[object]:
    return list(data_of(parse_page(html)))


@pytest.mark.parametrize(
    "html",
    [
        f"<script type=application/json>{JSON}</script>",
        f"<script type='application/ld+json'>\n{JSON}\n</script>",
        f"<SCRIPT ID=__NUXT_DATA__>{FLATTENED}</SCRIPT>",
        f"<script>window.__STATE__ = {JSON};\nrun()</script>",
        f"<script>var a = 1, b = {JSON}</script>",
        f"<div data-props='{JSON}'></div>",
        f"<script>if (a</b) x()</script><script type=application/json>{JSON}",
    ],
)
def test_json_wherever_pages_carry_it(html: str) -> None:
    assert found(f"<body>{html}") == [VALUES]


@pytest.mark.parametrize(
    "html",
    [
        "<script>window.state = {name: 'no JSON'}</script>",
        "<script>a = function () { return {} }</script>",
        "<script type=application/json>{broken</script>",
        "<script type=application/json>7</script>",
        "<p>[1, 2]</p>",
        "<div data-a='[short]'></div>",
        f"<script type=application/json>{'[' * 100_000}</script>",
        f"<script type=application/json>[{'9' * 5000}]</script>",
    ],
)
def test_what_is_no_json_is_left_out(html: str) -> None:
    assert found(f"<body>{html}") == []


@pytest.mark.parametrize(
    ("escaped", "text"),
    [
        (r"\ud83d\ude00", "\U0001f600"),
        (r"\ud83dx\uDE00", "\ufffdx\ufffd"),
        (r"\ud83d\ud83d\ude00\ude00", "\ufffd\U0001f600\ufffd"),
        (r"\u0000", "\ufffd"),
        (r"\\u0000\\ud83d\ude00", "\\u0000\\ud83d\ufffd"),
    ],
)
def test_texts_that_no_page_holds_are_replaced(escaped: str, text: str) -> None:
    """Wrapper files and outputs hold UTF-8, so a wrapper learned from such texts differed from its own file."""
    data = f'["{escaped}", "{"x" * 100}"]'
    for html in (f"<script type=application/json>{data}</script>", f"<p data-x='{data}'></p>"):
        assert found(html) == [[text, "x" * 100]]


def test_tags_of_scripts_without_an_end_cost_little() -> None:
    """A search to the end of the page for each of them takes an hour."""
    begin = process_time()
    assert list(scripts_of("<script" * 1_000_000 + " " * 2000 + "<script id=a>b")) == [(" id=a", "b")]
    assert process_time() - begin < 60


def test_there_are_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    one = f"<script type=application/json>{JSON}</script>"
    monkeypatch.setattr(page_data, "MAX_CHARACTERS", 2 * len(JSON))
    assert found(one * 5) == [VALUES] * 2
    monkeypatch.setattr(page_data, "MAX_ASSIGNMENTS", 3)
    assert len(found("<script>" + "a = [[1]];" * 9 + "</script>")) == 3


@given(st.text(alphabet="<script>/={}[]\"' \\json:1,", max_size=200))
def test_no_page_makes_it_fail(html: str) -> None:
    found(html)
