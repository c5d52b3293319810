"""Find the links and buttons of a page that lead to the other pages of its list."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from wrapture.capture.growing import WORDS
from wrapture.model import Span
from wrapture.site.paging.link_judge import accepted, judged, look_around
from wrapture.site.paging.link_runs import number_of
from wrapture.site.paging.link_words import said_by
from wrapture.site.paging.next_page import counts_on, current_number, goes_on, left_out
from wrapture.site.paging.page_addresses import PageAddress, are_near
from wrapture.site.paging.page_link import PageLink, Paging

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from wrapture.html.page import Page
    from wrapture.site.paging.link_judge import Marked
    from wrapture.site.paging.link_runs import LinkRun
    from wrapture.site.paging.link_signs import LinkSurroundings
    from wrapture.site.paging.link_words import Kind
    from wrapture.site.paging.page_links import Link


NUMBER_NAMES: Final = ("[", "#", "]")
"""How Omega names its page number buttons."""
LOAD_MORE: Final = re.compile(WORDS, re.IGNORECASE)
LONGEST_MORE: Final = 60  # characters of such a text
_NAMES: Final = re.compile(
    r"pag(?:e|er|ing|ina)|(?:^|[_.\-])p$|next|prev|start|offset|seite|weiter|zur[uü]e?ck", re.IGNORECASE
)


def find_paging(page: Page) -> Paging:
    """Return the links of a page to the other pages of its list, or form buttons if there are no links."""
    around = look_around(page)
    speaking = list(judged(around))
    marked = accepted(speaking)
    buttons = paging_buttons(page, around.runs)
    if not marked and buttons:
        return _by_buttons(around, buttons)
    paging = _by_links(around, marked)
    return paging if paging.onward is not None else replace(paging, onward=_more(around, speaking))


def _more(around: LinkSurroundings, speaking: Sequence[Marked]) -> PageLink | None:
    """Return a link such as “more”, an arrow or “load more jobs” whose address is that of the list's next page.

    It is too unreliable to count as a pagination link, but a robot may follow it if there is no other.
    """
    own = around.own
    if own is None:
        return None
    onward = [one for one in speaking if one.kind == "next" and _leads_on(own, one.link.address)]
    return _best(around, onward, "next") or _load_more(around.page, own)


def _load_more(page: Page, own: PageAddress) -> PageLink | None:
    """Return a link that loads more where scripts run, and without them leads to the next page."""
    for node in range(page.body.start, page.body.stop):
        if page.tags[node] == "a" and (href := page.address(node, "href")) and _leads_on(own, PageAddress(href)):
            text = page.text(Span(node, page.stops[node])) or page.attribute(node, "aria-label") or ""
            if len(text) <= LONGEST_MORE and LOAD_MORE.search(text):
                return PageLink(node, href, text)
    return None


def _leads_on(own: PageAddress, other: PageAddress) -> bool:
    """Return whether an address is a page's own with a larger number, or that of the next page of the same list."""
    following = other.host == own.host and other.stem == own.stem and other.page_number == (own.page_number or 1) + 1
    return following or counts_on(own, other)


def _by_links(around: LinkSurroundings, marked: Sequence[Marked]) -> Paging:
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
    """Return the link onward: the marked one, or the number after the current one if the mark is only an arrow.

    An arrow may also mean the last page.
    """
    if marked is None or following is None:
        return marked or following
    return marked if any(map(str.isalpha, marked.text)) else following


def _own_runs(around: LinkSurroundings, marked: Sequence[Marked]) -> set[int]:
    """Return the runs of the page's own list: those with addresses like the page's own, or like a next or previous link.

    If there are none and all runs have the same targets, all of them are.
    """
    shapes = {one.link.address.shape for one in marked if one.kind in ("next", "previous")}
    own = {id(one.run) for one in marked if one.is_own or one.link.address.shape in shapes}
    if own:
        return own
    near = [one for one in marked if around.own is None or are_near(around.own, one.link.address)]
    return {id(one.run) for one in near} if len({one.run.places for one in near}) == 1 else set()


def _following(
    around: LinkSurroundings, pages: Sequence[Marked], own: set[int], current: int | None
) -> PageLink | None:
    """Return the numbered page after the current one."""
    if current is None:
        return None
    after = [
        one for one in pages if id(one.run) in own and number_of(one.link) == current + 1 and "itself" not in one.signs
    ]
    return _best(around, after, "page")


def _best(around: LinkSurroundings, marked: Sequence[Marked], kind: Kind) -> PageLink | None:
    """Return the best link of a kind: by own list, then score, then position."""
    of_kind = [one for one in marked if one.kind == kind]
    best = max(of_kind, key=lambda one: (one.is_own, one.score, -one.link.node), default=None)
    return None if best is None else _link(around.page, best.link)


def _onward(around: LinkSurroundings, marked: Sequence[Marked], current: int | None) -> PageLink | None:
    """Return the marked link that leads towards the last page."""
    on = [one for one in marked if one.kind in ("next", "previous") and goes_on(around, one, current)]
    return _best(around, on, "next") or _best(around, on, "previous")


def _of_head(around: LinkSurroundings) -> PageLink | None:
    """Return the ``rel=next`` link of the page's head if its address differs from the page's own by a number only."""
    page, own = around.page, around.own
    for node, tag in enumerate(page.tags[: page.body.start]):
        if tag != "link" or "next" not in (page.attribute(node, "rel") or "").lower().split():
            continue
        address = PageAddress(page.address(node, "href") or "")
        counts = address.page_number is not None and (own is None or address.path_stem == own.path_stem)
        if address.is_web and counts and (own is None or (address.host, address.place) != (own.host, own.place)):
            return PageLink(node, address.text, "")
    return None


def _by_buttons(around: LinkSurroundings, buttons: Sequence[Link]) -> Paging:
    """Return the pagination buttons; the current page is the number without a button, or with a disabled one."""

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
    """Return the label of a link without text: its title, or its image's alternative text."""
    nodes = range(link.node, page.stops[link.node])
    said = (page.attribute(node, name) for node in nodes for name in ("title", "aria-label", "alt"))
    return next((" ".join(text.split()) for text in said if text), "")


def _distinct(links: Iterable[PageLink]) -> tuple[PageLink, ...]:
    """Return links with distinct addresses, preferring those of the page's own list."""
    found: dict[str, PageLink] = {}
    for link in links:
        if link.url not in found or (link.own and not found[link.url].own):
            found[link.url] = link
    return tuple(sorted(found.values(), key=lambda link: link.node))


def paging_buttons(page: Page, runs: Sequence[LinkRun]) -> list[Link]:
    """Return the buttons that lead to other pages of a list, in document order.

    Numbered buttons count if two of them ascend under one name, or if their name says so; a button with a word or an arrow
    counts if its name or text says so, or if it is among such numbers.
    """
    return [button for run in runs for button in _of_run(page, [link for link in run.links if link.button])]


def _of_run(page: Page, buttons: list[Link]) -> Iterator[Link]:
    numbers = [button for button in buttons if number_of(button) is not None]
    counted = len(numbers) > 1 and len({_name(page, button) for button in numbers}) == 1
    numbered = counted or any(_is_named(_name(page, button)) for button in numbers)
    for button in buttons:
        said = button.said
        if said is None or said.extra or said.form == "weak":
            continue
        if numbered or (said.kind != "page" and (said.full or _is_named(_name(page, button)))):
            yield button


def _name(page: Page, button: Link) -> str:
    return page.attribute(button.node, "name") or ""


def _is_named(name: str) -> bool:
    """Return whether the name of a button is a pagination name."""
    said = said_by(name)
    return name in NUMBER_NAMES or _NAMES.search(name) is not None or (said is not None and said.form == "arrow")
