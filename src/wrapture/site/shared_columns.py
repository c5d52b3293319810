"""Columns of several sites mapped to each other: one title, one link, one snippet, whatever each site calls them.

The title is the column of that name, else the first text that differs; the link is the column of that name, else the first one;
the snippet is the longest of the other texts, if it is prose.  Other columns keep their names, so those with one name are one
column.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.model.table import Table

TITLE: Final = "title"
LINK: Final = "link"
SNIPPET: Final = "snippet"
PROSE: Final = 30  # characters of a text that tells what a record is about
SAMPLE: Final = 50


def mapped(tables: Sequence[Table]) -> tuple[Table, ...]:
    """Return the tables of one site with the names that all sites share; what had such a name before gets another."""
    first = next((table for table in tables if table.rows), None)
    if first is None:
        return tuple(tables)
    new = _names(first)
    return tuple(_renamed(table, new) if table.columns == first.columns else table for table in tables)


def _names(table: Table) -> dict[str, str]:
    """Return the new names of the columns that are title, link and snippet."""
    described = {column.name: column for column in table.described}
    shown = [name for name in table.columns if name in described and described[name].is_shown]
    texts = [name for name in shown if described[name].kind == "text" and not described[name].constant]
    links = [name for name in shown if described[name].kind == "link"]
    title = TITLE if TITLE in texts else next(iter(texts), "")
    link = LINK if LINK in links else next(iter(links), "")
    plain = [name for name in texts if name != title and described[name].type.name == "text"]
    snippet = SNIPPET if SNIPPET in plain else max(plain, key=lambda name: _length(table, name), default="")
    if snippet and _length(table, snippet) < PROSE:
        snippet = ""
    chosen = {title: TITLE, link: LINK, snippet: SNIPPET}
    return {old: new for old, new in chosen.items() if old}


def _length(table: Table, name: str) -> float:
    """Return the mean length of a column's texts."""
    texts = [cell for cell in table[name][:SAMPLE] if isinstance(cell, str)]
    return sum(map(len, texts)) / len(texts) if texts else 0.0


def _renamed(table: Table, new: dict[str, str]) -> Table:
    taken = set(new.values())
    names = [new.get(name, f"{name}_" if name in taken else name) for name in table.columns]
    described = tuple(replace(column, name=name) for column, name in zip(table.described, names, strict=False))
    return replace(table, columns=tuple(names), described=described)
