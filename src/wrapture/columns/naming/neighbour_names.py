"""Names from what stands beside a value: words that recur before or after values that vary, and the address it links to.

A label needs no colon and no markup of its own: ``Sold by`` before a name that differs in every record is one, and so is
``shops`` after a number.  What an address calls its target (``/author/17``) names the text of the link.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Final

from wrapture.algo.tallies import commonest
from wrapture.columns.naming.roles import MEASURES
from wrapture.model import Span
from wrapture.values.units import same_unit

if TYPE_CHECKING:
    from collections.abc import Container, Iterator, Sequence

    from wrapture.columns.naming.seen import SeenValue
    from wrapture.html.page import Page

AGREEMENT: Final = 0.9  # share of the values that must have the same words beside them
MOSTLY: Final = 0.6  # share of the links whose addresses must have the same word
ENOUGH: Final = 4  # values that are needed to say that words recur
MAX_LETTERS: Final = 30
MAX_WORDS: Final = 3
MIN_LETTERS: Final = 3
PRESSED: Final = frozenset(["a", "button", "option", "select"])
"""Elements whose texts are values or buttons of their own, not labels."""
_WORDS: Final = re.compile(r"[^\W\d_][^\d:：|•·;()\[\]<>/]*")
_SEPARATED: Final = re.compile(r"(?<=\w)\s*[|·•∙,;]")
"""What ends the words after a number: ``3`` in bold, then `` beds | ``."""
_FIGURES: Final = re.compile(r"[\d.,'’ %]+[kKM+]?")
_STOP: Final = frozenset(
    ["and", "und", "et", "the", "for", "with", "from", "to", "in", "on", "at", "of", "or", "more", "mehr", "new"]
)

_TARGETS: Final = """
actor agency album artist author band brand broker category channel city club collection company contributor country designer
developer director editor employer forum genre instructor journal judge keyword lawyer league location magazine manufacturer
member neighborhood organization person photographer player publisher region reporter school seller series shop speaker
species store subject supplier tag team topic university user vendor venue writer
"""
TARGETS: Final = frozenset(_TARGETS.split())
"""Words in addresses that say what a page is about."""
_PROFILE: Final = re.compile(r"/@[\w.-]+/?$")
"""The address of a person's page on many sites: ``/@ann``."""
PLURALS: Final = {f"{word[:-1]}ies" if word.endswith("y") else f"{word}s": word for word in TARGETS} | {"u": "user"}


def words_beside(seen: Sequence[SeenValue], taken: Container[str], *, number: bool) -> str:
    """Return the words that stand beside nearly all values: after a number what it counts, else those before.

    `taken` are the values of other columns, which are no labels.
    """
    values = [one for one in seen if one.is_text]
    if len(values) < ENOUGH:
        return ""
    if number and (measured := MEASURES.get(_usual([_after(one) for one in values]).casefold())):
        return measured
    found = [_shared([beside(one) for one in values]) for beside in ((_after, _before) if number else (_before,))]
    return next((text for text in found if text and text not in taken), "")


def _shared(texts: Sequence[str]) -> str:
    """Return the words that nearly all texts are, perhaps in another number; empty if they differ or are no label."""
    text = _usual(texts)
    agreed = sum(other == text or (bool(other) and same_unit(text, other)) for other in texts if text)
    return text if agreed >= AGREEMENT * len(texts) and _is_label(text) else ""


def _usual(texts: Sequence[str]) -> str:
    return commonest(texts)[0]


def _is_label(text: str) -> bool:
    words = text.split()
    return (
        _WORDS.fullmatch(text) is not None
        and MIN_LETTERS <= len(text) <= MAX_LETTERS
        and len(words) <= MAX_WORDS
        and not (len(words) == 1 and text.casefold() in _STOP)
    )


def _before(seen: SeenValue) -> str:
    """Return the text right before a value, if both stand in one element that shows little else."""
    return _beside(seen, Span(seen.record[0].start, seen.span.start), last=True)


def _after(seen: SeenValue) -> str:
    """Return the text right after a value, if both stand in one element that shows little else."""
    return _beside(seen, Span(seen.span.stop, seen.record[-1].stop), last=False)


def _beside(seen: SeenValue, span: Span, *, last: bool) -> str:
    page = seen.page
    nodes = page.displayed(span) if span.start < span.stop else []
    shown = [node for node, _ in (nodes[-2:] if last else nodes[:2]) if page.texts[node].strip()]
    if not shown or not seen.shared:
        return ""
    node, around = (shown[-1] if last else shown[0]), seen.shared[0]
    if not around < node < page.stops[around] or _is_pressed(seen, node, around):
        return ""
    if not last and _introduces(page, node, around):
        return ""
    text = page.texts[node] if last else _SEPARATED.split(page.texts[node], maxsplit=1)[0]
    words = text.strip(" :：").split()
    if last:  # what a number before it counts is no label of the next value
        return "" if len(shown) > 1 and _FIGURES.fullmatch(page.texts[shown[0]].strip()) else " ".join(words)
    while len(words) > 1 and words[-1].casefold() in _STOP:
        words.pop()
    return " ".join(words)


def _introduces(page: Page, node: int, around: int) -> bool:
    """Return whether a text is the first of several in an element inside another: ``<span>Updated <time>…</time></span>``."""
    inner = node
    while page.parents[inner] > around:
        inner = page.parents[inner]
    return page.offsets[page.stops[inner]] > page.offsets[page.stops[node]]


def _is_pressed(seen: SeenValue, node: int, around: int) -> bool:
    """Return whether a text is part of a link or button inside an element."""
    node = seen.page.parents[node]
    while node > around:
        if seen.page.tags[node] in PRESSED:
            return True
        node = seen.page.parents[node]
    return False


def targets_of(seen: Sequence[SeenValue]) -> Iterator[str]:
    """Yield what the addresses of most links around the values call their target, most common first."""
    counts = Counter(word for one in seen for word in dict.fromkeys(_words_of(one)))
    for word, votes in counts.most_common(2):
        if votes >= max(2, MOSTLY * len(seen)):
            yield word


def _words_of(seen: SeenValue) -> Iterator[str]:
    page = seen.page
    link = next((node for node in seen.own if page.tags[node] == "a"), None)
    address = page.attribute(link, "href") or "" if link is not None else ""
    path = re.sub(r"^(?:https?:)?//[^/]*", "", address).partition("?")[0]
    if _PROFILE.match(path):
        yield "author"
    for word in re.split(r"[/.\-_]", path)[:-1]:
        plain = PLURALS.get(word.casefold(), word.casefold())
        if plain in TARGETS:
            yield plain
