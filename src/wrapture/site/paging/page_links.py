"""Collect the links and buttons of a page that may be pagination links, with their texts and attributes."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from wrapture.html.page import TEXT
from wrapture.model import Span
from wrapture.site.paging.link_words import LONGEST, Kind, LinkMeaning, said_by
from wrapture.site.paging.page_addresses import PageAddress

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wrapture.html.page import Page

LEVELS: Final = 4  # ancestors whose classes count as evidence
MOST_INSIDE: Final = 12  # nodes inside a link to search for images and icons
BUTTON_TYPES: Final = ("submit", "image")

_RELATIONS: Final[dict[str, Kind]] = {
    "next": "next",
    "prev": "previous",
    "previous": "previous",
    "first": "first",
    "start": "first",
    "last": "last",
}
_CLASS_WORDS: Final[dict[str, Kind]] = {
    "next": "next",
    "nextpage": "next",
    "newer": "next",
    "prev": "previous",
    "previous": "previous",
    "prevpage": "previous",
    "older": "previous",
}
_ENDS: Final = re.compile(r"pag\w*[-_]*(first|last)\b|\b(first|last)[-_]*pag", re.IGNORECASE)
_ICON: Final = re.compile(
    r"(?:arrow|chevron|angle|caret|navigate)[-_]?(?:right|left|next|before|forward|back)", re.IGNORECASE
)
_CAMEL: Final = re.compile(r"(?<=[a-z])(?=[A-Z])")
_NOT_LETTERS: Final = re.compile(r"[^A-Za-z]+")


@dataclass(frozen=True, slots=True)
class Link:
    """A link or form button with its meaning; ``hinted`` if that comes from attributes, not from its text.

    ``live`` is whether it leads to another address: one that only runs a script, or stays on the page, does not.
    """

    node: int
    text: str
    address: PageAddress
    said: LinkMeaning | None
    relation: Kind | None
    hinted: bool
    live: bool
    button: bool = False


def meaning_of(link: Link) -> LinkMeaning:
    """Return the meaning of a link; raises `ValueError` if it has none."""
    if link.said is None:
        raise ValueError(f"node {link.node} is not a pagination link")
    return link.said


def links_of(page: Page) -> list[Link]:
    """Return all links and paging buttons in document order."""
    host = PageAddress(page.url or "").host
    return [link for node in page.body for link in _link(page, node, host)]


def _link(page: Page, node: int, host: str) -> Iterator[Link]:
    tag = page.tags[node]
    if tag in ("a", "area") and page.attribute(node, "href") is not None:
        yield _anchor(page, node, host)
    elif tag in ("input", "button") and _is_submit(page, node):
        yield _button(page, node)


def _anchor(page: Page, node: int, host: str) -> Link:
    href = (page.attribute(node, "href") or "").strip()
    address = PageAddress(page.address(node, "href") or "")
    text = page.text(Span(node, page.stops[node]))
    said = said_by(text)
    relation = next((_RELATIONS[word] for word in _relations(page, node) if word in _RELATIONS), None)
    titled = None if said is not None or _is_wordy(text) else _within(page, node)
    hint = said or titled
    if hint is None and len(text) <= LONGEST:
        hint = _hint(page, node, text, relation)
    live = not href.startswith("#") and address.is_web and _is_of(address.host, host)
    return Link(node, text, address, hint, relation, (said or titled) is None, live)


def _relations(page: Page, node: int) -> list[str]:
    return (page.attribute(node, "rel") or "").lower().split()


def _is_of(host: str, own: str) -> bool:
    """Return whether a host is the page's own, a parent or a subdomain, or unknown."""
    return not host or not own or host == own or host.endswith(f".{own}") or own.endswith(f".{host}")


def _is_submit(page: Page, node: int) -> bool:
    """Return whether an element submits a form; a button without a type does."""
    kind = (page.attribute(node, "type") or "").lower()
    if page.attribute(node, "disabled") is not None:
        return False
    return kind in BUTTON_TYPES or (page.tags[node] == "button" and kind not in ("button", "reset"))


def _button(page: Page, node: int) -> Link:
    """Return a button; old engines put its action into its name and the page number into its value."""
    shown = page.attribute(node, "value") or page.attribute(node, "alt") or ""
    text = " ".join(shown.split()) if page.tags[node] == "input" else page.text(Span(node, page.stops[node]))
    named = said_by(page.attribute(node, "name") or "")
    by_name = named if named is not None and (named.form == "arrow" or not text) else None
    said = said_by(text) or by_name or (None if text else _classed(page, node))
    return Link(node, text, PageAddress(""), said, None, said_by(text) is None, live=True, button=True)


def _is_wordy(text: str) -> bool:
    return any(character.isalnum() for character in text)


def _within(page: Page, node: int) -> LinkMeaning | None:
    """Return the meaning of the titles of a link without words and of its images, which replace its text."""
    nodes = range(node, min(page.stops[node], node + MOST_INSIDE))
    titles = (_titled(page, inner) for inner in nodes if page.tags[inner] != TEXT)
    return next((said for said in titles if said is not None and said.kind != "page"), None)


def _hint(page: Page, node: int, text: str, relation: Kind | None) -> LinkMeaning | None:
    """Return the meaning of a link's ``rel`` and, if it has no words, of its classes."""
    if relation is not None:
        return LinkMeaning(relation, "word")
    if _is_wordy(text):
        return None
    nodes = range(node, min(page.stops[node], node + MOST_INSIDE))
    classed = (
        _classed(page, inner) for inner in (*nodes, page.parents[node]) if inner >= 0 and page.tags[inner] != TEXT
    )
    return next((said for said in classed if said is not None), None)


def _titled(page: Page, node: int) -> LinkMeaning | None:
    """Return the meaning of a link's ARIA label and title, up to a dash."""
    for name in ("aria-label", "title", "alt"):
        value = page.attribute(node, name) or ""
        said = said_by(value) or said_by(value.partition(" - ")[0])
        if said is not None:
            return said
    return None


def _classed(page: Page, node: int) -> LinkMeaning | None:
    """Return the meaning of class names or an image's file name."""
    names = " ".join(filter(None, (page.attribute(node, "class"), page.attribute(node, "id"))))
    source = (page.attribute(node, "src") or "").rpartition("/")[2]
    kinds = {_CLASS_WORDS[word] for word in words_of(f"{names} {source}") if word in _CLASS_WORDS}
    if len(kinds) == 1:
        return LinkMeaning(kinds.pop(), "word")
    end = _ENDS.search(names) or _ENDS.search(source)
    if end:
        return LinkMeaning("first" if "first" in (end[1], end[2]) else "last", "word")
    icon = _ICON.search(f"{names} {source}")
    if icon and not kinds:
        onward = icon[0].lower().endswith(("right", "next", "forward"))
        return LinkMeaning("next" if onward else "previous", "arrow")
    return None


def words_of(names: str) -> list[str]:
    """Return the words of class names in lower case."""
    return [word.lower() for word in _NOT_LETTERS.split(_CAMEL.sub(" ", names)) if word]
