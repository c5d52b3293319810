"""Texts and names as SQL writes them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wrapture.sinks.rows import header

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


def literal(text: str) -> str:
    """Return a text as SQL writes it.

    >>> literal("it's")
    "'it''s'"
    """
    return "'" + text.replace("'", "''") + "'"


def quoted(name: str) -> str:
    """Return a name of a table or column as SQL writes it.

    >>> print(quoted('5" disk'))
    "5"" disk"
    """
    return '"' + name.replace('"', '""') + '"'


def column_names(names: Iterable[str], lead: Sequence[str] = ()) -> list[str]:
    """Return `lead` and names for columns, no two alike; one that is empty is called ``column``.

    >>> column_names(["Page", "", "title"], ["page"])
    ['page', 'Page_2', 'column', 'title']
    """
    return list(header([name or "column" for name in names], lead))
