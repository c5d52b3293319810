"""Results as JSON, the contract of the command line.

``json`` is one array with an object per page, in order::

    [{"page": "list.html", "columns": [{"name": "title", "type": "text"}, …], "records": [
    {"text": "The Trial Franz Kafka", "fields": {"title": "The Trial", "authors": ["Franz Kafka"], "price": null}}
    ]},
    {"page": "gone.html", "records": [], "error": "no such file or folder; check the name"}]

Where a wrapper read the page, ``"fit"`` says from 0 to 1 how well it fits, and ``"wrapper"`` which one of a library it was.
A field is a string, a list of strings or null.  ``"values"`` of a record says what the texts say whose column has a type: a
number, a date (ISO 8601), ``{"amount", "currency"}``, ``{"value", "scale"}``.  ``jsonl`` is one object per line and record::

    {"page": "list.html", "record": 1, "fields": {"title": "The Trial", "authors": ["Franz Kafka"], "price": null}}
    {"page": "gone.html", "error": "no such file or folder; check the name"}

Where discovery or a mask found the record, ``"confidence"`` says from 0 to 1 how sure it is; a mask says with ``"confidences"``
how sure each field is.  The ``"confidence"`` of a page says how sure it is that the list is its main one.

Where all lists of the pages were asked for, a page has one object for each, with ``"heading"``, ``"kind"`` and ``"main"``
beside ``"page"``; ``"record"`` counts the records of each list.

Both are UTF-8; half a surrogate pair, which UTF-8 can't hold, becomes U+FFFD.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from wrapture.extraction.table import Failure, Row, Table
from wrapture.extraction.values.read import as_json, read_cell
from wrapture.sinks.rows import Result, clean

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

LINE_ENDS = str.maketrans({"\x85": "\\u0085", "\u2028": "\\u2028", "\u2029": "\\u2029"})
"""Legal inside a JSON string, but `str.splitlines` and some editors end a line there."""


def to_json(results: Sequence[Result]) -> str:
    """Return `results` as one JSON array, a line per record, ending in a newline."""
    return "".join(_json_pieces(results))


def to_jsonl(results: Iterable[Result]) -> Iterator[str]:
    """Yield a line of JSON (without its newline) for every record and failure."""
    for result in results:
        if isinstance(result, Failure):
            yield dump({"page": result.page, "error": result.error})
            continue
        for n, row in enumerate(result.rows, start=1):
            said = {"fields": _fields(result, row), **_values(result, row), **_confidence(result, row)}
            yield dump({**_head(result), "record": n, **said})


def write_json(results: Sequence[Result], path: Path) -> None:
    """Write `results` to a file as one JSON array."""
    with path.open("w", encoding="utf-8", newline="\n") as file:
        file.writelines(_json_pieces(results))


def write_jsonl(results: Sequence[Result], path: Path) -> None:
    """Write `results` to a file, a line of JSON per record."""
    with path.open("w", encoding="utf-8", newline="\n") as file:
        file.writelines(f"{line}\n" for line in to_jsonl(results))


def _json_pieces(results: Sequence[Result]) -> Iterator[str]:
    yield "["
    for n, result in enumerate(results):
        yield ",\n" if n else ""
        yield _page(result)
    yield "]\n"


def _page(result: Result) -> str:
    """Return one page as an object; the records stand on lines of their own, which is fast and pleasant to diff."""
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
    """Return what is said of a page as a whole."""
    wrapper = {"wrapper": table.wrapper} if table.wrapper else {}
    fit = {} if table.fit is None else {"fit": table.fit.value}
    confidence = {} if table.confidence is None else {"confidence": round(table.confidence, 3)}
    section = {"heading": table.heading, "kind": table.kind, "main": table.main} if table.kind else {}
    return {"page": table.page, **section, **wrapper, **fit, **confidence}


def _columns(table: Table) -> dict[str, object]:
    """Return what is said of the columns, where it is known."""
    columns = [
        {"name": column.name, "type": column.type_name, **({"constant": True} if column.constant else {})}
        for column in table.described
    ]
    return {"columns": columns} if columns else {}


def record_objects(table: Table) -> list[dict[str, object]]:
    """Return the records of a table as the contract has them: all text, and the fields by name."""
    return [
        {"text": row.text, "fields": _fields(table, row), **_values(table, row), **_confidence(table, row)}
        for row in table.rows
    ]


def _fields(table: Table, row: Row) -> dict[str, object]:
    return dict(zip(table.columns, row.cells, strict=True))


def _values(table: Table, row: Row) -> dict[str, object]:
    """Return what the texts of a record say whose columns have a type, where they fit it."""
    typed = [i for i, column in enumerate(table.described) if column.type.name not in ("text", "link")]
    read = {table.columns[i]: as_json(read_cell(table.described[i].type, row.cells[i])) for i in typed}
    known = {name: value for name, value in read.items() if value is not None}
    return {"values": known} if known else {}


def _confidence(table: Table, row: Row) -> dict[str, object]:
    """Return how sure the record and its cells are, where this is known."""
    known = {name: value for name, value in zip(table.columns, row.confidences, strict=False) if value is not None}
    record = {} if row.confidence is None else {"confidence": round(row.confidence, 3)}
    return {**record, **({"confidences": known} if known else {})}


def dump(value: object) -> str:
    """Return a value as JSON on one line that is safe to print and to split."""
    return clean(json.dumps(value, ensure_ascii=False)).translate(LINE_ENDS)
