"""What a studio keeps from one start to the next: its token and its port, so that open windows and extensions find it again."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from dataclasses import asdict, dataclass
from secrets import token_urlsafe
from typing import TYPE_CHECKING, Final

from wrapture.files import atomic_writer

if TYPE_CHECKING:
    from pathlib import Path

FILE: Final = "studio.json"
TOKEN: Final = re.compile(r"[\w-]{32,64}")
OWN_ONLY: Final = 0o600
MAX_PORT: Final = 65_535


@dataclass(frozen=True, slots=True)
class Identity:
    """The token of a studio and the port it had last; 0 if it had none."""

    token: str
    port: int = 0


def identity_of(folder: Path) -> Identity:
    """Return the identity of the studio with this folder: the stored one, or a new one."""
    with suppress(OSError, ValueError, LookupError, TypeError):
        found = json.loads((folder / FILE).read_bytes())
        token, port = str(found["token"]), int(found["port"])
        if TOKEN.fullmatch(token) and 0 <= port <= MAX_PORT:
            return Identity(token, port)
    return Identity(token_urlsafe(24))


def keep_identity(folder: Path, identity: Identity) -> None:
    """Store the identity of a studio, readable for its owner only."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / FILE
    with atomic_writer(path, force=True) as file:
        file.chmod(OWN_ONLY)
        file.write_text(json.dumps(asdict(identity)), encoding="utf-8")
