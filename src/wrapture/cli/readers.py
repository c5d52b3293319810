"""The ways in which `extract` reads a page: by a wrapper, by the wrapper of a library that fits, or by discovery."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

from wrapture import api
from wrapture.cli import display
from wrapture.errors import NothingFoundError
from wrapture.extraction.table import Failure, Table
from wrapture.wrappers.health import misfit
from wrapture.wrappers.library import Library

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from wrapture.discovery.judge import Learner
    from wrapture.html.page import Page
    from wrapture.model import Fit, Wrapper

Reader: TypeAlias = "Callable[[Page], Table | Failure | list[Table]]"
"""What makes a table of a page, a failure, or a table for each of its lists."""


def by_learners(learners: Sequence[Learner], no_result: Page | None, *, guess: bool = False) -> Reader:
    """Return what reads the best list that some learners find on a page, even where it is a guess if that will do."""
    return lambda page: api.extract(page, learner=learners, no_result=no_result, guess=guess)


def by_sections(learners: Sequence[Learner], no_result: Page | None, *, guess: bool = False) -> Reader:
    """Return what reads every list that some learners find on a page; a page without lists has an empty table."""
    return lambda page: (
        api.extract_all(page, learner=learners, no_result=no_result, guess=guess) or [Table(page.name, (), ())]
    )


def by_wrapper(path: Path) -> Reader:
    """Return what reads a page by the wrapper of a file, and says how well it fits."""
    wrapper = api.load(path)
    return lambda page: _read(wrapper, page)


def by_library(folder: Path, learners: Sequence[Learner] | None) -> Reader:
    """Return what reads a page by the wrapper of a library that fits it; the learners, if any, make one where none does.

    The library notes how well each page fits.  A page that fits none is noted for the wrapper that is for its address.
    """
    library = Library(folder)
    if learners is not None:
        folder.mkdir(parents=True, exist_ok=True)

    def read(page: Page) -> Table | Failure:
        found = library.match(page)
        if found:
            table = api.extract(page, found[0].wrapper)
            library.note(found[0].name, page.name, found[0].fit)
            return replace(table, fit=found[0].fit, wrapper=found[0].name)
        unfit = _unfit(library, page)
        if learners is None:
            return Failure(page.name, f"{unfit}; --learn-new learns one from it")
        return _learned(library, learners, page, unfit)

    return read


def _unfit(library: Library, page: Page) -> str:
    """Return in words that a page fits no wrapper, after noting it for the one that is for the page's address, if any."""
    unfit = f"fits no wrapper of {library.folder}"
    expected = library.expected(page)
    if expected is None:
        return unfit
    library.note(expected.name, page.name, expected.fit)
    return f"{unfit} ({expected.name} is for its address: {misfit(expected.fit)})"


def _learned(library: Library, learners: Sequence[Learner], page: Page, unfit: str) -> Table | Failure:
    """Return the table of a page by a wrapper that is learned from it and added to the library."""
    try:
        wrapper = api.learn(page, learner=learners)
    except NothingFoundError:
        return Failure(page.name, f"{unfit}, and nothing on it repeats as records do")
    (name,) = library.add(wrapper)
    display.say(f"{page.name}: {unfit}; learned {name} from it")
    table, fit = _measured(wrapper, page)
    library.note(name, page.name, fit)
    return replace(table, fit=fit, wrapper=name)


def _read(wrapper: Wrapper, page: Page) -> Table:
    table, fit = _measured(wrapper, page)
    return replace(table, fit=fit)


def _measured(wrapper: Wrapper, page: Page) -> tuple[Table, Fit]:
    """Return what a wrapper reads on a page, and how well the page fits it."""
    table = api.extract(page, wrapper)
    return table, api.fit(page, wrapper, table)
