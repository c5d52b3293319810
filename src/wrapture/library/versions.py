"""Earlier versions of a library's wrappers: ``.versions/NAME/``, where a wrapper that is replaced goes first.

A version is named by the moment at which it was replaced and a part of its digest.  The last twenty of a wrapper are kept.
"""

from __future__ import annotations

import hashlib
import re
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Final

from wrapture.errors import LibraryError
from wrapture.files import atomic_writer
from wrapture.library.library_files import SUFFIX
from wrapture.library.trash import MOMENT
from wrapture.library.wrapper_file import dumps

if TYPE_CHECKING:
    from pathlib import Path

    from wrapture.model import Wrapper

VERSIONS: Final = ".versions"
KEPT: Final = 20
MOMENT_CHARS: Final = len("20261118-123000-000001")
_VERSION: Final = re.compile(r"[0-9]{8}-[0-9]{6}-[0-9]{6}-[0-9a-f]{8}")


@dataclass(frozen=True, slots=True)
class WrapperVersion:
    """An earlier version of a wrapper: its name among the versions, and ``when`` it was replaced (UTC)."""

    version: str
    when: str


class Versions:
    """The earlier versions of the wrappers in a folder; changes need the library's lock."""

    def __init__(self, library: Path) -> None:
        self.library = library
        self.folder = library / VERSIONS

    def keep(self, name: str, new: Wrapper) -> None:
        """Copy the file of a wrapper among its versions before a `new` one replaces it, if there is one and it is another.

        A process that is killed before the replacement leaves a version that is the wrapper itself: it is not kept twice.
        """
        path = self.library / f"{name}{SUFFIX}"
        if not path.is_file():
            return
        body = path.read_bytes()
        if body in (dumps(new).encode(), self._last(name)):
            return
        moment = self._next_moment(name)
        version = f"{moment}-{hashlib.sha256(body).hexdigest()[:8]}"
        (self.folder / name).mkdir(parents=True, exist_ok=True)
        with atomic_writer(self.folder / name / f"{version}{SUFFIX}", force=True) as temporary:
            temporary.write_bytes(body)
        for old in self.contents(name)[KEPT:]:
            (self.folder / name / f"{old.version}{SUFFIX}").unlink(missing_ok=True)

    def _next_moment(self, name: str) -> str:
        """Return the moment of a new version: now, or after the last one if the clock was put back, so that none is lost."""
        now = datetime.now(UTC)
        for last in self.contents(name)[:1]:
            known = datetime.strptime(f"{last.version[:MOMENT_CHARS]}+0000", f"{MOMENT}-%f%z")
            now = max(now, known + timedelta(microseconds=1))
        return f"{now:{MOMENT}}-{now:%f}"

    def _last(self, name: str) -> bytes | None:
        """Return the content of the last version of a wrapper, None if there is none."""
        with suppress(OSError, IndexError, LibraryError):
            return self.path(name, self.contents(name)[0].version).read_bytes()
        return None

    def earlier(self, name: str) -> list[WrapperVersion]:
        """Return the versions of a wrapper, the last replaced first, without one that is the wrapper itself."""
        known, last = self.contents(name), self._last(name)
        with suppress(OSError):
            if last is not None and last == (self.library / f"{name}{SUFFIX}").read_bytes():
                return known[1:]
        return known

    def contents(self, name: str) -> list[WrapperVersion]:
        """Return all versions of a wrapper, the last replaced first."""
        found = []
        with suppress(FileNotFoundError, NotADirectoryError):
            found = [path.name.removesuffix(SUFFIX) for path in (self.folder / name).iterdir()]
        known = sorted((one for one in found if _VERSION.fullmatch(one)), reverse=True)
        return [WrapperVersion(one, _moment(one)) for one in known]

    def path(self, name: str, version: str) -> Path:
        """Return the file of a version; raises `LibraryError` if there is none."""
        path = self.folder / name / f"{version}{SUFFIX}"
        if not _VERSION.fullmatch(version) or not path.is_file():
            advice = "`wrapture library versions` lists them"
            raise LibraryError(str(self.library), f"no version {version!r} of wrapper {name!r}; {advice}")
        return path


def _moment(version: str) -> str:
    """Return the time in the name of a version.

    >>> _moment("20261118-123000-000001-0a1b2c3d")
    '2026-11-18T12:30:00Z'
    """
    date, time = version.split("-")[:2]
    return f"{date[:4]}-{date[4:6]}-{date[6:]}T{time[:2]}:{time[2:4]}:{time[4:]}Z"
