"""The heading of a list: the text above it that names it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from wrapture.html.content_lines import LineType, shown_text
from wrapture.learning.list_signs import NUMBER, PAGINATION_WORDS
from wrapture.learning.table_rows import is_header_row

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.html.content_lines import Line
    from wrapture.html.page import Page

RANKED: Final = frozenset(["h1", "h2", "h3", "h4", "h5", "h6"])
HEADINGS: Final = RANKED | {"caption", "legend", "summary", "dt", "b", "strong"}
PLAIN: Final = (LineType.TEXT, LineType.TEXT_HEAD)
EXAMINED: Final = 4  # lines above a list that are searched for its heading
LEVELS: Final = 2  # how far above a heading the element may be that also contains the list
MAX_HEADING: Final = 100  # characters


def heading_above(page: Page, lines: Sequence[Line], start: int, stop: int) -> str:
    """Return the heading of the list that begins at node ``stop``, empty if there is none after node ``start``.

    That is the nearest heading a few lines above; else the nearest heading of the enclosing section; else the line directly
    above, unless it is a link, as in a menu.  Table headers and page numbers do not count.
    """
    shown = [line for line in lines if start <= line.start and line.stop <= stop and line.type < LineType.HR_LINE]
    shown = [line for line in shown if not _is_table_header(page, line) and not _is_pagination(shown_text(page, line))]
    near = shown[: -EXAMINED - 1 : -1]
    headed = next((line for line in near if _heading_of(page, line, HEADINGS) >= 0), None)
    if headed is None:
        headed = next((line for line in reversed(shown) if _heads_section(page, line, stop)), None)
    if headed is None and near and near[0].type in PLAIN:
        headed = near[0]
    text = shown_text(page, headed) if headed is not None else ""
    return text if len(text) <= MAX_HEADING else ""


def _heads_section(page: Page, line: Line, node: int) -> bool:
    """Return whether a line is the heading of a section that also contains a node."""
    around = _heading_of(page, line, RANKED)
    for _ in range(LEVELS):
        around = page.parents[around] if around >= 0 else around
        if 0 <= around < node < page.stops[around]:
            return True
    return False


def _is_table_header(page: Page, line: Line) -> bool:
    row = above(page, line.start, "tr")
    return above(page, line.start, "th") >= 0 or (row >= 0 and is_header_row(page, row))


def _is_pagination(text: str) -> bool:
    return bool(NUMBER.fullmatch(text) or PAGINATION_WORDS.fullmatch(text))


def _heading_of(page: Page, line: Line, names: frozenset[str]) -> int:
    """Return the heading element that contains a line, -1 if there is none."""
    node = line.start
    while node >= 0 and page.tags[node] not in names:
        node = page.parents[node]
    return node


def above(page: Page, node: int, name: str) -> int:
    """Return the nearest element of this name that is or contains a node, -1 if there is none."""
    while node >= 0 and page.tags[node] != name:
        node = page.parents[node]
    return node
