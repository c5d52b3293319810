"""A page's own schema.org list is evidence for the records that it names."""

from __future__ import annotations

import json
from typing import Final

import pytest

import wrapture
from wrapture.learning.listed_objects import ListedObjects

TITLES: Final = ("The Trial", "Light", "Stone", "Rivers of the North", "A Moon of Paper", "Fish and Chips")
MENU: Final = "<ul>" + "".join(f"<li><a href=/{word}>{word}</a></li>" for word in ("Home", "Books", "Games", "Help"))
BY_NAME: Final[list[dict[str, object]]] = [
    {"@type": "Product", "name": title, "sku": f"S{n}"} for n, title in enumerate(TITLES)
]
BY_ADDRESS: Final[list[dict[str, object]]] = [
    {"@type": "ListItem", "position": n, "url": f"https://shop.example/p/{n}"} for n in range(6)
]
MENU_ITEMS: Final[list[dict[str, object]]] = [
    {"@type": "ListItem", "name": name} for name in ("Home", "Books", "Games", "Help")
]


def page(kind: str, items: list[dict[str, object]], titles: tuple[str, ...] = TITLES) -> wrapture.api.Page:
    data = {"@type": "WebPage", "mainEntity": {"@type": kind, "itemListElement": items}}
    cards = "".join(
        f"<div class=c><a href=/p/{n}>{title}</a> <b>{n}.50</b><p>What there is to know about number {n}</div>"
        for n, title in enumerate(titles)
    )
    return wrapture.parse(
        f'<script type="application/ld+json">{json.dumps(data)}</script>{MENU}</ul><main>{cards}</main>'
    )


def shares(read: wrapture.api.Page) -> list[float]:
    """Return the share of listed records of the cards, of the menu, and of all cards as one record."""
    listed = ListedObjects(read)
    cards = [(n, read.stops[n]) for n, tag in enumerate(read.tags) if tag == "div"]
    menu = [(n, read.stops[n]) for n, tag in enumerate(read.tags) if tag == "li"]
    whole = [(n, read.stops[n]) for n, tag in enumerate(read.tags) if tag == "main"]
    return [round(listed.share(one), 2) for one in (cards, menu, whole)]


@pytest.mark.parametrize(
    ("kind", "items", "expected"),
    [
        ("ItemList", BY_NAME, [1.0, 0.0, 0.0]),
        ("ItemList", BY_ADDRESS, [1.0, 0.0, 0.0]),
        ("ItemList", BY_NAME[:4], [0.67, 0.0, 0.0]),
        ("ItemList", BY_NAME[:2], [0.0, 0.0, 0.0]),
        ("BreadcrumbList", MENU_ITEMS, [0.0, 0.0, 0.0]),
    ],
)
def test_the_records_that_a_list_names(kind: str, items: list[dict[str, object]], expected: list[float]) -> None:
    assert shares(page(kind, items)) == expected


def test_a_list_that_is_not_displayed_is_no_evidence() -> None:
    assert shares(page("ItemList", BY_NAME, ("Sand", "Clay", "Iron", "Tin"))) == [0.0, 0.0, 0.0]


def test_the_list_that_a_page_names_is_surer() -> None:
    named, unnamed = (wrapture.extract(page(kind, BY_NAME)) for kind in ("ItemList", "Thing"))
    assert (len(named), len(unnamed)) == (6, 6)
    assert (named.confidence or 0) > (unnamed.confidence or 0)
