"""Very long values: no page takes minutes or ends in an undocumented error because one of its values has no end.

Python refuses to read numbers of more than 4,300 digits, and expressions that tell what a value is may take the square of its
length, or more.
"""

from __future__ import annotations

from html import escape
from itertools import product
from time import process_time

import pytest

import wrapture
from wrapture.rows.write import render

LENGTH = 20_000
PIECES = ("1", "1.", "1 ", "$1", "a@", "a@a.", "a__", "A. ", "(", "__", "/", "x=1&", "2020-01-01 ", "★ ", "²")
PLACES = ("class", "href", "title", "text", "alt", "width", "indent", "style", "about", "price")
ENDS = ("", " EUR", " out of 5")
LIMIT_S = 60.0  # CPU time; some took hours


def page(place: str, value: str) -> str:
    """Return a page with eight records, in two of which something is very long."""

    def record(number: int) -> str:
        told = {"class": "item", "href": f"/{number}", "title": "t", "text": f"Name {number}", "alt": f"pic {number}"}
        told |= {"width": "90", "indent": f"{number % 3}", "style": f"margin-left: {number % 3}px"}
        told |= {"about": f"About {number} words", "price": f"{number}.50 EUR"}
        told = {name: escape(value if name == place and number in (1, 3) else usual) for name, usual in told.items()}
        return (
            "<li class='{class}' indent='{indent}'><a href='{href}' title='{title}' style='{style}'>{text}</a>"
            "<img src=a.png alt='{alt}' width='{width}'><p>{about}</p><b>{price}</b></li>"
        ).format(**told)

    return f"<ul>{''.join(map(record, range(8)))}</ul><p><a href='?page=2'>Next</a>"


@pytest.mark.slow
@pytest.mark.parametrize("piece", PIECES)
def test_a_long_value_costs_little(piece: str) -> None:
    wrapper = wrapture.learn(page("", ""))
    begin = process_time()
    for place, end in product(PLACES, ENDS):
        html = page(place, (piece * LENGTH)[:LENGTH] + end)
        tables = [wrapture.extract(html, guess=True), wrapture.extract(html, wrapper)]
        assert [render(tables, form) for form in ("csv", "json", "jsonl")]
    assert process_time() - begin < LIMIT_S


@pytest.mark.parametrize("days", ["1 2 3 4 5 6 7 8 9 10 11 12 13 14 " + "1" * 5000, "²"])
def test_numbers_without_end_are_no_days_sizes_or_counts(days: str) -> None:
    rows = "".join(f"<tr><td>{days}</td><td><img src=a width={'9' * 5000}>{number}</td></tr>" for number in range(8))
    counted = f"<p>1-8 of {'1,' + '234,' * 2000}567 results</p>"
    assert wrapture.extract(f"{counted}<table>{rows}</table>", guess=True)
    indented = "".join(f"<li indent={'9' * 400 * (n % 2)}>Comment {n}</li>" for n in range(8))
    assert wrapture.extract(f"<ul>{indented}</ul>", guess=True)
