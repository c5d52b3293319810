"""Sums over the texts and the tags of a page up to each node: what any stretch of nodes holds is then a difference."""

from __future__ import annotations

from array import array
from itertools import accumulate
from typing import TYPE_CHECKING, Final, NamedTuple

from wrapture.algo.kernels import KERNELS
from wrapture.algo.span_totals import running_sums

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

NO_DIGITS: Final = str.maketrans("", "", "0123456789")


class TextSums(NamedTuple):
    """The numbers of the texts that show anything, and running sums."""

    shown: list[int]
    texts: array[int]
    """Of the texts that show anything."""
    words: array[int]
    digits: array[int]
    long_texts: array[int]
    prose: array[int]
    """Of the characters of paragraphs."""


class TagSums(NamedTuple):
    """The running number of the elements of one kind, and their nodes."""

    sums: array[int]
    nodes: list[int]


def text_offsets(texts: list[str]) -> list[int]:
    """Return for each text, and for the end, the number of characters before it, without white space around texts.

    >>> text_offsets(["", " two ", "word"])
    [0, 0, 3, 7]
    """
    return KERNELS.text_offsets(texts) if KERNELS is not None else offsets_by_python(texts)


def offsets_by_python(texts: Sequence[str]) -> list[int]:
    """Return the offsets without the kernel."""
    return list(accumulate([len(text.strip()) if text else 0 for text in texts], initial=0))


def text_sums(texts: list[str], many: int, most: int) -> TextSums:
    """Return the sums of texts; long ones have ``many`` characters, paragraphs ``most``."""
    if KERNELS is None:
        return text_sums_by_python(texts, many, most)
    shown, *sums = KERNELS.text_sums(texts, many, most)
    return TextSums(shown, *map(_numbers, sums))


def text_sums_by_python(texts: Sequence[str], many: int, most: int) -> TextSums:
    """Return the sums of texts without the kernel."""
    show = [bool(text) and not text.isspace() for text in texts]
    return TextSums(
        [node for node, is_shown in enumerate(show) if is_shown],
        running_sums(show),
        running_sums([text.count(" ") + 1 if text else 0 for text in texts]),
        running_sums([len(text) - len(text.translate(NO_DIGITS)) if text else 0 for text in texts]),
        running_sums([len(text) >= many for text in texts]),
        running_sums([len(text) if len(text) >= most else 0 for text in texts]),
    )


def tag_sums(tags: list[str], kinds: Sequence[Collection[str]]) -> list[TagSums]:
    """Return the sums of each kind of elements, which is a collection of names.

    >>> [found.nodes for found in tag_sums(["ul", "li", "a", "li"], (["li"], ["a", "ul"]))]
    [[1, 3], [0, 2]]
    """
    if KERNELS is None:
        return tag_sums_by_python(tags, kinds)
    bits: dict[str, int] = {}
    for number, names in enumerate(kinds):
        for name in names:
            bits[name] = bits.get(name, 0) | 1 << number
    return [TagSums(_numbers(sums), nodes) for sums, nodes in KERNELS.tag_sums(tags, bits, len(kinds))]


def tag_sums_by_python(tags: Sequence[str], kinds: Sequence[Collection[str]]) -> list[TagSums]:
    """Return the sums of each kind of elements without the kernel."""
    return [
        TagSums(running_sums([tag in names for tag in tags]), [node for node, tag in enumerate(tags) if tag in names])
        for names in kinds
    ]


def _numbers(sums: bytes) -> array[int]:
    found = array("i")
    found.frombytes(sums)
    return found
