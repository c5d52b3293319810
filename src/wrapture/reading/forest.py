"""Records as runs of neighbouring sub-trees: labels, prefixes, and how children are cut into records.

A *label* describes a node by its tag, by classes it must have, and by the names of its children: ``li``, ``li.result``,
``tr(td td)``, ``tr(td+)``.  A plus stands for one or more of a kind, because their number often depends on the data.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import TYPE_CHECKING, Final

from wrapture.errors import PatternError
from wrapture.html.page import TEXT
from wrapture.model import ForestLocator, Record, Span

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Sequence

    from wrapture.html.page import Page

TEXT_LABEL: Final = "TEXT"
"""The label of a text: element names are lower case."""
ANY: Final = 0
"""The number of a step that matches every element of its name."""
STEP: Final = re.compile(r"([^\s>\[\]]+)(?:\[(\*|[1-9]\d{0,5})\])?")
RESERVED: Final = re.compile(r"[\s().+>*%\[\]]")
ESCAPE: Final = re.compile(r"%([0-9a-f]{1,5});")
LABEL_PIECE: Final = re.compile(r"\s*([^\s().+>]+|[().+])")
MAX_DEPTH: Final = 8


@dataclass(frozen=True, slots=True)
class NodeLabel:
    """What a node looks like; ``children`` is None if they don't matter, ``many`` means one or more such nodes."""

    tag: str
    classes: frozenset[str] = frozenset()
    children: tuple[NodeLabel, ...] | None = None
    many: bool = False

    def fits(self, page: Page, node: int) -> bool:
        """Return whether a node matches the label."""
        return tag_of(page, node) == self.tag and self.fits_inside(page, node)

    def fits_inside(self, page: Page, node: int) -> bool:
        """Return whether a node, known to have the label's tag, also has its classes and children."""
        if self.classes and not self.classes <= page.classes(node):
            return False
        if self.children is None:
            return True
        counted = not any(child.many for child in self.children)
        return _has_children(page, node, self.children, self.depth, counted=counted)

    @property
    def depth(self) -> int:
        """The number of levels of children that the label describes."""
        return 0 if self.children is None else 1 + max((child.depth for child in self.children), default=0)

    def __str__(self) -> str:
        inside = "" if self.children is None else f"({' '.join(map(str, self.children))})"
        return ".".join(map(written, [self.tag, *sorted(self.classes)])) + inside + "+" * self.many


def tag_of(page: Page, node: int) -> str:
    """Return the name of a node as labels use it."""
    tag = page.tags[node]
    return TEXT_LABEL if tag == TEXT else tag


@lru_cache(maxsize=1024)
def written(name: str) -> str:
    """Return a name as it is written in labels and prefixes: reserved characters are escaped as hexadecimal code points.

    >>> written("li"), written("a.b[c]")
    ('li', 'a%2e;b%5b;c%5d;')
    """
    return RESERVED.sub(lambda found: f"%{ord(found[0]):x};", name)


def read_name(name: str) -> str:
    """Return the name that an escaped name stands for.

    >>> read_name("a%2e;b%5b;c%5d;")
    'a.b[c]'
    """
    return ESCAPE.sub(lambda found: chr(int(found[1], 16)), name)


def label_of(page: Page, node: int, depth: int = 0, *, counted: bool = False, many: bool = False) -> NodeLabel:
    """Return the label of a node with ``depth`` levels of children; equal neighbours are merged unless ``counted``."""
    tag = tag_of(page, node)
    if depth == 0 or tag == TEXT_LABEL:
        return NodeLabel(tag, many=many)
    elements = [child for child in page.children(node) if page.tags[child] != TEXT]
    children = [label_of(page, child, depth - 1, counted=counted, many=not counted) for child in elements]
    return NodeLabel(tag, children=tuple(children if counted else (label for label, _ in groupby(children))), many=many)


def _has_children(page: Page, node: int, labels: Sequence[NodeLabel], depth: int, *, counted: bool) -> bool:
    """Return whether `label_of` would give a node's children these labels, without building the labels."""
    if page.tags[node] == TEXT:
        return False
    tags, stops = page.tags, page.stops
    child, stop, place = node + 1, stops[node], -1  # `place` is the index of the previous child's label
    while child < stop:
        if tags[child] != TEXT and (
            counted or place < 0 or not _is_labelled(page, child, labels[place], depth - 1, counted=counted)
        ):
            place += 1
            if place == len(labels) or not _is_labelled(page, child, labels[place], depth - 1, counted=counted):
                return False
        child = stops[child]
    return place == len(labels) - 1


def _is_labelled(page: Page, node: int, label: NodeLabel, depth: int, *, counted: bool) -> bool:
    """Return whether a child has this label, with ``depth`` levels of its own children."""
    if page.tags[node] != label.tag or label.many == counted or label.classes:
        return False
    if depth == 0 or label.children is None:
        return depth == 0 and label.children is None
    return _has_children(page, node, label.children, depth, counted=counted)


@lru_cache(maxsize=1024)
def read_labels(notation: str) -> tuple[NodeLabel, ...]:
    """Return the labels written in a notation, in order.

    >>> [str(label) for label in read_labels("tr.odd(td td(a)) hr")]
    ['tr.odd(td td(a))', 'hr']
    """
    pieces = LABEL_PIECE.findall(notation)
    if "".join(pieces) != "".join(notation.split()):
        raise PatternError(f"{notation!r}: labels are written like li, li.result or tr(td td)")
    labels, rest = _read(pieces, notation, 0)
    if rest or not labels:
        raise PatternError(f"{notation!r}: labels are written like li, li.result or tr(td td)")
    return labels


def _read(pieces: Sequence[str], notation: str, depth: int) -> tuple[tuple[NodeLabel, ...], Sequence[str]]:
    """Return the labels at the head of the pieces, and the pieces after them."""
    if depth > MAX_DEPTH:
        raise PatternError(f"{notation!r}: labels go at most {MAX_DEPTH} levels deep")
    labels: list[NodeLabel] = []
    while pieces and pieces[0] not in "().+":
        tag, pieces = pieces[0], pieces[1:]
        classes: set[str] = set()
        while len(pieces) > 1 and pieces[0] == "." and pieces[1] not in "().+":
            classes.add(pieces[1])
            pieces = pieces[2:]
        children = None
        if pieces and pieces[0] == "(":
            children, pieces = _read(pieces[1:], notation, depth + 1)
            if not pieces or pieces[0] != ")":
                raise PatternError(f"{notation!r}: a bracket is not closed")
            pieces = pieces[1:]
        many = bool(pieces) and pieces[0] == "+"
        pieces = pieces[1:] if many else pieces
        labels.append(NodeLabel(read_name(tag), frozenset(map(read_name, classes)), children, many))
    return tuple(labels), pieces


# --- prefixes ---


def prefix_of(page: Page, node: int) -> str:
    """Return the path from the root to a node: names, with the number among siblings of that name if it is not the first."""
    steps: list[tuple[str, int]] = []
    while node >= 0:
        steps.append(step_of(page, node))
        node = page.parents[node]
    return write_prefix(reversed(steps))


def step_of(page: Page, node: int) -> tuple[str, int]:
    """Return the last step of the path to a node: its name, and its number among siblings of that name."""
    known: dict[int, dict[int, int]] = page.cache.setdefault("steps", {})
    parent = page.parents[node]
    if parent not in known:
        known[parent] = _numbers_of(page, parent)
    return page.tags[node], known[parent].get(node, 1)  # the root is nobody's child


def _numbers_of(page: Page, parent: int) -> dict[int, int]:
    """Return the number of each child of an element among those of its name; counting for one takes as long as for all."""
    counts: Counter[str] = Counter()
    found = {}
    for child in page.children(parent) if parent >= 0 else ():
        counts[page.tags[child]] += 1
        found[child] = counts[page.tags[child]]
    return found


@lru_cache(maxsize=1024)
def read_prefix(prefix: str) -> tuple[tuple[str, int], ...]:
    """Return the steps of a prefix: a name, and its number among siblings of that name, or `ANY`.

    >>> read_prefix("html > body > table[2] > tbody > tr[*]")
    (('html', 1), ('body', 1), ('table', 2), ('tbody', 1), ('tr', 0))
    """
    found = [STEP.fullmatch(step.strip()) for step in prefix.split(">")]
    if not all(found):
        raise PatternError(f"{prefix!r}: a prefix is written like html > body > table[2]")
    return tuple(
        (read_name(step[1]), ANY if step[2] == "*" else int(step[2] or 1)) for step in found if step is not None
    )


def write_prefix(steps: Iterable[tuple[str, int]]) -> str:
    """Return the prefix that consists of the given steps.

    >>> write_prefix([("html", 1), ("body", 1), ("table", 2), ("tr", ANY)])
    'html > body > table[2] > tr[*]'
    """
    return " > ".join(written(tag) if number == 1 else f"{written(tag)}[{number or '*'}]" for tag, number in steps)


def follow(page: Page, prefix: str) -> list[int]:
    """Return the elements that match a prefix: at most one, unless a step has the number `ANY`."""
    (root, _), *steps = read_prefix(prefix)
    nodes = [0] if len(page) and page.tags[0] == root else []
    for tag, number in steps:
        if number == ANY:
            nodes = [child for node in nodes for child in page.children(node) if page.tags[child] == tag]
        else:
            found = [_nth(page, node, tag, number) for node in nodes]
            nodes = [node for node in found if node is not None]
    return nodes


def _nth(page: Page, node: int, tag: str, number: int) -> int | None:
    """Return the child that is the number-th of its name, or None."""
    child, stop = node + 1, page.stops[node]
    while child < stop:
        if page.tags[child] == tag:
            number -= 1
            if not number:
                return child
        child = page.stops[child]
    return None


# --- records ---


def find_forests(locator: ForestLocator, page: Page) -> tuple[Record, ...]:
    """Return the records of a forest locator, in document order; if several elements match, take the one with the most."""
    known: dict[Hashable, list[Span]] = page.cache.setdefault("forests", {})
    whole = locator.prefix, locator.starts, locator.separators, locator.descent, locator.nested
    found = known.get(whole)
    if found is None:  # cached because learners try many ranges of the same records
        found = max((records_below(locator, page, root) for root in follow(page, locator.prefix)), key=len, default=[])
        known[whole] = found
    return tuple([(span,) for span in chosen(locator, found)])


def chosen(locator: ForestLocator, records: list[Span]) -> list[Span]:
    """Return the records of an element that lie in the locator's range."""
    stop = locator.last + 1 or len(records) if locator.last < 0 else locator.last
    return records[locator.first - 1 : stop]


def records_below(locator: ForestLocator, page: Page, root: int) -> list[Span]:
    """Return all records of an element that matches the prefix."""
    return list(_chain(locator, page, root) if locator.nested else _from_parents(locator, page, root))


def _from_parents(locator: ForestLocator, page: Page, root: int) -> Iterator[Span]:
    parents = [root]
    for tag in locator.descent:
        parents = [child for parent in parents for child in page.children(parent) if page.tags[child] == tag]
    cutter = _Cutter(locator, page)
    for parent in parents:
        yield from cutter.cut(page.children(parent))


class _Cutter:
    """Cuts the children of an element into records."""

    def __init__(self, locator: ForestLocator, page: Page) -> None:
        self._page = page
        self._starts = _by_tag((read_labels(start) for start in locator.starts), 0)
        self._separators = _by_tag(map(read_labels, locator.separators), -1)

    def cut(self, children: Sequence[int]) -> Iterator[Span]:
        """Yield the records among the children of one element."""
        tags, texts, stops = self._page.tags, self._page.texts, self._page.stops
        nodes = [node for node in children if tags[node] != TEXT or texts[node].strip()]
        begun, ended = -1, list[int]()  # `ended` collects the nodes of finished records
        for i, node in enumerate(nodes):
            if begun < 0 or not self._separators:
                starts = self.starts(node)
                if begun >= 0 and starts:
                    ended += nodes[begun:i]
                    yield Span(nodes[begun], node)
                begun = i if starts else begun
            if begun >= 0 and self._separators and self._ends(nodes, begun, i):
                ended += nodes[begun : i + 1]
                yield Span(nodes[begun], stops[node])
                begun = -1
        if begun >= 0:
            yield self.tail(nodes[begun:], self.names(ended))

    def starts(self, node: int) -> bool:
        """Return whether a record may begin at a node."""
        labels = self._starts.get(tag_of(self._page, node))
        return labels is not None and any(label.fits_inside(self._page, node) for label, *_ in labels)

    def _ends(self, nodes: Sequence[int], begun: int, last: int) -> bool:
        """Return whether a node completes a separator after the current record began."""
        for labels in self._separators.get(tag_of(self._page, nodes[last]), ()):
            first = last + 1 - len(labels)
            if first >= begun and all(label.fits(self._page, nodes[first + n]) for n, label in enumerate(labels)):
                return True
        return False

    def names(self, nodes: Sequence[int]) -> set[str]:
        """Return the set of the nodes' names."""
        return {tag_of(self._page, node) for node in nodes}

    def tail(self, nodes: Sequence[int], names: set[str]) -> Span:
        """Return the last record, which no separator ends: it stops before a child whose name occurs in no other record."""
        stop = nodes[0]
        for n, node in enumerate(nodes):
            if n and names and tag_of(self._page, node) not in names:
                break
            stop = self._page.stops[node]
        return Span(nodes[0], stop)


def _by_tag(several: Iterable[tuple[NodeLabel, ...]], place: int) -> dict[str, list[tuple[NodeLabel, ...]]]:
    """Return runs of labels, grouped by the tag of the label at ``place``: for most nodes the tag alone decides."""
    found: dict[str, list[tuple[NodeLabel, ...]]] = {}
    for labels in several:
        found.setdefault(labels[place].tag, []).append(labels)
    return found


def _chain(locator: ForestLocator, page: Page, root: int) -> Iterator[Span]:
    """Yield the records of nested parents: each record runs up to the first node of the next."""
    cutter = _Cutter(locator, page)
    begun, names = -1, set[str]()
    rest: list[int] = []
    parent: int | None = root
    while parent is not None:
        inner = _inner(page, parent, locator.descent)
        limit = page.stops[parent] if inner is None else inner
        children = [child for child in page.children(parent) if child < limit]
        start = next((n for n, child in enumerate(children) if cutter.starts(child)), None)
        if start is not None:
            if begun >= 0:
                names |= cutter.names(rest)
                yield Span(begun, children[start])
            begun, rest = children[start], children[start:]
        parent = inner
    if begun >= 0:
        yield cutter.tail(rest, names)


def _inner(page: Page, parent: int, descent: Sequence[str]) -> int | None:
    """Return the parent of the next record, nested inside the given parent, or None."""
    node: int | None = parent
    for tag in descent:
        node = _nth(page, node, tag, 1) if node is not None else None
    return node
