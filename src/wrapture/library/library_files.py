"""The files of a wrapper library, and how they are read into its index."""

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

from wrapture.error_lines import ALREADY_THERE
from wrapture.errors import LibraryConflictError, LibraryError, OutputError, WrapperFileError
from wrapture.files import atomic_writer
from wrapture.library.entries import LibraryEntry, Stamp
from wrapture.library.json_text import plain
from wrapture.library.shingles import wrapper_shingles
from wrapture.library.wrapper_file import dumps, load, save
from wrapture.model import (
    DataLocator,
    ForestLocator,
    MaskLocator,
    PageLocator,
    PatternLocator,
    RowLocator,
    SiblingLocator,
)
from wrapture.systems import safe_stem

if TYPE_CHECKING:
    from pathlib import Path

    from wrapture.library.shingle_index import LibraryIndex
    from wrapture.model import Locator, Wrapper

SUFFIX: Final = ".json"
MAX_STEM: Final = 100  # characters of a file name: file systems allow 255 bytes, and a number may follow
MAX_STEM_BYTES: Final = 200
STAMP: Final = 16  # hexadecimal digits of a file's SHA-256
LOADED: Final = 256  # wrappers to cache: reading and validating a file takes milliseconds
SETTLED_NS: Final = 2 * 10**9  # an mtime has a resolution; a second change within it would go unnoticed
_ODD: Final = re.compile(r"[^\w.-]+")


class LibraryFiles:
    """The wrapper files in a folder, by name: the file name without its suffix."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._loaded = lru_cache(maxsize=LOADED)(self._load)

    def path(self, name: str) -> Path:
        """Return the path of a wrapper's file."""
        return self.folder / f"{name}{SUFFIX}"

    def files(self) -> dict[str, Stamp]:
        """Return the stamps of all wrapper files."""
        found = {}
        with os.scandir(self.folder) as entries:
            for entry in entries:
                if entry.name.endswith(SUFFIX) and not entry.name.startswith(".") and _is_text(entry.name):
                    with suppress(FileNotFoundError):  # it has just been deleted
                        if entry.is_file():
                            found[entry.name.removesuffix(SUFFIX)] = Stamp.of(entry.stat())
        return found

    def has(self, name: str) -> bool:
        """Return whether there is a wrapper file with this name."""
        with suppress(OSError):
            return is_name(name) and self.path(name).is_file()
        return False

    def require(self, *names: str) -> None:
        """Raise `LibraryError` if one of the names does not exist."""
        for name in names:
            if not self.has(name):
                raise LibraryError(str(self.folder), f"no wrapper {name!r}; `wrapture library list` shows all names")

    def put(self, wrapper: Wrapper, numbers: dict[str, int]) -> str:
        """Save a wrapper under a free name and return it; ``numbers`` holds the next number to try for each name."""
        slug = slug_of(wrapper.name)
        while True:
            number = numbers.get(slug, 1)
            numbers[slug] = number + 1
            name = numbered(slug, number)
            if not self.path(name).exists() and _saved(wrapper, self.path(name)):
                return name

    # --- one file, which other programs may change ---

    def stamp(self, name: str) -> str | None:
        """Return the digest of a file's content, or None if there is no file."""
        with suppress(FileNotFoundError):  # it has just been deleted
            return _digest(self.path(name)) if self.has(name) else None
        return None

    def read(self, name: str) -> tuple[Wrapper, str]:
        """Return the wrapper in a file and its stamp, consistent even if another program writes the file meanwhile."""
        while True:
            before = self._seen(name)
            wrapper = load(self.path(name))
            if before[1] is not None and self._seen(name) == before:
                return wrapper, before[0]

    def _seen(self, name: str) -> tuple[str, Stamp | None]:
        try:
            return _digest(self.path(name)), Stamp.of(self.path(name).stat())
        except OSError:
            return "", None  # `load` reports the problem

    def write(self, wrapper: Wrapper, name: str, stamp: str | None, *, replace: bool) -> str:
        """Write a file, which must have the given stamp unless `replace`, and return its new one; needs the library's lock."""
        if not is_name(name):
            raise LibraryError(
                str(self.folder), f"{name!r} is not a valid name for a wrapper file; use {slug_of(name)!r} instead"
            )
        now = self.stamp(name)
        if now != stamp and not replace:
            raise LibraryConflictError(str(self.folder), _conflict(name, stamp, now))
        return self._written(wrapper, name, force=replace or now is not None)

    def rename(self, old: str, new: str) -> str:
        """Rename a wrapper and return its new name; needs the library's lock.

        The new file is written before the old one is deleted, so a process killed in between leaves both.
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
        """Write a file and return its stamp; an existing file is a conflict unless `force`."""
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

    # --- the index ---

    def notice(self, index: LibraryIndex, *, every_file: bool = False) -> None:
        """Update an index if the folder has changed, or with `every_file` in any case."""
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

    def _reread(self, index: LibraryIndex) -> None:
        files, known = self.files(), index.stamps()  # again: another process may have updated it meanwhile
        for name in sorted(known.keys() - files.keys()):
            index.drop(name)
        for name, stamp in sorted(files.items()):
            if known.get(name) != stamp:
                self._read(index, name, stamp)

    def _read(self, index: LibraryIndex, name: str, stamp: Stamp) -> Wrapper | None:
        """Read a file into the index and return its wrapper, or None if the file is invalid."""
        try:
            wrapper = load(self.path(name))
        except WrapperFileError as error:
            what = f"{error.field}: {error.what}" if error.field else error.what
            index.put(LibraryEntry(name, error=what), stamp)
            return None
        index.put(entry_of(name, wrapper), stamp, wrapper_shingles(wrapper.profile.template, wrapper.profile.frame))
        return wrapper

    def load(self, index: LibraryIndex, name: str, stamp: Stamp) -> Wrapper | None:
        """Return a wrapper, or None if its file is gone or invalid; a file that changed is read into the index again."""
        try:
            now = Stamp.of(self.path(name).stat())
        except OSError:
            return None
        if now == stamp:
            with suppress(WrapperFileError):  # it has just been deleted
                return self._loaded(name, now)
            return None
        with index.writing():
            return self._read(index, name, now)

    def _load(self, name: str, _stamp: Stamp) -> Wrapper:
        """Return the wrapper in a file; the stamp is part of the cache key."""
        return load(self.path(name))


def slug_of(name: str) -> str:
    """Return a wrapper's name reduced to characters that are safe in a file name.

    >>> slug_of("Books: the shop / sea"), slug_of("../..")
    ('Books-the-shop-sea', 'wrapper')
    """
    stem = _ODD.sub("-", name).strip("-.")[:MAX_STEM].encode()[:MAX_STEM_BYTES]
    return safe_stem(stem.decode(errors="ignore")) or "wrapper"


def is_name(name: str) -> bool:
    """Return whether a name is valid in a library: a visible file directly in its folder.

    >>> [is_name(name) for name in ("by hand", "../outside", ".index", "", "a/b")]
    [True, False, False, False, False]
    """
    file = f"{name}{SUFFIX}"
    return PurePath(file).name == file and not file.startswith(".") and "\0" not in file and _is_text(file)


def numbered(name: str, number: int) -> str:
    """Return a name, with a number appended from 2 on.

    >>> numbered("books", 1), numbered("books", 2)
    ('books', 'books-2')
    """
    return name if number == 1 else f"{name}-{number}"


def entry_of(name: str, wrapper: Wrapper) -> LibraryEntry:
    """Return the library entry of a wrapper."""
    columns = sum(column.is_shown for column in wrapper.layout.columns)
    records = (wrapper.profile.min_records, wrapper.profile.max_records)
    return LibraryEntry(name, kind_of(wrapper.locator), columns, records, wrapper.addresses)


def kind_of(locator: Locator) -> str:  # noqa: PLR0911 - one line for each kind
    """Return the kind of a locator as written in wrapper files."""
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
        case DataLocator():
            return "data"
        case PageLocator():
            return "page"
        case _:
            assert_never(locator)


def _saved(wrapper: Wrapper, path: Path) -> bool:
    """Return whether a wrapper could be saved under a name; another process may have taken it."""
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
    """Return the message for a file whose stamp is not the expected one."""
    if stamp is None:
        return f"wrapper {name!r} already exists; choose another name, or remove that one first"
    if now is None:
        return f"another program has removed wrapper {name!r}; save it under a new name, or replace it"
    return f"another program has changed wrapper {name!r}; load it again, or replace it"


def _is_text(name: str) -> bool:
    """Return whether a name can be stored in SQLite; Linux also allows names that are not valid Unicode."""
    return not any("\ud800" <= character <= "\udfff" for character in name)
