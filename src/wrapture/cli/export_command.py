"""``wrapture export``: write a wrapper as a program for another tool or as selectors, and report how their records differ."""

from __future__ import annotations

import sys
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from wrapture import api
from wrapture.cli.messages import output as output_stream
from wrapture.cli.messages import say
from wrapture.cli.options import AllowPrivate, Force, command_app
from wrapture.files import atomic_writer, check_target

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.api import Capture, Export, Wrapper

app = command_app()


class TargetName(str, Enum):
    """What a wrapper can be exported to."""

    scrapy = "scrapy"
    parsel = "parsel"
    playwright = "playwright"
    xpath = "xpath"
    css = "css"


@app.command()
def export(
    wrapper: Annotated[Path, typer.Argument(metavar="WRAPPER", help="A wrapper file.")],
    to: Annotated[TargetName, typer.Option("--to", help="The target: a program, or selectors as JSON.")],
    pages: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[PAGE]",
            help="Pages to derive and check the selectors with; by default those the wrapper was learned from.",
        ),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="Write to this file instead of printing."),
    ] = None,
    all_columns: Annotated[
        bool, typer.Option("--all-columns", help="Include hidden columns: repeated, constant, nearly empty.")
    ] = False,
    allow_private: AllowPrivate = False,
    force: Force = False,
) -> None:
    """Write a wrapper as a small program for Scrapy, parsel or Playwright, or as XPath or CSS selectors."""
    if output is not None:
        check_target(output, force=force)
    learned = api.load(wrapper)
    captures = _captures(learned, pages or [], allow_private=allow_private)
    (target,) = [one for one in api.TARGETS if one == to.value]
    made = api.export_wrapper(learned, captures, target, all_columns=all_columns)
    if output is None:
        output_stream().write(made.text)
    else:
        with atomic_writer(output, force=force) as file:
            file.write_text(made.text, encoding="utf-8")
    for line in _report(made, output):
        say(line)
    sys.exit(0 if made.comparison.is_same else 1)  # 1 unless the records are verified to be the wrapper's


def _captures(wrapper: Wrapper, sources: Sequence[str], *, allow_private: bool) -> list[Capture]:
    """Return the given pages, or else those files the wrapper was learned from that still exist."""
    from wrapture.cli.intake import intake_for

    known = [name for name in wrapper.learned_from if Path(name).is_file()]
    intake = intake_for(allow_private=allow_private)
    return [intake.read(source) for source in (api.expand(sources) if sources else known)]


def _report(made: Export, output: Path | None) -> list[str]:
    where = f"{output}: " if output is not None else ""
    return [
        f"{where}{api.export_verdict(made.comparison)}",
        *(f"{where}{line}" for line in made.complaints if made.comparison.pages),
    ]
