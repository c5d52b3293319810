"""Which file a work folder's result was written to, noted in the work folder.

A run that is killed while it closes leaves a temporary file, or a result that nobody knows to be whole.  The next one takes the
former away and replaces the latter without being told to: it is its own.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from wrapture.bulk.output.disk import remove_tree
from wrapture.files import atomic_writer

if TYPE_CHECKING:
    from collections.abc import Mapping

NOTE: Final = "closing.json"
TEMPORARY: Final = ".wrapture-"  # begins the names of all temporary files
ENDINGS: Final = ("", ".wal")  # of files that may lie beside one that is written


def note(work: Path, temporary: Path, out: Path) -> None:
    """Note in the work folder that the result is written to this file or folder; an older one at `out` stays its own."""
    own = [_identity(out)] if is_own(work, out) else []
    said = {"temporary": os.path.realpath(temporary), "own": [_identity(temporary), *own]}
    with atomic_writer(work / NOTE, force=True) as half:
        half.write_text(json.dumps(said))


def sweep(work: Path) -> None:
    """Take away what a closing that was killed has left half written."""
    said = _read(work)
    if said and Path(said["temporary"]).name.startswith(TEMPORARY):
        for ending in ENDINGS:
            remove_tree(Path(f"{said['temporary']}{ending}"))


def is_own(work: Path, out: Path) -> bool:
    """Return whether what is at `out` was written from this work folder."""
    said = _read(work)
    return bool(said) and out.exists() and _identity(out) in said["own"]


def _identity(path: Path) -> list[int]:
    """Return by what a file or folder is known, whatever its name."""
    found = path.stat()
    return [found.st_dev, found.st_ino]


def _read(work: Path) -> Mapping[str, Any]:
    """Return what was noted; nothing where there is no note, or half of one."""
    try:
        said = json.loads((work / NOTE).read_bytes())
    except (FileNotFoundError, ValueError):
        return {}
    return said if isinstance(said, dict) and {"temporary", "own"} <= said.keys() else {}
