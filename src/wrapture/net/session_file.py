"""Cookies of a login in a file that only its owner can read."""

from __future__ import annotations

import json
import os
import stat
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from wrapture.error_lines import output_errors, read_problem
from wrapture.errors import SourceError
from wrapture.net.cookies import Cookie

if TYPE_CHECKING:
    from pathlib import Path

    from wrapture.net.cookies import Cookies

MAX_BYTES: Final = 4_000_000
PRIVATE: Final = 0o600
OTHERS: Final = stat.S_IRWXG | stat.S_IRWXO


def load_session(path: Path, cookies: Cookies) -> bool:
    """Load the cookies of a session file, and return whether there are any that still count.

    Raises `SourceError` if others can read the file, or if it is none.
    """
    try:
        with path.open("rb") as file:
            if os.name == "posix" and os.fstat(file.fileno()).st_mode & OTHERS:
                raise SourceError(str(path), "can be read by other users; run chmod 600 on it, or log in again")
            saved = json.loads(file.read(MAX_BYTES))
        kept = [
            ((str(s), str(h), int(p)), _cookie(rest)) for (s, h, p), rest in ((one["origin"], one) for one in saved)
        ]
    except FileNotFoundError:
        return False
    except OSError as error:
        raise SourceError(str(path), read_problem(error, {})) from error
    except (ValueError, TypeError, KeyError, OverflowError, RecursionError) as error:
        raise SourceError(str(path), "is no session file; delete it and log in again") from error
    fresh = [(origin, cookie) for origin, cookie in kept if cookie.ends > time.time()]
    for origin, cookie in fresh:
        cookies.put(origin, cookie)
    return bool(fresh)


def save_session(path: Path, cookies: Cookies) -> None:
    """Write the cookies to a file that only its owner can read, in one step; raises `OutputError`."""
    data = [
        {"origin": list(origin), "name": one.name, "value": one.value, "path": one.path, "ends": one.ends}
        for origin, one in cookies.kept()
    ]
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    with output_errors(path):
        try:
            with os.fdopen(
                os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE), "w", encoding="utf-8"
            ) as file:
                json.dump(data, file)
            draft.replace(path)
        except OSError:
            with suppress(OSError):
                draft.unlink()
            raise


def _cookie(said: dict[str, Any]) -> Cookie:
    return Cookie(str(said["name"]), str(said["value"]), str(said["path"]), float(said["ends"]))
