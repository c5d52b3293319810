"""Threads: how deep each record is indented, and which record it replies to.

Comments in comments are read as one list.  The depth of a record comes from the elements around it, if each comment contains
its replies, or from what indents it, if all comments are siblings.  Both must be consistent: a reply is one level deeper than
what it replies to.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

from wrapture.html.content_lines import is_size

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wrapture.html.page import Page
    from wrapture.model import Record

FEWEST: Final = 2  # replies of a thread
EXAMINED: Final = 16  # nodes at the beginning of a record that may indent it
EVEN: Final = 0.01  # of a step: how much an indentation may differ from a multiple of it
ATTRIBUTES: Final = ("indent", "depth", "data-depth", "data-level", "data-indent", "aria-level")
MARGIN: Final = "margin"
CLASS: Final = re.compile(r"(?:^|[\s_-])(?:depth|level|indent|nest(?:ed|ing)?)[-_]?(\d{1,2})(?!\S)")
STYLE: Final = re.compile(r"(?:margin|padding)-(?:left|inline-start)\s*:\s*(\d{1,5}(?:\.\d{1,9})?)")


class Reply(NamedTuple):
    """How deep a record is, 0 at the top, and the index of the record it replies to, if any."""

    depth: int
    parent: int | None


def thread_of(page: Page, records: Sequence[Record]) -> list[Reply] | None:
    """Return the place of each record in a thread, None if the list is not one."""
    starts = [record[0].start for record in records]
    return _nested(page, starts) or _indented(page, records)


def _nested(page: Page, starts: Sequence[int]) -> list[Reply] | None:
    """Return the thread of comments that contain their replies."""
    levels = [_level(page, start) for start in starts]
    replies = _replies(levels)
    pairs = [(n, reply.parent) for n, reply in enumerate(replies) if reply.parent is not None]
    if len(pairs) < FEWEST or len({levels[n] - levels[parent] for n, parent in pairs}) > 1:
        return None
    n, parent = pairs[0]
    around = _common(page, starts[parent], starts[n])
    height = levels[parent] - _level(page, around)
    comments = [_above(page, start, height) for start in starts]
    return replies if _are_comments(page, starts, comments) and _contain(page, comments, replies) else None


def _are_comments(page: Page, starts: Sequence[int], comments: Sequence[int]) -> bool:
    """Return whether the elements around records are of one kind, each with a record of its own first."""
    tag, classes = page.tags[comments[0]], frozenset.intersection(*map(page.classes, comments))
    of_one_kind = all(page.tags[one] == tag for one in comments) and (classes or not page.classes(comments[0]))
    return bool(of_one_kind) and all(before < comment for before, comment in zip(starts, comments[1:], strict=False))


def _contain(page: Page, comments: Sequence[int], replies: Sequence[Reply]) -> bool:
    """Return whether every reply is inside the element of what it replies to."""
    inside = (
        (one, comments[reply.parent]) for one, reply in zip(comments, replies, strict=True) if reply.parent is not None
    )
    return all(parent < one < page.stops[parent] for one, parent in inside)


def _level(page: Page, node: int) -> int:
    level = 0
    while page.parents[node] >= 0:
        node = page.parents[node]
        level += 1
    return level


def _above(page: Page, node: int, height: int) -> int:
    for _ in range(height):
        node = max(0, page.parents[node])
    return node


def _common(page: Page, one: int, other: int) -> int:
    """Return the lowest element that contains two nodes."""
    while not other <= one < page.stops[other]:
        other = page.parents[other]
    return other


def _replies(levels: Sequence[float]) -> list[Reply]:
    """Return the thread that indentations show: a record replies to the last one before it that is indented less.

    >>> _replies([0, 1, 2, 1, 0])
    [Reply(depth=0, parent=None), Reply(depth=1, parent=0), Reply(depth=2, parent=1), Reply(depth=1, parent=0), \
Reply(depth=0, parent=None)]
    """
    found, open_ones = [], list[int]()
    for n, level in enumerate(levels):
        while open_ones and levels[open_ones[-1]] >= level:
            open_ones.pop()
        found.append(Reply(len(open_ones), open_ones[-1] if open_ones else None))
        open_ones.append(n)
    return found


def _indented(page: Page, records: Sequence[Record]) -> list[Reply] | None:
    """Return the thread of comments that are siblings, by the first indication that all of them follow."""
    signs = [dict(_signs(page, record)) for record in records]
    seen = Counter([name for one in signs for name in one])
    for name, times in seen.items():
        if times < len(records) and name != MARGIN:  # only a margin may be missing where there is none
            continue
        levels = [one.get(name, 0.0) for one in signs]
        if is_thread(levels):
            return _replies(levels)
    return None


def is_thread(levels: Sequence[float]) -> bool:
    """Return whether indentations are those of a thread: multiples of a step, never more than one step deeper than before.

    >>> is_thread([0, 40, 80, 40, 0]), is_thread([0, 80, 40]), is_thread([0, 0, 0])
    (True, False, False)
    """
    lowest = min(levels)
    steps = {level - lowest for level in levels} - {0.0}
    if not steps or levels[0] != lowest or sum([level > lowest for level in levels]) < FEWEST:
        return False
    step = min(steps)
    even = all(abs(one / step - round(one / step)) <= EVEN for one in steps)
    return even and all(later - level <= step * (1 + EVEN) for level, later in pairwise(levels))


def _signs(page: Page, record: Record) -> Iterator[tuple[str, float]]:
    """Yield what may indent a record, by name."""
    start = record[0].start
    for node in range(start, min(record[-1].stop, start + EXAMINED)):
        attributes = page.attributes(node)
        if not attributes:  # texts, and most elements
            continue
        for name in ATTRIBUTES:
            if is_size(written := attributes.get(name) or ""):
                yield name, float(written)
        if found := CLASS.search(attributes.get("class") or ""):
            yield "class", float(found[1])
        if found := STYLE.search(attributes.get("style") or ""):
            yield MARGIN, float(found[1])
        if page.tags[node] == "img" and attributes.get("height") in ("0", "1"):  # a spacer
            width = attributes.get("width") or ""
            if is_size(width):
                yield "spacer", float(width)
