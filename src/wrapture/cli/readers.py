"""The ways in which `extract` reads a page: by a wrapper, by the wrapper of a library that fits, or by discovery."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

from wrapture import api
from wrapture.cli import display
from wrapture.errors import NothingFoundError
from wrapture.extraction.table import Failure, Table
from wrapture.wrappers.library import Library

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from wrapture.discovery.judge import Learner
    from wrapture.html.page import Page
    from wrapture.model import Wrapper

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
    """Return what reads a page by the wrapper of a library that fits it; the learners, if any, make one where none does."""
    library = Library(folder)
    if learners is not None:
        folder.mkdir(parents=True, exist_ok=True)

    def read(page: Page) -> Table | Failure:
        found = library.match(page)
        if found:
            table = api.extract(page, found[0].wrapper)
            return replace(table, fit=found[0].fit, wrapper=found[0].name)
        if learners is None:
            return Failure(page.name, f"fits no wrapper of {folder}; --learn-new learns one from it")
        return _learned(library, learners, page)

    return read


def _learned(library: Library, learners: Sequence[Learner], page: Page) -> Table | Failure:
    """Return the table of a page by a wrapper that is learned from it and added to the library."""
    try:
        wrapper = api.learn(page, learner=learners)
    except NothingFoundError:
        return Failure(page.name, f"fits no wrapper of {library.folder}, and nothing on it repeats as records do")
    (name,) = library.add(wrapper)
    display.say(f"{page.name}: fits no wrapper of {library.folder}; learned {name} from it")
    return replace(_read(wrapper, page), wrapper=name)


def _read(wrapper: Wrapper, page: Page) -> Table:
    table = api.extract(page, wrapper)
    return replace(table, fit=api.fit(page, wrapper, table))
