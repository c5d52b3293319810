"""The command for many pages: ``bulk``."""

from __future__ import annotations

import sys
from enum import Enum
from pathlib import Path  # noqa: TC003 - typer reads the annotations
from typing import Annotated

import typer

from wrapture.cli.options import AllowPrivate, Force  # noqa: TC001 - typer reads the annotations

PAGE_TIME_S = 30.0
PAGE_MEMORY_MB = 1024


class BulkFormat(str, Enum):
    """What a bulk run can write."""

    parquet = "parquet"
    jsonl = "jsonl"
    csv = "csv"
    sqlite = "sqlite"
    duckdb = "duckdb"


class EngineChoice(str, Enum):
    """Who can do the work of a bulk run."""

    pool = "pool"
    dask = "dask"


def add_to(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command()(bulk)


def bulk(
    inputs: Annotated[
        list[str],
        typer.Argument(
            metavar="INPUT",
            help="Pages, folders, globs, .tar, .zip, .warc, .parquet or .jsonl with HTML; here or at any fsspec address.",
        ),
    ],
    output: Annotated[
        Path,
        typer.Option("--output", "-o", metavar="OUT", help="A folder of Parquet files, or a file in another format."),
    ],
    wrapper: Annotated[
        Path | None, typer.Option("--wrapper", "-w", metavar="FILE", help="Read the pages by this wrapper.")
    ] = None,
    library: Annotated[
        Path | None,
        typer.Option("--library", metavar="DIR", help="Read each page by the wrapper of a library it fits."),
    ] = None,
    output_format: Annotated[
        BulkFormat | None, typer.Option("--format", "-f", help="What is written; by default told by the ending of OUT.")
    ] = None,
    html_column: Annotated[
        str, typer.Option(metavar="NAME", help="The column of a table of pages that holds their HTML.")
    ] = "",
    url_column: Annotated[str, typer.Option(metavar="NAME", help="The column that holds their addresses.")] = "",
    min_fit: Annotated[
        float, typer.Option(min=0, max=1, metavar="F", help="Pages that fit less than this are dead letters.")
    ] = 0.0,
    texts: Annotated[
        bool, typer.Option("--texts", help="Keep beside each number, price or date what the page says.")
    ] = False,
    constants: Annotated[
        bool, typer.Option("--constants", help="Keep columns that say the same in every record.")
    ] = False,
    engine: Annotated[EngineChoice, typer.Option(help="Who does the work.")] = EngineChoice.pool,
    scheduler: Annotated[
        str, typer.Option(metavar="ADDRESS", help="The Dask cluster to work on; by default one on this machine.")
    ] = "",
    workers: Annotated[
        int, typer.Option(min=0, metavar="N", help="Processes that read pages; 0 is one for each core.")
    ] = 0,
    page_time: Annotated[
        float, typer.Option(min=0.01, metavar="SECONDS", help="What one page may take before it is given up.")
    ] = PAGE_TIME_S,
    page_memory: Annotated[
        int, typer.Option(min=16, metavar="MB", help="What one page may need before it is given up.")
    ] = PAGE_MEMORY_MB,
    restart: Annotated[
        bool, typer.Option("--restart", help="Begin anew, where a run that was stopped could go on.")
    ] = False,
    allow_private: AllowPrivate = False,
    strict: Annotated[
        bool, typer.Option("--strict", help="Exit with 3 where a page is missing in the output.")
    ] = False,
    force: Force = False,
) -> None:
    """Read any number of pages with wrappers; a run that was stopped, however hard, goes on with the same command."""
    from wrapture.bulk.model import Columns, PageLimits
    from wrapture.bulk.order import order_of
    from wrapture.cli import bulk as runs

    if (wrapper is None) == (library is None):
        raise typer.BadParameter("give one wrapper, or a library of them", param_hint="--wrapper / --library")
    if scheduler and engine is not EngineChoice.dask:
        raise typer.BadParameter("is for --engine dask", param_hint="--scheduler")
    order = order_of(
        inputs,
        output,
        wrapper=wrapper,
        library=library,
        format=None if output_format is None else output_format.value,
        columns=Columns(html_column, url_column),
        limits=PageLimits(page_time, page_memory),
        min_fit=min_fit,
        texts=texts,
        constants=constants,
        engine=engine.value,
        scheduler=scheduler,
        workers=workers,
        force=force,
        restart=restart,
        allow_private=allow_private,
    )
    sys.exit(runs.bulk(order, strict=strict))
