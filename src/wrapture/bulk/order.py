"""The order of a bulk run, and the signature by which the same order is recognized."""

from __future__ import annotations

import hashlib
import json
import os
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, TypedDict

from wrapture import __version__
from wrapture.bulk.inputs.remote_access import grants_for, without_logins
from wrapture.bulk.jobs import Columns, Job, PageLimits
from wrapture.errors import BulkError, LibraryError, OutputError
from wrapture.library.wrapper_file import dumps, load
from wrapture.library.wrapper_library import Library
from wrapture.model import Wrapper
from wrapture.rows.row_schema import ROW_SUFFIXES, RowOptions
from wrapture.systems import has_supervised_processes

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Unpack

OutputFormat = Literal["parquet", "jsonl", "csv", "sqlite", "duckdb", "xlsx"]
EngineName = Literal["pool", "dask"]

ENDINGS: Final[dict[str, OutputFormat]] = {
    "": "parquet",
    **ROW_SUFFIXES,
}


class BulkOptions(TypedDict, total=False):
    """The options of a run, beside its inputs, its wrappers and its output, as in the command."""

    format: OutputFormat | None
    columns: Columns
    limits: PageLimits
    min_fit: float
    typed: bool
    texts: bool
    all_columns: bool
    bom: bool
    raw_formulas: bool
    engine: EngineName
    scheduler: str
    workers: int
    force: bool
    restart: bool
    allow_private: bool
    repair: bool


@dataclass(frozen=True, slots=True)
class BulkOrder:
    """A bulk run: which pages, how they are read, where the result goes, and which engine does the work.

    What is read depends only on the first five; the ``options`` of CSV files, ``engine``, ``workers`` and ``scheduler`` may
    change when a run is resumed.  With ``repair``, wrappers of sites that have changed are repaired where that is sure: in the
    library, or beside the ``wrapper_file``.
    """

    inputs: tuple[str, ...]
    job: Job
    out: Path
    format: OutputFormat
    columns: Columns = field(default_factory=Columns)
    options: RowOptions = field(default_factory=RowOptions)
    engine: EngineName = "pool"
    workers: int = 0
    scheduler: str = ""
    force: bool = False
    restart: bool = False
    repair: bool = False
    wrapper_file: Path | None = None
    discover: bool = False

    @property
    def wrappers(self) -> Path:
        """The folder of wrappers that the run discovers."""
        return self._beside("wrappers")

    @property
    def work(self) -> Path:
        """The work folder, while the run is not finished."""
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
        """Return the real paths that the run writes to, which can't be inputs; for a link, both its own and its target's."""
        folder = os.path.realpath(self.out.parent)
        paths = [self.out, self.work, self.dead, self.report, self.wrappers]
        return frozenset(path for one in paths for path in (os.path.join(folder, one.name), os.path.realpath(one)))  # noqa: PTH118

    def signature(self) -> dict[str, object]:
        """Return everything that the result depends on, as JSON values: the content of wrappers, not their paths."""
        settings = asdict(self.job)
        del settings["grants"], settings["repaired"]
        settings["repair"] = self.repair
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
    discover: bool = False,
    **options: Unpack[BulkOptions],
) -> BulkOrder:
    """Return an order; a broken wrapper or library raises here, before the work.

    The wrapper is a file or a loaded wrapper, the library a folder; with ``discover``, wrappers are learned from the input.  A
    single input need not be in a list.
    """
    if [wrapper is not None, library is not None, discover].count(True) != 1:
        raise ValueError("give one wrapper, a library of them, or `discover`")
    if not has_supervised_processes():
        raise BulkError("bulk runs on Linux and macOS; on Windows use WSL, or `wrapture extract` with a folder")
    target = _target(out)
    named = [os.fspath(one) for one in ([inputs] if isinstance(inputs, str | os.PathLike) else inputs)]
    chosen = options.get("format") or format_of(target)
    job = Job(
        wrapper=_wrapper_text(wrapper) if wrapper is not None else "",
        library=_library(library) if library is not None else str(_wrappers(target)) if discover else "",
        part_format="parquet" if chosen == "parquet" else "rows",
        min_fit=options.get("min_fit", 0.0),
        typed=options.get("typed", True),
        texts=options.get("texts", False),
        all_columns=options.get("all_columns", False),
        limits=options.get("limits", PageLimits()),
        grants=grants_for(named, allow_private=options.get("allow_private", False)),
    )
    return BulkOrder(
        inputs=tuple(map(without_logins, named)),
        job=job,
        out=target,
        format=chosen,
        columns=options.get("columns", Columns()),
        options=RowOptions(bom=options.get("bom", True), raw_formulas=options.get("raw_formulas", False)),
        engine=options.get("engine", "pool"),
        workers=options.get("workers", 0),
        scheduler=options.get("scheduler", ""),
        force=options.get("force", False),
        restart=options.get("restart", False),
        repair=options.get("repair", False),
        wrapper_file=Path(wrapper) if isinstance(wrapper, str | os.PathLike) else None,
        discover=discover,
    )


def _wrappers(target: Path) -> Path:
    """Return the folder of discovered wrappers for a result, as a path that workers find too."""
    return Path(os.path.abspath(target.with_name(f"{target.name}.wrappers")))  # noqa: PTH100 - links stay


def _target(out: str | os.PathLike[str]) -> Path:
    """Return the path of the result, which needs a name: other files are named after it."""
    target = Path(out)
    if target.name in ("", "..") or "\0" in str(target):
        shown = str(out).replace("\0", "\\0") or "(no name)"
        raise OutputError(shown, "is not a name for a result; choose one, such as books.csv")
    return target


def _wrapper_text(wrapper: str | os.PathLike[str] | Wrapper) -> str:
    return dumps(wrapper if isinstance(wrapper, Wrapper) else load(wrapper))


def _library(folder: str | os.PathLike[str]) -> str:
    """Return the path of a library that contains wrappers."""
    if not any(not entry.error for entry in Library(folder).entries()):
        raise LibraryError(os.fspath(folder), "it contains no wrapper; wrapture library add adds one")
    return str(Path(folder).resolve())


def format_of(out: Path) -> OutputFormat:
    """Return the output format for a name; without an extension, a folder of Parquet files.

    >>> format_of(Path("books")), format_of(Path("books.csv"))
    ('parquet', 'csv')
    """
    known = ENDINGS.get(out.suffix.lower())
    if known is None:
        endings = ", ".join(filter(None, ENDINGS))
        raise OutputError(str(out), f"the name tells no format; end it in one of {endings}, or give `format`")
    return known


def _library_digest(folder: Path) -> str:
    files = sorted(path for path in folder.glob("*.json") if path.is_file() and not path.name.startswith("."))
    return _digest(b"".join(f"{path.name} {_digest(path.read_bytes())}\n".encode() for path in files))


def _digest(body: bytes) -> str:
    return hashlib.sha256(body).hexdigest()
