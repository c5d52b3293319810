"""Where records may begin, found by the parser: selectors that all of them fit, and perhaps others."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from wrapture.compiled.markup import HOLLOW, UnprovedError
from wrapture.compiled.pieces import Piece, tag_of
from wrapture.html.elements import FOREIGN, FOREIGN_SILENT, PREFORMATTED, SILENT
from wrapture.html.finetokens import MAX_TAG, kind_of
from wrapture.html.lexbor import UNNUMBERED
from wrapture.html.page import TEXT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.html.lexbor import Node

SIMPLE: Final = re.compile(r"[a-z][a-z0-9-]*")
AROUND: Final = SILENT | PREFORMATTED | FOREIGN_SILENT
"""Elements that change how what is inside of them is read."""
DRAWINGS: Final = ", ".join(sorted(FOREIGN))
_ATTRIBUTE: Final = re.compile(r" ([^\s=]+)(?:=([^ ]*))?")
_CLASS: Final = re.compile(r"[\w-]{1,59}", re.ASCII)  # the whole word: a value is cut after 60 characters


class Conditions(NamedTuple):
    """What all elements with a fine token have: a name, and attributes with what stands in their values, if anything."""

    name: str
    attributes: tuple[tuple[str, str], ...]


def conditions_of(token: str, *, open_ended: bool = False) -> Conditions:
    """Return what every element with a fine token has; raises `UnprovedError` where it has an odd name.

    >>> conditions_of("<td align=right class=price nowrap>")
    Conditions(name='td', attributes=(('align', ''),))
    """
    name = kind_of(token)
    if not SIMPLE.fullmatch(name):
        raise UnprovedError
    if open_ended or len(token) >= MAX_TAG:
        return Conditions(name, ())
    found: list[tuple[str, str]] = []
    for key, value in _ATTRIBUTE.findall(token[:-1]):
        if SIMPLE.fullmatch(key):
            is_class = key == "class" and _CLASS.fullmatch(value)
            found.append((key, value if is_class else ""))
        if value and key != "class":
            break  # it may have more words, which look like attributes
    return Conditions(name, tuple(found))


def selector_of(token: str, *, open_ended: bool = False) -> str:
    """Return a selector that every element with a fine token fits; raises `UnprovedError` where it has an odd name.

    >>> selector_of("<td align=right class=price nowrap>"), selector_of("<tr …>", open_ended=True)
    ('td[align]', 'tr')
    >>> selector_of("<li class=hit id>")
    'li[class*="hit"][id]'
    """
    name, attributes = conditions_of(token, open_ended=open_ended)
    return name + "".join([f'[{key}*="{part}"]' if part else f"[{key}]" for key, part in attributes])


class Candidates(NamedTuple):
    """Elements at which rows may begin, each a piece of the page, in order; and whether the next one is inside of each."""

    pieces: Sequence[Piece]
    holds: Sequence[bool]


class Finder(Protocol):
    """Finds the elements of a body at which rows may begin."""

    def candidates(self, body: Node) -> Candidates:
        """Return them in order; raises `UnprovedError` where rows may begin elsewhere, or end elsewhere."""


class SelectorFinder:
    """Finds them by selectors; ``parent`` is the fine token of what they stand in, if they are told by that."""

    def __init__(self, first: str, parent: str, *, open_ended: bool) -> None:
        self._selector = row_selector(first, parent, open_ended=open_ended)
        self._parent = parent
        self._odd = f"{DRAWINGS}, {misplaced(selector_of(first, open_ended=open_ended))}"

    def candidates(self, body: Node) -> Candidates:
        """Return them in order."""
        found = candidates_of(body, self._selector, self._parent)
        odd = {node.tag for node in body.css(self._odd)}
        if not odd <= FOREIGN or (odd and any(is_followed_by_drawing(piece.nodes[0]) for piece in found.pieces)):
            raise UnprovedError
        return found


def row_selector(first: str, parent: str, *, open_ended: bool) -> str:
    """Return a selector that the first elements of all rows fit."""
    selector = selector_of(first, open_ended=open_ended)
    return f"{selector_of(parent)} > {selector}" if parent else selector


def candidates_of(body: Node, selector: str, parent: str) -> Candidates:
    """Return the elements of a body that fit a selector, in order, and stand where rows may; ``parent`` is a fine token."""
    nodes = body.css(selector)
    parents = [node.parent for node in nodes]
    numbers = [above.mem_id if above is not None else 0 for above in parents]
    suitable = {
        number
        for number, above in dict(zip(numbers, parents, strict=True)).items()
        if above is not None and _suits(above, parent, body.mem_id)
    }
    if len(suitable) < len(set(numbers)):
        nodes = [node for node, number in zip(nodes, numbers, strict=True) if number in suitable]
        numbers = [number for number in numbers if number in suitable]
    pieces = [Piece((node,)) for node in nodes]
    if len(suitable) < 2:  # children of one element hold no other
        return Candidates(pieces, [False] * len(pieces))
    after = zip(numbers[1:], nodes[1:], strict=True)
    holds = [
        number != its and is_below(one, node) for node, number, (its, one) in zip(nodes, numbers, after, strict=False)
    ]
    return Candidates(pieces, [*holds, False])


def _suits(element: Node, token: str, body: int) -> bool:
    """Return whether rows may stand in an element, which has this fine token if there is any."""
    if token and (element.mem_id == body or tag_of(element) != token):
        return False  # the tokens of a page are those inside of its body
    return is_inside(element, body)


def is_inside(node: Node | None, body: int) -> bool:
    """Return whether an element is the body, or stands in it and in no drawing; raises where it is not read as others are."""
    while node is not None:
        tag = node.tag or ""
        if tag in FOREIGN:
            return False
        if tag in AROUND:
            raise UnprovedError
        if node.mem_id == body:
            return True
        node = node.parent
    return False


def misplaced(first: str) -> str:
    """Return the selector of what begins like a row in an element that holds nothing, as far as tokens tell.

    By its tokens it stands in the element around that one, where rows may; by the parser's tree it does not.
    """
    return ", ".join([f"{name} > {first}" for name in sorted(HOLLOW)])


def is_followed_by_drawing(node: Node) -> bool:
    """Return whether a drawing comes after an element, with nothing between: a row has it, as it has no tokens of its own."""
    after = node.next
    while after is not None and _shows_nothing(after):
        after = after.next
    return after is not None and after.tag in FOREIGN


def _shows_nothing(node: Node) -> bool:
    if node.tag == TEXT:
        return (node.text_content or " ").isspace()
    return (node.tag or "-other") in UNNUMBERED


def is_below(node: Node, top: Node) -> bool:
    """Return whether an element stands inside of another."""
    above, wanted = node.parent, top.mem_id
    while above is not None and above.mem_id != wanted:
        above = above.parent
    return above is not None
