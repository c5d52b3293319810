"""One round of a watch: read the source, check that it fits, repair if allowed, compare, and write what changed."""

from __future__ import annotations

from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from wrapture.drift.checking import check_capture
from wrapture.drift.checks import overall, summary
from wrapture.errors import LibraryError, OutputError, SourceError
from wrapture.html.parsing import read_page
from wrapture.library.library_files import slug_of
from wrapture.library.wrapper_library import Library
from wrapture.locks import LockedError, locked_file
from wrapture.reading.fitted_reading import read_capture
from wrapture.watch.comparing import compared
from wrapture.watch.row_keys import found_key, keyed
from wrapture.watch.watch_state import LOCK, STATE, WatchState
from wrapture.watch.watch_tables import write_tables

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

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

    ``key`` are the columns that identify a record; found by itself if empty.  ``ignored`` columns don't count as changes.
    """

    name: str
    wrapper: Wrapper
    captures: Callable[[], Sequence[Capture]]
    key: tuple[str, ...] = ()
    ignored: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Round:
    """What a round of a source came to, its changes, and messages for a person."""

    source: str
    outcome: Outcome
    changes: tuple[Change, ...] = ()
    messages: tuple[str, ...] = ()
    records: int = 0


class Watch:
    """A watch with its folder: the state, the tables written from it, and repaired wrappers."""

    def __init__(self, folder: Path, repair: Callable[[Wrapper, Sequence[Page]], Repair] | None = None) -> None:
        self.folder = folder
        self.state = WatchState(folder / STATE)
        self._repair = repair

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Keep other watchers from using the folder; raises `OutputError` if one does."""
        self.folder.mkdir(parents=True, exist_ok=True)
        try:
            with locked_file(self.folder / LOCK, timeout_s=0):
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
            captures = list(source.captures())
            wrapper = self._current(source)
            checks = [check_capture(wrapper, capture) for capture in captures]
        except SourceError as error:
            return Round(source.name, "unreadable", messages=(str(error),))
        said = tuple(
            f"{check.page}: {reason}" for check in checks for reason in check.reasons if check.verdict != "fits"
        )
        if overall(checks) == "changed":
            repair = self._repair(wrapper, [read_page(capture) for capture in captures]) if self._repair else None
            if repair is None or repair.wrapper is None:
                why = repair.reasons if repair else ("use `repair=True` to have the wrapper repaired if that is sure",)
                return Round(source.name, "site changed", messages=(summary(checks), *said, *why))
            return self._compared(source, self._kept(source, repair.wrapper), captures, moment, repair.reasons)
        if not checks or any(check.verdict != "fits" for check in checks):
            return Round(source.name, "unclear", messages=(summary(checks), *said))
        return self._compared(source, wrapper, captures, moment, ())

    def _compared(
        self,
        source: WatchedSource,
        wrapper: Wrapper,
        captures: Sequence[Capture],
        moment: str,
        messages: tuple[str, ...],
    ) -> Round:
        """Compare the records of a source with those of its last round, and write both."""
        table = _together(wrapper, captures)
        names = tuple(column.name for column in table.described if column.is_shown)
        known = self.state.source(source.name)
        key = source.key or (known.key if known is not None and set(known.key) <= set(names) else found_key(table))
        rows = keyed(table, key, names)
        if known is None or known.key != key:  # nothing to compare with: the first round, or another key
            self.state.record_round(source.name, moment, key, names, rows, ())
            first = f"watched by {', '.join(key)}"
            return Round(source.name, "first", messages=(*messages, first), records=len(rows))
        changes = tuple(compared(known.rows, rows, source.ignored))
        self.state.record_round(source.name, moment, key, names, rows, changes)
        return Round(source.name, "changes" if changes else "same", changes, messages, len(rows))

    # --- repaired wrappers ---

    def _current(self, source: WatchedSource) -> Wrapper:
        """Return the wrapper of a source as it was last repaired here, or the one given."""
        library = Library(self.folder / WRAPPERS)
        name = slug_of(source.name)
        with suppress(LibraryError):
            return library.load(name)[0]
        return source.wrapper

    def _kept(self, source: WatchedSource, wrapper: Wrapper) -> Wrapper:
        """Keep a repaired wrapper beside the state; the file that the user gave stays as it is."""
        library = Library(self.folder / WRAPPERS)
        library.save(wrapper, slug_of(source.name), stamp=None, replace=True)
        return wrapper


def _together(wrapper: Wrapper, captures: Sequence[Capture]) -> Table:
    """Return the records of all pages as one table."""
    tables = [read_capture(wrapper, capture).shown() for capture in captures]
    first, rows = tables[0], [row for table in tables for row in table.rows]
    return replace(first, rows=tuple(rows))
