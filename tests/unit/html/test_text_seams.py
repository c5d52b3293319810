"""Texts of neighbouring elements: which run together, and what becomes of values that do."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

import wrapture
from wrapture.html.lexbor import parse_page
from wrapture.html.text_seams import APART, DIGITS_APART, GLUED, WORDS_APART, needs_space
from wrapture.model import Span
from wrapture.values import Price

ITEM = "<li><h3><a href=/{n}>Teapot {n}</a></h3><p>{price}</p></li>"


@pytest.mark.parametrize(
    "price",
    [
        "$1{n}<sup>97</sup>",
        "<span>$1{n}</span><sup>97</sup>",
        "<span>$</span><span>1{n}</span><span>97</span>",
        "$1{n}<span>97</span>",
        "$1{n}.<small>97</small>",
    ],
)
def test_cents_are_no_hundreds(price: str) -> None:
    items = (ITEM.format(n=n, price=price.format(n=n)) for n in range(1, 9))
    page = wrapture.parse(f"<ul>{''.join(items)}</ul>")
    first = wrapture.extract(page, wrapture.learn(page)).to_dicts(typed=True)[0].values()
    assert Price(Decimal("11.97"), "$") in first
    assert not {1197, Price(Decimal(1197), "$")}.intersection(first)


def test_the_whole_text_of_a_record_is_as_in_the_markup() -> None:
    items = (f"<li><span>VW</span><span>Tiguan {n}</span><p>{n} doors</p></li>" for n in range(8))
    page = wrapture.parse(f"<ul>{''.join(items)}</ul>")
    table = wrapture.extract(page, wrapture.learn(page))
    assert table.rows[1].text == "VWTiguan 1 1 doors"
    assert not any("VWTiguan" in str(cell) for cell in table.rows[1].cells)


@given(st.characters(), st.characters())
def test_seams_are_of_growing_strength(before: str, after: str) -> None:
    spaces = [needs_space(seam, before, after) for seam in (GLUED, DIGITS_APART, WORDS_APART, APART)]
    assert spaces == sorted(spaces)
    assert (spaces[0], spaces[-1]) == (False, True)


TEXTS = st.lists(st.sampled_from(["<p>", "</p>", "<b>", "</b>", "<td>", "W", "9", " ", ".", "two words "]), max_size=12)


@given(TEXTS, st.integers(0, 20), st.integers(0, 20))
def test_a_stretch_of_a_page_has_the_text_of_its_nodes(pieces: list[str], start: int, stop: int) -> None:
    page = parse_page("".join(pieces))
    start, stop = sorted((min(start, len(page)), min(stop, len(page))))
    nodes = page.displayed(Span(start, stop))
    assert page.text(Span(start, stop)) == page.joined(nodes)
    together = page.joined([(node, seam if seam == APART else GLUED) for node, seam in nodes])
    assert page.text_run_together(start, stop) == together
