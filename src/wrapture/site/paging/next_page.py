"""Determine the number of the current page, and whether a link leads onward."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Final
from urllib.parse import parse_qsl, urlsplit

from wrapture.site.paging.link_runs import number_of
from wrapture.site.paging.page_addresses import PageAddress, is_number, varying
from wrapture.site.paging.page_links import meaning_of, words_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from wrapture.html.page import Page
    from wrapture.site.paging.link_judge import Marked
    from wrapture.site.paging.link_signs import LinkSurroundings
    from wrapture.site.paging.page_links import Link

CURRENT: Final = frozenset(
    ["current", "active", "selected", "sel", "on", "here", "actual", "aktuell", "aktiv", "thispage"]
)
"""Words in class names that mark the current page."""


def current_number(around: LinkSurroundings, pages: Sequence[Marked]) -> int | None:
    """Return the number of the current page by the most reliable method that gives one, or None."""
    nearest = [one for one in pages if one.is_own] or pages
    return next((number for number in _ways(around, nearest) if number is not None), None)


def _ways(around: LinkSurroundings, pages: Sequence[Marked]) -> Iterator[int | None]:
    yield next((one.run.current for one in pages if one.run.current is not None), None)
    yield _only(number_of(one.link) for one in pages if _is_marked(around.page, one.link.node))
    yield _only(number_of(one.link) for one in pages if "itself" in one.signs)
    if around.own is not None:
        yield _by_address(around.own, [one.link for one in pages])
    yield left_out([number for one in pages if (number := number_of(one.link)) is not None])


def _only(numbers: Iterable[int | None]) -> int | None:
    """Return the number if all are equal, otherwise None."""
    found = set(numbers)
    return found.pop() if len(found) == 1 else None


def _is_marked(page: Page, node: int) -> bool:
    """Return whether a link, or an element that contains nothing else, is marked as current."""
    parent = page.parents[node]
    is_only = parent == node - 1 and page.stops[parent] == page.stops[node]
    around = [node, parent] if is_only else [node]
    return any(
        page.attribute(one, "aria-current") not in (None, "false")
        or CURRENT & set(words_of(page.attribute(one, "class") or ""))
        for one in around
    )


def _by_address(own: PageAddress, links: Sequence[Link]) -> int | None:
    """Return the page number from the page's own address if a number in the addresses grows with the link numbers."""
    alike = [link for link in links if link.address.shape == own.shape]
    place = varying([link.address for link in alike])
    if place is None:
        same = [link for link in links if link.address.page_number == number_of(link)]
        return own.page_number if same else None
    (one, first), (other, second) = [
        (number_of(link) or 0, link.address.numbers[place]) for link in (alike[0], alike[-1])
    ]
    if one == other or first == second:
        return None
    number = one + (own.numbers[place] - first) * (other - one) / (second - first)
    return int(number) if number == int(number) and number >= 0 else None


def left_out(numbers: Sequence[int]) -> int | None:
    """Return the single missing number among those with links; 1 if they start at 2."""
    known = set(numbers)
    if not known:
        return None
    if min(known) == 2:
        return 1
    near = sorted(number for number in known if known & {number - 2, number - 1, number + 1, number + 2})
    missing = [before + 1 for before, after in pairwise(near) if after == before + 2]
    return missing[0] if len(missing) == 1 else None


def goes_on(around: LinkSurroundings, marked: Marked, current: int | None) -> bool:
    """Return whether a next or older link leads onward: not back, and not to the page itself.

    Where pages have no numbers, their addresses tell: some blogs call the second page the previous one.
    """
    if "itself" in marked.signs:
        return False
    said = meaning_of(marked.link)
    step = _step(around.own, marked.link.address) if current is None else 0
    if step:
        return step > 0
    return said.age <= 0 if said.kind == "next" else said.age < 0


def counts_on(own: PageAddress, other: PageAddress) -> bool:
    """Return whether an address differs from another by one query number only, which is added or larger.

    >>> counts_on(PageAddress("http://a/log?rev=x"), PageAddress("http://a/log?rev=x&revcount=20"))
    True
    >>> counts_on(PageAddress("http://a/log?rev=x&revcount=20"), PageAddress("http://a/log?rev=x&revcount=10"))
    False
    """
    if (own.host, own.place.partition("?")[0]) != (other.host, other.place.partition("?")[0]):
        return False
    before, after = (dict(parse_qsl(urlsplit(one.text).query, keep_blank_values=True)) for one in (own, other))
    changed = [name for name in after if after[name] != before.get(name)]
    if len(changed) != 1 or before.keys() - after.keys():
        return False
    number, known = after[changed[0]], before.get(changed[0], "0")
    return is_number(number) and is_number(known) and int(number) > int(known)


def _step(own: PageAddress | None, address: PageAddress) -> int:
    """Return how many pages an address leads onward in the same list; 0 if unknown."""
    if own is None or own.path_stem != address.path_stem:
        return 0
    if own.page_number is None and address.page_number is None:
        return 0
    return (address.page_number or 0) - (own.page_number or 0)
