"""The files of a wrapper library, and how its index learns what has become of them."""

from __future__ import annotations

import hashlib
import os
import re
import time
from contextlib import suppress
from dataclasses import replace as changed
from functools import lru_cache
from pathlib import PurePath
from typing import TYPE_CHECKING, Final, assert_never

from wrapture.errors import LibraryConflictError, LibraryError, OutputError, WrapperFileError
from wrapture.files import ALREADY_THERE, atomic_writer
from wrapture.model import ForestLocator, MaskLocator, PatternLocator, RowLocator, SiblingLocator
from wrapture.wrappers.entries import LibraryEntry, Stamp
from wrapture.wrappers.file import dumps, load, save
from wrapture.wrappers.jsontext import plain
from wrapture.wrappers.shingles import wrapper_shingles

if TYPE_CHECKING:
    from pathlib import Path

    from wrapture.model import Locator, Wrapper
    from wrapture.wrappers.index import Index

SUFFIX: Final = ".json"
MAX_STEM: Final = 100  # characters of a file's name: file systems allow 255 bytes, and a number may follow
MAX_STEM_BYTES: Final = 200
STAMP: Final = 16  # hexadecimal digits of a file's SHA-256
LOADED: Final = 256  # wrappers that are kept: reading and checking a file takes milliseconds
SETTLED_NS: Final = 2 * 10**9  # file systems tell time by ticks; a change in the same tick as the last one is not seen
_ODD: Final = re.compile(r"[^\w.-]+")


class Shelf:
    """The wrapper files in a folder, by name: that of a file without its ending."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._loaded = lru_cache(maxsize=LOADED)(self._load)

    def path(self, name: str) -> Path:
        """Return where a wrapper is kept."""
        return self.folder / f"{name}{SUFFIX}"

    def files(self) -> dict[str, Stamp]:
        """Return the stamps of all wrapper files."""
        found = {}
        with os.scandir(self.folder) as entries:
            for entry in entries:
                if entry.name.endswith(SUFFIX) and not entry.name.startswith(".") and _is_text(entry.name):
                    with suppress(FileNotFoundError):  # it was there a moment ago
                        if entry.is_file():
                            found[entry.name.removesuffix(SUFFIX)] = Stamp.of(entry.stat())
        return found

    def has(self, name: str) -> bool:
        """Return whether a wrapper file has this name."""
        with suppress(OSError):
            return is_name(name) and self.path(name).is_file()
        return False

    def require(self, *names: str) -> None:
        """Raise `LibraryError` where one of the names is not there."""
        for name in names:
            if not self.has(name):
                raise LibraryError(str(self.folder), f"there is no wrapper {name!r}; wrapture library list shows them")

    def put(self, wrapper: Wrapper, numbers: dict[str, int]) -> str:
        """Return the name under which a wrapper is kept now; ``numbers`` are those to try next for names that are taken."""
        slug = slug_of(wrapper.name)
        while True:
            number = numbers.get(slug, 1)
            numbers[slug] = number + 1
            name = numbered(slug, number)
            if not self.path(name).exists() and _saved(wrapper, self.path(name)):
                return name

    # --- one file, which others may change ---

    def stamp(self, name: str) -> str | None:
        """Return by what a file's content is known, None where there is no file."""
        with suppress(FileNotFoundError):  # it was there a moment ago
            return _digest(self.path(name)) if self.has(name) else None
        return None

    def read(self, name: str) -> tuple[Wrapper, str]:
        """Return the wrapper in a file and the stamp of what was read, whoever writes it meanwhile."""
        while True:
            before = self._seen(name)
            wrapper = load(self.path(name))
            if before[1] is not None and self._seen(name) == before:
                return wrapper, before[0]

    def _seen(self, name: str) -> tuple[str, Stamp | None]:
        try:
            return _digest(self.path(name)), Stamp.of(self.path(name).stat())
        except OSError:
            return "", None  # `load` says what is wrong with it

    def write(self, wrapper: Wrapper, name: str, stamp: str | None, *, replace: bool) -> str:
        """Return the new stamp of a file, which must have the old one unless it is replaced; needs the library's lock."""
        if not is_name(name):
            raise LibraryError(
                str(self.folder), f"{name!r} can't be the name of a wrapper file; use {slug_of(name)!r} instead"
            )
        now = self.stamp(name)
        if now != stamp and not replace:
            raise LibraryConflictError(str(self.folder), _conflict(name, stamp, now))
        return self._written(wrapper, name, force=replace or now is not None)

    def rename(self, old: str, new: str) -> str:
        """Return the name that a wrapper has from now on; needs the library's lock.

        The new file is there before the old one goes, so one who is killed leaves two.
        """
        wrapper, stamp = self.read(old)
        name = slug_of(new)
        self._written(changed(wrapper, name=new), name, force=name == old)
        if name != old and self.stamp(old) != stamp:
            self.path(name).unlink()
            raise LibraryConflictError(str(self.folder), _conflict(old, stamp, self.stamp(old)))
        if name != old:
            self.path(old).unlink()
        return name

    def _written(self, wrapper: Wrapper, name: str, *, force: bool) -> str:
        """Return the stamp of a file that is written; one that is there already is a conflict, unless it is forced."""
        path = self.path(name)
        body = dumps(wrapper, plain(str(path))).encode()
        try:
            with atomic_writer(path, force=force) as temporary:
                temporary.write_bytes(body)
        except OutputError as error:
            if error.what == ALREADY_THERE:
                raise LibraryConflictError(str(self.folder), _conflict(name, None, "")) from error
            raise
        return hashlib.sha256(body).hexdigest()[:STAMP]

    # --- what the index knows ---

    def notice(self, index: Index, *, every_file: bool = False) -> None:
        """Bring an index up to date: where the folder has changed, or with `every_file` in any case."""
        changed_ns = self.folder.stat().st_mtime_ns
        if index.changed_ns == changed_ns and not every_file:
            return
        settled = time.time_ns() - changed_ns > SETTLED_NS
        if self.files() != index.stamps():
            with index.writing():
                self._reread(index)
        if settled and index.changed_ns != changed_ns:
            with index.writing():
                index.changed_ns = changed_ns

    def _reread(self, index: Index) -> None:
        files, known = self.files(), index.stamps()  # again: another process may have written it meanwhile
        for name in sorted(known.keys() - files.keys()):
            index.drop(name)
        for name, stamp in sorted(files.items()):
            if known.get(name) != stamp:
                self._read(index, name, stamp)

    def _read(self, index: Index, name: str, stamp: Stamp) -> Wrapper | None:
        """Return the wrapper in a file after its index has read it, None where the file holds none."""
        try:
            wrapper = load(self.path(name))
        except WrapperFileError as error:
            what = f"{error.field}: {error.what}" if error.field else error.what
            index.put(LibraryEntry(name, error=what), stamp)
            return None
        index.put(entry_of(name, wrapper), stamp, wrapper_shingles(wrapper.profile.template, wrapper.profile.frame))
        return wrapper

    def load(self, index: Index, name: str, stamp: Stamp) -> Wrapper | None:
        """Return a wrapper, None where its file is gone or broken; one that was changed since it got its stamp is noticed."""
        try:
            now = Stamp.of(self.path(name).stat())
        except OSError:
            return None
        if now == stamp:
            with suppress(WrapperFileError):  # it has just gone
                return self._loaded(name, now)
            return None
        with index.writing():
            return self._read(index, name, now)

    def _load(self, name: str, _stamp: Stamp) -> Wrapper:
        """Return the wrapper in a file, which its stamp tells from what was there before."""
        return load(self.path(name))


def slug_of(name: str) -> str:
    """Return a wrapper's name in characters that are good in the name of a file.

    >>> slug_of("Books: the shop / sea"), slug_of("../..")
    ('Books-the-shop-sea', 'wrapper')
    """
    stem = _ODD.sub("-", name).strip("-.")[:MAX_STEM].encode()[:MAX_STEM_BYTES]
    return stem.decode(errors="ignore") or "wrapper"


def is_name(name: str) -> bool:
    """Return whether a wrapper may have this name in a library: that of a file in its folder which is not hidden.

    >>> [is_name(name) for name in ("by hand", "../outside", ".index", "", "a/b")]
    [True, False, False, False, False]
    """
    file = f"{name}{SUFFIX}"
    return PurePath(file).name == file and not file.startswith(".") and "\0" not in file and _is_text(file)


def numbered(name: str, number: int) -> str:
    """Return a name as it is, or with a number where others have it.

    >>> numbered("books", 1), numbered("books", 2)
    ('books', 'books-2')
    """
    return name if number == 1 else f"{name}-{number}"


def entry_of(name: str, wrapper: Wrapper) -> LibraryEntry:
    """Return what a library tells of a wrapper."""
    columns = sum(column.keep for column in wrapper.layout.columns)
    records = (wrapper.profile.min_records, wrapper.profile.max_records)
    return LibraryEntry(name, kind_of(wrapper.locator), columns, records, wrapper.addresses)


def kind_of(locator: Locator) -> str:
    """Return the kind of a locator, as wrapper files have it."""
    match locator:
        case PatternLocator():
            return "pattern"
        case ForestLocator():
            return "forest"
        case RowLocator():
            return "rows"
        case SiblingLocator():
            return "siblings"
        case MaskLocator():
            return "mask"
        case _:
            assert_never(locator)


def _saved(wrapper: Wrapper, path: Path) -> bool:
    """Return whether a wrapper got a name; another process may have been faster."""
    try:
        save(wrapper, path)
    except OutputError as error:
        if error.what == ALREADY_THERE:
            return False
        raise
    return True


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()[:STAMP]


def _conflict(name: str, stamp: str | None, now: str | None) -> str:
    """Return what a person is told of a file that is not as it was thought to be."""
    if stamp is None:
        return f"there is a wrapper {name!r} already; choose another name, or remove that one first"
    if now is None:
        return f"another program has removed the wrapper {name!r}; save it under a new name, or replace it"
    return f"another program has changed the wrapper {name!r}; load it again, or replace it"


def _is_text(name: str) -> bool:
    """Return whether a name is one that SQLite can keep; Linux allows others."""
    return not any("\ud800" <= character <= "\udfff" for character in name)
