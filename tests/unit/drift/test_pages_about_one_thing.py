"""Wrappers of pages about one thing remember their columns, notice another template, and are repaired with their names."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import wrapture
from wrapture.html.lexbor import parse_page

if TYPE_CHECKING:
    from wrapture.html.page import Page

SHELVES = ("north", "south", "attic")
MAKERS = ("Holm & Co", "Smith Ltd", "Abel Works", "Norden AS")


def facts(n: int) -> dict[str, str]:
    return {
        "title": f"{('Red', 'Tall', 'Quiet')[n % 3]} lamp {n}",
        "price": f"{n + 3}.50 €",
        "maker": MAKERS[n % 4],
        "shelf": f"{SHELVES[n % 3]} {n}",
        "added": f"2026-03-{1 + n % 28:02d}",
    }


def drawn(n: int, main: str) -> Page:
    head = f"<!doctype html><html><head><title>{facts(n)['title']} - Harbour Lamps</title></head>"
    text = f"{head}<body><nav><a href=/>Home</a></nav>{main}<footer>Since 1998</footer></body></html>"
    return parse_page(text, url=f"http://harbour-lamps.test/lamps/{n}", name=f"{n}.html")


def old(n: int) -> Page:
    one = facts(n)
    rows = "".join(f"<tr><th>{name.title()}<td>{one[name]}" for name in ("maker", "shelf", "added"))
    return drawn(n, f"<main><h1>{one['title']}</h1><p class=price>{one['price']}</p><table>{rows}</table></main>")


def new(n: int) -> Page:
    one = facts(n)
    rows = "".join(f"<li><b>{name}:</b> {one[key]}</li>" for name, key in {"From": "maker", "Added": "added"}.items())
    top = f"<div class=top><h2 class=head>{one['title']}</h2><span class=cost>{one['price']}</span></div>"
    return drawn(n, f"<div class=wrap>{top}<ul class=facts>{rows}</ul><p class=place>{one['shelf']}</p></div>")


@pytest.fixture(scope="module")
def wrapper() -> wrapture.Wrapper:
    return wrapture.learn_one([old(n) for n in range(1, 9)])


def test_the_columns_are_remembered(wrapper: wrapture.Wrapper) -> None:
    saved = wrapture.api.parse_wrapper(wrapture.api.dump_wrapper(wrapper))
    assert all(column.profile is not None for column in saved.layout.columns)
    assert wrapture.check(old(20), saved).verdict == "fits"


def test_another_template_is_noticed_and_repaired(wrapper: wrapture.Wrapper) -> None:
    pages = [new(n) for n in range(20, 28)]
    assert wrapture.check(pages[0], wrapper).verdict == "changed"
    repair = wrapture.repair(wrapper, pages)
    assert repair.wrapper is not None, repair.reasons
    (record,) = wrapture.extract(new(30), repair.wrapper).shown().to_dicts()
    assert record == facts(30)


def test_one_page_is_too_little_for_a_repair(wrapper: wrapture.Wrapper) -> None:
    repair = wrapture.repair(wrapper, new(20))
    assert (repair.wrapper, repair.refusal) == (None, "unsure")
    assert "several pages" in repair.reasons[1]
