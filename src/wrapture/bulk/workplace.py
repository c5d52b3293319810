"""The place of a run that is not done: one run at a time, known again by what it was asked for."""

from __future__ import annotations

import json
import os
import shutil
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Final

from wrapture.bulk.output.claim import NOTE, TEMPORARY, is_own
from wrapture.bulk.output.closing import check
from wrapture.bulk.output.disk import remove_tree, told
from wrapture.bulk.output.workfolder import committed, tidy
from wrapture.errors import BulkError, OutputError
from wrapture.files import ALREADY_THERE, atomic_writer

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from wrapture.bulk.order import Order

JOB: Final = "job.json"
LOCK: Final = ".lock"
BEFORE: Final = (LOCK, TEMPORARY)
"""How names begin that are there before a run has said what it was asked for."""
NOT_A_FOLDER: Final = "is a file, where the folder for the work must be; choose another -o, or move it away"
NOT_OURS: Final = "holds other files than the work of a run; choose another -o, or move it away"

SAID: Final = {
    "wrapture": "version of Wrapture",
    "inputs": "input",
    "format": "--format",
    "columns": "--html-column or --url-column",
    "wrapper": "wrapper",
    "library": "library",
    "min_fit": "--min-fit",
    "texts": "--texts",
    "constants": "--constants",
    "limits": "--page-time or --page-memory",
}
"""What a person calls that by which an order is known again."""


@contextmanager
def workplace(order: Order) -> Iterator[None]:
    """Have the work folder of an order to oneself while the block runs, with what was done of the order before.

    The folder is gone afterwards, unless the block fails: then it is there for the same command to go on.
    """
    work, wanted = order.work, order.signature()
    begun = _begun(order, wanted)
    _check_target(order, begun=begun)
    with told(work):
        _refuse_strange(work)
        work.mkdir(exist_ok=True)
    with _locked(work):
        if not begun:
            _begin(work, wanted)
        tidy(work)
        yield
        with told(work):
            _clear(work) if work.is_symlink() else shutil.rmtree(work)


def _begun(order: Order, wanted: dict[str, object]) -> bool:
    """Return whether the work folder holds work of the same order, which is to be gone on with."""
    with told(order.work):
        known = _known(order.work / JOB)
    if known is None or order.restart:
        return False
    if known != wanted and not _has_work(order.work):
        return False
    if known != wanted:
        raise BulkError(
            f"{order.work}: a run that is not done had another {' and another '.join(_other(known, wanted))};"
            " give the same command to go on with it, or --restart to begin anew"
        )
    return True


def _has_work(work: Path) -> bool:
    """Return whether any unit is done, or something was written that is to be taken away."""
    return (work / NOTE).exists() or next(committed(work), None) is not None


def _other(known: dict[str, object], wanted: dict[str, object]) -> list[str]:
    """Return in what two orders differ, as a person calls it."""
    before, now = _flat(known), _flat(wanted)
    return [said for name, said in SAID.items() if before.get(name) != now.get(name)] or ["command"]


def _flat(order: dict[str, object]) -> dict[str, object]:
    job = order.get("job")
    return {**order, **job} if isinstance(job, dict) else order


def _known(path: Path) -> dict[str, object] | None:
    """Return what a run was asked for; nothing where it was killed before it could say so."""
    with suppress(FileNotFoundError, NotADirectoryError, ValueError):
        said = json.loads(path.read_text("utf-8"))
        return said if isinstance(said, dict) else {}
    return None


def _check_target(order: Order, *, begun: bool) -> None:
    """Raise where the result can't go: before the work, not after it.

    A run that was killed while it wrote its result has left some of it there, which may go.
    """
    if not begun:
        check(order.out, order.format, force=order.force)
    elif os.path.lexists(order.out) and not (order.force or is_own(order.work, order.out)):
        raise OutputError(str(order.out), ALREADY_THERE)


def _refuse_strange(work: Path) -> None:
    """Raise where the folder for the work has other things in it, which would be removed with the work."""
    if not os.path.lexists(work):
        return
    if not work.is_dir():
        raise OutputError(str(work), NOT_A_FOLDER)
    known = _known(work / JOB)
    is_ours = "wrapture" in known if known is not None else (work / JOB).is_file() or _is_new(work)
    if not is_ours:
        raise OutputError(str(work), NOT_OURS)


def _is_new(work: Path) -> bool:
    return all(entry.name.startswith(BEFORE) for entry in work.iterdir())


def _begin(work: Path, wanted: dict[str, object]) -> None:
    """Make the folder the place of an order: nothing is left of another one, whose note goes last of all."""
    with told(work):
        _clear(work, LOCK, JOB)
    with atomic_writer(work / JOB, force=True) as temporary:
        temporary.write_text(json.dumps(wanted, indent=1) + "\n", "utf-8")


def _clear(work: Path, *without: str) -> None:
    """Remove all that is in a folder, but for some names."""
    for entry in list(work.iterdir()):
        if entry.name not in without:
            remove_tree(entry)


@contextmanager
def _locked(work: Path) -> Iterator[None]:
    """Keep other runs out of the folder; the system takes the lock back from a process that is killed."""
    with told(work):
        handle = os.open(work / LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
    try:
        _lock(work, handle)
        yield
    finally:
        os.close(handle)


def _lock(work: Path, handle: int) -> None:
    from fcntl import LOCK_EX, LOCK_NB, flock

    try:
        flock(handle, LOCK_EX | LOCK_NB)
    except BlockingIOError as taken:
        raise BulkError(f"{work}: another run is at work there; wait for it, or choose another -o") from taken
