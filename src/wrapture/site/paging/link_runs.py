"""Runs of neighbouring links, as pagination links are, and their common properties."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise, takewhile
from typing import TYPE_CHECKING, Final

from wrapture.model import Span
from wrapture.site.paging.page_addresses import are_near, varying

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from wrapture.html.page import Page
    from wrapture.site.paging.link_words import Kind
    from wrapture.site.paging.page_links import Link

GAP: Final = 30  # displayed characters between two links of one run: dots, bars, the number of the current page
BESIDE: Final = 6  # nodes before and after a run to search for the number of the current page
YEARS: Final = range(1900, 2101)
MOST: Final = 200  # links of a run to compare
_ALONE: Final = re.compile(r"[\s\[(|·•,\-–]*(\d{1,6})[\s\])|·•,\-–.]*")
_SMALL: Final = frozenset(">›→<‹←")


@dataclass(frozen=True)
class LinkRun:
    """Neighbouring links; ``unlinked`` are the numbers among and beside them without a link."""

    links: tuple[Link, ...]
    unlinked: tuple[int, ...]

    @cached_property
    def kinds(self) -> frozenset[str]:
        """The kinds of its live links."""
        return frozenset(link.said.kind for link in self.links if link.said is not None and link.live)

    @cached_property
    def pages(self) -> list[Link]:
        """Its links with a number."""
        return [link for link in self.links if number_of(link) is not None]

    @cached_property
    def numbers(self) -> list[int]:
        """The numbers of its links."""
        return [number for number in map(number_of, self.links) if number is not None]

    @cached_property
    def is_of_years(self) -> bool:
        """Whether all its numbers are years."""
        return all(number in YEARS for number in self.numbers)

    @cached_property
    def ascending(self) -> float:
        """The share of numbers that are larger than the one before; 0 with fewer than two."""
        pairs = list(pairwise(self.numbers))
        return sum(one < other for one, other in pairs) / len(pairs) if pairs else 0.0

    @cached_property
    def current(self) -> int | None:
        """The number without a link that fits between those with one."""
        linked = set(self.numbers)
        return next((one for one in self.unlinked if one not in linked and linked & {one - 1, one + 1}), None)

    @cached_property
    def _alike(self) -> list[Link]:
        """Its numbered links whose addresses have the most common shape."""
        live = [link for link in self.pages[:MOST] if link.live]
        shapes = Counter(link.address.shape for link in live).most_common(1)
        return [link for link in live if link.address.shape == shapes[0][0]] if shapes else []

    @cached_property
    def _place(self) -> int | None:
        """The index of the number that differs between the addresses."""
        return varying([link.address for link in self._alike])

    @cached_property
    def steps(self) -> bool:
        """Whether one number in the addresses grows in step with the numbers of the links."""
        place = self._place
        return place is not None and _is_even(
            [(number_of(link) or 0, link.address.numbers[place]) for link in self._alike]
        )

    @cached_property
    def sizes(self) -> bool:
        """Whether the number that differs is the page size."""
        return self._place is not None and self._alike[0].address.is_size(self._place)

    @cached_property
    def counts(self) -> bool:
        """Whether its numbers are page numbers, with which the addresses count."""
        return self.steps or any(link.live and link.address.page_number == number_of(link) for link in self.pages)

    @cached_property
    def is_close(self) -> bool:
        """Whether two numbers are consecutive, the current page included."""
        known = {*self.numbers, *self.unlinked}
        return any(number + 1 in known for number in self.numbers) or self.current is not None

    @cached_property
    def places(self) -> frozenset[str]:
        """The addresses of its numbered links."""
        return frozenset(link.address.place for link in self.pages if link.live)


def number_of(link: Link) -> int | None:
    """Return the page number of a link."""
    return link.said.number if link.said is not None and link.said.kind == "page" else None


def runs_of(page: Page, links: Sequence[Link]) -> list[LinkRun]:
    """Return the runs of candidate links, in document order."""
    linked = _linked(page, links)
    return [_run(page, group, linked) for group in _groups(page, links)]


def _linked(page: Page, links: Iterable[Link]) -> set[int]:
    """Return the nodes inside links; each is visited once, even with nested links."""
    found: set[int] = set()
    seen = 0
    for link in links:
        stop = page.stops[link.node]
        found.update(range(max(link.node, seen), stop))
        seen = max(seen, stop)
    return found


def _groups(page: Page, links: Iterable[Link]) -> Iterator[list[Link]]:
    """Yield groups of links with no other link and little text between them, in which the numbers do not restart."""
    group: list[Link] = []
    numbered: Link | None = None
    for link in links:
        restarts = _restarts(numbered, link)
        if group and (restarts or _parts(link) or _gap(page, group[-1], link) > GAP):
            ahead = _ahead(group) if restarts else 0
            yield group[: len(group) - ahead]
            group, numbered = group[len(group) - ahead :], None
        if link.said is not None:
            group.append(link)
            numbered = numbered if number_of(link) is None else link
    if group:
        yield group


def _ahead(group: list[Link]) -> int:
    """Return how many links at the end of a group lead back: they belong to the numbers that follow."""
    leading = takewhile(lambda link: link.said is not None and link.said.kind in ("previous", "first"), reversed(group))
    return sum(1 for _ in leading)


def _restarts(numbered: Link | None, link: Link) -> bool:
    """Return whether a numbered link starts a new list: its number is lower, or much higher at another address."""
    before, number = None if numbered is None else number_of(numbered), number_of(link)
    if numbered is None or before is None or number is None:
        return False
    farther = number > before + 1 and numbered.live and link.live
    return number < before or (farther and not are_near(numbered.address, link.address))


def _parts(link: Link) -> bool:
    """Return whether a link separates runs because it is about something else."""
    return link.said is None and link.live and not link.button


def _gap(page: Page, one: Link, other: Link) -> int:
    """Return the number of visible characters between two links."""
    return page.offsets[other.node] - page.offsets[page.stops[one.node]]


def _run(page: Page, group: list[Link], linked: set[int]) -> LinkRun:
    ways = {(link.said.kind, _reach(link)) for link in group if link.said is not None}
    settled = tuple(_settled(link, ways) for link in group)
    return LinkRun(settled, tuple(_unlinked(page, group, linked)))


def _reach(link: Link) -> int:
    """Return how far a link leads by its text: a word or a single arrow least, a double arrow most."""
    if link.said is None or link.said.form != "arrow":
        return 0
    if link.said.double:
        return 2
    return 0 if link.text.strip() in _SMALL else 1


def _settled(link: Link, ways: set[tuple[Kind, int]]) -> Link:
    """Return an arrow as a link to the last or first page if a neighbour in its direction leads less far."""
    said = link.said
    if said is None or said.kind not in ("next", "previous") or link.button:
        return link
    if all((said.kind, nearer) not in ways for nearer in range(_reach(link))):
        return link
    return replace(link, said=replace(said, kind="last" if said.kind == "next" else "first"))


def _unlinked(page: Page, group: Sequence[Link], linked: set[int]) -> Iterator[int]:
    """Yield the numbers in texts between and beside links that are not links."""
    start, stop = group[0].node - BESIDE, page.stops[group[-1].node] + BESIDE
    for node, _ in page.displayed(Span(max(0, start), min(len(page), stop))):
        found = None if node in linked else _ALONE.fullmatch(page.texts[node])
        if found:
            yield int(found[1])


def _is_even(pairs: list[tuple[int, int]]) -> bool:
    """Return whether numbers grow by the same positive step for each page."""
    (page, value), *others = pairs
    steps = {
        (other - value) / (number - page) if number != page else None
        for number, other in others
        if (number, other) != (page, value)
    }
    return len(steps) == 1 and None not in steps and all(step is not None and step > 0 for step in steps)
