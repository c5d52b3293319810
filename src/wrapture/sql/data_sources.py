"""The data of a query: each given file, folder or table, its kind, and its name in SQL."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from wrapture.error_lines import read_problem
from wrapture.errors import QueryError
from wrapture.model.table import Table
from wrapture.rows.row_schema import ROW_SUFFIXES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

Kind: TypeAlias = Literal["parquet", "csv", "json", "jsonl", "sqlite", "duckdb", "table"]
Place: TypeAlias = "str | os.PathLike[str]"
Data: TypeAlias = "Place | Table | Sequence[Table]"

ENDINGS: Final[dict[str, Kind]] = {
    ".json": "json",
    **{ending: name for ending, name in ROW_SUFFIXES.items() if name != "xlsx"},
}
MARKS: Final[tuple[tuple[int, bytes, Kind], ...]] = (
    (0, b"PAR1", "parquet"),
    (0, b"SQLite format 3\0", "sqlite"),
    (8, b"DUCK", "duckdb"),
)
"""Magic numbers with their offsets; the name alone is not enough, because ``.db`` may be SQLite or DuckDB."""
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
"""Reserved words of DuckDB's SQL, which are names only if quoted."""
ONLY: Final = "records"
"""The second name of a source that is the only one."""


@dataclass(frozen=True, slots=True)
class DataSource:
    """Data under one name: ``place`` is the path as the user gave it, ``files`` are real paths.

    ``hive`` are partition columns from folder names (``wrapper=books``); the folders ``above`` are not part of the data.
    """

    name: str
    kind: Kind
    place: str
    files: tuple[str, ...] = ()
    tables: tuple[Table, ...] = ()
    hive: tuple[str, ...] = ()
    above: str = ""


def sources_of(data: Iterable[Data | Mapping[str, Data]]) -> list[DataSource]:
    """Return the sources for some data, each with a unique name; the keys of a dictionary are names."""
    chosen: list[DataSource] = []
    found: list[DataSource] = []
    for one in data:
        if isinstance(one, dict):
            chosen += [replace(_source(each), name=name) for name, each in one.items()]
        else:
            found.append(_source(one))  # type: ignore[arg-type]
    if not chosen and not found:
        raise QueryError("data", "there are none to ask; name files or folders of results")
    return _named(chosen, found)


def sql_name(text: str) -> str:
    """Return an SQL name, made from a text, that needs no quotes.

    >>> sql_name("Books, new"), sql_name("2024-06"), sql_name("order"), sql_name("…")
    ('books_new', 't_2024_06', 't_order', 't')
    """
    name = re.sub(r"\W+", "_", text).strip("_").lower()
    return name if name and not name[0].isdigit() and name not in KEYWORDS else f"t_{name}".rstrip("_")


def _named(chosen: Sequence[DataSource], found: Sequence[DataSource]) -> list[DataSource]:
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


def _source(data: Data) -> DataSource:
    if isinstance(data, Table):
        return DataSource(sql_name(data.wrapper or Path(data.page).stem or "table"), "table", data.page, tables=(data,))
    if isinstance(data, str | os.PathLike):
        return _source_at(os.fspath(data))
    tables = tuple(data)
    if not tables or not all(isinstance(one, Table) for one in tables):
        raise QueryError("data", "are no tables; give paths, tables or lists of tables")
    return DataSource("tables", "table", "tables", tables=tables)


def _source_at(place: str) -> DataSource:
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
        return DataSource(sql_name(path.stem), _kind(place, real), place, (str(real),))
    except (ValueError, UnicodeError) as error:
        raise QueryError(ascii(place)[1:-1], "not the name of a file; check the name") from error
    except OSError as error:
        raise QueryError(place, read_problem(error)) from error


def _folder(place: str, real: Path) -> DataSource:
    """Return all Parquet files below a folder as one source."""
    files = sorted(_parquet_below(real))
    if not files:
        raise QueryError(place, f"no Parquet files are in it; name files that end in {', '.join(ENDINGS)}")
    hive = _partition_columns([Path(file).relative_to(real.parent).parts[:-1] for file in files])
    name = real.stem if real.suffix.lower() == ".parquet" else real.name
    return DataSource(sql_name(name), "parquet", place, tuple(files), hive=hive, above=str(real.parent))


def _partition_columns(folders: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """Return the partition columns in the folder names of all files, or none if the files differ in them."""
    pairs = [[part.split("=") for part in parts if "=" in part] for parts in folders]
    keys = {tuple(part[0].lower() for part in parts) for parts in pairs}
    is_partitioned = len(keys) == 1 and all(len(part) == 2 for parts in pairs for part in parts)
    return tuple(part[0] for part in pairs[0]) if is_partitioned else ()


def _parquet_below(folder: Path) -> Iterator[str]:
    """Yield the real paths of Parquet files; names with a leading dot or underscore are skipped as unfinished or metadata."""
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
