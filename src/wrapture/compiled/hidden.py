"""The parts of a body's markup that have no tokens: comments, drawings, and texts that are not displayed.

The parser writes a tree, so that what is opened is closed, and in order; only texts that are written as they are have to be
passed over at once.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import Final

from wrapture.compiled.markup import RAW, UnprovedError, may_hold_end

DRAWN: Final = frozenset(["svg", "math"])
"""Elements that have no tokens, nor has what is inside of them."""
SILENT: Final = frozenset(["noscript", "textarea", "title"])
"""Elements whose texts are no tokens."""
UNREADABLE: Final = frozenset(["xmp", "plaintext"])
"""Elements whose text is displayed and written as it is."""
_NAMES: Final = ("template", *sorted(RAW | DRAWN | SILENT | UNREADABLE))
_FIRST: Final = "[!{}][-{}]".format(
    *map("".join, zip(*[name[:2] for name in _NAMES], strict=True))
)  # few tags begin so
_OPENED: Final = re.compile(rf"<(?={_FIRST})(?:!--|()({'|'.join(_NAMES)})(?=[ >]))")
_OPENED_OR_CLOSED: Final = re.compile(rf"<(?:!--|(/?)({'|'.join(_NAMES)})(?=[ >]))")


class Hidden:
    """Tells which tags and texts of a body's markup have no tokens; raises `UnprovedError` where that can't be told."""

    def __init__(self, markup: str) -> None:
        self._markup = markup
        self._opaque = _Ranges()
        self._silent = _Ranges()
        at = 0
        while (mark := self._next(at)) is not None:
            if markup.rfind("<", at, mark.start()) > markup.rfind(">", at, mark.start()):  # it is part of a name
                raise UnprovedError
            at = self._after(mark)
        if self._is_inside():
            raise UnprovedError

    def has_tag(self, start: int) -> bool:
        """Return whether the start tag that begins at a place has no token."""
        return self._opaque.has(start)

    def has_text(self, before: int) -> bool:
        """Return whether the text after the ``>`` at a place has no tokens."""
        return self._opaque.has(before) or self._silent.has(before)

    def stop(self, before: int) -> int:
        """Return where the part ends that a ``>`` is inside of, 0 for none: after a comment, a text may go on at once."""
        return self._opaque.stop(before)

    def _is_inside(self) -> bool:
        """Return whether a part is open."""
        return self._opaque.depth > 0 or self._silent.depth > 0

    def _next(self, at: int) -> re.Match[str] | None:
        """Return the next mark; there is nothing to close where nothing is open."""
        return (_OPENED_OR_CLOSED if self._is_inside() else _OPENED).search(self._markup, at)

    def _after(self, mark: re.Match[str]) -> int:
        """Return where to go on after a mark."""
        start, name = mark.start(), mark[2]
        if name in UNREADABLE:
            raise UnprovedError
        if name is None:
            return self._opaque.add(start - 1, self._stop("-->", mark.end()))
        if name in RAW:
            return self._opaque.add(start, self._raw_stop(name, mark.end()))
        ranges = self._silent if name in SILENT else self._opaque
        if mark[1]:
            ranges.close(mark.end() + 1)
        else:
            ranges.open(start - 1 if name in DRAWN else start)
        return mark.end()

    def _raw_stop(self, name: str, start: int) -> int:
        """Return where an element ends whose text is written as it is; in a drawing, nothing in it may look like a tag."""
        stop = self._stop(f"</{name}>", start)
        text = self._markup[start : stop - len(name) - 3]
        if "<" in text and (self._opaque.depth or may_hold_end(name, text)):
            raise UnprovedError
        return stop

    def _stop(self, end: str, start: int) -> int:
        """Return where the next end is over; that there is none means that something was taken for what it is not."""
        found = self._markup.find(end, start)
        if found < 0:
            raise UnprovedError
        return found + len(end)


class _Ranges:
    """Parts of a markup that are apart and in order; one inside of another is part of it."""

    def __init__(self) -> None:
        self.depth = 0
        self._starts: list[int] = []
        self._stops: list[int] = []

    def has(self, place: int) -> bool:
        """Return whether a place is inside of a part, neither its first character nor its last."""
        return self.stop(place) > 0

    def stop(self, place: int) -> int:
        """Return where the part ends that a place is inside of, 0 for none."""
        number = bisect_left(self._starts, place) - 1
        return self._stops[number] if number >= 0 and place < self._stops[number] - 1 else 0

    def open(self, start: int) -> None:
        """Begin a part."""
        if not self.depth:
            self._starts.append(start)
        self.depth += 1

    def close(self, stop: int) -> None:
        """End the innermost part that is open."""
        self.depth -= 1
        if not self.depth:
            self._stops.append(stop)
        if self.depth < 0:
            raise UnprovedError

    def add(self, start: int, stop: int) -> int:
        """Add a part; return where it ends."""
        self.open(start)
        self.close(stop)
        return stop
