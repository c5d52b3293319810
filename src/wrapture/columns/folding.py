"""Lists inside records: a run of similar items whose number varies from record to record is one column.

Tags, authors and sizes are such runs.  Each item holds a single text, and nothing else stands between the items except
punctuation and perhaps a label in front.  If most records have equally many items, it is not a list: the items are fields.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from wrapture.columns.mixing import agree
from wrapture.columns.template_elements import TemplateElement, children_of, elements_in
from wrapture.html.tokens import NO_MARKUP, TEXT_SYMBOL, TokenString, begins_with_end_tag, name_of, symbol

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from wrapture.html.page import Page

LINES: Final = frozenset([TEXT_SYMBOL, symbol("BR")])
MIN_MOVED: Final = 2  # items that must stand on different lines in different records
MAX_NAME: Final = 40  # characters
MIN_LISTS: Final = 2
"""Records that must have more than one item."""
ENOUGH: Final = 4
"""Lists that are needed to tell a button from an item that recurs by chance."""
PICTURE: Final = symbol("IMG")
ROW: Final = symbol("TR")
"""The cells of a row are columns, however alike they are."""
NOTE: Final = "sup"
AND: Final = re.compile(r"\W*(?:and|und|et|y|e|og|och|en|with|mit)?\W*", re.I)
"""What may stand between the items of a list besides marks."""
WORD: Final = re.compile(r"[^\W_]")


def are_list_counts(counts: Sequence[int]) -> bool:
    """Return whether these item counts are those of a list: they differ, and several are greater than one.

    >>> are_list_counts([1, 3, 2, 2]), are_list_counts([3, 3, 3, 3, 2]), are_list_counts([0, 1, 1, 0])
    (True, False, False)
    """
    return sum(count > 1 for count in counts) >= MIN_LISTS and not agree(counts)


def inline_item(pages: Sequence[Page], strings: Sequence[TokenString]) -> str | None:
    """Return the start tag of the items if a block's contents are lists of links or the like, else None."""
    tags = {character for tokens in strings for character in tokens.symbols if character != TEXT_SYMBOL}
    starts = [character for character in tags if not begins_with_end_tag(character)]
    if len(starts) != 1 or name_of(starts[0]).lower() in NO_MARKUP.skips:
        return None
    item = starts[0]
    if not are_list_counts([tokens.symbols.count(item) for tokens in strings]):
        return None
    form = re.compile(f"{TEXT_SYMBOL}?(?:{re.escape(item + TEXT_SYMBOL + chr(ord(item) + 1))}{TEXT_SYMBOL}?)*")
    if not all(form.fullmatch(tokens.symbols) for tokens in strings):
        return None
    if len({kind for page, tokens in zip(pages, strings, strict=True) for kind in _classes(page, tokens, item)}) > 1:
        return None
    marks = (mark for page, tokens in zip(pages, strings, strict=True) for mark in _between(page, tokens))
    if not all(map(AND.fullmatch, marks)) or _have_a_button(pages, strings, item):
        return None
    return item


def are_picture_lists(strings: Sequence[TokenString]) -> bool:
    """Return whether contents are nothing but pictures, of which records have different numbers."""
    return all(set(tokens.symbols) <= {PICTURE} for tokens in strings) and are_list_counts(
        [len(tokens.symbols) for tokens in strings]
    )


def _have_a_button(pages: Sequence[Page], strings: Sequence[TokenString], item: str) -> bool:
    """Return whether one text is the first or the last item of most lists, as buttons and links to more are.

    Then the items are fields.  A tag that most records have stands anywhere.
    """
    lists = [
        [
            page.text(tokens.span(n + 1, n + 2))
            for n, character in enumerate(tokens.symbols[:-1])
            if character == item and tokens.symbols[n + 1] == TEXT_SYMBOL
        ]
        for page, tokens in zip(pages, strings, strict=True)
    ]
    most = (Counter(one[end] for one in lists if one).most_common(1) for end in (0, -1))
    return len(lists) >= ENOUGH and any(count > len(lists) / 2 for found in most for _, count in found)


def _classes(page: Page, tokens: TokenString, item: str) -> Iterator[str | None]:
    """Yield the class of each item: fields of different classes are not a list."""
    for number, character in enumerate(tokens.symbols):
        if character == item:
            yield page.attribute(tokens.firsts[number + 1] - 1, "class")


def _between(page: Page, tokens: TokenString) -> Iterator[str]:
    """Yield the texts that follow an item, without the numbers of notes: ``Ann Lee¹, Bob Ray²``."""
    for number, (before, character) in enumerate(pairwise(tokens.symbols), 1):
        if character == TEXT_SYMBOL and begins_with_end_tag(before):
            span = tokens.span(number, number + 1)
            yield " ".join(page.texts[node] for node in span if page.tags[page.parents[node]] != NOTE)


def line_lists(
    template: str, texts: Mapping[int, Sequence[str]], records: Sequence[Mapping[int, object]]
) -> list[TemplateElement]:
    """Return the elements that hold only a list with an item on each line: names, some of them on another line elsewhere.

    `texts` maps positions to some of their texts.  The lines of an address keep their order; no name has a digit.
    """
    found = []
    for element in elements_in(template):
        if not set(template[element.start + 1 : element.end]) <= LINES:
            continue
        lines = [n for n in range(element.start, element.end + 1) if n in texts]
        items = [one.strip() for n in lines for one in texts[n]]
        places = Counter(one.strip() for n in lines for one in set(texts[n]))
        if sum(count > 1 for count in places.values()) < MIN_MOVED or not all(map(_is_name, items)):
            continue
        lengths = [sum(n in record for n in lines) for record in records]
        if are_list_counts([length for length in lengths if length]):
            found.append(element)
    return found


def _is_name(text: str) -> bool:
    return len(text) <= MAX_NAME and not any(map(str.isdigit, text)) and not text.endswith((":", "."))


def runs_in(template: str, texts: Mapping[int, bool], records: Sequence[Mapping[int, object]]) -> list[TemplateElement]:
    """Return the elements of a record template that hold only a list.

    `texts` maps the positions with columns to whether they are a single text; `records` lists where each record has data.
    """
    elements = elements_in(template)
    found = []
    for element in elements:
        items = children_of(element, elements) or []
        if (
            len(items) < 2
            or template[element.start] == ROW
            or len({template[item.start : item.end] for item in items}) > 1
        ):
            continue
        used = {n - item.start: n for item in items for n in range(item.start, item.end + 1) if n in texts}
        if len(used) == 1 and all(texts.get(item.start + offset, True) for offset in used for item in items):
            (offset,) = used
            lengths = [sum(item.start + offset in record for item in items) for record in records]
            if are_list_counts([length for length in lengths if length]):
                found.append(element)
    return found
