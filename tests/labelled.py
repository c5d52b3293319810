"""Labelled pages of a small shop, drawn from their rows, for tests of masks and labels."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from wrapture.learning.fuzzy import LabelledPage

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.model import Labels

NAMES: Final = ("page", "title", "price")
TITLES: Final = ("The Trial", "Fish &amp; Chips", "Light", "A <b>Moon</b> of Paper", "Stone", "Rivers of the North")


def shop(rows: int, first: int = 0, *, without_price: Sequence[int] = ()) -> LabelledPage:
    """Return a page with so many books, each with an address, a title and, except for some, a price."""
    text = "<!doctype html><title>Shop</title><h1>All our books</h1><p class=menu>Home | Help</p>\n<ul>\n"
    records: list[Labels] = []
    for number in range(first, first + rows):
        address, title, price = f"/b/{number}.html", TITLES[number % len(TITLES)], f"{number}.50"
        text += '<li><a href="'
        places: list[tuple[int, int] | None] = [(len(text), len(text) + len(address))]
        text += f'{address}">'
        places.append((len(text), len(text) + len(title)))
        text += f"{title}</a>"
        if number not in without_price:
            text += " costs "
            places.append((len(text), len(text) + len(price)))
            text += f"{price} euro"
        else:
            places.append(None)
        text += "</li>\n"
        records.append(tuple(places))
    return LabelledPage(f"shop-{first}.html", f"{text}</ul>\n<address>Shop</address>", tuple(records), NAMES)


def unnamed(page: LabelledPage) -> LabelledPage:
    """Return a labelled page without the names of its attributes."""
    return replace(page, names=())
