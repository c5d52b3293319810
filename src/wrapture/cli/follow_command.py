"""``wrapture follow``: open the page of each record of a table, and join what it says to the rows."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from wrapture import api
from wrapture.cli import list_pages
from wrapture.cli.exit_codes import FAILED
from wrapture.cli.messages import say, say_error
from wrapture.cli.option_groups import ColumnsByName, RowWriting, grouped
from wrapture.cli.options import Force, OutputFile, RenderPages, TableFormatOption, command_app
from wrapture.cli.visits import DAY_S, Keys, Visits, visiting
from wrapture.errors import NothingFoundError
from wrapture.model.table import Failure, Table
from wrapture.wording import counted, for_command_line

if TYPE_CHECKING:
    from wrapture.api import Followed, Visitor, Wrapper

SHOWN: Final = 5  # pages that failed, by name

app = command_app()


@app.command()
@grouped
def follow(
    source: Annotated[
        str,
        typer.Argument(
            metavar="TABLE|WRAPPER|URL",
            help="A table with links (.csv .jsonl .json), a wrapper of a list, or the address of a list.",
        ),
    ],
    column: Annotated[
        str, typer.Option("--column", metavar="NAME", help="The column with the links; by default link.")
    ] = "",
    wrapper: Annotated[
        Path | None,
        typer.Option("--wrapper", "-w", metavar="FILE", help="Read the pages with this wrapper of `learn --one`."),
    ] = None,
    save_wrapper: Annotated[
        Path | None, typer.Option("--save-wrapper", metavar="FILE", help="Save the wrapper learned for the pages.")
    ] = None,
    limit: Annotated[int, typer.Option("--limit", min=1, metavar="N", help="Maximum number of pages to open.")] = 1000,
    pages: Annotated[
        str,
        typer.Option(
            "--pages", metavar="N|all", help="Maximum number of pages of the list, if given a wrapper or an address."
        ),
    ] = "all",
    output_format: TableFormatOption = None,
    output: OutputFile = None,
    writing: RowWriting = RowWriting(),
    named: ColumnsByName = ColumnsByName(),
    visits: Visits = Visits(max_age=DAY_S),
    keys: Keys = Keys(),
    render: RenderPages = False,
    force: Force = False,
) -> None:
    """Open the page of each record in a table, learn what these pages hold, and join it to the rows."""
    from wrapture.cli.table_output import check_target, emit, format_name
    from wrapture.files import check_target as check_file

    chosen = format_name(output_format, output)
    choice = named.choice
    check_target(output, chosen, force=force)
    if save_wrapper is not None:
        check_file(save_wrapper, force=force)
    details = None if wrapper is None else api.load(wrapper)
    known = _wrapper_in(source)
    table = api.read_table(source) if known is None and not source.startswith(("http://", "https://")) else None
    with visiting(visits, keys, *_addresses(source, known, table, column), render=render) as visitor:
        if table is None:
            table = _listed(source, known, visitor, list_pages.limit(pages))
        found = api.follow(table, column, wrapper=details, limit=limit, visitor=visitor, say=say)
    if save_wrapper is not None:
        api.save(found.wrapper, save_wrapper, force=force)
    failures = [Failure(one.page, for_command_line(one.error), one.kind) for one in found.failures]
    tables = api.choose_columns([found.table], choice) if choice else [found.table]
    emit([*tables, *failures], output, chosen, force=force, options=writing.options)
    sys.exit(_report(found))


def _wrapper_in(source: str) -> Wrapper | None:
    """Return the wrapper in a file, None if the source is something else: a table may be JSON, too."""
    if not source.lower().endswith(".json"):
        return None
    try:
        with Path(source).open(encoding="utf-8") as file:
            data = json.load(file)
    except (OSError, ValueError, RecursionError):
        return None
    return api.load(Path(source)) if isinstance(data, dict) and "locator" in data else None


def _listed(source: str, known: Wrapper | None, visitor: Visitor, pages: int | None) -> Table:
    """Return the table of a list, read first."""
    found = api.extract_pages("" if known is not None else source, known, pages=pages, visitor=visitor, say=say)
    list_pages.report(found)
    if not found.table.rows:
        raise NothingFoundError(f"{found.table.page}: the list has no records, so there is nothing to follow")
    return found.table


def _addresses(source: str, known: Wrapper | None, table: Table | None, column: str) -> list[str]:
    """Return addresses of the site that is visited: where headers of the user go."""
    if table is None:
        return [known.listing.page] if known is not None and known.listing is not None else [source]
    name = column if column in table.columns else "link"
    links = [cell for cell in (table[name] if name in table.columns else []) if isinstance(cell, str)]
    return links[:1]


def _report(found: Followed) -> int:
    """Print notes, and return the exit code: 1 if no page could be read."""
    for one in found.failures[:SHOWN]:
        say_error(f"{one.page}: {for_command_line(one.error)}")
    if len(found.failures) > SHOWN:
        say_error(f"{len(found.failures) - SHOWN} more pages could not be read")
    say(f"{counted(found.pages, 'page')} read, {len(found.failures)} failed")
    if found.without:
        say(f"{counted(found.without, 'record')} without an address to follow")
    if found.left:
        say(f"{counted(found.left, 'page')} left out by --limit")
    return 0 if found.pages else FAILED
