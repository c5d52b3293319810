"""``wrapture wrap``: learn a wrapper that can query a site, from the site's address."""

from __future__ import annotations

import sys
from pathlib import Path  # noqa: TC003 - typer reads the annotations
from typing import Annotated

import typer

from wrapture import api
from wrapture.cli.messages import say, say_learned
from wrapture.cli.option_groups import grouped
from wrapture.cli.options import Force, Names, RenderPages, column_names, command_app
from wrapture.cli.visits import DAY_S, Keys, Visits, visiting
from wrapture.files import check_target

app = command_app()


@app.command()
@grouped
def wrap(
    address: Annotated[
        str,
        typer.Argument(
            metavar="URL",
            help="The address of a site or of its search page, or the address of a search, with {query} in place of the words.",
        ),
    ],
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="The wrapper file to write.")],
    name: Annotated[str, typer.Option(help="Name of the wrapper; by default the site's.")] = "",
    names: Names = "",
    visits: Visits = Visits(max_age=DAY_S),
    keys: Keys = Keys(),
    render: RenderPages = False,
    force: Force = False,
) -> None:
    """Learn a wrapper from a site's address: find its query form, send sample queries, learn from the results."""
    check_target(output, force=force)
    with visiting(visits, keys, address, render=render) as visitor:
        wrapped = api.wrap_site(address, visitor, name=name, names=column_names(names), say=say)
    api.save(wrapped.wrapper, output, force=force)
    say_learned(wrapped.wrapper, output)
    for remark in wrapped.remarks:
        say(f"{output}: {remark}")
    sys.exit(0)
