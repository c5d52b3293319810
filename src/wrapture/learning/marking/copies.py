"""Pieces of a page that are built like a marked one.

There are three ways, each tried only if those before find nothing: neighbours that begin alike, i.e. children of one element,
or of several at the same place in the tree, that look like the first child of the piece; neighbours in a fixed step, if all
children look alike; and the children with the same indices of other elements at the same place in the tree.
"""

from __future__ import annotations

from itertools import chain, product
from typing import TYPE_CHECKING, Final, NamedTuple

from wrapture.html.class_names import readable
from wrapture.html.page import TEXT
from wrapture.html.shapes import write_shape
from wrapture.model import SiblingLocator, Span
from wrapture.reading.forest import NodeLabel
from wrapture.reading.sibling_matching import family_of, find_siblings

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from wrapture.html.page import Page

LIKENESSES: Final = (0.55, 0.8, 0.0)
"""How similar to the first child others must be, in the order they are tried.

On 39 lists of real pages with one record marked, 0.55 found the right number of records in 32 and 0.65 in 30; 0.5 also in 32,
but too many in two others.
"""
MAX_BETWEEN: Final = 2  # children without text that may stand between two pieces: a line break, a rule


class SiblingPiece(NamedTuple):
    """Neighbouring children of an element."""

    parent: int
    children: tuple[int, ...]

    def span(self, page: Page) -> Span:
        """Return the nodes of a piece."""
        return Span(self.children[0], page.stops[self.children[-1]])


def piece_holding(page: Page, texts: Sequence[int]) -> SiblingPiece:
    """Return the neighbours that contain these texts, as far up the tree as they contain no others."""
    parent = page.parents[texts[0]]
    while page.stops[parent] <= texts[-1]:
        parent = page.parents[parent]
    while parent > page.body.start and shown_texts(page, Span(parent, page.stops[parent])) == list(texts):
        parent = page.parents[parent]
    children = [child for child in family_of(page).children(parent) if page.stops[child] > texts[0]]
    return SiblingPiece(parent, tuple([child for child in children if child <= texts[-1]]))


def shown_texts(page: Page, span: Span) -> list[int]:
    """Return the texts of a span that are not blank."""
    return [node for node, _ in page.displayed(span) if page.texts[node].strip()]


def copies_of(page: Page, piece: SiblingPiece) -> list[Span]:
    """Return a piece and everything built like it, in document order; the piece alone if there is nothing like it."""
    own = shown_texts(page, piece.span(page))
    for found in chain(_alike(page, piece), _in_steps(page, piece), _at_same_numbers(page, piece)):
        if len(found) > 1 and any(shown_texts(page, span) == own for span in found):
            return found
    return [piece.span(page)]


def _alike(page: Page, piece: SiblingPiece) -> Iterator[list[Span]]:
    """Yield the neighbours that begin like a piece, for each idea of likeness."""
    first = piece.children[0]
    if page.tags[first] == TEXT:
        return
    parent = str(NodeLabel(page.tags[piece.parent], readable(page.classes(piece.parent))))
    example, path = write_shape(page, family_of(page).shape(first)), page.path(piece.parent)
    classes = dict.fromkeys([frozenset[str](), readable(page.classes(first))])  # a row may have a class of its own
    for likeness, own in product(LIKENESSES, classes):
        item = str(NodeLabel(page.tags[first], own))
        locator = SiblingLocator(path, parent, item, example, likeness, len(piece.children) - 1, several=True)
        spans = [span for record in find_siblings(locator, page) for span in record]
        yield [span for span in spans if _has_headings(page, piece.span(page)) or not _has_headings(page, span)]


def _has_headings(page: Page, span: Span) -> bool:
    """Return whether a span contains header cells of a table."""
    return "th" in page.tags[span.start : span.stop]


def _in_steps(page: Page, piece: SiblingPiece) -> Iterator[list[Span]]:
    """Yield the neighbours that follow each other in steps as long as a piece, or slightly longer."""
    children = family_of(page).children(piece.parent)
    at, length = children.index(piece.children[0]), len(piece.children)
    for step in range(length, length + MAX_BETWEEN + 1):
        before = _run(page, piece, [children[start : start + step] for start in range(at - step, -1, -step)])
        after = _run(page, piece, [children[start : start + step] for start in range(at + step, len(children), step)])
        yield [*reversed(before), piece.span(page), *after]


def _run(page: Page, piece: SiblingPiece, steps: Iterable[Sequence[int]]) -> list[Span]:
    """Return the leading steps that are built like a piece, each with no text after the part that is."""
    found: list[Span] = []
    for step in steps:
        alike = _built_alike(page, piece, [step[: len(piece.children)]])
        if not alike or any(shown_texts(page, Span(one, page.stops[one])) for one in step[len(piece.children) :]):
            break
        found += alike
    return found


def _at_same_numbers(page: Page, piece: SiblingPiece) -> Iterator[list[Span]]:
    """Yield the children with the same indices as a piece's, of all elements at the same place in the tree."""
    family = family_of(page)
    at = family.children(piece.parent).index(piece.children[0])
    parents = family.at(page.path(piece.parent))
    yield _built_alike(page, piece, [family.children(parent)[at : at + len(piece.children)] for parent in parents])


def _built_alike(page: Page, piece: SiblingPiece, runs: Sequence[Sequence[int]]) -> list[Span]:
    """Return the runs of children that have the names of a piece's, and a text."""
    names = [page.tags[child] for child in piece.children]
    spans = [Span(run[0], page.stops[run[-1]]) for run in runs if [page.tags[child] for child in run] == names]
    return [span for span in spans if shown_texts(page, span)]
