"""``wrapture run``: carry out the steps of a script, and save the pages it names."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path  # noqa: TC003 - typer reads the annotations
from typing import Annotated, Final

import typer

from wrapture import api
from wrapture.cli.messages import say
from wrapture.cli.option_groups import grouped
from wrapture.cli.options import Force, OutputFolder, command_app
from wrapture.cli.visits import Keys, Visits, visiting
from wrapture.wording import counted

VISITED: Final = ".visited"
"""The default store for all pages of a run, which may be private pages behind a login.

Because of the leading dot, it is skipped when the pages of a folder are read."""

app = command_app()


@app.command()
@grouped
def run(
    script: Annotated[Path, typer.Argument(metavar="SCRIPT", help="A YAML file with the steps.")],
    output: OutputFolder,
    render: Annotated[bool, typer.Option("--render", help="Carry out the steps in a browser.")] = False,
    visits: Visits = Visits(max_age=0.0),
    force: Force = False,
) -> None:
    """Carry out the steps of a script: open, log in, fill, choose, click, wait, save pages."""
    sys.exit(run_steps(script, output, visits, render=render, force=force))


def run_steps(script: Path, output: Path, visits: Visits, *, render: bool, force: bool) -> int:
    """Carry out the steps of a script, and save the pages it names to a folder; return the exit code."""
    steps = api.load_script(script)
    pages = api.SavedPages(output, force=force)
    visits = visits if visits.store is not None else replace(visits, store=output / VISITED)
    parts = (
        api.Parts(allow_private=visits.allow_private, robots=not visits.ignore_robots, offline=visits.offline)
        if render
        else None
    )
    try:
        with visiting(visits, Keys()) as visitor:
            api.run_script(steps, visitor, render=parts, save=pages.keep, say=say)
    finally:
        say(f"{counted(len(pages), 'page')} saved to {output}")
    return 0
