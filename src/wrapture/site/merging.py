"""Merge the results of several sources into one table: interleaved, with the source and marked duplicates."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, zip_longest
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from wrapture.model import Column, ValueType
from wrapture.model.table import Table
from wrapture.site.metasearch import ask_all
from wrapture.site.searching import PAGES
from wrapture.site.shared_columns import LINK, SNIPPET, mapped
from wrapture.site.shared_columns import TITLE as TITLE_COLUMN

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from wrapture.drift.reading_health import ReadingHealth
    from wrapture.html.page import Page
    from wrapture.model import Wrapper
    from wrapture.model.table import Cell, Row
    from wrapture.net.visitor import Visitor
    from wrapture.site.metasearch import SourceAnswer

SOURCE: Final = "source"
DUPLICATE: Final = "duplicate_of"
RANK: Final = "rank"
ADDRESS: Final = "found_at"
"""Extra columns: the source, the record that this one duplicates, its rank at its source, and the page's address."""
LEADING: Final = (TITLE_COLUMN, LINK, SNIPPET)

WORDS: Final = re.compile(r"\w+")
TITLE: Final = "title"
TELLING: Final = 12
"""Fewest characters of a title for two sources with the same title to mean the same thing."""


@dataclass(frozen=True, slots=True)
class Answers:
    """The results of several sources: all records in one ``table``, and the result or error of each in ``found``."""

    table: Table
    found: tuple[SourceAnswer, ...]

    @property
    def errors(self) -> dict[str, str]:
        """The errors, by source."""
        return {one.source: one.error for one in self.found if one.error}


def answers(
    wrappers: Sequence[Wrapper],
    query: str,
    visitor: Visitor,
    *,
    pages: int = PAGES,
    say: Callable[[str], None] = lambda _: None,
    health: ReadingHealth | None = None,
) -> Answers:
    """Query several sources concurrently and return their merged results.

    ``health`` follows how their pages fit; sources whose wrappers it repairs are queried again.
    """
    found = ask_all(wrappers, query, visitor, pages=pages, say=say)
    if health is not None:
        for wrapper, one in zip(wrappers, found, strict=True):
            for table, page in one.telling:
                health.follow(one.source, wrapper, table, partial(_same, page))
        health.finish()
        again = [n for n, one in enumerate(found) if one.source in health.repaired]
        repaired = [health.repaired[found[n].source] for n in again]
        for n, one in zip(again, ask_all(repaired, query, visitor, pages=pages, say=say), strict=True):
            found[n] = replace(one, source=found[n].source)
    return Answers(merged(query, found), tuple(found))


def _same(page: Page) -> Page:
    return page


@dataclass(frozen=True, slots=True)
class _Hit:
    """One record with its source."""

    source: str
    table: Table
    row: Row
    rank: int


def merged(query: str, found: Sequence[SourceAnswer]) -> Table:
    """Return one table of the sources' records, interleaved: first all first records, then all second ones, and so on.

    Of several sources, titles, links and snippets are mapped to each other, and each record has its rank at its source.
    """
    several = len(found) > 1
    found = [replace(one, tables=mapped(one.tables)) for one in found] if several else found
    hits = list(_interleaved(found))
    said = dict.fromkeys(chain.from_iterable(table.columns for one in found for table in one.tables))
    names = (
        tuple(sorted(said, key=lambda name: LEADING.index(name) if name in LEADING else len(LEADING)))
        if several
        else tuple(said)
    )
    source, duplicate, rank, address = (_free(name, names) for name in (SOURCE, DUPLICATE, RANK, ADDRESS))
    columns = (source, duplicate, *((rank,) if several else ()), *names, address)
    doubles = _doubles(hits)
    rows = [_row(hit, names, doubles[n], ranked=several) for n, hit in enumerate(hits)]
    return Table(f"search: {query}", columns, tuple(rows), described=_described(columns, found))


def _interleaved(found: Sequence[SourceAnswer]) -> Iterator[_Hit]:
    """Yield the records of all sources in round-robin order."""
    pairs = [[(table, row) for table in one.tables for row in table.rows] for one in found]
    queues = [
        [_Hit(one.source, table, row, rank) for rank, (table, row) in enumerate(own, start=1)]
        for one, own in zip(found, pairs, strict=True)
    ]
    for turn in zip_longest(*queues):
        yield from (hit for hit in turn if hit is not None)


def _row(hit: _Hit, names: Sequence[str], double: int | None, *, ranked: bool) -> Row:
    cells = dict(zip(hit.table.columns, hit.row.cells, strict=True))
    lead: list[Cell] = [hit.source, None if double is None else str(double), *([str(hit.rank)] if ranked else [])]
    return replace(hit.row, cells=(*lead, *(cells.get(name) for name in names), hit.table.page), confidences=())


def _doubles(hits: Sequence[_Hit]) -> list[int | None]:
    """Return the number, counted from 1, of the record that each record duplicates, or None."""
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
    """Return whether an equal mark makes two records the same: a title does between two sources, but not within one."""
    return {"link": True, "title": source != other, "text": source == other}[mark[0]]


def _marks(hit: _Hit) -> Iterator[tuple[str, str]]:
    """Yield what identifies a record: the address of its first link, its title if long enough, its whole text."""
    link = next((cell for _, cell in _cells(hit, "link") if cell.startswith(("http://", "https://"))), None)
    if link is not None:
        yield "link", _plain_address(link)
    texts = [(name, _plain(text)) for name, text in _cells(hit, "text")]
    long = [(name != TITLE, n, text) for n, (name, text) in enumerate(texts) if len(text) >= TELLING]
    if long:
        yield "title", min(long)[2]
    yield "text", hit.row.text


def _cells(hit: _Hit, kind: str) -> Iterator[tuple[str, str]]:
    """Yield the single, non-constant values of a kind with the names of their columns."""
    for column, cell in zip(hit.table.described, hit.row.cells, strict=False):
        if column.kind == kind and isinstance(cell, str) and not column.constant:
            yield column.name, cell


def _plain(text: str) -> str:
    """Return the words of a text in lower case, without punctuation."""
    return " ".join(WORDS.findall(text.casefold()))


def _plain_address(address: str) -> str:
    """Return an address without scheme, fragment, ``www.`` and trailing slash.

    >>> _plain_address("https://www.Example.org/a/#top") == _plain_address("http://example.org/a")
    True
    """
    parts = urlsplit(address)
    host = (parts.netloc.casefold()).removeprefix("www.")
    return f"{host}{parts.path.rstrip('/')}?{parts.query}"


def _free(name: str, taken: Sequence[str]) -> str:
    return name if name not in taken else _free(f"{name}_", taken)


def _described(columns: Sequence[str], found: Sequence[SourceAnswer]) -> tuple[Column, ...]:
    """Return a description of each column: that of the sources if they agree, otherwise a column of texts."""
    known: dict[str, list[Column]] = {}
    for table in chain.from_iterable(one.tables for one in found):
        for column in table.described:
            known.setdefault(column.name, []).append(column)
    number = Column(columns[1], "text", (), type=ValueType("number", "."))
    counted = {columns[1]: number, RANK: replace(number, name=RANK)} if len(found) > 1 else {columns[1]: number}
    return tuple(counted.get(name) or _agreed(name, known.get(name, [])) for name in columns)


def _agreed(name: str, columns: Sequence[Column]) -> Column:
    if not columns or any((one.kind, one.type) != (columns[0].kind, columns[0].type) for one in columns):
        return Column(name, "text", ())
    return replace(columns[0], constant=all(one.constant for one in columns))
