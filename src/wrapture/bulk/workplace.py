"""The work folder of an unfinished run: locked by one run at a time, and resumed by the same order."""

from __future__ import annotations

import json
import os
import shutil
from contextlib import ExitStack, contextmanager, suppress
from typing import TYPE_CHECKING, Final

from wrapture.bulk.output.claim import NOTE, TEMPORARY, is_own
from wrapture.bulk.output.closing import check
from wrapture.bulk.output.disk import remove_tree
from wrapture.bulk.output.workfolder import committed, tidy
from wrapture.error_lines import ALREADY_THERE, output_errors
from wrapture.errors import BulkError, OutputError
from wrapture.files import atomic_writer, sweep_beside
from wrapture.locks import LockedError, locked_file

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from wrapture.bulk.order import BulkOrder

JOB: Final = "job.json"
LOCK: Final = ".lock"
BEFORE: Final = (LOCK, TEMPORARY)
"""Prefixes of files that exist before a run has recorded its order."""
NOT_A_FOLDER: Final = "is a file, but the run needs a work folder of that name; choose another output, or move it away"
NOT_OURS: Final = "contains files that are not from a run; choose another output, or move it away"

SAID: Final = {
    "wrapture": "version of Wrapture",
    "inputs": "input",
    "format": "`format`",
    "columns": "`columns`",
    "wrapper": "wrapper",
    "library": "library",
    "min_fit": "`min_fit`",
    "typed": "`typed`",
    "texts": "`texts`",
    "all_columns": "`all_columns`",
    "limits": "`limits`",
    "repair": "`repair`",
}
"""The parts of an order by which it is recognized, in the user's words."""


@contextmanager
def workplace(order: BulkOrder) -> Iterator[None]:
    """Lock the work folder of an order while the block runs, with what was already done of the order.

    The folder is removed afterwards, unless the block fails: then the same command can resume.
    """
    work, wanted = order.work, order.signature()
    begun = _begun(order, wanted)
    _check_target(order, begun=begun)
    with output_errors(work):
        _refuse_strange(work)
        work.mkdir(exist_ok=True)
    with _locked(work):
        if not begun:
            _begin(work, wanted)
        tidy(work)
        for path in (order.out, order.dead, order.report):
            sweep_beside(path)
        yield
        _remove(work)


def discard(order: BulkOrder) -> bool:
    """Return whether no work is left of an order that is finished; remove what is, unless it is of another order."""
    work = order.work
    if not os.path.lexists(work):
        return True
    with output_errors(work):
        _refuse_strange(work)
        known = _known(work / JOB)
    if known is not None and known != order.signature():
        return False
    with _locked(work):
        _remove(work)
    return True


def _remove(work: Path) -> None:
    """Remove a work folder, the record of its order last: if the process is killed, the next run knows whose the rest is."""
    with output_errors(work):
        _clear(work, LOCK, JOB)
        _clear(work) if work.is_symlink() else shutil.rmtree(work)


def _begun(order: BulkOrder, wanted: dict[str, object]) -> bool:
    """Return whether the work folder contains work of the same order, to be resumed."""
    with output_errors(order.work):
        known = _known(order.work / JOB)
    if known is None or order.restart:
        return False
    if known != wanted and not _has_work(order.work):
        return False
    if known != wanted:
        raise BulkError(
            f"{order.work}: an unfinished run had another {' and another '.join(_other(known, wanted))};"
            " rerun the same command to resume it, or use `restart=True` to start over"
        )
    return True


def _has_work(work: Path) -> bool:
    """Return whether any unit is done, or something was written that must be removed."""
    return (work / NOTE).exists() or next(committed(work), None) is not None


def _other(known: dict[str, object], wanted: dict[str, object]) -> list[str]:
    """Return in what two orders differ, in the user's words."""
    before, now = _flat(known), _flat(wanted)
    return [said for name, said in SAID.items() if before.get(name) != now.get(name)] or ["command"]


def _flat(order: dict[str, object]) -> dict[str, object]:
    job = order.get("job")
    return {**order, **job} if isinstance(job, dict) else order


def _known(path: Path) -> dict[str, object] | None:
    """Return the recorded order of a run, None if it was killed before that."""
    with suppress(FileNotFoundError, NotADirectoryError, ValueError):
        said = json.loads(path.read_text("utf-8"))
        return said if isinstance(said, dict) else {}
    return None


def _check_target(order: BulkOrder, *, begun: bool) -> None:
    """Raise if the result can't be written: before the work, not after it.

    What a run left that was killed while it wrote its result may be replaced.
    """
    if not begun:
        check(order.out, order.format, force=order.force)
    elif os.path.lexists(order.out) and not (order.force or is_own(order.work, order.out)):
        raise OutputError(str(order.out), ALREADY_THERE)


def _refuse_strange(work: Path) -> None:
    """Raise if the work folder contains other files, which would be removed with it."""
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
    """Record an order in the work folder, after everything of another one was removed, its record last."""
    with output_errors(work):
        _clear(work, LOCK, JOB)
    with atomic_writer(work / JOB, force=True) as temporary:
        temporary.write_text(json.dumps(wanted, indent=1) + "\n", "utf-8")


def _clear(work: Path, *without: str) -> None:
    """Remove everything in a folder, except some names."""
    for entry in list(work.iterdir()):
        if entry.name not in without:
            remove_tree(entry)


@contextmanager
def _locked(work: Path) -> Iterator[None]:
    """Keep other runs out of the work folder while the block runs."""
    with ExitStack() as stack:
        try:
            with output_errors(work):
                stack.enter_context(locked_file(work / LOCK, timeout_s=0))
        except LockedError as error:
            raise BulkError(
                f"{work}: another run is using it; wait for it to finish, or choose another output"
            ) from error
        yield
