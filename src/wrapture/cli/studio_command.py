"""``wrapture studio``: start the studio on this machine, with a desk for the given pages and wrapper."""

from __future__ import annotations

from pathlib import Path  # noqa: TC003 - typer reads the annotations
from typing import TYPE_CHECKING, Annotated, Final

import typer

from wrapture import api
from wrapture.cli.messages import say
from wrapture.cli.options import AllowPrivate, command_app
from wrapture.errors import SourceError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.studio.service import Service

WRAPPER_SUFFIX: Final = ".json"

app = command_app()


@app.command()
def studio(
    sources: Annotated[
        list[str] | None,
        typer.Argument(metavar="[SOURCE]", help="Pages (files, folders, addresses) or a wrapper file to start with."),
    ] = None,
    library: Annotated[
        Path | None,
        typer.Option(
            "--library", metavar="DIR", help="The library for saved wrappers; by default in the studio's folder."
        ),
    ] = None,
    folder: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="The folder for the studio's work; by default ~/.local/share/wrapture."),
    ] = None,
    port: Annotated[int, typer.Option(min=0, max=65_535, help="The port on this machine; by default a free one.")] = 0,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the studio in the browser.")] = True,
    allow_private: AllowPrivate = False,
) -> None:
    """Open the studio in the browser: see the records on the page, choose, name, correct, save and test."""
    from wrapture.studio.serve import serve
    from wrapture.studio.service import Service
    from wrapture.user_folders import data_folder

    own = folder if folder is not None else data_folder()
    service = Service(own, library if library is not None else own / "library", allow_private=allow_private)
    if sources:
        service.asked_for = put_on_desk(service, sources)
    serve(service, port, open_browser=browser, say=say)


def put_on_desk(service: Service, sources: Sequence[str]) -> str:
    """Return the id of a new desk with some pages, and with a wrapper if one is among the sources."""
    wrappers = [source for source in sources if source.lower().endswith(WRAPPER_SUFFIX)]
    if len(wrappers) > 1:
        raise SourceError(wrappers[1], "is a second wrapper; the studio takes one at a time")
    desk = service.create(api.load(wrappers[0])) if wrappers else service.create()
    for source in api.expand(source for source in sources if source not in wrappers):
        desk = service.add(desk["id"], desk["revision"], service.read(source), learn=not wrappers)
    return str(desk["id"])
