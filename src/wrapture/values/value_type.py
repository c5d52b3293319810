"""The type of a column's values, with every decision needed to parse them the same way on every page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

TypeName = Literal["text", "number", "price", "date", "percentage", "rating", "link"]
"""What the texts of a column mean; ``text`` if they are not a value to calculate with."""

DateOrder = Literal["", "dmy", "mdy", "ymd"]
"""The order of day, month and year in all-numeric dates; empty if the column has none."""


@dataclass(frozen=True, slots=True)
class ValueType:
    """What the texts of a column mean, with every decision needed to parse them the same way on every page.

    ``decimal`` is the decimal mark, ``currency`` that of amounts without one, ``scale`` the best possible rating, ``prefix``
    the words before every value, ``unit`` what is counted or measured in, or the words after every price, ``spaced`` whether
    spaces separate groups of three digits, ``time`` whether dates may have a time of day.
    """

    name: TypeName = "text"
    decimal: Literal["", ".", ","] = ""
    currency: str = ""
    order: DateOrder = ""
    scale: float | None = None
    prefix: str = ""
    unit: str = ""
    spaced: bool = False
    time: bool = True


TEXT: Final = ValueType()
"""The type of values that are only text."""
