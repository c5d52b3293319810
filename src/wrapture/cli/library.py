"""``wrapture library add | list | match | rename | remove | restore``: wrappers in a folder, where a page finds its own."""

from __future__ import annotations

import sys
from enum import Enum
from pathlib import Path
from typing import Annotated

import typer

from wrapture.cli.options import AllowPrivate  # noqa: TC001 - typer reads the annotations

app = typer.Typer(help="Keep many wrappers in a folder, and find the one that a page fits.", no_args_is_help=True)


class Format(str, Enum):
    """How results are printed."""

    table = "table"
    json = "json"


Folder = Annotated[Path, typer.Argument(metavar="DIR", help="The folder of the library.")]
FormatOption = Annotated[Format, typer.Option("--format", "-f", help="What is printed.")]


@app.command()
def add(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The folder of the library; made if it is missing.")],
    wrappers: Annotated[list[Path], typer.Argument(metavar="WRAPPER", help="Wrapper files.")],
    force: Annotated[bool, typer.Option("--force", help="Replace a wrapper of the same name.")] = False,
) -> None:
    """Add wrappers to a library; one whose name is taken gets a number."""
    from wrapture.cli import librarian

    sys.exit(librarian.add(folder, wrappers, force=force))


@app.command("list")
def list_wrappers(folder: Folder, output_format: FormatOption = Format.table) -> None:
    """Show the wrappers of a library."""
    from wrapture.cli import librarian

    sys.exit(librarian.show(folder, as_json=output_format is Format.json))


@app.command()
def match(
    folder: Folder,
    sources: Annotated[
        list[str], typer.Argument(metavar="SOURCE", help="Files, folders, - (standard input) or http(s) addresses.")
    ],
    output_format: FormatOption = Format.table,
    allow_private: AllowPrivate = False,
) -> None:
    """Show the wrappers that pages fit, best first; exit with 3 when a page fits none."""
    from wrapture.cli import librarian
    from wrapture.cli.intake import intake_for

    intake = intake_for(allow_private=allow_private)
    sys.exit(librarian.match(folder, sources, intake=intake, as_json=output_format is Format.json))


@app.command()
def rename(
    folder: Folder,
    old: Annotated[str, typer.Argument(metavar="OLD", help="The wrapper's name, as `list` shows it.")],
    new: Annotated[str, typer.Argument(metavar="NEW", help="Its new name.")],
) -> None:
    """Give a wrapper of a library another name."""
    from wrapture.cli import librarian

    sys.exit(librarian.rename(folder, old, new))


@app.command()
def remove(
    folder: Folder,
    names: Annotated[list[str], typer.Argument(metavar="NAME", help="Names of wrappers, as `list` shows them.")],
) -> None:
    """Remove wrappers from a library; `restore` puts them back."""
    from wrapture.cli import librarian

    sys.exit(librarian.remove(folder, names))


@app.command()
def restore(
    folder: Folder,
    token: Annotated[
        str | None, typer.Argument(metavar="TOKEN", help="What `remove` said; without it, what there is is shown.")
    ] = None,
) -> None:
    """Put back a wrapper that was removed."""
    from wrapture.cli import librarian

    sys.exit(librarian.restore(folder, token))
