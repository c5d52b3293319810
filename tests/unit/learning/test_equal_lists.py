"""Lists of one kind that are proposed apart are joined, unless something says that they are not of one kind."""

from __future__ import annotations

from typing import Final

import pytest

import wrapture
from wrapture.learning.equal_lists import joined_locator
from wrapture.reading.records import find_records

WORDS: Final = ("Amber", "Stone river", "Cloud", "Maple and tiger", "Lemon", "Falcon")
BOXES: Final = (
    "<div id=best>{}</div>",
    "<section><div class=lane><div>{}</div></div></section>",
    "<div class=row><div class=inner><div>{}</div></div></div>",
)
"""Shelves in boxes of different depth, so that nothing proposes them as one list at once."""


def shelves(*headings: str, card: str = "card") -> str:
    found = []
    for number, (heading, box) in enumerate(zip(headings, BOXES, strict=True)):
        kind = card if number == len(headings) - 1 else "card"
        cards = "".join(
            f'<div class="{kind}"><h3><a href=/{number}/{word}>{word} {heading}</a></h3><p>About {word} and more</p>'
            f"<b>${number}{place}.50</b></div>"
            for place, word in enumerate(WORDS)
        )
        found.append(f"<h2>{heading}</h2>{box.format(cards)}<p>{'Some words between them. ' * 6}</p>")
    return f"<nav><a href=/a>Home</a> <a href=/b>Help</a></nav><main>{''.join(found)}</main>"


def test_shelves_of_one_kind_are_one_table() -> None:
    table = wrapture.extract(shelves("Bestsellers", "New books", "Children"))
    assert len(table) == 3 * len(WORDS)
    assert table["section"][:: len(WORDS)] == ["Bestsellers", "New books", "Children"]


@pytest.mark.parametrize(
    ("last", "card", "joined"), [("You may also like", "card", 0), ("Staff", "person", 2), ("Children", "card", 3)]
)
def test_lists_of_another_kind_are_not_joined(last: str, card: str, joined: int) -> None:
    page = wrapture.parse(shelves("Bestsellers", "New books", last, card=card))
    ranked = [one for one in wrapture.discover(page) if len(one.records[0]) == len(WORDS)]
    best = next(one for one in ranked if "Bestsellers" in page.text(one.records[0][0][0]))
    locator = joined_locator(page, [best, *ranked])
    assert len(find_records(locator, page) if locator is not None else ()) == joined * len(WORDS)
