"""What is asked: each file, folder or table that was named, its kind, and the name it has in SQL."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from wrapture.errors import QueryError
from wrapture.extraction.table import Table

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

Kind: TypeAlias = Literal["parquet", "csv", "json", "jsonl", "sqlite", "duckdb", "table"]
Place: TypeAlias = "str | os.PathLike[str]"
Data: TypeAlias = "Place | Table | Sequence[Table]"

ENDINGS: Final[dict[str, Kind]] = {
    ".parquet": "parquet",
    ".csv": "csv",
    ".json": "json",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".sqlite": "sqlite",
    ".db": "sqlite",
    ".duckdb": "duckdb",
}
MARKS: Final[tuple[tuple[int, bytes, Kind], ...]] = (
    (0, b"PAR1", "parquet"),
    (0, b"SQLite format 3\0", "sqlite"),
    (8, b"DUCK", "duckdb"),
)
"""What stands in a file at a place, whatever its name: ``.db`` may be one or the other."""
KEYWORDS: Final = frozenset(
    (  # noqa: SIM905 - a hundred words are read more easily than a hundred strings
        "all analyse analyze and anti any array as asc asof asymmetric at authorization binary both by case "
        "cast check collate collation column columns concurrently constraint create cross default deferrable "
        "desc describe distinct do else end except false fetch for foreign freeze from full generated glob "
        "group having ilike in initially inner intersect into is isnull join lambda lateral leading left like "
        "limit map natural not notnull null offset on only or order outer overlaps pivot pivot_longer "
        "pivot_wider placing positional primary qualify references returning right select semi show similar "
        "some struct summarize symmetric table tablesample then to trailing true try_cast tuple union unique "
        "unpack unpivot using variadic verbose when where window with"
    ).split(" ")
)
"""Words that are no names in DuckDB's SQL, unless they are quoted."""
ONLY: Final = "records"
"""The name that the only data have beside their own."""


@dataclass(frozen=True, slots=True)
class Source:
    """Data under one name: ``place`` is what a person called them, ``files`` are real paths.

    ``hive`` are columns that the names of folders tell (``wrapper=books``); folders ``above`` don't belong to the data.
    """

    name: str
    kind: Kind
    place: str
    files: tuple[str, ...] = ()
    tables: tuple[Table, ...] = ()
    hive: tuple[str, ...] = ()
    above: str = ""


def sources_of(data: Iterable[Data | Mapping[str, Data]]) -> list[Source]:
    """Return what some data are, each with a name of its own; those of a dictionary have the names it says."""
    chosen: list[Source] = []
    found: list[Source] = []
    for one in data:
        if isinstance(one, dict):
            chosen += [replace(_source(each), name=name) for name, each in one.items()]
        else:
            found.append(_source(one))  # type: ignore[arg-type]
    if not chosen and not found:
        raise QueryError("data", "there are none to ask; name files or folders of results")
    return _named(chosen, found)


def sql_name(text: str) -> str:
    """Return a text as a name that needs no quotes in SQL.

    >>> sql_name("Books, new"), sql_name("2024-06"), sql_name("order"), sql_name("…")
    ('books_new', 't_2024_06', 't_order', 't')
    """
    name = re.sub(r"\W+", "_", text).strip("_").lower()
    return name if name and not name[0].isdigit() and name not in KEYWORDS else f"t_{name}".rstrip("_")


def _named(chosen: Sequence[Source], found: Sequence[Source]) -> list[Source]:
    for source in chosen:
        if not source.name or "\0" in source.name:
            raise QueryError("data", "a name is empty or holds a zero; choose another one")
    taken = {source.name.lower() for source in chosen}
    if len(taken) < len(chosen):
        raise QueryError("data", "two names are alike, and SQL does not tell large letters from small; choose others")
    named = list(chosen)
    for source in found:
        numbered = (source.name if n == 1 else f"{source.name}_{n}" for n in count(1))
        free = next(name for name in numbered if name.lower() not in taken)
        taken.add(free.lower())
        named.append(replace(source, name=free))
    return named


def _source(data: Data) -> Source:
    if isinstance(data, Table):
        return Source(sql_name(data.wrapper or Path(data.page).stem or "table"), "table", data.page, tables=(data,))
    if isinstance(data, str | os.PathLike):
        return _source_at(os.fspath(data))
    tables = tuple(data)
    if not tables or not all(isinstance(one, Table) for one in tables):
        raise QueryError("data", "are no tables; give paths, tables or lists of tables")
    return Source("tables", "table", "tables", tables=tables)


def _source_at(place: str) -> Source:
    path = Path(place)
    if not place:
        raise QueryError("(no name)", "not the name of a file; check the name")
    try:
        real = Path(os.path.realpath(place))
        place.encode()
        if real.is_dir():
            return _folder(place, real)
        if not real.exists():
            raise QueryError(place, "no such file or folder; check the name")
        if not real.is_file():
            raise QueryError(place, "is a device or pipe, not a file; save it to a file first")
        return Source(sql_name(path.stem), _kind(place, real), place, (str(real),))
    except (ValueError, UnicodeError) as error:
        raise QueryError(ascii(place)[1:-1], "not the name of a file; check the name") from error
    except OSError as error:
        raise QueryError(place, f"can't be opened ({error.strerror or error}); check the file") from error


def _folder(place: str, real: Path) -> Source:
    """Return all Parquet files below a folder as one source."""
    files = sorted(_parquet_below(real))
    if not files:
        raise QueryError(place, f"no Parquet files are in it; name files that end in {', '.join(ENDINGS)}")
    hive = _told_columns([Path(file).relative_to(real.parent).parts[:-1] for file in files])
    name = real.stem if real.suffix.lower() == ".parquet" else real.name
    return Source(sql_name(name), "parquet", place, tuple(files), hive=hive, above=str(real.parent))


def _told_columns(folders: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """Return the columns that the folders of all files tell, where they are the same, each with one value."""
    told = [[part.split("=") for part in parts if "=" in part] for parts in folders]
    keys = {tuple(part[0].lower() for part in parts) for parts in told}
    is_told = len(keys) == 1 and all(len(part) == 2 for parts in told for part in parts)
    return tuple(part[0] for part in told[0]) if is_told else ()


def _parquet_below(folder: Path) -> Iterator[str]:
    """Yield the real paths of Parquet files; names that begin with a dot or a line are unfinished or notes."""
    for parent, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if name[0] not in "._"]
        for name in names:
            if name[0] not in "._" and name.lower().endswith(".parquet"):
                yield str(Path(parent) / name)


def _kind(place: str, real: Path) -> Kind:
    with real.open("rb") as file:
        start = file.read(16)
    for offset, mark, kind in MARKS:
        if start[offset : offset + len(mark)] == mark:
            return kind
    known = ENDINGS.get(real.suffix.lower()) or ENDINGS.get(Path(place).suffix.lower())
    if known is None:
        raise QueryError(place, f"the name tells no format; end it in one of {', '.join(ENDINGS)}")
    return known
