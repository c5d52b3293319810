"""The heading of a list: what stands above it and says what it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from wrapture.discovery.signs import NUMBER, TURNING
from wrapture.html.lines import LineType, shown_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.html.lines import Line
    from wrapture.html.page import Page

RANKED: Final = frozenset(["h1", "h2", "h3", "h4", "h5", "h6"])
HEADINGS: Final = RANKED | {"caption", "legend", "summary", "dt", "b", "strong"}
PLAIN: Final = (LineType.TEXT, LineType.TEXT_HEAD)
LOOKED_AT: Final = 4  # lines above a list among which its heading is looked for
LEVELS: Final = 2  # how far above a heading the element may be that holds the list too
MAX_HEADING: Final = 100  # characters


def heading_above(page: Page, lines: Sequence[Line], start: int, stop: int) -> str:
    """Return the heading of the list that begins at node ``stop``, empty where there is none from node ``start`` on.

    That is the nearest heading among a few lines above; else the nearest of the section that the list stands in; else the line
    right above, where it is no link, as the rest of a menu would be.  The head of a table and the numbers of pages are none.
    """
    shown = [line for line in lines if start <= line.start and line.stop <= stop and line.type < LineType.HR_LINE]
    shown = [line for line in shown if above(page, line.start, "th") < 0 and not _turns_pages(shown_text(page, line))]
    near = shown[: -LOOKED_AT - 1 : -1]
    headed = next((line for line in near if _heading_of(page, line, HEADINGS) >= 0), None)
    if headed is None:
        headed = next((line for line in reversed(shown) if _heads_section(page, line, stop)), None)
    if headed is None and near and near[0].type in PLAIN:
        headed = near[0]
    text = shown_text(page, headed) if headed is not None else ""
    return text if len(text) <= MAX_HEADING else ""


def _heads_section(page: Page, line: Line, node: int) -> bool:
    """Return whether a line is the heading of a section that holds a node too."""
    around = _heading_of(page, line, RANKED)
    for _ in range(LEVELS):
        around = page.parents[around] if around >= 0 else around
        if 0 <= around < node < page.stops[around]:
            return True
    return False


def _turns_pages(text: str) -> bool:
    return bool(NUMBER.fullmatch(text) or TURNING.fullmatch(text))


def _heading_of(page: Page, line: Line, names: frozenset[str]) -> int:
    """Return the element for headings that a line stands in, -1 where it stands in none."""
    node = line.start
    while node >= 0 and page.tags[node] not in names:
        node = page.parents[node]
    return node


def above(page: Page, node: int, name: str) -> int:
    """Return the nearest element of a name that a node is or stands in, -1 where there is none."""
    while node >= 0 and page.tags[node] != name:
        node = page.parents[node]
    return node
