"""Rows as a table in PostgreSQL: copied into a temporary table, then inserted or, with a key, merged into the table.

Everything happens in one transaction, so a failure leaves the database as it was.  Without a key the table is new, or replaced
with ``force``.  With a key, a record whose key is known replaces the old one; a table that lacks columns gets them.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

from wrapture.errors import MissingExtraError, OutputError
from wrapture.rows.kinds import LIST, MIXED
from wrapture.rows.postgresql_target import postgresql_target
from wrapture.rows.row_schema import header
from wrapture.rows.sql_names import quoted
from wrapture.wording import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from psycopg import Connection

    from wrapture.rows.postgresql_target import PostgresqlTarget
    from wrapture.rows.result_rows import ResultRows

TYPES: Final = {
    "integer": "bigint",
    "number": "double precision",
    "date": "date",
    "moment": "timestamp without time zone",
    "boolean": "boolean",
    "huge": "numeric",
    "json": "jsonb",
}
WIDENED: Final = frozenset({("bigint", "double precision"), ("bigint", "text"), ("double precision", "text")})
"""Pairs of types: a column of the first becomes one of the second, if a result has such values."""
TAKES: Final = frozenset({("double precision", "bigint"), ("numeric", "bigint"), ("numeric", "double precision")})
"""Pairs of types: a column of the first takes values of the second."""
MAX_NAME_BYTES: Final = 63
CONNECT_S: Final = 10
COPIED: Final = "wrapture_copied"
NUMBER: Final = "wrapture_row"


def require_psycopg() -> Any:
    """Return psycopg; raises `MissingExtraError`."""
    try:
        import psycopg
    except ImportError as missing:
        raise MissingExtraError("PostgreSQL", "postgresql") from missing
    return psycopg


def check_postgresql(address: str, *, force: bool) -> None:
    """Raise `OutputError` if a table can't be written now: no connection, or it exists."""
    target = postgresql_target(address)
    with _connected(target) as connection:
        _refuse_existing(connection, target, force=force)


def write_postgresql(rows: ResultRows, address: str, *, force: bool) -> None:
    """Write rows to the table at an address, all of them or none."""
    target = postgresql_target(address)
    names, types = column_names(rows.schema.names), [type_of(kind) for kind in rows.schema.kinds]
    unknown = [name for name in target.key if name not in names]
    if unknown:
        raise OutputError(target.shown, f"no column {unknown[0]!r} for the key; there are {', '.join(names)}")
    with _connected(target) as connection:
        _refuse_existing(connection, target, force=force)
        _copy(connection, rows, names, types)
        _check_key(connection, target)
        if not target.key:
            connection.execute(f"DROP TABLE IF EXISTS {_table(target)}")  # with `force`
        _prepare(connection, target, names, types)
        _merge(connection, target, names)


def column_names(names: Sequence[str]) -> tuple[str, ...]:
    """Return names that PostgreSQL keeps whole and apart: it cuts longer ones.

    >>> [len(name) for name in column_names(["x" * 70, "x" * 80, "title"])]
    [59, 61, 5]
    """
    return header([_cut(name or "column") for name in names], ())


def type_of(kind: str) -> str:
    """Return PostgreSQL's type for a kind.

    >>> type_of("number[]"), type_of("mixed")
    ('double precision[]', 'text')
    """
    return TYPES.get(kind.removesuffix(LIST), "text") + (LIST if kind.endswith(LIST) else "")


@contextmanager
def _connected(target: PostgresqlTarget) -> Iterator[Connection[Any]]:
    """Yield a connection in a transaction; libpq's messages name no passwords, except about an address it can't parse."""
    psycopg = require_psycopg()
    try:
        psycopg.conninfo.conninfo_to_dict(target.address)
    except psycopg.ProgrammingError:
        raise OutputError(target.shown, "is no valid address; check user, host, port and options") from None
    try:
        with psycopg.connect(
            target.address, connect_timeout=CONNECT_S, application_name="wrapture", client_encoding="utf-8"
        ) as connection:
            yield connection
    except psycopg.Error as error:
        raise OutputError(target.shown, _reason(error)) from error


def _reason(error: Exception) -> str:
    lines = [line.strip() for line in str(error).splitlines() if line.strip()] or [type(error).__name__]
    return f"PostgreSQL: {lines[0]}"


def _refuse_existing(connection: Connection[Any], target: PostgresqlTarget, *, force: bool) -> None:
    if not target.key and not force and _columns(connection, target):
        raise OutputError(
            target.shown,
            f"the table {target.table[-1]} exists; use `force=True` to replace it, or add key=COLUMN to merge",
        )


def _columns(connection: Connection[Any], target: PostgresqlTarget) -> dict[str, str]:
    """Return the columns of the table with their types; none if there is no such table."""
    found = connection.execute(
        "SELECT attname, format_type(atttypid, atttypmod) FROM pg_attribute"
        " WHERE attrelid = to_regclass(%s) AND attnum > 0 AND NOT attisdropped ORDER BY attnum",
        [_table(target)],
    )
    return dict(found.fetchall())


def _copy(connection: Connection[Any], rows: ResultRows, names: Sequence[str], types: Sequence[str]) -> None:
    """Copy the rows into a temporary table, numbered in their order."""
    columns = ", ".join(f"{quoted(name)} {kind}" for name, kind in zip(names, types, strict=True))
    connection.execute(f"CREATE TEMPORARY TABLE {COPIED} ({columns}, {NUMBER} bigserial) ON COMMIT DROP")
    listed = ", ".join(map(quoted, names))
    with connection.cursor().copy(f"COPY {COPIED} ({listed}) FROM STDIN") as copy:
        for batch in rows.filled():
            cells = [_cells(held, kind) for held, kind in zip(batch, rows.schema.kinds, strict=True)]
            for row in zip(*cells, strict=True):
                copy.write_row(row)


def _cells(values: Sequence[Any], kind: str) -> Sequence[Any]:
    """Return values as psycopg takes them; PostgreSQL has no texts with a NUL."""
    if kind == "json":
        from psycopg.types.json import Jsonb

        return [None if value is None else Jsonb(value) for value in values]
    if kind.removesuffix(LIST) in {"string", MIXED}:
        return [_without_nul(value) for value in values]
    return values


def _without_nul(value: Any) -> Any:
    if isinstance(value, str):
        return value.replace("\0", "\N{REPLACEMENT CHARACTER}")
    return None if value is None else [_without_nul(one) for one in value]


def _check_key(connection: Connection[Any], target: PostgresqlTarget) -> None:
    """Raise `OutputError` if records have no value in the key: they could be neither merged nor left out silently."""
    if not target.key:
        return
    empty = " OR ".join(f"{quoted(name)} IS NULL" for name in target.key)
    (missing,) = connection.execute(f"SELECT count(*) FROM {COPIED} WHERE {empty}").fetchone() or (0,)
    if missing:
        what = f"{counted(missing, 'record')} without a value in the key {', '.join(target.key)}; choose another key"
        raise OutputError(target.shown, what)


def _prepare(connection: Connection[Any], target: PostgresqlTarget, names: Sequence[str], types: Sequence[str]) -> None:
    """Create the table, or add and widen columns of an existing one."""
    wanted = dict(zip(names, types, strict=True))
    there = _columns(connection, target)
    if not there:
        key = f", PRIMARY KEY ({', '.join(map(quoted, target.key))})" if target.key else ""
        columns = ", ".join(f"{quoted(name)} {kind}" for name, kind in wanted.items())
        connection.execute(f"CREATE TABLE {_table(target)} ({columns}{key})")
        return
    for name, kind in wanted.items():
        change = _change(target, name, kind, there.get(name))
        if change:
            connection.execute(f"ALTER TABLE {_table(target)} {change}")


def _change(target: PostgresqlTarget, name: str, kind: str, present: str | None) -> str:
    """Return how a column must change to take values of a type: nothing if it takes them."""
    if present is None:
        return f"ADD COLUMN {quoted(name)} {kind}"
    if present in (kind, "text") or (present, kind) in TAKES:
        return ""
    if (present, kind) in WIDENED:
        return f"ALTER COLUMN {quoted(name)} TYPE {kind}"
    raise OutputError(target.shown, f"the column {name} is {present}, and takes no values of type {kind}")


def _merge(connection: Connection[Any], target: PostgresqlTarget, names: Sequence[str]) -> None:
    """Insert the copied rows; of several with one key the last counts."""
    there = _columns(connection, target)
    columns = ", ".join(map(quoted, names))
    values = ", ".join(f"{quoted(name)}::{there[name]}" for name in names)
    if not target.key:
        connection.execute(f"INSERT INTO {_table(target)} ({columns}) SELECT {values} FROM {COPIED} ORDER BY {NUMBER}")
        return
    key = ", ".join(map(quoted, target.key))
    others = [quoted(name) for name in names if name not in target.key]
    update = ", ".join(f"{name} = excluded.{name}" for name in others)
    last = f"SELECT DISTINCT ON ({key}) * FROM {COPIED} ORDER BY {key}, {NUMBER} DESC"
    connection.execute(
        f"INSERT INTO {_table(target)} ({columns}) SELECT {values} FROM ({last}) AS last ORDER BY {NUMBER}"
        f" ON CONFLICT ({key}) DO {f'UPDATE SET {update}' if others else 'NOTHING'}"
    )


def _table(target: PostgresqlTarget) -> str:
    return ".".join(map(quoted, target.table))


def _cut(name: str) -> str:
    """Return a name with room for a number after it."""
    return name.encode()[: MAX_NAME_BYTES - 4].decode(errors="ignore") if len(name.encode()) > MAX_NAME_BYTES else name
