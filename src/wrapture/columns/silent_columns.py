"""Texts that say nothing about their record: constants, labels, buttons, row numbers, and what the page does not display."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Final

from wrapture.algo.tallies import commonest
from wrapture.columns.hiding import Hiding
from wrapture.columns.naming.roles import are_ranks
from wrapture.columns.pruning import is_decoration
from wrapture.model import Span
from wrapture.reading.label_values import COLONS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.columns.naming.said_names import Suggestion
    from wrapture.columns.naming.seen import SeenValue
    from wrapture.model import Column

SAME: Final = 0.9  # share of the records that must have the same value
MANY: Final = 8  # records that must all have a text with digits before it is a constant
ENOUGH: Final = 4  # records that are needed to speak of a constant or a button
TITLE_TAGS: Final = frozenset(["a", "h1", "h2", "h3", "h4", "h5", "h6"])
MAX_LABEL: Final = 40  # characters
LABELS: Final = 3  # labels that one value may have; more are the keys of different values
MOST_LINKS: Final = 0.8  # share of the links that must have the same text
FEW: Final = 0.6  # share of the texts on buttons that may differ
SERIALS: Final = frozenset(
    ["no", "nr", "num", "s", "s_no", "sno", "sl", "sl_no", "sr", "sr_no", "serial_no", "n", "lp"]
)
"""Headers of columns that number the rows; a rank says more than where the record stands on the page."""
PAGE: Final = 5  # pages have a multiple of this number of records, so the numbers on the second begin with 11, 21 or 26
_ORDINAL: Final = re.compile(r"[#№]? ?0*(\d{1,4})[.):]?")
_SCALE: Final = re.compile(r"(?:outof|von|sur|su|de|of)(?:5|10|100)(?:stars?)?")
_NOT_DISPLAYED: Final = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.I)
_SPOKEN: Final = re.compile(
    r"(?:^|[-_])(?:sr-?only|screen-?reader(?:-text)?|visually-?hidden|visuallyhidden|assistive-text|offscreen|blind)(?:$|[-_])",
    re.I,
)
"""Classes of texts that only screen readers give."""
_ICON: Final = re.compile(r"(?:^|[-_ ])icon(?:$|[-_ ])", re.I)
_ICON_FONT: Final = re.compile(r"\bmaterial-(?:icons|symbols)", re.I)
"""Classes of fonts that draw icons in the place of letters, or of whole words."""
_BUTTON: Final = re.compile(r"(?:^|[-_])(?:btn|button|cta)(?:$|[-_])|Button$|Btn$", re.I)


def without_news(
    columns: Sequence[Column],
    table: Sequence[Sequence[str]],
    values: Sequence[Sequence[SeenValue]],
    data: Sequence[bool],
) -> dict[int, Hiding]:
    """Return the columns that say nothing about their record: constants, labels, texts that the page does not display."""
    hidden = {i: Hiding("constant") for i, column in enumerate(columns) if column.constant}
    for i, column in enumerate(columns):
        is_text = column.type_name == "text"
        if i in hidden:
            continue
        is_one = (column.kind == "image" and is_decoration("image", table[i])) or (
            is_text and _are_marks(values[i], table[i])
        )
        if is_one or (is_text and (is_nearly_constant(table[i]) or _is_scale(table[i]))):
            hidden[i] = Hiding("constant")
        elif _are_labels(values[i]):
            hidden[i] = Hiding("labels")
        elif not data[i] and (
            (_is_unseen(values[i]) and not is_linked(values[i]))
            or (is_text and (_is_spoken(values[i]) or _are_icons(values[i])))
        ):
            hidden[i] = Hiding("unseen")
    return hidden


def _are_marks(seen: Sequence[SeenValue], values: Sequence[str]) -> bool:
    """Return whether all values are the same mark or two, without a letter, digit or sign: what is left of a citation."""
    texts = {one.text for one in seen if one.is_text}
    return len(seen) >= ENOUGH and len(texts) <= 1 and not any(values)


def aside(column: Column, values: Sequence[str], seen: Sequence[SeenValue], said: Suggestion | None) -> Hiding | None:
    """Return why a text is no value of its record: a button, a label of links, the number of the record; None if it is one."""
    if column.type_name == "text" and _is_button(values, seen):
        return Hiding("button")
    if said is None and (_is_link_label(values, seen) or _are_link_labels(seen)):
        return Hiding("alike")
    if _are_steps(seen):
        return Hiding("button")
    return Hiding("ordinal") if _is_ordinal(seen, said) else None


def _is_ordinal(seen: Sequence[SeenValue], said: Suggestion | None) -> bool:
    """Return whether the values only number the records: ``1.``, ``2.`` … at their beginning; a ranking says so."""
    if said is not None and said.name not in SERIALS:
        return False
    first = _ORDINAL.fullmatch(seen[0].text) if seen else None
    if first is None or int(first[1]) % PAGE != 1 or not all(_ORDINAL.fullmatch(one.text) for one in seen):
        return False
    return are_ranks(seen) and all(_begins_record(one) for one in seen)


def _begins_record(seen: SeenValue) -> bool:
    """Return whether no text of the record stands before a value."""
    return seen.page.offsets[seen.record[0].start] == seen.page.offsets[seen.span.start]


def is_nearly_constant(values: Sequence[str]) -> bool:
    """Return whether nearly every record has the same text; with digits only if there are many records and all have it."""
    if len(values) < ENOUGH:
        return False
    value, count = commonest(values)
    if any(character.isdigit() for character in value):
        return count == len(values) >= MANY
    return count >= SAME * len(values) and bool(value)


def _is_scale(values: Sequence[str]) -> bool:
    """Return whether all values are the best possible rating, beside the rating itself: ``out of 5``."""
    there = {value for value in values if value}
    return len(there) == 1 and sum(map(bool, values)) >= ENOUGH and _SCALE.fullmatch(there.pop()) is not None


def _is_button(values: Sequence[str], seen: Sequence[SeenValue]) -> bool:
    """Return whether a few texts that recur stand on buttons: ``Buy now``, ``Add to cart``."""
    there = [value for value in values if value]
    if len(there) < ENOUGH or len(set(there)) > max(2, FEW * len(there)) or max(map(len, there)) > MAX_LABEL:
        return False
    if sum(any(map(str.isdigit, value)) for value in there) > len(there) / 2:
        return False
    return sum(any(_is_pressed(one, node) for node in one.own) for one in seen) > len(seen) / 2


def _are_labels(seen: Sequence[SeenValue]) -> bool:
    """Return whether all values are labels, of which the page has several for one value: ``Release date:``, ``Released:``."""
    texts = [one.text.rstrip() for one in seen if one.is_text]
    if len(texts) < ENOUGH or len(set(texts)) > LABELS:
        return False
    return all(text.endswith(COLONS) and len(text) <= MAX_LABEL for text in texts)


def _are_steps(seen: Sequence[SeenValue]) -> bool:
    """Return whether all values are lists that count their own items, as carousels do: ``Slide 1``, ``Slide 2``."""
    if len(seen) < ENOUGH or not all(one.is_list for one in seen):
        return False
    return all(_counts(one.page.text(one.span)) for one in seen)


def _counts(text: str) -> bool:
    """Return whether a text is the same word with the numbers from one on.

    >>> _counts("Slide 1 Slide 2 Slide 3"), _counts("1 2"), _counts("Room 2 Room 5"), _counts("3 4")
    (True, True, False, False)
    """
    numbers = re.findall(r"\d+", text)
    words = {word.strip().casefold() for word in re.split(r"\d+", text)} - {""}
    return len(words) <= 1 and bool(numbers) and numbers == [str(n + 1) for n in range(len(numbers))]


def _is_link_label(values: Sequence[str], seen: Sequence[SeenValue]) -> bool:
    """Return whether one text stands on nearly all links: ``Agenda``, ``Transcript``; which records have it, the link says."""
    there = [value for value in values if value]
    usual, count = commonest(there) if there else ("", 0)
    if count < max(ENOUGH, MOST_LINKS * len(there)) or any(map(str.isdigit, usual)):
        return False
    said = [
        one for one in seen if one.is_text and any(map(str.isalnum, one.text))
    ]  # dashes stand where there is no link
    return sum(any(one.page.tags[node] == "a" for node in one.own) for one in said) > len(said) / 2


def _are_link_labels(seen: Sequence[SeenValue]) -> bool:
    """Return whether all values are a few texts of links that recur, two or more in most: ``Agenda Minutes``, ``Agenda``."""
    if len(seen) < ENOUGH or not _links_of(seen[0]):
        return False
    links = [_links_of(one) for one in seen]
    if not all(links) or sum(len(texts) > 1 for texts in links) <= len(links) / 2:
        return False
    counts = Counter(text for texts in links for text in dict.fromkeys(texts))
    return min(counts.values()) > 1 and max(map(len, counts)) <= MAX_LABEL


def _links_of(seen: SeenValue) -> list[str]:
    """Return the texts of the links that a value consists of; none if anything else is in it."""
    page = seen.page
    links = [node for node in seen.span if page.tags[node] == "a"]
    texts = [text for node in links if (text := page.text(Span(node, page.stops[node])))]
    return texts if "".join("".join(texts).split()) == "".join(seen.whole.split()) else []


def _is_unseen(seen: Sequence[SeenValue]) -> bool:
    """Return whether most values stand in elements of their own that are not displayed, as keys to sort by do."""
    return sum(any(_hides(one, node) for node in one.own) for one in seen if one.is_text) > len(seen) / 2


def _is_spoken(seen: Sequence[SeenValue]) -> bool:
    """Return whether words without figures are there for screen readers only: ``Rating``, ``opens in a new window``."""
    words = [one for one in seen if one.is_text and not any(map(str.isdigit, one.text))]
    return len(words) > len(seen) / 2 and all(
        any(_SPOKEN.search(name) for node in one.own for name in one.page.classes(node)) for one in words
    )


def _are_icons(seen: Sequence[SeenValue]) -> bool:
    """Return whether the values are characters or words that a font for icons draws: ``<i class="material-icons">star</i>``."""
    return sum(any(_is_drawn(one, node) for node in one.own) for one in seen if one.is_text) > len(seen) / 2


def _is_drawn(seen: SeenValue, node: int) -> bool:
    classes = " ".join(seen.page.classes(node))
    return _ICON_FONT.search(classes) is not None or (len(seen.text) == 1 and _ICON.search(classes) is not None)


def _hides(seen: SeenValue, node: int) -> bool:
    attributes = seen.page.attributes(node)
    return "hidden" in attributes or _NOT_DISPLAYED.search(attributes.get("style") or "") is not None


def _is_pressed(seen: SeenValue, node: int) -> bool:
    page = seen.page
    if page.tags[node] == "button" or page.attribute(node, "role") == "button":
        return True
    return any(_BUTTON.search(one) for one in page.classes(node))


def is_linked(seen: Sequence[SeenValue]) -> bool:
    """Return whether most values are the whole text of a link or a heading."""
    return sum(any(one.page.tags[node] in TITLE_TAGS for node in one.own) for one in seen) > len(seen) / 2
