"""``wrapture extract``: read the records of pages as tables."""

from __future__ import annotations

import sys
from pathlib import Path  # noqa: TC003 - typer reads the annotations
from typing import TYPE_CHECKING, Annotated, Final

import typer

from wrapture import api
from wrapture.cli.exit_codes import FAILED, NOTHING_FOUND
from wrapture.cli.messages import say
from wrapture.cli.options import (
    AllColumns,
    AllowPrivate,
    Before,
    Budget,
    ColumnsOption,
    CookieFile,
    Delay,
    Drop,
    EncodingOption,
    Force,
    Header,
    IgnoreRobots,
    Keep,
    LearnerOption,
    LexiconOption,
    MaxAge,
    NoBom,
    NoResult,
    Offline,
    OptionalSources,
    OutputFile,
    Proxy,
    RawFormulas,
    Rename,
    Retries,
    Scripts,
    SessionFile,
    Store,
    TableFormatOption,
    Texts,
    Typed,
    UserAgent,
    WrapperOption,
    column_choice,
    command_app,
    learners_for,
)
from wrapture.cli.readers import Search
from wrapture.cli.render_option import Render, RenderingCommand, RenderMode
from wrapture.cli.trip import DELAY_S, RETRIES, Trip, keys_of
from wrapture.model.table import Failure, Table
from wrapture.model.time_budget import BUDGET_S
from wrapture.wording import for_command_line

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from wrapture.api import Learner, Page
    from wrapture.cli.intake import Intake
    from wrapture.cli.readers import Reader

MAX_AGE_S: Final = 3_600.0

app = command_app()


@app.command(cls=RenderingCommand)
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
    learner: LearnerOption = None,
    encoding: EncodingOption = None,
    render: Render = RenderMode.auto,
    scripts: Scripts = False,
    allow_private: AllowPrivate = False,
    budget: Budget = BUDGET_S,
    no_result: NoResult = None,
    pages: Annotated[
        str,
        typer.Option(
            "--pages",
            metavar="N|all",
            help="Read a list of several pages into one table: so many of its pages, or all, each a second after the other.",
        ),
    ] = "",
    store: Store = None,
    delay: Delay = DELAY_S,
    retries: Retries = RETRIES,
    max_age: MaxAge = MAX_AGE_S,
    offline: Offline = False,
    ignore_robots: IgnoreRobots = False,
    before: Before = None,
    header: Header = None,
    cookies: CookieFile = None,
    user_agent: UserAgent = "",
    proxy: Proxy = "",
    session: SessionFile = None,
    lexicon: LexiconOption = None,
    output_format: TableFormatOption = None,
    output: OutputFile = None,
    force: Force = False,
    strict: Annotated[
        bool, typer.Option("--strict", help="Exit with 3 if a page has no records or does not fit.")
    ] = False,
    typed: Typed = True,
    texts: Texts = False,
    all_columns: AllColumns = False,
    columns: ColumnsOption = "",
    drop: Drop = "",
    keep: Keep = "",
    rename: Rename = None,
    no_bom: NoBom = False,
    raw_formulas: RawFormulas = False,
    guess: Annotated[
        bool, typer.Option("--guess", help="Take the best list of a page even if it is not convincing.")
    ] = False,
    every: Annotated[
        bool,
        typer.Option("--all", help="Read every list of data on a page, each with its heading and kind."),
    ] = False,
    furniture: Annotated[
        bool, typer.Option("--furniture", help="With --all: read menus, filters, footers and the like, too.")
    ] = False,
) -> None:
    """Read the records of pages as tables: with a wrapper or, without one, those of the best list on each page."""
    from wrapture.cli.intake import intake_for
    from wrapture.cli.table_output import check_target, emit, format_name

    chosen = format_name(output_format, output)
    choice = column_choice(columns, drop, keep, rename)
    _check_choice(wrapper, library, learn_new=learn_new, every=every, furniture=furniture)
    if lexicon is not None and (wrapper is not None or library is not None or every):
        raise typer.BadParameter("is for the best list of a page, found without a wrapper", param_hint="--lexicon")
    trip = Trip(
        store,
        delay,
        max_age,
        retries,
        allow_private=allow_private,
        offline=offline,
        robots=not ignore_robots,
        before=before,
        keys=keys_of(header, cookies, user_agent, proxy, session),
        render=bool(pages) and (render is RenderMode.always or scripts),
    )
    options = api.RowOptions(typed, texts, all_columns, bom=not no_bom, raw_formulas=raw_formulas)
    if pages:
        from wrapture.cli import list_pages

        list_pages.check(sources, wrapper, library, every=every, no_result=no_result)
        check_target(output, chosen, force=force)
        learners = () if wrapper is not None else learners_for(learner, encoding)
        results = list_pages.read(sources or [""], wrapper, trip, list_pages.limit(pages), learners, guess=guess)
        emit(_chosen(results, choice), output, chosen, force=force, options=options)
        sys.exit(_exit_code(results, strict=strict))
    if trip != Trip(None, DELAY_S, MAX_AGE_S, RETRIES, allow_private=allow_private):
        raise typer.BadParameter("is for whole lists: add --pages N or --pages all", param_hint="--store, --delay, …")
    if not sources:
        raise typer.BadParameter("name the pages to read", param_hint="SOURCE")
    intake = intake_for(allow_private=allow_private, render=render, scripts=scripts)
    learners = learners_for(learner, encoding) if wrapper is None and (library is None or learn_new) else ()
    terms = None if lexicon is None else api.read_lexicon(lexicon)
    search = Search(every=every, furniture=furniture, guess=guess, budget_s=budget, lexicon=terms)
    reader = _reader(wrapper, library, learners, search, learn_new=learn_new)
    check_target(output, chosen, force=force)
    results = _chosen(_tables(sources, reader, intake, no_result), choice)
    emit(results, output, chosen, force=force, options=options)
    sys.exit(_exit_code(results, strict=strict))


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
    *,
    learn_new: bool,
) -> Callable[[Page | None], Reader]:
    """Return a function from the page without results, if any, to the reader; wrappers are loaded here, to fail early."""
    from wrapture.cli import readers

    if wrapper is not None:
        by_wrapper = readers.by_wrapper(wrapper)
        return lambda _: by_wrapper
    if library is not None:
        by_library = readers.by_library(library, learners if learn_new else None)
        return lambda _: by_library
    if search.every:
        return lambda empty: readers.by_sections(learners, empty, search)
    return lambda empty: readers.by_learners(learners, empty, search)


def _tables(
    sources: Sequence[str], reader: Callable[[Page | None], Reader], intake: Intake, no_result: str | None
) -> list[Table | Failure]:
    """Return the tables of the pages, and the failures to read them."""
    with intake.opened():
        read = reader(intake.page_without_results(no_result))
        found = list(intake.each_capture(sources, lambda _, capture: read(capture)))
    return [one for result in found for one in (result if isinstance(result, list) else [result])]


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


def _flaw(table: Table) -> str:
    """Return the warning about a table, or an empty text if there is none."""
    if table.fit is not None and api.misfit(table.fit):
        return api.misfit(table.fit)
    return for_command_line(table.note) or ("" if table.rows else "no records found")


def _is_whole(table: Table) -> bool:
    return bool(table.rows) and (table.fit is None or api.accepts(table.fit))
