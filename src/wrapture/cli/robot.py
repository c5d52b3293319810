"""The commands that go to sites by themselves: ``wrap | search | run | forms | paging``."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from wrapture.cli.options import (
    AllowPrivate,
    Before,
    Delay,
    Force,
    IgnoreRobots,
    ListFormat,
    MaxAge,
    Names,
    Offline,
    Retries,
    Sources,
    Store,
    TableFormat,
    column_names,
)

DELAY_S = 1.0
RETRIES = 3
WRAP_MAX_AGE_S = 86_400.0
SEARCH_MAX_AGE_S = 3_600.0


def add_to(app: typer.Typer) -> None:
    """Add the commands to the program."""
    for command in (wrap, search, run, forms, paging):
        app.command()(command)


def wrap(
    address: Annotated[str, typer.Argument(metavar="URL", help="The address of a site, or of its search page.")],
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="The wrapper file to write.")],
    name: Annotated[str, typer.Option(help="Name of the wrapper; by default the site's.")] = "",
    names: Names = "",
    allow_private: AllowPrivate = False,
    store: Store = None,
    delay: Delay = DELAY_S,
    retries: Retries = RETRIES,
    max_age: MaxAge = WRAP_MAX_AGE_S,
    offline: Offline = False,
    ignore_robots: IgnoreRobots = False,
    before: Before = None,
    force: Force = False,
) -> None:
    """Learn to ask a site: find its search form, send sample queries, learn a wrapper from the answers."""
    from wrapture.cli import sites

    trip = sites.Trip(
        store,
        delay,
        max_age,
        retries,
        allow_private=allow_private,
        offline=offline,
        robots=not ignore_robots,
        before=before,
    )
    sys.exit(sites.wrap(address, output, trip, name=name, names=column_names(names), force=force))


def search(
    wrappers: Annotated[
        list[str],
        typer.Argument(metavar="FILE... QUERY", help="Wrapper files that `wrap` wrote, then what to ask for."),
    ],
    pages: Annotated[
        int, typer.Option(min=1, metavar="N", help="How many pages of each answer are read at most.")
    ] = 10,
    output_format: Annotated[TableFormat | None, typer.Option("--format", "-f", help="What is printed.")] = None,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="Write to a file: .csv .jsonl .json .sqlite .parquet"),
    ] = None,
    allow_private: AllowPrivate = False,
    store: Store = None,
    delay: Delay = DELAY_S,
    retries: Retries = RETRIES,
    max_age: MaxAge = SEARCH_MAX_AGE_S,
    offline: Offline = False,
    ignore_robots: IgnoreRobots = False,
    before: Before = None,
    force: Force = False,
) -> None:
    """Ask one or several wrapped sites the same query at once, and merge what they answer into one table."""
    from wrapture.cli import sites

    if len(wrappers) < 2:
        raise typer.BadParameter("give one or more wrapper files, and what to ask for last", param_hint="FILE... QUERY")
    if output is not None and output_format is TableFormat.table:
        raise typer.BadParameter(
            "a table is for the terminal; leave out --format or choose json, jsonl or csv", param_hint="--format"
        )
    *files, query = wrappers
    trip = sites.Trip(
        store,
        delay,
        max_age,
        retries,
        allow_private=allow_private,
        offline=offline,
        robots=not ignore_robots,
        before=before,
    )
    named = output_format.value if output_format is not None else None
    sys.exit(sites.search(list(map(Path, files)), query, trip, pages, named, output, force=force))


def run(
    script: Annotated[Path, typer.Argument(metavar="SCRIPT", help="A file of steps, in YAML.")],
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="FOLDER", help="Where the pages are saved; made if it is missing.")
    ],
    render: Annotated[bool, typer.Option("--render", help="Carry the steps out in a browser.")] = False,
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
    from wrapture.cli import script as scripts
    from wrapture.cli import sites

    trip = sites.Trip(
        store, delay, max_age, retries, allow_private=allow_private, offline=offline, robots=not ignore_robots
    )
    sys.exit(scripts.run(script, output, trip, render=render, force=force))


def forms(
    sources: Sources,
    output_format: Annotated[ListFormat, typer.Option("--format", "-f", help="What is printed.")] = ListFormat.table,
    allow_private: AllowPrivate = False,
) -> None:
    """Show the forms of pages: which are for searching and which for logging in, and what they send."""
    from wrapture.capture.sources import fetcher
    from wrapture.cli import forms

    sys.exit(forms.run(sources, as_json=output_format is ListFormat.json, fetch=fetcher(allow_private=allow_private)))


def paging(
    sources: Sources,
    output_format: Annotated[ListFormat, typer.Option("--format", "-f", help="What is printed.")] = ListFormat.table,
    allow_private: AllowPrivate = False,
) -> None:
    """Show the links of pages to the next, the previous and the numbered pages of the same list."""
    from wrapture.capture.sources import fetcher
    from wrapture.cli import paging

    sys.exit(paging.run(sources, as_json=output_format is ListFormat.json, fetch=fetcher(allow_private=allow_private)))
