"""The secrets of a script: from the environment or a prompt, kept in memory only, never shown."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass, field
from getpass import getpass
from typing import TYPE_CHECKING, Final

from wrapture.errors import ScriptError
from wrapture.site.script.script_steps import Secret

if TYPE_CHECKING:
    from collections.abc import Callable

    from wrapture.site.script.script_steps import Script, Value

MIN_LENGTH: Final = 4
"""Fewest characters of a secret: a shorter one would be masked all over the pages by coincidence."""


@dataclass(frozen=True, slots=True)
class Filling:
    """The value of a field, and whether it is secret."""

    text: str = field(repr=False)
    is_secret: bool = False


@dataclass(frozen=True, slots=True)
class Vault:
    """The secrets of a script by name."""

    values: dict[str, str] = field(default_factory=dict, repr=False)

    @property
    def secrets(self) -> tuple[str, ...]:
        """The values of all secrets, for masking."""
        return tuple(self.values.values())

    def filling(self, value: Value) -> Filling:
        """Return the actual text of a script's value."""
        return Filling(self.values[value.name], is_secret=True) if isinstance(value, Secret) else Filling(value)


def ask_secret(name: str) -> str | None:
    """Return a secret from its environment variable or a prompt, or None without a terminal."""
    found = os.environ.get(name)
    if found is None and sys.stdin is not None and sys.stdin.isatty():
        try:
            return getpass(f"{name}: ")
        except EOFError:
            return None
    return found


def filled_vault(script: Script, ask: Callable[[str], str | None] = ask_secret) -> Vault:
    """Return all secrets of a script, before anything else is done; raises `ScriptError` if one is missing."""
    return Vault({name: _checked(script, name, ask(name)) for name in script.secrets})


def _checked(script: Script, name: str, value: str | None) -> str:
    if not value:
        raise ScriptError(script.path, f"secret {name}", f"is not set; set the environment variable {name}")
    if len(value) < MIN_LENGTH or not value.isprintable():
        what = f"must have at least {MIN_LENGTH} characters, on one line; check the environment variable {name}"
        raise ScriptError(script.path, f"secret {name}", what)
    return value
