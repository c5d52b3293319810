"""``wrapture picture``: capture a page, draw what was found over it, and take a picture of the result."""

from __future__ import annotations

import sys
from pathlib import Path  # noqa: TC003 - typer reads the annotations
from typing import TYPE_CHECKING, Annotated, Final, TypeAlias

import typer

from wrapture import api
from wrapture.cli.exit_codes import NOTHING_FOUND
from wrapture.cli.messages import say
from wrapture.cli.option_groups import Learning
from wrapture.cli.options import AllowPrivate, Force, LearnerOption, command_app
from wrapture.errors import NothingFoundError, OutputError, SourceError
from wrapture.files import atomic_writer, check_target

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from wrapture.api import Candidate, Capture, Learner, Page, Picture
    from wrapture.cli.intake import Intake

SUFFIX: Final = ".png"
MAIN_EVIDENCE: Final = 4  # pieces of evidence shown

Draw: TypeAlias = "Callable[[Page], Picture]"
"""Returns what to draw on a page; raises `NothingFoundError` if there is nothing."""

app = command_app()


@app.command()
def picture(
    source: Annotated[str, typer.Argument(metavar="PAGE", help="A file, - (standard input) or an http(s) address.")],
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="The picture to write: .png")],
    lines: Annotated[
        bool, typer.Option("--lines/--records", help="Draw the content lines of the page, or the records found on it.")
    ] = False,
    learner: LearnerOption = None,
    candidate: Annotated[int, typer.Option(min=1, help="Which list to take, as numbered by `discover --render`.")] = 1,
    wrapper: Annotated[
        Path | None, typer.Option("--wrapper", "-w", metavar="FILE", help="Draw the records of this wrapper.")
    ] = None,
    scripts: Annotated[bool, typer.Option("--scripts", help="Run the scripts of the page.")] = False,
    allow_private: AllowPrivate = False,
    force: Force = False,
) -> None:
    """Draw what is found on a page onto a picture of the page."""
    from wrapture.cli.intake import intake_for
    from wrapture.cli.render_option import RenderMode

    if lines and wrapper is not None:
        raise typer.BadParameter("a wrapper has records; leave out --lines or --wrapper", param_hint="--lines")
    records = (
        _candidate_drawing(Learning(learner).learners, candidate) if wrapper is None else _wrapper_drawing(wrapper)
    )
    intake = intake_for(allow_private=allow_private, render=RenderMode.always, scripts=scripts)
    sys.exit(_write(source, output, intake, api.line_picture if lines else records, force=force))


def _write(source: str, output: Path, intake: Intake, draw: Draw, *, force: bool) -> int:
    """Write the picture of a page to a file, unless there is nothing to draw."""
    _check_output(output, force=force)  # before the work, not after it
    with intake.camera as lens:
        taken = lens.photograph(_one_capture(source, intake))
        page = api.read_page(taken.capture)
        try:
            drawn = draw(page)
            _check_seen(drawn, page)
        except NothingFoundError as error:
            say(str(error))
            return NOTHING_FOUND
        html = api.picture_html(drawn, page, taken.png).encode("utf-8", "replace")
        png = lens.pixels(api.Capture(str(output), html, charset="utf-8"))
    with atomic_writer(output, force=force) as temporary:
        temporary.write_bytes(png)
    _say_cut(drawn, page)
    say(f"{drawn.title} drawn to {output}")
    return 0


def _candidate_drawing(learners: Sequence[Learner], number: int) -> Draw:
    """Return the function that draws the records of a candidate; `number` counts the candidates from 1."""

    def draw(page: Page) -> Picture:
        found = api.discover(page, learner=learners)
        if not found:
            raise NothingFoundError(f"{page.name}: nothing on this page repeats like records; --lines shows its lines")
        if number > len(found):
            raise NothingFoundError(f"{page.name}: there is no candidate {number}: the page has {len(found)}")
        chosen = found[number - 1]
        records = chosen.records[0]
        about = f"candidate {number} of {len(found)}, score {chosen.score:.1f}, found by {', '.join(chosen.found_by)}"
        layout = api.described_layout(page, records)
        return api.record_picture(page, records, layout, about=about, note=_main_evidence(chosen))

    return draw


def _wrapper_drawing(path: Path) -> Draw:
    """Return the function that draws the records of a wrapper, which is loaded here, to fail early."""
    loaded = api.load(path)

    def draw(page: Page) -> Picture:
        records = api.wrapper_records(loaded, page)
        if not records:
            raise NothingFoundError(f"{page.name}: {loaded.name} finds no records here; is it a page of the same site?")
        return api.record_picture(page, records, loaded.layout, about=f"wrapper {loaded.name}")

    return draw


def _check_seen(drawn: Picture, page: Page) -> None:
    """Raise `NothingFoundError` if nothing would be visible on the picture."""
    if not api.shown_marks(drawn, page):
        raise NothingFoundError(f"{drawn.title}: none of it is visible on the page")


def _check_output(output: Path, *, force: bool) -> None:
    if output.suffix.lower() != SUFFIX:
        raise OutputError(str(output), f"a picture is a PNG file; end its name in {SUFFIX}")
    check_target(output, force=force)


def _one_capture(source: str, intake: Intake) -> Capture:
    """Return the capture of a source; raises `SourceError` if it holds several pages."""
    pages = api.expand([source])
    if len(pages) > 1:
        raise SourceError(source, f"holds {len(pages)} pages, and a picture shows one; name a file")
    return intake.read(pages[0])


def _say_cut(drawn: Picture, page: Page) -> None:
    """Warn if a page is larger than its picture, with the number of marks outside it."""
    width, height = api.size_of(page)
    if page.boxes is not None and (page.boxes.width > width or page.boxes.height > height):
        whole = f"{page.boxes.width:,.0f} × {page.boxes.height:,.0f}"
        say(f"{page.name}: measures {whole} pixels; the picture shows the first {width:,} × {height:,}")
    outside = len(drawn.marks) - len(api.shown_marks(drawn, page))
    if outside:
        say(f"{page.name}: {outside:,} of {len(drawn.marks):,} boxes are outside the picture")


def _main_evidence(candidate: Candidate) -> str:
    """Return the strongest evidence for and against a candidate, in words."""
    strongest = sorted(candidate.evidence, key=lambda reason: -abs(reason.weight))[:MAIN_EVIDENCE]
    return ", ".join(f"{reason.name} {reason.value:.2f} ({reason.weight:+.1f})" for reason in strongest)
