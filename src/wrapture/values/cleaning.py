"""Clean the texts of a column: steps as data, kept in the wrapper file and applied to every value that is read."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias, assert_never

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.algo.linear_regex import LinearRegex

MAX_STEPS: Final = 20
MAX_TEXT: Final = 200
"""Most characters of a text to find, of one to put in its place, and of the marks to trim."""
REGEX_CHARACTERS: Final = 2_000
"""Characters of a value that an expression is matched with: a cell is a line, not a chapter."""
MAX_GROWN: Final = 20_000
"""Characters that a step may make of a value; one that would make more leaves it as it is: twenty could make trillions."""
_GROUP: Final = re.compile(r"\\([1-9][0-9]?)")


@dataclass(frozen=True, slots=True)
class Trim:
    """Take white space and the given marks away from both ends."""

    marks: str = ""


@dataclass(frozen=True, slots=True)
class Replace:
    """Put one text in the place of another, everywhere."""

    find: str
    by: str = ""


@dataclass(frozen=True, slots=True)
class Regex:
    r"""Keep what an expression finds, or put a text in its place.

    Without ``by``, the value is the first group, or the match if it has none; nothing if it is not found.  In ``by``,
    ``\1`` is the first group.
    """

    pattern: str
    by: str | None = None


CleanStep: TypeAlias = Trim | Replace | Regex


def clean(text: str, steps: Sequence[CleanStep]) -> str | None:
    r"""Return a text after some steps, None if nothing is left of it.

    >>> clean("212 reviews,", [Trim(","), Regex(r"(\d+) rev")]), clean("none", [Regex(r"\d+")])
    ('212', None)
    """
    for step in steps:
        text = _cleaned(text, step)
    return text.strip() or None


def _cleaned(text: str, step: CleanStep) -> str:
    match step:
        case Trim():
            return text.strip().strip(f"{step.marks} \u00a0") if step.marks else text.strip()
        case Replace():
            longer = text.count(step.find) * (len(step.by) - len(step.find))
            return text if _grows(text, len(text) + longer) else text.replace(step.find, step.by)
        case Regex():
            head, rest = text[:REGEX_CHARACTERS], text[REGEX_CHARACTERS:]
            if step.by is None:
                return _kept(head, step.pattern)
            replaced = _replaced(head, step.pattern, step.by) + rest
            return text if _grows(text, len(replaced)) else replaced
        case _:
            assert_never(step)


def _grows(text: str, length: int) -> bool:
    return length > MAX_GROWN and length > len(text)


def _compiled(pattern: str) -> LinearRegex:
    from wrapture.algo.linear_regex import compiled  # few wrappers have expressions, and every start would pay for it

    return compiled(pattern)


def _kept(text: str, pattern: str) -> str:
    found = _compiled(pattern).search(text)
    if found is None:
        return ""
    place = found[1] if len(found) > 1 else found[0]
    return "" if place is None else text[slice(*place)]


def _replaced(text: str, pattern: str, by: str) -> str:
    pieces, at = [], 0
    for groups in _compiled(pattern).matches(text):
        start, stop = groups[0] or (at, at)
        texts = ["" if place is None else text[slice(*place)] for place in groups]
        pieces += [text[at:start], _filled(by, texts)]
        at = stop
    return "".join([*pieces, text[at:]])


def _filled(by: str, groups: Sequence[str]) -> str:
    r"""Return a text with what groups matched in the place of their numbers; what they matched is not read again.

    >>> print(_filled(r"\2, \1 \3", ["all", r"\2", "B"]))
    B, \2 \3
    """
    return _GROUP.sub(lambda found: groups[int(found[1])] if int(found[1]) < len(groups) else found[0], by)
