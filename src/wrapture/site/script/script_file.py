"""Parse a script file into steps; all are validated before the first request."""

from __future__ import annotations

import re
from dataclasses import dataclass
from math import isfinite
from typing import TYPE_CHECKING, Final, NoReturn

from wrapture.errors import ScriptError
from wrapture.site.script.script_steps import (
    Choose,
    Click,
    ClickUntilGone,
    Fields,
    Fill,
    LogIn,
    Next,
    Open,
    Placed,
    SavePage,
    Script,
    ScrollUntilStill,
    Secret,
    Send,
    Step,
    Value,
    Wait,
    WaitFor,
)
from wrapture.site.script.yaml_document import Mapping, Sequence, Text, Tree, parsed, read_document

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

MAX_STEPS: Final = 1000
MAX_WAIT_S: Final = 300.0
"""Longest wait of one step."""
WAIT_FOR_S: Final = 20.0
"""Default time to wait for a text."""
MAX_PAGES: Final = 1000
"""Most pages of one list."""
SECRET: Final = "{secret: NAME}, an environment variable or prompted for"  # noqa: S105 - says how

_WEB: Final = re.compile(r"https?://[^/?#\\]", re.I)
_USER: Final = re.compile(r"[a-z]+://[^/?#]*@", re.I)
_OTHER_SCHEME: Final = re.compile(r"[a-z][a-z0-9+.-]*:", re.I)
_NAME: Final = re.compile(r"[^\W_][\w .-]{0,79}")
_VARIABLE: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
RESERVED: Final = frozenset({"index"})
"""Names of other files beside the saved pages."""
YES: Final = frozenset({"true", "yes", "on"})
NO: Final = frozenset({"false", "no", "off"})


def load_script(path: Path) -> Script:
    """Return the steps of a script file; raises `ScriptError`."""
    return _script(read_document(path), str(path))


def parse_script(text: str, name: str = "script") -> Script:
    """Return the steps of a script's text; raises `ScriptError`.

    >>> parse_script("steps: [{open: https://example.org/}, {save: start}]").steps[1].step
    SavePage(name='start')
    """
    return _script(parsed(text, name), name)


def _script(tree: Tree, path: str) -> Script:
    top = _Reader(path, "")
    if not isinstance(tree, Mapping):
        top.fail("holds no steps; write steps: and a list of steps")
    top.known(tree, "steps")
    steps = tree.get("steps")
    if not isinstance(steps, Sequence) or not steps.items:
        top.fail("holds no steps; write steps: and a list of steps")
    if len(steps.items) > MAX_STEPS:
        top.fail(f"has more than {MAX_STEPS} steps; split it into several scripts")
    placed = tuple(_placed(item, number, path) for number, item in enumerate(steps.items, 1))
    _Reader(path, placed[0].place).check_first(placed[0].step)
    return Script(path, placed)


def _placed(item: Tree, number: int, path: str) -> Placed:
    reader = _Reader(path, f"step {number} (line {item.line})")
    if not isinstance(item, Mapping) or len(item.pairs) != 1:
        reader.fail(f"a step is one key with its value, such as open: ADDRESS; the keys are {_WORDS}")
    ((word, content),) = item.pairs
    read = STEPS.get(word.text)
    if read is None:
        reader.fail(f"unknown step {word.text!r}; the steps are {_WORDS}")
    return Placed(read(reader, content), number, item.line)


@dataclass(frozen=True, slots=True)
class _Reader:
    """Reads the value of one step."""

    path: str
    place: str

    def fail(self, what: str) -> NoReturn:
        raise ScriptError(self.path, self.place, what)

    # --- pieces ---

    def known(self, tree: Mapping, *keys: str) -> None:
        for key, _ in tree.pairs:
            if key.text not in keys:
                self.fail(f"unknown key {key.text!r}; allowed here: {', '.join(keys)}")

    def mapping(self, tree: Tree | None, form: str) -> Mapping:
        if not isinstance(tree, Mapping) or not tree.pairs:
            self.fail(f"write it as {form}")
        return tree

    def text(self, tree: Tree | None, form: str) -> str:
        if not isinstance(tree, Text) or not tree.text.strip():
            self.fail(f"write it as {form}")
        return tree.text

    def number(self, tree: Tree | None, form: str, most: float) -> float:
        try:
            number = float(self.text(tree, form))
        except ValueError:
            number = -1.0
        if not isfinite(number) or not 0 < number <= most:
            self.fail(f"write it as {form}, with a number up to {most:g}")
        return number

    def count(self, tree: Tree | None, form: str, most: int) -> int:
        number = self.number(tree, form, most)
        if number != int(number):
            self.fail(f"write it as {form}, with a whole number")
        return int(number)

    def truth(self, tree: Tree, form: str) -> bool:
        said = self.text(tree, form).lower()
        if said not in YES | NO:
            self.fail(f"write it as {form}")
        return said in YES

    def value(self, tree: Tree, form: str) -> Value:
        """Return a text, which may be empty, or a secret."""
        if isinstance(tree, Text):
            return tree.text
        if not isinstance(tree, Mapping):
            self.fail(f"write it as {form}")
        self.known(tree, "secret")
        name = self.text(tree.get("secret"), SECRET)
        if not _VARIABLE.fullmatch(name):
            self.fail(f"{name!r} is not a name for an environment variable; write it as {SECRET}")
        return Secret(name)

    def fields(self, tree: Tree | None, form: str) -> Fields:
        pairs = self.mapping(tree, form).pairs
        return tuple((self.text(name, form), self.value(value, form)) for name, value in pairs)

    def name(self, tree: Tree | None, form: str) -> str:
        name = self.text(tree, form)
        if not _NAME.fullmatch(name) or name.endswith((".", " ")) or name.lower() in RESERVED:
            self.fail(
                f"{name!r} is not a name for a page; use letters, digits, spaces and -, not {', '.join(RESERVED)}"
            )
        return name

    # --- steps ---

    def open(self, tree: Tree) -> Step:
        url = self.text(tree, "open: ADDRESS").strip()
        if _OTHER_SCHEME.match(url) and not _WEB.match(url):
            self.fail("only addresses such as http://host/path or https://host/path can be opened")
        if _USER.match(url):
            self.fail(
                "the address contains a user name or password, which must not be in the file; remove it and use log in"
            )
        return Open(url)

    def check_first(self, step: Step) -> None:
        if not isinstance(step, Open) or not _WEB.match(step.url):
            self.fail("a script begins with open: and a whole address, such as https://host/path")

    def log_in(self, tree: Tree) -> Step:
        form = "log in: {user: NAME, password: {secret: NAME}}"
        said = self.mapping(tree, form)
        self.known(said, "user", "password", "with")
        user, others = said.get("user"), said.get("with")
        password = self.value(said.get("password") or Text(0, ""), form)
        if not isinstance(password, Secret):
            self.fail(f"a password must not be in the file; write it as {SECRET}")
        return LogIn(
            None if user is None else self.value(user, form),
            password,
            () if others is None else self.fields(others, "with: {FIELD: VALUE}"),
        )

    def fill(self, tree: Tree) -> Step:
        return Fill(self.fields(tree, "fill: {FIELD: VALUE}"))

    def choose(self, tree: Tree) -> Step:
        form = "choose: {FIELD: OPTION} or {FIELD: [OPTION, OPTION]}"
        pairs = self.mapping(tree, form).pairs
        return Choose(tuple((self.text(name, form), self._options(value, form)) for name, value in pairs))

    def _options(self, tree: Tree, form: str) -> tuple[str, ...]:
        items = tree.items if isinstance(tree, Sequence) else (tree,)
        if not all(isinstance(item, Text) for item in items):
            self.fail(f"write it as {form}")
        return tuple(item.text for item in items if isinstance(item, Text))

    def click(self, tree: Tree) -> Step:
        form = "click: TEXT or {text: TEXT, number: 2, sure: true}"
        if isinstance(tree, Text):
            return Click(self.text(tree, form))
        said = self.mapping(tree, form)
        self.known(said, "text", "number", "sure")
        number, sure = said.get("number"), said.get("sure")
        return Click(
            self.text(said.get("text"), form),
            None if number is None else self.count(number, form, MAX_PAGES),
            sure is not None and self.truth(sure, form),
        )

    def click_until_gone(self, tree: Tree) -> Step:
        return ClickUntilGone(self.text(tree, "click until gone: TEXT"))

    def scroll_until_still(self, tree: Tree) -> Step:
        return ScrollUntilStill(self.count(tree, "scroll until still: TIMES, the most", MAX_PAGES))

    def send(self, tree: Tree) -> Step:
        return Send(self.text(tree, "send: FIELD"))

    def wait(self, tree: Tree) -> Step:
        form = "wait: SECONDS or {for: TEXT, seconds: SECONDS}"
        if isinstance(tree, Text):
            return Wait(self.number(tree, form, MAX_WAIT_S))
        said = self.mapping(tree, form)
        self.known(said, "for", "seconds")
        seconds = said.get("seconds")
        longest = WAIT_FOR_S if seconds is None else self.number(seconds, form, MAX_WAIT_S)
        return WaitFor(" ".join(self.text(said.get("for"), form).split()), longest)

    def save(self, tree: Tree) -> Step:
        return SavePage(self.name(tree, "save: NAME"))

    def next(self, tree: Tree) -> Step:
        form = "next: {pages: 5, save: NAME}"
        said = self.mapping(tree, form)
        self.known(said, "pages", "save")
        return Next(self.count(said.get("pages"), form, MAX_PAGES), self.name(said.get("save"), form))


STEPS: Final[dict[str, Callable[[_Reader, Tree], Step]]] = {
    "open": _Reader.open,
    "log in": _Reader.log_in,
    "fill": _Reader.fill,
    "choose": _Reader.choose,
    "click": _Reader.click,
    "click until gone": _Reader.click_until_gone,
    "scroll until still": _Reader.scroll_until_still,
    "send": _Reader.send,
    "wait": _Reader.wait,
    "save": _Reader.save,
    "next": _Reader.next,
}
_WORDS: Final = ", ".join(STEPS)
