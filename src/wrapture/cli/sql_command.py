"""``wrapture sql``: query results with SQL."""

from __future__ import annotations

import os
import sys
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from wrapture import api
from wrapture.cli.exit_codes import FAILED, INTERRUPTED
from wrapture.cli.messages import output as output_stream
from wrapture.cli.messages import say, say_error
from wrapture.cli.options import Force, NoBom, OutputFile, RawFormulas, TableFormatOption, command_app
from wrapture.errors import QueryError
from wrapture.model.table import Row, Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.api import QueryResult, RowOptions

MOST_SHOWN: Final = 1_000
"""Rows of a result that are printed as a table."""

app = command_app()


@app.command()
def sql(
    words: Annotated[
        list[str],
        typer.Argument(
            metavar="[QUERY] DATA...",
            help="A query, then the data: files .parquet .jsonl .json .csv .sqlite .duckdb, or folders of Parquet files. "
            "Each is a table with the name of its file: books.parquet is books, a second one with that name books_2. "
            "A single table is also called records.",
        ),
    ],
    tables: Annotated[
        bool, typer.Option("--tables", help="List the tables with their columns, types and row counts.")
    ] = False,
    output_format: TableFormatOption = None,
    output: OutputFile = None,
    no_bom: NoBom = False,
    raw_formulas: RawFormulas = False,
    timeout: Annotated[
        float | None, typer.Option(min=0.001, metavar="SECONDS", help="Stop a query after this time.")
    ] = None,
    force: Force = False,
) -> None:
    """Query results with SQL: one query over files that Wrapture has written; it reads nothing else and writes nothing.

    Without a query, the tables are listed.
    """
    from wrapture.cli.table_output import format_name

    named = format_name(output_format, output)
    query, data = split_words(words, tables=tables)
    if query is None and output is not None:
        raise typer.BadParameter("there is no query whose result could be written", param_hint="--output")
    options = api.RowOptions(bom=not no_bom, raw_formulas=raw_formulas)
    with api.bounded_memory():
        try:
            if query is None:
                sys.exit(show_tables(data, named, timeout_s=timeout))
            sys.exit(ask(query, data, named, output, timeout_s=timeout, force=force, options=options))
        except (QueryError, KeyboardInterrupt) as error:
            _leave_if_stuck(error)
            raise


def _leave_if_stuck(error: QueryError | KeyboardInterrupt) -> None:
    """End the process at once if a query can't be interrupted: an ordinary exit would wait for it."""
    if api.is_left_behind():
        if isinstance(error, QueryError):
            say_error(str(error))
        sys.stdout.flush()
        os._exit(FAILED if isinstance(error, QueryError) else INTERRUPTED)


def split_words(words: Sequence[str], *, tables: bool) -> tuple[str | None, list[str]]:
    """Return the query and the data; the first argument is not a query if it is a file or folder, or the only argument."""
    if tables or _is_there(words[0]) or (len(words) == 1 and len(words[0].split()) == 1):
        return None, list(words)
    return words[0], list(words[1:])


def ask(
    query: str,
    data: Sequence[str],
    named: str | None = None,
    output: str | None = None,
    *,
    timeout_s: float | None = None,
    force: bool = False,
    options: RowOptions,
) -> int:
    """Print the result of a query, or write it to a file."""
    from wrapture.cli.table_output import check_target

    check_target(output, named, force=force)
    answer = api.query(query, *data, timeout_s=timeout_s)
    if output is not None:
        api.write_answer(answer, output, format=named, force=force, options=options)
        say(f"{_counted(len(answer), 'row')} written to {api.shown_target(output)}")
    elif named in (None, "table"):
        _show(answer)
    else:
        api.print_answer(answer, str(named), output_stream(), options)
    return 0


def show_tables(data: Sequence[str], named: str | None = None, *, timeout_s: float | None = None) -> int:
    """Print the tables of some data."""
    views = api.result_tables(*data, timeout_s=timeout_s)
    if named in (None, "table"):
        from wrapture.cli.display import print_grid

        for view in views:
            title = f"{view.name} ({view.place}): {_counted(view.rows, 'row')}"
            print_grid(title, ("column", "type"), view.columns)
        return 0
    objects = [
        {
            "table": view.name,
            "data": view.place,
            "rows": view.rows,
            "columns": [{"name": name, "type": kind} for name, kind in view.columns],
        }
        for view in views
    ]
    if named == "csv":
        raise typer.BadParameter("tables are listed as table, json or jsonl", param_hint="--format")
    output_stream().write(
        "".join(f"{api.dump_json(one)}\n" for one in objects) if named == "jsonl" else f"{api.dump_json(objects)}\n"
    )
    return 0


def _show(answer: QueryResult) -> None:
    """Print a result as a table; of a long one, the first rows."""
    from wrapture.cli.table_display import print_tables

    cells = [tuple(_text(api.flat_value(value)) for value in row) for row in islice(answer.tuples(), MOST_SHOWN)]
    table = Table("answer", answer.columns, tuple(Row("", row) for row in cells))
    if not cells:
        say(f"no rows of {', '.join(answer.columns)}")
    print_tables([table])
    if len(answer) > len(cells):
        say(f"{_counted(len(answer) - len(cells), 'more row')}; -o FILE has all")


def _text(value: object) -> str | None:
    return None if value is None else str(value)


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def _is_there(word: str) -> bool:
    try:
        return bool(word) and Path(word).exists()  # Path("") is the current folder
    except (OSError, ValueError):  # a query may be longer than the longest file name
        return False
