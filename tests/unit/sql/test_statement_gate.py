"""The gate alone, without data: what it lets through, what it refuses, and with which words."""

from __future__ import annotations

import json

import pytest

from wrapture.errors import QueryError
from wrapture.sql.statement_gate import MOST_CHARACTERS, _check_function, _check_part, _objects, _tells, check

ALLOWED = (
    "select 1",
    "from records",
    "values (1, 'a')",
    "with t as (select 1) from t",
    "with recursive t(n) as (select 1 union all select n + 1 from t where n < 9) select sum(n) from t",
    "select 1 union all select 2",
    "select * from a join b using (c), lateral (select a.x)",
    "select * from (select 1), range(3), generate_series(1, 2), unnest([1, 2])",
    "from RANGE(3)",
    "select * from json_each('{}'), json_tree('{}'), repeat('x', 2), repeat_row('x', num_rows = 2)",
    "from histogram(records, price)",
    "pivot t on a in ('x', 'y') using sum(b)",
    "describe records",
    "summarize records",
    "show tables",
    "select views from views",
    "select a.current_setting from a",
)
READ_ONLY = (
    "is not a read-only statement; only SELECT, WITH, FROM, VALUES, DESCRIBE, SUMMARIZE, SHOW and EXPLAIN are allowed"
)
REFUSED = (
    ("", "is empty; try, for example"),
    (" ; ", "is empty"),
    ("select 1; select 2", "has 2 statements; run one at a time"),
    ("select '\0'", "is not Unicode text"),
    ("select '\ud800'", "is not Unicode text"),
    ("copy t to 'x'", f"COPY {READ_ONLY}"),
    ("set a = 1", READ_ONLY),
    ("explain analyze copy t to 'x'", "only SELECT"),
    ("explain select * from read_csv('x')", "read_csv() is not allowed as a table"),
    ("EXPLAIN  ANALYZE  from read_text('x')", "read_text() is not allowed as a table"),
    ("with t as (copy (select 1) to 'x') from t", "is not read-only"),
    ("select (with t as (copy (select 1) to 'x') select 1)", "is not read-only"),
    ("from main.range(3)", "range() is not allowed as a table"),
    ("from system.main.range(3)", "range() is not allowed as a table"),
    ("from query('select 1')", "query() is not allowed as a table"),
    ("pivot t on a using sum(b)", "PIVOT needs explicit columns"),
    ("select current_setting('x')", "settings and paths are not told"),
    ("select Current_Setting('x')", "settings and paths are not told"),
    ("select pg_get_viewdef(1)", "settings and paths are not told"),
    ("from duckdb_views", "settings and paths are not told"),
    ("from DUCKDB_VIEWS", "settings and paths are not told"),
    ("from information_schema.views", "settings and paths are not told"),
    ("from Information_Schema.VIEWS", "settings and paths are not told"),
    ("show threads", "settings and paths are not told"),
    ("select " + "(" * 2000 + "1" + ")" * 2000, ""),
    ("selec 1", ""),
)


@pytest.mark.parametrize("sql", ALLOWED)
def test_queries_are_let_through(sql: str) -> None:
    assert check(sql) == "SELECT"
    if not sql.startswith(("describe", "show", "summarize")):
        assert check(f"explain {sql}") == check(f"  EXPLAIN ANALYZE {sql}") == "EXPLAIN"


@pytest.mark.parametrize(("sql", "why"), REFUSED, ids=range(len(REFUSED)))
def test_the_rest_is_refused_with_its_reason(sql: str, why: str) -> None:
    with pytest.raises(QueryError) as caught:
        check(sql)
    assert why in str(caught.value)


def test_a_query_has_a_greatest_length() -> None:
    assert MOST_CHARACTERS == 1_000_000
    sql = "select 1"
    assert check(sql + " " * (MOST_CHARACTERS - len(sql))) == "SELECT"
    with pytest.raises(QueryError, match="longer than 1,000,000 characters"):
        check(sql + " " * (MOST_CHARACTERS + 1 - len(sql)))


@pytest.mark.parametrize(
    "part",
    [
        {"type": "COPY_NODE"},
        {"type": "X", "cte_map": {}},
        {"type": "SELECT_NODE", "info_type": "x"},
        {"type": None, "cte_map": {}},
        {"type": "NEW_REF", "alias": "", "sample": None},
        {"type": "TABLE_FUNCTION", "function": None},
        {"type": "TABLE_FUNCTION", "function": {}},
        {"type": "TABLE_FUNCTION"},
    ],
)
def test_what_a_later_parser_may_add_is_refused(part: dict[str, object]) -> None:
    with pytest.raises(QueryError):
        _check_part(part)


@pytest.mark.parametrize(
    "part",
    [
        {"type": "SELECT_NODE", "cte_map": {}},
        {"type": 3},
        {"type": "NEW", "class": "x", "alias": "", "sample": None},
        {"type": "NEW", "alias": ""},
        {"type": "NEW", "sample": None},
        {"type": "BASE_TABLE", "alias": "", "sample": None, "table_name": "records"},
        {},
    ],
)
def test_what_is_known_is_let_through(part: dict[str, object]) -> None:
    _check_part(part)


def test_functions_are_known_by_their_plain_names() -> None:
    _check_function({"function": {"function_name": "Range"}})
    for function in ({"function_name": "range", "schema": "main"}, {"function_name": "range", "catalog": "c"}, {}):
        with pytest.raises(QueryError, match="is not allowed as a table"):
            _check_function({"function": function})
    with pytest.raises(QueryError, match=r"this function\(\)"):
        _check_function({"function": "range"})


def test_what_tells_is_found_by_its_kind() -> None:
    assert _tells({"type": "SHOW_REF", "table_name": "Threads"})
    assert not _tells({"type": "SHOW_REF", "table_name": "records"})
    assert not _tells({"type": "BASE_TABLE", "table_name": "threads"})
    assert not _tells({"type": "BASE_TABLE", "table_name": "views", "schema_name": "other"})
    for name in ("tables", "zebras"):
        assert not _tells({"type": "BASE_TABLE", "table_name": name, "schema_name": "information_schema"})


def test_all_objects_are_looked_at() -> None:
    deep: object = {"a": 1}
    for _ in range(5000):
        deep = [{"b": deep}]
    assert sum(1 for _ in _objects(deep)) == 5001


@pytest.mark.parametrize("tree", [{}, {"error": True}])
def test_an_error_of_the_serializer_is_a_refusal(tree: dict[str, bool], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json, "loads", lambda _: tree)
    with pytest.raises(QueryError, match="only SELECT"):
        check("select 1")


def test_a_tree_that_is_too_deep_is_a_refusal(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: str) -> None:
        raise RecursionError

    monkeypatch.setattr(json, "loads", fail)
    with pytest.raises(QueryError, match="nested too deeply"):
        check("select 1")
