"""Preformatted texts as one node per line, so that a line of ``<pre>`` can be a record.

The parser gives the text of a ``<pre>`` as one node, and records are spans of nodes.  Here each such text becomes one node per
line; its line end, with the blank lines that follow, belongs to it.  Neighbouring texts run together, so token strings and
displayed texts stay what they were.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

from wrapture.html.elements import PREFORMATTED

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from wrapture.html.page import Element

Item = TypeVar("Item")

MAX_LINES: Final = 20_000
"""Lines of a page that get nodes of their own: a page of more is a book, and a node takes a hundred times the memory."""
NEWLINE: Final = "\n"
_LINE: Final = re.compile(r"[^\n]*+\n(?:[^\S\n]*+\n)*+|[^\n]++\Z")
_NO_ATTRIBUTES: Final[dict[str, str | None]] = {}


class TextLine(NamedTuple):
    """What a page keeps of a line of a text."""

    text_content: str
    attributes: dict[str, str | None] = _NO_ATTRIBUTES


def lines_in(text: str) -> list[str]:
    r"""Return the lines of a text, each with its line end and the blank lines that follow.

    >>> lines_in("one\ntwo \n\n  three"), lines_in("one\n")
    (['one\n', 'two \n\n', '  three'], ['one\n'])
    """
    return _LINE.findall(text)


class PageNodes(NamedTuple):
    """The arrays of a `wrapture.html.page.Page`, and its nodes inside drawings."""

    tags: Sequence[str]
    parents: Sequence[int]
    stops: Sequence[int]
    texts: Sequence[str]
    elements: Sequence[Element]
    foreign: frozenset[int]


@dataclass(frozen=True, slots=True)
class LineNodes:
    """How the nodes of a page are renumbered: ``lines`` of the texts that are split, by node as the parser numbers them.

    ``numbers[n]`` is the new number of node n, that of its first line if it is split; the last entry is that of the end.
    """

    lines: Mapping[int, Sequence[str]]
    numbers: Sequence[int]

    @property
    def firsts(self) -> dict[int, int]:
        """The first line of each line's text, by the new numbers."""
        return {line: self.numbers[node] for node in self.lines for line in self.renumbered([node])}

    def applied(self, nodes: PageNodes) -> PageNodes:
        """Return the arrays with a node for each line."""
        return PageNodes(
            self.repeated(nodes.tags),
            self.parents(nodes.parents),
            self.stops(nodes.stops),
            self.texts(nodes.texts),
            self.elements(nodes.elements),
            frozenset(self.renumbered(nodes.foreign)),
        )

    def repeated(self, items: Sequence[Item]) -> list[Item]:
        """Return what each node has for each of its lines."""
        found = list(items)
        for node in sorted(self.lines, reverse=True):
            found[node : node + 1] = [found[node]] * len(self.lines[node])
        return found

    def renumbered(self, nodes: Iterable[int]) -> Iterator[int]:
        """Yield the new numbers of some nodes."""
        for node in nodes:
            yield from range(self.numbers[node], self.numbers[node + 1])

    def parents(self, parents: Sequence[int]) -> list[int]:
        """Return the parent of each node."""
        numbers = self.numbers
        return [numbers[parent] if parent >= 0 else parent for parent in self.repeated(parents)]

    def stops(self, stops: Sequence[int]) -> list[int]:
        """Return where the sub-tree of each node ends: a line is a node without children."""
        found = self.repeated([self.numbers[stop] for stop in stops])
        for node in self.renumbered(self.lines):
            found[node] = node + 1
        return found

    def texts(self, texts: Sequence[str]) -> list[str]:
        """Return the text of each node."""
        found = self.repeated(texts)
        for node, lines in self.lines.items():
            first = self.numbers[node]
            found[first : first + len(lines)] = lines
        return found

    def elements(self, elements: Sequence[Element]) -> list[Element]:
        """Return what a page keeps of each node."""
        found = self.repeated(elements)
        for node, lines in self.lines.items():
            first = self.numbers[node]
            found[first : first + len(lines)] = map(TextLine, lines)
        return found


def line_nodes(tags: Sequence[str], stops: Sequence[int], texts: Sequence[str]) -> LineNodes | None:
    """Return how the preformatted texts of a page are split into lines; None if none of them is."""
    tops = [node for node, tag in enumerate(tags) if tag in PREFORMATTED] if not PREFORMATTED.isdisjoint(tags) else ()
    inside = sorted({node for top in tops for node in range(top, stops[top]) if NEWLINE in texts[node][:-1]})
    if not inside or sum(texts[node].count(NEWLINE) for node in inside) > MAX_LINES:
        return None
    lines = {node: found for node in inside if len(found := lines_in(texts[node])) > 1}
    more = [len(lines[node]) if node in lines else 1 for node in range(len(tags))]
    return LineNodes(lines, list(accumulate(more, initial=0))) if lines else None
