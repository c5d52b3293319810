"""Names of links that show no text: what their icons, tooltips and labels say, and what they lead to."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Final

from wrapture.columns.naming.name_words import MAX_NAME, slug
from wrapture.columns.naming.neighbour_names import targets_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wrapture.columns.naming.seen import SeenValue

AGREEMENT: Final = 0.8  # share of the links that must say the same
ENOUGH: Final = 3  # links that are needed to say that something recurs
MAX_LETTERS: Final = 30
MAX_WORDS: Final = 4
HINTS: Final = ("aria-label", "title", "alt")
INSIDE: Final = 6  # nodes of a link that may be its icon
EMPTY: Final = frozenset(["link", "icon", "image", "picture", "img", "photo", "logo", "click", "here", "open", "the"])
"""Words that say nothing about where a link leads."""
UNTOLD: Final = re.compile(r"(?:link|(?:text|image|number)(?:_\d+)?_link)")
"""Names of links that say nothing."""
_WORDS: Final = re.compile(r"[^\W\d_][^\d:：|•·;()\[\]<>/!?]*")
TARGETS: Final = (
    ("pdf", re.compile(r"\.pdf(?:$|[?#])", re.I)),
    ("document", re.compile(r"\.(?:docx?|odt|rtf)(?:$|[?#])", re.I)),
    ("video", re.compile(r"^https?://(?:www\.|m\.)?(?:youtube\.com|youtu\.be|vimeo\.com)/", re.I)),
    ("calendar", re.compile(r"\.ics(?:$|[?#])|^webcal:", re.I)),
    ("map", re.compile(r"^https?://(?:www\.)?(?:google\.[a-z.]+/maps|maps\.google\.|goo\.gl/maps)", re.I)),
    ("facebook", re.compile(r"^https?://(?:www\.)?facebook\.com/", re.I)),
    ("linkedin", re.compile(r"^https?://(?:www\.)?linkedin\.com/", re.I)),
)
"""What addresses lead to, whatever the site."""


def said_of(links: Sequence[SeenValue]) -> Iterator[str]:
    """Yield the name that labels and tooltips give nearly all of some links."""
    said, votes = Counter(map(_said, links)).most_common(1)[0] if links else ("", 0)
    if said and votes >= max(ENOUGH, AGREEMENT * len(links)):
        yield f"{said[: MAX_NAME - 5]}_link"


def target_of(links: Sequence[SeenValue]) -> Iterator[str]:
    """Yield names for what nearly all of some links lead to, by their site or file, or by a word in their addresses."""
    for name, address in TARGETS:
        if sum(address.search(one.text) is not None for one in links) >= max(ENOUGH, AGREEMENT * len(links)):
            yield f"{name}_link"
    yield from (f"{word}_link" for word in targets_of(links))


def _said(link: SeenValue) -> str:
    """Return the label or tooltip of a link or of the icon inside it, as a name; empty if it has none that is short."""
    page, first = link.page, link.span.start
    for node in range(first, min(page.stops[first], first + INSIDE)):
        for name in HINTS:
            text = " ".join((page.attribute(node, name) or "").split()).rstrip(". ")
            if len(text) <= MAX_LETTERS and len(text.split()) <= MAX_WORDS and _WORDS.fullmatch(text):
                words = [word for word in slug(text).split("_") if word not in EMPTY]
                if words:
                    return "_".join(words)
    return ""
