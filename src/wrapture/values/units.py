"""The words around numbers: what they count or measure, and words that make a number something else."""

from __future__ import annotations

import re
from typing import Final

from wrapture.values.months import MONTHS, plain
from wrapture.values.numbers import SHAPE

MIN_STEM: Final = 3  # letters that two forms of a word must share at least; their endings may differ by as many
OF: Final = ("de", "of", "di", "del")
ENGLISH: Final = frozenset(["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"])
_UNIT: Final = r"(?:(?:[kcdm]?m|ft|yd|in) ?[23](?!\d)|(?:[^\W\d_]|°)[^\d,;|]{0,30})"
_COUNT: Final = re.compile(rf"#? ?([+\-−–]?{SHAPE}[kKM]?(?![^\W\d_]))[.)+]?(?: ?({_UNIT}))?")
_MEASURE: Final = re.compile(rf"([+\-−–]?{SHAPE}) ?({_UNIT})")
_AGE: Final = re.compile(r"[0-9]+(?:s|m|min|h|hr|d|w|wk|mo|y|yr)")

_SCALES: Final = """
thousand million millions billion billions trillion bn mn mio mrd tausend tsd millionen milliarden mille milliard milliards mil
millón millones millon milhão milhões bilhões milioni miliardi mln mld miljoen miljard miljoner miljarder milj mia tusen
tisíc tis tys тыс тис млн млрд lakh lakhs crore crores 万 億 亿 萬 만 억 천
"""
SCALES: Final = frozenset(map(plain, _SCALES.split()))
"""Words that scale a number: ``8.1 million`` is not 8.1, so it stays a text."""

BILLIONS: Final = ("B", "T")
"""Letters that scale an amount if they stand right after it; after a space, they are bytes and tons."""

_AGO: Final = """
ago geleden fa atrás atras назад тому sedan siden sitten temu zpět zpet önce ezelőtt nazaj
lalu trước 前 전 后 後 후
"""
AGO: Final = frozenset(map(plain, _AGO.split()))
"""Words after a span of time that relate it to now: ``4 hours ago`` is a date only with the time it was written."""
_BEFORE: Final = """
in | vor | seit | il y a | dans | depuis | hace | en | há | ha | tra | acum | πριν | за | через | преди | пре | prije | pred |
před | za | pirms | prieš
"""
BEFORE: Final = frozenset(phrase.strip() for phrase in _BEFORE.split("|"))
"""Words before a span of time that do the same."""


def split_unit(text: str) -> tuple[str, str] | None:
    """Return the number that a text begins with, and its unit; None if it is no number of anything.

    >>> split_unit("32,085 plays"), split_unit("4.3KB"), split_unit("26k"), split_unit("7)"), split_unit("iPhone 7")
    (('32,085', 'plays'), ('4.3', 'KB'), ('26k', ''), ('7', ''), None)
    >>> split_unit("8.1 million"), split_unit("4 hours ago"), split_unit("4h"), split_unit("20 °C")
    (None, None, None, ('20', '°C'))
    >>> split_unit("556.8B"), split_unit("512 B")
    (None, ('512', 'B'))
    >>> split_unit("31 de jul"), split_unit("20 Jan"), split_unit("1 set")
    (None, None, ('1', 'set'))
    """
    found = _COUNT.fullmatch(text) or _MEASURE.fullmatch(text)
    if found is None or _AGE.fullmatch(text):
        return None
    unit = (found[2] or "").strip(" .,)(")
    if unit in BILLIONS and text[found.start(2) - 1].isdigit():
        return None
    return None if _changes_meaning(unit) else (found[1].rstrip(".,"), unit)


def _changes_meaning(unit: str) -> bool:
    """Return whether the words after a number scale it, relate it to now or make it a day of a month."""
    words = plain(unit).split()
    if not words:
        return False
    month = words[-1].rstrip(".")  # without "of" only in English: "1 set" is no September
    of_month = month in MONTHS if words[0] in OF else len(words) == 1 and month[:3] in ENGLISH and month in MONTHS
    return words[0].rstrip(".") in SCALES or ends_in_ago(unit) or of_month


def ends_in_ago(unit: str) -> bool:
    """Return whether the words after a number relate a span of time to now.

    >>> ends_in_ago("days ago"), ends_in_ago("時間前"), ends_in_ago("days"), ends_in_ago("")
    (True, True, False, False)
    """
    words = plain(unit).split()
    return bool(words) and (words[-1] in AGO or words[-1][-1] in AGO)


def relates_to_now(prefix: str) -> bool:
    """Return whether the words before a number relate a span of time to now: ``vor 3 Tagen``, ``in 5 minutes``."""
    return prefix.casefold() in BEFORE


def same_unit(one: str, other: str) -> bool:
    """Return whether two units are the same word, perhaps one in the singular and one in the plural.

    >>> same_unit("review", "reviews"), same_unit("reply", "replies"), same_unit("KB", "MB"), same_unit("KB", "kB")
    (True, True, False, True)
    >>> same_unit("lb", "lbs"), same_unit("m", "mi")
    (True, False)
    """
    one, other = sorted((plain(one), plain(other)), key=len)
    if other in (one, f"{one}s"):
        return True
    shared = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), len(one))
    return shared >= max(MIN_STEM, len(other) - MIN_STEM)
