"""The command line: ``wrapture extract | discover | learn | label | show | render | picture | library``."""

from __future__ import annotations

import io
import os
import sys
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from wrapture import __version__
from wrapture.cli.library import app as library_app
from wrapture.errors import WraptureError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.discovery.judge import Learner

app = typer.Typer(
    name="wrapture",
    help="Find the records of list pages, keep what was learned as a wrapper, read the site's other pages as tables.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.add_typer(library_app, name="library")


class LearnerName(str, Enum):
    """The learners that can be asked for."""

    repeats = "repeats"
    visual = "visual"
    rows = "rows"


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
LearnerOption = Annotated[LearnerName, typer.Option("--learner", help="Who looks for the records.")]
EncodingOption = Annotated[
    EncodingName | None, typer.Option("--encoding", help="Token encoding; by default block-level and all-tag.")
]
MinLength = Annotated[int | None, typer.Option(min=1, help="Fewest tokens of a repeat.")]
MinCount = Annotated[int | None, typer.Option(min=2, help="Fewest occurrences of a repeat.")]
MaxVariance = Annotated[float | None, typer.Option(min=0, help="Largest variation of the gaps between occurrences.")]
MinDensity = Annotated[float | None, typer.Option(min=0, max=1, help="Smallest share of the repeat in its region.")]
Render = Annotated[bool, typer.Option("--render", help="Let a browser draw the pages first; reads frames too.")]
Scripts = Annotated[bool, typer.Option("--scripts", help="Run the scripts of the pages too; implies --render.")]
NoResult = Annotated[
    str | None,
    typer.Option("--no-result", metavar="PAGE", help="A page of the site without results: what it shows is no record."),
]
Labels = Annotated[
    list[str] | None,
    typer.Option(metavar="FILE", help="Learn from the labels in this file; files that follow are labels, too."),
]
Root = Annotated[
    Path | None,
    typer.Option(metavar="DIR", help="Where the pages of labels lie; by default in the folder of the labels."),
]
Force = Annotated[bool, typer.Option("--force", help="Replace a file that is already there.")]


def _version(asked: bool) -> None:
    if asked:
        typer.echo(f"wrapture {__version__}")
        raise typer.Exit


@app.callback()
def _main(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    pass


@app.command()
def extract(
    sources: Sources,
    wrapper: WrapperOption = None,
    library: Annotated[
        Path | None,
        typer.Option("--library", metavar="FOLDER", help="Read each page by the wrapper of this library that fits it."),
    ] = None,
    learn_new: Annotated[
        bool, typer.Option("--learn-new", help="Learn a wrapper into the library from a page that none fits.")
    ] = False,
    learner: Annotated[
        LearnerName | None,
        typer.Option("--learner", help="Who looks for the records; by default repeats, for --learn-new rows."),
    ] = None,
    encoding: EncodingOption = None,
    render: Render = False,
    scripts: Scripts = False,
    no_result: NoResult = None,
    output_format: Annotated[TableFormat | None, typer.Option("--format", "-f", help="What is printed.")] = None,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="Write to a file: .csv .jsonl .json .sqlite .parquet"),
    ] = None,
    force: Force = False,
    strict: Annotated[
        bool, typer.Option("--strict", help="Exit with 3 when a page has no records or does not fit.")
    ] = False,
) -> None:
    """Read the records of pages as tables: by a wrapper or, without one, those of the best list found on each page."""
    from wrapture.cli import commands, readers

    if output is not None and output_format is TableFormat.table:
        raise typer.BadParameter(
            "a table is for the terminal; leave out --format or choose json, jsonl or csv", param_hint="--format"
        )
    if wrapper is not None and library is not None:
        raise typer.BadParameter("a wrapper or a library, not both", param_hint="--library")
    if learn_new and library is None:
        raise typer.BadParameter("say where to: --library FOLDER", param_hint="--learn-new")
    named = output_format.value if output_format is not None else None
    lens = commands.camera(scripts=scripts) if render or scripts else None
    learners = _learners(learner or (LearnerName.rows if library is not None else LearnerName.repeats), encoding)
    if wrapper is not None:
        reader = readers.by_wrapper(wrapper)
    elif library is not None:
        reader = readers.by_library(library, learners if learn_new else None)
    else:
        reader = None
    sys.exit(
        commands.extract(
            sources,
            lambda empty: reader or readers.by_learners(learners, empty),
            named,
            output,
            force=force,
            strict=strict,
            lens=lens,
            no_result=no_result,
        )
    )


@app.command()
def discover(
    sources: Sources,
    learner: Annotated[
        LearnerName | None,
        typer.Option("--learner", help="Who looks for the records; by default repeats, for sections visual."),
    ] = None,
    encoding: EncodingOption = None,
    min_length: MinLength = None,
    min_count: MinCount = None,
    max_variance: MaxVariance = None,
    min_density: MinDensity = None,
    render: Render = False,
    scripts: Scripts = False,
    no_result: NoResult = None,
    sections: Annotated[
        bool, typer.Option("--sections", help="Every section with a list and its heading, as they stand on the page.")
    ] = False,
    top: Annotated[int, typer.Option(min=1, help="How many candidates are shown.")] = 5,
    output_format: Annotated[ListFormat, typer.Option("--format", "-f", help="What is printed.")] = ListFormat.table,
) -> None:
    """Show the lists that stand on a page, best first, with the evidence for each and a sample of its records."""
    from wrapture.cli import commands

    asked = learner or (LearnerName.visual if sections else LearnerName.repeats)
    learners = _learners(asked, encoding, min_length, min_count, max_variance, min_density)
    lens = commands.camera(scripts=scripts) if render or scripts else None
    show = commands.sections if sections else commands.discover
    sys.exit(show(sources, learners, top, as_json=output_format is ListFormat.json, lens=lens, no_result=no_result))


@app.command()
def learn(
    sources: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="SOURCE",
            help="Files, folders, - (standard input) or http(s) addresses; with --labels more such files.",
        ),
    ] = None,
    *,
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="The wrapper file to write.")],
    candidate: Annotated[int, typer.Option(min=1, help="Which list of the first page, as `discover` counts them.")] = 1,
    rows: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="How many records the list has on the first page.")
    ] = None,
    yes: Annotated[
        bool, typer.Option("--yes", "-y", help="Take the best where it is not clear, without asking.")
    ] = False,
    labels: Labels = None,
    root: Root = None,
    site: Annotated[str, typer.Option(help="Learn from the labels of this site, where a file has several.")] = "",
    refine: Annotated[
        Path | None, typer.Option(metavar="WRAPPER", help="Add what is labelled to a wrapper learned from labels.")
    ] = None,
    label_with: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=VALUE", help="A value of one record, for each column; the other records follow."),
    ] = None,
    labels_to: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where --label-with keeps its labels, to be corrected.")
    ] = None,
    names: Annotated[
        str, typer.Option(help="Names of the columns in order, with commas between; - drops a column.")
    ] = "",
    name: Annotated[str, typer.Option(help="Name of the wrapper; by default the site's.")] = "",
    learner: Annotated[
        LearnerName | None,
        typer.Option("--learner", help="Who looks for the records; by default repeats, for --label-with rows too."),
    ] = None,
    encoding: EncodingOption = None,
    min_length: MinLength = None,
    min_count: MinCount = None,
    max_variance: MaxVariance = None,
    min_density: MinDensity = None,
    render: Render = False,
    scripts: Scripts = False,
    no_result: NoResult = None,
    force: Force = False,
) -> None:
    """Learn a wrapper from one or more pages of a site, or from what is labelled in them; it reads the other pages too."""
    from wrapture.cli import commands

    columns = [column.strip() for column in names.split(",")] if names else []
    learners = _learners(learner or LearnerName.repeats, encoding, min_length, min_count, max_variance, min_density)
    if labels or label_with:
        from wrapture.cli import labels as labelling

        _check_labelling(labels, label_with, sources, drawn=render or scripts)
        sys.exit(
            labelling.learn(
                [*(labels or []), *(sources or [])], root, output, columns, name, site=site, refine=refine, force=force
            )
            if labels
            else labelling.learn_by_examples(
                sources or [],
                _examples(label_with or []),
                learners if learner is not None else [*learners, *_learners(LearnerName.rows, None)],
                output,
                name,
                refine=refine,
                labels_to=labels_to,
                root=root,
                may_ask=not yes,
                force=force,
            )
        )
    for given, option in ((refine, "--refine"), (root, "--root"), (labels_to, "--labels-to"), (site, "--site")):
        if given:
            raise typer.BadParameter("is for labels: give --labels FILE or --label-with NAME=VALUE", param_hint=option)
    if not sources:
        raise typer.BadParameter("give pages to learn from, or --labels FILE", param_hint="SOURCE")
    lens = commands.camera(scripts=scripts) if render or scripts else None
    if rows is not None and candidate != 1:
        raise typer.BadParameter("the list is chosen by its number or by its rows, not by both", param_hint="--rows")
    sys.exit(
        commands.learn(
            sources,
            output,
            learners,
            candidate,
            columns,
            name,
            rows=rows,
            may_ask=not yes,
            force=force,
            lens=lens,
            no_result=no_result,
        )
    )


@app.command()
def label(
    sources: Sources,
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="The labels to write: .jsonl")],
    wrapper: WrapperOption = None,
    learner: LearnerOption = LearnerName.repeats,
    candidate: Annotated[int, typer.Option(min=1, help="Which list of each page, as `discover` counts them.")] = 1,
    names: Annotated[
        str, typer.Option(help="Names of the columns in order, with commas between; - drops a column.")
    ] = "",
    root: Root = None,
    force: Force = False,
) -> None:
    """Write what is found on pages as labels, to be corrected and learned from with `learn --labels`."""
    from wrapture import api
    from wrapture.cli import labels

    columns = [column.strip() for column in names.split(",")] if names else []
    by = None if wrapper is None else api.load(wrapper)
    learners = _learners(learner, None)
    sys.exit(
        labels.draft(
            sources,
            lambda page: api.label(page, by, learner=learners, candidate=candidate, names=columns),
            output,
            root,
            force=force,
        )
    )


@app.command()
def render(
    sources: Sources,
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="FOLDER", help="Where the pages are saved; made if it is missing.")
    ],
    scripts: Annotated[bool, typer.Option("--scripts", help="Run the scripts of the pages.")] = False,
    force: Force = False,
) -> None:
    """Save pages as a browser draws them, to be read later without one: each as a file that ends in .snapshot."""
    from wrapture.cli import commands

    sys.exit(commands.save_rendered(sources, output, commands.camera(scripts=scripts), force=force))


@app.command()
def picture(
    source: Annotated[str, typer.Argument(metavar="PAGE", help="A file, - (standard input) or an http(s) address.")],
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="The picture to write: .png")],
    lines: Annotated[
        bool, typer.Option("--lines/--records", help="Draw the content lines of the page, or the records found on it.")
    ] = False,
    learner: LearnerOption = LearnerName.repeats,
    candidate: Annotated[int, typer.Option(min=1, help="Which list, as `discover --render` counts them.")] = 1,
    wrapper: Annotated[
        Path | None, typer.Option("--wrapper", "-w", metavar="FILE", help="Draw the records of this wrapper.")
    ] = None,
    scripts: Annotated[bool, typer.Option("--scripts", help="Run the scripts of the page.")] = False,
    force: Force = False,
) -> None:
    """Draw what is found on a page over the page as a browser shows it, to see why."""
    from wrapture.cli import commands, picture
    from wrapture.pictures import line_picture

    if lines and wrapper is not None:
        raise typer.BadParameter("a wrapper has records; leave out --lines or --wrapper", param_hint="--lines")
    records = picture.candidate(_learners(learner, None), candidate) if wrapper is None else picture.wrapper(wrapper)
    lens = commands.camera(scripts=scripts)
    sys.exit(picture.write(source, output, lens, line_picture if lines else records, force=force))


@app.command()
def show(wrapper: Annotated[Path, typer.Argument(metavar="WRAPPER", help="A wrapper file.")]) -> None:
    """Say in words what a wrapper does."""
    from wrapture.wrappers.describe import describe
    from wrapture.wrappers.file import load

    typer.echo(describe(load(wrapper)))


def _check_labelling(
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


def _examples(given: list[str]) -> dict[str, str]:
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


def _learners(
    learner: LearnerName,
    encoding: EncodingName | None,
    min_length: int | None = None,
    min_count: int | None = None,
    max_variance: float | None = None,
    min_density: float | None = None,
) -> Sequence[Learner]:
    """Return the learners that were asked for; the options are for `repeats`, and None leaves a default as it is."""
    from dataclasses import replace

    from wrapture.html.tokens import ENCODINGS
    from wrapture.learners import learners_named
    from wrapture.learners.repeats import Repeats

    found = learners_named(learner.value)
    repeats = [one for one in found if isinstance(one, Repeats)]
    if encoding is not None and repeats:
        repeats = [replace(repeats[0], encoding=ENCODINGS[encoding.value])]
    set_ones = [
        replace(
            one,
            min_length=one.min_length if min_length is None else min_length,
            min_count=one.min_count if min_count is None else min_count,
            max_variance=one.max_variance if max_variance is None else max_variance,
            min_density=one.min_density if min_density is None else min_density,
        )
        for one in repeats
    ]
    return [*set_ones, *(one for one in found if not isinstance(one, Repeats))]


def run() -> None:
    """Run the command line; an error is one line and exit code 1."""
    _prepare_streams()
    try:
        try:
            app()
        finally:
            sys.stdout.flush()  # here, not when the interpreter ends: only here can a full disk be told
    except WraptureError as error:
        _fail(str(error))
    except BrokenPipeError:  # the reader of our output (head, less) has gone
        _fail()
    except OSError as error:
        _fail(f"{error.filename or 'standard output'}: {error.strerror or error}")


def _prepare_streams() -> None:
    """Make the standard streams fit for a page's text, whatever the locale says; a closed one swallows what it is given."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115 - open to the end
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace")


def _fail(message: str = "") -> NoReturn:
    """Print a line to standard error and exit with 1; what standard output could not take is dropped."""
    from wrapture.cli import display

    if message:
        display.say(message)
    try:
        sys.stdout.flush()
    except OSError:  # else the interpreter would try once more at its end, and complain
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(1)
