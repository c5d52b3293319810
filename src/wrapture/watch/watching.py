"""One round of a watch: read the source, check that it fits, repair if allowed, compare, and write what changed."""

from __future__ import annotations

import hashlib
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from wrapture.drift.checking import check_capture
from wrapture.drift.checks import overall, summary
from wrapture.error_lines import output_errors
from wrapture.errors import LibraryError, OutputError, SourceError
from wrapture.files import make_folder
from wrapture.html.parsing import read_page
from wrapture.library.library_files import SUFFIX, slug_of
from wrapture.library.wrapper_file import dumps
from wrapture.library.wrapper_library import Library
from wrapture.locks import LockedError, locked_file
from wrapture.reading.fitted_reading import read_capture
from wrapture.watch.comparing import compared, read_anew
from wrapture.watch.row_keys import found_key, keyed
from wrapture.watch.watch_state import LOCK, STATE, WatchState
from wrapture.watch.watch_tables import write_tables

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path

    from wrapture.drift.checks import PageCheck
    from wrapture.drift.repairs import Repair
    from wrapture.html.page import Page
    from wrapture.model import Capture, Wrapper
    from wrapture.model.table import Table
    from wrapture.watch.comparing import Change

WRAPPERS: Final = "wrappers"
"""The library of repaired wrappers beside the state; it keeps their versions."""

Outcome: TypeAlias = Literal["first", "same", "changes", "site changed", "unclear", "unreadable"]
"""What a round came to."""


@dataclass(frozen=True, slots=True)
class WatchedSource:
    """Something to watch: its name, the wrapper that reads it, and how its pages are fetched, each with a capture.

    ``key`` are the columns that identify a record; found by itself if empty.  ``ignored`` columns don't count as changes.  With
    ``asked``, which pages there are depends on the wrapper, as with a query whose result pages are turned; then it is called
    instead of ``captures``.
    """

    name: str
    wrapper: Wrapper
    captures: Callable[[], Sequence[Capture]]
    key: tuple[str, ...] = ()
    ignored: tuple[str, ...] = ()
    asked: Callable[[Wrapper], Sequence[Capture]] | None = None

    def pages(self, wrapper: Wrapper) -> list[Capture]:
        """Return the pages as they are now; raises `SourceError` if one can't be fetched."""
        return list(self.captures() if self.asked is None else self.asked(wrapper))


@dataclass(frozen=True, slots=True)
class Round:
    """What a round of a source came to, its changes, messages for a person, and the records by key."""

    source: str
    outcome: Outcome
    changes: tuple[Change, ...] = ()
    messages: tuple[str, ...] = ()
    records: int = 0
    rows: Mapping[str, Mapping[str, str]] = field(default_factory=dict, repr=False)


class Watch:
    """A watch with its folder: the state, the tables written from it, and repaired wrappers."""

    def __init__(self, folder: Path, repair: Callable[[Wrapper, Sequence[Page]], Repair] | None = None) -> None:
        self.folder = folder
        self.state = WatchState(folder / STATE)
        self._repair = repair

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Keep other watchers from using the folder; raises `OutputError` if one does."""
        if self.folder.is_file():
            raise OutputError(str(self.folder), "is a file; choose a folder for the state and the tables")
        make_folder(self.folder)
        try:
            with ExitStack() as stack:
                with output_errors(self.folder):
                    stack.enter_context(locked_file(self.folder / LOCK, timeout_s=0))
                yield
        except LockedError as error:
            raise OutputError(
                str(self.folder), "is in use by another watcher; wait for it, or choose another folder"
            ) from error

    def round(self, source: WatchedSource) -> Round:
        """Read a source once and compare it with its last round; needs the lock."""
        moment = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        result = self._round(source, moment)
        if result.outcome in {"site changed", "unclear", "unreadable"}:
            self.state.record_failure(source.name, moment, result.outcome, "; ".join(result.messages))
        write_tables(self.folder, self.state)
        return result

    def _round(self, source: WatchedSource, moment: str) -> Round:
        try:
            wrapper, captures, checks = self._checked(source)
        except SourceError as error:
            return Round(source.name, "unreadable", messages=(str(error),))
        said = tuple(
            f"{check.page}: {reason}" for check in checks for reason in check.reasons if check.verdict != "fits"
        )
        if overall(checks) == "changed":
            repair = self._repair(wrapper, [read_page(capture) for capture in captures]) if self._repair else None
            if repair is None or repair.wrapper is None:
                why = repair.reasons if repair else ("use `repair=True` to let the wrapper be repaired",)
                return Round(source.name, "site changed", messages=(summary(checks), *said, *why))
            return self._after_repair(source, repair, repair.wrapper, captures, moment)
        if not checks or any(check.verdict != "fits" for check in checks):
            return Round(source.name, "unclear", messages=(summary(checks), *said))
        return self._compared(source, wrapper, captures, moment, ())

    def _checked(self, source: WatchedSource) -> tuple[Wrapper, list[Capture], list[PageCheck]]:
        """Return the wrapper of a source, its pages and how they fit.

        If a repaired wrapper does not fit, the given one may: sites go back to an earlier design.
        """
        found = []
        current = self._current(source)
        for wrapper in (current,) if current is source.wrapper else (current, source.wrapper):
            captures = source.pages(wrapper)
            checks = [check_capture(wrapper, capture) for capture in captures]
            found.append((wrapper, captures, checks))
            if overall(checks) != "changed":
                return found[-1]
        return found[0]

    def _after_repair(
        self, source: WatchedSource, repair: Repair, wrapper: Wrapper, captures: Sequence[Capture], moment: str
    ) -> Round:
        """Keep a repaired wrapper, and compare what it reads; a query is asked again, because it finds the further pages."""
        where = self._kept(source, wrapper)
        try:
            captures = captures if source.asked is None else source.pages(wrapper)
        except SourceError as error:
            return Round(source.name, "unreadable", messages=(str(error),))
        messages = (*repair.reasons, f"the repaired wrapper is {where}")
        return self._compared(source, wrapper, captures, moment, messages, repaired=True)

    def _compared(
        self,
        source: WatchedSource,
        wrapper: Wrapper,
        captures: Sequence[Capture],
        moment: str,
        messages: tuple[str, ...],
        *,
        repaired: bool = False,
    ) -> Round:
        """Compare the records of a source with those of its last round, and write both.

        What a wrapper that was just ``repaired`` reads differently in most records is not a change of the records.
        """
        table = _together(wrapper, captures)
        names = tuple(column.name for column in table.described if column.is_shown)
        known = self.state.source(source.name)
        key = source.key or (known.key if known is not None and set(known.key) <= set(names) else found_key(table))
        rows = keyed(table, key, names)
        if known is None or known.key != key:  # nothing to compare with: the first round, or another key
            self.state.record_round(source.name, moment, key, names, rows, ())
            first = f"the first round; later ones are compared with it, by {' and '.join(key)}"
            return Round(source.name, "first", messages=(*messages, first), records=len(rows), rows=rows)
        anew = read_anew(known.rows, rows) if repaired else []
        if anew:
            what = f"not compared, because they are read differently since the repair: {', '.join(anew)}"
            messages = (*messages, what)
        changes = tuple(compared(known.rows, rows, (*source.ignored, *anew)))
        self.state.record_round(source.name, moment, key, names, rows, changes)
        return Round(source.name, "changes" if changes else "same", changes, messages, len(rows), rows)

    # --- repaired wrappers ---

    def _current(self, source: WatchedSource) -> Wrapper:
        """Return the wrapper of a source as it was last repaired here, or the one given."""
        library = Library(self.folder / WRAPPERS)
        with suppress(LibraryError):
            return library.load(_name_of(source))[0]
        return source.wrapper

    def _kept(self, source: WatchedSource, wrapper: Wrapper) -> Path:
        """Keep a repaired wrapper beside the state, and return its file; the one that the user gave stays as it is."""
        library, name = Library(self.folder / WRAPPERS), _name_of(source)
        library.save(wrapper, name, stamp=None, replace=True)
        return library.folder / f"{name}{SUFFIX}"


def _name_of(source: WatchedSource) -> str:
    """Return the name of the repaired wrapper of a source: another one if the user gives another wrapper, which then counts."""
    given = hashlib.sha256(dumps(source.wrapper).encode()).hexdigest()
    return f"{slug_of(source.name)}-{given[:8]}"


def _together(wrapper: Wrapper, captures: Sequence[Capture]) -> Table:
    """Return the records of all pages as one table."""
    tables = [read_capture(wrapper, capture).shown() for capture in captures]
    first, rows = tables[0], [row for table in tables for row in table.rows]
    return replace(first, rows=tuple(rows))
