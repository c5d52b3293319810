"""Where records may begin: necessary conditions and selectors for the first element of a record."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from wrapture.html.elements import FOREIGN, FOREIGN_HIDDEN_TEXT, HIDDEN_TEXT, PREFORMATTED
from wrapture.html.fine_tokens import MAX_TAG, kind_of
from wrapture.reading.compiled.tree_pieces import TreePiece, tag_of
from wrapture.reading.compiled.unproved import UnprovedError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.html.lexbor import Node

SIMPLE: Final = re.compile(r"[a-z][a-z0-9-]*")
AROUND: Final = HIDDEN_TEXT | PREFORMATTED | FOREIGN_HIDDEN_TEXT
"""Elements that change how their content is read."""
_NAME: Final = re.compile(r"[a-z][^\s/>]*+")  # as the parser reads it: nearly anything may follow a letter
_ATTRIBUTE: Final = re.compile(r" ([^\s=]+)(?:=([^ ]*))?")
_CLASS: Final = re.compile(r"[\w-]{1,59}", re.ASCII)  # the whole word: a value is cut after 60 characters


class Conditions(NamedTuple):
    """What all elements with a fine token have: a name, and attributes with a part of their values, which may be empty."""

    name: str
    attributes: tuple[tuple[str, str], ...]


def conditions_of(token: str, *, open_ended: bool = False) -> Conditions:
    """Return what every element with a fine token has; raise `UnprovedError` if the token names no element.

    >>> conditions_of("<td align=right class=price nowrap>")
    Conditions(name='td', attributes=(('align', ''),))
    """
    name = kind_of(token)
    if len(name) >= MAX_TAG or not _NAME.fullmatch(name):
        raise UnprovedError
    if open_ended or len(token) >= MAX_TAG:
        return Conditions(name, ())
    found: list[tuple[str, str]] = []
    for key, value in _ATTRIBUTE.findall(token[:-1]):
        if SIMPLE.fullmatch(key):
            is_class = key == "class" and _CLASS.fullmatch(value)
            found.append((key, value if is_class else ""))
        if value and key != "class":
            break  # further words of the value would look like attributes
    return Conditions(name, tuple(found))


def selector_of(token: str, *, open_ended: bool = False) -> str:
    """Return a selector that every element with a fine token matches; raise `UnprovedError` if its name is odd.

    >>> selector_of("<td align=right class=price nowrap>"), selector_of("<tr …>", open_ended=True)
    ('td[align]', 'tr')
    >>> selector_of("<li class=hit id>")
    'li[class*="hit"][id]'
    """
    name, attributes = conditions_of(token, open_ended=open_ended)
    if not SIMPLE.fullmatch(name):
        raise UnprovedError
    return name + "".join([f'[{key}*="{part}"]' if part else f"[{key}]" for key, part in attributes])


class Candidates(NamedTuple):
    """Elements at which rows may begin, as pieces of the page in order; and whether each contains the next one."""

    pieces: Sequence[TreePiece]
    holds: Sequence[bool]


def row_selector(first: str, parent: str, *, open_ended: bool) -> str:
    """Return a selector that the first element of every row matches."""
    selector = selector_of(first, open_ended=open_ended)
    return f"{selector_of(parent)} > {selector}" if parent else selector


def candidates_of(body: Node, selector: str, parent: str) -> Candidates:
    """Return the elements of a body that match a selector and have a suitable parent; ``parent`` is its fine token or ""."""
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
    pieces = [TreePiece((node,)) for node in nodes]
    if len(suitable) < 2:  # children of one element are not inside each other
        return Candidates(pieces, [False] * len(pieces))
    after = zip(numbers[1:], nodes[1:], strict=True)
    holds = [
        number != its and is_below(one, node) for node, number, (its, one) in zip(nodes, numbers, after, strict=False)
    ]
    return Candidates(pieces, [*holds, False])


def _suits(element: Node, token: str, body: int) -> bool:
    """Return whether an element may be the parent of rows; ``token`` is its fine token, or "" for any."""
    if token and (element.mem_id == body or tag_of(element) != token):
        return False  # the body has no token: a page's tokens start inside it
    return is_inside(element, body)


def is_inside(node: Node | None, body: int) -> bool:
    """Return whether an element is the body, or inside it and in no drawing; raise `UnprovedError` if it is read specially."""
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


def is_below(node: Node, top: Node) -> bool:
    """Return whether an element is inside another."""
    above, wanted = node.parent, top.mem_id
    while above is not None and above.mem_id != wanted:
        above = above.parent
    return above is not None
