"""The health log of a library, ``.health.sqlite``: how well the last pages fitted each wrapper, and what checks said of them.

The log is useful but nothing depends on it.  Writes that fail are dropped silently after a short wait, and an unreadable log
counts as empty.  A corrupt file is deleted; one of another version is left alone.
"""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Protocol, TypeAlias

from wrapture.library.shingle_index import may_be_mended
from wrapture.reading.fit import misfit
from wrapture.wording import counted, encodable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from pathlib import Path

    from wrapture.model import Fit

NoteRow: TypeAlias = tuple[str, str, int, float, int, str, str, float | None]

VERSION: Final = 2
WITHOUT_CHECKS: Final = 1  # the version of logs that had no verdicts
KEPT: Final = 60  # notes to keep for each wrapper
SHOWN: Final = 20  # of them that a list of all wrappers shows
LAST: Final = 6  # pages that tell whether a site has changed
ENOUGH: Final = 2  # of them that must not fit
MAX_PAGE: Final = 2_000  # characters of a page's name or address
PATIENCE_S: Final = 1.0  # how long to wait for another process, which takes a millisecond
ATTEMPTS: Final = 3  # to write, if the log is found corrupt
TABLES: Final = f"""
CREATE TABLE note (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL, page TEXT NOT NULL, moment INTEGER NOT NULL,
    fit REAL NOT NULL, found INTEGER NOT NULL, misfit TEXT NOT NULL, verdict TEXT NOT NULL DEFAULT '', likeness REAL
);
CREATE INDEX note_name ON note (name, id);
PRAGMA user_version = {VERSION}
"""
UPGRADE: Final = f"""
ALTER TABLE note ADD COLUMN verdict TEXT NOT NULL DEFAULT '';
ALTER TABLE note ADD COLUMN likeness REAL;
PRAGMA user_version = {VERSION}
"""
FIELDS: Final = "name, page, moment, fit, found, misfit, verdict, likeness"
OLD_FIELDS: Final = "name, page, moment, fit, found, misfit, '', NULL"
INSERT: Final = f"INSERT INTO note ({FIELDS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"  # noqa: S608 - a constant
FITS: Final = "fits"  # the verdict of a page that fits
TELLING: Final = frozenset(["", FITS, "columns changed", "changed"])  # verdicts that say something about the wrapper
TRIM: Final = (
    "DELETE FROM note WHERE name = ? AND id <= (SELECT id FROM note WHERE name = ? ORDER BY id DESC LIMIT 1 OFFSET ?)"
)


@dataclass(frozen=True, slots=True)
class HealthNote:
    """How well a wrapper fitted a page: the page's name or address, ``when`` it was read (UTC), and the fit.

    ``found`` is the number of records; ``misfit`` says what was wrong and is empty if the page fitted.  If the page was
    checked, ``verdict`` is what the check said (see `wrapture.drift.checks`), and ``likeness`` how much its columns look as
    they did.
    """

    page: str
    when: str
    fit: float
    found: int
    misfit: str
    verdict: str = ""
    likeness: float | None = None


class NotedCheck(Protocol):
    """What the log notes of a check (`wrapture.drift.checks.PageCheck`)."""

    @property
    def page(self) -> str:
        """The page's name or address."""

    @property
    def verdict(self) -> str:
        """What the page says about the wrapper."""

    @property
    def reasons(self) -> tuple[str, ...]:
        """Why it does not fit."""

    @property
    def fit(self) -> Fit:
        """How well it fits."""

    @property
    def likeness(self) -> float | None:
        """How much its columns look as they did."""


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


def drifted(notes: Sequence[HealthNote]) -> bool:
    """Return whether a site has probably changed, given the notes of its last pages, newest first.

    One bad page is an accident; two of the last few, as many as good ones, are not.  Pages that a check found to be no list
    pages, or of other sites, say nothing.
    """
    last = [bool(note.misfit) for note in notes if note.verdict in TELLING][:LAST]
    return sum(last) >= ENOUGH and 2 * sum(last) >= len(last)


class HealthLog:
    """The log in one file, which is created with the first note."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def add(self, notes: Iterable[tuple[str, str, Fit]]) -> None:
        """Log uses of wrappers, each with the wrapper's name, the page and how well it fits."""
        now = int(time.time())
        self._add([_row(name, page, now, fit, misfit(fit)) for name, page, fit in notes])

    def add_checks(self, name: str, checks: Iterable[NotedCheck]) -> None:
        """Log checks of pages of a wrapper."""
        now = int(time.time())
        self._add(
            [
                _row(
                    name,
                    one.page,
                    now,
                    one.fit,
                    "" if one.verdict == FITS else "; ".join(one.reasons),
                    one.verdict,
                    one.likeness,
                )
                for one in checks
            ]
        )

    def _add(self, rows: Sequence[NoteRow]) -> None:
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
            fields = {VERSION: FIELDS, WITHOUT_CHECKS: OLD_FIELDS}.get(_version(base))
            for name, *row in base.execute(f"SELECT {fields} FROM note ORDER BY id DESC") if fields else ():  # noqa: S608 - constants
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
            for statement in {0: TABLES, WITHOUT_CHECKS: UPGRADE}.get(_version(base), "").split(";"):
                base.execute(statement)
            if _version(base) == VERSION:
                work(base)
            base.execute("COMMIT")


def _row(
    name: str, page: str, now: int, fit: Fit, wrong: str, verdict: str = "", likeness: float | None = None
) -> NoteRow:
    own = encodable(name), encodable(page)[:MAX_PAGE]
    return (*own, now, fit.value, fit.found, encodable(wrong)[:MAX_PAGE], verdict, likeness)


def _insert(base: sqlite3.Connection, rows: Sequence[NoteRow]) -> None:
    base.executemany(INSERT, rows)
    base.executemany(TRIM, [(name, name, KEPT) for name in {row[0] for row in rows}])


def _version(base: sqlite3.Connection) -> int:
    return int(base.execute("PRAGMA user_version").fetchone()[0])


def _note(
    page: str, moment: int, fit: float, found: int, wrong: str, verdict: str, likeness: float | None
) -> HealthNote:
    when = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(moment))
    alike = None if likeness is None else float(likeness)
    return HealthNote(str(page), when, float(fit), int(found), str(wrong), str(verdict), alike)
