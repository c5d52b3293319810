"""The first line of a record in each block: five rules, in their order (section 4.3 of the paper)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

from wrapture.html.lines import LineType

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from wrapture.html.lines import Line

NUMBERED: Final = frozenset([LineType.LINK_HEAD, LineType.TEXT_HEAD, LineType.LINK_TEXT_HEAD])
UNSEEN: Final = frozenset([LineType.HR_LINE, LineType.BLANK])

Rule: TypeAlias = "Callable[[Sequence[Line]], int | None]"
"""Returns which line of a block is a record's first, or None where the rule does not apply."""


def after_rule(block: Sequence[Line]) -> int | None:
    """Return the line after the only HR-LINE."""
    return _after(block, LineType.HR_LINE)


def numbered(block: Sequence[Line]) -> int | None:
    """Return the only line that starts with a number."""
    return _only([n for n, line in enumerate(block) if line.type in NUMBERED])


def leftmost(block: Sequence[Line]) -> int | None:
    """Return the only line at the smallest position."""
    seen = [(line.position, n) for n, line in enumerate(block) if line.type not in UNSEEN]
    left = min((position for position, _ in seen), default=0)
    return _only([n for position, n in seen if position == left])


def after_blank(block: Sequence[Line]) -> int | None:
    """Return the line after the only blank line."""
    return _after(block, LineType.BLANK)


def first(block: Sequence[Line]) -> int | None:
    """Return the first line that shows something."""
    return next((n for n, line in enumerate(block) if line.type not in UNSEEN), None)


RULES: Final[tuple[Rule, ...]] = (after_rule, numbered, leftmost, after_blank, first)


def first_line(block: Sequence[Line]) -> int | None:
    """Return the first line of the record in a block by the first rule that applies; None in a block that shows nothing."""
    return next((n for rule in RULES if (n := rule(block)) is not None), None)


def _after(block: Sequence[Line], kind: LineType) -> int | None:
    n = _only([n for n, line in enumerate(block) if line.type == kind])
    if n is None or n + 1 >= len(block) or block[n + 1].type in UNSEEN:
        return None
    return n + 1


def _only(found: Sequence[int]) -> int | None:
    return found[0] if len(found) == 1 else None
