"""Whole or parts: which of both a person wants to see as columns.

The principle is that parts with elements of their own are values, and bare text beside elements belongs together.  On 396
families of 677 pages where the true columns decide, the rules below are right on 333; a random forest on the same facts, cross-
validated by site, is right on 313.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from wrapture.columns.mixed_lines import are_mixed
from wrapture.html.page import GAP, NEWLINE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.columns.families import Division

EMPHASIS: Final = frozenset(["b", "i", "em", "strong", "mark", "u", "font", "span", "big", "small", "tt"])
"""Elements that mark words of a text."""
QUOTED: Final = frozenset(["cite", "q", "abbr", "i", "em", "acronym", "dfn"])
"""Elements for words of a sentence."""
PLAIN: Final = frozenset(["b", "strong"])
FULL: Final = 0.8  # share of the records that must have all typed parts
RARE: Final = 0.6  # share of the records below which a marked part is a matter of chance
FEW_WORDS: Final = 3  # different words beside a number: "comments", "comment"
FORMS: Final = 2  # the singular and the plural of a phrase
FIGURES: Final = 2  # typed values in one text; a text with more is a line that people read as one
MANY: Final = 3  # parts of a sentence
STEPS: Final = ("›", "»", ">")
"""What stands before a step of an address that is written as a path."""
_COLON: Final = re.compile(r"[:：]")


@dataclass(frozen=True, slots=True)
class PartFacts:
    """What is known of one part of a whole.

    ``tags`` are the elements inside the whole that show only this part; without any the part is bare text.  ``texts`` are
    sample values, ``fill`` is the share of records with a value, among those that have the whole.  ``style`` are the classes of
    these elements.  ``is_labelled`` is whether a label stands before the values.
    """

    tags: frozenset[str]
    texts: tuple[str, ...]
    fill: float
    is_typed: bool
    is_constant: bool
    is_named: bool
    style: str = ""
    is_labelled: bool = False

    @property
    def is_bare(self) -> bool:
        """Whether the part has no element of its own."""
        return not self.tags

    @property
    def is_emphasized(self) -> bool:
        """Whether the part has no element of its own but for emphasis."""
        return self.tags <= EMPHASIS


@dataclass(frozen=True, slots=True)
class WholeFacts:
    """What is known of a whole: how it is divided, at which separators, and what it is.

    ``is_linked`` means the text of a link or heading, ``is_amount`` an amount of money or an area: ``$19`` and ``97``
    above it, ``84 m`` and ``2`` are one.
    """

    division: Division
    separators: tuple[str, ...]
    is_linked: bool
    is_amount: bool = False


def shows_whole(whole: WholeFacts, parts: Sequence[PartFacts]) -> bool:
    """Return whether the whole is shown; otherwise its parts are."""
    if whole.is_amount or _is_path(parts):
        return True
    if _are_pairs(parts):
        return False
    match whole.division:
        case "cut":
            return not (_is_table(whole) or _is_labelled(whole, parts) or _are_figures(parts))
        case "lines" if are_mixed([part.texts for part in parts]):
            return True
        case "lines":
            plain = not any(part.is_typed or part.is_named or part.tags - PLAIN for part in parts)
            return plain and (whole.is_linked or not any(part.is_constant for part in parts))
        case _:
            return _is_marked(whole, parts) or _is_one_text(parts)


def _is_path(parts: Sequence[PartFacts]) -> bool:
    """Return whether a part is the rest of an address as search engines write it: ``https://a.org › help``."""
    first, *rest = parts
    return bool(first.texts) and any(
        part.texts and all(text.startswith(STEPS) for text in part.texts) and not part.is_constant for part in rest
    )


def _are_pairs(parts: Sequence[PartFacts]) -> bool:
    """Return whether all that varies is values with labels: ``Ref. No: 12/345 | Received: 27 March | Status: Decided``."""
    varying = [part for part in parts if not part.is_constant]
    return len(varying) > 1 and all(part.is_labelled for part in varying)


def _is_table(whole: WholeFacts) -> bool:
    """Return whether a preformatted text is cut into columns or lines: nothing else has such separators."""
    return not {GAP, NEWLINE}.isdisjoint(whole.separators)


def _is_labelled(whole: WholeFacts, parts: Sequence[PartFacts]) -> bool:
    """Return whether a text is cut at a colon into a constant label and its value."""
    varying = [part for part in parts if not part.is_constant]
    return len(varying) == 1 and len(parts) > 1 and any(map(_COLON.search, whole.separators))


def _are_figures(parts: Sequence[PartFacts]) -> bool:
    """Return whether a text is cut into two typed values: ``4.6 out of 5 (212 reviews)``."""
    return len(parts) == FIGURES and all(part.is_typed and part.fill > FULL for part in parts)


def _is_marked(whole: WholeFacts, parts: Sequence[PartFacts]) -> bool:
    """Return whether words of one text are marked: in a link or heading, or with text on both sides that varies."""
    bare = [part for part in parts if part.is_bare]
    if not bare or not all(part.is_emphasized for part in parts):
        return False
    varying = [part for part in bare if not part.is_constant]
    prose = [part for part in varying if not part.is_typed]
    return bool(prose) and (whole.is_linked or len(varying) > 1)


def _is_one_text(parts: Sequence[PartFacts]) -> bool:
    """Return whether inline parts are one text."""
    varying = [part for part in parts if not part.is_constant and not (part.is_bare and _is_phrase(part.texts))]
    bare = [part for part in parts if part.is_bare]
    if len(varying) == 1:
        return _is_counted(varying[0], parts)
    if any(part.is_typed for part in parts) and all(part.fill > FULL for part in parts):
        return False
    plain = not any(part.is_typed or part.is_constant for part in parts)
    if bare and plain and all(part.is_emphasized for part in parts):
        return True
    if _are_rare_marks(parts):
        return True
    loose = min(part.fill for part in parts) < FULL and not any(part.is_typed and part.fill > FULL for part in parts)
    if len(parts) >= MANY and bare and loose:
        return True
    return bool(bare) and all(part.tags <= QUOTED for part in parts)


def _are_rare_marks(parts: Sequence[PartFacts]) -> bool:
    """Return whether marked words come and go by chance; parts with different classes are fields, if optional ones."""
    styles = {part.style for part in parts if part.style}
    rare = min(part.fill for part in parts) < RARE
    return rare and len(styles) < len(parts) and all(part.is_emphasized for part in parts)


def _is_phrase(texts: Sequence[str]) -> bool:
    """Return whether all texts are one, perhaps in the singular and the plural: ``travelers are looking at this right now``."""
    return len(set(texts)) <= FORMS < len(texts) and all(text[:1].islower() and " " in text for text in texts)


def _is_counted(value: PartFacts, parts: Sequence[PartFacts]) -> bool:
    """Return whether the parts are a number in an element and what it counts, as bare text: ``<b>4</b> comments``."""
    rest = [part for part in parts if part is not value]
    words = {word for part in rest for text in part.texts for word in text.split()}
    return (
        bool(rest)
        and value.is_typed
        and not value.is_bare
        and all(part.is_bare for part in rest)
        and (len(words) <= FEW_WORDS or all(_is_phrase(part.texts) for part in rest))
        and not any(map(_COLON.search, words))
    )
