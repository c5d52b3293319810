"""What a person asks of a bulk run, and by what the same command is known again."""

from __future__ import annotations

import hashlib
import json
import os
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, TypedDict

from wrapture import __version__
from wrapture.bulk.model import Columns, Job, PageLimits
from wrapture.errors import LibraryError, OutputError
from wrapture.model import Wrapper
from wrapture.wrappers.file import dumps, load
from wrapture.wrappers.library import Library

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Unpack

OutputFormat = Literal["parquet", "jsonl", "csv", "sqlite", "duckdb"]
EngineName = Literal["pool", "dask"]

ENDINGS: Final[dict[str, OutputFormat]] = {
    ".parquet": "parquet",
    "": "parquet",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".csv": "csv",
    ".sqlite": "sqlite",
    ".db": "sqlite",
    ".duckdb": "duckdb",
}


class BulkOptions(TypedDict, total=False):
    """What may be chosen for a run, beside its input, its wrappers and the place of its result: as the command has it."""

    format: OutputFormat | None
    columns: Columns
    limits: PageLimits
    min_fit: float
    texts: bool
    constants: bool
    engine: EngineName
    scheduler: str
    workers: int
    force: bool
    restart: bool
    allow_private: bool


@dataclass(frozen=True, slots=True)
class Order:
    """What a bulk run is to do: which pages, how each is read, where the result goes, and who does the work.

    The result depends on the first five alone; ``engine``, ``workers`` and ``scheduler`` may be others when a run goes on.
    """

    inputs: tuple[str, ...]
    job: Job
    out: Path
    format: OutputFormat
    columns: Columns = field(default_factory=Columns)
    engine: EngineName = "pool"
    workers: int = 0
    scheduler: str = ""
    force: bool = False
    restart: bool = False
    allow_private: bool = False

    @property
    def work(self) -> Path:
        """The folder of a run that is not done."""
        return self._beside("work")

    @property
    def dead(self) -> Path:
        """The file of dead letters."""
        return self._beside("dead.jsonl")

    @property
    def report(self) -> Path:
        """The file of the report."""
        return self._beside("report.json")

    def _beside(self, ending: str) -> Path:
        return self.out.with_name(f"{self.out.name}.{ending}")

    def own(self) -> frozenset[str]:
        """Return the real paths that the run writes to, which are no input of it; a link stands for itself and its target."""
        folder = os.path.realpath(self.out.parent)
        paths = [self.out, self.work, self.dead, self.report]
        return frozenset(path for one in paths for path in (os.path.join(folder, one.name), os.path.realpath(one)))  # noqa: PTH118

    def signature(self) -> dict[str, object]:
        """Return all that the result depends on, as JSON has it: of wrappers, what they say and not where they lie."""
        settings = asdict(self.job)
        settings["wrapper"] = _digest(self.job.wrapper.encode())
        settings["library"] = _library_digest(Path(self.job.library)) if self.job.library else ""
        return {
            "wrapture": __version__,
            "inputs": list(self.inputs),
            "format": self.format,
            "columns": asdict(self.columns),
            "job": json.loads(json.dumps(settings)),
        }


def order_of(
    inputs: str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
    out: str | os.PathLike[str],
    *,
    wrapper: str | os.PathLike[str] | Wrapper | None = None,
    library: str | os.PathLike[str] | None = None,
    **options: Unpack[BulkOptions],
) -> Order:
    """Return what is asked for, with the wrapper or the library looked at: a broken one is told before the work.

    The wrapper is a file or one that is loaded, the library a folder.  A single input need not be in a list.
    """
    if (wrapper is None) == (library is None):
        raise ValueError("give one wrapper, or a library of them")
    target = _target(out)
    chosen = options.get("format") or format_of(target)
    job = Job(
        wrapper=_wrapper_text(wrapper) if wrapper is not None else "",
        library=_library(library) if library is not None else "",
        part_format="parquet" if chosen == "parquet" else "rows",
        min_fit=options.get("min_fit", 0.0),
        texts=options.get("texts", False),
        constants=options.get("constants", False),
        limits=options.get("limits", PageLimits()),
    )
    return Order(
        inputs=tuple([os.fspath(one) for one in ([inputs] if isinstance(inputs, str | os.PathLike) else inputs)]),
        job=job,
        out=target,
        format=chosen,
        columns=options.get("columns", Columns()),
        engine=options.get("engine", "pool"),
        workers=options.get("workers", 0),
        scheduler=options.get("scheduler", ""),
        force=options.get("force", False),
        restart=options.get("restart", False),
        allow_private=options.get("allow_private", False),
    )


def _target(out: str | os.PathLike[str]) -> Path:
    """Return the path of the result, which must have a name of its own: other files are named after it."""
    target = Path(out)
    if target.name in ("", "..") or "\0" in str(target):
        shown = str(out).replace("\0", "\\0") or "(no name)"
        raise OutputError(shown, "is no name for a result; choose one, such as books.csv")
    return target


def _wrapper_text(wrapper: str | os.PathLike[str] | Wrapper) -> str:
    return dumps(wrapper if isinstance(wrapper, Wrapper) else load(wrapper))


def _library(folder: str | os.PathLike[str]) -> str:
    """Return the path of a library that has wrappers in it."""
    if not any(not entry.error for entry in Library(folder).entries()):
        raise LibraryError(os.fspath(folder), "there is no wrapper in it; wrapture library add puts one there")
    return str(Path(folder).resolve())


def format_of(out: Path) -> OutputFormat:
    """Return the format that the name of a result stands for: a folder of Parquet files where it has no ending.

    >>> format_of(Path("books")), format_of(Path("books.csv"))
    ('parquet', 'csv')
    """
    known = ENDINGS.get(out.suffix.lower())
    if known is None:
        endings = ", ".join(filter(None, ENDINGS))
        raise OutputError(str(out), f"the name tells no format; end it in one of {endings}, or give --format")
    return known


def _library_digest(folder: Path) -> str:
    files = sorted(path for path in folder.glob("*.json") if path.is_file() and not path.name.startswith("."))
    return _digest(b"".join(f"{path.name} {_digest(path.read_bytes())}\n".encode() for path in files))


def _digest(body: bytes) -> str:
    return hashlib.sha256(body).hexdigest()
