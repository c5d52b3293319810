"""What ``wrapture picture`` does: a page is taken, what was found on it is drawn over it, and the whole is taken again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

from wrapture import api
from wrapture.capture.sources import expand
from wrapture.cli import display
from wrapture.cli.commands import NOTHING_FOUND
from wrapture.errors import NothingFoundError, OutputError, SourceError
from wrapture.extraction.columns import describe_columns
from wrapture.extraction.layout import learn_layout
from wrapture.extraction.records import find_records
from wrapture.files import atomic_writer, check_target
from wrapture.html.read import read_page
from wrapture.model import Capture
from wrapture.pictures import record_picture, shown_marks, size_of, to_html

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from wrapture.cli.intake import Intake
    from wrapture.discovery.judge import Learner
    from wrapture.html.page import Page
    from wrapture.pictures import Picture

SUFFIX: Final = ".png"

Draw: TypeAlias = "Callable[[Page], Picture]"
"""What is drawn on a page; raises `NothingFoundError` where there is nothing to draw."""


def write(source: str, output: Path, intake: Intake, draw: Draw, *, force: bool) -> int:
    """Write the picture of a page to a file; where there is nothing to draw, there is no file."""
    _check_output(output, force=force)  # before the work, not after it
    with intake.camera as lens:
        taken = lens.photograph(_one_capture(source, intake))
        page = read_page(taken.capture)
        try:
            drawn = draw(page)
            _check_seen(drawn, page)
        except NothingFoundError as error:
            display.say(str(error))
            return NOTHING_FOUND
        html = to_html(drawn, page, taken.png).encode("utf-8", "replace")
        png = lens.pixels(Capture(str(output), html, charset="utf-8"))
    with atomic_writer(output, force=force) as temporary:
        temporary.write_bytes(png)
    _say_cut(drawn, page)
    display.say(f"{drawn.title} drawn to {output}")
    return 0


def candidate(learners: Sequence[Learner], number: int) -> Draw:
    """Return how the records of a candidate are drawn; `number` counts what the learners find from 1."""

    def draw(page: Page) -> Picture:
        found = api.discover(page, learner=learners)
        if not found:
            raise NothingFoundError(f"{page.name}: nothing on this page repeats as records do; --lines shows its lines")
        if number > len(found):
            raise NothingFoundError(f"{page.name}: there is no candidate {number}: the page has {len(found)}")
        chosen = found[number - 1]
        records = chosen.records[0]
        about = f"candidate {number} of {len(found)}, score {chosen.score:.1f}, found by {', '.join(chosen.found_by)}"
        layout = describe_columns(learn_layout([(page, records)]), [(page, records)])
        return record_picture(page, records, layout, about=about, note=display.main_evidence(chosen))

    return draw


def wrapper(path: Path) -> Draw:
    """Return how the records of a wrapper are drawn; it is loaded first."""
    loaded = api.load(path)

    def draw(page: Page) -> Picture:
        records = find_records(loaded.locator, page)
        if not records:
            raise NothingFoundError(f"{page.name}: {loaded.name} finds no records here; is it a page of the same site?")
        return record_picture(page, records, loaded.layout, about=f"wrapper {loaded.name}")

    return draw


def _check_seen(drawn: Picture, page: Page) -> None:
    """Raise `NothingFoundError` where nothing is to be seen on a picture."""
    if not shown_marks(drawn, page):
        raise NothingFoundError(f"{drawn.title}: nothing of that can be seen on the page")


def _check_output(output: Path, *, force: bool) -> None:
    if output.suffix.lower() != SUFFIX:
        raise OutputError(str(output), f"a picture is a PNG file; end its name in {SUFFIX}")
    check_target(output, force=force)


def _one_capture(source: str, intake: Intake) -> Capture:
    """Return the capture of the one page that a source must be."""
    pages = expand([source])
    if len(pages) > 1:
        raise SourceError(source, f"holds {len(pages)} pages, and a picture shows one; name a file")
    return intake.read(pages[0])


def _say_cut(drawn: Picture, page: Page) -> None:
    """Say where a page is larger than its picture, and how much of what was found is not on it."""
    width, height = size_of(page)
    if page.boxes is not None and (page.boxes.width > width or page.boxes.height > height):
        whole = f"{page.boxes.width:,.0f} × {page.boxes.height:,.0f}"
        display.say(f"{page.name}: is {whole} pixels large; the picture shows the first {width:,} × {height:,}")
    outside = len(drawn.marks) - len(shown_marks(drawn, page))
    if outside:
        display.say(f"{page.name}: {outside:,} of {len(drawn.marks):,} boxes lie outside of the picture")
