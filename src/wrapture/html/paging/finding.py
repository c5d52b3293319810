"""The door to paging: what links to the other pages of a list there are."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from wrapture.html.paging.addresses import Address, are_near
from wrapture.html.paging.buttons import paging_buttons
from wrapture.html.paging.judging import accepted, judged, look_around
from wrapture.html.paging.onward import counts_on, current_number, goes_on, left_out
from wrapture.html.paging.runs import number_of
from wrapture.html.paging.values import PageLink, Paging

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from wrapture.html.page import Page
    from wrapture.html.paging.judging import Marked
    from wrapture.html.paging.links import Link
    from wrapture.html.paging.signs import Surroundings
    from wrapture.html.paging.words import Kind


def find_paging(page: Page) -> Paging:
    """Return the links of a page to the other pages of its list; buttons of forms where there are no links."""
    around = look_around(page)
    speaking = list(judged(around))
    marked = accepted(speaking)
    buttons = paging_buttons(page, around.runs)
    if not marked and buttons:
        return _by_buttons(around, buttons)
    paging = _by_links(around, marked)
    return paging if paging.onward is not None else replace(paging, onward=_more(around, speaking))


def _more(around: Surroundings, speaking: Sequence[Marked]) -> PageLink | None:
    """Return a link that says “more” or the like, where its address is the page's own with a larger number.

    As a link of paging it would be wrong too often; a robot that finds no other may follow it.
    """
    own = around.own
    onward = [one for one in speaking if one.kind == "next" and own is not None and counts_on(own, one.link.address)]
    return _best(around, onward, "next")


def _by_links(around: Surroundings, marked: Sequence[Marked]) -> Paging:
    own = _own_runs(around, marked)
    pages = [one for one in marked if one.kind == "page"]
    current = current_number(around, [one for one in pages if id(one.run) in own])
    following = _following(around, pages, own, current)
    return Paging(
        next=_best(around, marked, "next") or following,
        previous=_best(around, marked, "previous"),
        first=_best(around, marked, "first"),
        last=_best(around, marked, "last"),
        numbered=_distinct(_link(around.page, one.link, own=id(one.run) in own) for one in pages),
        onward=_agreed(_onward(around, marked, current), following) or _of_head(around),
        current=current,
    )


def _agreed(marked: PageLink | None, following: PageLink | None) -> PageLink | None:
    """Return the link that goes on: the marked one, but the number after the current one where only a sign marks it.

    An arrow may stand for the last page as well.
    """
    if marked is None or following is None:
        return marked or following
    return marked if any(map(str.isalpha, marked.text)) else following


def _own_runs(around: Surroundings, marked: Sequence[Marked]) -> set[int]:
    """Return which runs are of the page's own list: with a next or previous page, or addresses like its or the page's own.

    Where none is, and all runs lead to the same places, they are.
    """
    shapes = {one.link.address.shape for one in marked if one.kind in ("next", "previous")}
    own = {id(one.run) for one in marked if one.is_own or one.link.address.shape in shapes}
    if own:
        return own
    near = [one for one in marked if around.own is None or are_near(around.own, one.link.address)]
    return {id(one.run) for one in near} if len({one.run.places for one in near}) == 1 else set()


def _following(around: Surroundings, pages: Sequence[Marked], own: set[int], current: int | None) -> PageLink | None:
    """Return the numbered page after the current one."""
    if current is None:
        return None
    after = [
        one for one in pages if id(one.run) in own and number_of(one.link) == current + 1 and "itself" not in one.signs
    ]
    return _best(around, after, "page")


def _best(around: Surroundings, marked: Sequence[Marked], kind: Kind) -> PageLink | None:
    """Return the best link of a kind: of the page's own list, with a high score, early."""
    of_kind = [one for one in marked if one.kind == kind]
    best = max(of_kind, key=lambda one: (one.is_own, one.score, -one.link.node), default=None)
    return None if best is None else _link(around.page, best.link)


def _onward(around: Surroundings, marked: Sequence[Marked], current: int | None) -> PageLink | None:
    """Return the link that the page marks and that goes on towards the last page."""
    on = [one for one in marked if one.kind in ("next", "previous") and goes_on(around, one, current)]
    return _best(around, on, "next") or _best(around, on, "previous")


def _of_head(around: Surroundings) -> PageLink | None:
    """Return the next page that the head of a page names, where its address is the page's own but for a number."""
    page, own = around.page, around.own
    for node, tag in enumerate(page.tags[: page.body.start]):
        if tag != "link" or "next" not in (page.attribute(node, "rel") or "").lower().split():
            continue
        address = Address(page.address(node, "href") or "")
        counts = address.page_number is not None and (own is None or address.path_stem == own.path_stem)
        if address.is_web and counts and (own is None or (address.host, address.place) != (own.host, own.place)):
            return PageLink(node, address.text, "")
    return None


def _by_buttons(around: Surroundings, buttons: Sequence[Link]) -> Paging:
    """Return the same of buttons; the current page is the number without one, or with one that can't be pressed."""

    def first_of(kind: Kind) -> PageLink | None:
        found = (button for button in buttons if button.said is not None and button.said.kind == kind)
        return next((_link(around.page, button) for button in found), None)

    numbered = tuple(_link(around.page, button) for button in buttons if number_of(button) is not None)
    pressed = {button.node for button in buttons}
    runs = [run for run in around.runs if any(link.node in pressed for link in run.links)]
    current = next(
        (run.current for run in runs if run.current is not None), left_out([link.number or 0 for link in numbered])
    )
    following = next((link for link in numbered if current is not None and link.number == current + 1), None)
    return Paging(
        next=first_of("next") or following,
        previous=first_of("previous"),
        first=first_of("first"),
        last=first_of("last"),
        numbered=numbered,
        onward=first_of("next") or following,
        current=current,
    )


def _link(page: Page, link: Link, *, own: bool = True) -> PageLink:
    return PageLink(link.node, link.address.text, link.text or _shown(page, link), number_of(link), link.button, own)


def _shown(page: Page, link: Link) -> str:
    """Return what is said of a link without a text: its title, or what stands for its image."""
    nodes = range(link.node, page.stops[link.node])
    said = (page.attribute(node, name) for node in nodes for name in ("title", "aria-label", "alt"))
    return next((" ".join(text.split()) for text in said if text), "")


def _distinct(links: Iterable[PageLink]) -> tuple[PageLink, ...]:
    """Return links by address, each once; one of the page's own list before another."""
    found: dict[str, PageLink] = {}
    for link in links:
        if link.url not in found or (link.own and not found[link.url].own):
            found[link.url] = link
    return tuple(sorted(found.values(), key=lambda link: link.node))
