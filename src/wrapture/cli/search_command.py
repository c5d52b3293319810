"""``wrapture search``: send one query to one or several wrapped sites, and merge their answers into one table."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from wrapture import api
from wrapture.cli.exit_codes import FAILED
from wrapture.cli.messages import say, say_error
from wrapture.cli.options import (
    AllColumns,
    AllowPrivate,
    Before,
    CookieFile,
    Delay,
    Force,
    Header,
    IgnoreRobots,
    MaxAge,
    NoBom,
    Offline,
    OutputFile,
    Proxy,
    RawFormulas,
    RenderPages,
    Retries,
    SessionFile,
    Store,
    TableFormatOption,
    Texts,
    Typed,
    UserAgent,
    command_app,
)
from wrapture.cli.trip import DELAY_S, RETRIES, Trip, keys_of
from wrapture.model.table import Failure
from wrapture.wording import counted, for_command_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.api import Answers, Wrapper

MAX_AGE_S: Final = 3_600.0

app = command_app()


@app.command()
def search(
    wrappers: Annotated[
        list[str],
        typer.Argument(metavar="FILE... QUERY", help="Wrapper files written by `wrap`, then the query."),
    ],
    pages: Annotated[int, typer.Option(min=1, metavar="N", help="Most result pages to read from each site.")] = 10,
    output_format: TableFormatOption = None,
    output: OutputFile = None,
    typed: Typed = True,
    texts: Texts = False,
    all_columns: AllColumns = False,
    no_bom: NoBom = False,
    raw_formulas: RawFormulas = False,
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
    """Send one query to one or several wrapped sites, and merge the results into one table."""
    from wrapture.cli.table_output import check_target, emit, format_name

    if len(wrappers) < 2:
        raise typer.BadParameter("give one or more wrapper files, then the query", param_hint="FILE... QUERY")
    chosen = format_name(output_format, output)
    *files, query = wrappers
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
    check_target(output, chosen, force=force)
    loaded = [api.load(Path(file)) for file in files]
    with trip.visitor(*_addresses(loaded)) as visitor:
        answered = api.answers(loaded, query, visitor, pages=pages, say=say)
    failures = [Failure(source, for_command_line(error)) for source, error in answered.errors.items()]
    tables = [] if _is_unanswered(answered) else [answered.table]
    options = api.RowOptions(typed, texts, all_columns, bom=not no_bom, raw_formulas=raw_formulas)
    emit([*tables, *failures], output, chosen, force=force, options=options)
    sys.exit(_report(answered))


def _addresses(wrappers: Sequence[Wrapper]) -> list[str]:
    """Return the addresses that wrappers query."""
    forms = [wrapper.query_form for wrapper in wrappers if wrapper.query_form is not None]
    return [address for form in forms for address in (form.page, form.action)]


def _report(answered: Answers) -> int:
    """Print notes on the sources, and return the exit code: 1 if none answered."""
    for one in answered.found:
        for remark in one.remarks:
            say(f"{one.source}: {remark}")
        if one.error:
            say_error(f"{one.source}: {one.error}")
        elif one.more:
            say(f"{one.source}: there are more than {counted(len(one.tables), 'page')}; --pages N reads more")
        elif not len(one):
            say(f"{one.source}: no results")
    doubles = sum(row.cells[1] is not None for row in answered.table.rows)
    if doubles:
        say(f"{doubles} of {len(answered.table)} records were found before (see duplicate_of)")
    return FAILED if _is_unanswered(answered) else 0


def _is_unanswered(answered: Answers) -> bool:
    return all(one.error and not len(one) for one in answered.found)
