"""Where records may begin: necessary conditions for the first element of a record."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from wrapture.html.elements import FOREIGN, FOREIGN_HIDDEN_TEXT, HIDDEN_TEXT, PREFORMATTED
from wrapture.html.fine_tokens import MAX_TAG, kind_of
from wrapture.reading.compiled.unproved import UnprovedError

if TYPE_CHECKING:
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


def conditions_of(token: str) -> Conditions:
    """Return what every element with a fine token has, which may be open-ended; raise `UnprovedError` if it names no element.

    >>> conditions_of("<td align=right class=price nowrap>")
    Conditions(name='td', attributes=(('align', ''),))
    >>> conditions_of("<td class=price …>"), conditions_of("<td …>")
    (Conditions(name='td', attributes=(('class', 'price'),)), Conditions(name='td', attributes=()))
    """
    name = kind_of(token)
    if len(name) >= MAX_TAG or not _NAME.fullmatch(name):
        raise UnprovedError
    if len(token) >= MAX_TAG:
        return Conditions(name, ())
    found: list[tuple[str, str]] = []
    for key, value in _ATTRIBUTE.findall(token[:-1]):
        if SIMPLE.fullmatch(key):
            is_class = key == "class" and _CLASS.fullmatch(value)
            found.append((key, value if is_class else ""))
        if value and key != "class":
            break  # further words of the value would look like attributes
    return Conditions(name, tuple(found))


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
