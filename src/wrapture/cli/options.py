"""The options that several commands share, and their conversion."""

from __future__ import annotations

from enum import Enum
from pathlib import Path
from typing import Annotated, Any, Final

import typer


class LearnerName(str, Enum):
    """The names of the learners."""

    all = "all"
    repeats = "repeats"
    rows = "rows"
    siblings = "siblings"
    visual = "visual"


class EncodingName(str, Enum):
    """The encodings for finding records."""

    block_level = "block-level"
    all_tag = "all-tag"
    no_physical = "no-physical"
    no_logical = "no-logical"
    no_special = "no-special"
    text_level = "text-level"
    line_level = "line-level"


class TableFormat(str, Enum):
    """How tables are printed."""

    table = "table"
    json = "json"
    jsonl = "jsonl"
    csv = "csv"


class ListFormat(str, Enum):
    """How candidates are printed."""

    table = "table"
    json = "json"


Sources = Annotated[
    list[str], typer.Argument(metavar="SOURCE", help="Files, folders, - (standard input) or http(s) addresses.")
]
OptionalSources = Annotated[
    list[str] | None,
    typer.Argument(metavar="SOURCE", help="Files, folders, - (standard input) or http(s) addresses."),
]
WrapperOption = Annotated[
    Path | None, typer.Option("--wrapper", "-w", metavar="FILE", help="Read the pages with this wrapper.")
]
LearnerOption = Annotated[LearnerName | None, typer.Option("--learner", help="The learner; by default all of them.")]
EncodingOption = Annotated[
    EncodingName | None,
    typer.Option(
        "--encoding",
        help="Token encoding of the repeats learner; by default block-level, and also all-tag if only repeats runs.",
    ),
]
MinLength = Annotated[int | None, typer.Option(min=1, help="Minimum length of a repeat, in tokens.")]
MinCount = Annotated[int | None, typer.Option(min=2, help="Minimum number of occurrences of a repeat.")]
MaxVariance = Annotated[float | None, typer.Option(min=0, help="Maximum variation of the gaps between occurrences.")]
MinDensity = Annotated[
    float | None, typer.Option(min=0, max=1, help="Minimum share of its region that a repeat covers.")
]
Budget = Annotated[
    float,
    typer.Option(
        "--budget",
        metavar="SECONDS",
        min=0.1,
        help="Stop looking for lists after this much CPU time, and choose among those found.",
    ),
]
AllowPrivate = Annotated[
    bool,
    typer.Option("--allow-private", help="Allow requests to this machine and private networks."),
]
Store = Annotated[
    Path | None,
    typer.Option(
        "--store",
        metavar="PATH",
        help="Where to store fetched pages: a folder or a .warc.gz file; by default the page cache.",
    ),
]
Delay = Annotated[float, typer.Option(min=0, metavar="SECONDS", help="Delay between two requests to the same host.")]
Retries = Annotated[
    int,
    typer.Option(min=0, max=10, metavar="N", help="How often a request is retried if a server has trouble."),
]
MaxAge = Annotated[
    float, typer.Option(min=0, metavar="SECONDS", help="Use stored pages up to this age instead of requesting them.")
]
Offline = Annotated[bool, typer.Option("--offline", help="Send no requests: take all pages from the store.")]
Before = Annotated[Path | None, typer.Option("--before", metavar="SCRIPT", help="Run this script first, to log in.")]
Header = Annotated[
    list[str] | None,
    typer.Option("--header", metavar="'NAME: VALUE'", help="Send this header to the site; may be given several times."),
]
CookieFile = Annotated[
    Path | None,
    typer.Option("--cookies", metavar="FILE", help="Send the cookies in this file: Netscape's cookies.txt, or JSON."),
]
UserAgent = Annotated[str, typer.Option("--user-agent", metavar="TEXT", help="Send this User-Agent header.")]
Proxy = Annotated[str, typer.Option("--proxy", metavar="URL", help="Send requests through this proxy.")]
SessionFile = Annotated[
    Path | None,
    typer.Option("--session", metavar="FILE", help="Save the login of --before in this file, and reuse it next time."),
]
RenderPages = Annotated[
    bool,
    typer.Option("--render", help="Render pages with a browser: run scripts, press 'load more', scroll to the end."),
]
IgnoreRobots = Annotated[bool, typer.Option("--ignore-robots", help="Ignore robots.txt; only for your own sites.")]
Scripts = Annotated[bool, typer.Option("--scripts", help="Run the scripts of the pages too; implies --render.")]
NoResult = Annotated[
    str | None,
    typer.Option(
        "--no-result", metavar="PAGE", help="A page of the site without results; nothing on it is taken for a record."
    ),
]
LexiconOption = Annotated[
    Path | None,
    typer.Option(
        "--lexicon", metavar="FILE", help="Prefer lists that contain terms from this file, one term per line."
    ),
]
ColumnsOption = Annotated[
    str, typer.Option("--columns", metavar="A,B,C", help="Only these columns, in this order, by name.")
]
Drop = Annotated[str, typer.Option("--drop", metavar="A,B", help="Leave out these columns.")]
Keep = Annotated[str, typer.Option("--keep", metavar="A,B", help="Show these columns even if they are hidden.")]
Rename = Annotated[
    list[str] | None, typer.Option("--rename", metavar="OLD=NEW", help="Rename a column; may be given several times.")
]
Names = Annotated[str, typer.Option(help="Names of the columns in order, separated by commas; - drops a column.")]
Labels = Annotated[
    list[str] | None,
    typer.Option(metavar="FILE", help="Learn from the labels in this file; more files may follow."),
]
Root = Annotated[
    Path | None,
    typer.Option(metavar="DIR", help="The folder of the labelled pages; by default that of the labels."),
]
STANDARD_OUTPUT: Final = "-"
OutputFile = Annotated[
    str | None,
    typer.Option(
        "--output",
        "-o",
        metavar="FILE",
        callback=lambda path: None if path == STANDARD_OUTPUT else path,
        help="Write to a file: .csv .jsonl .json .jsonld .xlsx .sqlite .duckdb .parquet, or to "
        "postgresql://…/DATABASE?table=NAME; - prints as without it.",
    ),
]
AllColumns = Annotated[
    bool,
    typer.Option(
        "--all-columns", help="Write hidden columns too: repeated, constant, nearly empty. JSON always has them."
    ),
]
Typed = Annotated[
    bool,
    typer.Option(
        "--typed/--text", help="Write values (numbers, prices, dates) or the page's own words; JSON always has both."
    ),
]
Texts = Annotated[
    bool, typer.Option("--texts", help="Also write the page's own words, in a column after each typed one.")
]
NoSamples = Annotated[
    bool,
    typer.Option("--no-samples", help="Keep no values of the pages in the wrapper file, only hashes and statistics."),
]
RepairOption = Annotated[
    bool,
    typer.Option(
        "--repair",
        help="If the site has changed, repair the wrapper unless the repair is uncertain; the old one is kept.",
    ),
]
NoBom = Annotated[bool, typer.Option("--no-bom", help="Write CSV files without a byte order mark.")]
RawFormulas = Annotated[
    bool,
    typer.Option(
        "--raw-formulas", help="Write CSV texts as they are, even if a spreadsheet would run them as formulas."
    ),
]
OutputFolder = Annotated[
    Path, typer.Option("--output", "-o", metavar="FOLDER", help="The folder to save the pages in; created if missing.")
]
TableFormatOption = Annotated[TableFormat | None, typer.Option("--format", "-f", help="The format to print.")]
ListFormatOption = Annotated[ListFormat, typer.Option("--format", "-f", help="The format to print.")]
Force = Annotated[bool, typer.Option("--force", help="Replace an existing file.")]


def command_app(**settings: Any) -> typer.Typer:
    """Return the Typer app for the command, or group of commands, of a module."""
    return typer.Typer(add_completion=False, **settings)


def column_names(names: str) -> list[str]:
    """Return the column names of a comma-separated list.

    >>> column_names("title, -,price"), column_names("")
    (['title', '-', 'price'], [])
    """
    return [name.strip() for name in names.split(",")] if names else []
