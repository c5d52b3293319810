"""``wrapture repair``: adapt a wrapper to a site that has changed, and report what became of its columns."""

from __future__ import annotations

import json
import sys
from pathlib import Path  # noqa: TC003 - typer reads the annotations
from typing import TYPE_CHECKING, Annotated, Final

import typer

from wrapture import api
from wrapture.cli.exit_codes import FAILED, NOTHING_FOUND, UNCHANGED
from wrapture.cli.messages import output as standard_output
from wrapture.cli.messages import say, say_error
from wrapture.cli.options import AllowPrivate, Force, ListFormat, ListFormatOption, Scripts, Sources, command_app
from wrapture.cli.render_option import Render, RenderingCommand, RenderMode
from wrapture.model.table import Failure
from wrapture.wording import for_command_line

if TYPE_CHECKING:
    from wrapture.api import ColumnMove, Repair

SHOWN: Final = 40  # characters of a value

app = command_app()


@app.command(cls=RenderingCommand)
def repair(
    wrapper: Annotated[Path, typer.Argument(metavar="WRAPPER", help="The wrapper file; it is not changed.")],
    sources: Sources,
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="The wrapper file to write.")],
    pairs: Annotated[
        list[str] | None,
        typer.Option("--map", metavar="OLD=NEW", help="Which new column an old one is; may be given several times."),
    ] = None,
    same_site: Annotated[
        bool, typer.Option("--same-site", help="The pages are of the wrapper's site, whatever they look like.")
    ] = False,
    output_format: ListFormatOption = ListFormat.table,
    render: Render = RenderMode.auto,
    scripts: Scripts = False,
    allow_private: AllowPrivate = False,
    force: Force = False,
) -> None:
    """Adapt a wrapper to a changed site, keeping its column names; write nothing if the repair is uncertain."""
    from wrapture.cli.intake import intake_for
    from wrapture.files import check_target

    if output.exists() and output.resolve() == wrapper.resolve():
        raise typer.BadParameter("the old wrapper is not overwritten; give another name", param_hint="--output")
    old = api.load(wrapper)
    check_target(output, force=force)
    intake = intake_for(allow_private=allow_private, render=render, scripts=scripts)
    with intake.opened():
        pages = [page for page in intake.each_page(sources, lambda page: page) if not isinstance(page, Failure)]
    if not pages:
        sys.exit(FAILED)
    result = api.repair(old, pages, mapping=_mapping(pairs or [], old), same_site=same_site)
    if result.wrapper is not None:
        api.save(result.wrapper, output, force=force)
    _print(result, output_format)
    sys.exit(_report(result, output))


def _mapping(pairs: list[str], old: api.Wrapper) -> dict[str, str]:
    """Return the pairs of old and new column names."""
    mapping = api.renaming(pairs)
    known = [column.name for column in old.layout.columns]
    for name in mapping:
        if name not in known:
            raise typer.BadParameter(f"no column {name!r}: the wrapper has {', '.join(known)}", param_hint="--map")
    return dict(mapping)


def _print(result: Repair, output_format: ListFormat) -> None:
    if output_format is ListFormat.json:
        standard_output().write(f"{json.dumps(api.repair_data(result), ensure_ascii=False, indent=1)}\n")
        return
    for move in result.columns:
        standard_output().write(f"{line_of(move)}\n")


def line_of(move: ColumnMove) -> str:
    """Return what became of a column as a line."""
    sure = "" if move.sure is None else f", {move.sure:.0%} sure"
    called = f" as {move.found_as}" if move.found_as not in {"", move.name} else ""
    values = " → ".join(repr(value[:SHOWN]) for value in (move.was, move.sample) if value)
    return f"{move.fate:<4}  {move.name}{called}{sure}{': ' if values else ''}{values}"


def _report(result: Repair, output: Path) -> int:
    """Print what was done, and return the exit code: 3 if the repair was refused, 6 if there was nothing to repair."""
    *reasons, last = map(for_command_line, result.reasons)
    if result.wrapper is not None:
        say(f"{output}: {last}")
        return 0
    if result.refusal == "fits":
        say(last)
        return UNCHANGED
    for reason in reasons:
        say_error(reason)
    say(f"not repaired, and nothing written: {last}")
    return NOTHING_FOUND
