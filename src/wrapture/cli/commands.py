"""What the commands do: read the pages, call the library, show or write the result.  Each returns an exit code."""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import TYPE_CHECKING

from wrapture import api
from wrapture.capture.sources import expand
from wrapture.cli import display
from wrapture.discovery.confidence import DOUBTFUL
from wrapture.errors import OutputError
from wrapture.extraction.table import Failure, Table
from wrapture.sinks import check, render, without_constants, write
from wrapture.wrappers.health import accepts, misfit

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from wrapture.cli.intake import Intake
    from wrapture.cli.readers import Reader
    from wrapture.discovery.judge import Learner
    from wrapture.html.page import Page

FAILED = 1
NOTHING_FOUND = 3


def extract(
    sources: Sequence[str],
    reader: Callable[[Page | None], Reader],
    output_format: str | None,
    output: Path | None,
    *,
    force: bool,
    strict: bool,
    constants: bool = False,
    intake: Intake,
    no_result: str | None = None,
) -> int:
    """Print or write the tables of the pages; the reader is made once the page without results, if any, is there."""
    if output is not None:
        check(output, format=output_format, force=force)  # before the work, not after it
    with intake.opened():
        read = reader(intake.page_without_results(no_result))
        found = list(intake.each_page(sources, read))
    results = [one for result in found for one in (result if isinstance(result, list) else [result])]
    if output is not None:
        write(results, output, format=output_format, force=force, constants=constants)
        display.say(
            f"{sum(len(result) for result in results if isinstance(result, Table))} records written to {output}"
        )
    elif output_format in (None, "table"):
        display.print_tables(results if constants else without_constants(results))
    else:
        sys.stdout.write(render(results, output_format or "json", constants=constants))
    return _exit_code(results, strict=strict)


def learn(
    sources: Sequence[str],
    output: Path,
    learners: Sequence[Learner],
    candidate: int,
    names: Sequence[str],
    name: str,
    *,
    rows: int | None = None,
    may_ask: bool = False,
    force: bool,
    intake: Intake,
    no_result: str | None = None,
) -> int:
    """Learn a wrapper from the pages and save it; a page that can't be read stops this: a wrapper must not miss it."""
    from wrapture.cli.question import settle
    from wrapture.files import check_target
    from wrapture.learners.rows import Rows

    check_target(output, force=force)
    with intake.opened():
        empty = intake.page_without_results(no_result)
        pages = [page for page in intake.each_page(sources, lambda page: page) if not isinstance(page, Failure)]
    if len(pages) < len(expand(sources)):
        return FAILED
    if rows is None and candidate == 1 and all(isinstance(learner, Rows) for learner in learners):
        rows = settle(pages[0], learners, empty, may_ask=may_ask)
    wrapper = api.learn(
        pages, learner=learners, candidate=candidate, rows=rows, names=names, name=name, no_result=empty
    )
    api.save(wrapper, output, force=force)
    display.say_learned(wrapper, output)
    for page in pages:
        if not api.extract(page, wrapper).rows:
            display.say(f"{page.name}: the wrapper finds no records here; is it a page of the same site?")
    return 0


def save_rendered(sources: Sequence[str], folder: Path, intake: Intake, *, force: bool) -> int:
    """Save each page as the browser draws it; one that can't be saved is said before it is rendered."""
    from wrapture.capture.snapshots import save_snapshot, snapshot_names

    with suppress(OSError):  # what is wrong with it is said for each page
        folder.mkdir(parents=True, exist_ok=True)
    pages = list(dict.fromkeys(expand(sources)))
    names = zip(pages, snapshot_names(pages), strict=True)
    targets = {page: folder / name for page, name in names if _is_writable(folder / name, force=force)}
    with intake.opened():
        saving = intake.each_capture(
            list(targets), lambda source, capture: save_snapshot(capture, targets[source], force=force)
        )
        saved = sum(not isinstance(result, Failure) for result in saving)
    display.say(f"{saved} {'page' if saved == 1 else 'pages'} rendered to {folder}")
    return 0 if saved else FAILED


def _is_writable(target: Path, *, force: bool) -> bool:
    """Return whether a file can be written, after saying why not."""
    from wrapture.files import check_target

    try:
        check_target(target, force=force)
    except OutputError as error:
        display.say(str(error))
        return False
    return True


def _exit_code(results: Sequence[Table | Failure], *, strict: bool) -> int:
    """Return 1 where no page could be read; with `strict`, 3 where a page has no records or does not fit its wrapper."""
    tables = [result for result in results if isinstance(result, Table)]
    for table in tables:
        flaw = _flaw(table)
        if flaw:
            display.say(f"{table.page}: {flaw}")
    if not tables and results:
        return FAILED
    return NOTHING_FOUND if strict and not (len(tables) == len(results) and all(map(_is_whole, tables))) else 0


def _flaw(table: Table) -> str:
    """Return what a person should know of a table before trusting it; nothing where all is well."""
    if table.fit is not None and misfit(table.fit):
        return misfit(table.fit)
    if not table.rows:
        if table.confidence:
            return "nothing convincing found (wrapture discover shows what there is, --guess takes the best)"
        return "no records found"
    if table.confidence is not None and table.confidence < DOUBTFUL:
        return "this may not be a list of records at all: the confidence is low (wrapture discover shows what else there is)"
    return ""


def _is_whole(table: Table) -> bool:
    return bool(table.rows) and (table.fit is None or accepts(table.fit))
