"""What the elements around a list say about it: names, roles, landmarks, and whether they are shown."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from wrapture.learning.hidden_elements import hides, hiding_rules

if TYPE_CHECKING:
    from wrapture.html.page import Page

LIST_NAME: Final = re.compile(
    r"result|search|list|item|product|content|main|article|post|hit|record|entry|story|card|grid"
)
"""Common names for a list's records and the elements around them."""
OTHER_NAME: Final = re.compile(
    r"menu|nav|side|foot|bread|crumb|banner|cookie|consent|gdpr|promo|sponsor|advert|(?<![a-z])ads?(?![a-z])|related"
    r"|recommend|similar|popular|trending|social|share|follow|widget|modal|popup|pop-up|dialog|overlay|toolbar|tooltip"
    r"|filter|facet|refine|sort|pag(?:er|ing|inat)|login|sign-?(?:in|up)|subscri|newsletter|skip|tags|hidden|comment|legal"
    r"|copyright|sitemap|notice|alert"
)
"""Common names for parts of a page that are not its main list; almost half of the main lists are in such an element too."""
PICKER_NAME: Final = re.compile(
    r"lang|locale|country|countries|currenc|picker|calendar|drop-?down|autocomplete|suggest|combobox|listbox|select(?:or|ion)"
    r"|accordion|collapse|tab(?:s|list|pane|content|panel)|mega"
)
"""Common names for what opens when it is clicked."""
OTHER_ROLES: Final = frozenset(
    [
        "navigation",
        "menu",
        "menubar",
        "tablist",
        "listbox",
        "contentinfo",
        "banner",
        "complementary",
        "search",
        "tooltip",
    ]
)
DIALOG_ROLES: Final = frozenset(["dialog", "alertdialog"])
MAIN_ROLES: Final = frozenset(["main", "feed", "article", "list"])
MAIN: Final = frozenset(["main", "article"])
TELLING: Final = MAIN | {"dialog", "details"}
"""Elements that say something without attributes."""
MOST_NAMES: Final = 3  # named elements that count, among a record and its ancestors


class Surroundings(NamedTuple):
    """What is known of a node from itself and its ancestors; the first three are counts, at most `MOST_NAMES`."""

    names: int = 0
    other_names: int = 0
    picker_names: int = 0
    main: bool = False
    other_role: bool = False
    dialog: bool = False
    hidden: bool = False


NOWHERE: Final = Surroundings()


@lru_cache(maxsize=4096)
def _named(names: str) -> tuple[bool, bool, bool]:
    """Return whether an element is named like lists, like other parts of a page, and like what opens."""
    return bool(LIST_NAME.search(names)), bool(OTHER_NAME.search(names)), bool(PICKER_NAME.search(names))


class SurroundingsOf:
    """The surroundings of a page's nodes; each element is examined once."""

    __slots__ = ("_known", "_page", "_rules")

    def __init__(self, page: Page) -> None:
        self._page = page
        self._rules = hiding_rules(page)
        self._known: dict[int, Surroundings] = {-1: NOWHERE}

    def __call__(self, node: int) -> Surroundings:
        """Return what is known of a node."""
        above = []
        while node not in self._known:
            above.append(node)
            node = self._page.parents[node]
        found = self._known[node]
        for below in reversed(above):
            found = self._known[below] = self._joined(found, below)
        return found

    def _joined(self, around: Surroundings, node: int) -> Surroundings:
        """Return what is known of a node, given its parent's surroundings."""
        attributes, tag = self._page.attributes(node), self._page.tags[node]
        if not attributes and tag not in TELLING:
            return around
        role = (attributes.get("role") or "").lower()
        named = _named(f"{attributes.get('class') or ''} {attributes.get('id') or ''} {role}".lower())
        return Surroundings(
            min(MOST_NAMES, around.names + named[0]),
            min(MOST_NAMES, around.other_names + named[1]),
            min(MOST_NAMES, around.picker_names + named[2]),
            around.main or tag in MAIN or role in MAIN_ROLES,
            around.other_role or role in OTHER_ROLES,
            around.dialog or tag == "dialog" or role in DIALOG_ROLES or attributes.get("aria-modal") == "true",
            around.hidden or hides(tag, attributes, self._rules),
        )
