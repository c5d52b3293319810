"""Records in the data that a page carries for its scripts: arrays of objects, and the values in an object."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING, Final, NamedTuple

from wrapture.html.page_data import data_of
from wrapture.model import EACH
from wrapture.model.table import Row, Table, joined, table_of
from wrapture.model.wrapper import MAX_NAME

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wrapture.html.page import Page
    from wrapture.model import Column, DataLocator, FieldPath
    from wrapture.model.table import Cell

MAX_RECORDS: Final = 10_000
MAX_VALUES: Final = 500_000  # visited in the data of a page
MAX_DEPTH: Final = 4  # names that lead from a record to a value: edge, node, price, amount
MAX_ITEMS: Final = 50  # values of a list in a record
OBJECTS: Final = 0.8  # share of an array's items that are objects
FEWEST: Final = 2  # objects of an array


class DataArray(NamedTuple):
    """An array of objects, the path that leads to it, and the ``@type`` of what holds it."""

    path: tuple[str, ...]
    objects: list[dict[str, object]]
    holder: str = ""


def read_data(locator: DataLocator, columns: Sequence[Column], page: Page) -> Table:
    """Return the table of the records that a data locator finds, with the columns that are kept."""
    arrays = [array.objects for array in arrays_in(page) if array.path == locator.path]
    kept = [column for column in columns if column.keep]
    records = (dict(values_of(one)) for one in max(arrays, key=len, default=[]))
    return table_of(page.name, kept, tuple([_row(locator, kept, page, record) for record in records if record]))


def arrays_in(page: Page) -> Iterator[DataArray]:
    """Yield the arrays of objects in the data of a page."""
    left = MAX_VALUES
    waiting: list[tuple[tuple[str, ...], object, str]] = []
    waiting += [((), value, "") for value in data_of(page)][::-1]
    while waiting and left > 0:
        path, value, holder = waiting.pop()
        left -= 1
        if isinstance(value, dict):
            kind = str(value.get("@type", ""))
            waiting += [((*path, name), one, kind) for name, one in _named(value) if isinstance(one, list | dict)]
        elif isinstance(value, list):
            objects = [one for one in value if isinstance(one, dict)]
            if len(objects) >= max(FEWEST, OBJECTS * len(value)):
                yield DataArray(path, objects[:MAX_RECORDS], holder)
            waiting += [((*path, EACH), one, "") for one in value if isinstance(one, list | dict)]


def _named(value: dict[str, object]) -> Iterator[tuple[str, object]]:
    """Yield what an object holds, with the names; a wrapper file holds none that are longer."""
    return ((name, one) for name, one in value.items() if len(name) <= MAX_NAME)


def values_of(record: dict[str, object], *, first: bool = False) -> Iterator[tuple[FieldPath, Cell]]:
    """Yield the values of an object and of those inside it, with their paths, in order.

    Of a list of objects without names, there are those of the ``first`` if asked for: the offers of a product.
    """
    waiting: list[tuple[FieldPath, object]] = [((), record)]
    while waiting:
        path, value = waiting.pop()
        if isinstance(value, dict):
            inner = [((*path, name), one) for name, one in _named(value) if not name.startswith(("@", "_"))]
            waiting += inner[::-1] if len(path) < MAX_DEPTH else []
        elif isinstance(value, list):
            texts = tuple(filter(None, map(_item, value[:MAX_ITEMS])))
            if texts:
                yield path, texts
            elif first and value and isinstance(value[0], dict):
                waiting.append((path, value[0]))
        elif text := _text(value):
            yield path, text


def _item(value: object) -> str:
    """Return an item of a list as text: of an object, its name."""
    return _text(value.get("name") or value.get("title")) if isinstance(value, dict) else _text(value)


def _text(value: object) -> str:
    """Return a text or number as text; flags, what is missing, and what is no number (``NaN``, 1e999) say nothing."""
    if isinstance(value, str):
        return " ".join(value.split())
    if isinstance(value, float) and not isfinite(value):
        return ""
    return str(value) if isinstance(value, int | float) and not isinstance(value, bool) else ""


def _row(locator: DataLocator, columns: Sequence[Column], page: Page, record: dict[FieldPath, Cell]) -> Row:
    cells = tuple([_cell(locator, column, page, record) for column in columns])
    shown = [cell for cell, column in zip(cells, columns, strict=True) if column.kind == "text"]
    return Row(joined(shown) or "", cells)


def _cell(locator: DataLocator, column: Column, page: Page, record: dict[FieldPath, Cell]) -> Cell:
    """Return the value of a column; those of a merged column are joined."""
    found = [record.get(locator.fields[place[0]]) for place in column.places]
    if column.kind != "text":
        return page.absolute(found[0]) if isinstance(found[0], str) else None
    return found[0] if len(found) == 1 else joined(found, column.joined_by)
