"""Corrections by pointing: a value belongs to a column, a value or a record is wrong.

A rule is taken if it does what was asked for and nothing else: first one by the structure of the records, then one learned
from labels.  If there is none, the correction holds for the one value or record that was pointed at.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple

from wrapture.api import read_parsed
from wrapture.errors import StudioError, WraptureError
from wrapture.studio import labelling
from wrapture.studio.by_hand import ByHand, corrected, starts_of, text_at, with_correction
from wrapture.studio.differences import TableChange, change_between, filled, replaced

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from wrapture.api import Page
    from wrapture.model import Record
    from wrapture.model.table import Table
    from wrapture.studio.desk import Desk, DeskPage
    from wrapture.studio.labelling import Pointing, Tools

SHOWN: Final = 40  # characters of a text to quote
MAX_LABELLED: Final = 300  # records from which a mask is learned while a person waits


class Corrected(NamedTuple):
    """A step that corrects something, and what it changes; a calm one changes nothing but what was pointed at."""

    words: str
    desk: Desk
    change: TableChange
    calm: bool


def correct(tools: Tools, desk: Desk, page: DeskPage, pointing: Pointing) -> Corrected:
    """Return the desk with a value in a column: the first way that changes nothing else or, without one, the value alone."""
    parsed = tools.page(page)
    name = labelling.column_name(desk, pointing)
    words = f"Use “{_quoted(parsed, pointing)}” for {name}"
    before = _table(tools, desk, page)
    found: list[Corrected] = []
    for after in _ways(tools, desk, page, pointing):
        one = _judged(words, tools, after, page, before, name)
        if one.calm:
            return one
        found.append(one)
    alone = _one_value(desk, page, pointing, name)
    if alone is not None:
        return _judged(words, tools, alone, page, before, name)
    if not found:
        raise StudioError(f"{name}: no rule finds this text in the records; choose a record's text, or another one")
    return found[0]


def take_out(tools: Tools, desk: Desk, page: DeskPage, record: Record, column: int | None) -> Corrected:
    """Return the desk without a wrong value or, without a column, without a wrong record."""
    before = _table(tools, desk, page)
    name = "" if column is None else labelling.shown_name(desk, column)
    words = f"Take out a value of {name}" if name else "Take out a record"
    number = _row_of(tools, desk, page, record)
    for after in _tried(lambda: labelling.unlabel(tools, desk, page, record, column)[1], desk, before):
        left_out = number if not name else None
        change = change_between(before, _table(tools, after, page), left_out)
        if not change.beyond(name, record=not name) and _is_gone(tools, after, page, before, number, name):
            return Corrected(words, after, change, calm=True)
    by_hand = with_correction(desk.by_hand, ByHand(page.id, record[0].start, name))
    note = f"This {'value' if name else 'record'} alone is left out: no rule tells it apart from the others"
    after = replace(desk, by_hand=by_hand, note=note)
    return Corrected(words, after, change_between(before, _table(tools, after, page), number), calm=True)


def _row_of(tools: Tools, desk: Desk, page: DeskPage, record: Record) -> int | None:
    """Return the number of the row of a record, among those that are not taken out by hand."""
    parsed = tools.page(page)
    if desk.wrapper is None:
        return None
    dropped = {one.record for one in desk.by_hand if one.page == page.id and not one.column}
    starts = starts_of(desk.wrapper, parsed)
    left = [start for start in starts if start not in dropped]
    return left.index(record[0].start) if record[0].start in left else None


def _is_gone(tools: Tools, desk: Desk, page: DeskPage, before: Table, number: int | None, name: str) -> bool:
    """Return whether exactly the value that was pointed at is gone."""
    if not name:
        return True
    after = _table(tools, desk, page)
    if number is None or name not in after.columns or name not in before.columns or len(after.rows) != len(before.rows):
        return False
    at, was = after.columns.index(name), before.columns.index(name)
    pairs = enumerate(zip(before.rows, after.rows, strict=True))
    return all(
        (two.cells[at] in (None, "")) if i == number else one.cells[was] == two.cells[at] for i, (one, two) in pairs
    )


def _ways(tools: Tools, desk: Desk, page: DeskPage, pointing: Pointing) -> Iterator[Desk]:
    """Yield the desk with rules for what was pointed at: by structure, then by labels."""
    structured = labelling.by_structure(tools, desk, page, pointing)
    if structured is not None:
        yield structured
    records = len(_table(tools, desk, page).rows)
    if tools.page(page).source is not None and records <= MAX_LABELLED:
        try:
            yield labelling.label(tools, desk, page, pointing)[1]
        except WraptureError:
            return


def _tried(make: Callable[[], Desk], desk: Desk, before: Table) -> Iterator[Desk]:
    """Yield the desk that a rule gives, or nothing if there is none or finding it would take long."""
    if len(before.rows) > MAX_LABELLED or desk.wrapper is None:
        return
    try:
        yield make()
    except WraptureError:
        return


def _judged(words: str, tools: Tools, after: Desk, page: DeskPage, before: Table, name: str) -> Corrected:
    table = _table(tools, after, page)
    change = change_between(before, table)
    is_new = name not in before.columns
    keeps = replaced(before, table, name) <= 1  # the value that was pointed at
    finds = after.by_hand != () or not is_new or filled(table, name) > 0
    return Corrected(words, after, change, calm=not change.beyond(name) and keeps and finds)


def _one_value(desk: Desk, page: DeskPage, pointing: Pointing, name: str) -> Desk | None:
    """Return the desk with a value corrected by hand, or None if there is no such column or record."""
    names = [] if desk.wrapper is None else [column.name for column in desk.wrapper.layout.columns]
    if pointing.record is None or name not in names:
        return None
    (first, start), (last, stop) = pointing.pointed
    place = (first, start, last, stop)
    by_hand = with_correction(desk.by_hand, ByHand(page.id, pointing.record[0].start, name, place))
    return replace(
        desk, by_hand=by_hand, note=f"{name} is corrected in this record only: no rule reads it in all records"
    )


def _table(tools: Tools, desk: Desk, page: DeskPage) -> Table:
    """Return the table of a page as the studio shows it: hidden columns left out, corrections by hand made."""
    parsed = tools.page(page)
    if desk.wrapper is None:
        return labelling.empty_table(parsed)
    made = tuple(one for one in desk.by_hand if one.page == page.id)
    return corrected(read_parsed(desk.wrapper, parsed), desk.wrapper, parsed, made)


def _quoted(page: Page, pointing: Pointing) -> str:
    (first, start), (last, stop) = pointing.pointed
    return text_at(page, (first, start, last, stop))[:SHOWN]
