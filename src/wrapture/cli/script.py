"""What ``run`` does: the steps of a script, and the pages that it saves."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from wrapture.cli import display
from wrapture.robot.script import Parts, SavedPages, load_script, run_script

if TYPE_CHECKING:
    from pathlib import Path

    from wrapture.cli.sites import Trip

VISITED: Final = ".visited"
"""Where all pages of a run are kept, unless a person names another store: they may be of somebody who has logged in.

Folders with such a name are passed over where the pages of a folder are read."""


def run(script: Path, output: Path, trip: Trip, *, render: bool, force: bool) -> int:
    """Do the steps of a script, and save the pages that it names into a folder."""
    steps = load_script(script)
    pages = SavedPages(output, force=force)
    trip = trip if trip.store is not None else replace(trip, store=output / VISITED)
    parts = Parts(allow_private=trip.allow_private, robots=trip.robots, offline=trip.offline) if render else None
    try:
        with trip.visitor() as visitor:
            run_script(steps, visitor, render=parts, save=pages.keep, say=display.say)
    finally:
        display.say(f"{len(pages)} pages saved to {output}" if len(pages) != 1 else f"1 page saved to {output}")
    return 0
