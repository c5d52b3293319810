"""The selector of the link to the next page: by its attributes, or by its text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from wrapture.export.element_features import (
    attribute_predicate,
    class_predicate,
    classes,
    common_predicates,
    xpath_literal,
)
from wrapture.html.class_names import readable
from wrapture.html.page import plain_address
from wrapture.site.paging import find_paging

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wrapture.export.example_records import Example
    from wrapture.export.trees import Element, SelectorTree

LABEL_ATTRIBUTES: Final = ("title", "aria-label")
"""Attributes that describe where a link leads."""
NEXT: Final = "next"
"""Part of the class or relation of a link to the next page."""
LEVELS: Final = 3  # elements around a link that are examined
LONGEST: Final = 40  # characters of a text that is worth writing


def next_page(examples: Sequence[Example]) -> str:
    """Return the XPath of the next page's address, empty if there is no such link or no XPath selects it.

    It must select that of each page, and nothing on a page without one.
    """
    trees = [example.tree for example in examples]
    wanted = [_address(tree) for tree in trees]
    first = next((_link(tree) for tree, address in zip(trees, wanted, strict=True) if address is not None), None)
    if first is None:
        return ""
    found = (
        path
        for path in _paths(first)
        if all(_given(tree, path) == own for tree, own in zip(trees, wanted, strict=True))
    )
    return next(found, "")


def _link(tree: SelectorTree) -> Element | None:
    """Return the link to the next page in the tree."""
    link = find_paging(tree.page).next
    if link is None or link.is_button:
        return None
    element = tree.elements.get(link.node)
    return element if element is not None and element.tag in ("a", "link") and element.get("href") is not None else None


def _address(tree: SelectorTree) -> str | None:
    element = _link(tree)
    return None if element is None else tree.page.absolute(plain_address(element.get("href")))


def _given(tree: SelectorTree, path: str) -> str | None:
    """Return the only address that a path selects; None if it selects several or none."""
    found = {tree.page.absolute(plain_address(str(address))) for address in tree.root.xpath(path)}
    return found.pop() if len(found) == 1 else ("" if found else None)


def _paths(link: Element) -> Iterator[str]:
    """Yield paths to the link; never by its position, since on the next page another link is there."""
    for predicate in _predicates(link):
        yield f"//{link.tag}[{predicate}]/@href"
    yield from _after_current(link)
    for level, holder in enumerate(link.iterancestors()):
        if level == LEVELS:
            break
        for name in sorted(readable(classes(holder))):
            if (test := class_predicate(name)) is not None:
                if NEXT in name.lower():
                    yield f"//{holder.tag}[{test.xpath}]{'/' if level == 0 else '//'}{link.tag}/@href"
                yield from (f"//{holder.tag}[{test.xpath}]//{link.tag}[{one}]/@href" for one in _predicates(link))


def _after_current(link: Element) -> Iterator[str]:
    """Yield paths from the marker of the current page to the link after it, as in page numbers."""
    for one in (link, *list(link.iterancestors())[:LEVELS]):
        current = next(one.itersiblings(preceding=True), None)
        if current is None or not isinstance(current.tag, str) or current.xpath("descendant-or-self::a[@href]"):
            continue
        for test in common_predicates([current]):
            yield f"//{current.tag}[{test.xpath}]/following-sibling::*[1]/descendant-or-self::{link.tag}/@href"


def _predicates(link: Element) -> Iterator[str]:
    if (
        NEXT in (link.get("rel") or "").lower().split()
        and (rel := attribute_predicate("rel", link.get("rel"))) is not None
    ):
        yield rel.xpath
    for name in sorted(name for name in readable(classes(link)) if NEXT in name.lower()):
        if (test := class_predicate(name)) is not None:
            yield test.xpath
    if (text := _words(link.xpath("normalize-space()"))) is not None:
        yield f"normalize-space()={text}"
    for name in LABEL_ATTRIBUTES:
        if (text := _words(link.get(name) or "")) is not None:
            yield f"@{name}={text}"
    for image in link.iterdescendants("img"):
        if (text := _words(image.get("alt") or "")) is not None:
            yield f".//img[@alt={text}]"


def _words(text: str) -> str | None:
    """Return a text as an XPath literal, None if it is long or has a number, which differs on the next page."""
    fitting = 0 < len(text) <= LONGEST and text.isprintable() and not any(map(str.isdigit, text))
    return xpath_literal(text) if fitting else None
