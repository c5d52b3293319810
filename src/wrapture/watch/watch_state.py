"""The state of a watch in one SQLite file: the records of the last round, and all changes so far.

A round is one transaction, so a watcher that is killed leaves the round before.  The tables `rows.csv` and `changes.csv` beside
it are written from it, and written again in the next round if they are missing or old.
"""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING, Final, NamedTuple

from wrapture.errors import OutputError
from wrapture.watch.comparing import Change

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

STATE: Final = "state.sqlite"
LOCK: Final = ".lock"
VERSION: Final = 1
TABLES: Final = f"""
CREATE TABLE source (name TEXT PRIMARY KEY, key TEXT NOT NULL, columns TEXT NOT NULL);
CREATE TABLE record (source TEXT NOT NULL, key TEXT NOT NULL, place INTEGER NOT NULL, cells TEXT NOT NULL,
                     since TEXT NOT NULL, PRIMARY KEY (source, key));
CREATE TABLE change (id INTEGER PRIMARY KEY, moment TEXT NOT NULL, source TEXT NOT NULL, kind TEXT NOT NULL,
                     key TEXT NOT NULL, column_name TEXT NOT NULL, before TEXT NOT NULL, after TEXT NOT NULL);
CREATE TABLE round (id INTEGER PRIMARY KEY, moment TEXT NOT NULL, source TEXT NOT NULL, outcome TEXT NOT NULL,
                    message TEXT NOT NULL);
PRAGMA user_version = {VERSION}
"""


class KnownSource(NamedTuple):
    """What is known of a source: the columns of its key, all its columns, and its records by key."""

    key: tuple[str, ...]
    columns: tuple[str, ...]
    rows: dict[str, dict[str, str]]


class LoggedChange(NamedTuple):
    """A change with the moment (UTC) and the source."""

    moment: str
    source: str
    change: Change


class WatchState:
    """The state file of a watch; only the process that holds its lock changes it."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def source(self, name: str) -> KnownSource | None:
        """Return what is known of a source, None before its first round."""
        with self._opened() as base:
            found = base.execute("SELECT key, columns FROM source WHERE name = ?", (name,)).fetchone()
            if found is None:
                return None
            rows = base.execute("SELECT key, cells FROM record WHERE source = ? ORDER BY place", (name,))
            return KnownSource(
                tuple(json.loads(found[0])),
                tuple(json.loads(found[1])),
                {key: json.loads(cells) for key, cells in rows},
            )

    def record_round(
        self,
        name: str,
        moment: str,
        key: Sequence[str],
        columns: Sequence[str],
        rows: Mapping[str, Mapping[str, str]],
        changes: Sequence[Change],
    ) -> None:
        """Write a round of a source: its records and its changes, all or nothing."""
        with self._opened() as base:
            since = dict(base.execute("SELECT key, since FROM record WHERE source = ?", (name,)))
            base.execute(
                "INSERT OR REPLACE INTO source VALUES (?, ?, ?)", (name, _json(list(key)), _json(list(columns)))
            )
            base.execute("DELETE FROM record WHERE source = ?", (name,))
            base.executemany(
                "INSERT INTO record VALUES (?, ?, ?, ?, ?)",
                [(name, own, n, _json(dict(row)), since.get(own, moment)) for n, (own, row) in enumerate(rows.items())],
            )
            base.executemany(
                "INSERT INTO change (moment, source, kind, key, column_name, before, after) VALUES (?, ?, ?, ?, ?, ?, ?)",
                [(moment, name, *change) for change in changes],
            )
            self._log(base, name, moment, "read", f"{len(rows)} records, {len(changes)} changes")

    def record_failure(self, name: str, moment: str, outcome: str, message: str) -> None:
        """Write that a round of a source could not be compared; its records stay."""
        with self._opened() as base:
            self._log(base, name, moment, outcome, message)

    def changes(self) -> list[LoggedChange]:
        """Return all changes so far, the oldest first."""
        with self._opened() as base:
            rows = base.execute("SELECT moment, source, kind, key, column_name, before, after FROM change ORDER BY id")
            return [LoggedChange(moment, source, Change(*change)) for moment, source, *change in rows]

    def records(self) -> list[tuple[str, str, dict[str, str]]]:
        """Return the records of the last rounds: source, since when they are there, and their values."""
        with self._opened() as base:
            rows = base.execute("SELECT source, since, cells FROM record ORDER BY source, place")
            return [(source, since, json.loads(cells)) for source, since, cells in rows]

    def rounds(self) -> list[tuple[str, str, str, str]]:
        """Return all rounds so far: moment, source, outcome and message."""
        with self._opened() as base:
            return list(base.execute("SELECT moment, source, outcome, message FROM round ORDER BY id"))

    def _log(self, base: sqlite3.Connection, *values: str) -> None:
        name, moment, outcome, message = values
        base.execute(
            "INSERT INTO round (moment, source, outcome, message) VALUES (?, ?, ?, ?)", (moment, name, outcome, message)
        )

    @contextmanager
    def _opened(self) -> Iterator[sqlite3.Connection]:
        """Yield the open file in a transaction, which is undone if the block fails."""
        try:
            with closing(sqlite3.connect(self.path, isolation_level=None)) as base:
                base.execute("BEGIN IMMEDIATE")
                self._prepare(base)
                yield base
                base.execute("COMMIT")
        except sqlite3.Error as error:
            raise OutputError(str(self.path), f"can't be used as the state of a watch ({error}); remove it") from error

    def _prepare(self, base: sqlite3.Connection) -> None:
        version = base.execute("PRAGMA user_version").fetchone()[0]
        if version == 0:
            for statement in TABLES.split(";"):
                base.execute(statement)
        elif version != VERSION:
            raise OutputError(str(self.path), f"was written by a newer Wrapture (version {version}); upgrade wrapture")


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=True)
