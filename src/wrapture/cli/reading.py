"""The commands that read pages: ``extract | discover | learn | label | render | picture``."""

from __future__ import annotations

import sys
from pathlib import Path  # noqa: TC003 - typer reads the annotations
from typing import Annotated

import typer

from wrapture.cli.options import (
    AllowPrivate,
    EncodingOption,
    Force,
    Labels,
    LearnerOption,
    ListFormat,
    MaxVariance,
    MinCount,
    MinDensity,
    MinLength,
    Names,
    NoResult,
    Render,
    Root,
    Scripts,
    Sources,
    TableFormat,
    WrapperOption,
    check_labelling,
    column_names,
    examples,
    learners_for,
)


def add_to(app: typer.Typer) -> None:
    """Add the commands to the program."""
    for command in (extract, discover, learn, label, render, picture):
        app.command()(command)


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
    learner: LearnerOption = None,
    encoding: EncodingOption = None,
    render: Render = False,
    scripts: Scripts = False,
    allow_private: AllowPrivate = False,
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
    constants: Annotated[
        bool, typer.Option("--constants", help="Keep columns that are the same in all records; JSON always has them.")
    ] = False,
    guess: Annotated[
        bool, typer.Option("--guess", help="Take the best list of a page even where it is not convincing.")
    ] = False,
    every: Annotated[
        bool,
        typer.Option("--all", help="Every list of a page, each with its heading and kind, not the main one alone."),
    ] = False,
) -> None:
    """Read the records of pages as tables: by a wrapper or, without one, those of the best list found on each page."""
    from wrapture.cli import commands, readers
    from wrapture.cli.intake import intake_for

    if output is not None and output_format is TableFormat.table:
        raise typer.BadParameter(
            "a table is for the terminal; leave out --format or choose json, jsonl or csv", param_hint="--format"
        )
    if wrapper is not None and library is not None:
        raise typer.BadParameter("a wrapper or a library, not both", param_hint="--library")
    if learn_new and library is None:
        raise typer.BadParameter("say where to: --library FOLDER", param_hint="--learn-new")
    if every and (wrapper is not None or library is not None):
        raise typer.BadParameter("a wrapper reads one list; leave it out to get all", param_hint="--all")
    named = output_format.value if output_format is not None else None
    intake = intake_for(allow_private=allow_private, render=render, scripts=scripts)
    learners = learners_for(learner, encoding)
    if wrapper is not None:
        reader = readers.by_wrapper(wrapper)
    elif library is not None:
        reader = readers.by_library(library, learners if learn_new else None)
    else:
        reader = None
    found = readers.by_sections if every else readers.by_learners
    sys.exit(
        commands.extract(
            sources,
            lambda empty: reader or found(learners, empty, guess=guess),
            named,
            output,
            force=force,
            strict=strict,
            constants=constants,
            intake=intake,
            no_result=no_result,
        )
    )


def discover(
    sources: Sources,
    learner: LearnerOption = None,
    encoding: EncodingOption = None,
    min_length: MinLength = None,
    min_count: MinCount = None,
    max_variance: MaxVariance = None,
    min_density: MinDensity = None,
    render: Render = False,
    scripts: Scripts = False,
    allow_private: AllowPrivate = False,
    no_result: NoResult = None,
    sections: Annotated[
        bool, typer.Option("--sections", help="Every list with its heading and kind, as they stand on the page.")
    ] = False,
    top: Annotated[
        int | None, typer.Option(min=1, help="How many lists are shown; by default 5, with --sections 12.")
    ] = None,
    output_format: Annotated[ListFormat, typer.Option("--format", "-f", help="What is printed.")] = ListFormat.table,
) -> None:
    """Show the lists that stand on a page, best first, with the reasons for each and a sample of its records."""
    from wrapture.cli import listing
    from wrapture.cli.intake import intake_for

    learners = learners_for(learner, encoding, min_length, min_count, max_variance, min_density)
    intake = intake_for(allow_private=allow_private, render=render, scripts=scripts)
    show = listing.sections if sections else listing.discover
    sys.exit(show(sources, learners, top, as_json=output_format is ListFormat.json, intake=intake, no_result=no_result))


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
    names: Names = "",
    name: Annotated[str, typer.Option(help="Name of the wrapper; by default the site's.")] = "",
    learner: LearnerOption = None,
    encoding: EncodingOption = None,
    min_length: MinLength = None,
    min_count: MinCount = None,
    max_variance: MaxVariance = None,
    min_density: MinDensity = None,
    render: Render = False,
    scripts: Scripts = False,
    allow_private: AllowPrivate = False,
    no_result: NoResult = None,
    force: Force = False,
) -> None:
    """Learn a wrapper from one or more pages of a site, or from what is labelled in them; it reads the other pages too."""
    from wrapture.cli import commands
    from wrapture.cli.intake import intake_for

    columns = column_names(names)
    learners = learners_for(learner, encoding, min_length, min_count, max_variance, min_density)
    if labels or label_with:
        from wrapture.cli import labels as labelling

        check_labelling(labels, label_with, sources, drawn=render or scripts)
        sys.exit(
            labelling.learn(
                [*(labels or []), *(sources or [])], root, output, columns, name, site=site, refine=refine, force=force
            )
            if labels
            else labelling.learn_by_examples(
                sources or [],
                examples(label_with or []),
                learners,
                output,
                name,
                refine=refine,
                labels_to=labels_to,
                root=root,
                intake=intake_for(allow_private=allow_private),
                may_ask=not yes,
                force=force,
            )
        )
    for given, option in ((refine, "--refine"), (root, "--root"), (labels_to, "--labels-to"), (site, "--site")):
        if given:
            raise typer.BadParameter("is for labels: give --labels FILE or --label-with NAME=VALUE", param_hint=option)
    if not sources:
        raise typer.BadParameter("give pages to learn from, or --labels FILE", param_hint="SOURCE")
    intake = intake_for(allow_private=allow_private, render=render, scripts=scripts)
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
            intake=intake,
            no_result=no_result,
        )
    )


def label(
    sources: Sources,
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="The labels to write: .jsonl")],
    wrapper: WrapperOption = None,
    learner: LearnerOption = None,
    candidate: Annotated[int, typer.Option(min=1, help="Which list of each page, as `discover` counts them.")] = 1,
    names: Names = "",
    root: Root = None,
    allow_private: AllowPrivate = False,
    force: Force = False,
) -> None:
    """Write what is found on pages as labels, to be corrected and learned from with `learn --labels`."""
    from wrapture import api
    from wrapture.cli import labels
    from wrapture.cli.intake import intake_for

    columns = column_names(names)
    by = None if wrapper is None else api.load(wrapper)
    learners = learners_for(learner)
    sys.exit(
        labels.draft(
            sources,
            lambda page: api.label(page, by, learner=learners, candidate=candidate, names=columns),
            output,
            root,
            intake=intake_for(allow_private=allow_private),
            force=force,
        )
    )


def render(
    sources: Sources,
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="FOLDER", help="Where the pages are saved; made if it is missing.")
    ],
    scripts: Annotated[bool, typer.Option("--scripts", help="Run the scripts of the pages.")] = False,
    allow_private: AllowPrivate = False,
    force: Force = False,
) -> None:
    """Save pages as a browser draws them, to be read later without one: each as a file that ends in .snapshot."""
    from wrapture.cli import commands
    from wrapture.cli.intake import intake_for

    intake = intake_for(allow_private=allow_private, render=True, scripts=scripts)
    sys.exit(commands.save_rendered(sources, output, intake, force=force))


def picture(
    source: Annotated[str, typer.Argument(metavar="PAGE", help="A file, - (standard input) or an http(s) address.")],
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="The picture to write: .png")],
    lines: Annotated[
        bool, typer.Option("--lines/--records", help="Draw the content lines of the page, or the records found on it.")
    ] = False,
    learner: LearnerOption = None,
    candidate: Annotated[int, typer.Option(min=1, help="Which list, as `discover --render` counts them.")] = 1,
    wrapper: Annotated[
        Path | None, typer.Option("--wrapper", "-w", metavar="FILE", help="Draw the records of this wrapper.")
    ] = None,
    scripts: Annotated[bool, typer.Option("--scripts", help="Run the scripts of the page.")] = False,
    allow_private: AllowPrivate = False,
    force: Force = False,
) -> None:
    """Draw what is found on a page over the page as a browser shows it, to see why."""
    from wrapture.cli import picture
    from wrapture.cli.intake import intake_for
    from wrapture.pictures import line_picture

    if lines and wrapper is not None:
        raise typer.BadParameter("a wrapper has records; leave out --lines or --wrapper", param_hint="--lines")
    records = picture.candidate(learners_for(learner), candidate) if wrapper is None else picture.wrapper(wrapper)
    intake = intake_for(allow_private=allow_private, render=True, scripts=scripts)
    sys.exit(picture.write(source, output, intake, line_picture if lines else records, force=force))
