"""Blocks of a page about one thing that lead to other things: related products, similar jobs, further articles.

They look like the page's own values and differ from page to page, but what they say is about something else.  Such a block has
links to several other pages, and shows one of two signs: it is called *related* or the like, by a class, an id or its heading,
or its items are cards whose links have the address of this page but for the last piece.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple
from urllib.parse import urljoin, urlsplit

from wrapture.html.elements import TEXT_LEVEL
from wrapture.html.page import TEXT
from wrapture.lazy_regex import lazy_regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wrapture.html.page import Page

FEWEST: Final = 2  # other pages to which a block leads
MOST_TEXT: Final = 0.5  # share of the page's text in such a block
MOST_NAMES: Final = 2_000  # characters of an element's classes and id that are looked at
LINKED: Final = 0.3  # share of a card's text in its links, if it has no picture
HEADINGS: Final = ("h1", "h2", "h3", "h4", "h5", "h6")
PAIRS: Final = frozenset(["tr", "td", "th", "dt", "dd", "tbody", "thead"])
"""Elements of tables and definition lists, which hold what a page says about its own thing."""
BLOCKS: Final = frozenset(["div", "section", "aside", "ul", "ol", "article"])
CALLED: Final = lazy_regex(
    r"(?:^|[\s_-])(?:related|similar|recommend\w*|recirc\w*|upsells?|crosssells?|also-?(?:like|bought|viewed)|you-?may"
    r"|most-?(?:read|popular|viewed)|trending|popular|read-?(?:more|next|also)|more-?(?:from|stories|news|articles|products)"
    r"|teasers?|outbrain|taboola|sponsored|carousel-?products)(?:$|[\s_-])",
    re.IGNORECASE,
)
"""Classes and ids of such blocks; most sites name them in English."""
HEADED: Final = lazy_regex(
    r"\b(?:related|similar|recommended|you (?:may|might|could) (?:also )?(?:like|enjoy)|also (?:bought|viewed|like)"
    r"|customers who|more (?:from|like this|stories|news|articles|jobs|products|books)|(?:read|see) (?:more|next|also)"
    r"|most (?:read|viewed|popular)|trending|popular (?:now|posts|stories)|sponsored)\b|recently viewed"
    r"|latest (?:news|stories|posts|articles)"
    r"|ähnliche|verwandte|empf[eo]hl|beliebt|meistgelesen|auch interessi|auch ge(?:kauft|fallen)"
    r"|mehr (?:zum thema|von|aus|zu)\b|lesen sie auch|weitere (?:artikel|produkte|stellen|angebote|meldungen|themen)|neueste"
    r"|similaires|recommand|vous aimerez|à lire aussi|lire aussi|voir aussi|les plus lus|sur le même (?:sujet|thème)"
    r"|relacionad|recomendad|también te|te puede|puede interesar|lee también|más (?:leíd|vist|noticias)|mais (?:lid|vist)"
    r"|semelhante|veja também|leia (?:também|mais)|correlat|potrebbe(?:ro)? (?:anche )?(?:piac|interess)|consigliat|leggi anche"
    r"|più lett|gerelateerd|vergelijkbaar|aanbevolen|lees ook|meest gelezen|liknande|relaterad|läs (?:också|mer)|mest läst"
    r"|lignende|relatert|les også|mest lest|læs også|samankaltaisia|lue myös|podobne|polecane|czytaj także|podobné|související"
    r"|hasonló|kapcsolódó|benzer|ilgili|похожие|читайте также|рекоменду|схожі|читайте також|関連|おすすめ|こちらも|相关|推荐|"
    r"相關|推薦|관련|추천|많이 본|مقالات ذات صلة|اقرأ أيضا|berita terkait|baca juga|tin liên quan|xem thêm",
    re.IGNORECASE,
)
"""Headings of such blocks, which are in the language of the page."""


class AddressFamily(NamedTuple):
    """The addresses that are like that of a page but for their last piece, or for what stands behind the question mark."""

    url: str
    host: str
    folder: str
    path: str
    query: str

    def has(self, address: str) -> bool:
        """Return whether an address, as it is written on the page, is that of another thing of the same kind."""
        try:
            parts = urlsplit(urljoin(self.url, address))
        except ValueError:
            return False
        path = parts.path.rstrip("/")
        if parts.netloc != self.host:
            return False
        if path == self.path:
            return bool(self.query and parts.query) and parts.query != self.query
        return bool(self.folder) and path.rpartition("/")[0] == self.folder


def other_things(page: Page) -> frozenset[int]:
    """Return the nodes of blocks that lead to other things."""
    found: set[int] = set()
    family = _family(page)
    for node in range(page.body.start, page.body.stop):
        if page.tags[node] == TEXT or node in found:
            continue
        for start, stop in (*_called(page, node), *_cards(page, node, family)):
            found.update(range(start, stop))
    return frozenset(found)


def _family(page: Page) -> AddressFamily | None:
    url = page.url or _canonical(page)
    try:
        parts = urlsplit(url)
    except ValueError:
        return None
    path = parts.path.rstrip("/")
    folder = path.rpartition("/")[0]
    return AddressFamily(url, parts.netloc, folder, path, parts.query) if folder or parts.query else None


def _canonical(page: Page) -> str:
    """Return the address that a saved page gives itself, "" if it gives none."""
    for node, tag in enumerate(page.tags):
        if tag == "link" and (page.attribute(node, "rel") or "").lower() == "canonical":
            return page.attribute(node, "href") or ""
    return ""


# --- by name ---


def _called(page: Page, node: int) -> Iterator[tuple[int, int]]:
    """Yield the block that a class, an id or a heading calls related."""
    if page.tags[node] in HEADINGS:
        text = _text(page, node)
        block = _headed(page, node) if len(text) < 60 and HEADED.search(text) else None
    elif page.tags[node] in BLOCKS:
        given = page.attributes(node)
        names = f"{given.get('class') or ''} {given.get('id') or ''}"[:MOST_NAMES]
        block = (node, page.stops[node]) if CALLED.search(names) else None
    else:
        block = None
    if block is not None and _is_small(page, *block) and len(_linked(page, *block)) >= FEWEST:
        yield block


def _headed(page: Page, heading: int) -> tuple[int, int]:
    """Return the block under a heading: the element that begins with it, or what follows up to the next heading."""
    top = heading
    while (above := page.parents[top]) > page.body.start and page.offsets[above] == page.offsets[heading]:
        top = above
    inside = page.tags[top : page.stops[top]]
    if page.stops[top] > page.stops[heading] and page.tags[top] in BLOCKS and "h1" not in inside:
        return top, page.stops[top]
    node, end = page.stops[heading], page.stops[page.parents[heading]]
    while node < end and not any(tag in HEADINGS[:3] for tag in page.tags[node : page.stops[node]][:20]):
        node = page.stops[node]
    return heading, node


def _is_small(page: Page, start: int, stop: int) -> bool:
    """Return whether a block has neither the main heading nor most of the page's text."""
    whole = page.offsets[page.body.stop] - page.offsets[page.body.start]
    return "h1" not in page.tags[start:stop] and page.offsets[stop] - page.offsets[start] <= MOST_TEXT * whole


def _linked(page: Page, start: int, stop: int) -> set[str]:
    """Return the other pages to which a block leads."""
    found = {page.attribute(node, "href") or "" for node in range(start, stop) if page.tags[node] == "a"}
    return {one.partition("#")[0] for one in found if not one.startswith(("#", "javascript:", "mailto:", "tel:"))} - {
        ""
    }


# --- by address ---


def _cards(page: Page, parent: int, family: AddressFamily | None) -> Iterator[tuple[int, int]]:
    """Yield the children of an element that are cards of things of the same kind as the page's."""
    if family is None or page.tags[parent] in PAIRS or page.tags[parent] in TEXT_LEVEL:
        return
    items = [
        child for child in page.children(parent) if page.tags[child] not in TEXT_LEVEL and page.tags[child] != TEXT
    ]
    if len(items) < FEWEST:
        return
    cards = [item for item in items if page.tags[item] not in PAIRS and _is_card(page, item, family)]
    if len(cards) >= FEWEST:
        yield from ((card, page.stops[card]) for card in cards)


def _is_card(page: Page, item: int, family: AddressFamily) -> bool:
    links = [node for node in range(item, page.stops[item]) if page.tags[node] == "a"]
    if not links or not _is_small(page, item, page.stops[item]):
        return False
    others = [link for link in links if family.has(page.attribute(link, "href") or "")]
    inside = sum(page.offsets[page.stops[link]] - page.offsets[link] for link in others)
    whole = page.offsets[page.stops[item]] - page.offsets[item]
    return bool(others) and ("img" in page.tags[item : page.stops[item]] or inside >= LINKED * max(whole, 1))


def _text(page: Page, node: int) -> str:
    return " ".join("".join(page.texts[node : page.stops[node]]).split())
