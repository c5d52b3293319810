"""The initial value of an input: its attribute, sanitized for its type as in browsers [1]_.

.. [1] https://html.spec.whatwg.org/multipage/input.html#value-sanitization-algorithm
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import Final, TypeAlias

Attributes: TypeAlias = Mapping[str, str | None]

_BREAKS: Final = re.compile(r"[\r\n]+")
_BLANKS: Final = " \t\n\f\r"
_FLOAT: Final = re.compile(r"-?(?:[0-9]+(?:\.[0-9]+)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_YEAR, _MONTH, _DAY = r"(?!0000)[0-9]{4,}", r"(?:0[1-9]|1[0-2])", r"(?:0[1-9]|[12][0-9]|3[01])"
_TIME: Final = r"(?:[01][0-9]|2[0-3]):[0-5][0-9](?::[0-5][0-9](?:\.[0-9]{1,3})?)?"
_DATES: Final = {
    "date": re.compile(f"{_YEAR}-{_MONTH}-{_DAY}"),
    "month": re.compile(f"{_YEAR}-{_MONTH}"),
    "week": re.compile(f"{_YEAR}-W(?:0[1-9]|[1-4][0-9]|5[0-3])"),
    "time": re.compile(_TIME),
    "datetime-local": re.compile(f"{_YEAR}-{_MONTH}-{_DAY}[T ]{_TIME}"),
}
_COLOUR: Final = re.compile(r"#[0-9a-fA-F]{6}")
BLACK: Final = "#000000"
LOWEST, HIGHEST = 0.0, 100.0  # of a range that names none
CHECKED_VALUE: Final = "on"  # of a checkbox or radio button that names none


def initial_value(kind: str, attributes: Attributes) -> str:
    r"""Return the initial value of an input of a kind with some attributes.

    >>> initial_value("email", {"value": " a@b.example\n"}), initial_value("number", {"value": "ten"})
    ('a@b.example', '')
    """
    if kind in ("checkbox", "radio") and "value" not in attributes:
        return CHECKED_VALUE
    if kind == "file":
        return ""
    value = _raw(attributes)
    if kind == "range":
        return _in_range(value, attributes)
    fit = _FITTERS.get(kind)
    return fit(value) if fit is not None else value


def _raw(attributes: Attributes) -> str:
    return attributes.get("value") or ""


def _one_line(value: str) -> str:
    return _BREAKS.sub("", value)


def _stripped(value: str) -> str:
    return _one_line(value).strip(_BLANKS)


def _colour(value: str) -> str:
    return value.lower() if _COLOUR.fullmatch(value) else BLACK


def _number(value: str) -> str:
    return value if _FLOAT.fullmatch(value) and abs(float(value)) != float("inf") else ""


def _like(form: re.Pattern[str], value: str) -> str:
    return value if form.fullmatch(value) else ""


_FITTERS: Final[dict[str, Callable[[str], str]]] = {
    **dict.fromkeys(("text", "search", "tel", "password"), _one_line),
    **dict.fromkeys(("url", "email"), _stripped),
    "number": _number,
    "color": _colour,
    **{kind: partial(_like, form) for kind, form in _DATES.items()},
}


def _in_range(value: str, attributes: Attributes) -> str:
    """Return the value of a slider: the given one clamped to its range, or the middle if there is none."""
    low = _float(attributes.get("min"), LOWEST)
    high = max(low, _float(attributes.get("max"), HIGHEST))
    given = _number(value)
    number = low + (high - low) / 2 if not given else min(max(float(given), low), high)
    if given and number == float(given):
        return given
    return f"{number:.15g}"


def _float(text: str | None, otherwise: float) -> float:
    return float(text) if text and _number(text) else otherwise
