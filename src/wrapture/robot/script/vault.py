"""Secrets while a script runs: had from the environment or from a person, kept in memory, shown nowhere."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass, field
from getpass import getpass
from typing import TYPE_CHECKING, Final

from wrapture.errors import ScriptError
from wrapture.robot.script.steps import Secret

if TYPE_CHECKING:
    from collections.abc import Callable

    from wrapture.robot.script.steps import Script, Value

MIN_LENGTH: Final = 4
"""Characters of a secret: a shorter one would be masked all over the pages, wherever chance puts its letters."""


@dataclass(frozen=True, slots=True)
class Filling:
    """What goes into a field, and whether it must not be shown."""

    text: str = field(repr=False)
    is_secret: bool = False


@dataclass(frozen=True, slots=True)
class Vault:
    """The secrets of a script by name."""

    values: dict[str, str] = field(default_factory=dict, repr=False)

    @property
    def secrets(self) -> tuple[str, ...]:
        """All of them, as requests name them."""
        return tuple(self.values.values())

    def filling(self, value: Value) -> Filling:
        """Return what a value of a script stands for."""
        return Filling(self.values[value.name], is_secret=True) if isinstance(value, Secret) else Filling(value)


def ask_secret(name: str) -> str | None:
    """Return a secret: the environment variable of that name, else what a person types unseen, None where nobody is there."""
    found = os.environ.get(name)
    if found is None and sys.stdin is not None and sys.stdin.isatty():
        try:
            return getpass(f"{name}: ")
        except EOFError:
            return None
    return found


def filled_vault(script: Script, ask: Callable[[str], str | None] = ask_secret) -> Vault:
    """Return all secrets of a script, had before anything else is done; raises `ScriptError` where one is missing."""
    return Vault({name: _checked(script, name, ask(name)) for name in script.secrets})


def _checked(script: Script, name: str, value: str | None) -> str:
    if not value:
        raise ScriptError(script.path, f"secret {name}", f"is not there; set the environment variable {name}")
    if len(value) < MIN_LENGTH or not value.isprintable():
        what = f"a secret has {MIN_LENGTH} characters or more, in one line; check the environment variable {name}"
        raise ScriptError(script.path, f"secret {name}", what)
    return value
