"""Queries over JSON files: one row per record, whatever the layout of the file.

* An object with ``records`` is a page of them, as in ``x.json``; a line with ``fields`` is a record, as version 0.1.0 wrote to
  ``x.jsonl``.  Fields become columns.  If ``values`` has a value for most texts of a field, its columns are the typed ones of
  all other formats: a number; a day and a moment; an amount and its currency; a rating and its scale.  Failed pages have no
  row.
* Any other object is a row as it is, as in today's ``x.jsonl``.

A file is scanned completely to find its columns, because the last record may have one that no other has.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from wrapture.rows.sql_names import column_names, literal, pointer, quoted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from wrapture.sql.duckdb_engine import DuckdbEngine

LARGEST_OBJECT: Final = 64 << 20  # bytes of one line, or of one page in a .json file
TYPED_SHARE: Final = 0.5  # of a field's texts must have a value, else it stays text: two sites may share a name
HEAD: Final = {"page": "VARCHAR", "heading": "VARCHAR", "kind": "VARCHAR", "wrapper": "VARCHAR", "fit": "DOUBLE"}
"""The members of a page, and their types."""
LEAD: Final = {
    "page": "page",
    "record": "record",
    "heading": "section",
    "kind": "kind",
    "wrapper": "wrapper",
    "fit": "fit",
    "confidence": "confidence",
}
"""Where a record comes from: the name in JSON, and the name in SQL, which is that of the other formats."""
DAY: Final = len("2024-06-03")  # a longer text has a time of day
ALWAYS: Final = ("page", "record")
FIRST: Final = "CASE json_type({0}) WHEN 'ARRAY' THEN json_extract({0}, '$[0]') ELSE {0} END"
KIND: Final = f"""CASE json_type(v)
    WHEN 'OBJECT' THEN CASE
        WHEN json_exists(v, '$.amount') THEN 'price' WHEN json_exists(v, '$.value') THEN 'rating' ELSE '?' END
    WHEN 'VARCHAR' THEN CASE
        WHEN TRY_CAST(v ->> '$' AS TIMESTAMPTZ) IS NULL THEN '?' WHEN length(v ->> '$') > {DAY} THEN 'moment' ELSE 'date' END
    WHEN 'UBIGINT' THEN 'integer' WHEN 'BIGINT' THEN 'integer' WHEN 'DOUBLE' THEN 'number' ELSE '?' END"""
KINDS: Final = {
    frozenset({"price"}): "price",
    frozenset({"rating"}): "rating",
    frozenset({"integer"}): "integer",
    frozenset({"number"}): "number",
    frozenset({"integer", "number"}): "number",
    frozenset({"date"}): "date",
    frozenset({"moment"}): "moment",
    frozenset({"date", "moment"}): "moment",
}
"""The column type for values of these kinds; for any other mix of kinds it is text."""


@dataclass(frozen=True, slots=True)
class JsonField:
    """A field of the records: the kind of its values, and whether some records have several texts in it."""

    key: str
    kind: str = "text"
    several: bool = False


def json_select(engine: DuckdbEngine, path: str, *, lines: bool) -> str:
    """Return the query for the records of a JSON file."""
    form = "newline_delimited" if lines else "auto"
    objects = f"read_json_objects({literal(path)}, format = '{form}', maximum_object_size = {LARGEST_OBJECT})"
    shape = _shape(engine, objects)
    if shape == "flat":
        return _flat(engine, path, form)
    records = _records(path, form) if shape == "records" else _pages(path, form)
    return _select(engine, f"({records})")


def _shape(engine: DuckdbEngine, objects: str) -> str:
    """Return the shape of the first object that is not a failed page: a record, a page or a flat row."""
    rows = engine.run(
        f"SELECT json_type(json, '$.fields') = 'OBJECT', json_type(json, '$.records') = 'ARRAY' FROM {objects} "
        "WHERE json_type(json, '$.error') IS NULL OR json_type(json, '$.record') IS NOT NULL LIMIT 1"
    )
    if not rows or rows[0][0]:
        return "records"
    return "pages" if rows[0][1] else "flat"


def _reader(path: str, form: str, types: Iterable[tuple[str, str]]) -> str:
    columns = ", ".join(f"{literal(name)}: {literal(type_name)}" for name, type_name in types)
    how = f"format = '{form}', maximum_object_size = {LARGEST_OBJECT}"
    return f"read_json({literal(path)}, {how}, columns = {{{columns}}})"


def _flat(engine: DuckdbEngine, path: str, form: str) -> str:
    """Return the query for objects that are rows, with fixed types: otherwise each query would detect them again."""
    how = f"format = '{form}', maximum_object_size = {LARGEST_OBJECT}"
    seen = f"read_json({literal(path)}, {how}, sample_size = -1, field_appearance_threshold = 0, map_inference_threshold = -1)"
    found = [(name, type_name) for name, type_name, *_ in engine.run(f"DESCRIBE FROM {seen}")]
    names = {name.lower() for name, _ in found}
    ends = [name.lower().rpartition("_") for name in names]
    if any(stem in names and end.isdigit() for stem, _, end in ends):
        return f"FROM {seen}"  # DuckDB may have added the number, to distinguish Title from title
    return "FROM " + _reader(path, form, [(name, _plain(type_name)) for name, type_name in found])


def _plain(type_name: str) -> str:
    """Return the type of a column: text if all values are null or their types differ."""
    return "VARCHAR" if type_name in ('"NULL"', "NULL", "JSON") else type_name


def _records(path: str, form: str) -> str:
    types = {**HEAD, "confidence": "DOUBLE", "record": "BIGINT", "fields": "JSON", "values": "JSON"}
    return f"SELECT * FROM {_reader(path, form, types.items())} WHERE json_type(fields) = 'OBJECT'"


def _pages(path: str, form: str) -> str:
    reader = _reader(path, form, {**HEAD, "records": "JSON[]"}.items())
    head = ", ".join(HEAD)
    each = f"SELECT {head}, unnest(records) AS r, generate_subscripts(records, 1) AS record FROM {reader}"
    contents = "json_extract(r, '$.fields') AS fields, json_extract(r, '$.values') AS \"values\""
    sure = "TRY_CAST(json_extract_string(r, '$.confidence') AS DOUBLE) AS confidence"
    return f"SELECT {head}, record, {contents}, {sure} FROM ({each}) WHERE json_type(r, '$.fields') = 'OBJECT'"


def _select(engine: DuckdbEngine, records: str) -> str:
    """Return the query that turns the fields of records into columns."""
    lead = _lead(engine, records)
    columns = [column for field in _fields(engine, records) for column in _columns(field)]
    names = column_names([name for name, _ in columns], [LEAD[name] for name in lead])
    names = [*names[len(lead) :], *names[: len(lead)]]
    values = [*(expression for _, expression in columns), *map(quoted, lead)]
    chosen = ", ".join(f"{value} AS {quoted(name)}" for name, value in zip(names, values, strict=True))
    return f"SELECT {chosen} FROM {records}"


def _lead(engine: DuckdbEngine, records: str) -> list[str]:
    (counts,) = engine.run(f"SELECT {', '.join(f'count({quoted(name)})' for name in LEAD)} FROM {records}")
    return [name for name, n in zip(LEAD, counts, strict=True) if n or name in ALWAYS]


def _fields(engine: DuckdbEngine, records: str) -> list[JsonField]:
    texts = engine.run(
        "SELECT e.key, count(*) FILTER (e.type <> 'NULL'), bool_or(e.type = 'ARRAY') "
        f"FROM {records} r, json_each(r.fields) e GROUP BY e.key ORDER BY min(e.id), e.key"
    )
    values = engine.run(
        f"SELECT key, count(*), list(DISTINCT {KIND}) FROM (SELECT e.key AS key, {FIRST.format('e.value')} AS v "
        f"FROM {records} r, json_each(r.\"values\") e) WHERE json_type(v) <> 'NULL' GROUP BY key"
    )
    kinds = {key: (n, KINDS.get(frozenset(found), "text")) for key, n, found in values}
    return [JsonField(key, _kind_of(n, *kinds.get(key, (0, "text"))), several) for key, n, several in texts]


def _kind_of(texts: int, values: int, kind: str) -> str:
    return kind if values >= texts * TYPED_SHARE else "text"


def _columns(field: JsonField) -> Iterator[tuple[str, str]]:
    """Yield the columns for a field: name and expression."""
    at = literal(pointer(field.key))
    value = FIRST.format(f'json_extract("values", {at})')
    match field.kind:
        case "price":
            yield field.key, _part(value, "amount", "DOUBLE")
            yield f"{field.key}_currency", _part(value, "currency", "VARCHAR")
        case "rating":
            yield field.key, _part(value, "value", "DOUBLE")
            yield f"{field.key}_scale", _part(value, "scale", "DOUBLE")
        case "integer":
            yield field.key, f"TRY_CAST(({value}) ->> '$' AS BIGINT)"
        case "number":
            yield field.key, f"TRY_CAST(({value}) ->> '$' AS DOUBLE)"
        case "date" | "moment":
            text = f"(({value}) ->> '$')"
            yield field.key, f"TRY_CAST(left({text}, {DAY}) AS DATE)"
            moment = f"TRY_CAST({text} AS TIMESTAMPTZ) AT TIME ZONE 'UTC'"
            if field.kind == "moment":
                yield f"{field.key}_time", f"CASE WHEN length({text}) > {DAY} THEN {moment} END"
        case _:
            yield field.key, _text(at, several=field.several)


def _part(value: str, name: str, type_name: str) -> str:
    return f"TRY_CAST(json_extract_string({value}, '$.{name}') AS {type_name})"


def _text(at: str, *, several: bool) -> str:
    text = f"json_extract_string(fields, {at})"
    if not several:
        return text
    texts = f"CAST(json_extract(fields, {at}) AS VARCHAR[])"
    return f"CASE json_type(fields, {at}) WHEN 'ARRAY' THEN {texts} WHEN 'VARCHAR' THEN [{text}] END"
