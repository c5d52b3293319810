"""The bin of a wrapper library: ``.bin/``, where wrappers that were discarded wait for a while to be restored.

Each has a folder of its own there, whose name is the token by which it is restored: the moment it was discarded, and some
letters that nobody else has.  The file in it has the name that it had in the library.
"""

from __future__ import annotations

import os
import re
import shutil
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import count
from secrets import token_hex
from typing import TYPE_CHECKING, Final

from wrapture.errors import LibraryError
from wrapture.wrappers.shelf import SUFFIX, numbered

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

BIN: Final = ".bin"
KEPT: Final = timedelta(days=30)
MOMENT: Final = "%Y%m%d-%H%M%S"
_TOKEN: Final = re.compile(r"([0-9]{8}-[0-9]{6})-[0-9a-f]{8}")


@dataclass(frozen=True, slots=True)
class Discarded:
    """A wrapper in the bin of a library: its ``token``, the ``name`` that it had, ``when`` it was discarded (UTC)."""

    token: str
    name: str
    when: str


class Bin:
    """The bin of the library in a folder; who changes it must have the library's lock."""

    def __init__(self, library: Path) -> None:
        self.library = library
        self.folder = library / BIN

    def put(self, path: Path) -> str:
        """Return the token of a file that is moved into the bin, in one step."""
        token = f"{_now():{MOMENT}}-{token_hex(4)}"
        place = self.folder / token
        place.mkdir(parents=True)
        path.rename(place / path.name)
        return token

    def take(self, token: str) -> str:
        """Return the name of a file that is moved back into the library; where its name is taken it gets a number."""
        path = self._file(token) if _moment(token) else None
        if path is None:
            raise LibraryError(
                str(self.library), f"there is nothing {token!r} in the bin; wrapture library restore shows what is"
            )
        name = path.name.removesuffix(SUFFIX)
        for number in count(1):
            if _moved(path, self.library / f"{numbered(name, number)}{SUFFIX}"):
                break
        with suppress(OSError):  # somebody put something else there
            path.parent.rmdir()
        return numbered(name, number)

    def contents(self) -> list[Discarded]:
        """Return what is in the bin, what was discarded last first."""
        found = ((token, moment, self._file(token)) for token, moment in self._tokens())
        known = [
            Discarded(token, path.name.removesuffix(SUFFIX), f"{moment:%Y-%m-%dT%H:%M:%SZ}")
            for token, moment, path in found
            if path is not None
        ]
        return sorted(known, key=lambda one: one.token, reverse=True)

    def empty(self) -> list[str]:
        """Return the tokens of what has been in the bin for too long, after deleting it as far as that goes."""
        limit = _now() - KEPT
        old = [token for token, moment in self._tokens() if moment < limit]
        for token in old:
            shutil.rmtree(self.folder / token, ignore_errors=True)
        return old

    def _tokens(self) -> Iterator[tuple[str, datetime]]:
        """Yield what in the bin is named as tokens are, and when it was discarded."""
        with suppress(FileNotFoundError, NotADirectoryError):
            for place in self.folder.iterdir():
                moment = _moment(place.name)
                if moment is not None:
                    yield place.name, moment

    def _file(self, token: str) -> Path | None:
        """Return the file of a token, None where it has none."""
        with suppress(FileNotFoundError, NotADirectoryError):
            for path in sorted((self.folder / token).iterdir()):
                if path.name.endswith(SUFFIX):
                    return path
        return None


def _now() -> datetime:
    return datetime.now(UTC)


def _moment(token: str) -> datetime | None:
    """Return when something was discarded, None where this is no token.

    >>> _moment("20261116-123000-0a1b2c3d"), _moment("../20261116-123000-0a1b2c3d"), _moment("20269999-123000-0a1b2c3d")
    (datetime.datetime(2026, 11, 16, 12, 30, tzinfo=datetime.timezone.utc), None, None)
    """
    found = _TOKEN.fullmatch(token)
    with suppress(ValueError):
        return datetime.strptime(f"{found[1]}+0000", f"{MOMENT}%z") if found else None
    return None


def _moved(source: Path, target: Path) -> bool:
    """Return whether a file got a name that nobody has; a hard link takes it in one step, where there are any."""
    try:
        os.link(source, target, follow_symlinks=False)
    except FileExistsError:
        return False
    except (OSError, NotImplementedError):
        if os.path.lexists(target):
            return False
        source.rename(target)
        return True
    source.unlink()
    return True
