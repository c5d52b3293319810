"""Elements that a page does not show at first: menus that open, pickers, tabs, boxes.

Without a browser, only what the page itself says is known: attributes, inline styles, and the simple selectors of its own style
sheets.  What is hidden is not wrong: one right list in fifteen is hidden by an attribute, as slides and tabs are.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from wrapture.html.page import Page

HIDING: Final = re.compile(
    r"(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|opacity\s*:\s*0(?:\.0*)?\s*(?:[;}!]|$)"
    r"|(?:max-)?height\s*:\s*0(?:px)?\s*(?:[;}!]|$)|(?:left|top|text-indent)\s*:\s*-\d{3,})",
    re.IGNORECASE,
)
"""Declarations that hide: not drawn, transparent, of no height, or off the screen."""
HIDING_RULES: Final = (re.compile(r"display\s*:\s*none"), re.compile(r"visibility\s*:\s*hidden"))
"""Declarations of style sheets that hide; patterns that begin with a word are searched several times faster."""
SIMPLE: Final = re.compile(r"(?:[a-z][a-z0-9]*)?([.#])([A-Za-z_][\w-]*)")
"""A selector by one class or id, which can be checked without matching the tree."""
LONGEST_SELECTOR: Final = 2_000  # characters before a declaration that are searched for its selectors
CLOSED: Final = frozenset(["details"])


class HidingRules(NamedTuple):
    """The classes and ids that a page's own style sheets hide."""

    classes: frozenset[str]
    ids: frozenset[str]


NO_RULES: Final = HidingRules(frozenset(), frozenset())


def hiding_rules(page: Page) -> HidingRules:
    """Return what the page's own style sheets hide by one class or id; rules for some media only do not count."""
    found: dict[str, set[str]] = {".": set(), "#": set()}
    for node, tag in enumerate(page.tags):
        if tag == "style":
            sheet = "".join([page.raw_text(text) for text in range(node + 1, page.stops[node])])
            for kind, name in _hidden_names(sheet):
                found[kind].add(name)
    return HidingRules(frozenset(found["."]), frozenset(found["#"])) if any(found.values()) else NO_RULES


def _hidden_names(sheet: str) -> list[tuple[str, str]]:
    """Return the (kind, name) of each simple selector of a style sheet that hides.

    >>> _hidden_names("a{} .menu, #box{color:red;display:none} @media print{.x{display:none}} ul.off li{display:none}")
    [('.', 'menu'), ('#', 'box')]
    """
    found, depth, read = [], 0, 0
    for place in sorted([hiding.start() for rule in HIDING_RULES for hiding in rule.finditer(sheet)]):
        depth += sheet.count("{", read, place) - sheet.count("}", read, place)
        read = place
        opened = sheet.rfind("{", 0, read)
        if depth != 1 or opened < 0:
            continue
        begun = max(sheet.rfind(mark, max(0, opened - LONGEST_SELECTOR), opened) for mark in ("}", ";", "/"))
        for selector in sheet[begun + 1 : opened].split(","):
            simple = SIMPLE.fullmatch(selector.strip())
            if simple:
                found.append((simple[1], simple[2]))
    return found


def hides(tag: str, attributes: Mapping[str, str | None], rules: HidingRules) -> bool:
    """Return whether an element hides what it contains."""
    if (
        "hidden" in attributes
        or attributes.get("aria-hidden") == "true"
        or (tag in CLOSED and "open" not in attributes)
    ):
        return True
    style = attributes.get("style")
    if style and HIDING.search(style):
        return True
    return rules is not NO_RULES and (
        attributes.get("id") in rules.ids or not rules.classes.isdisjoint((attributes.get("class") or "").split())
    )
