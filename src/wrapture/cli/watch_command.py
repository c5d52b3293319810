"""``wrapture watch``: read sources again and again, and report which records are new, changed or gone."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
import time
from datetime import UTC, datetime
from pathlib import Path  # noqa: TC003 - typer reads the annotations
from typing import TYPE_CHECKING, Annotated, Final

import typer

from wrapture import api
from wrapture.cli.exit_codes import CHANGES, FAILED, INTERRUPTED, NOTHING_FOUND, UNCLEAR
from wrapture.cli.messages import message_line, say, say_error, shown_line
from wrapture.cli.messages import output as standard_output
from wrapture.cli.options import AllowPrivate, column_names, command_app
from wrapture.errors import NotAskableError, SourceError
from wrapture.model.table import Failure
from wrapture.wording import counted, for_command_line

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from wrapture.api import Capture, Round, WatchedSource, Wrapper

UNITS: Final = {"s": 1, "m": 60, "h": 3600, "d": 86400, "": 1}
SHOWN: Final = 20  # changes printed of a round
CODES: Final = {
    "first": 0,
    "same": 0,
    "changes": CHANGES,
    "unclear": UNCLEAR,
    "site changed": NOTHING_FOUND,
    "unreadable": FAILED,
}
"""The exit codes of a round; of several sources the first that is not 0 in the order of `WORST`."""
WORST: Final = (FAILED, NOTHING_FOUND, UNCLEAR, CHANGES)

app = command_app()


@app.command()
def watch(
    wrappers: Annotated[list[Path], typer.Argument(metavar="FILE", help="Wrapper files.")],
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FOLDER", help="The folder for state and tables.")],
    sources: Annotated[
        list[str] | None,
        typer.Option(
            "--from",
            metavar="SOURCE",
            help="An address, file or folder to read; by default the pages that the wrapper was learned from.",
        ),
    ] = None,
    query: Annotated[str, typer.Option("--query", "-Q", metavar="QUERY", help="Ask the wrapped site this query.")] = "",
    pages: Annotated[
        int, typer.Option(min=1, metavar="N", help="With --query: maximum number of result pages to read.")
    ] = 1,
    once: Annotated[bool, typer.Option("--once", help="Read once and exit; for cron and CI.")] = False,
    every: Annotated[
        str, typer.Option("--every", metavar="TIME", help="Time between rounds: 90s, 30m, 6h, 1d.")
    ] = "6h",
    key: Annotated[str, typer.Option("--key", metavar="A,B", help="The columns that identify a record.")] = "",
    ignore: Annotated[str, typer.Option("--ignore", metavar="A,B", help="Columns whose changes are ignored.")] = "",
    on_change: Annotated[
        str,
        typer.Option("--on-change", metavar="CMD", help="Run this command after changes, which it receives as JSON."),
    ] = "",
    alerts: Annotated[
        Path | None, typer.Option("--alerts", metavar="FILE", help="Append changes, problems and repairs to this file.")
    ] = None,
    repair: Annotated[
        bool,
        typer.Option("--repair", help="If the site has changed, repair the wrapper unless the repair is uncertain."),
    ] = False,
    allow_private: AllowPrivate = False,
) -> None:
    """Watch pages, a folder or a query: report which records are new, changed or gone since the last round."""
    pause_s = seconds(every)
    watched = [
        _watched(api.load(path), sources, query, pages, key, ignore, allow_private=allow_private) for path in wrappers
    ]
    if len({one.name for one in watched}) < len(watched):
        raise typer.BadParameter("two of the wrappers have the same name", param_hint="FILE")
    journal = api.watch(output, repair=repair)
    with journal.locked():
        while True:
            rounds = [journal.round(one) for one in watched]
            for one in rounds:
                _tell(one, alerts, on_change)
            if once:
                sys.exit(_exit_code(rounds))
            try:
                time.sleep(pause_s)
            except KeyboardInterrupt:
                sys.exit(INTERRUPTED)


def seconds(text: str) -> float:
    """Return the seconds of a time such as 6h.

    >>> seconds("90s"), seconds("30m"), seconds("6h")
    (90.0, 1800.0, 21600.0)
    """
    found = re.fullmatch(r"\s*([0-9]+(?:\.[0-9]+)?)\s*([smhd]?)\s*", text)
    if found is None or not float(found[1]):
        raise typer.BadParameter(f"{text!r} is not a time: write 90s, 30m, 6h or 1d", param_hint="--every")
    return float(found[1]) * UNITS[found[2]]


# --- sources ---


def _watched(
    wrapper: Wrapper,
    sources: list[str] | None,
    query: str,
    pages: int,
    key: str,
    ignore: str,
    *,
    allow_private: bool,
) -> WatchedSource:
    known = [column.name for column in wrapper.layout.columns]
    keys, ignored = tuple(column_names(key)), tuple(column_names(ignore))
    for name in (*keys, *ignored):
        if name not in known:
            raise typer.BadParameter(f"no column {name!r}: {wrapper.name} has {', '.join(known)}", param_hint="--key")
    if query and sources:
        raise typer.BadParameter("a query or pages, not both", param_hint="--query")
    if query and wrapper.query_form is None:
        raise NotAskableError(wrapper.name)
    if query and wrapper.query_form is not None and wrapper.query_form.typed is not None:
        what = (
            f"a script draws the results of {wrapper.name}, and watch runs no scripts; watch a page of it, or a folder"
        )
        raise typer.BadParameter(what, param_hint="--query")
    if not query and not sources and not wrapper.learned_from:
        raise typer.BadParameter(f"name the pages: {wrapper.name} was learned from text", param_hint="--from")
    name = f"{wrapper.name}: {query}" if query else wrapper.name
    listed = _listed(wrapper, sources, allow_private=allow_private)
    asked = _asked(query, pages, allow_private=allow_private) if query else None
    return api.WatchedSource(name, wrapper, listed, keys, ignored, asked)


def _listed(wrapper: Wrapper, sources: list[str] | None, *, allow_private: bool) -> Callable[[], Sequence[Capture]]:
    """Return a function that reads pages anew: given ones, or those that the wrapper was learned from."""
    fetch = api.fetcher(allow_private=allow_private)

    def captures() -> list[Capture]:
        found = [api.read_source(one, fetch=fetch) for one in api.expand(sources or list(wrapper.learned_from))]
        for one in found:
            if isinstance(one, Failure):
                raise SourceError(one.page, for_command_line(one.error))
        return [one for one in found if not isinstance(one, Failure)]

    return captures


def _asked(query: str, pages: int, *, allow_private: bool) -> Callable[[Wrapper], Sequence[Capture]]:
    """Return a function that sends a query to the site of a wrapper."""

    def captures(wrapper: Wrapper) -> Sequence[Capture]:
        with api.Visitor(allow_private=allow_private) as visitor:
            return api.result_captures(wrapper, query, visitor, pages=pages)

    return captures


# --- messages ---


def _tell(one: Round, alerts: Path | None, on_change: str) -> None:
    """Print what a round came to, append it to the file of alerts, and run the user's command after changes."""
    lines = [shown_line(api.change_line(change)) for change in one.changes]
    for line in lines[:SHOWN]:
        standard_output().write(f"{line}\n")
    if len(lines) > SHOWN:
        standard_output().write(f"… and {len(lines) - SHOWN} more\n")
    problem = one.outcome in {"site changed", "unclear", "unreadable"}
    for message in one.messages:
        (say_error if problem else say)(f"{one.source}: {for_command_line(message)}")
    if not problem:
        changes = "" if one.outcome == "first" else f", {counted(len(lines), 'change')}"
        say(f"{one.source}: {counted(one.records, 'record')}{changes}")
    told = (*lines, *(map(message_line, one.messages) if one.outcome != "first" else ()))
    if alerts is not None and told:
        now = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        with alerts.open("a", encoding="utf-8") as file:
            file.writelines(f"{now} {shown_line(one.source)}: {line}\n" for line in told)
    if on_change and one.changes:
        _run(on_change, one)


def _run(command: str, one: Round) -> None:
    """Run the user's command with the changes as JSON on its standard input; a failure is reported.

    Records that are new or changed come with all their values.
    """
    said = [{**change._asdict(), "row": dict(one.rows.get(change.key, {}))} for change in one.changes]
    changes = json.dumps({"source": one.source, "changes": said}, ensure_ascii=False)
    try:
        done = subprocess.run(shlex.split(command), input=changes, text=True, encoding="utf-8", check=False)  # noqa: S603 - the user's own command
    except (OSError, ValueError) as error:
        say_error(f"--on-change: {error}")
        return
    if done.returncode:
        say_error(f"--on-change: the command exited with {done.returncode}")


def _exit_code(rounds: Sequence[Round]) -> int:
    codes = {CODES[one.outcome] for one in rounds}
    return next((code for code in WORST if code in codes), 0)
