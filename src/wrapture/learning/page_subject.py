"""Pages about one thing: an article, a product, a person; what repeats on them is not what they are about."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from wrapture.lazy_regex import lazy_regex

if TYPE_CHECKING:
    from wrapture.html.page import Page

ONE: Final = lazy_regex(r"(?:article|blog|product|profile|book|video\.|music\.song|recipe|event)", re.IGNORECASE)
"""Values of ``og:type`` for one thing; the other common ones are ``website`` and ``product.group``."""
SEVERAL: Final = lazy_regex(r"product\.group|product\.list", re.IGNORECASE)
ONE_TYPE: Final = lazy_regex(
    r'"@type"\s*:\s*\[?\s*"(?:\w*Article|BlogPosting|Product|Recipe|JobPosting|Person|Movie|Book|Report|Review|Course'
    r'|ProfilePage|ItemPage|VideoObject|MedicalWebPage|QAPage|RealEstateListing|Vehicle|Car)"'
)
LIST_TYPE: Final = lazy_regex(r'"@type"\s*:\s*\[?\s*"(?:ItemList|SearchResultsPage|CollectionPage|OfferCatalog)"')
"""Types of schema.org in the page's own description of itself."""
LONG: Final = 200  # characters of a text that is a paragraph
MUCH: Final = 0.5  # share of the page's text in paragraphs


def is_about_one_thing(page: Page) -> bool:
    """Return whether a page says that it is about one thing, or is mostly paragraphs."""
    return says_one_thing(page) or _is_prose(page)


def says_one_thing(page: Page) -> bool:
    """Return whether a page says that it is about one thing."""
    said = [_said(page, node) for node, tag in enumerate(page.tags) if tag in ("meta", "script")]
    if any(LIST_TYPE.search(one) or SEVERAL.match(one) for one in said):
        return False
    return any(ONE_TYPE.search(one) or ONE.match(one) for one in said)


def _said(page: Page, node: int) -> str:
    """Return what a ``meta`` or ``script`` element says the page is, or an empty text."""
    if page.tags[node] == "meta":
        return (page.attribute(node, "content") or "") if page.attribute(node, "property") == "og:type" else ""
    if (page.attribute(node, "type") or "").lower() != "application/ld+json":
        return ""
    return "".join([page.raw_text(text) for text in range(node + 1, page.stops[node])])


def _is_prose(page: Page) -> bool:
    lengths = [len(text) for text in page.texts if text]
    return sum([length for length in lengths if length >= LONG]) > MUCH * sum(lengths)
