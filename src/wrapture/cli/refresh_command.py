"""``wrapture refresh``: let a wrapper remember its pages as they are now."""

from __future__ import annotations

import sys
from pathlib import Path  # noqa: TC003 - typer reads the annotations
from typing import Annotated

import typer

from wrapture import api
from wrapture.cli.exit_codes import FAILED, NOTHING_FOUND
from wrapture.cli.messages import say, say_error
from wrapture.cli.options import AllowPrivate, Force, NoSamples, Sources, command_app
from wrapture.model.table import Failure
from wrapture.wording import counted

app = command_app()


@app.command()
def refresh(
    wrapper: Annotated[Path, typer.Argument(metavar="WRAPPER", help="A wrapper file; it is not changed.")],
    sources: Sources,
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="The wrapper file to write.")],
    no_samples: NoSamples = False,
    allow_private: AllowPrivate = False,
    force: Force = False,
) -> None:
    """Record in a wrapper what its columns hold on these pages, so that later changes are detected."""
    from wrapture.cli.intake import intake_for
    from wrapture.files import check_target

    old = api.load(wrapper)
    check_target(output, force=force)
    intake = intake_for(allow_private=allow_private)
    pages = [page for page in intake.each_page(sources, lambda page: page) if not isinstance(page, Failure)]
    if len(pages) < len(api.expand(sources)):
        sys.exit(FAILED)
    unfit = [page.name for page in pages if not api.accepts(api.fit(page, old))]
    for name in unfit:
        say_error(f"{name}: does not fit the wrapper; repair it, or give a page that it reads")
    if unfit:
        sys.exit(NOTHING_FOUND)
    api.save(api.refresh(old, pages, samples=not no_samples), output, force=force)
    say(f"{output}: remembers {counted(len(pages), 'page')}")
