"""Measure a learned wrapper against selectors written by hand on the same pages, alternating, as ratios (machines are noisy).

Both start from the bytes of a page and end with its rows as dictionaries.  Measured twice: as library calls, and as whole
processes, which is what a user waits for.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any, Final

from handwritten import BY_HAND
from workers import Worker

import wrapture
from wrapture.model import Capture
from wrapture.rows.json_file import record_objects

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from wrapture import CompiledReader
    from wrapture.model import Wrapper

    Answer = dict[str, Any]

HERE: Final = Path(__file__).resolve().parent
COMMAND: Final = Path(sys.executable).parent / "wrapture"
ROUNDS: Final = 41
PROCESS_ROUNDS: Final = 3
TIMEOUT_S: Final = 60.0


def measured(shared: Path, peers: Path) -> tuple[list[dict[str, Any]], dict[str, list[Answer]]]:
    """Return a row of times and their ratio for each page, and the answers of both for the scorer."""
    rows: list[dict[str, Any]] = []
    read: dict[str, list[Answer]] = {"by hand": [], "wrapper": []}
    with Worker([str(peers), str(HERE / "handwritten.py")], TIMEOUT_S) as worker, tempfile.TemporaryDirectory() as tmp:
        for page in BY_HAND:
            path, file = shared / "corpus" / page, Path(tmp) / f"{len(rows)}.json"
            run([COMMAND, "learn", "--yes", path, "-o", file])
            times, records = in_turns(worker, page, path, wrapture.load(file))
            rows.append({"page": page, **times, **as_processes(peers, page, path, file)})
            for way, found in records.items():
                read[way].append({"page": page, "records": found})
    return rows, read


def in_turns(worker: Worker, page: str, path: Path, wrapper: Wrapper) -> tuple[dict[str, float], dict[str, Any]]:
    """Return the median times of a page in milliseconds with the median of their ratios, and the records of both."""
    question, body = json.dumps({"page": page, "path": str(path), "rounds": 1}), path.read_bytes()
    reader = wrapture.compile_wrapper(wrapper)
    worker.ask(question)
    hands, ours, fitted = [], [], []
    for _ in range(ROUNDS):
        answer = worker.ask(question)
        hands += answer["seconds"]
        ours.append(seconds(lambda: read_by(reader, page, body)))
        fitted.append(seconds(lambda: read_by(reader, page, body, fit=True)))
    records = {"by hand": answer["records"], "wrapper": read_by(reader, page, body)}
    return compared(hands, ours, "") | compared(hands, fitted, " with fit"), records


def read_by(reader: CompiledReader, page: str, body: bytes, *, fit: bool = False) -> list[dict[str, object]]:
    """Return the records of a page by its wrapper; with `fit`, also measure the fit, as `wrapture extract --wrapper` does."""
    capture = Capture(page, body)
    return record_objects(reader.read_fitted(capture) if fit else reader.read(capture))


def as_processes(peers: Path, page: str, path: Path, wrapper: Path) -> dict[str, float]:
    """Return the median times and ratio for whole processes."""
    question = json.dumps({"page": page, "path": str(path), "rounds": 1}) + "\n"
    hands, ours = [], []
    for _ in range(PROCESS_ROUNDS):
        hands.append(seconds(lambda: run([peers, HERE / "handwritten.py"], question)))
        ours.append(seconds(lambda: run([COMMAND, "extract", "--wrapper", wrapper, "--format", "json", path])))
    return compared(hands, ours, " as a process")


def compared(hands: list[float], ours: list[float], how: str) -> dict[str, float]:
    """Return the medians of two series measured alternately, and the median of their ratios turn by turn."""
    return {
        f"by hand{how}": 1000 * median(hands),
        f"wrapper{how}": 1000 * median(ours),
        f"ratio{how}": median(our / hand for our, hand in zip(ours, hands, strict=True)),
    }


def overall(rows: Sequence[Mapping[str, Any]]) -> dict[str, float]:
    """Return the medians over the pages."""
    return {name: median(row[name] for row in rows) for name in rows[0] if name != "page"}


def seconds(work: Callable[[], object]) -> float:
    """Return how long a piece of work takes."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def run(command: Sequence[str | Path], stdin: str = "") -> None:
    """Run a command to its end; if it fails, raise an error with its output."""
    done = subprocess.run(command, input=stdin, text=True, capture_output=True, timeout=TIMEOUT_S, check=False)
    if done.returncode:
        raise RuntimeError(f"{' '.join(map(str, command))}: {done.stderr.strip()}")
