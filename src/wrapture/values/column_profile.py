"""The profile of a column: statistics of its values by which the column is recognised on a page that has changed.

Lerman, Minton and Knoblock [1]_ verify and re-learn wrappers by the beginnings and ends of the values that a field had;
Kushmerick [2]_ by the means of numeric features of its texts.  A profile has both kinds: shapes such as ``9-A`` and frequent
words on one hand, shares of characters, lengths and fill on the other.

.. [1] Lerman, Minton, Knoblock: Wrapper maintenance: a machine learning approach. JAIR 18, 2003.
.. [2] Kushmerick: Wrapper verification. World Wide Web 3, 2000.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Final, TypeAlias
from urllib.parse import unquote, urlsplit

from wrapture.algo.kernels import KERNELS
from wrapture.algo.spread import spread
from wrapture.values.text_hashes import hashes_of
from wrapture.values.text_looks import look_at

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
NAMES: Final = 5  # of a query that the shape of an address has
MAX_PART: Final = 60  # characters of a shape, word, host or path
DIGITS: Final = 3  # of a share

_NUMBER: Final = re.compile(r"[0-9]+")
_USUAL: Final = re.compile(  # addresses that need no closer look, nearly all of them: it is three times as fast
    r"(?:https?://([A-Za-z0-9.-]+)(?::[0-9]*)?(?![^/?#])|(?=/(?!/)))([!\"$->@-~]*)(?:\?([!\"$-~]*))?(?:#[!-~]*)?"
)


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
    return replace(
        profile_looks(there, address=address),
        hosts=_commonest(map(host_in, there), len(there), SHAPES) if address else (),
        label=label,
        hashes=tuple(sorted(hashes_of(spread(there, HASHES)))),
        samples=_samples(values),
    )


def profile_looks(values: Sequence[str], *, address: bool = False) -> ColumnProfile:
    """Return the part of a profile that says what values look like, given a few of them without empty ones."""
    if not values:
        return ColumnProfile()
    lengths, looks = sorted(map(len, values)), look_at(values)
    total = sum(lengths)
    return ColumnProfile(
        count=len(values),
        distinct=round(len(set(values)) / len(values), DIGITS),
        length=(lengths[len(lengths) // 10], lengths[len(lengths) // 2], lengths[len(lengths) * 9 // 10]),
        characters=tuple([round(count / total, DIGITS) for count in looks.classes]),
        shapes=() if address else _shares(looks.shapes.items(), len(values), SHAPES),
        words=_shares(looks.words.items(), len(values), WORDS),
        paths=_commonest(path_shapes(values), len(values), SHAPES) if address else (),
    )


def without_samples(profile: ColumnProfile) -> ColumnProfile:
    """Return a profile without values in plain text, and without words, which are parts of values."""
    return replace(profile, samples=(), words=())


def host_in(address: str) -> str:
    """Return the host of an address without ``www.``; "" for an address without one."""
    usual = _USUAL.fullmatch(address)
    if usual is not None:
        return (usual[1] or "").lower().removeprefix("www.")
    try:
        return (urlsplit(address).hostname or "").removeprefix("www.")
    except ValueError:
        return ""


def path_shape(address: str) -> str:
    """Return the shape of an address without its host: names without digits as they are, 9 for numbers, the query's names.

    >>> path_shape("https://a.org/opinions/2024/24-1.pdf"), path_shape("show?id=12&lang=en")
    ('/opinions/9/9-9.pdf', 'show?id&lang')
    """
    path, query = _path_and_query(address)
    names = "&".join(map(_query_name, list(filter(None, query.split("&")))[:NAMES])) if query else ""
    return (_NUMBER.sub("9", path) + ("?" + names if names else ""))[:MAX_PART]


def path_shapes(addresses: Sequence[str]) -> Iterable[str]:
    """Return the shape of each address; usual ones are looked at in C where the kernels were built."""
    if KERNELS is None:
        return map(path_shape, addresses)
    found = KERNELS.path_shapes(list(addresses))
    return [path_shape(address) if one is None else one for one, address in zip(found, addresses, strict=True)]


def _path_and_query(address: str) -> tuple[str, str]:
    """Return the path and the query of an address, as `urllib.parse.urlsplit` reads it."""
    usual = _USUAL.fullmatch(address)
    if usual is not None:
        return usual[2], usual[3] or ""
    try:
        parts = urlsplit(address)
    except ValueError:
        return "", ""
    return parts.path, parts.query


def _query_name(pair: str) -> str:
    """Return the name of a query's part, as `urllib.parse.parse_qsl` reads it."""
    name = pair.partition("=")[0]
    return unquote(name.replace("+", " ")) if "+" in name or "%" in name else name


def _commonest(found: Iterable[str], of: int, most: int) -> tuple[Share, ...]:
    return _shares(((one, count) for one, count in Counter(found).items() if one), of, most)


def _shares(counts: Iterable[tuple[str, int]], of: int, most: int) -> tuple[Share, ...]:
    ranked = sorted([(-count, text) for text, count in counts])[:most]
    return tuple([(text[:MAX_PART], _share(-count, of)) for count, text in ranked])


@lru_cache(maxsize=4096)
def _share(count: int, of: int) -> float:
    """Return a rounded share, cached because rounding takes as long as finding out what is counted."""
    return round(count / of, DIGITS)


def _samples(values: Sequence[str]) -> tuple[str, ...]:
    return tuple(value[:MAX_SAMPLE] for value in spread(values, SAMPLES))
