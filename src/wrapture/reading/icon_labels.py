"""Icons as labels: ``<i title="Bedrooms"></i> 3``, ``<svg><use href="#icon-bath"></use></svg> <span>2</span>``.

Cards of today write no words beside many of their values, but an icon whose tooltip, label for screen readers, class or address
says what it stands for.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from wrapture.html.elements import TEXT_LEVEL

if TYPE_CHECKING:
    from collections.abc import Mapping

    from wrapture.html.page import Page

MARK: Final = "@"
"""What the label of an icon begins with: no label in a text does."""
SAID: Final = ("aria-label", "title", "alt", "data-original-title", "data-tooltip")
DRAWN: Final = frozenset(["i", "svg", "use", "img", "span"])
FAR: Final = 8  # nodes before a text that are looked at
CLIMBS: Final = 2  # inline elements around a text before which its icon may stand
MAX_LETTERS: Final = 24
MAX_WORDS: Final = 3
_WORDS: Final = re.compile(r"[^\W\d_][^\d:：|•·;()\[\]<>/.!?]*")
_PICTURED: Final = re.compile(
    r"\b(?:[a-z-]*icons?|ico|fa[srlbd]?|glyphicon|mdi|bi|svg|sprite|material-symbols\w*)\b", re.I
)
"""Classes and addresses of icons: ``fa fa-bed``, ``sprite.svg#bath``."""
_SPLIT: Final = re.compile(r"[^A-Za-z]+|(?<=[a-z])(?=[A-Z])")
_EMPTY: Final = """
a alt b bi border circle col color dark duotone fa fab fad fal far fas fill filled flex font fw glyphicon gray grey h
height html i ico icon icons img inline large left lg light line list material md mdi mr ms mt no o outline outlined
px regular right rounded round s sharp shape size sm small solid span sprite sprites static svg symbol symbols text
thin use w white width xl xs xxs arrow bullet caret check chevron dot external star stars tick
"""
EMPTY: Final = frozenset(_EMPTY.split())
"""Words in classes of icons that say nothing about the value beside them."""


def icon_label(page: Page, node: int) -> str:
    """Return the label of the icon right before a text, as a key after `MARK`; empty if there is none."""
    for _ in range(CLIMBS + 1):
        parent = page.parents[node]
        for before in range(node - 1, max(parent, node - FAR - 1), -1):
            if page.texts[before].strip():
                return ""
            if page.tags[before] in DRAWN and (name := _name(page.tags[before], page.attributes(before))):
                return MARK + name
        if page.tags[parent] not in TEXT_LEVEL or page.tags[parent] == "a":
            return ""
        node = parent
    return ""


def _name(tag: str, given: Mapping[str, str | None]) -> str:
    """Return what an element without text says that it stands for; empty if it does not."""
    for name in SAID if given else ():
        text = " ".join((given.get(name) or "").split()).rstrip(":")
        if text and len(text) <= MAX_LETTERS and len(text.split()) <= MAX_WORDS and _WORDS.fullmatch(text):
            return text.casefold()
    if tag == "img":
        return ""
    return _pictured(" ".join(filter(None, (given.get(name) for name in ("class", "href", "xlink:href")))))


@lru_cache(maxsize=4096)
def _pictured(text: str) -> str:
    """Return the word for what an icon shows, from its classes or address.

    >>> _pictured("fa fa-bed"), _pictured("/sprite.svg#bath"), _pictured("icon-chevron-right"), _pictured("col-md-4")
    ('bed', 'bath', '', '')
    """
    if not _PICTURED.search(text):
        return ""
    words = [word for word in _SPLIT.split(text.lower().rpartition("#")[2]) if len(word) > 2 and word not in EMPTY]
    return words[-1] if words else ""
