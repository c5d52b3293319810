"""The option ``--render``: when a browser renders pages first.

Up to version 0.1.0 it was a flag.  It still works without a mode, which then is ``always``; a page may follow it, so the
command line is completed before it is parsed.
"""

from __future__ import annotations

from enum import Enum
from typing import Annotated, Any

import typer
from typer.core import TyperCommand


class RenderMode(str, Enum):
    """When pages are rendered."""

    auto = "auto"
    always = "always"
    never = "never"


Render = Annotated[
    RenderMode,
    typer.Option(
        "--render",
        help="Render pages in a browser first: always, never, or auto (only pages at addresses, if scripts build them). "
        "Without a mode: always. Frames are read, too.",
    ),
]


class RenderingCommand(TyperCommand):
    """A command with the option ``--render``."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse the arguments, with the mode that a bare ``--render`` stands for."""
        return super().parse_args(ctx, with_mode(args))


def with_mode(arguments: list[str]) -> list[str]:
    """Return arguments with a mode after each ``--render`` that has none.

    >>> with_mode(["--render", "a.html"]), with_mode(["--render", "never", "a.html"])
    (['--render', 'always', 'a.html'], ['--render', 'never', 'a.html'])
    """
    modes = {mode.value for mode in RenderMode}
    given: list[str] = []
    for place, argument in enumerate(arguments):
        if argument == "--":
            return given + arguments[place:]
        given.append(argument)
        if argument == "--render" and (place + 1 == len(arguments) or arguments[place + 1] not in modes):
            given.append(RenderMode.always.value)
    return given
