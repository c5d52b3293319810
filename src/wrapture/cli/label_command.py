"""``wrapture label``: write what is found on pages as labels, to be corrected and learned from."""

from __future__ import annotations

import sys
from pathlib import Path  # noqa: TC003 - typer reads the annotations
from typing import Annotated

import typer

from wrapture import api
from wrapture.cli.messages import progress, say
from wrapture.cli.option_groups import Learning
from wrapture.cli.options import (
    AllowPrivate,
    Force,
    LearnerOption,
    Names,
    Root,
    Sources,
    WrapperOption,
    column_names,
    command_app,
)
from wrapture.files import check_target

app = command_app()


@app.command()
def label(
    sources: Sources,
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="The label file to write: .jsonl")],
    wrapper: WrapperOption = None,
    learner: LearnerOption = None,
    candidate: Annotated[
        int, typer.Option(min=1, help="Which list of each page to take, as numbered by `discover`.")
    ] = 1,
    names: Names = "",
    root: Root = None,
    allow_private: AllowPrivate = False,
    force: Force = False,
) -> None:
    """Write the records found on pages as labels; correct them, then learn from them with `learn --labels`."""
    from wrapture.cli.intake import intake_for
    from wrapture.cli.label_learning import root_option, source_page, summary

    columns = column_names(names)
    by = None if wrapper is None else api.load(wrapper)
    learners = Learning(learner).learners
    intake = intake_for(allow_private=allow_private)
    check_target(output, force=force)
    pages = [
        api.label(source_page(source, intake), by, learner=learners, candidate=candidate, names=columns)
        for source in progress(api.expand(sources))
    ]
    api.write_labels(pages, output, root, force=force)
    say(f"{output}: {summary(pages)}")
    say(f"correct them and learn with: wrapture learn --labels {output}{root_option(root)} -o WRAPPER")
    sys.exit(0)
