"""The first line of a record in each block: five rules in sequence (section 4.3 of the paper).

Separators cut a page into thousands of blocks, so the data that the rules need is tabulated once for all lines: a rule then
takes two lookups, however long its block is.
"""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING, Final

from wrapture.html.content_lines import LineType

if TYPE_CHECKING:
    from collections.abc import Container, Sequence

    from wrapture.html.content_lines import Line

NUMBERED: Final = frozenset([LineType.LINK_HEAD, LineType.TEXT_HEAD, LineType.LINK_TEXT_HEAD])
INVISIBLE: Final = frozenset([LineType.HR_LINE, LineType.BLANK])


class LinesOfKind:
    """The lines of certain types."""

    __slots__ = ("_before", "_numbers")

    def __init__(self, types: Sequence[LineType], kinds: Container[LineType]) -> None:
        chosen = [kind in kinds for kind in types]
        self._numbers = [n for n, own in enumerate(chosen) if own]
        self._before = list(accumulate(chosen, initial=0))

    def only(self, start: int, stop: int) -> int | None:
        """Return the only such line of a block, or None if there are none or several."""
        before = self._before[start]
        return self._numbers[before] if self._before[stop] - before == 1 else None

    def first(self, start: int, stop: int) -> int | None:
        """Return the first such line of a block."""
        before = self._before[start]
        return self._numbers[before] if self._before[stop] > before else None

    def all(self, start: int, stop: int) -> list[int]:
        """Return all such lines of a block."""
        return self._numbers[self._before[start] : self._before[stop]]


class FirstLines:
    """Finds the first line of the record in each block."""

    def __init__(self, lines: Sequence[Line]) -> None:
        types = [line.type for line in lines]
        self._unseen = [kind in INVISIBLE for kind in types]
        self._positions = [line.position for line in lines]
        self._flush = len(set(self._positions)) < 2  # as on an unrendered page: no line stands out to the left
        self._ruled = LinesOfKind(types, {LineType.HR_LINE})
        self._numbered = LinesOfKind(types, NUMBERED)
        self._blank = LinesOfKind(types, {LineType.BLANK})
        self._seen = LinesOfKind(types, frozenset(LineType) - INVISIBLE)

    def of(self, start: int, stop: int) -> tuple[int | None, ...]:
        """Return the line that the rules in sequence find in a block, then the line that each rule alone finds.

        A rule gives None where it does not apply; all give None in a block without visible content.
        """
        found = (
            self._after(self._ruled.only(start, stop), stop),  # the line after the only HR-LINE
            self._numbered.only(start, stop),  # the only line that starts with a number
            self._leftmost(start, stop),  # the only line at the smallest position
            self._after(self._blank.only(start, stop), stop),  # the line after the only blank line
            self._seen.first(start, stop),  # the first visible line
        )
        return next((line for line in found if line is not None), None), *found

    def _after(self, line: int | None, stop: int) -> int | None:
        """Return the visible line after another, if the block has one."""
        return None if line is None or line + 1 >= stop or self._unseen[line + 1] else line + 1

    def _leftmost(self, start: int, stop: int) -> int | None:
        if self._flush:
            return self._seen.only(start, stop)
        seen = self._seen.all(start, stop)
        left = min((self._positions[line] for line in seen), default=0)
        found = [line for line in seen if self._positions[line] == left]
        return found[0] if len(found) == 1 else None


def first_line(block: Sequence[Line]) -> int | None:
    """Return the first line of the record in a block by the first rule that applies; None if nothing is visible."""
    return FirstLines(block).of(0, len(block))[0]
