"""Which statements may be asked: one, that reads and does not write.

The kind of a statement does not tell.  Since DuckDB 2.0 ``WITH t AS (COPY … TO 'file') FROM t`` is a SELECT; it writes to every
file that the engine may read.  So the statement is looked at as DuckDB's own parser sees it: all its query nodes must be of
known kinds, and so must be the functions that it takes rows from.  What is not known is refused.
"""

from __future__ import annotations

import json
import re
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from wrapture.errors import QueryError
from wrapture.sql.engine import Engine
from wrapture.sql.trouble import told_of_query

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
"""The functions that rows may be taken from.  Others read files, or run SQL that stands in a text."""
EXPLAIN: Final = re.compile(r"\s*explain\s+(?:analyze\s+)?", re.I)
ASK: Final = "only SELECT, WITH, FROM, VALUES, DESCRIBE, SUMMARIZE, SHOW and EXPLAIN can be asked"
MOST_CHARACTERS: Final = 1_000_000


@cache
def _parser() -> Engine:
    """Return an engine without data, which parses: it is the same for all queries, as opening one takes its time."""
    engine = Engine()
    engine.lock()
    return engine


def check(sql: str) -> str:
    """Return the kind of a statement, SELECT or EXPLAIN; raise `QueryError` unless a text is one that only reads."""
    if len(sql) > MOST_CHARACTERS:
        raise QueryError("query", f"is longer than {MOST_CHARACTERS:,} characters; ask in several queries")
    if "\0" in sql or not _is_unicode(sql):
        raise QueryError("query", "is not Unicode text; type it anew")
    kinds = _kinds(sql)
    if not kinds:
        raise QueryError("query", "is empty; ask, for example: select * from records")
    if len(kinds) > 1:
        raise QueryError("query", f"has {len(kinds)} statements; ask one at a time")
    if kinds == ["EXPLAIN"]:
        # what stands behind it is parsed alone: EXPLAIN ANALYZE runs it
        _check_tree(EXPLAIN.sub("", sql, count=1))
    elif kinds == ["SELECT"]:
        _check_tree(sql)
    elif kinds == ["MULTI"]:
        raise QueryError("query", "PIVOT must know its columns; name them: PIVOT t ON a IN ('x', 'y') USING sum(b)")
    else:
        raise QueryError("query", f"{kinds[0]} changes something; {ASK}")
    return kinds[0]


def _is_unicode(text: str) -> bool:
    try:
        return bool(text.encode()) or not text
    except UnicodeEncodeError:
        return False


def _kinds(sql: str) -> list[str]:
    with told_of_query(sql, ()):
        return [statement.type.name for statement in _parser().cursor().extract_statements(sql)]


def _check_tree(sql: str) -> None:
    """Raise `QueryError` where the tree of a statement holds what does more than ask."""
    with told_of_query(sql, ()):
        (text,) = _parser().cursor().execute("SELECT json_serialize_sql(?)", [sql]).fetchall()[0]
    try:
        tree = json.loads(text)
    except RecursionError as error:
        raise QueryError("query", "is nested too deep; ask in several queries") from error
    if tree.get("error", True):
        raise QueryError("query", ASK)
    for part in _objects(tree):
        _check_part(part)


def _check_part(part: dict[str, Any]) -> None:
    """Raise `QueryError` where an object is a query node, a reference to rows or a function that is not known."""
    kind = part.get("type")
    is_node = "cte_map" in part or (isinstance(kind, str) and kind.endswith("_NODE"))
    if "info_type" in part or (is_node and kind not in QUERY_NODES):
        raise QueryError("query", f"changes or writes something; {ASK}")
    is_reference = "class" not in part and "alias" in part and "sample" in part
    if is_reference and kind not in TABLE_REFERENCES:
        raise QueryError("query", f"takes rows from what is not known ({kind}); {ASK}")
    if kind == "TABLE_FUNCTION":
        _check_function(part)


def _check_function(reference: dict[str, Any]) -> None:
    function = reference.get("function")
    name = function.get("function_name", "") if isinstance(function, dict) else ""
    qualified = isinstance(function, dict) and (function.get("schema") or function.get("catalog"))
    if name.lower() not in TABLE_FUNCTIONS or qualified:
        raise QueryError(
            "query", f"rows can't be taken from {name or 'this function'}(); name files after the query to ask them"
        )


def _objects(tree: Any) -> Iterator[dict[str, Any]]:
    """Yield all objects of a JSON value, in a loop: a query may be nested deep."""
    waiting = [tree]
    while waiting:
        one = waiting.pop()
        if isinstance(one, dict):
            yield one
            waiting.extend(one.values())
        elif isinstance(one, list):
            waiting.extend(one)
