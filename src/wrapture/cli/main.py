"""The command line: ``wrapture extract | discover | learn | …``, one module per command."""

from __future__ import annotations

import atexit
import gc
import io
import os
import sys
from collections import UserDict
from copy import copy
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, NoReturn

import typer
from typer.core import TyperCommand, TyperGroup

from wrapture.cli.plain_values import light_parameters, lighten
from wrapture.errors import WraptureError

if TYPE_CHECKING:
    from collections.abc import Sequence

COMMANDS: Final = {
    "extract": "Read the records on pages as tables, with a wrapper or, without one, from the best list on each page.",
    "discover": "Show the lists on a page, best first, with the reasons for each and a sample of its records.",
    "learn": "Learn a wrapper from one or more pages of a site, or from labels in them, to read its other pages.",
    "label": "Write the records found on pages as labels; correct them, then learn from them with `learn --labels`.",
    "show": "Describe a wrapper in words.",
    "check": "Check whether a wrapper still fits pages of its site, and say why not; exit with 3 if the site has changed.",
    "repair": "Adapt a wrapper to a changed site, keeping its column names; write nothing if the repair is uncertain.",
    "refresh": "Record in a wrapper what its columns hold on these pages, so that later changes are detected.",
    "watch": "Watch pages, a folder or a query: report which records are new, changed or gone since the last round.",
    "studio": "Open the studio in the browser: see the records on the page, choose, name, correct, save and test.",
    "wrap": "Learn a wrapper from a site's address: find its query form, send sample queries, learn from the results.",
    "search": "Send one query to one or several wrapped sites, and merge the results into one table.",
    "follow": "Open the page of each record in a table, learn what these pages hold, and join it to the rows.",
    "run": "Carry out the steps of a script: open, log in, fill, choose, click, wait, save pages.",
    "forms": "Show the forms on pages: searches, logins and others, and what they send.",
    "paging": "Show the links to the next, previous and numbered pages of a list.",
    "bulk": "Read any number of pages with wrappers. Safe to interrupt; rerun the command to resume.",
    "sql": "Query results with SQL: one query over files that Wrapture has written; it reads nothing else and writes nothing.",
    "export": "Write a wrapper as a small program for Scrapy, parsel or Playwright, or as XPath or CSS selectors.",
    "library": "Manage a folder of wrappers, and find the one that fits a page.",
    "render": "Render pages with a browser and save them as .snapshot files, which can be read later without one.",
    "picture": "Draw what is found on a page onto a picture of the page.",
    "mcp": "Serve Wrapture's tools to agents over the Model Context Protocol, on standard input and output or over HTTP.",
}
"""In the order of ``--help``, with what it says of each; each is in the module ``<name>_command``, which says the same."""


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

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the help of the program, without loading the commands that it lists."""
        modules, self.commands = self.commands, {name: TyperCommand(name, help=what) for name, what in COMMANDS.items()}
        try:
            super().format_help(ctx, formatter)
        finally:
            self.commands = modules

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
    help="Find the records on list pages, save how to read them as a wrapper, and read the site's other pages as tables.",
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
    atexit.register(_skip_last_collections)
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


def _skip_last_collections() -> None:
    """Let the interpreter exit without searching all of its memory for cycles: that is a tenth of the time of a small command.

    DuckDB's library would report what is not freed as a leak.
    """
    if "duckdb" not in sys.modules:
        gc.freeze()


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
