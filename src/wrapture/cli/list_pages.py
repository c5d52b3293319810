"""``extract --pages``: read lists of several pages, each into one table."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from wrapture import api
from wrapture.cli.messages import say, say_error
from wrapture.errors import SourceError
from wrapture.model.table import Failure, Table
from wrapture.wording import counted, for_command_line

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from contextlib import AbstractContextManager
    from pathlib import Path

    from wrapture.api import Learner, ListRead, Visitor


def limit(pages: str) -> int | None:
    """Return the most pages to read, None for all; raises `typer.BadParameter`."""
    if pages.strip().casefold() == "all":
        return None
    if not pages.isascii() or not pages.isdigit() or not int(pages[:9]):
        raise typer.BadParameter(f"{pages!r} is neither a number of pages nor all", param_hint="--pages")
    return int(pages[:9])


def check(
    sources: list[str] | None, wrapper: Path | None, library: Path | None, *, every: bool, no_result: str | None
) -> None:
    """Raise `typer.BadParameter` for options that don't go with ``--pages``."""
    for option, given in {"--library": library, "--all": every, "--no-result": no_result}.items():
        if given:
            raise typer.BadParameter("reads single pages; leave out --pages, or this", param_hint=option)
    if not sources and wrapper is None:
        raise typer.BadParameter("name the first page of a list, or a wrapper that knows it", param_hint="SOURCE")


def read(
    sources: Sequence[str],
    wrapper: Path | None,
    visiting: Callable[..., AbstractContextManager[Visitor]],
    pages: int | None,
    learners: Sequence[Learner],
    *,
    guess: bool,
) -> list[Table | Failure]:
    """Return one table for each list, or the failure to read it."""
    loaded = None if wrapper is None else api.load(wrapper)
    listing = None if loaded is None else loaded.listing
    with visiting(*sources, *([listing.page] if listing is not None else [])) as visitor:
        return [_read(source, loaded, visitor, pages, learners, guess=guess) for source in sources]


def _read(
    source: str,
    wrapper: api.Wrapper | None,
    visitor: Visitor,
    pages: int | None,
    learners: Sequence[Learner],
    *,
    guess: bool,
) -> Table | Failure:
    try:
        found = api.extract_pages(source, wrapper, pages=pages, visitor=visitor, learner=learners, guess=guess, say=say)
    except SourceError as error:
        say_error(str(error))
        return Failure(error.where, for_command_line(error.what))
    report(found)
    return found.table


def report(found: ListRead) -> None:
    """Print what a user should know about a list that was read."""
    for remark in found.remarks:
        say(remark)
    if found.error:
        say_error(f"{found.error}; {counted(len(found.table), 'record')} of {counted(found.pages, 'page')} read so far")
    elif found.more:
        say(f"{found.table.page}: there are more than {counted(found.pages, 'page')}; --pages all reads them")
