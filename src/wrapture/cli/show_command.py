"""``wrapture show``: describe a wrapper in words."""

from __future__ import annotations

from pathlib import Path  # noqa: TC003 - typer reads the annotations
from typing import Annotated

import typer

from wrapture import api
from wrapture.cli.messages import output
from wrapture.cli.options import command_app

app = command_app()


@app.command()
def show(wrapper: Annotated[Path, typer.Argument(metavar="WRAPPER", help="A wrapper file.")]) -> None:
    """Describe a wrapper in words."""
    output().write(f"{api.describe(api.load(wrapper))}\n")
