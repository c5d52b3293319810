"""The SQLite index of a wrapper library, which finds candidate wrappers for a page.

The index can always be rebuilt from the wrapper files, so one of another version or a corrupt one is deleted.  Processes wait
for each other's writes.

A lookup takes each shingle of the page and returns a fixed number of wrappers that have it, the smallest first, so a common
shingle costs no more in a large library than in a small one.  Common shingles identify small wrappers; larger wrappers have
rarer ones as well.
"""

from __future__ import annotations

import sqlite3
import time
from array import array
from collections import defaultdict
from contextlib import closing, contextmanager, suppress
from heapq import nlargest
from typing import TYPE_CHECKING, Final, TypeVar

from wrapture.errors import LibraryError
from wrapture.library.address_match import ANY, host_of, is_at
from wrapture.library.entries import LibraryEntry, Likely, Stamp
from wrapture.library.shingles import Shingles, frame_weight, shingle, wrapper_shingles
from wrapture.reading.fit import FITS, frame_factor
from wrapture.wording import encodable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

T = TypeVar("T")

VERSION: Final = 1
"""Version of the tables and of the shingles; an index of another version is rebuilt from the files."""
PATIENCE_S: Final = 60.0  # how long to wait for another process; ten thousand files take ten seconds to read
CACHE_KIB: Final = 64 << 10  # of memory while many wrappers are added
READ: Final = 20  # wrappers to read for a shingle; with 10, one page more in a hundred misses its best
SHORTLIST: Final = 200  # wrappers to rank exactly
AT_ADDRESS: Final = 20  # most candidates by address
MANY: Final = 100_000  # postings to write at once
NONE: Final = wrapper_shingles(())
ATTEMPTS: Final = 10  # to open an index that another process corrupts or deletes
PAUSE_S: Final = 0.01  # after the first attempt; it grows with each attempt
KIND: Final = 0xFF  # mask of an extended result code: the primary code
BROKEN: Final = {
    sqlite3.SQLITE_ERROR,  # unexpected tables
    sqlite3.SQLITE_CORRUPT,
    sqlite3.SQLITE_MISMATCH,
    sqlite3.SQLITE_NOTADB,
}
BUSY: Final = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
UNWRITABLE: Final = {sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM}
TABLES: Final = """
CREATE TABLE folder (changed INTEGER NOT NULL);
CREATE TABLE wrapper (
    id INTEGER PRIMARY KEY, name TEXT UNIQUE, size INTEGER NOT NULL, mtime_ns INTEGER NOT NULL, inode INTEGER NOT NULL,
    kind TEXT NOT NULL, columns INTEGER NOT NULL, fewest INTEGER NOT NULL, most INTEGER NOT NULL, error TEXT NOT NULL,
    tokens INTEGER NOT NULL, sure INTEGER NOT NULL, across INTEGER NOT NULL, shingles BLOB NOT NULL
);
CREATE TABLE address (host TEXT, pattern TEXT, wrapper INTEGER, PRIMARY KEY (host, pattern, wrapper)) WITHOUT ROWID;
CREATE INDEX address_wrapper ON address (wrapper, pattern);
CREATE TABLE posting (shingle INTEGER, size INTEGER, wrapper INTEGER, PRIMARY KEY (shingle, size, wrapper)) WITHOUT ROWID;
"""


def using(path: Path, work: Callable[[LibraryIndex], T]) -> T:
    """Return the result of `work` on the index in a file, which is rebuilt if it is corrupt or was deleted."""
    for attempt in range(1, ATTEMPTS + 1):
        try:
            with closing(LibraryIndex(path)) as index:
                return work(index)
        except (sqlite3.Error, UnicodeDecodeError) as error:  # the latter if a message quotes corrupt text
            code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
            if attempt == ATTEMPTS or not may_be_mended(path, code):
                raise _library_error(path, error, code & KIND) from error
            time.sleep(PAUSE_S * attempt)
    raise AssertionError("unreachable")


class LibraryIndex:
    """The index in one file; changes inside `writing` are atomic."""

    def __init__(self, path: Path) -> None:
        self._base = sqlite3.connect(path, timeout=PATIENCE_S, isolation_level=None)
        self._postings: list[tuple[int, int, int]] = []
        try:
            self._prepare()
        except BaseException:
            self._base.close()
            raise

    def close(self) -> None:
        """Close the file."""
        self._base.close()

    def _prepare(self) -> None:
        # a persistent journal leaves the folder's mtime alone; creating and deleting one would change it
        self._base.execute("PRAGMA journal_mode = TRUNCATE")
        self._base.execute(f"PRAGMA cache_size = -{CACHE_KIB}")
        if self._version() != VERSION:
            with self.writing():
                self._make_tables()

    def _version(self) -> int:
        return int(self._base.execute("PRAGMA user_version").fetchone()[0])

    def _make_tables(self) -> None:
        """Create the tables, unless another process just did; drop those of another version."""
        if self._version() == VERSION:
            return
        for (name,) in self._base.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
            self._base.execute(f'DROP TABLE "{name}"')
        for statement in TABLES.split(";"):
            self._base.execute(statement)
        self._base.execute(f"PRAGMA user_version = {VERSION}")

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Keep other processes from writing while the block runs."""
        self._base.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._flush()
            self._base.execute("COMMIT")
        except BaseException:
            self._postings.clear()
            with suppress(sqlite3.Error):  # it may have been rolled back already
                self._base.execute("ROLLBACK")
            raise

    # --- the contents of the files ---

    @property
    def changed_ns(self) -> int | None:
        """The folder's mtime when it was last read, or None if it must be read again."""
        row = self._base.execute("SELECT changed FROM folder").fetchone()
        return row[0] if row else None

    @changed_ns.setter
    def changed_ns(self, changed: int | None) -> None:
        if changed != self.changed_ns:
            self._base.execute("DELETE FROM folder")
            self._base.executemany("INSERT INTO folder VALUES (?)", [] if changed is None else [(changed,)])

    def stamps(self) -> dict[str, Stamp | None]:
        """Return the stamps of all files by name; invalid files have none, because they may have been repaired."""
        rows = self._base.execute("SELECT name, size, mtime_ns, inode, error FROM wrapper")
        return {name: None if error else Stamp(*stamp) for name, *stamp, error in rows}

    def entries(self) -> list[LibraryEntry]:
        """Return the entries of all files, sorted by name."""
        addresses: dict[int, list[str]] = {}
        for number, pattern in self._base.execute("SELECT wrapper, pattern FROM address ORDER BY wrapper, pattern"):
            addresses.setdefault(number, []).append(pattern)
        rows = self._base.execute("SELECT id, name, kind, columns, fewest, most, error FROM wrapper ORDER BY name")
        return [
            LibraryEntry(name, kind, columns, (fewest, most), tuple(addresses.get(number, ())), error)
            for number, name, kind, columns, fewest, most, error in rows
        ]

    def put(self, entry: LibraryEntry, stamp: Stamp, shingles: Shingles = NONE) -> None:
        """Add or replace the entry of a file; without shingles it is found by its addresses only."""
        self.drop(entry.name)
        number = shingle([entry.name])  # the same in every index, so that lookups return the same order
        about = (entry.kind, entry.columns, *entry.records, encodable(entry.error))
        parts = (shingles.tokens, len(shingles.sure), len(shingles.across), array("q", shingles).tobytes())
        row = (number, entry.name, *stamp, *about, *parts)
        self._base.execute(f"INSERT INTO wrapper VALUES ({', '.join('?' * len(row))})", row)  # noqa: S608 - question marks
        hosts = {(host_of(pattern), pattern, number) for pattern in entry.addresses}
        self._base.executemany("INSERT INTO address VALUES (?, ?, ?)", hosts)
        self._postings += [(each, len(shingles), number) for each in shingles]
        if len(self._postings) > MANY:
            self._flush()

    def drop(self, name: str) -> None:
        """Forget a file."""
        number = shingle([name])
        known = self._wrapper(number)
        if known is None:
            return
        self._flush()
        keys = [(each, len(known[1]), number) for each in known[1]]
        self._base.executemany("DELETE FROM posting WHERE shingle = ? AND size = ? AND wrapper = ?", keys)
        self._base.execute("DELETE FROM address WHERE wrapper = ?", (number,))
        self._base.execute("DELETE FROM wrapper WHERE id = ?", (number,))

    def _flush(self) -> None:
        """Write the postings in the order of the table, which is four times as fast for many."""
        self._base.executemany("INSERT INTO posting VALUES (?, ?, ?)", sorted(self._postings))
        self._postings.clear()

    def _wrapper(self, number: int) -> tuple[Likely, Shingles] | None:
        """Return a file and the shingles of its wrapper, or None if it is not in the index."""
        query = "SELECT name, size, mtime_ns, inode, tokens, sure, across, shingles FROM wrapper WHERE id = ?"
        row = self._base.execute(query, (number,)).fetchone()
        if row is None:
            return None
        name, *stamp, tokens, sure, across, body = row
        each = array("q", body)
        shingles = Shingles(tokens, each[:sure], each[sure : sure + across], each[sure + across :])
        return Likely(name, Stamp(*stamp)), shingles

    # --- candidates for a page ---

    def at_address(self, address: str) -> list[Likely]:
        """Return the wrappers whose patterns match an address, the longest pattern first."""
        query = "SELECT pattern, wrapper FROM address WHERE host IN (?, ?)"
        rows = self._base.execute(query, (encodable(host_of(address)), ANY))
        found = sorted((-len(pattern), number) for pattern, number in rows if is_at(pattern, address))
        numbers = list(dict.fromkeys(number for _, number in found))[:AT_ADDRESS]
        return [known[0] for known in map(self._wrapper, numbers) if known is not None]

    def likely(self, page: Mapping[int, int]) -> list[Likely]:
        """Return the wrappers that may fit a page with these shingles, those that explain most of it first."""
        with self._reading():
            known = list(filter(None, map(self._wrapper, self._shortlist(page))))
        framed = [(shingles.frame_share(page), shingles, file) for file, shingles in known]
        found = [
            (shingles.explained(page) * frame_weight(share), share or 0.0, file)
            for share, shingles, file in framed
            if frame_factor(share) >= FITS  # an upper bound of the fit
        ]
        ranked = sorted(found, key=lambda one: (-one[0], -one[1], one[2].name))
        return [file._replace(explained=explained) for explained, share, file in ranked if explained or share]

    @contextmanager
    def _reading(self) -> Iterator[None]:
        """Read one snapshot of the index while the block runs; this also avoids a lock for each of a thousand lookups."""
        self._base.execute("BEGIN")
        try:
            yield
        finally:
            self._base.execute("COMMIT")

    def _shortlist(self, page: Mapping[int, int]) -> list[int]:
        """Return the wrappers with the largest share of their shingles on a page, counting the first `READ` per shingle."""
        query = "SELECT wrapper, size FROM posting WHERE shingle = ? ORDER BY size, wrapper LIMIT ?"
        shares: defaultdict[int, float] = defaultdict(float)
        for each in page:
            for number, size in self._base.execute(query, (each, READ)):
                shares[number] += 1 / size
        return nlargest(SHORTLIST, shares, key=lambda number: (shares[number], number))


def may_be_mended(path: Path, code: int) -> bool:
    """Return whether to try again after an SQLite error; a corrupt file is deleted."""
    if code & KIND in BROKEN:
        _discard(path)
        return True
    return code & KIND == sqlite3.SQLITE_IOERR or code == sqlite3.SQLITE_READONLY_DBMOVED  # it was deleted or moved


def _discard(path: Path) -> None:
    """Delete an index; its journal goes first, or SQLite would apply it to the next index."""
    path.with_name(f"{path.name}-journal").unlink(missing_ok=True)
    path.unlink(missing_ok=True)


def _library_error(path: Path, error: Exception, kind: int) -> LibraryError:
    """Return the error to raise if SQLite can't continue."""
    if kind in BUSY:
        return LibraryError(str(path.parent), f"locked by another program for {PATIENCE_S:g} s; try again later")
    if kind in UNWRITABLE:
        return LibraryError(str(path.parent), f"no permission to write {path.name} there; use a copy of your own")
    return LibraryError(str(path), f"SQLite can't use it ({error}); delete it and it is rebuilt from the wrappers")
