"""The readers of `extract`: with a wrapper, with the wrapper of a library that fits, or by discovery."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from wrapture import api
from wrapture.cli.intake import opened_page
from wrapture.cli.messages import say
from wrapture.errors import NothingFoundError
from wrapture.model.table import Failure, Table

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from wrapture.api import Capture, Learner, Lexicon, Library, Page, ReadingHealth

Reader: TypeAlias = "Callable[[Capture], Table | Failure | list[Table]]"
"""Returns the table of a page, a failure, or one table for each of its lists."""


class Search(NamedTuple):
    """How lists are searched for: the best or ``every`` one, menus and doubtful ones too, for how long, by which words."""

    every: bool
    furniture: bool
    guess: bool
    budget_s: float
    lexicon: Lexicon | None = None


def by_learners(learners: Sequence[Learner], no_result: Page | None, search: Search) -> Reader:
    """Return a reader of the best list that some learners find on a page."""
    return lambda capture: api.extract(
        opened_page(capture),
        learner=learners,
        no_result=no_result,
        lexicon=search.lexicon,
        guess=search.guess,
        budget_s=search.budget_s,
    )


def by_sections(learners: Sequence[Learner], no_result: Page | None, search: Search) -> Reader:
    """Return a reader of every list of data on a page, or every list at all; a page without lists gives an empty table."""

    def read(capture: Capture) -> list[Table]:
        page = opened_page(capture)
        found = api.extract_all(
            page,
            learner=learners,
            no_result=no_result,
            guess=search.guess,
            furniture=search.furniture,
            budget_s=search.budget_s,
        )
        return found or [Table(page.name, (), ())]

    return read


def by_wrapper(path: Path, health: ReadingHealth, *, guess: bool) -> Reader:
    """Return a reader that applies the wrapper of a file and measures how well the page fits it.

    Once the wrapper was repaired, pages that don't fit it are read with the repaired one.  Another page of the same design on
    which it finds nothing is read by the list that most resembles its own, with a note; with `guess`, any page is.
    """
    wrapper = api.load(path)
    similar = api.SimilarLists(wrapper, api.repairer(), guess=guess)

    def read(capture: Capture) -> Table:
        table = api.read_capture(wrapper, capture)
        page = None if table.rows else opened_page(capture)  # warns about a frameset, whose lists are on other pages
        health.follow(wrapper.name, wrapper, table, lambda: page or api.read_page(capture))
        found = newly_read(health, wrapper.name, table, capture)
        if page is not None and not found.rows:
            found = similar.read(capture, found, page)
        return replace(found, wrapper=wrapper.name)

    return read


def newly_read(health: ReadingHealth, name: str, table: Table, capture: Capture) -> Table:
    """Return the table that a repaired wrapper reads on a page, or the given one if it fits, or none was repaired."""
    repaired = health.repaired.get(name)
    if repaired is None or (table.rows and table.fit is not None and api.accepts(table.fit)):
        return table
    new = api.read_capture(repaired, capture)
    return new if new.rows and new.fit is not None and api.accepts(new.fit) else table


def by_library(library: Library, learners: Sequence[Learner] | None, health: ReadingHealth) -> Reader:
    """Return a reader that applies the wrapper of a library that fits; if none fits, the learners, if any, learn a new one.

    The library records how well each page fits.  A page that fits none is recorded for the wrapper of its address, which is
    repaired if that is allowed and the site has changed.
    """
    folder = library.folder
    if learners is not None:
        folder.mkdir(parents=True, exist_ok=True)
    readers = [api.LibraryReader(library)]

    def read(capture: Capture) -> Table | Failure:
        found = readers[0](capture)
        if found is not None:
            health.follow(found.name, found.wrapper, found.table, lambda: api.read_page(capture))
            return _noted(library, found.name, found.table)
        page = opened_page(capture)
        unfit, expected = _unfit(library, page, health)
        if expected in health.repaired:
            return _noted(library, expected, api.read_capture(health.repaired[expected], capture))
        if learners is None:
            return Failure(page.name, f"{unfit}; --learn-new learns one from it", "no wrapper")
        learned = _learned(library, learners, page, unfit)
        readers[0] = api.LibraryReader(library)  # to know the addresses of the new wrapper
        return learned

    return read


def _unfit(library: Library, page: Page, health: ReadingHealth) -> tuple[str, str]:
    """Return the message that a page fits no wrapper, and the name of the wrapper of the page's address or site, if any.

    The page is recorded for that wrapper.
    """
    unfit = f"fits no wrapper of {library.folder}"
    expected = library.expected(page)
    if expected is None:
        return unfit, ""
    library.note(expected.name, page.name, expected.fit)
    health.follow(expected.name, expected.wrapper, api.read_parsed(expected.wrapper, page), lambda: page)
    what = "address" if expected.by_address else "site"
    return f"{unfit} ({expected.name} is for its {what}: {api.misfit(expected.fit)})", expected.name


def _learned(library: Library, learners: Sequence[Learner], page: Page, unfit: str) -> Table | Failure:
    """Return the table of a page with a wrapper learned from it and added to the library."""
    try:
        wrapper = api.learn(page, learner=learners)
    except NothingFoundError:
        return Failure(page.name, f"{unfit}, and nothing on it repeats like records", "no wrapper")
    (name,) = library.add(wrapper)
    say(f"{page.name}: {unfit}; learned {name} from it")
    return _noted(library, name, api.read_parsed(wrapper, page))


def _noted(library: Library, name: str, table: Table) -> Table:
    """Return the table that a wrapper of a library read, and record how well the page fits."""
    if table.fit is not None:
        library.note(name, table.page, table.fit)
    return replace(table, wrapper=name)
