"""Tag paths as numbers, for fast comparison: the tag paths of all lines and records are compared."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wrapture.html.page import Page


def tag_paths(page: Page) -> list[int]:
    """Return a number for each node, equal for nodes with the same names on the path from the root.

    >>> from wrapture.html.lexbor import parse_page
    >>> page = parse_page("<p><b>1</b></p><p><b>2</b><i>3</i></p>")
    >>> paths = tag_paths(page)
    >>> [paths[node] == paths[page.texts.index("1")] for node in map(page.texts.index, "23")]
    [True, False]
    """
    numbers: dict[tuple[int, str], int] = {}
    number, found = numbers.setdefault, list[int]()
    for parent, tag in zip(page.parents, page.tags, strict=True):
        above = found[parent] if parent >= 0 else -1
        found.append(number((above, tag), len(numbers)))
    return found
