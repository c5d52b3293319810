"""``wrapture search``: send one query to one or several wrapped sites, and merge their answers into one table."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from wrapture import api
from wrapture.cli.exit_codes import FAILED
from wrapture.cli.messages import say, say_error
from wrapture.cli.option_groups import RowWriting, grouped
from wrapture.cli.options import Force, OutputFile, RenderPages, RepairOption, TableFormatOption, command_app
from wrapture.cli.visits import Keys, Visits, visiting
from wrapture.model.table import Failure
from wrapture.wording import counted, for_command_line

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from wrapture.api import Answers, Wrapper


app = command_app()


@app.command()
@grouped
def search(
    wrappers: Annotated[
        list[str],
        typer.Argument(metavar="FILE... QUERY", help="Wrapper files written by `wrap`, then the query."),
    ],
    pages: Annotated[
        int, typer.Option(min=1, metavar="N", help="Maximum number of result pages to read from each site.")
    ] = 10,
    repair: RepairOption = False,
    output_format: TableFormatOption = None,
    output: OutputFile = None,
    writing: RowWriting = RowWriting(),
    visits: Visits = Visits(),
    keys: Keys = Keys(),
    render: RenderPages = False,
    force: Force = False,
) -> None:
    """Send one query to one or several wrapped sites, and merge the results into one table."""
    from wrapture.cli.table_output import check_target, emit, format_name

    if len(wrappers) < 2:
        raise typer.BadParameter("give one or more wrapper files, then the query", param_hint="FILE... QUERY")
    chosen = format_name(output_format, output)
    *files, query = wrappers
    check_target(output, chosen, force=force)
    loaded = [api.load(Path(file)) for file in files]
    with visiting(visits, keys, *_addresses(loaded), render=render) as visitor:
        health = api.reading_health(_keeper(files, loaded), repair=repair)
        answered = api.answers(loaded, query, visitor, pages=pages, say=say, health=health)
    failures = [Failure(source, for_command_line(error)) for source, error in answered.errors.items()]
    tables = [] if _is_unanswered(answered) else [answered.table]
    emit([*tables, *failures], output, chosen, force=force, options=writing.options)
    for notice in health.notices.values():
        for line in notice.lines():
            say(for_command_line(line))
    sys.exit(_report(answered))


def _keeper(files: Sequence[str], wrappers: Sequence[Wrapper]) -> Callable[[str, Wrapper], str]:
    """Return a function that keeps the repaired wrapper of a source beside its file."""
    names = api.source_names(wrappers)
    return lambda name, wrapper: api.kept_beside(Path(files[names.index(name)]))(name, wrapper)


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
