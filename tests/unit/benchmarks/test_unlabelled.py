"""The baselines without labels: MDR's regions, rows in the manner of Lerman, and pages with multiple values."""

from __future__ import annotations

from baselines.anomalies import multiply
from baselines.lerman import page_template, read_like_lerman
from baselines.mdr import read_with_mdr

from tests.unit.benchmarks.drawn import PLAIN
from wrapture.html.lexbor import parse_page
from wrapture.model import Several, places_in

ROWS = "".join(f"<tr><td><b>Item {n}</b></td><td>{n} euro</td></tr>" for n in range(5))


def test_mdr_finds_the_rows_of_a_table() -> None:
    page = parse_page(f"<h1>Shop</h1><p>Hello</p><table>{ROWS}</table><p>Bye</p>")
    assert [page.texts_of(one) for one in read_with_mdr(page)] == [f"Item {n} {n} euro" for n in range(5)]


def test_mdr_takes_several_siblings_for_one_record() -> None:
    rows = "".join(f"<h3>Name {n}</h3><p>About <i>{n}</i></p><hr>" for n in range(4))
    page = parse_page(f"<div>{rows}</div>")
    assert [page.texts_of(one) for one in read_with_mdr(page)] == [f"Name {n} About {n}" for n in range(4)]


def test_mdr_finds_nothing_where_nothing_is_alike() -> None:
    assert read_with_mdr(parse_page("<h1>One</h1><ul><li>two</li></ul>")) == []


def test_the_template_is_what_all_pages_have_once() -> None:
    assert page_template([["a", "b", "x", "c", "c"], ["a", "y", "b", "c"]]) == ["a", "b"]


def test_rows_in_the_manner_of_lerman() -> None:
    def page(start: int) -> str:
        rows = "".join(f"<tr><td><b>Item {n}</b></td><td>{n} euro</td></tr>" for n in range(start, start + 4))
        return f"<html><h1>Shop</h1><p>Hello</p><table>{rows}</table><i>Bye</i></html>"

    assert read_like_lerman(page(1), [page(5)]) == [[f"Item {n}", f"{n} euro"] for n in range(1, 5)]


def test_multiplied_fields_have_the_places_of_both_values() -> None:
    page = multiply(PLAIN[0], 1.0)
    several = [label for record in page.records for label in record if isinstance(label, Several)]
    assert len(several) == len(page.records)
    known = {PLAIN[0].text[slice(*place)] for record in PLAIN[0].records for one in record for place in places_in(one)}
    assert all(page.text[a:b] in known for record in page.records for one in record for a, b in places_in(one))
