"""Turn DuckDB's errors into one line: where, what, and what to do."""

from __future__ import annotations

import json
import re
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

from wrapture.error_lines import one_line
from wrapture.errors import QueryError
from wrapture.rows.duckdb_file import require_duckdb

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

MOST_CHARACTERS: Final = 300  # of DuckDB's message, which may quote a whole line of data
REST: Final = re.compile(r"\s*(Candidate functions:|LINE \d+:|Possible (?:[Ss]olutions?|fixes):|Use .SET ).*", re.S)
"""Text after DuckDB's message that is dropped: lists of fifty functions, and advice about locked settings."""
DENIED: Final = "file system operations are disabled"


def duckdb_library() -> Any:
    """Return the module ``duckdb``, or raise `MissingExtraError`."""
    return require_duckdb("querying with SQL")


@contextmanager
def explain_data_errors(name: str) -> Iterator[None]:
    """Turn DuckDB's errors on opening data into one line that names the file."""
    duckdb = duckdb_library()
    try:
        yield
    except duckdb.InterruptException:
        raise
    except duckdb.OutOfMemoryException as error:
        raise QueryError(name, "not enough memory to read it; query fewer files at once") from error
    except duckdb.Error as error:
        what = parts_of(error).get("exception_message", "")
        raise QueryError(name, f"can't be read ({first_words(what)}); write it again or leave it out") from error


@contextmanager
def explain_query_errors(sql: str, known: Sequence[str], shift: int | None = 0) -> Iterator[None]:
    """Turn DuckDB's errors in a query into one line with the position in the query.

    `shift` is the number of characters before the query, or None if DuckDB has embedded it in a query of its own.
    """
    duckdb = duckdb_library()
    try:
        yield
    except duckdb.InterruptException:
        raise
    except duckdb.OutOfMemoryException as error:
        raise QueryError("query", "needs more memory than available; select less, or a part of it") from error
    except duckdb.Error as error:
        parts = parts_of(error)
        where = "query" if shift is None else place_of(sql, parts, shift)
        raise QueryError(where, _what(parts, known)) from error


def parts_of(error: Exception) -> dict[str, str]:
    """Return the parts of an error of DuckDB, which reports JSON if configured to.

    >>> parts_of(ValueError('Parser Error: {"exception_message": "oh", "position": "3"}'))
    {'exception_message': 'oh', 'position': '3'}
    >>> parts_of(ValueError("IO Error: gone"))
    {'exception_message': 'gone'}
    """
    text = str(error)
    _, brace, rest = text.partition("{")
    try:
        parts = json.loads(brace + rest)
    except ValueError:
        parts = None
    if isinstance(parts, dict) and "exception_message" in parts:
        return {str(name): str(value) for name, value in parts.items()}
    return {"exception_message": re.sub(r"^[A-Z][\w ]* Error: ", "", text)}


def first_words(message: str) -> str:
    r"""Return a message of DuckDB, shortened to one line.

    >>> first_words('no "a"!\nCandidate bindings: "b"\n\nLINE 1: select a')
    'no "a"! Candidate bindings: "b"'
    """
    return one_line(REST.sub("", message).rstrip(".;: \n"), MOST_CHARACTERS)


def place_of(sql: str, parts: dict[str, str], shift: int = 0) -> str:
    r"""Return where in a query an error is.

    >>> place_of("select 1\n  oh", {"position": "11"}), place_of("select 1", {})
    ('query, line 2, column 3', 'query')
    """
    try:
        before = sql.encode()[: max(0, int(parts["position"]) - shift)].decode(errors="replace")
    except (KeyError, ValueError):
        return "query"
    line = before.count("\n") + 1
    return f"query, line {line}, column {len(before) - before.rfind(chr(10))}"


def _what(parts: dict[str, str], known: Sequence[str]) -> str:
    what = first_words(parts.get("exception_message", "failed"))
    if DENIED in what:
        return f"no other files can be read, only {', '.join(known)}; name a file after the query to read it"
    if parts.get("error_subtype") == "MISSING_ENTRY" and parts.get("type") == "Table":
        return f"{what.partition('!')[0]}; there are {', '.join(known)}"
    return what
