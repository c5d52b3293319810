"""What elements without text say about the one thing of a page: Open Graph, Dublin Core, plain ``meta``, microdata."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

    from wrapture.html.page import Page

META: Final = "meta"
"""The type of the thing that these values describe, in the paths of fields."""
_NAMES: Final[Mapping[str, str]] = {
    "headline": "og:title twitter:title headline dc.title dcterms.title parsely-title",
    "description": "og:description description twitter:description dc.description",
    "datePublished": "article:published_time datepublished dc.date.issued dcterms.created parsely-pub-date pubdate"
    " publish-date publication_date og:published_time sailthru.date cxenseparse:recs:publishtime dc.date date",
    "dateModified": "article:modified_time datemodified og:updated_time lastmod last-modified dcterms.modified",
    "author": "author article:author dc.creator dcterms.creator parsely-author sailthru.author",
    "image": "og:image og:image:url twitter:image thumbnailurl image",
    "section": "article:section articlesection parsely-section",
    "price": "product:price:amount og:price:amount price lowprice",
    "priceCurrency": "product:price:currency og:price:currency pricecurrency",
    "brand": "product:brand og:brand brand",
    "sku": "product:retailer_item_id sku productid",
    "availability": "product:availability og:availability availability",
    "ratingValue": "ratingvalue",
    "reviewCount": "reviewcount ratingcount",
}
"""The names of elements with one meaning, the best first."""
_RANKS: Final = {name: (meaning, rank) for meaning, names in _NAMES.items() for rank, name in enumerate(names.split())}
DIVIDERS: Final = "-–—|·•:»«‹›ㅣ｜/"
"""Characters between a title and the name of the site."""
KEYS: Final = ("property", "name", "itemprop")
VALUES: Final = {"meta": "content", "link": "href", "time": "datetime", "data": "value"}


def metadata(page: Page) -> dict[str, str]:
    """Return what the elements without text say about the thing of a page, by the names of schema.org.

    >>> from wrapture.html.lexbor import parse_page
    >>> metadata(parse_page('<meta property=og:title content=Ducks><meta name=author content=Ann><meta name=x content=y>'))
    {'headline': 'Ducks', 'author': 'Ann'}
    """
    best: dict[str, tuple[int, str]] = {}
    site = ""
    for node, tag in enumerate(page.tags):
        if tag not in VALUES:
            continue
        attributes = page.attributes(node)
        value = " ".join((attributes.get(VALUES[tag]) or "").split())
        if (attributes.get("property") or "").lower() == "og:site_name":
            site = value
        for key in KEYS if value else ():
            meaning, rank = _RANKS.get((attributes.get(key) or "").lower(), ("", 0))
            if meaning and (meaning not in best or rank < best[meaning][0]):
                best[meaning] = rank, value
    found = {meaning: value for meaning, (_, value) in best.items()}
    if site and "headline" in found:
        found["headline"] = _without_site(found["headline"], site)
    return found


def _without_site(title: str, site: str) -> str:
    """Return a title without the name of the site behind or before it.

    >>> _without_site("Ducks in May - The Pond", "The Pond"), _without_site("The Pond", "The Pond")
    ('Ducks in May', 'The Pond')
    """
    for cut, rest in ((title.removesuffix(site), -1), (title.removeprefix(site), 0)):
        bare = cut.strip()
        if cut != title and bare and bare[rest] in DIVIDERS:
            return bare.strip(DIVIDERS + " ") or title
    return title
