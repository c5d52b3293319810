"""Parse a script file into a tree of texts: YAML without tags, aliases or type conversion.

All scalars stay text (``2024``, ``no`` and ``1e3`` are what they look like).  Anchors, aliases, tags, merge keys and several
documents are rejected, and so are duplicate keys: a script needs none of them, and each can surprise.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias

import yaml

from wrapture.error_lines import read_problem
from wrapture.errors import ScriptError

if TYPE_CHECKING:
    from pathlib import Path

MAX_BYTES: Final = 64 * 1024
"""Largest script file: enough for a thousand steps."""
MAX_DEPTH: Final = 8
"""Deepest nesting of lists and mappings; a script needs six."""
MERGE: Final = "<<"


@dataclass(frozen=True, slots=True)
class Text:
    """A scalar."""

    line: int
    text: str


@dataclass(frozen=True, slots=True)
class Sequence:
    """A list."""

    line: int
    items: tuple[Tree, ...]


@dataclass(frozen=True, slots=True)
class Mapping:
    """A mapping: keys with their values, in order."""

    line: int
    pairs: tuple[tuple[Text, Tree], ...]

    def get(self, key: str) -> Tree | None:
        """Return the value of a key."""
        return next((value for name, value in self.pairs if name.text == key), None)


Tree: TypeAlias = Text | Sequence | Mapping


def read_document(path: Path) -> Tree:
    """Return the tree of a script file; raises `ScriptError`."""
    name = str(path)
    try:
        with path.open("rb") as file:
            raw = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise ScriptError(name, "", read_problem(error, advice="check the name")) from error
    if len(raw) > MAX_BYTES:
        raise ScriptError(name, "", f"is larger than {MAX_BYTES // 1024} KiB; split it into several scripts")
    try:
        return parsed(raw.decode("utf-8"), name)
    except UnicodeDecodeError as error:
        raise ScriptError(name, "", "is not UTF-8; save it in that encoding") from error


def parsed(text: str, name: str) -> Tree:
    """Return the tree of a YAML text; `name` names it in errors.  Raises `ScriptError`."""
    try:
        _check(text, name)
        node = yaml.compose(text, Loader=yaml.SafeLoader)
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        raise ScriptError(
            name, f"line {line}", f"is not YAML ({error.problem}); check the spaces and quotes"
        ) from error
    except yaml.YAMLError as error:
        raise ScriptError(name, "", "is not YAML (it contains an invalid character); check it") from error
    if node is None:
        raise ScriptError(name, "", "is empty; write steps: and a list of steps")
    return _tree(node, name)


def _check(text: str, name: str) -> None:
    """Raise `ScriptError` for YAML features that a script must not use; an event stream can't overflow the stack."""
    depth = documents = 0
    for event in yaml.parse(text, Loader=yaml.SafeLoader):
        place = f"line {event.start_mark.line + 1 if event.start_mark else 1}"
        depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
        documents += isinstance(event, yaml.DocumentStartEvent)
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
            raise ScriptError(name, place, "has an anchor or alias (& or *); write it out, or put it in quotes")
        if getattr(event, "tag", None):
            raise ScriptError(name, place, "has a tag (!); leave it out, or put it in quotes")
        if depth > MAX_DEPTH:
            raise ScriptError(name, place, f"is nested deeper than {MAX_DEPTH}; check the brackets and spaces")
        if documents > 1:
            raise ScriptError(name, place, "begins a second document (---); a file holds one script")


def _tree(node: yaml.Node, name: str) -> Tree:
    line = node.start_mark.line + 1
    if isinstance(node, yaml.ScalarNode):
        return Text(line, node.value)
    if isinstance(node, yaml.SequenceNode):
        return Sequence(line, tuple(_tree(item, name) for item in node.value))
    return Mapping(line, tuple(_pairs(node, name)))


def _pairs(node: yaml.Node, name: str) -> list[tuple[Text, Tree]]:
    found: dict[str, tuple[Text, Tree]] = {}
    for left, right in node.value:
        key, place = _tree(left, name), f"line {left.start_mark.line + 1}"
        if not isinstance(key, Text) or key.text == MERGE:
            raise ScriptError(name, place, "a key is not a text; write it as name: value")
        if key.text in found:
            raise ScriptError(name, place, f"duplicate key {key.text!r}; keep one of them")
        found[key.text] = key, _tree(right, name)
    return list(found.values())
