"""The label of a value: words before it that end in a colon or are marked up as a label."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from wrapture.columns.naming.seen import SeenValue

MAX_LABEL: Final = 40  # characters
MAX_WORDS: Final = 5
MAX_DIGITS: Final = 4  # a year; more make an identifier, which names one record
LABELS: Final = frozenset(["th", "dt", "label"])
AUTHORS: Final = frozenset(["by", "von", "par", "por", "written by", "posted by", "submitted by", "edited by"])
"""Words before an author's name; these need no colon."""

SCHEMES: Final = frozenset(["http", "https", "ftp", "mailto"])
"""What stands before the colon of an address."""
_BEFORE: Final = re.compile(r"([^\W\d_][^:：|•·;\n\t()\[\]]{0,60}?)\s?[:：]$")
_INSIDE: Final = re.compile(r"([^\W\d_][^:：|•·;\n\t()\[\]/]{0,40}?)\s?[:：]\s+\S")
_BY: Final = re.compile(rf"({'|'.join(sorted(AUTHORS, key=len, reverse=True))}) \S", re.I)


def label_inside(seen: SeenValue) -> str:
    """Return the label that a value begins with, empty if it has none; the text of a link has none."""
    if (":" not in seen.text and "：" not in seen.text) or any(seen.page.tags[node] == "a" for node in seen.own):
        return ""
    inside = _INSIDE.match(seen.text)
    return _checked(inside[1]) if inside is not None else ""


def begins_with_label(seen: SeenValue) -> bool:
    """Return whether a value begins with something that could be a label."""
    return _INSIDE.match(seen.text) is not None or _BY.match(seen.text) is not None


def label_before(seen: SeenValue) -> str:
    """Return the label before a value, empty if it has none."""
    if _BY.match(seen.text):
        return "author"
    head, found, _ = seen.whole.partition(seen.text)
    before = head.strip() if found else ""
    return _label(before) if before else _label_before(seen)


def _label_before(seen: SeenValue) -> str:
    """Return the label in the text before a value."""
    page = seen.page
    piece = next((piece for piece in seen.record if seen.span.start in piece), None)
    if piece is None:
        return ""
    start = seen.own[0] if seen.own else seen.span.start
    first = min(start, seen.span.start)
    node = first - 1
    while node >= piece.start and not page.texts[node].strip():
        node -= 1
    if node < piece.start:
        return ""
    text = " ".join(page.texts[node].split())
    marked = page.tags[page.parents[node]] in LABELS or _says_label(page.attribute(page.parents[node], "class"))
    return _checked(text.rstrip(": ：")) if marked else _label(text)


def _says_label(classes: str | None) -> bool:
    return classes is not None and "label" in classes.lower()


def _label(text: str) -> str:
    """Return the label that a text ends with.

    >>> _label("89% | Date:"), _label("posted by"), _label("see also")
    ('Date', 'author', '')
    """
    if text.lower() in AUTHORS:
        return "author"
    found = _BEFORE.search(text[-80:]) if text[-1:] in (":", "：") else None
    return _checked(found[1]) if found else ""


def _checked(label: str) -> str:
    """Return a label without the sentence before it; empty if it is too long for a label or begins an address."""
    last = re.split(r"[,!?] |(?<=\w{5})\. ", label)[-1].strip()  # but ``Ref. No``
    if last.casefold() in SCHEMES:
        return ""
    if sum(map(str.isdigit, last)) > MAX_DIGITS:
        return ""
    return last if len(last) <= MAX_LABEL and len(last.split()) <= MAX_WORDS else ""
