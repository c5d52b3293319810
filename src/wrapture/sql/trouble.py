"""What can go wrong with a query, on one line: where, what, what to do."""

from __future__ import annotations

import json
import re
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

from wrapture.errors import MissingExtraError, QueryError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

MOST_CHARACTERS: Final = 300  # of a message of DuckDB: it may hold a whole line of data
REST: Final = re.compile(r"\s*(Candidate functions:|LINE \d+:|Possible (?:[Ss]olutions?|fixes):|Use .SET ).*", re.S)
"""What DuckDB says below its message: lists of fifty functions, and advice about settings that are locked."""
DENIED: Final = "file system operations are disabled"


def duckdb_library() -> Any:
    """Return the module ``duckdb``, or raise `MissingExtraError`."""
    try:
        import duckdb
    except ImportError as missing:
        raise MissingExtraError("asking with SQL", "sql") from missing
    return duckdb


@contextmanager
def told_of_data(name: str) -> Iterator[None]:
    """Turn what DuckDB says while data are opened into one line that names them."""
    duckdb = duckdb_library()
    try:
        yield
    except duckdb.InterruptException:
        raise
    except duckdb.OutOfMemoryException as error:
        raise QueryError(name, "there is not enough memory to read it; ask fewer files at once") from error
    except duckdb.Error as error:
        what = parts_of(error).get("exception_message", "")
        raise QueryError(name, f"can't be read ({one_line(what)}); write it anew or leave it out") from error


@contextmanager
def told_of_query(sql: str, known: Sequence[str], shift: int | None = 0) -> Iterator[None]:
    """Turn what DuckDB says of a query into one line with the place in it.

    `shift` characters stand before it; None where DuckDB has put it into a query of its own.
    """
    duckdb = duckdb_library()
    try:
        yield
    except duckdb.InterruptException:
        raise
    except duckdb.OutOfMemoryException as error:
        raise QueryError("query", "needs more memory than there is; ask for less, or for a part of it") from error
    except duckdb.Error as error:
        said = parts_of(error)
        where = "query" if shift is None else place_of(sql, said, shift)
        raise QueryError(where, _what(said, known)) from error


def parts_of(error: Exception) -> dict[str, str]:
    """Return the parts of an error of DuckDB, which says them in JSON where it is asked to.

    >>> parts_of(ValueError('Parser Error: {"exception_message": "oh", "position": "3"}'))
    {'exception_message': 'oh', 'position': '3'}
    >>> parts_of(ValueError("IO Error: gone"))
    {'exception_message': 'gone'}
    """
    text = str(error)
    _, brace, rest = text.partition("{")
    try:
        said = json.loads(brace + rest)
    except ValueError:
        said = None
    if isinstance(said, dict) and "exception_message" in said:
        return {str(name): str(value) for name, value in said.items()}
    return {"exception_message": re.sub(r"^[A-Z][\w ]* Error: ", "", text)}


def one_line(message: str) -> str:
    r"""Return what a message of DuckDB says, on one line and not too long.

    >>> one_line('no "a"!\nCandidate bindings: "b"\n\nLINE 1: select a')
    'no "a"! Candidate bindings: "b"'
    """
    said = " ".join(REST.sub("", message).split()).rstrip(".;: ")
    return said if len(said) <= MOST_CHARACTERS else f"{said[:MOST_CHARACTERS]}…"


def place_of(sql: str, said: dict[str, str], shift: int = 0) -> str:
    r"""Return where in a query an error is.

    >>> place_of("select 1\n  oh", {"position": "11"}), place_of("select 1", {})
    ('query, line 2, column 3', 'query')
    """
    try:
        before = sql.encode()[: max(0, int(said["position"]) - shift)].decode(errors="replace")
    except (KeyError, ValueError):
        return "query"
    line = before.count("\n") + 1
    return f"query, line {line}, column {len(before) - before.rfind(chr(10))}"


def _what(said: dict[str, str], known: Sequence[str]) -> str:
    what = one_line(said.get("exception_message", "can't be answered"))
    if DENIED in what:
        return f"no other files can be asked, only {', '.join(known)}; name a file after the query to ask it"
    if said.get("error_subtype") == "MISSING_ENTRY" and said.get("type") == "Table":
        return f"{what.partition('!')[0]}; there are {', '.join(known)}"
    return what
