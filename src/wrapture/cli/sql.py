"""``wrapture sql``: results asked with SQL."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from wrapture.cli.options import Force, TableFormat

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.sql import Answer

MOST_SHOWN = 1_000
"""Rows of an answer that a table on the terminal has."""


def add_to(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command()(sql)


def sql(
    words: Annotated[
        list[str],
        typer.Argument(
            metavar="[QUERY] DATA...",
            help="A query, then the data: files .parquet .jsonl .json .csv .sqlite .duckdb, or folders of Parquet files. "
            "Each is a table with its name: books.parquet is books, a second one of that name books_2. "
            "Where there is only one, it is records, too.",
        ),
    ],
    tables: Annotated[
        bool, typer.Option("--tables", help="List the tables with their columns, types and numbers of rows.")
    ] = False,
    output_format: Annotated[TableFormat | None, typer.Option("--format", "-f", help="What is printed.")] = None,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="Write to a file: .csv .jsonl .json .sqlite .parquet"),
    ] = None,
    timeout: Annotated[
        float | None, typer.Option(min=0.001, metavar="SECONDS", help="Stop a query that takes longer.")
    ] = None,
    force: Force = False,
) -> None:
    """Ask results with SQL: one query over files that Wrapture has written; it reads nothing else and writes nothing.

    Without a query, the tables are listed.
    """
    if output is not None and output_format is TableFormat.table:
        raise typer.BadParameter(
            "a table is for the terminal; leave out --format or choose json, jsonl or csv", param_hint="--format"
        )
    named = output_format.value if output_format is not None else None
    query, data = split_words(words, tables=tables)
    if query is None:
        if output is not None:
            raise typer.BadParameter("there is no query whose answer could be written", param_hint="--output")
        sys.exit(show_tables(data, named, timeout_s=timeout))
    sys.exit(ask(query, data, named, output, timeout_s=timeout, force=force))


def split_words(words: Sequence[str], *, tables: bool) -> tuple[str | None, list[str]]:
    """Return the query and the data that were typed; a first word that is a file or folder, or all there is, is no query."""
    if tables or _is_there(words[0]) or (len(words) == 1 and len(words[0].split()) == 1):
        return None, list(words)
    return words[0], list(words[1:])


def ask(
    query: str,
    data: Sequence[str],
    named: str | None = None,
    output: Path | None = None,
    *,
    timeout_s: float | None = None,
    force: bool = False,
) -> int:
    """Print the answer to a query, or write it to a file."""
    from wrapture.cli import display
    from wrapture.sinks import check
    from wrapture.sql import query as answer_to
    from wrapture.sql.output import print_answer, write_answer

    if output is not None:
        check(output, format=named, force=force)
    answer = answer_to(query, *data, timeout_s=timeout_s)
    if output is not None:
        write_answer(answer, output, format=named, force=force)
        display.say(f"{_counted(len(answer), 'row')} written to {output}")
    elif named in (None, "table"):
        _show(answer)
    else:
        print_answer(answer, str(named), sys.stdout)
    return 0


def show_tables(data: Sequence[str], named: str | None = None, *, timeout_s: float | None = None) -> int:
    """Print what can be asked of some data."""
    from wrapture.cli import display
    from wrapture.sinks.jsonout import dump
    from wrapture.sql import tables

    views = tables(*data, timeout_s=timeout_s)
    if named in (None, "table"):
        for view in views:
            title = f"{view.name} ({view.place}): {_counted(view.rows, 'row')}"
            display.print_grid(title, ("column", "type"), view.columns)
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
    sys.stdout.write("".join(f"{dump(one)}\n" for one in objects) if named == "jsonl" else f"{dump(objects)}\n")
    return 0


def _show(answer: Answer) -> None:
    """Print an answer as a table; of a long one the first rows."""
    from itertools import islice

    from wrapture.cli import display
    from wrapture.extraction.table import Row, Table
    from wrapture.sql.output import flat

    cells = [tuple(_text(flat(value)) for value in row) for row in islice(answer.tuples(), MOST_SHOWN)]
    table = Table("answer", answer.columns, tuple(Row("", row) for row in cells))
    if not cells:
        display.say(f"no rows of {', '.join(answer.columns)}")
    display.print_tables([table])
    if len(answer) > len(cells):
        display.say(f"{_counted(len(answer) - len(cells), 'more row')}; -o FILE has all")


def _text(value: object) -> str | None:
    return None if value is None else str(value)


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def _is_there(word: str) -> bool:
    try:
        return bool(word) and Path(word).exists()  # an empty path is the folder one is in
    except (OSError, ValueError):  # a query may be longer than any name of a file
        return False
