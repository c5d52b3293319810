"""Results as JSON: the format that the command line guarantees.

The file is one array with one object per page, in order::

    [{"page": "list.html", "columns": [{"name": "title", "type": "text"}, …], "records": [
    {"text": "The Trial Franz Kafka", "fields": {"title": "The Trial", "authors": ["Franz Kafka"], "price": null}}
    ]},
    {"page": "gone.html", "records": [], "error": "no such file or folder; check the name"}]

If a wrapper read the page, ``"fit"`` is how well the page fits it, from 0 to 1, and ``"wrapper"`` its name in the library.
A field is a string, a list of strings or null.  ``"values"`` of a record holds the parsed values of typed columns: a
number, a date (ISO 8601), ``{"amount", "currency"}``, ``{"value", "scale"}``.

``"confidence"`` of a record, from 0 to 1, is present if discovery or a mask found it; a mask adds ``"confidences"``, one per
field.  ``"confidence"`` of a page is the confidence that the list is its main one, and ``"sure"`` whether that is enough not to
check it.

With all lists of the pages requested, there is one object per list, with ``"heading"``, ``"kind"`` and ``"main"`` beside
``"page"``.

The encoding is UTF-8; a lone surrogate, which UTF-8 can't encode, becomes U+FFFD.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from wrapture.model.table import Failure, Row, Table
from wrapture.rows.json_lines import dump
from wrapture.values.cell import as_json, read_cell

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from wrapture.rows.result_rows import Result


def to_json(results: Sequence[Result]) -> str:
    """Return `results` as one JSON array, one record per line, ending in a newline."""
    return "".join(_json_pieces(results))


def write_json(results: Sequence[Result], path: Path) -> None:
    """Write `results` to a file as one JSON array."""
    with path.open("w", encoding="utf-8", newline="\n") as file:
        file.writelines(_json_pieces(results))


def _json_pieces(results: Sequence[Result]) -> Iterator[str]:
    yield "["
    for n, result in enumerate(results):
        yield ",\n" if n else ""
        yield _page(result)
    yield "]\n"


def _page(result: Result) -> str:
    """Return one page as an object, with one record per line, which is fast and easy to diff."""
    if isinstance(result, Failure):
        return dump({"page": result.page, "records": [], "error": result.error})
    records = ",\n".join(map(dump, record_objects(result)))
    return (
        dump({**_head(result), **_columns(result)})[:-1]
        + ', "records": ['
        + (f"\n{records}\n" if records else "")
        + "]}"
    )


def _head(table: Table) -> dict[str, object]:
    """Return the members that describe the page as a whole."""
    wrapper = {"wrapper": table.wrapper} if table.wrapper else {}
    fit = {} if table.fit is None else {"fit": table.fit.value}
    confidence = {} if table.confidence is None else {"confidence": round(table.confidence, 3)}
    sure = {} if table.sure is None else {"sure": table.sure}
    section = {"heading": table.heading, "kind": table.kind, "main": table.main} if table.kind else {}
    return {"page": table.page, **section, **wrapper, **fit, **confidence, **sure}


def _columns(table: Table) -> dict[str, object]:
    """Return the member that describes the columns, if they are known."""
    columns = [
        {
            "name": column.name,
            "type": column.type_name,
            **({"constant": True} if column.constant else {}),
            **({"hidden": column.hidden} if column.hidden else {}),
        }
        for column in table.described
    ]
    return {"columns": columns} if columns else {}


def record_objects(table: Table) -> list[dict[str, object]]:
    """Return the records of a table in the guaranteed format: the whole text, and the fields by name."""
    return [
        {"text": row.text, "fields": _fields(table, row), **_values(table, row), **_confidence(table, row)}
        for row in table.rows
    ]


def _fields(table: Table, row: Row) -> dict[str, object]:
    return dict(zip(table.columns, row.cells, strict=True))


def _values(table: Table, row: Row) -> dict[str, object]:
    """Return the parsed values of a record's typed columns, without texts that don't match their type."""
    typed = [i for i, column in enumerate(table.described) if column.type.name not in ("text", "link")]
    read = {table.columns[i]: as_json(read_cell(table.described[i].type, row.cells[i])) for i in typed}
    known = {name: value for name, value in read.items() if value is not None}
    return {"values": known} if known else {}


def _confidence(table: Table, row: Row) -> dict[str, object]:
    """Return the confidence of a record and of its cells, if known."""
    known = {name: value for name, value in zip(table.columns, row.confidences, strict=False) if value is not None}
    record = {} if row.confidence is None else {"confidence": round(row.confidence, 3)}
    return {**record, **({"confidences": known} if known else {})}
