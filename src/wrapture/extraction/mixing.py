"""How finely the contents of a block are seen: fields in inline elements are told apart, marked words are not.

An inline element is *mixed* with text where a text stands right beside it: query words in bold are, and a title must stay one
value however many of them it has.  Elements that stand by themselves are fields, though some records lack them.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final, TypeAlias

from wrapture.extraction.cutting import AGREEMENT
from wrapture.html.page import TEXT
from wrapture.html.tokens import ALL_TAG, LINK_LEVEL, NO_MARKUP, TEXT_SYMBOL, Encoding, TokenString, encode

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.html.page import Page
    from wrapture.model import Span

BLOCK_ENCODINGS: Final = (ALL_TAG, NO_MARKUP, LINK_LEVEL)
"""From the finest to the coarsest."""

Held: TypeAlias = "Sequence[tuple[Page, Span]]"
"""What some records have at one position of their template."""


def finest_agreed(held: Held) -> tuple[Encoding, list[TokenString]]:
    """Return the finest encoding that tells fields, not words, apart, and the token strings of the contents under it.

    This is so where enough records have the same number of texts, or where no element is mixed with text.
    """
    for encoding in BLOCK_ENCODINGS:
        strings = [encode(page, encoding, span) for page, span in held]
        if agree([tokens.symbols.count(TEXT_SYMBOL) for tokens in strings]):
            break
        if not _is_mixed(held, LINK_LEVEL.skips - encoding.skips):
            break
    return encoding, strings


def agree(counts: Sequence[int]) -> bool:
    """Return whether all but a few of some numbers are the same."""
    return Counter(counts).most_common(1)[0][1] >= AGREEMENT * len(counts)


def _is_mixed(held: Held, tags: frozenset[str]) -> bool:
    """Return whether elements of these names are mixed with text in more than a few of the places that have some."""
    seen = mixed = 0
    for page, span in held:
        elements = [node for node in span if page.tags[node] in tags and _shows(page, node)]
        seen += bool(elements)
        mixed += any(_is_beside_text(page, node, span) for node in elements)
    return mixed > (1 - AGREEMENT) * seen


def _shows(page: Page, node: int) -> bool:
    return any(text and not text.isspace() for text in page.texts[node : page.stops[node]])


def _is_beside_text(page: Page, node: int, span: Span) -> bool:
    """Return whether a text that shows something stands right before or right behind an element."""
    neighbours = [n for n in (node - 1, page.stops[node]) if n in span]  # a text is its own last node
    return any(
        page.tags[n] == TEXT and page.parents[n] == page.parents[node] and not page.texts[n].isspace()
        for n in neighbours
    )
