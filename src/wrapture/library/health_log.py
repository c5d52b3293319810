"""The health log of a library, ``.health.sqlite``: how well the last pages fitted each wrapper.

The log is useful but nothing depends on it.  Writes that fail are dropped silently after a short wait, and an unreadable log
counts as empty.  A corrupt file is deleted; one of another version is left alone.
"""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from wrapture.library.shingle_index import may_be_mended
from wrapture.reading.fit import misfit
from wrapture.wording import counted, encodable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from pathlib import Path

    from wrapture.model import Fit

VERSION: Final = 1
KEPT: Final = 20  # notes to keep for each wrapper
LAST: Final = 6  # pages that tell whether a site has changed
ENOUGH: Final = 2  # of them that must not fit
MAX_PAGE: Final = 2_000  # characters of a page's name or address
PATIENCE_S: Final = 1.0  # how long to wait for another process, which takes a millisecond
ATTEMPTS: Final = 3  # to write, if the log is found corrupt
TABLES: Final = f"""
CREATE TABLE note (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL, page TEXT NOT NULL, moment INTEGER NOT NULL,
    fit REAL NOT NULL, found INTEGER NOT NULL, misfit TEXT NOT NULL
);
CREATE INDEX note_name ON note (name, id);
PRAGMA user_version = {VERSION}
"""
INSERT: Final = "INSERT INTO note (name, page, moment, fit, found, misfit) VALUES (?, ?, ?, ?, ?, ?)"
TRIM: Final = (
    "DELETE FROM note WHERE name = ? AND id <= (SELECT id FROM note WHERE name = ? ORDER BY id DESC LIMIT 1 OFFSET ?)"
)


@dataclass(frozen=True, slots=True)
class HealthNote:
    """How well a wrapper fitted a page: the page's name or address, ``when`` it was read (UTC), and the fit.

    ``found`` is the number of records; ``misfit`` says what was wrong and is empty if the page fitted.
    """

    page: str
    when: str
    fit: float
    found: int
    misfit: str


def health_words(notes: Sequence[HealthNote]) -> str:
    """Return a summary of notes, which are given newest first.

    >>> health_words([]), health_words([HealthNote("a.html", "2026-11-16T12:00:00Z", 1.0, 12, "")])
    ('not used yet', 'fits the last page')
    """
    if not notes:
        return "not used yet"
    wrong = [note.misfit for note in notes if note.misfit]
    last = "the last page" if len(notes) == 1 else f"the last {counted(len(notes), 'page')}"
    if not wrong:
        return f"fits {last}"
    return f"did not fit {last if len(wrong) == len(notes) else f'{len(wrong)} of {last}'}: {wrong[0]}"


def drifted(misfits: Sequence[str]) -> bool:
    """Return whether a site has probably changed, given what was wrong with its last pages, newest first ("" if nothing was).

    One bad page is an accident; two of the last few, as many as good ones, are not.

    >>> drifted(["", "no records"]), drifted(["no records", "no records", ""]), drifted(["no records"])
    (False, True, False)
    """
    last = misfits[:LAST]
    bad = sum(map(bool, last))
    return bad >= ENOUGH and 2 * bad >= len(last)


class HealthLog:
    """The log in one file, which is created with the first note."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def add(self, notes: Iterable[tuple[str, str, Fit]]) -> None:
        """Log uses of wrappers, each with the wrapper's name, the page and how well it fits."""
        now = int(time.time())
        rows = [
            (encodable(name), encodable(page)[:MAX_PAGE], now, fit.value, fit.found, encodable(misfit(fit)))
            for name, page, fit in notes
        ]
        if rows:
            self._write(lambda base: _insert(base, rows))

    def notes(self) -> dict[str, list[HealthNote]]:
        """Return all notes by name, newest first."""
        with suppress(sqlite3.Error, ValueError, TypeError, OverflowError, OSError):  # a corrupt file
            if self.path.is_file():
                return self._read()
        return {}

    def rename(self, old: str, new: str) -> None:
        """Move the notes of one name to another, replacing any it has."""
        if old != new:
            self._change(
                [("DELETE FROM note WHERE name = ?", (new,)), ("UPDATE note SET name = ? WHERE name = ?", (new, old))]
            )

    def forget(self, names: Iterable[str]) -> None:
        """Forget the notes of some names."""
        self._change([("DELETE FROM note WHERE name = ?", (name,)) for name in names])

    def _change(self, statements: Sequence[tuple[str, tuple[str, ...]]]) -> None:
        """Run statements on the log, if there is one."""
        if statements and self.path.is_file():
            self._write(lambda base: [base.execute(*statement) for statement in statements])

    def _read(self) -> dict[str, list[HealthNote]]:
        found: dict[str, list[HealthNote]] = {}
        address = f"{self.path.absolute().as_uri()}?mode=ro"  # the folder may be read-only
        with closing(sqlite3.connect(address, timeout=PATIENCE_S, uri=True)) as base:
            if _version(base) == VERSION:
                for name, *row in base.execute(
                    "SELECT name, page, moment, fit, found, misfit FROM note ORDER BY id DESC"
                ):
                    found.setdefault(name, []).append(_note(*row))
        return found

    def _write(self, work: Callable[[sqlite3.Connection], object]) -> None:
        """Let `work` change the log; give up silently if that fails."""
        with suppress(OSError, ValueError):  # a corrupt file can't be deleted; no such path
            for _ in range(ATTEMPTS):
                try:
                    self._attempt(work)
                except (sqlite3.Error, UnicodeDecodeError) as error:
                    if may_be_mended(self.path, getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)):
                        continue
                return

    def _attempt(self, work: Callable[[sqlite3.Connection], object]) -> None:
        with closing(sqlite3.connect(self.path, timeout=PATIENCE_S, isolation_level=None)) as base:
            base.execute("PRAGMA synchronous = OFF")  # losing the log in a power cut is acceptable
            # a persistent journal leaves the folder's mtime alone; creating and deleting one would change it
            base.execute("PRAGMA journal_mode = TRUNCATE")
            base.execute("BEGIN IMMEDIATE")
            if _version(base) == 0:
                for statement in TABLES.split(";"):
                    base.execute(statement)
            if _version(base) == VERSION:
                work(base)
            base.execute("COMMIT")


def _insert(base: sqlite3.Connection, rows: Sequence[tuple[str, str, int, float, int, str]]) -> None:
    base.executemany(INSERT, rows)
    base.executemany(TRIM, [(name, name, KEPT) for name in {row[0] for row in rows}])


def _version(base: sqlite3.Connection) -> int:
    return int(base.execute("PRAGMA user_version").fetchone()[0])


def _note(page: str, moment: int, fit: float, found: int, misfit: str) -> HealthNote:
    when = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(moment))
    return HealthNote(str(page), when, float(fit), int(found), str(misfit))
