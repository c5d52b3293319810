"""Allow only queries that consist of a single, read-only statement.

The type of a statement is not enough: since DuckDB 2.0, ``WITH t AS (COPY … TO 'file') FROM t`` is a SELECT that can write to
every file the engine may read.  So the parse tree from DuckDB's own parser is checked against allow-lists of query nodes, table
references and table functions.  Anything unknown is rejected.
"""

from __future__ import annotations

import json
import re
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from wrapture.errors import QueryError
from wrapture.sql.duckdb_engine import DuckdbEngine
from wrapture.sql.query_errors import explain_query_errors

if TYPE_CHECKING:
    from collections.abc import Iterator

QUERY_NODES: Final = frozenset({"SELECT_NODE", "SET_OPERATION_NODE", "RECURSIVE_CTE_NODE", "CTE_NODE"})
TABLE_REFERENCES: Final = frozenset(
    {"BASE_TABLE", "SUBQUERY", "JOIN", "TABLE_FUNCTION", "EXPRESSION_LIST", "EMPTY", "EMPTY_FROM", "PIVOT", "SHOW_REF"}
)
TABLE_FUNCTIONS: Final = frozenset(
    {
        "generate_series",
        "histogram",
        "histogram_values",
        "json_each",
        "json_tree",
        "range",
        "repeat",
        "repeat_row",
        "unnest",
    }
)
"""Allowed table functions.  Others read files, or run SQL given as text."""
TELLING_FUNCTIONS: Final = frozenset({"current_setting", "pg_get_viewdef"})
"""Functions that tell settings and definitions, with the paths in them."""
TELLING_VIEWS: Final = (
    "SELECT lower(view_name) FROM duckdb_views() WHERE internal AND schema_name <> 'information_schema'"
)
SETTINGS: Final = "SELECT lower(name) FROM duckdb_settings()"
NOT_TOLD: Final = "settings and paths are not told; show tables lists the tables, describe their columns"
EXPLAIN: Final = re.compile(r"\s*explain\s+(?:analyze\s+)?", re.I)
ASK: Final = "only SELECT, WITH, FROM, VALUES, DESCRIBE, SUMMARIZE, SHOW and EXPLAIN are allowed"
MOST_CHARACTERS: Final = 1_000_000


@cache
def _parser() -> DuckdbEngine:
    """Return an engine without data for parsing, shared by all queries because opening one is slow."""
    engine = DuckdbEngine(parses_only=True)
    engine.lock()
    return engine


def check(sql: str) -> str:
    """Return the kind of a statement, SELECT or EXPLAIN; raises `QueryError` unless it is a single read-only statement."""
    if len(sql) > MOST_CHARACTERS:
        raise QueryError("query", f"is longer than {MOST_CHARACTERS:,} characters; split it into several queries")
    if "\0" in sql or not _is_unicode(sql):
        raise QueryError("query", "is not Unicode text; type it again")
    kinds = _kinds(sql)
    if not kinds:
        raise QueryError("query", "is empty; try, for example: select * from records")
    if len(kinds) > 1:
        raise QueryError("query", f"has {len(kinds)} statements; run one at a time")
    if kinds == ["EXPLAIN"]:
        # the explained statement is checked on its own, because EXPLAIN ANALYZE runs it
        _check_tree(EXPLAIN.sub("", sql, count=1))
    elif kinds == ["SELECT"]:
        _check_tree(sql)
    elif kinds == ["MULTI"]:
        raise QueryError("query", "PIVOT needs explicit columns: PIVOT t ON a IN ('x', 'y') USING sum(b)")
    else:
        raise QueryError("query", f"{kinds[0]} is not a read-only statement; {ASK}")
    return kinds[0]


def _is_unicode(text: str) -> bool:
    try:
        return bool(text.encode()) or not text
    except UnicodeEncodeError:
        return False


def _kinds(sql: str) -> list[str]:
    with explain_query_errors(sql, ()):
        return [statement.type.name for statement in _parser().cursor().extract_statements(sql)]


def _check_tree(sql: str) -> None:
    """Raise `QueryError` if the parse tree of a statement has a node that is not allowed."""
    with explain_query_errors(sql, ()):
        (text,) = _parser().cursor().execute("SELECT json_serialize_sql(?)", [sql]).fetchall()[0]
    try:
        tree = json.loads(text)
    except RecursionError as error:
        raise QueryError("query", "is nested too deeply; split it into several queries") from error
    if tree.get("error", True):
        raise QueryError("query", ASK)
    for part in _objects(tree):
        _check_part(part)


def _check_part(part: dict[str, Any]) -> None:
    """Raise `QueryError` if an object of the tree is an unknown query node, table reference or table function."""
    kind = part.get("type")
    is_node = "cte_map" in part or (isinstance(kind, str) and kind.endswith("_NODE"))
    if "info_type" in part or (is_node and kind not in QUERY_NODES):
        raise QueryError("query", f"is not read-only; {ASK}")
    is_reference = "class" not in part and "alias" in part and "sample" in part
    if is_reference and kind not in TABLE_REFERENCES:
        raise QueryError("query", f"uses an unknown table reference ({kind}); {ASK}")
    if kind == "TABLE_FUNCTION":
        _check_function(part)
    if _tells(part):
        raise QueryError("query", NOT_TOLD)


def _tells(part: dict[str, Any]) -> bool:
    """Return whether an object of the tree reads settings, or the definitions of views, which hold paths."""
    name = str(part.get("table_name", "")).lower()
    match part.get("type"):
        case "BASE_TABLE":
            is_views = name == "views" and str(part.get("schema_name", "")).lower() == "information_schema"
            return name in _names(TELLING_VIEWS) or is_views
        case "SHOW_REF":  # SHOW followed by a name that no table has is a setting
            return name in _names(SETTINGS)
        case _:
            return str(part.get("function_name", "")).lower() in TELLING_FUNCTIONS


@cache
def _names(sql: str) -> frozenset[str]:
    """Return the names of DuckDB's own views or settings."""
    return frozenset(name for (name,) in _parser().run(sql))


def _check_function(reference: dict[str, Any]) -> None:
    function = reference.get("function")
    name = function.get("function_name", "") if isinstance(function, dict) else ""
    qualified = isinstance(function, dict) and (function.get("schema") or function.get("catalog"))
    if name.lower() not in TABLE_FUNCTIONS or qualified:
        raise QueryError(
            "query", f"{name or 'this function'}() is not allowed as a table; name files after the query to read them"
        )


def _objects(tree: Any) -> Iterator[dict[str, Any]]:
    """Yield all objects of a JSON value, without recursion: a query may be deeply nested."""
    waiting = [tree]
    while waiting:
        one = waiting.pop()
        if isinstance(one, dict):
            yield one
            waiting.extend(one.values())
        elif isinstance(one, list):
            waiting.extend(one)
