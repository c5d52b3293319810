"""Records in the data of a page that shows nothing without its scripts: the array of objects with the most readable text.

Frameworks send the records of a list with the page, as JSON that their scripts draw.  Every array of objects is a candidate;
the score is its readable text times how regularly the objects fill their fields.  Addresses, ids and flags are not readable.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from wrapture.columns.naming.name_words import slug
from wrapture.html.page_data import data_of
from wrapture.model import Column, ValueType
from wrapture.model.table import Row, Table, joined, table_of
from wrapture.values.deciding import type_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wrapture.html.page import Page
    from wrapture.model import Kind
    from wrapture.model.table import Cell

Path: TypeAlias = tuple[str, ...]
"""The names that lead from an object to a value."""

MIN_RECORDS: Final = 2
MAX_RECORDS: Final = 10_000
MAX_VALUES: Final = 500_000  # visited in the data of a page
MAX_DEPTH: Final = 4  # names that lead from a record to a value: edge, node, price, amount
MAX_ITEMS: Final = 50  # values of a list in a record
MAX_COLUMNS: Final = 40
OBJECTS: Final = 0.8  # share of an array's items that are objects
FILLED: Final = 0.2  # share of the records that have a value in a column
COUNTED: Final = 100  # characters of a value that count: one long text is not better than many fields
_READABLE: Final = re.compile(r"[^\W\d_]{2}")
_ADDRESS: Final = re.compile(r"(?:https?:)?//\S+|/[^\s/]\S*", re.IGNORECASE)
_IMAGE: Final = re.compile(r"\.(?:avif|gif|jpe?g|png|svg|webp)(?:[?#]\S*)?$", re.IGNORECASE)
_HUMP: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


class DataList(NamedTuple):
    """An array of objects as records: the values of each by their paths."""

    records: list[dict[Path, Cell]]
    score: float


def data_table(page: Page) -> Table:
    """Return the records in the data of a page as a table, an empty one if there are none."""
    found = max((_list_of(items) for items in _arrays(page)), key=lambda one: one.score, default=None)
    if found is None or not found.score:
        return Table(page.name, (), ())
    paths = _kept(found.records)
    columns = [_column(name, n, path, found.records) for n, (path, name) in enumerate(_named(paths).items())]
    return table_of(page.name, columns, tuple([_row(page, columns, paths, record) for record in found.records]))


def _arrays(page: Page) -> Iterator[list[dict[str, object]]]:
    """Yield the arrays of objects in the data of a page."""
    left = MAX_VALUES
    waiting = list(data_of(page))[::-1]
    while waiting and left > 0:
        value = waiting.pop()
        left -= 1
        if isinstance(value, dict):
            waiting += [one for one in value.values() if isinstance(one, list | dict)]
        elif isinstance(value, list):
            objects = [one for one in value if isinstance(one, dict)]
            waiting += [one for one in value if isinstance(one, list | dict)]
            if len(objects) >= max(MIN_RECORDS, OBJECTS * len(value)):
                yield objects[:MAX_RECORDS]


def _list_of(objects: Sequence[dict[str, object]]) -> DataList:
    """Return an array as records, with its score."""
    records = [cells for one in objects if (cells := dict(_values(one)))]
    paths = {path for record in records for path in record}
    if len(records) < MIN_RECORDS or not paths:
        return DataList(records, 0.0)
    filled = sum(map(len, records)) / (len(paths) * len(records))
    return DataList(records, filled * sum(_readable(cell) for record in records for cell in record.values()))


def _readable(cell: Cell) -> int:
    """Return how much of a value a person would read: nothing of an address, an id or a number."""
    text = joined([cell]) or ""
    is_prose = _READABLE.search(text) is not None and not _ADDRESS.fullmatch(text)
    return min(len(text), COUNTED) if is_prose and (" " in text or text.isalpha()) else 0


def _values(record: dict[str, object]) -> Iterator[tuple[Path, Cell]]:
    """Yield the values of an object and of those inside it, with their paths, in order."""
    waiting: list[tuple[Path, object]] = [((), record)]
    while waiting:
        path, value = waiting.pop()
        if isinstance(value, dict):
            inner = [((*path, str(name)), one) for name, one in value.items() if not str(name).startswith(("@", "_"))]
            waiting += inner[::-1] if len(path) < MAX_DEPTH else []
        elif isinstance(value, list):
            texts = tuple(filter(None, map(_item, value[:MAX_ITEMS])))
            if texts:
                yield path, texts
        elif text := _text(value):
            yield path, text


def _item(value: object) -> str:
    """Return an item of a list as text: of an object, its name."""
    return _text(value.get("name") or value.get("title")) if isinstance(value, dict) else _text(value)


def _text(value: object) -> str:
    """Return a text or number as text; flags and what is missing say nothing."""
    if isinstance(value, str):
        return " ".join(value.split())
    return str(value) if isinstance(value, int | float) and not isinstance(value, bool) else ""


def _kept(records: Sequence[dict[Path, Cell]]) -> list[Path]:
    """Return the paths that enough records have, in the order of the data."""
    counts: dict[Path, int] = {}
    for record in records:
        for path in record:
            counts[path] = counts.get(path, 0) + 1
    return [path for path, count in counts.items() if count >= FILLED * len(records)][:MAX_COLUMNS]


def _named(paths: Sequence[Path]) -> dict[Path, str]:
    """Return a name for each path: its last name, with as many of those before it as it takes to differ from the others."""
    names: dict[Path, str] = {}
    for path in paths:
        words = [slug(_HUMP.sub("_", part)) or "value" for part in path]
        tries = ["_".join(words[-n:]) for n in range(1, len(words) + 1)]
        tries += [f"{tries[-1]}_{n}" for n in range(2, len(paths) + 2)]
        names[path] = next(name for name in tries if name not in names.values())
    return names


def _column(name: str, number: int, path: Path, records: Sequence[dict[Path, Cell]]) -> Column:
    """Return the column of the values at a path."""
    cells = [record.get(path) for record in records]
    kind = _kind(cells)
    typed = type_of(cells) if kind == "text" else ValueType()
    return Column(name, kind, (number,), type=typed, constant=len(set(cells)) == 1)


def _kind(cells: Sequence[Cell]) -> Kind:
    """Return what the values of a column are: addresses of pages or of images if all are, otherwise texts."""
    texts = [cell for cell in cells if cell is not None]
    if not all(isinstance(text, str) and _ADDRESS.fullmatch(text) for text in texts):
        return "text"
    return "image" if all(_IMAGE.search(str(text)) for text in texts) else "link"


def _row(page: Page, columns: Sequence[Column], paths: Sequence[Path], record: dict[Path, Cell]) -> Row:
    cells: list[Cell] = []
    for column, path in zip(columns, paths, strict=True):
        cell = record.get(path)
        cells.append(page.absolute(cell) if isinstance(cell, str) and column.kind != "text" else cell)
    shown = [cell for cell, column in zip(cells, columns, strict=True) if column.kind == "text"]
    return Row(joined(shown) or "", tuple(cells))
