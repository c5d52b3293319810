"""Where records may begin, found by the parser: selectors that all of them fit, and perhaps others."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from wrapture.compiled.markup import HOLLOW, UnprovedError
from wrapture.html.elements import FOREIGN, FOREIGN_SILENT, PREFORMATTED, SILENT
from wrapture.html.finetokens import MAX_TAG, kind_of, start_tag
from wrapture.html.lexbor import UNNUMBERED
from wrapture.html.page import TEXT, Page

if TYPE_CHECKING:
    from wrapture.html.lexbor import Node

SIMPLE: Final = re.compile(r"[a-z][a-z0-9-]*")
AROUND: Final = SILENT | PREFORMATTED | FOREIGN_SILENT
"""Elements that change how what is inside of them is read."""
_ATTRIBUTE: Final = re.compile(r" ([^\s=]+)(?:=([^ ]*))?")
_CLASS: Final = re.compile(r"[\w-]{1,59}", re.ASCII)  # the whole word: a value is cut after 60 characters


def selector_of(token: str, *, open_ended: bool = False) -> str:
    """Return a selector that every element with a fine token fits; raises `UnprovedError` where it has an odd name.

    >>> selector_of("<td align=right class=price nowrap>"), selector_of("<tr …>", open_ended=True)
    ('td[align]', 'tr')
    >>> selector_of("<li class=hit id>")
    'li[class*="hit"][id]'
    """
    name = kind_of(token)
    if not SIMPLE.fullmatch(name):
        raise UnprovedError
    if open_ended or len(token) >= MAX_TAG:
        return name
    return name + "".join(_conditions(token[:-1]))


def _conditions(tag: str) -> list[str]:
    found = []
    for key, value in _ATTRIBUTE.findall(tag):
        if SIMPLE.fullmatch(key):
            is_class = key == "class" and _CLASS.fullmatch(value)
            found.append(f'[class*="{value}"]' if is_class else f"[{key}]")
        if value and key != "class":
            break  # it may have more words, which look like attributes
    return found


def tag_of(node: Node) -> str:
    """Return the start tag of an element as a fine token."""
    name = node.tag or ""
    return start_tag(Page("", [name], [-1], [1], [""], [node]), 0)


class Candidate(NamedTuple):
    """An element at which a row may begin, and whether there is another one inside of it."""

    node: Node
    holds: bool


def candidates_of(body: Node, selector: str, parent: str) -> list[Candidate]:
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
    if len(suitable) < 2:  # children of one element hold no other
        return [Candidate(node, False) for node in nodes]
    after = zip(numbers[1:], nodes[1:], strict=True)
    holds = [
        number != its and is_below(one, node) for node, number, (its, one) in zip(nodes, numbers, after, strict=False)
    ]
    return list(map(Candidate, nodes, [*holds, False]))


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
