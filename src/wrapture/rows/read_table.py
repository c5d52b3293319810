"""Read a result file back into a table of texts: CSV, JSON Lines and JSON; other formats through SQL."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from wrapture.error_lines import read_problem
from wrapture.errors import SourceError
from wrapture.model.table import Row, Table
from wrapture.rows.csv_file import unescaped

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from wrapture.model.table import Cell

FORMATS: Final = (".csv", ".jsonl", ".json")
PAGE: Final = "page"
NUMBER: Final = "record"
FOUND_AT: Final = "found_at"
"""The column with the page that a record is from, in tables of several pages."""


def read_table(path: str) -> Table:
    """Return the records of a result file, as texts; raises `SourceError`."""
    ending = Path(path).suffix.lower()
    if ending not in FORMATS:
        raise SourceError(path, f"is no table that can be read here; give one that ends in {', '.join(FORMATS)}")
    try:
        with Path(path).open(encoding="utf-8-sig", newline="") as file:
            if ending == ".csv":
                records: list[Any] = [
                    {name: unescaped(value or "") for name, value in row.items() if name}
                    for row in csv.DictReader(file)
                ]
            elif ending == ".jsonl":
                records = [json.loads(line) for line in file if line.strip()]
            else:
                records = list(_in_pages(json.load(file)))
    except OSError as error:
        raise SourceError(path, read_problem(error, {})) from error
    except (ValueError, RecursionError, csv.Error) as error:
        raise SourceError(path, f"is damaged ({error})") from error
    if not all(isinstance(record, dict) for record in records):
        raise SourceError(path, "is damaged (a record is not a JSON object)")
    return _table(path, records)


def _in_pages(data: Any) -> Iterable[Any]:
    """Yield the records of a JSON file: those of its pages, or the objects themselves."""
    for one in data if isinstance(data, list) else [data]:
        if isinstance(one, dict) and isinstance(one.get("records"), list):
            for record in one["records"]:
                yield record.get("fields", record) if isinstance(record, dict) else {}
        elif isinstance(one, dict):
            yield one


def _table(path: str, records: list[Mapping[str, Any]]) -> Table:
    records = _without_places(records)
    names = tuple(dict.fromkeys(name for record in records for name in record))
    rows = [Row("", tuple(_cell(record.get(name)) for name in names)) for record in records]
    return Table(Path(path).stem, names, tuple(rows))


def _without_places(records: list[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Return records without the page and number that a result file adds to each, since the next file adds its own.

    The page is kept as ``found_at`` if the file has no such column.
    """
    if not all(PAGE in record and str(record.get(NUMBER, "")).isdecimal() for record in records):
        return records
    return [
        {FOUND_AT if name == PAGE else name: value for name, value in record.items() if not _is_place(name, record)}
        for record in records
    ]


def _is_place(name: str, record: Mapping[str, Any]) -> bool:
    return name == NUMBER or (name == PAGE and FOUND_AT in record)


def _cell(value: Any) -> Cell:
    if value is None or value == "":
        return None
    if isinstance(value, list):
        return tuple(str(one) for one in value if one is not None) or None
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
