"""The selector of the link to the next page: by what it is said to be, or by what it says."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from wrapture.export.features import attribute_saying, class_saying, classes, common_sayings, literal
from wrapture.html.names import readable
from wrapture.html.page import plain_address
from wrapture.html.paging import find_paging

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wrapture.export.examples import Example
    from wrapture.export.trees import Element, Tree

SAYING: Final = ("title", "aria-label")
"""Attributes that say where a link leads."""
NEXT: Final = "next"
"""What a class or a relation says of a link to the next page."""
LEVELS: Final = 3  # elements around a link that are looked at
LONGEST: Final = 40  # characters of a text that is worth writing


def next_page(examples: Sequence[Example]) -> str:
    """Return the XPath of the address of the next page, nothing where there is no link to one or it can't be said.

    It has to give that of each page, and nothing where a page has none.
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


def _link(tree: Tree) -> Element | None:
    """Return the link to the next page as the tree has it."""
    link = find_paging(tree.page).next
    if link is None or link.is_button:
        return None
    element = tree.elements.get(link.node)
    return element if element is not None and element.tag in ("a", "link") and element.get("href") is not None else None


def _address(tree: Tree) -> str | None:
    element = _link(tree)
    return None if element is None else tree.page.absolute(plain_address(element.get("href")))


def _given(tree: Tree, path: str) -> str | None:
    """Return the one address that a path gives; that of several, and of none, is nothing."""
    found = {tree.page.absolute(plain_address(str(address))) for address in tree.root.xpath(path)}
    return found.pop() if len(found) == 1 else ("" if found else None)


def _paths(link: Element) -> Iterator[str]:
    """Yield ways to say which link it is; its place on the page is none: on the next page another stands there."""
    for predicate in _predicates(link):
        yield f"//{link.tag}[{predicate}]/@href"
    yield from _after_current(link)
    for level, holder in enumerate(link.iterancestors()):
        if level == LEVELS:
            break
        for name in sorted(readable(classes(holder))):
            if (said := class_saying(name)) is not None:
                if NEXT in name.lower():
                    yield f"//{holder.tag}[{said.xpath}]{'/' if level == 0 else '//'}{link.tag}/@href"
                yield from (f"//{holder.tag}[{said.xpath}]//{link.tag}[{one}]/@href" for one in _predicates(link))


def _after_current(link: Element) -> Iterator[str]:
    """Yield ways from what marks the current page to the link beside it, as numbers of pages stand."""
    for one in (link, *list(link.iterancestors())[:LEVELS]):
        current = next(one.itersiblings(preceding=True), None)
        if current is None or not isinstance(current.tag, str) or current.xpath("descendant-or-self::a[@href]"):
            continue
        for said in common_sayings([current]):
            yield f"//{current.tag}[{said.xpath}]/following-sibling::*[1]/descendant-or-self::{link.tag}/@href"


def _predicates(link: Element) -> Iterator[str]:
    if (
        NEXT in (link.get("rel") or "").lower().split()
        and (rel := attribute_saying("rel", link.get("rel"))) is not None
    ):
        yield rel.xpath
    for name in sorted(name for name in readable(classes(link)) if NEXT in name.lower()):
        if (said := class_saying(name)) is not None:
            yield said.xpath
    if (text := _words(link.xpath("normalize-space()"))) is not None:
        yield f"normalize-space()={text}"
    for name in SAYING:
        if (text := _words(link.get(name) or "")) is not None:
            yield f"@{name}={text}"
    for image in link.iterdescendants("img"):
        if (text := _words(image.get("alt") or "")) is not None:
            yield f".//img[@alt={text}]"


def _words(text: str) -> str | None:
    """Return a text as XPath writes it, None where it is long or has a number in it, which is another on the next page."""
    fitting = 0 < len(text) <= LONGEST and text.isprintable() and not any(map(str.isdigit, text))
    return literal(text) if fitting else None
