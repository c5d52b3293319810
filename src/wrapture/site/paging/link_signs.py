"""Evidence for and against a pagination link: named signs, each between 0 and 1."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final

from wrapture.site.paging.link_runs import number_of
from wrapture.site.paging.page_addresses import PageAddress, varying
from wrapture.site.paging.page_links import LEVELS, meaning_of, words_of

if TYPE_CHECKING:
    from wrapture.html.page import Page
    from wrapture.site.paging.link_runs import LinkRun
    from wrapture.site.paging.page_links import Link

MEANINGS: Final = {
    "page": "it bears a number",
    "next": "it says next",
    "previous": "it says previous",
    "first": "it says first",
    "last": "it says last",
    "plain": "it says so in words and says nothing else",
    "full": "it speaks of pages or results too, or says how many",
    "extra": "other words stand beside",
    "weak": "the word also has other meanings",
    "arrow": "it is an arrow",
    "hinted": "attributes say so, not its text",
    "relation": "its rel attribute says so",
    "head": "the head of the page names its address as the next or previous page",
    "paging class": "a class or id on it or around it speaks of paging",
    "direction class": "a class on it or around it speaks of next or previous",
    "trap class": "a class or id around it speaks of calendars, slides, ratings or comments",
    "named number": "a number in its address is named as that of a page",
    "same number": "that number is the one it bears",
    "own stem": "its address is the page's own but for the number of the page",
    "neighbour": "the number of the page in its address is one away from the page's own",
    "size": "its number is that of the results on a page",
    "one number": "its address differs from the page's own in one number",
    "date": "it asks for a day or month, or is a number or an arrow and its address holds a date that the page's own does not",
    "itself": "it leads to the page itself",
    "fragment": "it leads to a place inside a page",
    "ascending": "their numbers ascend",
    "close": "a number follows on another",
    "lone number": "it bears a number, and stands with nothing else of paging",
    "other number": "it bears a number that its address does not hold, and the addresses do not count as the numbers do",
    "pager": "numbered links whose addresses count stand together with it",
    "current": "the number of the current page stands among them, without a link",
    "directions": "links to next or previous pages stand together with it",
    "opposite": "a link in the other direction stands together with it",
    "numbered twin": "a numbered link beside it leads to the same address",
    "again": "the same link stands elsewhere on the page",
    "alone": "no other such link stands with it, and it does not say in words what it is",
    "year": "all numbers are years, and no next or previous page stands with them",
    "padded": "the number begins with a nought",
}
"""The meaning of each sign."""

_PAGING: Final = re.compile(
    r"pagin|pager|paging|pagenav|page[-_]?nav|page[-_]?num|page[-_]?link|page[-_]?list|page[-_]?numbers|(?:^|[\s_-])pages(?:$|[\s_-])|"
    r"nav[-_]?links|nav[-_]?(?:prev|next|below|above)|posts?[-_]nav|navigation|seiten|blog-pager",
    re.IGNORECASE,
)
_TRAP: Final = re.compile(
    r"calend|slide|carousel|slick|swiper|gallery|rating|stars?(?:$|[\s_-])|comment|archive|breadcrumb|datepick|tabs?(?:$|[\s_-])",
    re.IGNORECASE,
)
_DIRECTION: Final = frozenset(["next", "prev", "previous", "older", "newer"])
_OPPOSITE: Final = {"next": "previous", "previous": "next", "first": "last", "last": "first"}


@dataclass(frozen=True)
class LinkSurroundings:
    """A page with the data that signs need."""

    page: Page
    runs: tuple[LinkRun, ...]

    @cached_property
    def own(self) -> PageAddress | None:
        """The page's own address, or None if it is unknown."""
        return PageAddress(self.page.url) if self.page.url else None

    @cached_property
    def head(self) -> frozenset[str]:
        """The addresses of the ``rel=next`` and ``rel=prev`` links in the head."""
        return frozenset(
            PageAddress(self.page.address(node, "href") or "").place
            for node, tag in enumerate(self.page.tags)
            if tag == "link" and {"next", "prev"} & set((self.page.attribute(node, "rel") or "").lower().split())
        )

    @cached_property
    def copies(self) -> Counter[tuple[str, str]]:
        """How many links there are for each text and address."""
        return Counter((link.text, link.address.text) for run in self.runs for link in run.links)

    def names_around(self, node: int) -> str:
        """Return the classes and ids of a node and its ancestors."""
        names = []
        for _ in range(LEVELS + 1):
            if node < 0 or self.page.tags[node] in ("body", "html"):
                break
            names += [self.page.attribute(node, name) or "" for name in ("class", "id")]
            node = self.page.parents[node]
        return " ".join(names)


def signs_of(around: LinkSurroundings, run: LinkRun, link: Link) -> dict[str, float]:
    """Return the nonzero signs of a candidate link."""
    found = {**_of_words(link), **_of_names(around, link), **_of_address(around, link), **_of_run(around, run, link)}
    return {name: float(value) for name, value in found.items() if value}


def _of_words(link: Link) -> dict[str, float]:
    said = meaning_of(link)
    return {
        said.kind: 1,
        "plain": said.form == "word" and not said.extra and not link.hinted,
        "full": said.full and not said.extra and said.kind in ("next", "previous"),
        "extra": min(said.extra, 3) / 3,
        "weak": said.form == "weak",
        "arrow": said.form == "arrow",
        "hinted": link.hinted,
        "relation": link.relation == said.kind,
    }


def _of_names(around: LinkSurroundings, link: Link) -> dict[str, float]:
    names = around.names_around(link.node)
    return {
        "paging class": _PAGING.search(names) is not None,
        "trap class": _TRAP.search(names) is not None,
        "direction class": bool(_DIRECTION & set(words_of(names))),
    }


def _of_address(around: LinkSurroundings, link: Link) -> dict[str, float]:
    address, own, number = link.address, around.own, number_of(link)
    found: dict[str, float] = {
        "named number": address.page_number is not None,
        "same number": number is not None and number in (address.page_number, *address.numbers[-1:]),
        "date": address.is_calendar or (_is_bare(link) and bool(address.dates - (own.dates if own else frozenset()))),
        "fragment": "#" in address.text,
        "head": address.place in around.head,
    }
    if own is None:
        return found
    return found | {
        "itself": address.place == own.place,
        "own stem": address.stem == own.stem and address.place != own.place,
        "neighbour": number is None
        and own.path_stem == address.path_stem
        and _is_neighbour(own.page_number, address.page_number),
        "one number": varying([address, own]) is not None,
    }


def _is_bare(link: Link) -> bool:
    return meaning_of(link).form in ("number", "arrow")


def _is_neighbour(own: int | None, other: int | None) -> bool:
    """Return whether two pages are one apart; a page without a number is the first, be that 0 or 1."""
    if own is None and other is None:
        return False
    return any(
        abs(one - two) == 1
        for one in ([own] if own is not None else [0, 1])
        for two in ([other] if other is not None else [0, 1])
    )


def _of_run(around: LinkSurroundings, run: LinkRun, link: Link) -> dict[str, float]:
    kind, number = meaning_of(link).kind, number_of(link)
    others = run.kinds - {kind}
    return {
        "ascending": run.ascending,
        "size": number is not None and (run.sizes or link.address.names_size(number)),
        "close": run.is_close,
        "lone number": kind == "page" and len(run.pages) == 1 and not others and run.current is None,
        "other number": number is not None and not run.steps and not {number, number - 1} & set(link.address.numbers),
        "pager": run.counts and len(run.pages) > (kind == "page"),
        "current": run.current is not None,
        "directions": bool(others - {"page"}),
        "opposite": _OPPOSITE.get(kind) in others,
        "numbered twin": kind != "page" and link.address.place in run.places,
        "again": around.copies[link.text, link.address.text] > 1,
        "alone": len(run.links) == 1 and (_is_bare(link) or link.hinted or meaning_of(link).form == "weak"),
        "year": kind == "page" and others.isdisjoint(_OPPOSITE) and run.is_of_years,
        "padded": kind == "page" and link.text.strip().startswith("0"),
    }
