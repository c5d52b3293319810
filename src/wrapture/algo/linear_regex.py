r"""Regular expressions in linear time, for expressions that may come from anywhere.

An expression is compiled to a program for a virtual machine that follows all ways to match at once [1]_, so no expression and
no text makes it slow: the time is at most that of the text times that of the program.

Departures from [1]_
--------------------
* The syntax is the common part of Python's `re`: literals, ``.``, classes, ``\d \w \s \b``, groups, ``|``, ``^ $``, and the
  repeats ``* + ? {m,n}``, greedy or lazy.  What can't be matched in linear time (look-around, back references) is refused.

.. [1] Russ Cox: Regular expression matching: the virtual machine approach. 2009. https://swtch.com/~rsc/regexp/regexp2.html
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

MAX_PATTERN: Final = 200
"""Most characters of an expression."""
MAX_PROGRAM: Final = 1_000
"""Most instructions of a program; counted repeats are written out."""
MAX_DEPTH: Final = 20
MAX_GROUPS: Final = 9

Test: TypeAlias = "Callable[[str], bool]"
Groups: TypeAlias = "tuple[tuple[int, int] | None, ...]"
"""The places of the whole match and of each group; None for a group without a part in the match."""

_CLASSES: Final[dict[str, Test]] = {
    "d": str.isdecimal,
    "w": lambda c: c.isalnum() or c == "_",
    "s": str.isspace,
}
_REPEATS: Final[dict[str, tuple[int, int | None]]] = {"*": (0, None), "+": (1, None), "?": (0, 1)}
_ESCAPES: Final = {"n": "\n", "t": "\t", "r": "\r"}


class Op(NamedTuple):
    """One instruction: a character to test, a place to save, an assertion, or where to go on, in order of preference."""

    test: Test | None = None
    save: int = -1
    at: str = ""
    to: tuple[int, ...] = ()


class _Node(NamedTuple):
    """A piece of an expression: ``emit`` appends its instructions to a program; ``empty`` says that it may match nothing."""

    emit: Callable[[list[Op]], None]
    empty: bool


@lru_cache(maxsize=256)
def compiled(pattern: str) -> LinearRegex:
    """Return a compiled expression; raises `ValueError`."""
    return LinearRegex(pattern)


class LinearRegex:
    r"""A compiled expression.

    >>> LinearRegex(r"(\d+) reviews").search("has 212 reviews")
    ((4, 15), (4, 7))
    """

    def __init__(self, pattern: str) -> None:
        if not 0 < len(pattern) <= MAX_PATTERN:
            raise ValueError(f"an expression has 1 to {MAX_PATTERN} characters")
        parser = _Parser(pattern)
        node = parser.parse()
        self.groups = parser.groups
        self._program: list[Op] = [Op(save=0)]
        node.emit(self._program)
        self._program += [Op(save=1), Op()]

    def search(self, text: str, start: int = 0) -> Groups | None:
        """Return the first match from a position on, None if there is none."""
        now: dict[int, tuple[int, ...]] = {}
        found: tuple[int, ...] | None = None
        for at in range(start, len(text) + 1):
            if found is None:
                self._follow(now, 0, (-1,) * (2 * self.groups + 2), text, at)
            character = text[at : at + 1]
            after: dict[int, tuple[int, ...]] = {}
            for place, saved in now.items():
                op = self._program[place]
                if op.test is None:  # the end of the program
                    found = saved
                    break
                if character and op.test(character):
                    self._follow(after, place + 1, saved, text, at + 1)
            now = after
            if found is not None and not now:
                break
        if found is None:
            return None
        pairs = zip(found[::2], found[1::2], strict=True)
        return tuple([(first, last) if first >= 0 and last >= 0 else None for first, last in pairs])

    def matches(self, text: str) -> Iterator[Groups]:
        """Yield the matches of a text, one after the other."""
        at = 0
        while at <= len(text) and (found := self.search(text, at)) is not None:
            yield found
            start, stop = found[0] or (at, at)
            at = stop if stop > start else stop + 1

    def _follow(
        self, threads: dict[int, tuple[int, ...]], place: int, saved: tuple[int, ...], text: str, at: int
    ) -> None:
        """Add what can be reached without a character, in order of preference; a place that is known is not added again."""
        waiting = [(place, saved)]
        passed: set[int] = set()
        while waiting:
            place, saved = waiting.pop()
            if place in threads or place in passed:
                continue
            op = self._program[place]
            if op.to:
                passed.add(place)
                waiting += [(one, saved) for one in reversed(op.to)]
            elif op.save >= 0:
                passed.add(place)
                waiting.append((place + 1, (*saved[: op.save], at, *saved[op.save + 1 :])))
            elif op.at:
                passed.add(place)
                if _holds(op.at, text, at):
                    waiting.append((place + 1, saved))
            else:
                threads[place] = saved


def _holds(kind: str, text: str, at: int) -> bool:
    if kind == "^":
        return at == 0
    if kind == "$":
        return at == len(text)
    word = _CLASSES["w"]
    edge = (at > 0 and word(text[at - 1])) != (at < len(text) and word(text[at]))
    return edge == (kind == "b")


class _Parser:
    """Reads an expression by recursive descent; its depth is limited."""

    def __init__(self, pattern: str) -> None:
        self._text = pattern
        self._at = 0
        self._depth = 0
        self.groups = 0

    def parse(self) -> _Node:
        node = self._choice()
        if self._at < len(self._text):
            raise ValueError("a closing bracket has no opening one")
        return node

    def _peek(self) -> str:
        return self._text[self._at : self._at + 1]

    def _take(self, text: str) -> bool:
        taken = self._text.startswith(text, self._at)
        self._at += len(text) if taken else 0
        return taken

    def _next(self) -> str:
        character = self._peek()
        if not character:
            raise ValueError("the expression ends too early")
        self._at += 1
        return character

    def _choice(self) -> _Node:
        ways = [self._sequence()]
        while self._take("|"):
            ways.append(self._sequence())
        return ways[0] if len(ways) == 1 else _either(ways)

    def _sequence(self) -> _Node:
        nodes = []
        while self._peek() not in ("", "|", ")"):
            nodes.append(self._repeated())
        return _in_order(nodes)

    def _repeated(self) -> _Node:
        node = self._atom()
        while (counts := self._counts()) is not None:
            least, most = counts
            lazy = self._take("?")
            if self._peek() in ("*", "+"):
                raise ValueError("a repeat can't be repeated; put it into brackets")
            if node.empty:
                raise ValueError("what may be empty can't be repeated")
            node = _repeat(node, least, most, lazy)
        return node

    def _counts(self) -> tuple[int, int | None] | None:
        for mark, usual in _REPEATS.items():
            if self._take(mark):
                return usual
        if not self._take("{"):
            return None
        end = self._text.find("}", self._at)
        least, comma, most = self._text[self._at : max(end, self._at)].partition(",")
        if end < 0 or not least.isdecimal() or not (most.isdecimal() or not most) or max(len(least), len(most)) > 3:
            raise ValueError("{ begins a count, such as {2} or {2,5}; write \\{ for the character")
        self._at = end + 1
        counts = (int(least), int(most) if most else None if comma else int(least))
        if counts[1] is not None and not counts[0] <= counts[1] > 0:
            raise ValueError("the second number of a count is at least the first, and 1")
        return counts

    def _atom(self) -> _Node:
        character = self._next()
        match character:
            case "(":
                return self._group()
            case "[":
                return _one(self._class())
            case ".":
                return _one(lambda c: c != "\n")
            case "^" | "$":
                return _assertion(character)
            case "\\":
                return self._escape()
            case "*" | "+" | "?" | "{" | "}" | "]":
                raise ValueError(f"write \\{character} for the character {character}")
            case _:
                return _one(lambda c: c == character)

    def _group(self) -> _Node:
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise ValueError("too many brackets inside each other")
        number = 0
        if not self._take("?:"):
            if self._peek() == "?":
                raise ValueError("(? is not supported, apart from (?:")
            self.groups += 1
            number = self.groups
        if number > MAX_GROUPS:
            raise ValueError(f"at most {MAX_GROUPS} groups; write (?: for the others")
        node = self._choice()
        if not self._take(")"):
            raise ValueError("an opening bracket has no closing one")
        self._depth -= 1
        return _saved(node, number) if number else node

    def _escape(self) -> _Node:
        character = self._next()
        if character in "bB":
            return _assertion(character)
        return _one(self._escaped(character))

    def _escaped(self, character: str) -> Test:
        """Return the test of an escaped character: a class, or the character itself."""
        if character.lower() in _CLASSES:
            test = _CLASSES[character.lower()]
            return test if character.islower() else lambda c: not test(c)
        if character.isalnum() and character not in _ESCAPES:
            raise ValueError(f"\\{character} is not supported")
        literal = _ESCAPES.get(character, character)
        return lambda c: c == literal

    def _class(self) -> Test:
        negated = self._take("^")
        tests: list[Test] = []
        while not tests or self._peek() != "]":
            character = self._next()
            if character == "\\":
                character = self._next()
                tests.append(self._escaped(character))
                continue
            if self._peek() == "-" and self._text[self._at + 1 : self._at + 2] not in ("", "]", "\\"):
                self._at += 1
                tests.append(_between(character, self._next()))
            else:
                tests.append(_between(character, character))
        self._next()
        return lambda c: any(test(c) for test in tests) != negated


def _between(first: str, last: str) -> Test:
    if first > last:
        raise ValueError(f"{first}-{last} is no range; write the smaller character first")
    return lambda c: first <= c <= last


def _put(program: list[Op], op: Op) -> int:
    if len(program) >= MAX_PROGRAM:
        raise ValueError("the expression repeats too much; use smaller counts")
    program.append(op)
    return len(program) - 1


def _one(test: Test) -> _Node:
    def emit(program: list[Op]) -> None:
        _put(program, Op(test))

    return _Node(emit, empty=False)


def _assertion(kind: str) -> _Node:
    def emit(program: list[Op]) -> None:
        _put(program, Op(at=kind))

    return _Node(emit, empty=True)


def _saved(node: _Node, number: int) -> _Node:
    def emit(program: list[Op]) -> None:
        _put(program, Op(save=2 * number))
        node.emit(program)
        _put(program, Op(save=2 * number + 1))

    return _Node(emit, node.empty)


def _in_order(nodes: list[_Node]) -> _Node:
    def emit(program: list[Op]) -> None:
        for node in nodes:
            node.emit(program)

    return _Node(emit, all(node.empty for node in nodes))


def _either(ways: list[_Node]) -> _Node:
    def emit(program: list[Op]) -> None:
        ends = []
        for way in ways[:-1]:
            fork = _put(program, Op())
            way.emit(program)
            ends.append(_put(program, Op()))
            program[fork] = Op(to=(fork + 1, len(program)))
        ways[-1].emit(program)
        for end in ends:
            program[end] = Op(to=(len(program),))

    return _Node(emit, any(way.empty for way in ways))


def _repeat(node: _Node, least: int, most: int | None, lazy: bool) -> _Node:
    def fork(program: list[Op], place: int, after: int) -> None:
        program[place] = Op(to=(after, place + 1) if lazy else (place + 1, after))

    def emit(program: list[Op]) -> None:
        for _ in range(least):
            node.emit(program)
        if most is None:
            place = _put(program, Op())
            node.emit(program)
            _put(program, Op(to=(place,)))
            fork(program, place, len(program))
            return
        places = []
        for _ in range(most - least):
            places.append(_put(program, Op()))
            node.emit(program)
        for place in places:
            fork(program, place, len(program))

    return _Node(emit, least == 0)
