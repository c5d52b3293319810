"""``wrapture check``: whether a wrapper still fits the pages of its site."""

from __future__ import annotations

import sys
from pathlib import Path  # noqa: TC003 - typer reads the annotations
from typing import TYPE_CHECKING, Annotated

import typer

from wrapture import api
from wrapture.cli.exit_codes import FAILED, NOTHING_FOUND, UNCLEAR
from wrapture.cli.messages import output, print_json, say
from wrapture.cli.options import AllowPrivate, ListFormat, ListFormatOption, Scripts, Sources, command_app
from wrapture.cli.render_option import Render, RenderingCommand, RenderMode
from wrapture.model.table import Failure

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.api import PageCheck

app = command_app()


@app.command(cls=RenderingCommand)
def check(
    wrapper: Annotated[Path, typer.Argument(metavar="WRAPPER", help="A wrapper file.")],
    sources: Sources,
    output_format: ListFormatOption = ListFormat.table,
    render: Render = RenderMode.auto,
    scripts: Scripts = False,
    allow_private: AllowPrivate = False,
) -> None:
    """Check whether a wrapper still fits pages of its site, and say why not; exit with 3 if the site has changed."""
    from wrapture.cli.intake import intake_for

    loaded = api.load(wrapper)
    intake = intake_for(allow_private=allow_private, render=render, scripts=scripts)
    with intake.opened():
        results = list(intake.each_capture(sources, lambda _, capture: api.check_capture(loaded, capture)))
    if output_format is ListFormat.json:
        print_json(failed_data(one) if isinstance(one, Failure) else api.check_data(one) for one in results)
    checks = [one for one in results if not isinstance(one, Failure)]
    if output_format is not ListFormat.json:
        for one in checks:
            output().write(f"{line_of(one)}\n")
    library = api.library_of(wrapper)
    if library is not None:
        library.note_checks(wrapper.stem, checks)
    sys.exit(_exit_code(checks))


def _exit_code(checks: Sequence[PageCheck]) -> int:
    """Return 1 if no page could be read, 3 if the site has changed, 5 if no page tells."""
    if not checks:
        return FAILED
    say(api.check_summary(checks))
    return {"fits": 0, "changed": NOTHING_FOUND, "unclear": UNCLEAR}[api.overall(checks)]


def line_of(check: PageCheck) -> str:
    """Return a check as a line: the page, the verdict and the reasons."""
    reasons = "; ".join(check.reasons)
    return f"{check.page}: {check.verdict}{': ' if reasons else ''}{reasons}"


def failed_data(failure: Failure) -> dict[str, object]:
    """Return the JSON data of a page that could not be read."""
    return {"page": failure.page, "fits": False, "verdict": "unreadable", "error": failure.error}
