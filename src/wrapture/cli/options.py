"""What can be typed after a command: the options that several commands have, and what they are turned into."""

from __future__ import annotations

from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.discovery.judge import Learner


class LearnerName(str, Enum):
    """The learners that can be asked for."""

    all = "all"
    repeats = "repeats"
    rows = "rows"
    siblings = "siblings"
    visual = "visual"


class EncodingName(str, Enum):
    """The encodings that records can be looked for in."""

    block_level = "block-level"
    all_tag = "all-tag"
    no_physical = "no-physical"
    no_logical = "no-logical"
    no_special = "no-special"
    text_level = "text-level"


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
WrapperOption = Annotated[
    Path | None, typer.Option("--wrapper", "-w", metavar="FILE", help="Read the pages by this wrapper.")
]
LearnerOption = Annotated[
    LearnerName | None, typer.Option("--learner", help="Who looks for the records; by default all learners.")
]
EncodingOption = Annotated[
    EncodingName | None,
    typer.Option(
        "--encoding",
        help="Token encoding of the repeats learner; by default block-level, and all-tag where it is alone.",
    ),
]
MinLength = Annotated[int | None, typer.Option(min=1, help="Fewest tokens of a repeat.")]
MinCount = Annotated[int | None, typer.Option(min=2, help="Fewest occurrences of a repeat.")]
MaxVariance = Annotated[float | None, typer.Option(min=0, help="Largest variation of the gaps between occurrences.")]
MinDensity = Annotated[float | None, typer.Option(min=0, max=1, help="Smallest share of the repeat in its region.")]
AllowPrivate = Annotated[
    bool,
    typer.Option("--allow-private", help="Addresses of this machine and of private networks may be asked too."),
]
Store = Annotated[
    Path | None,
    typer.Option(
        "--store",
        metavar="PATH",
        help="Where fetched pages are kept: a folder, or a file .warc.gz; by default the page cache.",
    ),
]
Delay = Annotated[float, typer.Option(min=0, metavar="SECONDS", help="Between two requests to the same host.")]
Retries = Annotated[
    int,
    typer.Option(min=0, max=10, metavar="N", help="How often a request is tried again where a server is in trouble."),
]
MaxAge = Annotated[
    float, typer.Option(min=0, metavar="SECONDS", help="How old a stored page may be to be taken instead of asking.")
]
Offline = Annotated[bool, typer.Option("--offline", help="Ask nobody: take all pages from the store.")]
Before = Annotated[
    Path | None, typer.Option("--before", metavar="SCRIPT", help="Run the steps of this script first, for a login.")
]
IgnoreRobots = Annotated[
    bool, typer.Option("--ignore-robots", help="Ask even what robots.txt forbids: for sites of your own.")
]
Render = Annotated[bool, typer.Option("--render", help="Let a browser draw the pages first; reads frames too.")]
Scripts = Annotated[bool, typer.Option("--scripts", help="Run the scripts of the pages too; implies --render.")]
NoResult = Annotated[
    str | None,
    typer.Option("--no-result", metavar="PAGE", help="A page of the site without results: what it shows is no record."),
]
Names = Annotated[str, typer.Option(help="Names of the columns in order, with commas between; - drops a column.")]
Labels = Annotated[
    list[str] | None,
    typer.Option(metavar="FILE", help="Learn from the labels in this file; files that follow are labels, too."),
]
Root = Annotated[
    Path | None,
    typer.Option(metavar="DIR", help="Where the pages of labels lie; by default in the folder of the labels."),
]
Force = Annotated[bool, typer.Option("--force", help="Replace a file that is already there.")]


def column_names(names: str) -> list[str]:
    """Return the names of columns that are typed with commas between them.

    >>> column_names("title, -,price"), column_names("")
    (['title', '-', 'price'], [])
    """
    return [name.strip() for name in names.split(",")] if names else []


def check_labelling(
    labels: list[str] | None, label_with: list[str] | None, sources: list[str] | None, *, drawn: bool
) -> None:
    """Raise `typer.BadParameter` for options that don't go together."""
    if labels and label_with:
        raise typer.BadParameter("labels or a value for each column, not both", param_hint="--label-with")
    if drawn:
        raise typer.BadParameter(
            "labels point into a page's source, not into what a browser draws", param_hint="--render"
        )
    if label_with and not sources:
        raise typer.BadParameter("name the page that the values stand on", param_hint="SOURCE")


def examples(given: list[str]) -> dict[str, str]:
    """Return the columns' names with their values."""
    examples: dict[str, str] = {}
    for text in given:
        name, _, value = (part.strip() for part in text.partition("="))
        if not name or not value:
            raise typer.BadParameter(
                f"{text!r} is not a name and a value: title='The Trial'", param_hint="--label-with"
            )
        if name in examples:
            raise typer.BadParameter(f"{name} is given twice: one value is enough", param_hint="--label-with")
        examples[name] = value
    return examples


def learners_for(
    learner: LearnerName | None,
    encoding: EncodingName | None = None,
    min_length: int | None = None,
    min_count: int | None = None,
    max_variance: float | None = None,
    min_density: float | None = None,
) -> Sequence[Learner]:
    """Return the learners that were asked for: all, unless one is named or an option of `repeats` is given.

    None leaves an option at its default.
    """
    from wrapture.learners import learners_with

    return learners_with(
        learner.value if learner is not None else None,
        encoding=encoding.value if encoding is not None else None,
        min_length=min_length,
        min_count=min_count,
        max_variance=max_variance,
        min_density=min_density,
    )
