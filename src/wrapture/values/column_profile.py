"""The profile of a column: statistics of its values by which the column is recognised on a page that has changed.

Lerman, Minton and Knoblock [1]_ verify and re-learn wrappers by the beginnings and ends of the values that a field had;
Kushmerick [2]_ by the means of numeric features of its texts.  A profile has both kinds: shapes such as ``9-A`` and frequent
words on one hand, shares of characters, lengths and fill on the other.

.. [1] Lerman, Minton, Knoblock: Wrapper maintenance: a machine learning approach. JAIR 18, 2003.
.. [2] Kushmerick: Wrapper verification. World Wide Web 3, 2000.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from dataclasses import dataclass, replace
from itertools import chain
from typing import TYPE_CHECKING, Final, TypeAlias
from urllib.parse import parse_qsl, urlsplit

from wrapture.algo.spread import spread

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Share: TypeAlias = tuple[str, float]
"""Something that values have, and the share of the values that have it."""

LOOKED_AT: Final = 200  # values that a profile is made of, evenly spaced
SHAPES: Final = 6  # of the commonest shapes kept
WORDS: Final = 12  # of the commonest words kept
HASHES: Final = 40  # values kept as hashes
SAMPLES: Final = 4  # values kept as they are
MAX_SAMPLE: Final = 300  # characters of such a value
MAX_PART: Final = 60  # characters of a shape, word, host or path
LONGEST_SHAPE: Final = 14  # symbols of a shape; a longer text is prose, whose shape says nothing
REPEATED: Final = 2  # values that must have a word, or it is not one of the column's words
HASH_DIGITS: Final = 10  # hexadecimal: two of a million values are equal by chance once in two
DIGITS: Final = 3  # of a share

_RUN: Final = re.compile(r"[0-9]+|[^\W\d_]+|\s+|.", re.DOTALL)
_WORD: Final = re.compile(r"[^\W\d_]{2,}")
_NUMBER: Final = re.compile(r"[0-9]+")


@dataclass(frozen=True, slots=True)
class ColumnProfile:
    """Statistics of the values of a column.

    ``count`` values were looked at, of which the share ``distinct`` are different.  ``length`` is the number of characters of
    the short, the usual and the long ones (10 %, 50 %, 90 %), ``characters`` the shares of small letters, capitals, digits,
    spaces and others.  ``shapes``, ``words``, ``hosts`` and ``paths`` are the commonest ones with the share of the values that
    have them.  ``label`` is what the page calls the column; ``hashes`` identify values, ``samples`` are those of a few records,
    in the same order in every column.
    """

    count: int = 0
    distinct: float = 0.0
    length: tuple[int, int, int] = (0, 0, 0)
    characters: tuple[float, ...] = (0.0, 0.0, 0.0, 0.0, 0.0)
    shapes: tuple[Share, ...] = ()
    words: tuple[Share, ...] = ()
    hosts: tuple[Share, ...] = ()
    paths: tuple[Share, ...] = ()
    label: str = ""
    hashes: tuple[str, ...] = ()
    samples: tuple[str, ...] = ()


def profile_values(values: Sequence[str], *, address: bool = False, label: str = "") -> ColumnProfile:
    """Return the profile of the values of a column, "" where a record has none; ``address`` if they are addresses."""
    there = [value for value in spread(values, LOOKED_AT) if value]
    if not there:
        return ColumnProfile(label=label, samples=_samples(values))
    lengths = sorted(map(len, there))
    return ColumnProfile(
        count=len(there),
        distinct=round(len(set(there)) / len(there), DIGITS),
        length=(lengths[len(lengths) // 10], lengths[len(lengths) // 2], lengths[len(lengths) * 9 // 10]),
        characters=_characters(there),
        shapes=() if address else _commonest(map(shape_of, there), len(there), SHAPES),
        words=_words(there),
        hosts=_commonest(map(host_in, there), len(there), SHAPES) if address else (),
        paths=_commonest(map(path_shape, there), len(there), SHAPES) if address else (),
        label=label,
        hashes=tuple(sorted({hash_of(value) for value in spread(there, HASHES)})),
        samples=_samples(values),
    )


def without_samples(profile: ColumnProfile) -> ColumnProfile:
    """Return a profile without values in plain text, and without words, which are parts of values."""
    return replace(profile, samples=(), words=())


def hash_of(value: str) -> str:
    """Return a short hash of a value; case and white space don't count."""
    return hashlib.sha256(" ".join(value.casefold().split()).encode("utf-8", "replace")).hexdigest()[:HASH_DIGITS]


def shape_of(text: str) -> str:
    """Return the shape of a text: 9 for digits, A for capitals, a for other letters, "" for a long text.

    >>> shape_of("No. 12-345"), shape_of("US v. JONES"), shape_of("$1,299.00")
    ('a. 9-9', 'A a. A', '$9,9.9')
    """
    shape = [_symbol(run) for run in _RUN.findall(text.strip()[: 8 * LONGEST_SHAPE])]
    return "".join(shape) if len(shape) <= LONGEST_SHAPE else ""


def _symbol(run: str) -> str:
    if run[0].isdigit():
        return "9"
    if run[0].isalpha():
        return "A" if run.isupper() else "a"
    return " " if run.isspace() else run


def host_in(address: str) -> str:
    """Return the host of an address without ``www.``; "" for an address without one."""
    try:
        return (urlsplit(address).hostname or "").removeprefix("www.")
    except ValueError:
        return ""


def path_shape(address: str) -> str:
    """Return the shape of an address without its host: names without digits as they are, 9 for numbers, the query's names.

    >>> path_shape("https://a.org/opinions/2024/24-1.pdf"), path_shape("show?id=12&lang=en")
    ('/opinions/9/9-9.pdf', 'show?id&lang')
    """
    try:
        parts = urlsplit(address)
    except ValueError:
        return ""
    names = "&".join(name for name, _ in parse_qsl(parts.query, keep_blank_values=True)[:5])
    return (_NUMBER.sub("9", parts.path) + ("?" + names if names else ""))[:MAX_PART]


def _characters(values: Iterable[str]) -> tuple[float, ...]:
    """Return the shares of small letters, capitals, digits, spaces and others; each different character is looked at once."""
    counts = Counter(chain.from_iterable(values))
    of_class = [0, 0, 0, 0, 0]
    for character, count in counts.items():
        of_class[_class(character)] += count
    return tuple(round(count / counts.total(), DIGITS) for count in of_class)


def _class(character: str) -> int:
    tests = (character.islower(), character.isupper(), character.isdigit(), character.isspace(), True)
    return tests.index(True)


def _words(values: Sequence[str]) -> tuple[Share, ...]:
    """Return the commonest words, each with the share of the values that have it; one value's words are not the column's."""
    held = Counter(word for value in values for word in set(_WORD.findall(value.casefold())))
    least = REPEATED if len(values) > 1 else 1
    return _shares(((word, count) for word, count in held.items() if count >= least), len(values), WORDS)


def _commonest(found: Iterable[str], of: int, most: int) -> tuple[Share, ...]:
    return _shares(((one, count) for one, count in Counter(found).items() if one), of, most)


def _shares(counts: Iterable[tuple[str, int]], of: int, most: int) -> tuple[Share, ...]:
    ranked = sorted(counts, key=lambda pair: (-pair[1], pair[0]))[:most]
    return tuple((text[:MAX_PART], round(count / of, DIGITS)) for text, count in ranked)


def _samples(values: Sequence[str]) -> tuple[str, ...]:
    return tuple(value[:MAX_SAMPLE] for value in spread(values, SAMPLES))
