"""Times of the day as clocks show them, with 12 hours or with 24."""

from __future__ import annotations

import re
from typing import Final

_CLOCK: Final = re.compile(r"(\d{1,2})[:.](\d\d) ?(?:([ap])\.?m\.?)?", re.I)


def minutes_of(text: str) -> int | None:
    """Return the minutes since midnight that a text says; None if it is no time of the day.

    >>> minutes_of("2:30 PM"), minutes_of("14:30"), minutes_of("12:05 a.m."), minutes_of("4:2")
    (870, 870, 5, None)
    """
    found = _CLOCK.fullmatch(text.strip())
    if found is None:
        return None
    hours, minutes, half = int(found[1]), int(found[2]), (found[3] or "").lower()
    if half:
        hours = hours % 12 + (12 if half == "p" else 0)
    return 60 * hours + minutes
