"""The files of a wrapper library, and how its index learns what has become of them."""

from __future__ import annotations

import os
import re
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Final, assert_never

from wrapture.errors import OutputError, WrapperFileError
from wrapture.files import ALREADY_THERE
from wrapture.model import ForestLocator, MaskLocator, PatternLocator, RowLocator, SiblingLocator
from wrapture.wrappers.entries import LibraryEntry, Stamp
from wrapture.wrappers.file import load, save
from wrapture.wrappers.shingles import wrapper_shingles

if TYPE_CHECKING:
    from pathlib import Path

    from wrapture.model import Locator, Wrapper
    from wrapture.wrappers.index import Index

SUFFIX: Final = ".json"
MAX_STEM: Final = 100  # characters of a file's name: file systems allow 255 bytes, and a number may follow
SETTLED_NS: Final = 2 * 10**9  # file systems tell time by ticks; a change in the same tick as the last one is not seen
_ODD: Final = re.compile(r"[^\w.-]+")


class Shelf:
    """The wrapper files in a folder, by name: that of a file without its ending."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

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

    def put(self, wrapper: Wrapper, numbers: dict[str, int], *, replace: bool) -> str:
        """Return the name under which a wrapper is kept now; ``numbers`` are those to try next for names that are taken."""
        slug = slug_of(wrapper.name)
        if replace:
            save(wrapper, self.path(slug), force=True)
            return slug
        while True:
            number = numbers.get(slug, 1)
            numbers[slug] = number + 1
            name = slug if number == 1 else f"{slug}-{number}"
            if not self.path(name).exists() and _saved(wrapper, self.path(name)):
                return name

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
                return load(self.path(name))
            return None
        with index.writing():
            return self._read(index, name, now)


def slug_of(name: str) -> str:
    """Return a wrapper's name in characters that are good in the name of a file.

    >>> slug_of("Books: the shop / sea"), slug_of("../..")
    ('Books-the-shop-sea', 'wrapper')
    """
    return _ODD.sub("-", name).strip("-.")[:MAX_STEM] or "wrapper"


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


def _is_text(name: str) -> bool:
    """Return whether a name is one that SQLite can keep; Linux allows others."""
    return not any("\ud800" <= character <= "\udfff" for character in name)
