"""What texts look like: how many characters of each class they have, their shapes, and the words that recur in them.

ASCII texts are looked at in C where the kernels were built, five to ten times as fast; others, and all of them without the
kernels, by the reference below.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Final, NamedTuple

from wrapture.algo.kernels import KERNELS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

LONGEST_SHAPE: Final = 14  # symbols of a shape; a longer text is prose, whose shape says nothing
REPEATED: Final = 2  # texts that must have a word, or it is not one of the column's words

_RUN: Final = re.compile(r"[0-9]+|[^\W\d_]+|\s+|.", re.DOTALL)
_LONG: Final = re.compile(rf"(?>[0-9]+|[^\W\d_]+|\s+|.){{{LONGEST_SHAPE + 1}}}", re.DOTALL)
_WORD: Final = re.compile(r"[^\W\d_]{2,}")
_NOT_ASCII: Final = re.compile(r"[^\x00-\x7f]")


class TextLooks(NamedTuple):
    """What some texts look like.

    ``classes`` are the numbers of small letters, capitals, digits, spaces and other characters; ``shapes`` and ``words`` have
    the number of texts with each of them.
    """

    classes: tuple[int, ...]
    shapes: dict[str, int]
    words: dict[str, int]


def look_at(texts: Sequence[str]) -> TextLooks:
    """Return what texts look like; words that only one of several texts has are left out."""
    least = REPEATED if len(texts) > 1 else 1
    if KERNELS is None:
        return _repeated(looks_by_python(texts), least)
    classes, shapes, words, others = KERNELS.look_at_texts(list(texts), least)
    if shapes is None or words is None:  # hash collisions: the page was made for that
        return _repeated(looks_by_python(texts), least)
    looks = TextLooks(tuple(classes), dict(shapes), dict(words))
    return _repeated(_sum(looks, looks_by_python(others)), least) if others else looks


def looks_by_python(texts: Sequence[str]) -> TextLooks:
    """Return what texts look like, with all of their words."""
    words = Counter(word for text in texts for word in set(_WORD.findall(text.casefold())))
    shapes = Counter(filter(None, map(shape_of, texts)))
    return TextLooks(_classes(texts), shapes, words)


def _sum(one: TextLooks, other: TextLooks) -> TextLooks:
    classes = tuple([a + b for a, b in zip(one.classes, other.classes, strict=True)])
    return TextLooks(classes, Counter(one.shapes) + Counter(other.shapes), Counter(one.words) + Counter(other.words))


def _repeated(looks: TextLooks, least: int) -> TextLooks:
    return looks._replace(words={word: count for word, count in looks.words.items() if count >= least})


def shape_of(text: str) -> str:
    """Return the shape of a text: 9 for digits, A for capitals, a for other letters, "" for a long text.

    >>> shape_of("No. 12-345"), shape_of("US v. JONES"), shape_of("$1,299.00")
    ('a. 9-9', 'A a. A', '$9,9.9')
    """
    start = text.strip()[: 8 * LONGEST_SHAPE]
    if len(start) > LONGEST_SHAPE and _LONG.match(start):  # most texts are prose, or short
        return ""
    return "".join([_symbol(run) for run in _RUN.findall(start)])


def _symbol(run: str) -> str:
    if run[0].isdigit():
        return "9"
    if run[0].isalpha():
        return "A" if run.isupper() else "a"
    return " " if run.isspace() else run


def _classes(texts: Iterable[str]) -> tuple[int, ...]:
    """Return the numbers of characters of each class; each character other than ASCII is looked at once."""
    text = "".join(texts)
    classes = text.encode("ascii", "ignore").translate(_CLASSES)
    of_class = [classes.count(number) for number in range(5)]
    if len(classes) < len(text):
        for character, count in Counter(_NOT_ASCII.findall(text)).items():
            of_class[_class(character)] += count
    return tuple(of_class)


def _class(character: str) -> int:
    tests = (character.islower(), character.isupper(), character.isdigit(), character.isspace(), True)
    return tests.index(True)


_CLASSES: Final = bytes([_class(chr(code)) for code in range(128)] * 2)
