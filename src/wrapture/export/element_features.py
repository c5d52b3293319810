"""Predicates on elements in both selector languages: names, classes, attributes, positions."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from wrapture.export.trees import INVALID_IN_XML
from wrapture.html.class_names import readable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.export.trees import Element

IDENTIFIER: Final = re.compile(r"-?[a-zA-Z_][a-zA-Z0-9_-]*")
NAME: Final = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")
"""Names of elements and attributes that need no escaping in either language."""

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
DATA_ATTRIBUTES: Final = frozenset(
    ["class", "id", "href", "src", "title", "alt", "value", "content", "srcset", "onclick"]
)
"""Attributes whose value is data, or expressed otherwise; their presence may still be a feature."""
LONGEST: Final = 60
"""Maximum length of a value that is written into a selector."""

LOW_COST: Final = 1.0
MEDIUM_COST: Final = 2.0
HIGH_COST: Final = 4.0


class ElementPredicate(NamedTuple):
    """A predicate on an element: as XPath and as what follows the element name in CSS, with its cost.

    The shorter it is and the likelier it holds on the next page too, the lower the cost.  ``css`` is None if CSS can't express
    it.
    """

    xpath: str
    css: str | None
    cost: float


def xpath_literal(text: str) -> str | None:
    r"""Return a text as an XPath literal, None if that is impossible: it has both kinds of quotes, or a control character.

    >>> print(xpath_literal("it's"), xpath_literal('a"b'), xpath_literal("plain"), xpath_literal("a\x07b"))
    "it's" 'a"b' "plain" None
    """
    if INVALID_IN_XML.search(text):
        return None
    if '"' not in text:
        return f'"{text}"'
    return f"'{text}'" if "'" not in text else None


def css_string(text: str) -> str:
    r"""Return a text as a CSS string.

    >>> css_string('a"b\\')
    '"a\\22 b\\5c "'
    """
    return '"' + re.sub(r'["\\\n\r\f]', lambda found: f"\\{ord(found[0]):x} ", text) + '"'


def class_predicate(name: str) -> ElementPredicate | None:
    """Return the predicate that an element has this class, None if it can't be written."""
    written = xpath_literal(f" {name} ")
    if written is None:
        return None
    css = f".{name}" if IDENTIFIER.fullmatch(name) else f"[class~={css_string(name)}]"
    cost = LOW_COST if readable(frozenset([name])) else HIGH_COST
    return ElementPredicate(f'contains(concat(" ", normalize-space(@class), " "), {written})', css, cost)


def attribute_predicate(name: str, value: str | None = None) -> ElementPredicate | None:
    """Return the predicate that an element has this attribute, with this value if given; None if it can't be written."""
    if not NAME.fullmatch(name):
        return None
    dear = name in PRESENTATION
    if value is None:
        return ElementPredicate(f"@{name}", f"[{name}]", HIGH_COST if dear else MEDIUM_COST)
    written = xpath_literal(value)
    if written is None or len(value) > LONGEST or not value.isprintable():
        return None
    cost = LOW_COST + 0.5 if MEANINGFUL.fullmatch(name) else HIGH_COST if dear else MEDIUM_COST + 0.5
    return ElementPredicate(f"@{name}={written}", f"[{name}={css_string(value)}]", cost)


def negated(test: ElementPredicate, more: float = 2.0) -> ElementPredicate:
    """Return the negation of a predicate."""
    return ElementPredicate(f"not({test.xpath})", None if test.css is None else f":not({test.css})", test.cost + more)


def classes(element: Element) -> frozenset[str]:
    """Return the classes of an element."""
    return frozenset(str(element.get("class") or "").split())


def is_named(element: Element) -> bool:
    """Return whether both languages can write an element's name: it is not a comment, and in no other namespace."""
    return isinstance(element.tag, str) and NAME.fullmatch(element.tag) is not None


def common_predicates(elements: Sequence[Element]) -> list[ElementPredicate]:
    """Return the predicates on classes and attributes that hold for all of these elements."""
    shared = frozenset.intersection(*map(classes, elements))
    found = [class_predicate(name) for name in sorted(shared)]
    names = set(elements[0].attrib).intersection(*[element.attrib for element in elements[1:]])
    for name in sorted(filter(NAME.fullmatch, names), key=str):  # lxml refuses to look up some of the others
        found.append(attribute_predicate(name))
        values = {element.get(name) for element in elements}
        if len(values) == 1 and name not in DATA_ATTRIBUTES:
            found.append(attribute_predicate(name, values.pop()))
    ids = {element.get("id") for element in elements}
    if len(ids) == 1 and (own := ids.pop()) and not re.search(r"\d{2}", own):
        found.append(id_predicate(own))
    return [one for one in found if one is not None]


def id_predicate(own: str) -> ElementPredicate | None:
    """Return the predicate that an element has this id, None if it can't be written."""
    written = xpath_literal(own)
    if written is None or not own.isprintable():
        return None
    return ElementPredicate(
        f"@id={written}", f"#{own}" if IDENTIFIER.fullmatch(own) else f"[id={css_string(own)}]", LOW_COST + 0.2
    )


def index_of(element: Element) -> int:
    """Return the index of an element among its siblings of the same name, from 1."""
    return 1 + sum(1 for _ in element.itersiblings(element.tag, preceding=True))


def index_predicate(element: Element) -> ElementPredicate:
    """Return the predicate on an element's index among siblings of the same name, which must come before all others."""
    number = index_of(element)
    return ElementPredicate(f"{number}", f":nth-of-type({number})", MEDIUM_COST + 0.1 * number)
