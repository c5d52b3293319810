"""Wrappers learned from one page of a made site, read on other pages whose lists differ as those of today's sites do.

Each change is read in both directions: learned from the usual page and from the changed one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import pytest

import wrapture
from wrapture.html.lexbor import parse_page
from wrapture.reading.spares import wrapper_records

if TYPE_CHECKING:
    from collections.abc import Callable

NAMES: Final = (
    "Amber",
    "Basin",
    "Cedar",
    "Delta",
    "Ember",
    "Fjord",
    "Grove",
    "Harbour",
    "Island",
    "Jasper",
    "Kettle",
    "Linen",
)
TOP: Final = (
    "<header class=site-head><a class=logo href=/>Lanterns</a><nav class=menu><a class=entry href=/new>New</a> <a class=entry "
    "href=/sale>Sale</a> <a class=entry href=/help>Help</a></nav></header><h1 class=title>Lanterns of all sizes</h1>"
)
PRICE: Final = re.compile(r"(\d+) euro")
END: Final = (
    "<footer class=site-foot><p class=legal>Lanterns since 1987</p><a class=terms href=/terms>Terms of use</a></footer>"
)
ADVERT: Final = "<span>Advertisement</span><a href=https://ads.example/><img src=/ad.png></a>"


@dataclass(frozen=True)
class Item:
    """A record, and how it is drawn."""

    number: int
    classes: str = ""
    attributes: str = ""
    badge: str = ""
    full: bool = True

    @property
    def name(self) -> str:
        return f"{NAMES[self.number % len(NAMES)]} lantern {self.number}"


@dataclass(frozen=True)
class Listing:
    """A page: its items in groups that have an element each, and what is around and between them."""

    groups: tuple[tuple[Item, ...], ...]
    classes: str = "results"
    attributes: str = " id=list"
    before: str = ""
    outer: tuple[str, str] = ("", "")
    advert_after: int = 0
    suffix: str = ""

    def changed(self, change: Callable[[Item], Item]) -> Listing:
        return replace(self, groups=tuple(tuple(map(change, group)) for group in self.groups))


def usual(count: int = 12, start: int = 0) -> Listing:
    return Listing((tuple(Item(start + n) for n in range(count)),))


def marked(item: Item) -> Item:
    return (
        replace(item, classes=" is-new", attributes=" data-new=1", badge="<i>New</i>") if item.number % 3 == 0 else item
    )


def sparse(item: Item) -> Item:
    return replace(item, full=item.number * 7 % 5 < 3)


def featured(item: Item) -> Item:
    return replace(item, classes=" is-featured", badge="<i>Our choice</i>") if item.number == 20 else item


OTHER: Final = usual(10, 20)
CHANGES: Final = {
    "another class around the list": replace(OTHER, classes="results is-filtered", attributes=""),
    "another first class around the list": replace(OTHER, classes="is-filtered results", attributes=" data-page=2"),
    "boxes above the list": replace(
        OTHER, before="<div class=note><p>Shown by date</p></div><div class=note><p>Free</p></div>"
    ),
    "another element around all": replace(OTHER, outer=("<div class=column><div class=inner>", "</div></div>")),
    "adverts between the records": replace(OTHER, advert_after=3),
    "badges and attributes": OTHER.changed(marked),
    "attributes drawn late": OTHER.changed(
        lambda item: replace(item, attributes=f" style=order:{item.number} data-seen")
    ),
    "empty fields": OTHER.changed(sparse),
    "a featured first record": OTHER.changed(featured),
    "fewer records": usual(4, 40),
    "more records": usual(24, 40),
    "two sections": replace(OTHER, groups=(OTHER.groups[0][:6], OTHER.groups[0][6:])),
    "four sections": replace(usual(16, 20), groups=tuple(usual(4, 20 + 4 * n).groups[0] for n in range(4))),
    "hashed classes": replace(OTHER, suffix="__x7Kq2"),
}


def drawn_as_list(item: Item, suffix: str) -> str:
    n, more = item.number, f"<p class=text{suffix}>About {item.name}</p><em class=stock{suffix}>in stock</em>"
    return (
        f"<li class='hit{suffix}{item.classes}'{item.attributes}>{item.badge}<a class=name{suffix} href=/{n}>{item.name}</a>"
        f"{more * item.full}<b class=price{suffix}>{n} euro</b></li>"
    )


def drawn_as_card(item: Item, suffix: str) -> str:
    n, more = item.number, f"<p>About {item.name}</p>"
    return (
        f"<div class='card{suffix}{item.classes}'{item.attributes}>{item.badge}<a href=/{n}><img src=/{n}.jpg></a>"
        f"<div class=body{suffix}><h3><a href=/{n}>{item.name}</a></h3>{more * item.full}<span>{n} euro</span></div></div>"
    )


def drawn_bare(item: Item, suffix: str) -> str:
    n, more = item.number, f"<p>About {item.name}</p>"
    return (
        f"<article{item.attributes}>{item.badge}<h2 id={suffix}{n}><a href=/{n}>{item.name}</a></h2>{more * item.full}"
        f"<span>{n} euro</span></article>"
    )


MARKUPS: Final = {
    "list": ("ul", "li", drawn_as_list),
    "cards": ("div", "div", drawn_as_card),
    "bare": ("section", "div", drawn_bare),
}


def page_of(listing: Listing, markup: str) -> wrapture.Page:
    """Return a page of the site; white space stands between all records."""
    around, between, draw = MARKUPS[markup]
    groups = []
    for number, group in enumerate(listing.groups):
        records = [draw(item, listing.suffix) for item in group]
        for place in range(listing.advert_after, len(records), 1 + (listing.advert_after or len(records))):
            if listing.advert_after:
                records.insert(place, f"<{between} class=slot>{ADVERT}</{between}>")
        heading = f"<h2>Part {number + 1}</h2>" if len(listing.groups) > 1 else ""
        opened = f"<{around} class='{listing.classes}'{listing.attributes}>"
        groups.append(f"{heading}{opened}\n" + "\n".join(records) + f"\n</{around}>")
    opened, closed = listing.outer
    return parse_page(f"<body>{TOP}{opened}{listing.before}{''.join(groups)}{closed}{END}</body>")


def found(wrapper: wrapture.Wrapper, listing: Listing, markup: str) -> list[int]:
    """Return the numbers of the items that a wrapper reads on a page, -1 for what is no item."""
    page = page_of(listing, markup)
    prices = [PRICE.findall(page.texts_of(record)) for record in wrapper_records(wrapper, page)]
    return [int(one[0]) if len(one) == 1 else -1 for one in prices]


def numbers(listing: Listing) -> list[int]:
    return [item.number for group in listing.groups for item in group]


@pytest.mark.parametrize("markup", MARKUPS)
@pytest.mark.parametrize("change", CHANGES)
def test_a_wrapper_reads_the_other_page(change: str, markup: str) -> None:
    wrapper = wrapture.learn(page_of(usual(), markup))
    assert found(wrapper, CHANGES[change], markup) == numbers(CHANGES[change])


@pytest.mark.parametrize("markup", MARKUPS)
@pytest.mark.parametrize("change", CHANGES)
def test_a_wrapper_of_the_changed_page_reads_the_usual_one(change: str, markup: str) -> None:
    wrapper = wrapture.learn(page_of(CHANGES[change], markup))
    assert found(wrapper, usual(), markup) == numbers(usual())


@pytest.mark.parametrize("markup", MARKUPS)
def test_a_page_without_the_list_is_not_read(markup: str) -> None:
    wrapper = wrapture.learn(page_of(usual(), markup))
    for empty in (
        usual(0),
        replace(usual(0), before="<div class=tips><p>Check the spelling.</p><p>Use other words.</p></div>"),
    ):
        assert found(wrapper, empty, markup) == []
