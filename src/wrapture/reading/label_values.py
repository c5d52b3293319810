"""Values beside their labels: ``Model #: B01``, ``<dt>Applicant</dt><dd>Smith & Co</dd>``, ``3 beds``, ``<b>3</b> beds``.

Records of one list have different pairs of label and value, in any number.  Aligned by position, one missing pair moves every
later value into the wrong column.  So such values are found by their label, wherever it stands in the record.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from wrapture.html.text_seams import APART
from wrapture.reading.icon_labels import MARK, icon_label

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from wrapture.html.page import Page
    from wrapture.model import Record

COLONS: Final = (":", "：")
PLURALS: Final = ("s", "es", "e", "n", "en", "er")
"""Endings of the plural in several languages."""
MIN_STEM: Final = 2  # letters that both forms of a word begin with
_FIGURES: Final = re.compile(r"[+-]?\d[\d.,'\u00a0\u202f /–-]*")


class LabelledValue(NamedTuple):
    """The node of a label, and the nodes of the value beside it; both are one node if they stand in one text."""

    label: int
    value: tuple[int, ...]


def label_key(text: str) -> str:
    """Return a label in the form in which labels are compared.

    >>> label_key("Model  #:"), label_key("Räume")
    ('model #', 'räume')
    """
    return " ".join(text.split()).rstrip(":： ").casefold()


def value_beside(page: Page, record: Record, label: str, labels: Collection[str]) -> LabelledValue | None:
    """Return the value beside a label in a record; `labels` are all labels of the list, as keys, to tell where a value ends."""
    return labelled_texts(page, record).value_beside(label, labels)


def labelled_texts(page: Page, record: Record) -> LabelledTexts:
    """Return the texts of a record, to look for labels in them."""
    return LabelledTexts(page.texts, nodes_with_text(page, record), page)


def nodes_with_text(page: Page, record: Record) -> list[tuple[int, bool]]:
    """Return the nodes of a record's texts, and whether each begins a block."""
    found = []
    for span in record:
        broken = False  # blank texts may stand between a block and its first text
        for node, seam in page.displayed(span):
            broken = broken or seam == APART
            if page.texts[node].strip():
                found.append((node, broken))
                broken = False
    return found


class LabelledTexts:
    """The texts of a record with what each may be a label of: keys are made once, however many labels are looked for."""

    __slots__ = ("_icons", "_keys", "_nodes", "_page", "_texts")

    def __init__(self, texts: Sequence[str], nodes: Sequence[tuple[int, bool]], page: Page | None = None) -> None:
        self._texts = texts
        self._nodes = nodes
        self._keys = [_keys_of(texts[node]) for node, _ in nodes]
        self._page = page
        self._icons: list[str] | None = None

    def value_beside(self, label: str, labels: Collection[str]) -> LabelledValue | None:
        """Return the value beside a label; `labels` are all labels of the list."""
        icons = self._labels_of_icons(labels)
        if label.startswith(MARK):
            i = icons.index(label) if label in icons else -1
            return LabelledValue(self._nodes[i][0], (self._nodes[i][0], *self._rest(i, labels))) if i >= 0 else None
        for i, keys in enumerate(self._keys):
            node = self._nodes[i][0]
            if same_word(keys.whole, label) and (number := number_before(self._texts, self._nodes, i)) is not None:
                return LabelledValue(node, (number,))
            if keys.whole == label:
                value = self._after(i, labels)
                return LabelledValue(node, value) if value else None
            if keys.is_labelled and keys.head == label:
                return LabelledValue(node, (node, *self._rest(i, labels)))
            if same_word(keys.counted, label):
                return LabelledValue(node, (node,))
        return None

    def _labels_of_icons(self, labels: Collection[str]) -> list[str]:
        """Return the labels of the icons before the texts, looked at only if the list has such labels."""
        if self._icons is None:
            wanted = self._page if any(one.startswith(MARK) for one in labels) else None
            self._icons = ["" if wanted is None else icon_label(wanted, node) for node, _ in self._nodes]
        return self._icons

    def _after(self, i: int, labels: Collection[str]) -> tuple[int, ...]:
        """Return the nodes of the value after a label: the rest of its block or, if there is none, the next block."""
        if i + 1 == len(self._nodes) or self._is_any_label(i + 1, labels):
            return ()
        return (self._nodes[i + 1][0], *self._rest(i + 1, labels))

    def _rest(self, i: int, labels: Collection[str]) -> tuple[int, ...]:
        """Return the nodes after one that belong to the same value: up to the next block or label."""
        found = []
        for number, (node, broken) in enumerate(self._nodes[i + 1 :], i + 1):
            if broken or self._is_any_label(number, labels):
                break
            found.append(node)
        return tuple(found)

    def _is_any_label(self, i: int, labels: Collection[str]) -> bool:
        """Return whether a text is one of the labels, begins with one, or is counted by one."""
        head, counted = self._keys[i].head, self._keys[i].counted
        if self._icons is not None and self._icons[i] in labels:
            return True
        return head in labels or (counted != "" and any(same_word(counted, label) for label in labels))


class _Keys(NamedTuple):
    """The keys that a text may be looked for by; ``head`` is what stands before a colon, or all of it."""

    whole: str
    head: str
    counted: str
    is_labelled: bool


@lru_cache(maxsize=4096)
def _keys_of(text: str) -> _Keys:
    """Return the keys of a text; cached, since labels recur in every record."""
    shown = " ".join(text.split())
    head, colon, rest = _parted(shown)
    return _Keys(label_key(shown), label_key(head), counted_key(shown), bool(colon) and bool(rest.strip()))


def _parted(text: str) -> tuple[str, str, str]:
    """Return what stands before the first colon, the colon, and the rest."""
    return text.partition(":") if ":" in text else text.partition("：")


def number_before(texts: Sequence[str], nodes: Sequence[tuple[int, bool]], i: int) -> int | None:
    """Return the number right before a text, if it is in the same block and nothing else: ``655`` before ``Views``.

    `nodes` are texts of a record, each with whether it begins a block.
    """
    if i == 0 or nodes[i][1]:
        return None
    before = nodes[i - 1][0]
    return before if _FIGURES.fullmatch(texts[before].strip()) else None


def same_word(one: str, other: str) -> bool:
    """Return whether two words for what is counted are the same, perhaps one in the singular and one in the plural.

    >>> same_word("reply", "replies"), same_word("view", "views"), same_word("bed", "bath"), same_word("", "")
    (True, True, False, False)
    """
    if one[:MIN_STEM] != other[:MIN_STEM] or not one or one == other:  # most words
        return one == other != ""
    one, other = sorted((one, other), key=len)
    stem = one.removesuffix("y")
    return other.startswith(stem) and other[len(stem) :] in (PLURALS if stem == one else ("ies",))


def is_labelled(text: str, label: str) -> bool:
    """Return whether a text begins with a label and a colon.

    >>> is_labelled("Brand Name: Rakinda", "brand name"), is_labelled("Brand Names", "brand name")
    (True, False)
    """
    head, colon, rest = _parted(text)
    return bool(colon) and bool(rest.strip()) and label_key(head) == label


def without_label(text: str, label: str) -> str:
    """Return a text without the label that it begins with.

    >>> without_label("Brand Name: Rakinda", "brand name"), without_label("3 beds", "beds")
    ('Rakinda', '3 beds')
    """
    if not is_labelled(text, label):
        return text
    return _parted(text)[2].strip()


def counted_key(text: str) -> str:
    """Return what a text counts or measures, as a key; empty if it is not a number and a few words.

    >>> counted_key("3 beds"), counted_key("1,250 sq ft"), counted_key("Room 7"), counted_key("12")
    ('beds', 'sq ft', '', '')
    """
    figures = _FIGURES.match(text)
    return label_key(text[figures.end() :]) if figures else ""
