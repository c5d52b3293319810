"""Lists in tables with a header: the rows below the header are the records, neither their cells nor the header itself.

The judge weighs a header among the records as evidence, but several learners see all rows of a table as alike, and outvote it.
So an answer that another one corrects is not weighed at all: the same rows with a header above them, or cells of rows that
have a header.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol, TypeVar

from wrapture.model import Span

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.html.page import Page
    from wrapture.model import Record

EMPHASIS: Final = frozenset(["b", "strong", "th"])
CELLS: Final = frozenset(["td", "th"])
MIN_HEADINGS: Final = 2
LONGEST: Final = 60  # characters of a heading
COMPARED: Final = 20  # rows below a header that must look different


class Answer(Protocol):
    """The records that learners find on each page, and the names of these learners."""

    found_by: list[str]

    @property
    def records(self) -> tuple[tuple[Record, ...], ...]:
        """The records of each page."""


AnswerT = TypeVar("AnswerT", bound=Answer)


def corrected(pages: Sequence[Page], answers: Sequence[AnswerT]) -> list[AnswerT]:
    """Return the answers without those that another one corrects; learners that found rows with their header found the rows."""
    known = {_starts(one.records): one for one in answers}
    rows = {row for one in answers for row in _rows(pages, one.records)}
    kept = []
    for one in answers:
        below = known.get(_starts([found[1:] for found in one.records]))
        if below is not None and all(_has_header(page, own) for page, own in zip(pages, one.records, strict=True)):
            below.found_by += [name for name in one.found_by if name not in below.found_by]
        elif not _are_data_cells(pages, one.records, rows):
            kept.append(one)
    return kept


def _starts(records: Sequence[Sequence[Record]]) -> tuple[tuple[int, ...], ...]:
    return tuple([tuple([record[0].start for record in found]) for found in records])


def _rows(pages: Sequence[Page], records: Sequence[Sequence[Record]]) -> list[tuple[int, int]]:
    """Return the rows among some records: the number of their page, and their nodes."""
    return [
        (number, record[0].start)
        for number, (page, found) in enumerate(zip(pages, records, strict=True))
        for record in found
        if len(record) == 1 and page.tags[record[0].start] == "tr"
    ]


def _has_header(page: Page, records: Sequence[Record]) -> bool:
    """Return whether the first record is a header of the rows below it: all its texts are emphasized, and only there."""
    if len(records) < MIN_HEADINGS or page.tags[records[0][0].start] != "tr":
        return False
    rows = [record[0].start for record in records[: 1 + COMPARED]]
    return is_header_row(page, rows[0]) and not any(is_header_row(page, row) for row in rows[1:])


def is_header_row(page: Page, row: int) -> bool:
    """Return whether a row looks like a header: each of several short texts stands in a header cell or in bold."""
    texts = [node for node, _ in page.displayed(Span(row, page.stops[row]))]
    return len(texts) >= MIN_HEADINGS and all(
        len(page.texts[node]) <= LONGEST and _stands_in(page, node, row) for node in texts
    )


def _stands_in(page: Page, node: int, row: int) -> bool:
    while node > row:
        node = page.parents[node]
        if page.tags[node] in EMPHASIS:
            return True
    return False


def _are_data_cells(pages: Sequence[Page], records: Sequence[Sequence[Record]], rows: set[tuple[int, int]]) -> bool:
    """Return whether all records are single texts in cells, headed or mostly figures, whose rows another answer has."""
    cells = [(n, pages[n], record) for n, found in enumerate(records) for record in found]
    if not all(
        _is_plain_cell(page, record) and (n, page.parents[record[0].start]) in rows for n, page, record in cells
    ):
        return False
    figures = sum(any(map(str.isdigit, page.texts_of(record))) for _, page, record in cells)
    return figures > len(cells) / 2 or all(_is_headed(page, page.parents[record[0].start]) for _, page, record in cells)


def _is_plain_cell(page: Page, record: Record) -> bool:
    """Return whether a record is a cell with a text and nothing else: a day of a calendar has more, and a menu has links."""
    if len(record) != 1 or page.tags[record[0].start] not in CELLS or len(page.displayed(record[0])) > 1:
        return False
    return not {"a", "img"}.intersection(page.tags[node] for node in record[0])


def _is_headed(page: Page, row: int) -> bool:
    """Return whether the first row of a row's table is a header: several cells, all of them header cells or in bold."""
    table = page.parents[row]
    while table >= 0 and page.tags[table] != "table":
        table = page.parents[table]
    first = next((node for node in range(table + 1, row) if page.tags[node] == "tr"), row)
    return first != row and is_header_row(page, first) and not is_header_row(page, row)
