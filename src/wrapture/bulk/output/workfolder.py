"""The work folder: the outcome of each unit, in a folder of its own that is committed atomically.

``units/000017`` contains ``unit.json`` (what the unit is and what is in the folder), ``dead.jsonl`` and the parts: lines of
JSON and small frames (see `wrapture.bulk.output.parquet_parts`) one after the other in one file, because flushing a file
takes milliseconds and there may be a part per page; large frames have files of their own.
"""

from __future__ import annotations

import json
import os
import shutil
from collections import Counter
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Final

from wrapture.bulk.jobs import Tally
from wrapture.bulk.output.disk import lasting, remove_tree
from wrapture.bulk.output.parquet_parts import PARQUET_MAGIC, ZSTD_MAGIC
from wrapture.drift.drift_notice import notice_of
from wrapture.error_lines import output_errors
from wrapture.files import flush_folder
from wrapture.rows.json_lines import to_line

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from wrapture.bulk.jobs import DeadLetter, Outcome, UnitPart
    from wrapture.drift.drift_notice import DriftNotice

UNITS: Final = "units"
UNIT: Final = "unit.json"
DEAD: Final = "dead.jsonl"
ROWS: Final = "rows.jsonl"
FRAMES: Final = "frames"
TORN: Final = "."  # prefix of a folder that is not committed


@dataclass(frozen=True, slots=True)
class KeptPart:
    """A stored part: the records of one wrapper are ``size`` bytes of ``file``, at ``offset``."""

    wrapper: str
    file: str
    offset: int
    size: int
    rows: int
    columns: tuple[tuple[str, str], ...]
    unread: tuple[tuple[str, int], ...]

    @property
    def is_parquet(self) -> bool:
        """Whether the file is a Parquet file with only this part in it."""
        return self.file not in (ROWS, FRAMES)


@dataclass(frozen=True, slots=True)
class Committed:
    """A finished unit: its `Outcome`, with the dead letters counted by kind."""

    folder: Path
    number: int
    identity: str
    tally: Tally
    by_wrapper: tuple[tuple[str, Tally], ...]
    dead: tuple[tuple[str, int], ...]
    parts: tuple[KeptPart, ...]
    drift: tuple[DriftNotice, ...] = ()


def commit(work: Path, outcome: Outcome) -> None:
    """Store the outcome of a unit, in place of an earlier one; raises `OutputError`."""
    units = work / UNITS
    torn, target = units / f"{TORN}{outcome.number:06d}", units / f"{outcome.number:06d}"
    with output_errors(work):
        units.mkdir(exist_ok=True)
        remove_tree(torn)
        try:
            torn.mkdir()
            _fill(torn, outcome)
            flush_folder(torn)
            remove_tree(target)
            torn.rename(target)
        except BaseException:
            shutil.rmtree(torn, ignore_errors=True)
            raise
        flush_folder(units)


def tidy(work: Path) -> None:
    """Remove the incomplete files of a killed run."""
    with output_errors(work):
        for entry in os.scandir(work / UNITS) if (work / UNITS).is_dir() else ():
            if entry.name.startswith(TORN):
                remove_tree(work / UNITS / entry.name)


def committed(work: Path) -> Iterator[Committed]:
    """Yield the finished units by number; a damaged one is removed, so that it is read again."""
    units = work / UNITS
    if not units.is_dir():
        return
    for number in sorted(int(entry.name) for entry in os.scandir(units) if entry.name.isdecimal()):
        folder = units / f"{number:06d}"
        with output_errors(work):
            unit = _read(folder)
            if unit is None:
                remove_tree(folder)
        if unit is not None:
            yield unit


def _fill(folder: Path, outcome: Outcome) -> None:
    """Write all files of a unit."""
    with lasting(folder / DEAD) as file:
        file.writelines(_dead_line(letter) for letter in outcome.dead)
    parts = _write_parts(folder, outcome)
    sizes = {entry.name: entry.stat().st_size for entry in os.scandir(folder)}
    said = {
        "number": outcome.number,
        "identity": outcome.identity,
        "tally": asdict(outcome.tally),
        "by_wrapper": [[name, asdict(tally)] for name, tally in outcome.by_wrapper],
        "dead": dict(sorted(Counter(letter.kind for letter in outcome.dead).items())),
        "parts": [asdict(part) for part in parts],
        "drift": [asdict(notice) for notice in outcome.drift],
        "sizes": dict(sorted(sizes.items())),
    }
    with lasting(folder / UNIT) as file:
        file.write(json.dumps(said).encode())


def _dead_line(letter: DeadLetter) -> bytes:
    return to_line({"page": letter.page, "source": letter.source, "kind": letter.kind, "reason": letter.reason})


def _write_parts(folder: Path, outcome: Outcome) -> list[KeptPart]:
    """Write the parts of a unit, and return where they are."""
    files: dict[str, list[UnitPart]] = {}
    for n, part in enumerate(outcome.parts):
        files.setdefault(_file_of(part.body, n), []).append(part)
    kept = []
    for name, parts in files.items():
        offset = 0
        with lasting(folder / name) as file:
            for part in parts:
                file.write(part.body)
                kept.append(KeptPart(part.wrapper, name, offset, len(part.body), part.rows, part.columns, part.unread))
                offset += len(part.body)
    return kept


def _file_of(body: bytes, number: int) -> str:
    """Return the name of the file for a part, by its first bytes."""
    if body.startswith(PARQUET_MAGIC):
        return f"{number}.parquet"
    return FRAMES if body.startswith(ZSTD_MAGIC) else ROWS


def _read(folder: Path) -> Committed | None:
    """Return the unit in a folder, None if it is incomplete: a power cut may leave empty or truncated files."""
    try:
        said = json.loads((folder / UNIT).read_bytes())
        unit = _unit(folder, said)
        whole = all((folder / name).stat().st_size == size for name, size in said["sizes"].items())
    except (FileNotFoundError, NotADirectoryError, ValueError, KeyError, TypeError, AttributeError):
        return None
    return unit if whole and folder.name == f"{unit.number:06d}" else None


def _unit(folder: Path, said: Any) -> Committed:
    return Committed(
        folder,
        said["number"],
        said["identity"],
        Tally(**said["tally"]),
        tuple((name, Tally(**tally)) for name, tally in said["by_wrapper"]),
        tuple(said["dead"].items()),
        tuple(KeptPart(**{**part, **_tuples(part, "columns", "unread")}) for part in said["parts"]),
        tuple(map(notice_of, said.get("drift", ()))),
    )


def _tuples(part: Any, *names: str) -> dict[str, Any]:
    """Return the fields of a part with the tuples that JSON turned into lists."""
    return {name: tuple(map(tuple, part[name])) for name in names}
