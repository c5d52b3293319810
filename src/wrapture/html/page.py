"""A page: its nodes numbered in document order, in arrays.

Elements and texts are numbered; comments and the doctype are not.  The sub-tree of a node is the span from its number to its
``stop``, so neighbouring siblings are contiguous and every piece of a page is a `wrapture.model.Span`.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from functools import cached_property, lru_cache
from itertools import accumulate
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, Protocol, runtime_checkable
from urllib.parse import urljoin, urlsplit

from wrapture.algo.page_sums import text_offsets
from wrapture.html.elements import PREFORMATTED, TEXT_LEVEL
from wrapture.html.text_seams import APART, needs_space, seam_between
from wrapture.model import Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from wrapture.html.boxes import Boxes
    from wrapture.html.fine_tokens import FineTokens
    from wrapture.html.text_seams import Seam
    from wrapture.html.tokens import Encoding, TokenString

TEXT = "-text"
"""The tag of a text node, as the parser names it; no element's name begins with a hyphen."""


BODIES = ("body", "frameset")
"""The elements that contain what a document displays."""

NEWLINE = "\n"
BREAKS = dict.fromkeys(map(ord, "\t\r\n"))
_STEP = r"[\w~%+,=@!$'()*&-][\w~%+,=@!$'()*&.-]*+"
_QUERY = r"\?[\w~%+,=@!$'()*&./:?|;-]++"
_PATH = rf"{_STEP}(?:/{_STEP})*+/?"
PLAIN_ADDRESS = re.compile(rf"{_PATH}(?:{_QUERY})?|(/(?:{_PATH})?(?:{_QUERY})?)|({_QUERY})")
"""Addresses that become absolute by plain concatenation: without dots, empty steps or a scheme."""
LINE_END = " \ue00a "
"""Placeholder for a line end while white space is collapsed: a private use character."""
GAP = "  "
"""What separates columns of preformatted text, if it is read with its gaps: stands for any number of spaces and tabs."""
_GAP_MARK = " \ue00b "
_GAPS = re.compile(r"[^\S\n]{2,}|\t")
_LINE_EDGES = re.compile(r" *\n *")


NO_ATTRIBUTES: Final[dict[str, str | None]] = {}
"""Those of a text."""


class Element(Protocol):
    """What a page keeps of a parser's node: its attributes, and the text of a text node."""

    @property
    def attributes(self) -> dict[str, str | None]:
        """The attributes in order; None is the value of an attribute without one."""

    @property
    def text_content(self) -> str | None:
        """The text of a text node."""


@runtime_checkable
class ManyElements(Protocol):
    """Elements whose attributes can be read at once."""

    def all_attributes(self, none: dict[str, str | None]) -> list[dict[str, str | None]]:
        """Return the attributes of each; `none` stands for those without any."""


class Page:
    """One page: parallel sequences indexed by node number.

    ``tags[n]`` is the element's name or `TEXT`; ``parents[n]`` the number of its parent (-1 for the root); ``stops[n]`` one
    past the last node of its sub-tree; ``texts[n]`` the displayed text of a text node, ``""`` for everything else; ``foreign``
    the nodes inside drawings and formulas; ``boxes`` the layout in a browser, None if the page was not rendered; ``inner`` the
    roots of the documents inside frames, with the base of relative addresses there; ``source`` the text that was parsed, None
    if a browser made the page; ``lines`` the texts that are one line of a longer, preformatted text, each with the first line
    of it.
    ``parents[n] < n < stops[n] <= stops[parents[n]]`` holds for every node.
    """

    def __init__(
        self,
        name: str,
        tags: Sequence[str],
        parents: Sequence[int],
        stops: Sequence[int],
        texts: Sequence[str],
        elements: Sequence[Element],
        *,
        foreign: frozenset[int] = frozenset(),
        url: str | None = None,
        encoding: str = "utf-8",
        boxes: Boxes | None = None,
        inner: Mapping[int, str | None] = MappingProxyType({}),
        source: str | None = None,
        lines: Mapping[int, int] = MappingProxyType({}),
    ) -> None:
        self.name = name
        self.tags = tags
        self.parents = parents
        self.stops = stops
        self.texts = texts
        self.foreign = foreign
        self.url = url
        self.encoding = encoding
        self.boxes = boxes
        self.inner = inner
        self.source = source
        self.lines = lines
        self.token_strings: dict[Encoding, TokenString] = {}  # filled by `wrapture.html.tokens.tokens_of`
        self.fine_tokens: FineTokens | None = None  # filled by `wrapture.html.fine_tokens.fine_tokens_of`
        self.cache: dict[str, Any] = {}  # results that other modules cache per page, by name
        self._elements = elements
        self._attributes: dict[int, dict[str, str | None]] = {}
        self._classes: dict[str | None, frozenset[str]] = {}  # by the attribute as written: few are different

    def __len__(self) -> int:
        return len(self.tags)

    def __repr__(self) -> str:
        return f"<Page {self.name!r}: {len(self)} nodes>"

    @cached_property
    def body(self) -> Span:
        """The nodes of the body or frameset, or of the whole page if there is neither."""
        tops = (node for node, tag in enumerate(self.tags) if tag in BODIES)
        start = next(tops, 0)  # the first: documents inside frames have their own
        return Span(start, self.stops[start] if len(self) else 0)

    def sub_trees(self, span: Span) -> list[Any]:
        """Return the roots of the sub-trees that make up a span, as the parser's own nodes."""
        found, node = [], span.start
        while node < span.stop:
            found.append(self._elements[node])
            node = self.stops[node]
        return found

    @property
    def contents(self) -> Span:
        """The nodes inside the body."""
        return Span(min(self.body.start + 1, self.body.stop), self.body.stop)

    @property
    def frames(self) -> bool:
        """Whether the page is a frameset whose frames were not read with it."""
        return len(self) > 0 and self.tags[self.body.start] == "frameset" and not self.inner

    @property
    def frame_addresses(self) -> list[str]:
        """The addresses of the frames of a frameset."""
        return self._addresses(self.body, "frame", "src")

    @cached_property
    def title(self) -> str:
        """The text of the page's title element."""
        titles = (n for n, tag in enumerate(self.tags) if tag == "title" and n not in self.foreign)
        title = next((n for n in titles if self._frame(n) is None), None)
        texts = self._elements[title + 1 : self.stops[title]] if title is not None else ()
        return " ".join("".join(text.text_content or "" for text in texts).split())

    @cached_property
    def base(self) -> str | None:
        """The base of relative addresses on this page: the first ``<base href>``, else the page's own address."""
        for node, tag in enumerate(self.tags):
            if tag == "base" and (href := self.attribute(node, "href")):
                return join_address(self.url, href.strip())
            if tag in BODIES:
                break
        return self.url

    def attribute(self, node: int, name: str) -> str | None:
        """Return the value of an attribute, ``""`` if it has no value, None if there is no such attribute."""
        attributes = self.attributes(node)
        return (attributes[name] or "") if name in attributes else None

    def attributes(self, node: int) -> dict[str, str | None]:
        """Return all attributes of an element, read-only; a text has none.

        The parser is asked once per node: the call costs more than everything done with the result.
        """
        found = self._attributes.get(node)
        if found is None:
            found = NO_ATTRIBUTES if self.tags[node] == TEXT else self._elements[node].attributes
            self._attributes[node] = found
        return found

    def read_attributes(self) -> None:
        """Read the attributes of all elements at once, which takes a third of the time of asking for each of them."""
        if isinstance(self._elements, ManyElements) and "attributes" not in vars(self):
            # no method any more: a look into a list takes a third of a call's time
            vars(self)["attributes"] = self._elements.all_attributes(NO_ATTRIBUTES).__getitem__

    def raw_text(self, node: int) -> str:
        """Return the text of a text node as in the tree, displayed or not."""
        return self._elements[node].text_content or ""

    def whole_text(self, line: int) -> str:
        """Return the text that a line belongs to, from this line on."""
        stop = line + 1
        while self.lines.get(stop) == self.lines[line]:
            stop += 1
        return "".join(self.texts[line:stop])

    def classes(self, node: int) -> frozenset[str]:
        """Return the classes of an element."""
        written = self.attributes(node).get("class")
        found = self._classes.get(written)
        if found is None:
            found = self._classes[written] = frozenset((written or "").split())
        return found

    def address(self, node: int, name: str) -> str | None:
        """Return an attribute as an absolute address (as written if the page's address is unknown)."""
        value = self.attribute(node, name)
        if value is None:
            return None
        frame = self._frame(node)
        return join_address(self.base if frame is None else self.inner[frame], plain_address(value))

    def absolute(self, address: str) -> str:
        """Return an address on the page as an absolute one (as written if the page's own is unknown)."""
        return join_address(self.base, address)

    def _frame(self, node: int) -> int | None:
        """Return the root of the innermost frame document that contains a node, None for the page itself."""
        return max((root for root in self.inner if root <= node < self.stops[root]), default=None)

    def path(self, node: int) -> tuple[str, ...]:
        """Return the names from the root down to an element."""
        names = []
        while node >= 0:
            names.append(self.tags[node])
            node = self.parents[node]
        return tuple(reversed(names))

    def children(self, node: int) -> list[int]:
        """Return the numbers of a node's children, in order."""
        found, child, stop = [], node + 1, self.stops[node]
        while child < stop:
            found.append(child)
            child = self.stops[child]
        return found

    def text(self, span: Span, *, gaps: bool = False) -> str:
        """Return the displayed text of a span: white space collapsed to single spaces, a space between blocks.

        Inside ``<pre>``, line ends are kept and, if asked for, the gaps between columns.
        """
        if self.preformatted:
            return self.joined(self.displayed(span), gaps=gaps)
        return self.text_between(span.start, span.stop)

    def text_between(self, start: int, stop: int) -> str:
        """Return the displayed text of the nodes ``start <= n < stop`` of a page without preformatted texts."""
        nodes = self._displayed
        first = bisect_left(nodes, start)
        return " ".join("".join(self._spaced[first : bisect_left(nodes, stop, first)]).split())

    def text_run_together(self, start: int, stop: int) -> str:
        """Return the same with a space only at block boundaries."""
        nodes = self._displayed
        first = bisect_left(nodes, start)
        return " ".join("".join(self._apart[first : bisect_left(nodes, stop, first)]).split())

    def joined(self, nodes: Sequence[tuple[int, Seam]], *, gaps: bool = False) -> str:
        """Return the texts of some nodes as displayed, with a space where they stand apart."""
        if self.preformatted:
            return self._joined_gaps(nodes) if gaps else self._joined_lines(nodes)
        texts = self.texts
        if len(nodes) == 1:
            return " ".join(texts[nodes[0][0]].split())
        pieces, last = [], " "
        for node, seam in nodes:
            text = texts[node]
            if seam and (seam == APART or needs_space(seam, last, text[0])):  # a call less for most texts
                pieces.append(" ")
            pieces.append(text)
            last = text[-1]
        return " ".join("".join(pieces).split())

    def _joined_gaps(self, nodes: Iterable[tuple[int, Seam]]) -> str:
        """Return the texts of some nodes as displayed, with the line ends and gaps of preformatted ones kept."""
        text = self._joined_lines(nodes, gaps=True)
        return _LINE_EDGES.sub(NEWLINE, text.replace(_GAP_MARK, GAP)).strip(f" {_GAP_MARK}")

    def _joined_lines(self, nodes: Iterable[tuple[int, Seam]], *, gaps: bool = False) -> str:
        """Return the texts of some nodes as displayed, with the line ends of preformatted ones kept."""
        pieces, last = [], " "
        for node, seam in nodes:
            text = self.texts[node]
            space = " " * needs_space(seam, last, text[0])
            shown = _GAPS.sub(_GAP_MARK, text) if gaps and node in self.preformatted else text
            pieces.append(f"{space}{shown.replace(NEWLINE, LINE_END) if node in self.preformatted else text}")
            last = text[-1]
        return (
            " ".join("".join(pieces).split())
            .replace(LINE_END.strip(), NEWLINE)
            .replace(" \n", "\n")
            .replace("\n ", "\n")
            .strip()
        )

    def displayed(self, span: Span) -> list[tuple[int, Seam]]:
        """Return the nodes of a span that display text, each with what separates it from the one before; the first is apart."""
        nodes = self._displayed
        start, stop = bisect_left(nodes, span.start), bisect_left(nodes, span.stop)
        return (
            [(nodes[start], APART), *zip(nodes[start + 1 : stop], self._seams[start + 1 : stop], strict=True)]
            if start < stop
            else []
        )

    def displayed_nodes(self, start: int, stop: int) -> list[int]:
        """Return the nodes ``start <= n < stop`` that display text."""
        return self._displayed[bisect_left(self._displayed, start) : bisect_left(self._displayed, stop)]

    def texts_of(self, spans: Iterable[Span]) -> str:
        """Return the displayed text of several spans, joined by spaces."""
        return " ".join(filter(None, map(self.text, spans)))

    def links(self, span: Span) -> list[str]:
        """Return the addresses of the links that start in a span."""
        return self._addresses(span, "a", "href") + self._addresses(span, "area", "href")

    def images(self, span: Span) -> list[str]:
        """Return the addresses of the images in a span."""
        return self._addresses(span, "img", "src")

    def _addresses(self, span: Span, tag: str, name: str) -> list[str]:
        found = (self.address(node, name) for node in span if self.tags[node] == tag)
        return [address for address in found if address is not None]

    @cached_property
    def preformatted(self) -> frozenset[int]:
        """The nodes whose line ends are displayed."""
        blocks = PREFORMATTED.intersection(self.tags)
        tops = [node for node, tag in enumerate(self.tags) if tag in blocks] if blocks else []
        return frozenset(node for top in tops for node in range(top, self.stops[top]))

    @cached_property
    def later_lines(self) -> frozenset[int]:
        """The lines that continue a text: there is an earlier one of it that is not blank."""
        lines, texts = self.lines, self.texts
        found: set[int] = set()
        for node, first in lines.items():
            if node > first and (node - 1 in found or texts[node - 1].strip()):
                found.add(node)
        return frozenset(found)

    @cached_property
    def offsets(self) -> list[int]:
        """For each node, and for the end, the number of characters displayed before it, without white space around texts."""
        return text_offsets(self.texts if isinstance(self.texts, list) else list(self.texts))

    @cached_property
    def hides_texts(self) -> bool:
        """Whether the page has texts that are not displayed, such as scripts."""
        return len(self._displayed) < self.tags.count(TEXT)

    @cached_property
    def _displayed(self) -> list[int]:
        """The nodes that display text, in order."""
        return [node for node, text in enumerate(self.texts) if text]

    @cached_property
    def _seams(self) -> list[Seam]:
        """For each node that displays text, what separates it from the one before."""
        nodes, breaks = self._displayed, self._breaks
        tags, parents, stops = self.tags, self.parents, self.stops
        return [
            APART if before < 0 or breaks[before] != breaks[node] else seam_between(tags, parents, stops, before, node)
            for before, node in zip([-1, *nodes], nodes, strict=False)
        ]

    @cached_property
    def _spaced(self) -> list[str]:
        """The texts that are displayed, each with a space before it if it stands apart from the text before."""
        found, last = [], " "
        for text, seam in zip(map(self.texts.__getitem__, self._displayed), self._seams, strict=True):
            apart = seam and (seam == APART or needs_space(seam, last, text[0]))  # a call less for most texts
            found.append(f" {text}" if apart else text)
            last = text[-1]
        return found

    @cached_property
    def _apart(self) -> list[str]:
        """The texts that are displayed, each with a space before it if a block boundary separates it from the text before."""
        shown = map(self.texts.__getitem__, self._displayed)
        return [f" {text}" if seam == APART else text for text, seam in zip(shown, self._seams, strict=True)]

    @cached_property
    def _breaks(self) -> list[int]:
        """For each node, the number of block boundaries before it; texts with the same number run together."""
        stops, foreign = self.stops, self.foreign
        blocks = set(self.tags) - TEXT_LEVEL - {TEXT}
        changes = [0] * (len(self) + 1)
        for node, tag in enumerate(self.tags):
            if tag in blocks and not (foreign and node in foreign):
                changes[node] += 1
                changes[stops[node]] += 1
        return list(accumulate(changes))


def plain_address(written: str) -> str:
    r"""Return an address as browsers read it: stripped of white space, without line ends and tabs.

    >>> plain_address(" /list?q=tea&page=\n\t2 ")
    '/list?q=tea&page=2'
    """
    return written.strip().translate(BREAKS)


def join_address(base: str | None, address: str) -> str:
    """Return an address as an absolute one; as it is if that fails (malformed, or no base)."""
    if base is None or address.startswith(("http://", "https://", "data:", "javascript:", "mailto:")):
        return address
    plain = PLAIN_ADDRESS.fullmatch(address)
    if plain is not None and (starts := address_starts(base)):
        return starts[plain.lastindex or 0] + address
    try:
        joined = urljoin(base, address)
        urlsplit(joined)
    except ValueError:
        return address
    return joined


@lru_cache(maxsize=64)
def address_starts(base: str) -> tuple[str, ...]:
    """Return what to put before a relative path, an absolute path and a query; nothing for unusual bases."""
    if not base.startswith(("http://", "https://")):
        return ()
    try:
        found = [urljoin(base, address) for address in ("x", "/x", "?x")]
        urlsplit(found[0])
    except ValueError:
        return ()
    return found[0][:-1], found[1][:-2], found[2][:-2]
