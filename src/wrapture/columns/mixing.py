"""How finely to see the contents of a block: inline fields are kept apart, highlighted words are not.

An inline element is *mixed* with text if a text stands directly beside it: query words in bold are, and a title must stay one
value however many of them it contains.  Elements that stand alone are fields, even if some records lack them; their classes say
which.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

from wrapture.algo.tallies import commonest
from wrapture.columns.text_cutting import AGREEMENT
from wrapture.html.elements import STRUCK
from wrapture.html.node_kinds import STRUCK_NAME, class_names
from wrapture.html.page import TEXT
from wrapture.html.tokens import (
    ALL_FIELD,
    ALL_TAG,
    LINK_FIELD,
    LINK_LEVEL,
    NO_MARKUP,
    TEXT_SYMBOL,
    Encoding,
    TokenString,
    begins_with_end_tag,
    encode,
    has_custom,
    symbol,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wrapture.html.page import Page
    from wrapture.model import Span

BLOCK_ENCODINGS: Final = (ALL_TAG, NO_MARKUP, LINK_LEVEL)
"""From finest to coarsest."""
INLINE: Final = LINK_LEVEL.skips | {"a"}
STRUCK_SYMBOL: Final = symbol(STRUCK_NAME)
DECIMAL_MARKS: Final = (".", ",")
MIN_KINDS: Final = 2  # classes that tell elements apart

PositionContents: TypeAlias = "Sequence[tuple[Page, Span]]"
"""What each record has at one position of the template."""


def finest_agreed(contents: PositionContents) -> tuple[Encoding, list[TokenString]]:
    """Return the finest encoding that separates fields but not words, and the token strings of the contents under it.

    That is the case if enough records have the same number of texts, or if no element is mixed with text.  If most have a
    single text and a few have more, a mixed element in those marks words: the query's, in the titles that contain them.
    """
    for encoding in BLOCK_ENCODINGS:
        strings = [encode(page, encoding, span) for page, span in contents]
        if encoding is ALL_TAG and (classed := _by_class(contents, strings)):
            return ALL_FIELD, classed
        counts = [tokens.symbols.count(TEXT_SYMBOL) for tokens in strings]
        is_single = agree(counts) and commonest(counts)[0] == 1
        if len(set(counts)) == 1 or (agree(counts) and not is_single):
            break
        if not _is_mixed(contents, LINK_LEVEL.skips - encoding.skips - STRUCK):
            break
    if encoding is not ALL_TAG and (apart := _by_struck_amounts(contents)):
        return LINK_FIELD, apart
    return encoding, strings


def _by_struck_amounts(contents: PositionContents) -> list[TokenString]:
    """Return the token strings that keep nothing but links, pictures and struck amounts apart if there are any; else none."""
    strings = [encode(page, LINK_FIELD, span) for page, span in contents]
    for (page, _), tokens in zip(contents, strings, strict=True):
        for n, character in enumerate(tokens.symbols):
            if character == STRUCK_SYMBOL and any(map(str.isdigit, page.text(tokens.span(n + 1, n + 2)))):
                return strings
    return []


def _by_class(contents: PositionContents, plain: Sequence[TokenString]) -> list[TokenString]:
    """Return the token strings with classes if records differ in their inline elements, and these in their classes; else none.

    The tags alone can't tell which of two optional ``span``s is missing.  A class that an element shares with another at the
    same place of its record, or a text beside an element, is one of marked words.
    """
    if len({tokens.symbols for tokens in plain}) == 1:
        return []
    strings = [encode(page, ALL_FIELD, span) for page, span in contents]
    paths = [list(_class_paths(tokens.symbols)) for tokens in strings]
    different = {path[-1] for record in paths for path in record}
    if len(different) < MIN_KINDS and STRUCK_SYMBOL not in different:
        return []
    if any(len(set(record)) < len(record) for record in paths):
        return []
    beside = (
        _is_beside_text(page, node, span)
        for page, span in contents
        for node, name in enumerate(class_names(page, span.start, span.stop, ALL_FIELD), span.start)
        if page.tags[node] in INLINE and name != STRUCK_NAME
    )
    return [] if any(beside) else strings


def _class_paths(symbols: str) -> Iterator[tuple[str, ...]]:
    """Yield for each element with a class its symbol behind those of the elements around it."""
    opened: list[str] = []
    for character in symbols:
        if begins_with_end_tag(character):
            while opened and ord(opened.pop()) != ord(character) - 1:
                pass
        elif character != TEXT_SYMBOL:
            opened.append(character)
            if has_custom(character):
                yield tuple(opened)


def agree(counts: Sequence[int]) -> bool:
    """Return whether all but a few of the numbers are equal."""
    return commonest(counts)[1] >= AGREEMENT * len(counts)


def _is_mixed(contents: PositionContents, tags: frozenset[str]) -> bool:
    """Return whether elements of these names are mixed with text in more than a few of the places that have any."""
    seen = mixed = 0
    for page, span in contents:
        elements = [node for node in span if page.tags[node] in tags and _shows(page, node)]
        seen += bool(elements)
        mixed += any(_is_beside_text(page, node, span) for node in elements)
    return mixed > (1 - AGREEMENT) * seen


def _shows(page: Page, node: int) -> bool:
    return any(text and not text.isspace() for text in page.texts[node : page.stops[node]])


def _is_beside_text(page: Page, node: int, span: Span) -> bool:
    """Return whether a visible text stands directly before or after an element; a decimal mark is part of its amount."""
    if "".join(page.texts[node : page.stops[node]]).strip() in DECIMAL_MARKS:
        return False
    neighbours = [n for n in (node - 1, page.stops[node]) if n in span]  # a text is its own last node
    return any(
        page.tags[n] == TEXT and page.parents[n] == page.parents[node] and not page.texts[n].isspace()
        for n in neighbours
    )
