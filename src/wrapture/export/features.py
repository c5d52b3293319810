"""What can be said of elements in both languages of selectors: names, classes, attributes, positions."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from wrapture.html.names import readable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.export.trees import Element

IDENTIFIER: Final = re.compile(r"-?[a-zA-Z_][a-zA-Z0-9_-]*")
NAME: Final = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")
"""Names of elements and attributes that both languages write as they are."""

MEANINGFUL: Final = re.compile(
    r"itemprop|itemtype|itemscope|role|rel|type|name|property|typeof|data-[a-z-]+|aria-[a-z-]+"
)
PRESENTATION: Final = frozenset(
    [
        "align",
        "bgcolor",
        "border",
        "cellpadding",
        "cellspacing",
        "color",
        "face",
        "height",
        "size",
        "style",
        "valign",
        "width",
    ]
)
UNSAID: Final = frozenset(["class", "id", "href", "src", "title", "alt", "value", "content", "srcset", "onclick"])
"""Attributes whose value is data, or said otherwise; that they are there may still tell something."""
LONGEST: Final = 60
"""Characters of a value that is worth writing into a selector."""

CHEAP: Final = 1.0
FAIR: Final = 2.0
DEAR: Final = 4.0


class Saying(NamedTuple):
    """Something that is said of an element: as an XPath predicate and as what follows its name in CSS, with its cost.

    The cheaper, the shorter it is and the likelier it holds on the next page too.  ``css`` is None where it can't be said.
    """

    xpath: str
    css: str | None
    cost: float


def literal(text: str) -> str | None:
    """Return a text as XPath writes it, None where it can't: it has both kinds of quotes.

    >>> print(literal("it's"), literal('a"b'), literal("plain"))
    "it's" 'a"b' "plain"
    """
    if '"' not in text:
        return f'"{text}"'
    return f"'{text}'" if "'" not in text else None


def quoted(text: str) -> str:
    r"""Return a text as CSS writes it.

    >>> quoted('a"b\\')
    '"a\\22 b\\5c "'
    """
    return '"' + re.sub(r'["\\\n\r\f]', lambda found: f"\\{ord(found[0]):x} ", text) + '"'


def class_saying(name: str) -> Saying | None:
    """Return that an element has a class."""
    written = literal(f" {name} ")
    if written is None:
        return None
    css = f".{name}" if IDENTIFIER.fullmatch(name) else f"[class~={quoted(name)}]"
    cost = CHEAP if readable(frozenset([name])) else DEAR
    return Saying(f'contains(concat(" ", normalize-space(@class), " "), {written})', css, cost)


def attribute_saying(name: str, value: str | None = None) -> Saying | None:
    """Return that an element has an attribute, or one with this value."""
    if not NAME.fullmatch(name):
        return None
    dear = name in PRESENTATION
    if value is None:
        return Saying(f"@{name}", f"[{name}]", DEAR if dear else FAIR)
    written = literal(value)
    if written is None or len(value) > LONGEST or not value.isprintable():
        return None
    cost = CHEAP + 0.5 if MEANINGFUL.fullmatch(name) else DEAR if dear else FAIR + 0.5
    return Saying(f"@{name}={written}", f"[{name}={quoted(value)}]", cost)


def negated(saying: Saying, more: float = 2.0) -> Saying:
    """Return that something is not so."""
    return Saying(f"not({saying.xpath})", None if saying.css is None else f":not({saying.css})", saying.cost + more)


def classes(element: Element) -> frozenset[str]:
    """Return the classes of an element."""
    return frozenset(str(element.get("class") or "").split())


def is_named(element: Element) -> bool:
    """Return whether an element has a name that both languages write: it is no comment, and of no other namespace."""
    return isinstance(element.tag, str) and NAME.fullmatch(element.tag) is not None


def common_sayings(elements: Sequence[Element]) -> list[Saying]:
    """Return what classes and attributes all of some elements have in common."""
    shared = frozenset.intersection(*map(classes, elements))
    found = [class_saying(name) for name in sorted(shared)]
    names = set(elements[0].attrib).intersection(*[element.attrib for element in elements[1:]])
    for name in sorted(names, key=str):
        found.append(attribute_saying(name))
        values = {element.get(name) for element in elements}
        if len(values) == 1 and name not in UNSAID:
            found.append(attribute_saying(name, values.pop()))
    ids = {element.get("id") for element in elements}
    if len(ids) == 1 and (own := ids.pop()) and not re.search(r"\d{2}", own):
        found.append(id_saying(own))
    return [one for one in found if one is not None]


def id_saying(own: str) -> Saying | None:
    """Return that an element has an id."""
    written = literal(own)
    if written is None or not own.isprintable():
        return None
    return Saying(f"@id={written}", f"#{own}" if IDENTIFIER.fullmatch(own) else f"[id={quoted(own)}]", CHEAP + 0.2)


def index_of(element: Element) -> int:
    """Return the number of an element among its siblings of the same name, from 1."""
    return 1 + sum(1 for _ in element.itersiblings(element.tag, preceding=True))


def index_saying(element: Element) -> Saying:
    """Return which number an element has among its siblings of the same name; stands first of all that is said."""
    number = index_of(element)
    return Saying(f"{number}", f":nth-of-type({number})", FAIR + 0.1 * number)
