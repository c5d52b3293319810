"""Write the tables of a command: to a file, as text on standard output, or as a table on the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from wrapture import api
from wrapture.cli.messages import output, say
from wrapture.cli.options import TableFormat
from wrapture.model.table import Failure, Table
from wrapture.wording import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.api import RowOptions


def format_name(chosen: TableFormat | None, path: str | None) -> str | None:
    """Return the name of the chosen format; raises `typer.BadParameter` for ``table`` with a file."""
    if path is not None and chosen is TableFormat.table:
        raise typer.BadParameter(
            "a table is for the terminal; leave out --format or choose json, jsonl or csv", param_hint="--format"
        )
    return None if chosen is None else chosen.value


def check_target(path: str | None, format: str | None, *, force: bool) -> None:  # noqa: A002 - the option's own name
    """Raise `OutputError` if the tables can't be written to a file; call it before the work."""
    if path is not None:
        api.check_results(path, format=format, force=force)


def emit(
    results: Sequence[Table | Failure],
    path: str | None,
    format: str | None,  # noqa: A002 - the option's own name
    *,
    force: bool,
    options: RowOptions,
) -> None:
    """Write the tables to a file, or print them; if no page could be read, no file is written."""
    if path is not None and results and not any(isinstance(result, Table) for result in results):
        say(f"{api.shown_target(path)}: not written, because no page could be read")
    elif path is not None:
        api.write_results(results, path, format=format, force=force, options=options)
        written = sum(len(result) for result in results if isinstance(result, Table))
        say(f"{counted(written, 'record')} written to {api.shown_target(path)}")
    elif format in (None, "table"):
        from wrapture.cli.table_display import print_tables

        print_tables(results if options.all_columns else api.without_hidden(results))
    else:
        output().write(api.render_results(results, format or "json", options=options))
