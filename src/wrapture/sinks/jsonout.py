"""Results as JSON, the contract of the command line.

``json`` is one array with an object per page, in order::

    [{"page": "list.html", "records": [
    {"text": "The Trial Franz Kafka", "fields": {"title": "The Trial", "authors": ["Franz Kafka"], "price": null}}
    ]},
    {"page": "gone.html", "records": [], "error": "no such file or folder; check the name"}]

Where a wrapper read the page, ``"fit"`` says from 0 to 1 how well it fits, and ``"wrapper"`` which one of a library it was.
A field is a string, a list of strings or null.  ``jsonl`` is one object per line and record::

    {"page": "list.html", "record": 1, "fields": {"title": "The Trial", "authors": ["Franz Kafka"], "price": null}}
    {"page": "gone.html", "error": "no such file or folder; check the name"}

Where a mask read the record, ``"confidence"`` says from 0 to 1 how sure each of its fields is.

Both are UTF-8; half a surrogate pair, which UTF-8 can't hold, becomes U+FFFD.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from wrapture.extraction.table import Failure, Row, Table
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
            yield dump({**_head(result), "record": n, "fields": _fields(result, row), **_confidence(result, row)})


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
    return dump(_head(result))[:-1] + ', "records": [' + (f"\n{records}\n" if records else "") + "]}"


def _head(table: Table) -> dict[str, object]:
    """Return what is said of a page as a whole."""
    wrapper = {"wrapper": table.wrapper} if table.wrapper else {}
    fit = {} if table.fit is None else {"fit": table.fit.value}
    return {"page": table.page, **wrapper, **fit}


def record_objects(table: Table) -> list[dict[str, object]]:
    """Return the records of a table as the contract has them: all text, and the fields by name."""
    return [{"text": row.text, "fields": _fields(table, row), **_confidence(table, row)} for row in table.rows]


def _fields(table: Table, row: Row) -> dict[str, object]:
    return dict(zip(table.columns, row.cells, strict=True))


def _confidence(table: Table, row: Row) -> dict[str, object]:
    """Return how sure the cells are that there are, where this is known."""
    known = {name: value for name, value in zip(table.columns, row.confidences, strict=False) if value is not None}
    return {"confidence": known} if known else {}


def dump(value: object) -> str:
    """Return a value as JSON on one line that is safe to print and to split."""
    return clean(json.dumps(value, ensure_ascii=False)).translate(LINE_ENDS)
