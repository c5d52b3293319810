"""``wrapture mcp``: serve Wrapture's tools to agents over the Model Context Protocol."""

from __future__ import annotations

from pathlib import Path  # noqa: TC003 - typer reads the annotations
from typing import Annotated

import typer

from wrapture.cli.messages import say
from wrapture.cli.options import AllowPrivate, Delay, command_app
from wrapture.cli.visits import DELAY_S

app = command_app()


@app.command()
def mcp(
    folder: Annotated[
        list[Path] | None,
        typer.Option(
            metavar="DIR", help="A folder whose files may be read; may be given several times. By default none."
        ),
    ] = None,
    library: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="The library of wrappers that may be used and extended; created if missing."),
    ] = None,
    http: Annotated[
        bool, typer.Option("--http", help="Serve over streamable HTTP, not on standard input and output.")
    ] = False,
    host: Annotated[
        str,
        typer.Option(metavar="ADDRESS", help="With --http: the address to listen on; by default this machine only."),
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65_535, help="With --http: the port; by default a free one.")] = 0,
    delay: Delay = DELAY_S,
    allow_private: AllowPrivate = False,
) -> None:
    """Serve Wrapture's tools to agents over the Model Context Protocol, on standard input and output or over HTTP."""
    from wrapture.mcp.transports import access_for, serve_http, serve_stdio

    access = access_for(folder or (), library, allow_private=allow_private, delay_s=delay)
    if http:
        serve_http(access, host, port, say)
    else:
        serve_stdio(access)
