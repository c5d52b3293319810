"""The command line: ``wrapture extract | discover | learn | label | show | render | picture | library | studio | …``."""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path
from typing import Annotated, NoReturn

import typer

from wrapture import __version__
from wrapture.cli import export, reading, robot, scale, sql
from wrapture.cli.library import app as library_app
from wrapture.cli.options import AllowPrivate  # noqa: TC001 - typer reads the annotations
from wrapture.errors import WraptureError

app = typer.Typer(
    name="wrapture",
    help="Find the records of list pages, keep what was learned as a wrapper, read the site's other pages as tables.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.add_typer(library_app, name="library")
robot.add_to(app)
reading.add_to(app)
scale.add_to(app)
sql.add_to(app)
export.add_to(app)


def _version(asked: bool) -> None:
    if asked:
        typer.echo(f"wrapture {__version__}")
        raise typer.Exit


@app.callback()
def _main(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    pass


@app.command()
def show(wrapper: Annotated[Path, typer.Argument(metavar="WRAPPER", help="A wrapper file.")]) -> None:
    """Say in words what a wrapper does."""
    from wrapture.wrappers.describe import describe
    from wrapture.wrappers.file import load

    typer.echo(describe(load(wrapper)))


@app.command()
def studio(
    sources: Annotated[
        list[str] | None,
        typer.Argument(metavar="[SOURCE]", help="Pages (files, folders, addresses) or a wrapper file to begin with."),
    ] = None,
    library: Annotated[
        Path | None,
        typer.Option(
            "--library", metavar="DIR", help="Where wrappers are saved; by default in the studio's own folder."
        ),
    ] = None,
    folder: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Where the studio keeps its work; by default ~/.local/share/wrapture."),
    ] = None,
    port: Annotated[int, typer.Option(min=0, max=65_535, help="The port on this machine; by default a free one.")] = 0,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open it in the browser.")] = True,
    allow_private: AllowPrivate = False,
) -> None:
    """Open the studio in the browser: see the records on the page, choose, name, correct, save and test."""
    from wrapture.cli import studio as studio_command

    sys.exit(
        studio_command.run(sources or [], folder, library, port, allow_private=allow_private, open_browser=browser)
    )


def run() -> None:
    """Run the command line; an error is one line and exit code 1."""
    _prepare_streams()
    try:
        try:
            app()
        finally:
            sys.stdout.flush()  # here, not when the interpreter ends: only here can a full disk be told
    except WraptureError as error:
        _fail(str(error))
    except BrokenPipeError:  # the reader of our output (head, less) has gone
        _fail()
    except OSError as error:
        _fail(f"{error.filename or 'standard output'}: {error.strerror or error}")


def _prepare_streams() -> None:
    """Make the standard streams fit for a page's text, whatever the locale says; a closed one swallows what it is given."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115 - open to the end
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace")


def _fail(message: str = "") -> NoReturn:
    """Print a line to standard error and exit with 1; what standard output could not take is dropped."""
    from wrapture.cli import display

    if message:
        display.say(message)
    try:
        sys.stdout.flush()
    except OSError:  # else the interpreter would try once more at its end, and complain
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(1)
