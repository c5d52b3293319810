"""The tree in which selectors are evaluated, beside the page that the wrapper reads.

parsel and Scrapy parse with libxml2, which reads malformed pages differently from browsers and inserts no ``tbody`` into
tables, so selectors for them are searched for in its tree.  To match elements, each start tag of the source is stamped with a
number that both parsers keep.  For a browser, the page's own tree is rebuilt as one that XPath can walk.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from wrapture.errors import MissingExtraError, SourceError
from wrapture.html.lexbor import parse_page
from wrapture.html.page import TEXT
from wrapture.html.parsing import read_page
from wrapture.html.source_tags import scan

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from wrapture.html.page import Page
    from wrapture.model import Capture

STAMP: Final = "wrapture-n"
"""The attribute that numbers start tags while two trees are matched."""

INVALID_IN_XML: Final = re.compile(r"[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that XML can't represent."""

Element: TypeAlias = Any
"""An element of lxml."""

Text: TypeAlias = tuple[Element, bool]
"""A text of lxml: the element that it is in or, if True, follows."""


class SelectorTree(NamedTuple):
    """A page as selectors see it: its root, and the element or text for each node of the page.

    ``encoding`` is that of the page if it declares a wrong one, else empty.
    """

    page: Page
    root: Element
    elements: dict[int, Element]
    texts: dict[int, Text]
    encoding: str = ""


def libxml_tree(capture: Capture) -> SelectorTree:
    """Return a page as parsel and Scrapy parse it; raises `MissingExtraError` if parsel is missing."""
    parsel = parsel_of("looking for selectors")
    page = read_page(capture)
    if page.source is None:
        raise SourceError(
            page.name, "is rendered, but parsel and Scrapy read a page's source: give the page as it was saved"
        )
    source = stamped(page.source)
    root = parsel.Selector(text=source, type="html").root
    same = parse_page(source, name=page.name, url=page.url)
    elements, texts = _matched(same, root) if list(same.tags) == list(page.tags) else ({}, {})
    for element in root.xpath(f"//*[@{STAMP}]"):
        del element.attrib[STAMP]
    return SelectorTree(page, root, elements, texts, "" if _decodes(capture, page) else page.encoding)


def parsel_of(need: str) -> Any:
    """Return parsel; raises `MissingExtraError` if it is missing."""
    try:
        import parsel
    except ImportError as missing:
        raise MissingExtraError(need, "scrapy") from missing
    return parsel


def etree_of() -> Any:
    """Return lxml's etree module."""
    import lxml.etree  # type: ignore[import-untyped]  # it has no types

    return lxml.etree


def xpath_of(css: str) -> str:
    """Return the XPath of a CSS selector, as parsel translates it.

    >>> xpath_of("li.item > a::attr(href)").endswith("/a/@href")
    True
    """
    from parsel.csstranslator import HTMLTranslator

    return str(HTMLTranslator().css_to_xpath(css))


def _decodes(capture: Capture, page: Page) -> bool:
    """Return whether the exported programs would decode a page as it was decoded here."""
    from w3lib.encoding import html_to_unicode

    header = f"text/html; charset={capture.charset}" if capture.charset else None
    return bool(html_to_unicode(header, capture.body)[1].lstrip("\ufeff") == page.source)


def stamped(source: str) -> str:
    """Return a source in which each start tag has a number.

    >>> stamped("<p>One <b>two</b>")
    '<p wrapture-n="0">One <b wrapture-n="1">two</b>'
    """
    pieces, last = [], 0
    for number, tag in enumerate(scan(source).tags):
        pieces += [source[last : tag.name_end], f' {STAMP}="{number}"']
        last = tag.name_end
    return "".join([*pieces, source[last:]])


# --- matching the two trees ---


def _matched(page: Page, root: Element) -> tuple[dict[int, Element], dict[int, Text]]:
    """Return the elements and texts of a tree for the nodes of a page, matched by their stamped start tags."""
    elements: dict[tuple[str, int], Element] = {}
    texts: dict[tuple[str, int], Text] = {}
    for key, found in _keyed(_walk(root)):
        (texts if isinstance(found, tuple) else elements)[key] = found
    nodes = list(_keyed(_nodes(page)))
    matched = {node: elements[key] for key, node in nodes if page.tags[node] != TEXT and key in elements}
    own = [(key, node) for key, node in nodes if page.tags[node] == TEXT]
    words = [_whole(page, node).split() for _, node in own]
    if words == [(element.tail if after else element.text).split() for element, after in texts.values()]:
        return matched, _by_line(page, dict(zip([node for _, node in own], texts.values(), strict=True)))
    return matched, _by_line(page, {node: texts[key] for key, node in own if key in texts})


def _whole(page: Page, node: int) -> str:
    """Return a text as the parser has it: all of its lines."""
    return page.whole_text(node) if node in page.lines else page.raw_text(node)


def _by_line(page: Page, texts: dict[int, Text]) -> dict[int, Text]:
    """Return texts by node, with each line of a text that has lines."""
    found = dict(texts)
    for node, first in page.lines.items():
        if first in found:
            found[node] = found[first]
    return found


def _keyed(steps: Iterable[tuple[str | None, Any]]) -> Iterator[tuple[tuple[str, int], Any]]:
    """Yield elements keyed by their stamp, and texts by that of the last start tag before them, each with a count.

    A step is a start tag with its stamp, or a text with None.  A parser may make several elements of one start tag.
    """
    counts: dict[str, int] = {}
    last, after = "", 0
    for stamp, found in steps:
        if stamp is None:
            yield (f"{last}:{counts.get(last, 0)}", after), found
            after += 1
        elif stamp:
            counts[stamp] = counts.get(stamp, 0) + 1
            last, after = stamp, 0
            yield (stamp, counts[stamp]), found


def _nodes(page: Page) -> Iterator[tuple[str | None, int]]:
    for node, tag in enumerate(page.tags):
        if tag != TEXT:
            yield page.attribute(node, STAMP) or "", node
        elif page.lines.get(node, node) == node and _whole(page, node).strip():
            yield None, node


def _walk(root: Element) -> Iterator[tuple[str | None, Any]]:
    """Yield the elements and texts of a tree in document order."""
    for event, element in etree_of().iterwalk(root, events=("start", "end", "comment", "pi")):
        if event == "start":
            yield element.get(STAMP, ""), element
            if element.text and element.text.strip():
                yield None, (element, False)
        elif element is not root and element.tail and element.tail.strip():
            yield None, (element, True)


# --- the page's own tree ---


def standard_tree(page: Page) -> SelectorTree:
    """Return a page as a browser without scripts has it: its own tree, rebuilt as one that XPath can walk."""
    parsel_of("looking for selectors")
    elements: dict[int, Element] = {}
    texts: dict[int, Text] = {}
    last: dict[int, Element] = {}  # the last child of each element
    for node, (tag, parent) in enumerate(zip(page.tags, page.parents, strict=True)):
        if tag != TEXT:
            elements[node] = _child(page, node, elements.get(parent))
            last[parent] = elements[node]
        elif page.lines.get(node, node) in texts:
            texts[node] = texts[page.lines[node]]
        elif parent in elements:
            texts[node] = _put(elements[parent], last.get(parent), _whole(page, node))
            last[parent] = texts[node][0] if texts[node][1] else last.get(parent)
    root = elements[0] if elements else _new("html")
    return SelectorTree(page, root, elements, texts)


def _child(page: Page, node: int, parent: Element | None) -> Element:
    element = _new(page.tags[node])
    for name, value in page.attributes(node).items():
        _set(element, name, value or "")
    if parent is not None:
        parent.append(element)
    return element


def _new(tag: str) -> Element:
    try:
        return etree_of().Element(tag)
    except ValueError:  # a name that is invalid in XML, such as o:p
        return etree_of().Element("unknown")


def _set(element: Element, name: str, value: str) -> None:
    try:
        element.set(name, _clean(value))
    except ValueError:  # a name that is invalid in XML
        return


def _put(parent: Element, last: Element | None, text: str) -> Text:
    """Put a text after the last child of an element; return its place."""
    held = parent.text if last is None else last.tail
    if held is not None:  # a comment stood between two texts
        last = etree_of().Comment("")
        parent.append(last)
    if last is None:
        parent.text = _clean(text)
        return parent, False
    last.tail = _clean(text)
    return last, True


def _clean(text: str) -> str:
    """Return a text without the characters that XML can't represent."""
    return INVALID_IN_XML.sub("", text)
