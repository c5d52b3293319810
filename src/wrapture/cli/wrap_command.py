"""``wrapture wrap``: learn a wrapper that can query a site, from the site's address."""

from __future__ import annotations

import sys
from pathlib import Path  # noqa: TC003 - typer reads the annotations
from typing import Annotated, Final

import typer

from wrapture import api
from wrapture.cli.messages import say, say_learned
from wrapture.cli.options import (
    AllowPrivate,
    Before,
    CookieFile,
    Delay,
    Force,
    Header,
    IgnoreRobots,
    MaxAge,
    Names,
    Offline,
    Proxy,
    RenderPages,
    Retries,
    SessionFile,
    Store,
    UserAgent,
    column_names,
    command_app,
)
from wrapture.cli.trip import DELAY_S, RETRIES, Trip, keys_of
from wrapture.files import check_target

MAX_AGE_S: Final = 86_400.0

app = command_app()


@app.command()
def wrap(
    address: Annotated[str, typer.Argument(metavar="URL", help="The address of a site, or of its search page.")],
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="The wrapper file to write.")],
    name: Annotated[str, typer.Option(help="Name of the wrapper; by default the site's.")] = "",
    names: Names = "",
    allow_private: AllowPrivate = False,
    store: Store = None,
    delay: Delay = DELAY_S,
    retries: Retries = RETRIES,
    max_age: MaxAge = MAX_AGE_S,
    offline: Offline = False,
    ignore_robots: IgnoreRobots = False,
    before: Before = None,
    header: Header = None,
    cookies: CookieFile = None,
    user_agent: UserAgent = "",
    proxy: Proxy = "",
    session: SessionFile = None,
    render: RenderPages = False,
    force: Force = False,
) -> None:
    """Learn a wrapper from a site's address: find its query form, send sample queries, learn from the results."""
    trip = Trip(
        store,
        delay,
        max_age,
        retries,
        allow_private=allow_private,
        offline=offline,
        robots=not ignore_robots,
        before=before,
        keys=keys_of(header, cookies, user_agent, proxy, session),
        render=render,
    )
    check_target(output, force=force)
    with trip.visitor(address) as visitor:
        wrapped = api.wrap_site(address, visitor, name=name, names=column_names(names), say=say)
    api.save(wrapped.wrapper, output, force=force)
    say_learned(wrapped.wrapper, output)
    for remark in wrapped.remarks:
        say(f"{output}: {remark}")
    sys.exit(0)
