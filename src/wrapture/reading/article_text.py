"""The running text of a page about one thing: the paragraphs of its article, without captions, notes and what surrounds it.

The element whose paragraphs hold most of the page's prose is the article; a paragraph counts for the element that it stands in,
and less for those around it, as in Readability.  Wherever an article stands, it is found in the same way, so it needs no path.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING, Final

from wrapture.html.page import TEXT
from wrapture.model import Span

if TYPE_CHECKING:
    from collections.abc import Collection

    from wrapture.html.page import Page

SHORTEST: Final = 40  # characters of a paragraph that counts for the element around it
LEAST: Final = 200  # characters of an article
ABOVE: Final = (1.0, 0.85, 0.7, 0.4)
"""How much a paragraph counts for its parent, the parent's parent and so on: sites put each one into boxes of its own."""
LINKED: Final = 0.5  # share of a paragraph's text in links from which on it only leads elsewhere
PARTS: Final = frozenset(["p", "li", "h2", "h3", "h4", "h5", "h6", "blockquote", "pre"])
"""Elements that are parts of an article, if they hold no others."""
BOXES: Final = frozenset(["div", "section", "article", "td", "main"])
"""Elements that are a paragraph if text stands in them that is in no other element: some sites only break lines."""
HEADINGS: Final = frozenset(["h2", "h3", "h4", "h5", "h6"])
NOTES: Final = frozenset(["figure", "figcaption", "table", "dl"])
"""Elements in an article that are no running text."""


def article_text(page: Page, outside: Collection[int]) -> tuple[Span, ...]:
    """Return the paragraphs of a page's article in page order, headings between them included; nothing if it has none.

    ``outside`` are the nodes of menus and the like.
    """
    parts = _parts(page, outside)
    paragraphs = [node for node in parts if _is_paragraph(page, node) and _size(page, node) >= SHORTEST]
    worth: dict[int, float] = defaultdict(float)
    for node in paragraphs:
        above = page.parents[node]
        for share in ABOVE:
            if above < page.body.start:
                break
            worth[above] += share * _size(page, node)
            above = page.parents[above]
    if not worth:
        return ()
    article = max(worth, key=lambda node: (worth[node], -node))
    inside = [node for node in parts if article < node < page.stops[article]]
    chosen = _of_one_make(page, inside, paragraphs)
    if sum(_size(page, node) for node in chosen) < LEAST:
        return ()
    return tuple(Span(node, page.stops[node]) for node in chosen)


def _parts(page: Page, outside: Collection[int]) -> list[int]:
    """Return the elements that may be parts of an article."""
    found: list[int] = []
    stop = page.body.start
    for node in range(page.body.start, page.body.stop):
        tag = page.tags[node]
        if node < stop or tag == TEXT or node in outside:
            continue
        if tag in NOTES:
            stop = page.stops[node]
        elif (tag in PARTS or (tag in BOXES and _has_own_text(page, node))) and _is_innermost(page, node):
            if _size(page, node) and not _only_leads_elsewhere(page, node):
                found.append(node)
            stop = page.stops[node]
    return found


def _is_innermost(page: Page, node: int) -> bool:
    return PARTS.isdisjoint(page.tags[node + 1 : page.stops[node]])


def _has_own_text(page: Page, node: int) -> bool:
    """Return whether the text that stands in an element itself is as long as a paragraph."""
    own = (page.texts[child] for child in page.children(node) if page.tags[child] == TEXT)
    return any(len(text) >= SHORTEST for text in own)


def _is_paragraph(page: Page, node: int) -> bool:
    return page.tags[node] == "p" or page.tags[node] in BOXES


def _of_one_make(page: Page, inside: list[int], paragraphs: list[int]) -> list[int]:
    """Return the parts of an article without short paragraphs of another class: lines such as dates, credits and captions."""
    sizes: Counter[str] = Counter()
    for node in inside:
        if _is_paragraph(page, node):
            sizes[_class(page, node)] += _size(page, node)
    usual = max(sizes, key=lambda name: sizes[name], default="")
    long = set(paragraphs)
    first = next((n for n, node in enumerate(inside) if node in long), 0)
    last = next((n for n, node in reversed(list(enumerate(inside))) if page.tags[node] not in HEADINGS), 0)
    return [
        node
        for node in inside[first : last + 1]
        if not _is_paragraph(page, node) or node in long or _class(page, node) == usual
    ]


def _class(page: Page, node: int) -> str:
    return page.attribute(node, "class") or ""


def _only_leads_elsewhere(page: Page, node: int) -> bool:
    links = [one for one in range(node + 1, page.stops[node]) if page.tags[one] == "a"]
    return sum(_size(page, link) for link in links) > LINKED * _size(page, node)


def _size(page: Page, node: int) -> int:
    return page.offsets[page.stops[node]] - page.offsets[node]
