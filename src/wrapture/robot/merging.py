"""The answers of several sources as one table: taken by turns, the source named, what was found before marked."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from itertools import chain, zip_longest
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from wrapture.extraction.table import Table
from wrapture.model import Column
from wrapture.robot.metasearch import ask_all
from wrapture.robot.searching import PAGES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from wrapture.extraction.table import Cell, Row
    from wrapture.model import Wrapper
    from wrapture.robot.metasearch import Found
    from wrapture.web.visitor import Visitor

SOURCE: Final = "source"
DUPLICATE: Final = "duplicate_of"
ADDRESS: Final = "found_at"
"""Columns beside those of the sources: which one it was, the number of the same record further up, and on which page."""

WORDS: Final = re.compile(r"\w+")
TITLE: Final = "title"
TELLING: Final = 12
"""Letters of a title from which on two sources that have it mean the same thing."""


@dataclass(frozen=True, slots=True)
class Answers:
    """What several sources answered: all records in one ``table``, and what each of them ``found``, or why it did not."""

    table: Table
    found: tuple[Found, ...]

    @property
    def errors(self) -> dict[str, str]:
        """What went wrong, by source."""
        return {one.source: one.error for one in self.found if one.error}


def answers(
    wrappers: Sequence[Wrapper],
    query: str,
    visitor: Visitor,
    *,
    pages: int = PAGES,
    say: Callable[[str], None] = lambda _: None,
) -> Answers:
    """Return what some sources answer to a query, asked at the same time and merged."""
    found = ask_all(wrappers, query, visitor, pages=pages, say=say)
    return Answers(merged(query, found), tuple(found))


@dataclass(frozen=True, slots=True)
class _Hit:
    """One record with where it comes from."""

    source: str
    table: Table
    row: Row


def merged(query: str, found: Sequence[Found]) -> Table:
    """Return one table of what the sources found: their first records first, then their second ones, and so on."""
    hits = list(_by_turns(found))
    names = tuple(dict.fromkeys(chain.from_iterable(table.columns for one in found for table in one.tables)))
    source, duplicate, address = (_free(name, names) for name in (SOURCE, DUPLICATE, ADDRESS))
    columns = (source, duplicate, *names, address)
    doubles = _doubles(hits)
    rows = [_row(hit, names, doubles[n]) for n, hit in enumerate(hits)]
    return Table(f"search: {query}", columns, tuple(rows), described=_described(columns, found))


def _by_turns(found: Sequence[Found]) -> Iterator[_Hit]:
    """Yield the records of all sources by turns, each source's in its own order."""
    queues = [[_Hit(one.source, table, row) for table in one.tables for row in table.rows] for one in found]
    for turn in zip_longest(*queues):
        yield from (hit for hit in turn if hit is not None)


def _row(hit: _Hit, names: Sequence[str], double: int | None) -> Row:
    cells = dict(zip(hit.table.columns, hit.row.cells, strict=True))
    lead: list[Cell] = [hit.source, None if double is None else str(double)]
    return replace(hit.row, cells=(*lead, *(cells.get(name) for name in names), hit.table.page), confidences=())


def _doubles(hits: Sequence[_Hit]) -> list[int | None]:
    """Return for each record the number, from 1 on, of the first one that is the same."""
    first: dict[tuple[str, str], tuple[int, str]] = {}
    found: list[int | None] = []
    for number, hit in enumerate(hits, start=1):
        marks = list(_marks(hit))
        known = [first[mark][0] for mark in marks if mark in first and _tells(mark, first[mark][1], hit.source)]
        same = min(known, default=None)
        found.append(same)
        for mark in marks:
            first.setdefault(mark, (number if same is None else same, hit.source))
    return found


def _tells(mark: tuple[str, str], source: str, other: str) -> bool:
    """Return whether two records with the same mark are the same: of one source, a title is not enough, between two it is."""
    return {"link": True, "title": source != other, "text": source == other}[mark[0]]


def _marks(hit: _Hit) -> Iterator[tuple[str, str]]:
    """Yield what tells a record: the address of its first link, its title where that is long enough, all its text."""
    link = next((cell for _, cell in _cells(hit, "link") if cell.startswith(("http://", "https://"))), None)
    if link is not None:
        yield "link", _plain_address(link)
    texts = [(name, _plain(text)) for name, text in _cells(hit, "text")]
    long = [(name != TITLE, n, text) for n, (name, text) in enumerate(texts) if len(text) >= TELLING]
    if long:
        yield "title", min(long)[2]
    yield "text", hit.row.text


def _cells(hit: _Hit, kind: str) -> Iterator[tuple[str, str]]:
    """Yield the single values of a record that are of a kind and its own, with the names of their columns."""
    for column, cell in zip(hit.table.described, hit.row.cells, strict=False):
        if column.kind == kind and isinstance(cell, str) and not column.constant:
            yield column.name, cell


def _plain(text: str) -> str:
    """Return a text without what two sites may write differently."""
    return " ".join(WORDS.findall(text.casefold()))


def _plain_address(address: str) -> str:
    """Return an address without what makes no difference.

    >>> _plain_address("https://www.Example.org/a/#top") == _plain_address("http://example.org/a")
    True
    """
    parts = urlsplit(address)
    host = (parts.netloc.casefold()).removeprefix("www.")
    return f"{host}{parts.path.rstrip('/')}?{parts.query}"


def _free(name: str, taken: Sequence[str]) -> str:
    return name if name not in taken else _free(f"{name}_", taken)


def _described(columns: Sequence[str], found: Sequence[Found]) -> tuple[Column, ...]:
    """Return what each column is, where the sources that have it agree; else it is of texts."""
    known: dict[str, list[Column]] = {}
    for table in chain.from_iterable(one.tables for one in found):
        for column in table.described:
            known.setdefault(column.name, []).append(column)
    return tuple(_agreed(name, known.get(name, [])) for name in columns)


def _agreed(name: str, columns: Sequence[Column]) -> Column:
    if not columns or any((one.kind, one.type) != (columns[0].kind, columns[0].type) for one in columns):
        return Column(name, "text", ())
    return replace(columns[0], constant=all(one.constant for one in columns))
