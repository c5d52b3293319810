"""Quote texts, names and keys for SQL."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wrapture.rows.row_schema import UNNAMED, header

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


def literal(text: str) -> str:
    """Return a text as an SQL string literal.

    >>> literal("it's")
    "'it''s'"
    """
    return "'" + text.replace("'", "''") + "'"


def quoted(name: str) -> str:
    """Return the name of a table or column as a quoted SQL identifier.

    >>> print(quoted('5" disk'))
    "5"" disk"
    """
    return '"' + name.replace('"', '""') + '"'


def pointer(key: str) -> str:
    """Return a key of an object as a JSON pointer (RFC 6901).

    >>> pointer("a/b~c")
    '/a~1b~0c'
    """
    return "/" + key.replace("~", "~0").replace("/", "~1")


def column_names(names: Iterable[str], lead: Sequence[str] = ()) -> list[str]:
    """Return `lead` and a unique name for each column; an empty name becomes ``column``.

    >>> column_names(["Page", "", "title"], ["page"])
    ['page', 'Page_2', 'column', 'title']
    """
    return list(header([name or UNNAMED for name in names], lead))
