"""``wrapture render``: save pages as a browser renders them."""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Annotated

import typer

from wrapture import api
from wrapture.cli.exit_codes import FAILED
from wrapture.cli.messages import say, say_error
from wrapture.cli.options import AllowPrivate, Force, OutputFolder, Sources, command_app
from wrapture.errors import OutputError
from wrapture.files import check_target
from wrapture.model.table import Failure
from wrapture.wording import counted

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from wrapture.cli.intake import Intake

app = command_app()


@app.command()
def render(
    sources: Sources,
    output: OutputFolder,
    scripts: Annotated[bool, typer.Option("--scripts", help="Run the scripts of the pages.")] = False,
    allow_private: AllowPrivate = False,
    force: Force = False,
) -> None:
    """Render pages with a browser and save them as .snapshot files, which can be read later without one."""
    from wrapture.cli.intake import intake_for
    from wrapture.cli.render_option import RenderMode

    intake = intake_for(allow_private=allow_private, render=RenderMode.always, scripts=scripts)
    sys.exit(_save_rendered(sources, output, intake, force=force))


def _save_rendered(sources: Sequence[str], folder: Path, intake: Intake, *, force: bool) -> int:
    """Render and save each page; one that can't be saved is reported before it is rendered."""
    with suppress(OSError):  # the problem is reported for each page
        folder.mkdir(parents=True, exist_ok=True)
    pages = list(dict.fromkeys(api.expand(sources)))
    names = zip(pages, api.snapshot_names(pages), strict=True)
    targets = {page: folder / name for page, name in names if _is_writable(folder / name, force=force)}
    with intake.opened():
        saving = intake.each_capture(
            list(targets), lambda source, capture: api.save_snapshot(capture, targets[source], force=force)
        )
        saved = sum(not isinstance(result, Failure) for result in saving)
    say(f"{counted(saved, 'page')} rendered to {folder}")
    return 0 if saved else FAILED


def _is_writable(target: Path, *, force: bool) -> bool:
    """Return whether a file can be written; print the reason if not."""
    try:
        check_target(target, force=force)
    except OutputError as error:
        say_error(str(error))
        return False
    return True
