"""Dates as people write them, with the time if there is one.

``03/04/2021`` may be in March or in April, so the order is decided from all values of a column and then stored (see
`date_order`).  A date must have a day, month and year: ``June 1999``, ``5 May`` and ``2 days ago`` stay texts, since what they
mean depends on when the page was written, which a saved page does not say.
"""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta, timezone
from typing import TYPE_CHECKING, Final

from wrapture.lazy_regex import lazy_regex
from wrapture.values.months import DAYS, MONTHS, plain

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wrapture.values.value_type import DateOrder

MAX_LENGTH: Final = 80  # characters; a longer text is prose
YEARS: Final = range(1400, 2200)
ORDERS: Final[tuple[DateOrder, ...]] = ("dmy", "mdy", "ymd")  # most countries write the day first
PIVOT: Final = 69  # two-digit years from here on belong to the last century, as in POSIX

_WORD: Final = r"[^\W\d_]+\.?"
_YEAR: Final = r"(?P<year>[0-9]{4}|['’]?[0-9]{2})"
_LINK: Final = r"(?:(?:de|of|del|d'|di)\s)?"
_GAP: Final = r"[\s\-/.,]{0,3}"
_TIME: Final = (
    r"(?:\s?(?:г\.?|р\.?))?"  # Russian and Ukrainian mark the year
    r"(?:[\sT,|·@–-]{1,3}(?:(?:at|um|à|às|las|kl\.?|klo|om|ore|alle|o|в|о)\s)?\(?(?P<hour>[0-9]{1,2})[:.h](?P<minute>[0-9]{2})"
    r"(?:[:.](?P<second>[0-9]{2})(?:\.[0-9]{1,6})?)?\s?(?P<half>[ap]\.?m\.?)?\s?(?:Uhr|h)?"
    r"\s?(?P<zone>Z|[A-Z]{2,5}|(?:GMT|UTC)?[+-][0-9]{2}:?[0-9]{2})?\)?)?"
)
_WEEKDAY: Final = r"[月火水木金土日월화수목금토일](?:曜日|요일)?|(?:星期|周|週)[一二三四五六日天]"
_EASTERN: Final = rf"(?:\s?(?:[(（]\s?)?(?:{_WEEKDAY})\s?[)）]?)?"
_DAY: Final = rf"(?:(?P<weekday>{_WORD})(?P<comma>,?)\s)?"
_YEAR_FIRST: Final = tuple(
    lazy_regex(form + _TIME, re.I)
    for form in (
        rf"(?P<year>[0-9]{{4}})(?P<mark>[-/.] ?)(?P<month>[0-9]{{1,2}})(?P=mark)(?P<day>[0-9]{{1,2}})\.?{_EASTERN}",
        rf"(?P<year>[0-9]{{4}}){_GAP}(?:m\.\s)?(?P<name>{_WORD}){_GAP}(?P<day>[0-9]{{1,2}})(?:\.|\sd\.?)?",
        rf"(?P<year>[0-9]{{4}})\.\sgada\s(?P<day>[0-9]{{1,2}})\.\s(?P<name>{_WORD})",
        rf"(?P<year>[0-9]{{4}})\s?[年년]\s?(?P<month>[0-9]{{1,2}})\s?[月월]\s?(?P<day>[0-9]{{1,2}})\s?[日號号일]{_EASTERN}",
    )
)
_YEAR_LAST: Final = tuple(
    lazy_regex(form + _TIME, re.I)
    for form in (
        rf"{_DAY}(?P<one>[0-9]{{1,2}})(?P<mark>[-/.] ?)(?P<two>[0-9]{{1,2}})(?P=mark)(?P<three>[0-9]{{4}}|[0-9]{{2}})",
        rf"{_DAY}(?P<day>[0-9]{{1,2}})(?:st|nd|rd|th|er|\.|º|ª)?{_GAP}{_LINK}(?P<name>{_WORD}){_GAP}{_LINK}{_YEAR}",
        rf"{_DAY}(?P<name>{_WORD}){_GAP}(?P<day>[0-9]{{1,2}})(?:st|nd|rd|th)?(?:,\s?|\s|-|/){_YEAR}",
    )
)
_NUMERIC: Final = _YEAR_LAST[0]
_SORT_KEY: Final = lazy_regex(r"([0-9]{4})-?([0-9]{2})-?([0-9]{2})(?:[0-9]{4}|[0-9]{6})? (\S.*)")
_TIME_FIRST: Final = lazy_regex(r"([0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?),? ([^:]+)")


def read_date(text: str, order: DateOrder = "") -> date | datetime | None:
    """Return the date in a text, with its time if there is one; None if the text is not a date.

    >>> read_date("Tue, 4 Aug 1998"), read_date("31.12.99", "dmy"), read_date("2021-02-30")
    (datetime.date(1998, 8, 4), datetime.date(1999, 12, 31), None)
    >>> read_date("Jan 26, 2017, 7:04pm EST")
    datetime.datetime(2017, 1, 26, 19, 4)
    """
    if len(text) > MAX_LENGTH:
        return None
    text = text.rstrip(".")
    first = _TIME_FIRST.fullmatch(text)
    text = f"{first[2]} {first[1]}" if first else text
    keyed = _SORT_KEY.fullmatch(text)
    return (_read_keyed(*keyed.groups()) if keyed else None) or _read_written(text, order)


def _read_written(text: str, order: DateOrder) -> date | datetime | None:
    """Return the date that a text is, in one of the forms that are known; only those that can fit are compiled."""
    for form in _YEAR_FIRST if text[:4].isdigit() else _YEAR_LAST:
        found = form.fullmatch(text)
        parts = _parts(found.groupdict(), order) if found else None
        if found and parts is not None:
            return _moment(*parts, found.groupdict())
    return None


def _read_keyed(year: str, month: str, day: str, text: str) -> date | datetime | None:
    """Return the date in a text after a hidden key to sort by, if both are the same day: ``20220301 03-01-2022``."""
    for order in ORDERS:
        read = _read_written(text, order)
        if read is not None and (read.year, read.month, read.day) == (int(year), int(month), int(day)):
            return read
    return None


def date_order(texts: Iterable[str]) -> DateOrder | None:
    """Return the order of day, month and year in the all-numeric dates among these texts; None if it is ambiguous.

    >>> date_order(["3/4/2021", "3/25/2021"]), date_order(["03.04.2021"]), date_order(["3/4/2021"]), date_order(["4 May 1999"])
    ('mdy', 'dmy', None, '')
    """
    found = [form for text in texts if len(text) <= MAX_LENGTH and (form := _NUMERIC.fullmatch(text.rstrip(".")))]
    if not found:
        return ""
    firsts, seconds = [int(form["one"]) for form in found], [int(form["two"]) for form in found]
    if max(firsts) > 31:
        return "ymd"
    if max(firsts) > 12 or max(seconds) > 12:
        return "dmy" if _votes(firsts) >= _votes(seconds) else "mdy"
    return "dmy" if all("." in form["mark"] for form in found) else None  # no country writes month.day.year


def _votes(numbers: Iterable[int]) -> int:
    return sum(number > 12 for number in numbers)


def _parts(found: dict[str, str | None], order: DateOrder) -> tuple[int, int, int] | None:
    """Return year, month and day of a match, None if its words are not a weekday or a month."""
    weekday = found.get("weekday")
    if weekday and not found.get("comma") and plain(weekday) not in DAYS:
        return None
    if found.get("one"):
        numbers = dict(zip(order, (found["one"], found["two"], found["three"]), strict=False))
        return (_year(numbers["y"]), int(numbers["m"] or 0), int(numbers["d"] or 0)) if order else None
    month = MONTHS.get(plain(found["name"] or "")) if "name" in found else int(found["month"] or 0)
    return None if month is None else (_year(found["year"]), month, int(found["day"] or 0))


def _year(text: str | None) -> int:
    digits = (text or "").lstrip("'’")
    year = int(digits or 0)
    return year if len(digits) != 2 else year + (1900 if year >= PIVOT else 2000)


def _moment(year: int, month: int, day: int, found: dict[str, str | None]) -> date | datetime | None:
    """Return the date, with its time if there is one; None if there is no such day."""
    try:
        the_day = date(year, month, day)
        if year not in YEARS:
            return None
        if found["hour"] is None:
            return the_day
        hour = int(found["hour"]) % 12 if found["half"] else int(found["hour"])
        afternoon = 12 if (found["half"] or "").lower().startswith("p") else 0
        seconds = int(found["second"] or 0)
        return datetime(
            year, month, day, hour + afternoon, int(found["minute"] or 0), seconds, tzinfo=_zone(found["zone"])
        )
    except ValueError:
        return None


def _zone(text: str | None) -> timezone | None:
    """Return the UTC offset, None for an ambiguous name such as ``EST``."""
    if not text or (text.isalpha() and text.upper() not in ("Z", "UTC", "GMT")):
        return None
    if text.isalpha():
        return UTC
    digits = text.upper().removeprefix("GMT").removeprefix("UTC").replace(":", "")
    return timezone((-1 if digits[0] == "-" else 1) * timedelta(hours=int(digits[1:3]), minutes=int(digits[3:5])))
