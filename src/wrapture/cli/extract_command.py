"""``wrapture extract``: read the records of pages as tables."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path  # noqa: TC003 - typer reads the annotations
from typing import TYPE_CHECKING, Annotated, Final

import typer

from wrapture import api
from wrapture.cli.exit_codes import FAILED, NOTHING_FOUND
from wrapture.cli.messages import say
from wrapture.cli.option_groups import ColumnsByName, Learning, RowWriting, grouped
from wrapture.cli.options import (
    Budget,
    EncodingOption,
    Force,
    LearnerOption,
    LexiconOption,
    NoResult,
    OptionalSources,
    OutputFile,
    RepairOption,
    Scripts,
    TableFormatOption,
    WrapperOption,
    command_app,
)
from wrapture.cli.readers import Search
from wrapture.cli.render_option import Render, RenderingCommand, RenderMode
from wrapture.cli.visits import Keys, Visits, visiting
from wrapture.model.table import Failure, Table
from wrapture.model.time_budget import BUDGET_S
from wrapture.wording import for_command_line

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from wrapture.api import Learner, Page, ReadingHealth
    from wrapture.cli.intake import Intake
    from wrapture.cli.readers import Reader

STANDARD_INPUT: Final = "-"

app = command_app()


@app.command(cls=RenderingCommand)
@grouped
def extract(
    sources: OptionalSources = None,
    wrapper: WrapperOption = None,
    library: Annotated[
        Path | None,
        typer.Option(
            "--library", metavar="FOLDER", help="Read each page with the wrapper of this library that fits it."
        ),
    ] = None,
    learn_new: Annotated[
        bool,
        typer.Option("--learn-new", help="Learn a wrapper from each page that fits none, and add it to the library."),
    ] = False,
    repair: RepairOption = False,
    learner: LearnerOption = None,
    encoding: EncodingOption = None,
    render: Render = RenderMode.auto,
    scripts: Scripts = False,
    budget: Budget = BUDGET_S,
    no_result: NoResult = None,
    pages: Annotated[
        str,
        typer.Option(
            "--pages",
            metavar="N|all",
            help="Read a list that spans several pages into one table: its first N pages, or all of them.",
        ),
    ] = "",
    visits: Visits = Visits(),
    keys: Keys = Keys(),
    lexicon: LexiconOption = None,
    output_format: TableFormatOption = None,
    output: OutputFile = None,
    force: Force = False,
    strict: Annotated[
        bool, typer.Option("--strict", help="Exit with 3 if a page has no records or does not fit.")
    ] = False,
    writing: RowWriting = RowWriting(),
    named: ColumnsByName = ColumnsByName(),
    guess: Annotated[
        bool, typer.Option("--guess", help="Use the best list of a page even if it is not convincing.")
    ] = False,
    every: Annotated[
        bool,
        typer.Option("--all", help="Read every list of data on a page, each with its heading and kind."),
    ] = False,
    furniture: Annotated[
        bool, typer.Option("--furniture", help="With --all: also read menus, filters, footers and the like.")
    ] = False,
) -> None:
    """Read the records on pages as tables, with a wrapper or, without one, from the best list on each page."""
    from wrapture.cli.intake import intake_for
    from wrapture.cli.table_output import check_target, emit, format_name

    chosen = format_name(output_format, output)
    choice = named.choice
    _check_choice(wrapper, library, learn_new=learn_new, every=every, furniture=furniture)
    if lexicon is not None and (wrapper is not None or library is not None or every):
        raise typer.BadParameter("is for the best list of a page, found without a wrapper", param_hint="--lexicon")
    if pages:
        from wrapture.cli import list_pages

        list_pages.check(sources, wrapper, library, every=every, no_result=no_result)
        check_target(output, chosen, force=force)
        learners = () if wrapper is not None else Learning(learner, encoding).learners
        limit, drawn = list_pages.limit(pages), render is RenderMode.always or scripts
        visit = partial(visiting, visits, keys, render=drawn)
        results = list_pages.read(sources or [""], wrapper, visit, limit, learners, guess=guess)
        emit(_chosen(results, choice), output, chosen, force=force, options=writing.options)
        sys.exit(_exit_code(results, strict=strict))

    if (visits, keys) != (Visits(allow_private=visits.allow_private), Keys()):
        raise typer.BadParameter("is for whole lists: add --pages N or --pages all", param_hint="--store, --delay, …")
    if not sources:
        raise typer.BadParameter("name the pages to read", param_hint="SOURCE")
    intake = intake_for(allow_private=visits.allow_private, render=render, scripts=scripts)
    learners = Learning(learner, encoding).learners if wrapper is None and (library is None or learn_new) else ()
    terms = None if lexicon is None else api.read_lexicon(lexicon)
    search = Search(every=every, furniture=furniture, guess=guess, budget_s=budget, lexicon=terms)
    health = _health(wrapper, library, repair=repair)
    reader = _reader(wrapper, library, learners, search, health, learn_new=learn_new)
    check_target(output, chosen, force=force)
    results = _chosen(_tables(sources, reader, intake, no_result, health), choice)
    emit(results, output, chosen, force=force, options=writing.options)
    code = _exit_code(results, strict=strict)
    if health is not None:
        _report_drift(health, library)
    sys.exit(code)


def _check_choice(wrapper: Path | None, library: Path | None, *, learn_new: bool, every: bool, furniture: bool) -> None:
    """Raise `typer.BadParameter` for options that don't go together."""
    if wrapper is not None and library is not None:
        raise typer.BadParameter("a wrapper or a library, not both", param_hint="--library")
    if learn_new and library is None:
        raise typer.BadParameter("needs --library FOLDER", param_hint="--learn-new")
    if every and (wrapper is not None or library is not None):
        raise typer.BadParameter("a wrapper reads one list; leave it out to get all", param_hint="--all")
    if furniture and not every:
        raise typer.BadParameter("needs --all", param_hint="--furniture")


def _reader(
    wrapper: Path | None,
    library: Path | None,
    learners: Sequence[Learner],
    search: Search,
    health: ReadingHealth | None,
    *,
    learn_new: bool,
) -> Callable[[Page | None], Reader]:
    """Return a function from the page without results, if any, to the reader; wrappers are loaded here, to fail early."""
    from wrapture.cli import readers

    if wrapper is not None and health is not None:
        by_wrapper = readers.by_wrapper(wrapper, health, guess=search.guess)
        return lambda _: by_wrapper
    if library is not None and health is not None:
        by_library = readers.by_library(api.Library(library), learners if learn_new else None, health)
        return lambda _: by_library
    if search.every:
        return lambda empty: readers.by_sections(learners, empty, search)
    return lambda empty: readers.by_learners(learners, empty, search)


def _health(wrapper: Path | None, library: Path | None, *, repair: bool) -> ReadingHealth | None:
    """Return what follows the wrappers of this command, None if it uses none."""
    if repair and wrapper is None and library is None:
        raise typer.BadParameter("needs --wrapper FILE or --library FOLDER", param_hint="--repair")
    if library is not None:
        return api.reading_health(api.kept_in(api.Library(library)), repair=repair)
    return None if wrapper is None else api.reading_health(api.kept_beside(wrapper), repair=repair)


def _tables(
    sources: Sequence[str],
    reader: Callable[[Page | None], Reader],
    intake: Intake,
    no_result: str | None,
    health: ReadingHealth | None,
) -> list[Table | Failure]:
    """Return the tables of the pages, and the failures to read them.

    Pages that did not fit are read again if a wrapper was repaired after them.
    """
    names = api.expand(sources)
    with intake.opened():
        read = reader(intake.page_without_results(no_result))
        found = list(intake.each_capture(names, lambda _, capture: read(capture)))
        late = _late(names, found, health) if health is not None else []
        again = intake.each_capture([names[n] for n in late], lambda _, capture: read(capture))
        for number, result in zip(late, again, strict=True):
            found[number] = result
    return [one for result in found for one in (result if isinstance(result, list) else [result])]


def _late(names: Sequence[str], found: Sequence[Table | Failure | list[Table]], health: ReadingHealth) -> list[int]:
    """Return the numbers of the pages that were read before their wrapper was repaired."""
    health.finish()
    return [n for n, one in enumerate(found) if health.repaired and names[n] != STANDARD_INPUT and not _is_read(one)]


def _chosen(results: Sequence[Table | Failure], choice: api.ColumnChoice) -> list[Table | Failure]:
    """Return the results with the columns that were chosen by name."""
    if not choice:
        return list(results)
    tables = iter(api.choose_columns([one for one in results if isinstance(one, Table)], choice))
    return [next(tables) if isinstance(one, Table) else one for one in results]


def _exit_code(results: Sequence[Table | Failure], *, strict: bool) -> int:
    """Return 1 if no page could be read; with `strict`, 3 if a page has no records or does not fit its wrapper."""
    tables = [result for result in results if isinstance(result, Table)]
    for table in tables:
        flaw = _flaw(table)
        if flaw:
            say(f"{table.page}: {flaw}")
    if not tables and results:
        return FAILED
    return NOTHING_FOUND if strict and not (len(tables) == len(results) and all(map(_is_whole, tables))) else 0


def _report_drift(health: ReadingHealth, library: Path | None) -> None:
    """Print which wrappers no longer fit: by the pages that were just read, and by those that a library remembers."""
    for notice in health.notices.values():
        for line in notice.lines():
            say(for_command_line(line))
    noted = api.Library(library).health() if library is not None and library.is_dir() else {}
    for name, notes in noted.items():
        if name not in health.notices and api.drifted(notes):
            say(
                f"{name}: does not fit its last pages; the site may have changed (see `wrapture check` and `wrapture repair`)"
            )


def _flaw(table: Table) -> str:
    """Return the warning about a table, or an empty text if there is none."""
    if table.fit is not None and api.misfit(table.fit) and not (table.rows and table.note):
        return api.misfit(table.fit)
    return for_command_line(table.note) or ("" if table.rows else "no records found")


def _is_read(result: Table | Failure | list[Table]) -> bool:
    return isinstance(result, list) or (isinstance(result, Table) and _is_whole(result))


def _is_whole(table: Table) -> bool:
    return bool(table.rows) and (table.fit is None or api.accepts(table.fit))
