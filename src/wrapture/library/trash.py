"""The trash of a wrapper library: ``.bin/``, which keeps discarded wrappers for thirty days.

Each has a folder of its own, named by the token that restores it: the time it was discarded and a random suffix.  The file
keeps the name it had in the library.
"""

from __future__ import annotations

import os
import re
import shutil
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import count, takewhile
from secrets import token_hex
from typing import TYPE_CHECKING, Final

from wrapture.errors import LibraryError
from wrapture.library.library_files import SUFFIX, numbered

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

TRASH: Final = ".bin"
KEPT: Final = timedelta(days=30)
MOMENT: Final = "%Y%m%d-%H%M%S"
_TOKEN: Final = re.compile(r"([0-9]{8}-[0-9]{6})-[0-9a-f]{8}")


@dataclass(frozen=True, slots=True)
class Discarded:
    """A wrapper in the trash of a library: its ``token``, the ``name`` that it had, ``when`` it was discarded (UTC)."""

    token: str
    name: str
    when: str


class Trash:
    """The trash of the library in a folder; changes need the library's lock."""

    def __init__(self, library: Path) -> None:
        self.library = library
        self.folder = library / TRASH

    def put(self, path: Path) -> str:
        """Move a file into the trash and return its token."""
        token = f"{_now():{MOMENT}}-{token_hex(4)}"
        place = self.folder / token
        place.mkdir(parents=True)
        path.rename(place / path.name)
        return token

    def take(self, token: str) -> str:
        """Move a file back into the library and return its name there, with a number if its old name is taken."""
        path = self._file(token) if _moment(token) else None
        if path is None:
            raise LibraryError(
                str(self.library), f"no {token!r} in the trash; `wrapture library restore` lists what is there"
            )
        target = next(target for target in self._targets(path) if _moved(path, target))
        with suppress(OSError):  # it is not empty
            path.parent.rmdir()
        return target.name.removesuffix(SUFFIX)

    def contents(self) -> list[Discarded]:
        """Return the wrappers in the trash, the last discarded first."""
        found = ((token, moment, self._file(token)) for token, moment in self._tokens())
        known = [
            Discarded(token, path.name.removesuffix(SUFFIX), f"{moment:%Y-%m-%dT%H:%M:%SZ}")
            for token, moment, path in found
            if path is not None and not self._is_restored(path)
        ]
        return sorted(known, key=lambda one: one.token, reverse=True)

    def empty(self) -> list[str]:
        """Delete what has been in the trash for too long and return its tokens; failures to delete are ignored."""
        limit = _now() - KEPT
        old = [token for token, moment in self._tokens() if moment < limit]
        for token in old:
            shutil.rmtree(self.folder / token, ignore_errors=True)
        return old

    def _targets(self, path: Path) -> Iterator[Path]:
        """Return the numbered names that a file may get in the library."""
        name = path.name.removesuffix(SUFFIX)
        return (self.library / f"{numbered(name, number)}{SUFFIX}" for number in count(1))

    def _is_restored(self, path: Path) -> bool:
        """Return whether a file is in the library, too: a process was killed between the two steps of `take`."""
        return any(_is_same(path, target) for target in takewhile(os.path.lexists, self._targets(path)))

    def _tokens(self) -> Iterator[tuple[str, datetime]]:
        """Yield the tokens in the trash and when each was discarded; other names are skipped."""
        with suppress(FileNotFoundError, NotADirectoryError):
            for place in self.folder.iterdir():
                moment = _moment(place.name)
                if moment is not None:
                    yield place.name, moment

    def _file(self, token: str) -> Path | None:
        """Return the file of a token, or None if there is none."""
        with suppress(FileNotFoundError, NotADirectoryError):
            for path in sorted((self.folder / token).iterdir()):
                if path.name.endswith(SUFFIX):
                    return path
        return None


def _now() -> datetime:
    return datetime.now(UTC)


def _moment(token: str) -> datetime | None:
    """Return the time in a token, or None if this is not a token.

    >>> _moment("20261116-123000-0a1b2c3d"), _moment("../20261116-123000-0a1b2c3d"), _moment("20269999-123000-0a1b2c3d")
    (datetime.datetime(2026, 11, 16, 12, 30, tzinfo=datetime.timezone.utc), None, None)
    """
    found = _TOKEN.fullmatch(token)
    with suppress(ValueError):
        return datetime.strptime(f"{found[1]}+0000", f"{MOMENT}%z") if found else None
    return None


def _is_same(one: Path, other: Path) -> bool:
    """Return whether two names are links to one file."""
    with suppress(OSError):
        return os.path.samestat(one.lstat(), other.lstat())
    return False


def _moved(source: Path, target: Path) -> bool:
    """Return whether a file could be moved to a free name; a hard link, if supported, does so without a race.

    A process that was killed after the link has left the file under both names: the move is finished.
    """
    try:
        os.link(source, target, follow_symlinks=False)
    except FileExistsError:
        if not _is_same(source, target):
            return False
    except (OSError, NotImplementedError):
        if os.path.lexists(target):
            return False
        source.rename(target)
        return True
    source.unlink()
    return True
