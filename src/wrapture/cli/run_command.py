"""``wrapture run``: carry out the steps of a script, and save the pages it names."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path  # noqa: TC003 - typer reads the annotations
from typing import Annotated, Final

import typer

from wrapture import api
from wrapture.cli.messages import say
from wrapture.cli.options import (
    AllowPrivate,
    Delay,
    Force,
    IgnoreRobots,
    MaxAge,
    Offline,
    OutputFolder,
    Retries,
    Store,
    command_app,
)
from wrapture.cli.trip import DELAY_S, RETRIES, Trip
from wrapture.wording import counted

VISITED: Final = ".visited"
"""The default store for all pages of a run, which may be private pages behind a login.

Because of the leading dot, it is skipped when the pages of a folder are read."""

app = command_app()


@app.command()
def run(
    script: Annotated[Path, typer.Argument(metavar="SCRIPT", help="A YAML file with the steps.")],
    output: OutputFolder,
    render: Annotated[bool, typer.Option("--render", help="Carry out the steps in a browser.")] = False,
    allow_private: AllowPrivate = False,
    store: Store = None,
    delay: Delay = DELAY_S,
    retries: Retries = RETRIES,
    max_age: MaxAge = 0.0,
    offline: Offline = False,
    ignore_robots: IgnoreRobots = False,
    force: Force = False,
) -> None:
    """Carry out the steps of a script: open, log in, fill, choose, click, wait, save pages."""
    trip = Trip(store, delay, max_age, retries, allow_private=allow_private, offline=offline, robots=not ignore_robots)
    sys.exit(run_steps(script, output, trip, render=render, force=force))


def run_steps(script: Path, output: Path, trip: Trip, *, render: bool, force: bool) -> int:
    """Carry out the steps of a script, and save the pages it names to a folder; return the exit code."""
    steps = api.load_script(script)
    pages = api.SavedPages(output, force=force)
    trip = trip if trip.store is not None else replace(trip, store=output / VISITED)
    parts = api.Parts(allow_private=trip.allow_private, robots=trip.robots, offline=trip.offline) if render else None
    try:
        with trip.visitor() as visitor:
            api.run_script(steps, visitor, render=parts, save=pages.keep, say=say)
    finally:
        say(f"{counted(len(pages), 'page')} saved to {output}")
    return 0
