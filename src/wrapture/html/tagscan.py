"""Reads a page tag by tag, with an estimate of what the parser would do, and refuses it where that takes minutes.

The estimate of the parser's stack knows void elements, optional end tags and scopes, and errs towards deep; see `guard`, which
asks for it where counts do not clear a page, for what was measured.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from typing import TYPE_CHECKING

from wrapture.errors import HostilePageError

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

# What is refused: each limit is one to four seconds of parsing by the table in `guard`.
MAX_STEPS = 400_000_000  # open elements passed: 28,000 nested tags, or a million tags 400 deep
MAX_ATTRIBUTES = 30_000  # on one tag
MAX_OPTIONS = 15_000  # in one select
MAX_NAMES = 80_000  # distinct names of tags and attributes
MAX_CLONES = 2_000_000  # unclosed formatting elements that the parser would repeat (0.9 µs and 360 bytes each)
MAX_JOINED = 1_000_000_000  # characters of texts that are copied to be joined to another (0.3 GB)

CLONED_ATTRIBUTE = 16  # characters of a formatting tag that weigh as much as the clone of an element
COMPARED_FORMAT = 8  # a formatting element compared costs as much as 8 open elements passed (20,000: 2.9 s, not 0.4)
ALIKE = 3  # equal formatting elements that the parser keeps (the "Noah's Ark clause" of the standard)
WITHIN = 256  # open elements searched for the one that a tag closes; jsoup's issue 955 found 26 to be the web's deepest

_NAME = r"[^\t\n\f\r />][^\t\n\f\r />=]*+"
_VALUE = r"""[\t\n\f\r ]*+=[\t\n\f\r ]*+(?:"[^"]*+"|'[^']*+'|[^\t\n\f\r >"'][^\t\n\f\r >]*+)?+"""
ATTRIBUTE = rf"[\t\n\f\r /]*+{_NAME}(?:{_VALUE})?+"
_ATTRIBUTE_NAMES = re.compile(rf"[\t\n\f\r /]*+({_NAME})(?:{_VALUE})?+")
_TAG = re.compile(
    r"<!--(?:-?>|.*?(?:--!?>|\Z))"
    rf"|<(/?)([a-zA-Z][^\t\n\f\r />]*+)((?:{ATTRIBUTE})*+[\t\n\f\r /]*+)>?"  # end?, name, attributes
    r"([^<]*+</\2>)?+",  # … and whether it is closed at once
    re.DOTALL,
)


def names_in_sets() -> tuple[tuple[bytes, int], ...]:
    """Return all names that are in a set, with the sets that each is in as the bits of a number."""
    names = sorted(frozenset.union(*SETS))
    return tuple([(name.encode(), sum(1 << bit for bit, one in enumerate(SETS) if name in one)) for name in names])


def weight(tag: str) -> int:
    """Return how much the clone of a formatting tag weighs, in clones of a bare one."""
    return 1 + len(tag) // CLONED_ATTRIBUTE


def _set(names: str) -> frozenset[str]:
    return frozenset(names.split())


VOID = _set("area base basefont bgsound br col embed frame hr image img input keygen link meta param source track wbr")
ONCE = _set("html body")  # the attributes of a second one go to the first
NOT_OPENED = VOID | ONCE | _set("head form frameset")  # void, or only one at a time
RAW = _set("script style textarea title xmp iframe noembed noframes plaintext")
FORMATTING = _set("a b big code em font i nobr s small strike strong tt u")
HEADINGS = _set("h1 h2 h3 h4 h5 h6")
MARKERS = _set("td th caption applet object marquee template")  # formatting does not go beyond these
SCOPE = MARKERS | _set("table svg math foreignobject desc mi mo mn ms mtext annotation-xml")
CLOSES_P = HEADINGS | _set(
    "address article aside blockquote center dd details dialog dir div dl dt fieldset figcaption figure footer form"
    " header hgroup hr li listing main menu nav ol p plaintext pre search section summary table ul xmp"
)
SPECIAL = SCOPE | CLOSES_P | _set("body button tbody tfoot thead tr colgroup select template")
P_SCOPE = SCOPE | {"button"}
_P = ("p",)
FOREIGN = _set("svg math")
HTML_AGAIN = _set("foreignobject desc title mi mo mn ms mtext annotation-xml")  # inside FOREIGN
IN_TABLE = _set("table template")  # what the parts of a table do not look beyond
TABLE_PARTS = _set("table caption colgroup tbody tfoot thead tr td th")
JOINING = _set("caption col colgroup tbody tfoot thead tr td th body form frame frameset head html script style")
"""What the parser may drop or move, so that the texts on both sides of it become one."""
JOINED = "characters of texts to join, for tags that are dropped between them"
_ITEM = SPECIAL - _set("address div p")
_CELLS, _GROUPS = _set("td th"), _set("tbody thead tfoot caption colgroup")
UNCELLED = TABLE_PARTS - _CELLS - {"caption"}  # texts directly inside of these are moved before the table
CLOSED_BY_START = {  # start tag: the open elements it closes, and those it does not look beyond
    "li": (_set("li"), _ITEM),
    **dict.fromkeys(("dd", "dt"), (_set("dd dt"), _ITEM)),
    **dict.fromkeys(("td", "th"), (_CELLS, IN_TABLE)),
    "tr": (_set("tr"), IN_TABLE),
    **dict.fromkeys(_GROUPS, (_GROUPS, IN_TABLE)),
    "option": (_set("option"), SPECIAL),
    "button": (_set("button"), SCOPE),
    "select": (_set("select"), SCOPE),
}

SETS = (  # in the order of the bits by which the native extension knows them
    NOT_OPENED,
    ONCE,
    RAW,
    FORMATTING,
    HEADINGS,
    MARKERS,
    SCOPE,
    CLOSES_P,
    SPECIAL,
    P_SCOPE,
    FOREIGN,
    HTML_AGAIN,
    IN_TABLE,
    TABLE_PARTS,
    JOINING,
    _ITEM,
    _CELLS,
    _GROUPS,
    UNCELLED,
    *map(
        _set,
        ("p", "li", "dd dt", "tr", "option", "button", "select", "a nobr", "table", "caption", "plaintext", "template"),
    ),
)
LIMITS = (MAX_STEPS, MAX_ATTRIBUTES, MAX_OPTIONS, MAX_NAMES, MAX_CLONES, MAX_JOINED)
WEIGHTS = (COMPARED_FORMAT, CLONED_ATTRIBUTE, ALIKE, WITHIN)


RAW_END = {name: re.compile(rf"</{name}(?=[\t\n\f\r />])", re.IGNORECASE) for name in RAW}
"""Where the text of each of these elements ends."""


class OpenElements:
    """The parser's open elements and active formatting elements, as far as they matter, and what they cost so far."""

    def __init__(self, page: str) -> None:
        self.page = page
        self.stack: list[str] = []
        self.open: Counter[str] = Counter()  # how often each name is in the stack
        self.frames = [_Frame()]  # one for each marker in the stack, and one below
        self.names: set[str] = set()
        self.merged = 0  # attributes on all html and body tags: the parser gathers them on the first
        self.options = self.steps = self.clones = self.joined = 0
        self.text = 0  # characters since an element last began or ended, which become one text …
        self.moved = 0  # … and of a table outside of its cells, which become one before it

    def read(self, text: str) -> None:
        """Read the tags of `text`; raise `HostilePageError` where a limit is passed."""
        for end, name, rest, closed in self._tags(text):
            self._count(name, rest)
            depth = len(self.stack)
            if end:
                self._end(name)
            else:
                self._start(name, rest, closed)
            self._join(name, rest, parts=not end or len(self.stack) < depth)
            self._charge()

    def _tags(self, text: str) -> Iterator[tuple[str, str, str, bool]]:
        at = 0
        while tag := _TAG.search(text, at):
            self._add_text(text, at, tag.start())
            at = tag.end()
            end, name, rest, closed = tag.groups()
            if name is not None:
                name = name.lower()
                at = at if closed is None or not end else tag.start(4)
                yield end, name, rest, closed is not None
                self.text += len(closed or "") if name in JOINING and not end else 0
                if name in RAW and not end and closed is None and not self._is_foreign():
                    close = RAW_END[name].search(text, at) if name != "plaintext" else None
                    at = close.start() if close else len(text)

    def _count(self, name: str, rest: str) -> None:
        self.names.add(name)
        if rest:
            attributes = _ATTRIBUTE_NAMES.findall(rest)
            self.names.update(attributes)
            self.merged += len(attributes) if name in ONCE else 0
            self._limit(max(len(attributes), self.merged), MAX_ATTRIBUTES, "attributes on one tag")
        self._limit(len(self.names), MAX_NAMES, "different names of tags and attributes")

    def _start(self, name: str, rest: str, closed: bool) -> None:
        if name in CLOSES_P:
            self._close(_P, P_SCOPE)
        if name in CLOSED_BY_START:
            self._close(*CLOSED_BY_START[name])
        elif name in HEADINGS and self.stack and self.stack[-1] in HEADINGS:
            self._cut(len(self.stack) - 1)
        elif name in ("a", "nobr"):
            self._end_format(name)
        if name in ("select", "option"):
            self._count_options(name, rest)
        if not (closed or name in NOT_OPENED or (rest.endswith("/") and name not in SPECIAL and self._is_foreign())):
            self._open(name, rest)

    def _open(self, name: str, rest: str) -> None:
        self.stack.append(name)
        self.open[name] += 1
        if name in FORMATTING:
            self.steps += COMPARED_FORMAT * len(self.frames[-1].active)
            self.frames[-1].add(name, rest)
        elif name in MARKERS:
            self.frames.append(_Frame())

    def _add_text(self, text: str, start: int, stop: int) -> None:
        self.text += stop - start
        if start < stop and self.stack and self.stack[-1] in UNCELLED and not text[start:stop].isspace():
            self.joined += self.moved
            self.moved += stop - start
            self._limit(self.joined, MAX_JOINED, JOINED)

    def _join(self, name: str, rest: str, *, parts: bool) -> None:
        """Count what is copied where this tag is dropped: its values lie in memory after the text that is to grow."""
        is_cell = name in _CELLS or name == "caption"
        self.moved = 0 if name == "table" else self.moved
        if parts and (name not in JOINING or (is_cell and (self.open["table"] or self.open["template"]))):
            self.text = 0
        elif "=" in rest:
            self.joined += self.text
            self._limit(self.joined, MAX_JOINED, JOINED)

    def _count_options(self, name: str, rest: str) -> None:
        """Count the options of a select; one for several choices is linear, and a datalist too."""
        if name == "select":
            self.options = -sys.maxsize if "multiple" in rest.lower() else 0
        elif self.open["select"]:
            self.options += 1
            self._limit(self.options, MAX_OPTIONS, "options in one select")

    def _end(self, name: str) -> None:
        if name in HEADINGS:
            self._close(HEADINGS, SCOPE)
        elif name in FORMATTING:
            self._end_format(name)
        elif name in TABLE_PARTS:
            self._close((name,), IN_TABLE)
        else:
            self._close((name,), SCOPE if name in SPECIAL else SPECIAL)

    def _end_format(self, name: str) -> None:
        """Forget the last `name`; what is special above it stays open (the standard's "adoption agency")."""
        self.frames[-1].forget(name)
        at = self._find((name,), SCOPE)
        if at is None:
            self._clone(self.frames[-1].active if self.open[name] else [])  # if it is far below, all may be cut off
        elif SPECIAL.isdisjoint(self.stack[at:]):
            self._cut(at)
        else:
            self._drop(self.stack.pop(at))

    def _close(self, names: Collection[str], barrier: Collection[str]) -> None:
        at = self._find(names, barrier)
        if at is not None:
            self._cut(at)

    def _find(self, names: Collection[str], barrier: Collection[str]) -> int | None:
        """Return where the innermost of `names` is open, if it is this side of any `barrier`."""
        if not any(map(self.open.get, names)):
            return None
        for at in range(len(self.stack) - 1, max(-1, len(self.stack) - 1 - WITHIN), -1):
            if self.stack[at] in names:
                return at
            if self.stack[at] in barrier:
                return None
        return None

    def _cut(self, at: int) -> None:
        for name in reversed(self.stack[at:]):
            self._drop(name)
        del self.stack[at:]

    def _drop(self, name: str) -> None:
        self.open[name] -= 1
        if name in MARKERS:
            self.frames.pop()
        elif name in FORMATTING:
            self.frames[-1].open -= 1

    def _is_foreign(self) -> bool:
        if not (self.open["svg"] or self.open["math"]):
            return False
        at = self._find(FOREIGN | HTML_AGAIN, ())
        return at is not None and self.stack[at] in FOREIGN

    def _charge(self) -> None:
        """Add what this tag costs: a look at all that is open, and opening again the formatting that was cut off."""
        self.steps += len(self.stack)
        self._limit(self.steps, MAX_STEPS, "steps over open elements, for tags nested too deep")
        frame = self.frames[-1]
        if (lost := len(frame.active) - frame.open) > 0:
            self._clone(frame.active[-lost:])

    def _clone(self, formats: list[tuple[str, str]]) -> None:
        self.clones += sum(weight(rest) for _, rest in formats)
        self._limit(self.clones, MAX_CLONES, "copies of unclosed formatting tags")

    def _limit(self, found: int, limit: int, what: str) -> None:
        if found > limit:
            raise HostilePageError(
                self.page, f"more than {limit:,} {what}: it would take minutes to parse; leave it out"
            )


class _Frame:
    """The formatting elements since a marker: those active, and how many of them are open."""

    def __init__(self) -> None:
        self.active: list[tuple[str, str]] = []
        self.alike: Counter[tuple[str, str]] = Counter()
        self.open = 0

    def add(self, name: str, rest: str) -> None:
        """Make one active and open; a fourth one alike pushes the first out."""
        entry = (name, rest)
        if self.alike[entry] >= ALIKE:
            self.active.remove(entry)
            self.alike[entry] -= 1
        self.active.append(entry)
        self.alike[entry] += 1
        self.open += 1

    def forget(self, name: str) -> None:
        """Make the last `name` inactive."""
        for at in range(len(self.active) - 1, max(-1, len(self.active) - 1 - WITHIN), -1):
            if self.active[at][0] == name:
                self.alike[self.active.pop(at)] -= 1
                return
