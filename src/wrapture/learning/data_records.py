"""Records in the data of a page that shows nothing without its scripts: the array of objects with the most readable text.

Frameworks send the records of a list with the page, as JSON that their scripts draw.  Every array of objects is a candidate;
the score is its readable text times how regularly the objects fill their fields.  Addresses, ids and flags are not readable.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from wrapture.columns.naming.name_words import slug
from wrapture.html.script_built import is_built_by_scripts
from wrapture.lazy_regex import lazy_regex
from wrapture.model import Column, DataLocator, Layout, ValueType, masked_layout
from wrapture.model.table import Table, joined
from wrapture.reading.data_reading import FEWEST, arrays_in, read_data, values_of
from wrapture.values.deciding import type_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.html.page import Page
    from wrapture.model import FieldPath, Kind
    from wrapture.model.table import Cell
    from wrapture.reading.data_reading import DataArray

NAME: Final = "data"
"""The name of this learner in wrappers."""
MAX_COLUMNS: Final = 40
FILLED: Final = 0.2  # share of the records that have a value in a column
COUNTED: Final = 100  # characters of a value that count: one long text is not better than many fields
_READABLE: Final = lazy_regex(r"[^\W\d_]{2}")
_ADDRESS: Final = lazy_regex(r"(?:https?:)?//\S+|/[^\s/]\S*", re.IGNORECASE)
_IMAGE: Final = lazy_regex(r"\.(?:avif|gif|jpe?g|png|svg|webp)(?:[?#]\S*)?$", re.IGNORECASE)
_HUMP: Final = lazy_regex(r"(?<=[a-z0-9])(?=[A-Z])")


class LearnedData(NamedTuple):
    """How the records in a page's data are found, and their columns."""

    locator: DataLocator
    layout: Layout


class _DataList(NamedTuple):
    """An array of objects as records: the values of each by their paths."""

    path: tuple[str, ...]
    records: list[dict[FieldPath, Cell]]
    score: float


def learn_data(page: Page) -> LearnedData | None:
    """Return how the records in the data of a page are found, None if it has none or shows something without scripts."""
    if not is_built_by_scripts(page):
        return None
    found = max(map(_list_of, arrays_in(page)), key=lambda one: one.score, default=None)
    if found is None or not found.score:
        return None
    fields = _kept(found.records)
    columns = [_column(name, n, field, found.records) for n, (field, name) in enumerate(_named(fields).items())]
    return LearnedData(DataLocator(found.path, tuple(fields)), masked_layout(tuple(columns)))


def data_table(page: Page) -> Table:
    """Return the records in the data of a page as a table, an empty one if there are none."""
    learned = learn_data(page)
    return Table(page.name, (), ()) if learned is None else read_data(learned.locator, learned.layout.columns, page)


def _list_of(array: DataArray) -> _DataList:
    """Return an array as records, with its score."""
    records = [cells for one in array.objects if (cells := dict(values_of(one)))]
    fields = {field for record in records for field in record}
    if len(records) < FEWEST or not _kept(records):
        return _DataList(array.path, records, 0.0)
    filled = sum(map(len, records)) / (len(fields) * len(records))
    readable = sum(_readable(cell) for record in records for cell in record.values())
    return _DataList(array.path, records, filled * readable)


def _readable(cell: Cell) -> int:
    """Return how much of a value a person would read: nothing of an address, an id or a number."""
    text = joined([cell]) or ""
    is_prose = _READABLE.search(text) is not None and not _ADDRESS.fullmatch(text)
    return min(len(text), COUNTED) if is_prose and (" " in text or text.isalpha()) else 0


def _kept(records: Sequence[dict[FieldPath, Cell]]) -> list[FieldPath]:
    """Return the paths that enough records have, in the order of the data."""
    counts: dict[FieldPath, int] = {}
    for record in records:
        for field in record:
            counts[field] = counts.get(field, 0) + 1
    return [field for field, count in counts.items() if count >= FILLED * len(records)][:MAX_COLUMNS]


def _named(fields: Sequence[FieldPath]) -> dict[FieldPath, str]:
    """Return a name for each path: its last name, with as many of those before it as it takes to differ from the others."""
    names: dict[FieldPath, str] = {}
    for field in fields:
        words = [slug(_HUMP.sub("_", part)) or "value" for part in field]
        tries = ["_".join(words[-n:]) for n in range(1, len(words) + 1)]
        tries += [f"{tries[-1]}_{n}" for n in range(2, len(fields) + 2)]
        names[field] = next(name for name in tries if name not in names.values())
    return names


def _column(name: str, number: int, field: FieldPath, records: Sequence[dict[FieldPath, Cell]]) -> Column:
    """Return the column of the values at a path."""
    cells = [record.get(field) for record in records]
    kind = _kind(cells)
    typed = type_of(cells) if kind == "text" else ValueType()
    return Column(name, kind, (number,), type=typed, constant=len(set(cells)) == 1)


def _kind(cells: Sequence[Cell]) -> Kind:
    """Return what the values of a column are: addresses of pages or of images if all are, otherwise texts."""
    texts = [cell for cell in cells if cell is not None]
    if not all(isinstance(text, str) and _ADDRESS.fullmatch(text) for text in texts):
        return "text"
    return "image" if all(_IMAGE.search(str(text)) for text in texts) else "link"
