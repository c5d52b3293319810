"""The command line: ``wrapture extract | discover | learn | …``, one module per command."""

from __future__ import annotations

import io
import os
import sys
from collections import UserDict
from copy import copy
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, NoReturn

import typer
from typer.core import TyperGroup

from wrapture.cli.plain_values import light_parameters, lighten
from wrapture.errors import WraptureError

if TYPE_CHECKING:
    from collections.abc import Sequence

COMMANDS: Final = (
    "extract",
    "discover",
    "learn",
    "label",
    "show",
    "check",
    "repair",
    "refresh",
    "watch",
    "studio",
    "wrap",
    "search",
    "run",
    "forms",
    "paging",
    "bulk",
    "sql",
    "export",
    "library",
    "render",
    "picture",
)
"""In the order of ``--help``; each is in the module ``<name>_command``."""


ARGUMENTS: Final = "wrapture.arguments"
VERBOSE: Final = frozenset(["-v", "--verbose", "-vv", "--debug"])
LOUDNESS: Final = frozenset(["verbose", "debug", "quiet"])
"""The options of the program that every command accepts too."""


class CommandModules(UserDict[str, Any]):
    """The commands by name; a command's module is loaded when the command is looked up."""

    def __init__(self, shared: Sequence[Any]) -> None:
        super().__init__(dict.fromkeys(COMMANDS))
        self._shared = shared

    def __getitem__(self, name: str) -> Any:
        if name in self.data and self.data[name] is None:
            command = lighten(typer.main.get_command(import_module(f"wrapture.cli.{name}_command").app))
            command.name = name
            _share(command, self._shared)
            self.data[name] = command
        return self.data[name]


def _share(command: Any, options: Sequence[Any]) -> None:
    """Let a command, and the commands below it, accept options of the program, without naming them in its ``--help``."""
    for option in map(copy, options):
        option.expose_value, option.hidden, option.callback = False, True, _set_loudness
        command.params.append(option)
    for below in getattr(command, "commands", {}).values():
        _share(below, options)


def _set_loudness(_: Any, option: Any, asked: bool) -> None:
    if asked:
        from wrapture.cli.messages import set_up

        set_up(**{option.name: True})


class CommandGroup(TyperGroup):
    """The program itself; it loads only the command that is run."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.commands = CommandModules([option for option in self.params if option.name in LOUDNESS])

    def get_params(self, ctx: Any) -> list[Any]:
        """Return the options before the command."""
        return light_parameters(super().get_params, ctx)

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse the arguments; the whole list is kept, because options that print and exit are handled before the others."""
        ctx.meta[ARGUMENTS] = tuple(args)
        return super().parse_args(ctx, args)


app = typer.Typer(
    name="wrapture",
    cls=CommandGroup,
    help="Find the records of list pages, save how as a wrapper, and read the site's other pages as tables.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _print_version(context: typer.Context, asked: bool) -> None:
    if asked:
        from wrapture.cli.version import version_text

        typer.echo(version_text(verbose=not VERBOSE.isdisjoint(context.meta[ARGUMENTS])))
        raise typer.Exit


@app.callback()
def _main(
    version: Annotated[  # noqa: ARG001 - its callback does the work
        bool,
        typer.Option(
            "--version",
            "-V",
            callback=_print_version,
            is_eager=True,
            help="Print the version; with --verbose, also those of Python and libraries.",
        ),
    ] = False,
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="Print more messages.")] = False,
    debug: Annotated[bool, typer.Option("--debug", "-vv", help="Print all messages.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print only errors.")] = False,
) -> None:
    from wrapture.cli.messages import set_up

    set_up(verbose=verbose, debug=debug, quiet=quiet)


def run() -> None:
    """Run the command line; an error is one line and exit code 1."""
    _prepare_streams()
    try:
        try:
            app(prog_name="wrapture")  # also for python -m wrapture
        finally:
            sys.stdout.flush()  # now, because a full disk can't be reported once the interpreter is exiting
    except WraptureError as error:
        _fail(str(error))
    except BrokenPipeError:  # the reader of our output (head, less) has exited
        _fail()
    except OSError as error:
        from wrapture.error_lines import reason_of

        _fail(f"{error.filename or 'standard output'}: {reason_of(error)}")


def _prepare_streams() -> None:
    """Let the standard streams write any text, whatever the locale; a closed stream discards it."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115 - stays open until exit
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace")


def _fail(message: str = "") -> NoReturn:
    """Print a line to standard error and exit with 1; output that could not be written is dropped."""
    from wrapture.cli.messages import say_error

    if message:
        say_error(message)
    try:
        sys.stdout.flush()
    except OSError:  # otherwise the interpreter would retry at exit, and complain
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(1)
