"""A note in the work folder about the file that its result is written to.

A run that is killed while it writes its result leaves a temporary file, or a result that may be incomplete.  The next run
removes the former and replaces the latter without ``--force``, because it is its own.
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
    """Remove the incomplete files of a run that was killed while it wrote its result."""
    said = _read(work)
    if said and Path(said["temporary"]).name.startswith(TEMPORARY):
        for ending in ENDINGS:
            remove_tree(Path(f"{said['temporary']}{ending}"))


def is_own(work: Path, out: Path) -> bool:
    """Return whether the file or folder at `out` was written from this work folder."""
    said = _read(work)
    return bool(said) and out.exists() and _identity(out) in said["own"]


def _identity(path: Path) -> list[int]:
    """Return the identity of a file or folder, independent of its name."""
    found = path.stat()
    return [found.st_dev, found.st_ino]


def _read(work: Path) -> Mapping[str, Any]:
    """Return the note; nothing if it is missing or incomplete."""
    try:
        said = json.loads((work / NOTE).read_bytes())
    except (FileNotFoundError, ValueError):
        return {}
    return said if isinstance(said, dict) and {"temporary", "own"} <= said.keys() else {}
