"""The limits of time and memory hold, and settings and paths are not told."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest

from tests.patience import PATIENCE_S
from wrapture import query
from wrapture.errors import QueryError
from wrapture.sql import query_limits
from wrapture.sql.query_limits import bounded_memory, is_left_behind

if TYPE_CHECKING:
    from pathlib import Path

    from tests.command import Command

UNIONS = "select 1 " + "union select 1 " * 6000
REPEATED = "select length(repeat('x', 4000000000) || a) from records, range(20)"
PADDED = "select length(lpad('x', 2000000000, 'y')) from range(20)"
COUNTED = "select count(*) from range(100000000000) a, range(100000000000) b"
"""Planning takes half a minute, one value minutes, the count years."""


@pytest.fixture
def records(tmp_path: Path) -> Path:
    path = tmp_path / "records.jsonl"
    path.write_text('{"a": 1}\n')
    return path


def test_a_query_ends_in_time_in_python(records: Path) -> None:
    with pytest.raises(QueryError, match=r"took longer than 0.5 s; raise `timeout_s`"):
        query(COUNTED, records, timeout_s=0.5)
    assert not is_left_behind()


@pytest.mark.slow
@pytest.mark.parametrize("sql", [UNIONS, REPEATED, PADDED, COUNTED], ids=["planning", "repeat", "pad", "running"])
def test_the_command_ends_in_time(wrapture: Command, records: Path, sql: str, tmp_path: Path) -> None:
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    begin = time.monotonic()
    done = wrapture.started(
        "sql", sql, records, "--timeout", "1", timeout_s=10 * PATIENCE_S, env={"TMPDIR": str(temporary)}
    )
    assert done.fails_with_one_line() in (
        "wrapture: query: took longer than 1 s; raise --timeout, or select less",
        "wrapture: query: needs more memory than available; select less, or a part of it",
    )
    assert time.monotonic() - begin < PATIENCE_S
    assert not list(temporary.iterdir())


@pytest.mark.parametrize("value", ["repeat('x', 4000000000)", "range(900000000)"])
def test_a_value_larger_than_the_memory_is_refused(
    wrapture: Command, records: Path, value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(query_limits, "memory_bytes", lambda: 1 << 30)
    line = wrapture("sql", f"select len({value}) from range(3)", records).fails_with_one_line()
    assert line == "wrapture: query: needs more memory than available; select less, or a part of it"


def test_the_memory_of_python_is_bounded_too() -> None:
    with pytest.raises(QueryError, match="needs more memory than available"), bounded_memory():
        bytearray(1 << 40)
    bytearray(1 << 20)


@pytest.mark.parametrize(
    "sql",
    [
        "select current_setting('allowed_paths')",
        "select CURRENT_SETTING('temp_directory')",
        "select a from records where current_setting('threads') = '1'",
        "show temp_directory",
        "from duckdb_views",
        "from system.main.duckdb_views",
        'select sql from "SQLITE_MASTER"',
        "select * from pg_catalog.pg_views",
        "select * from pg_settings",
        "select view_definition from information_schema.views",
        "with a as (from duckdb_databases) from a",
        "select (select max(sql) from duckdb_tables)",
        "explain select * from duckdb_views",
        "describe duckdb_views",
    ],
)
def test_settings_and_paths_are_not_told(records: Path, sql: str) -> None:
    with pytest.raises(QueryError, match="settings and paths are not told"):
        query(sql, records)


@pytest.mark.parametrize(
    "sql", ["show tables", "show records", "describe records", "from information_schema.tables", "summarize records"]
)
def test_the_tables_are_told(records: Path, sql: str) -> None:
    assert str(records.parent) not in str(query(sql, records).rows)
