"""What ``export`` does: write a wrapper as a program for another tool, or as selectors, and say what differs."""

from __future__ import annotations

import sys
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from wrapture.cli.options import AllowPrivate, Force  # noqa: TC001 - typer reads the annotations

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.export import Export
    from wrapture.model import Capture, Wrapper


class TargetName(str, Enum):
    """What a wrapper can be exported to."""

    scrapy = "scrapy"
    parsel = "parsel"
    playwright = "playwright"
    xpath = "xpath"
    css = "css"


def add_to(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command()(export)


def export(
    wrapper: Annotated[Path, typer.Argument(metavar="WRAPPER", help="A wrapper file.")],
    to: Annotated[TargetName, typer.Option("--to", help="What is written: a program, or selectors as JSON.")],
    pages: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[PAGE]",
            help="Pages that the wrapper reads, to find and check the selectors on; by default those it was learned from.",
        ),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="Write to this file; by default it is printed."),
    ] = None,
    constants: Annotated[bool, typer.Option("--constants", help="Columns that are always the same, too.")] = False,
    allow_private: AllowPrivate = False,
    force: Force = False,
) -> None:
    """Write a wrapper as a small program for Scrapy, parsel or Playwright, or as XPath or CSS selectors."""
    sys.exit(run(wrapper, pages or [], to.value, output, constants=constants, allow_private=allow_private, force=force))


def run(
    path: Path,
    sources: Sequence[str],
    to: str,
    output: Path | None,
    *,
    constants: bool,
    allow_private: bool,
    force: bool,
) -> int:
    """Print or write the export; return 1 where its records are not known to be the wrapper's."""
    from wrapture.cli import display
    from wrapture.export import TARGETS
    from wrapture.export import export as export_wrapper
    from wrapture.files import atomic_writer, check_target
    from wrapture.wrappers.file import load

    if output is not None:
        check_target(output, force=force)
    wrapper = load(path)
    captures = _captures(wrapper, sources, allow_private=allow_private)
    (target,) = [one for one in TARGETS if one == to]
    made = export_wrapper(wrapper, captures, target, constants=constants)
    if output is None:
        sys.stdout.write(made.text)
    else:
        with atomic_writer(output, force=force) as file:
            file.write_text(made.text, encoding="utf-8")
    for line in _report(made, output):
        display.say(line)
    return 0 if made.comparison.is_same else 1


def _captures(wrapper: Wrapper, sources: Sequence[str], *, allow_private: bool) -> list[Capture]:
    """Return the pages that are named, or the files that the wrapper was learned from and that are still there."""
    from wrapture.capture.sources import expand
    from wrapture.cli.intake import intake_for

    known = [name for name in wrapper.learned_from if Path(name).is_file()]
    intake = intake_for(allow_private=allow_private)
    return [intake.read(source) for source in (expand(sources) if sources else known)]


def _report(made: Export, output: Path | None) -> list[str]:
    from wrapture.export.words import verdict

    where = f"{output}: " if output is not None else ""
    return [
        f"{where}{verdict(made.comparison)}",
        *(f"{where}{line}" for line in made.complaints if made.comparison.pages),
    ]
