"""Names from what a page says to those who don't see it: labels for screen readers, tooltips, and icons before a value.

``<span title="Engagement">456</span>`` is called ``engagement``, ``<div aria-label="5 seats">5</div>`` ``seats``, and a number
after an icon of a speech bubble ``comments``.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from wrapture.algo.tallies import commonest
from wrapture.columns.naming.name_words import slug
from wrapture.columns.naming.roles import MEASURES
from wrapture.columns.naming.vocabulary import FIELDS
from wrapture.reading.icon_labels import MARK

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from wrapture.columns.naming.seen import SeenValue

AGREEMENT: Final = 0.8  # share of the values that must have the same hint
ENOUGH: Final = 3  # values that are needed to say that a hint recurs
MAX_LETTERS: Final = 24
MAX_WORDS: Final = 2
BEFORE: Final = 6  # nodes before a value that may be its icon
HINTS: Final = ("aria-label", "title", "alt")
_LABEL: Final = re.compile(r"[^\W\d_][^\d:：|•·;()\[\]<>/.!?]*")
_COUNTED: Final = re.compile(r"\d[\d.,' ]*[kKM]? ([^\W\d_][^\d.,;:|()]*)")
_SPLIT: Final = re.compile(r"[^A-Za-z]+|(?<=[a-z])(?=[A-Z])")
ICONS: Final = {
    "comment": "comments", "comments": "comments", "bubble": "comments", "chat": "comments", "eye": "views",
    "views": "views", "heart": "likes", "like": "likes", "likes": "likes", "thumbs": "likes", "download": "downloads",
    "share": "shares", "retweet": "shares", "clock": "time", "calendar": "date", "pin": "location", "marker": "location",
    "location": "location", "phone": "phone", "envelope": "email", "bed": "beds", "bath": "baths", "tag": "tags",
}  # fmt: skip
"""What the pictures of icons stand for, by the words in their classes and addresses."""
FOR_NUMBERS: Final = frozenset(["comments", "views", "likes", "downloads", "shares", "beds", "baths"])
"""What only numbers can be."""


def hints_of(seen: Sequence[SeenValue], *, number: bool) -> Iterator[str]:
    """Yield names from labels and tooltips of the values' own elements, then from the icons before them."""
    values = [one for one in seen if one.is_text]
    if len(values) < ENOUGH:
        return
    for way in (_said, _icon, _tooltip):
        name, votes = commonest(map(way, values))
        if way is _tooltip and not number and FIELDS.isdisjoint(name.split("_")):
            continue
        if name and votes >= AGREEMENT * len(values) and (number or name not in FOR_NUMBERS or way is _said):
            yield name


def label_name(label: str) -> str:
    """Return the name of a column by label; the word for an icon stands for what it shows.

    >>> label_name("brand name"), label_name("@bed"), label_name("@floor area"), label_name("m²")
    ('brand_name', 'beds', 'floor_area', 'area')
    """
    name = slug(label)
    return ICONS.get(name, name) if label.startswith(MARK) else MEASURES.get(label, name)


def _said(seen: SeenValue) -> str:
    """Return what the value's own elements are called, or what they count; empty if that is the value itself."""
    for node in seen.own:
        for name in HINTS:
            text = " ".join((seen.page.attribute(node, name) or "").split())
            if text and text != seen.text and (said := _label(text)):
                return said
    return ""


def _label(text: str) -> str:
    """Return a text as a name if it is a label or a number of something.

    >>> _label("Favorites"), _label("5 seats"), _label("Click here to see the whole story")
    ('favorites', 'seats', '')
    """
    counted = _COUNTED.fullmatch(text)
    words = counted[1] if counted else text
    if _LABEL.fullmatch(words) is None or len(words) > MAX_LETTERS or len(words.split()) > MAX_WORDS:
        return ""
    return slug(words)


def _icon(seen: SeenValue) -> str:
    """Return what an icon right before a value stands for; empty if there is none."""
    return next(filter(None, map(_pictured, _before(seen))), "")


def _tooltip(seen: SeenValue) -> str:
    """Return what the tooltip of an icon right before a value says; empty if there is none."""
    texts = (" ".join((given.get(name) or "").split()) for given in _before(seen) for name in HINTS)
    return next(filter(None, map(_label, texts)), "")


def _before(seen: SeenValue) -> Iterator[Mapping[str, str | None]]:
    """Yield the attributes of the elements without text right before a value, the nearest first."""
    page = seen.page
    first = max(seen.shared[0] if seen.shared else 0, seen.span.start - BEFORE - len(seen.own))
    for node in range(seen.span.start - 1, first, -1):
        if page.texts[node].strip():
            return
        if node not in seen.own:
            yield page.attributes(node)


def _pictured(given: Mapping[str, str | None]) -> str:
    """Return what an icon with these attributes stands for; empty if they don't say."""
    texts = (given.get(name) or "" for name in (*HINTS, "class", "href", "xlink:href"))
    words = (word.lower() for text in texts for word in _SPLIT.split(text))
    return next((ICONS[word] for word in words if word in ICONS), "")
