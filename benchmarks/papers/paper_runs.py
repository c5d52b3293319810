"""Steps that measure tables, and the work on many items that resumes where it stopped.

A step is a function of the corpora that returns tables and figures by name.  What it computes for one item (a page, a site) is
kept in a folder until the code changes, so an interrupted run continues with the next item.
"""

from __future__ import annotations

import hashlib
import pickle
import re
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

import wrapture

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from paper_data import PaperFigure, PaperTable

    Measure = Callable[["Corpora"], dict[str, PaperTable | PaperFigure]]

Item = TypeVar("Item")
Result = TypeVar("Result")
CODE: Final = (".py", ".json", ".npz")
HERE: Final = Path(__file__).parent
MEASURED: Final = ("algo", "columns", "html", "learning", "library", "model", "reading", "tasks", "values")
"""The packages that figures depend on."""
_IMPORT: Final = re.compile(r"^from ([\w.]+) import", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Corpora:
    """The folder of the real pages, every how manieth item is taken, and where finished items are kept."""

    shared: Path
    step: int = 1
    kept: Path | None = None
    workers: int | None = None

    def map(self, what: str, work: Callable[[Item], Result], items: Sequence[Item]) -> list[Result]:
        """Return the results of some work on every item, in order; shows progress, and resumes an interrupted run."""
        chosen = items[:: self.step]
        done = _Kept(self.kept, f"{what}-{self.step}-{len(items)}")
        left = [n for n in range(len(chosen)) if n not in done.results]
        start = time.monotonic()
        with ProcessPoolExecutor(self.workers) as pool:
            jobs = {pool.submit(work, chosen[n]): n for n in left}
            for number, job in enumerate(as_completed(jobs), 1):
                done.add(jobs[job], job.result())
                _show(what, len(chosen) - len(left) + number, len(chosen), time.monotonic() - start)
        return [done.results[n] for n in range(len(chosen))]


def _show(what: str, done: int, total: int, seconds: float) -> None:
    end = "\n" if done == total else ""
    print(f"\r  {what}: {done} of {total}, {seconds:.0f} s ", end=end, file=sys.stderr, flush=True)


class _Kept:
    """Results by number, appended to a file as they arrive."""

    def __init__(self, folder: Path | None, name: str) -> None:
        self.results: dict[int, Any] = {}
        self.path = None if folder is None else folder / f"{name}.pickle"
        if self.path is not None and self.path.exists():
            with self.path.open("rb") as file:
                self._read(file)

    def _read(self, file: Any) -> None:
        while True:
            try:
                self.results.update(pickle.load(file))
            except (EOFError, pickle.UnpicklingError):  # the last one may be cut off
                return

    def add(self, number: int, result: object) -> None:
        self.results[number] = result
        if self.path is not None:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with self.path.open("ab") as file:
                pickle.dump({number: result}, file)


@dataclass(frozen=True, slots=True)
class Step:
    """One measurement: its name, the data files it writes, and the function that measures.

    ``today`` measures only what Wrapture as a whole gives, and leaves out what the papers' own algorithms give; None if
    the step has nothing of the first kind.
    """

    name: str
    gives: tuple[str, ...]
    measure: Measure
    today: Measure | None = None


def fingerprint(step: Step) -> str:
    """Return a short hash of the code that a step depends on: results of other code are not reused.

    That is the packages that find and read records, the step's own script, and the scripts that it imports.
    """
    digest = hashlib.sha256(_package_hash())
    for path in sorted(_imported(Path(step.measure.__code__.co_filename), set())):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


def measured_now() -> dict[str, object]:
    """Return the date, and the commit that is checked out; with a mark if the package has changed since."""
    commit = _git("rev-parse", "--short", "HEAD") or "unknown"
    changed = _git("status", "--porcelain", "--", str(Path(wrapture.__file__).parent))
    return {"measured": date.today().isoformat(), "commit": f"{commit} and changes" if changed else commit}


def _git(*words: str) -> str:
    """Return what git says, nothing if it fails."""
    try:
        return subprocess.run(
            ["git", "-C", str(HERE), *words], capture_output=True, text=True, check=True
        ).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return ""


@cache
def _package_hash() -> bytes:
    root = Path(wrapture.__file__).parent
    digest = hashlib.sha256()
    for path in sorted(path for name in MEASURED for path in (root / name).rglob("*")):
        if path.suffix in CODE:
            digest.update(path.read_bytes())
    return digest.digest()


def _imported(script: Path, seen: set[Path]) -> set[Path]:
    """Return a script and the scripts beside it that it imports, directly or not."""
    seen.add(script)
    for name in _IMPORT.findall(script.read_text(encoding="utf-8")):
        for folder in (HERE, HERE.parent / "quality"):
            other = (folder / name.replace(".", "/")).with_suffix(".py")
            if other.exists() and other not in seen:
                _imported(other, seen)
    return seen
