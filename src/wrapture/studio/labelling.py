"""Steps that label values on a page; the fuzzy learner then learns a wrapper from the labels."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from wrapture.api import (
    TextPlace,
    add_column,
    draft_of,
    drop_record,
    label_value,
    learn_labelled,
    place_of,
    places_of,
    read_as_labelled,
    record_of,
    unlabel_value,
    with_columns,
    with_same_names,
    wrapper_records,
)
from wrapture.errors import ColumnError, StudioError
from wrapture.model import MaskLocator, Span
from wrapture.model.labelled import LabelledPage
from wrapture.model.table import Table
from wrapture.studio.desk import Desk, DeskPage, LabelledDraft

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from wrapture.api import Page, Pointed, Ranked
    from wrapture.model import Column, Record, Wrapper
    from wrapture.studio.desk import Settings

SHOWN: Final = 40  # characters of a text to quote in a step's description


class Tools(NamedTuple):
    """What steps need: how to get the parsed page of a desk's page, and the ranking for some settings."""

    page: Callable[[DeskPage], Page]
    ranked: Callable[[Settings], Ranked]


Stepped: TypeAlias = tuple[str, Desk]
"""The description of a step, and the desk after it."""


class Pointing(NamedTuple):
    """A selected value: its place, its column (or the name of a new one), and its record.

    ``record`` is a record of the table, or None for the one that contains the value; ``everywhere`` also selects the same place
    in all other records.
    """

    pointed: Pointed
    column: int | None = None
    name: str = ""
    record: Record | None = None
    everywhere: bool = False


def column_name(desk: Desk, pointing: Pointing) -> str:
    """Return the name of the column that a value is for."""
    return pointing.name.strip() or shown_name(desk, pointing.column)


def shown_name(desk: Desk, column: int | None) -> str:
    """Return the name of a column by its number; raises `StudioError` if there is none."""
    columns = desk.wrapper.layout.columns if desk.wrapper is not None else ()
    if column is None or not 0 <= column < len(columns):
        raise StudioError("choose the column of the value, or give a name for a new one")
    return columns[column].name


def label(tools: Tools, desk: Desk, page: DeskPage, pointing: Pointing) -> Stepped:
    """Return the desk with a value labelled, and a wrapper learned from all labels."""
    parsed = tools.page(page)
    place = place_of(parsed, pointing.pointed)
    draft, dropped = _draft(desk, page, parsed)
    name = pointing.name.strip() or _attribute(desk, pointing.column)
    record = _numbered(parsed, draft, pointing.record)
    labelled = label_value(parsed, draft, name, place, record=record, everywhere=pointing.everywhere)
    text = " ".join((parsed.source or "")[slice(*place)].split())[:SHOWN]
    return f"Label “{text}” as {name}", with_labels(tools, desk, page, labelled, dropped)


def by_structure(tools: Tools, desk: Desk, page: DeskPage, pointing: Pointing) -> Desk | None:
    """Return the desk with a column at the place of a value in all records, or None if their structure does not tell it."""
    name = column_name(desk, pointing)
    wrapper = _structured(tools, desk, tools.page(page), pointing, name)
    return None if wrapper is None else replace(desk, wrapper=wrapper, edited=True, note="")


def empty_table(page: Page) -> Table:
    """Return the table of a page without a wrapper."""
    return Table(page.name, (), ())


def _structured(tools: Tools, desk: Desk, page: Page, pointing: Pointing, name: str) -> Wrapper | None:
    """Return the wrapper of a desk with a column for the selected value, or None if its structure does not determine it."""
    wrapper = desk.wrapper
    if wrapper is None or desk.how != "candidate":
        return None
    (first, start), (last, stop) = pointing.pointed
    inside = (one for one in wrapper_records(wrapper, page) if any(first in span for span in one))
    record = next(inside, None)
    if record is None:
        return None
    if start >= 0:
        start += len(page.texts[first][start:]) - len(page.texts[first][start:].lstrip())
        stop = len(page.texts[last][:stop].rstrip())
    pages = [tools.page(one) for one in desk.learned_from]
    try:
        return add_column(wrapper, pages, page, record, TextPlace(first, start, last, stop), name)
    except ColumnError:
        return None


def unlabel(tools: Tools, desk: Desk, page: DeskPage, record: Record, column: int | None) -> Stepped:
    """Return the desk without a wrong value of a record or, without a column, without a wrong record."""
    parsed = tools.page(page)
    draft, dropped = _draft(desk, page, parsed)
    number = _numbered(parsed, draft, record)
    if number is None:
        raise StudioError(f"{page.name}: this record is not in the page's source; label another one")
    if column is None:
        return "Take out a record", with_labels(tools, desk, page, drop_record(draft, number), dropped)
    name = _attribute(desk, column)
    return f"Take out a value of {name}", with_labels(tools, desk, page, unlabel_value(draft, number, name), dropped)


def relabelled(tools: Tools, desk: Desk) -> Desk:
    """Return a desk with its wrapper learned from its labels; names and hidden columns are kept."""
    pages = [
        _labelled(tools.page(page), draft)
        for draft in desk.labels
        if (page := desk.page(draft.page)) is not None and draft.records
    ]
    named = with_same_names(pages)
    learned = learn_labelled(named, name=desk.name, mask=True)
    wrapper = _with_columns_of(desk.wrapper, learned)
    return replace(desk, wrapper=wrapper, how="labels", choice=0, chosen_on="", note=_remark(learned, named))


def _remark(learned: Wrapper, pages: Sequence[LabelledPage]) -> str:
    """Return a note if a wrapper does not read all labelled records as they are labelled."""
    labelled = sum(len(page.records) for page in pages)
    read = read_as_labelled(learned, pages)
    if read == labelled:
        return ""
    return f"{read} of {labelled} labelled records are read as they are labelled; hide columns, or label more values"


def with_labels(tools: Tools, desk: Desk, page: DeskPage, labelled: LabelledPage, dropped: tuple[str, ...]) -> Desk:
    """Return a desk with the labels of a page, and a wrapper learned from all labels."""
    own = LabelledDraft(page.id, labelled.names, labelled.records)
    labels = (*(draft for draft in desk.labels if draft.page != page.id), own)
    after = relabelled(tools, replace(desk, labels=labels))
    left_out = f"left out because they overlap other columns: {', '.join(dropped)}" if dropped else ""
    return replace(after, note="; ".join(filter(None, (left_out, after.note))))


def _draft(desk: Desk, page: DeskPage, parsed: Page) -> tuple[LabelledPage, tuple[str, ...]]:
    """Return the labels of a page: those made by hand, or else what the wrapper reads."""
    own = next((draft for draft in desk.labels if draft.page == page.id), None)
    if own is not None:
        return _labelled(parsed, own), ()
    if desk.wrapper is None:
        return LabelledPage(parsed.name, parsed.source or "", (), encoding=parsed.encoding, url=parsed.url), ()
    return draft_of(parsed, desk.wrapper)


def _labelled(page: Page, draft: LabelledDraft) -> LabelledPage:
    return LabelledPage(page.name, page.source or "", draft.records, draft.names, encoding=page.encoding, url=page.url)


def _attribute(desk: Desk, column: int | None) -> str:
    """Return the name of a column in the labels."""
    columns = desk.wrapper.layout.columns if desk.wrapper is not None else ()
    if desk.wrapper is None or column is None or not 0 <= column < len(columns):
        raise StudioError("choose the column of the value, or give a name for a new one")
    return _attributes(desk.wrapper, columns[column])[0]


def _numbered(page: Page, draft: LabelledPage, record: Record | None) -> int | None:
    """Return the number of the labelled record at the place of a table's record."""
    if not record:
        return None
    place = places_of(page).text(Span(record[0].start, record[-1].stop))
    return record_of(draft, place) if place is not None else None


def _with_columns_of(before: Wrapper | None, learned: Wrapper) -> Wrapper:
    """Return a wrapper learned from labels with the names, types, order, visibility and merges of the earlier columns.

    Columns are matched by their attributes; new ones come last.
    """
    if before is None or not isinstance(learned.locator, MaskLocator):
        return learned
    own = {learned.locator.names[column.place[0]]: column for column in learned.layout.columns}
    shares = dict(zip(own, learned.profile.fill, strict=True))
    carried: list[tuple[Column, float]] = []
    for column in before.layout.columns:
        names = _attributes(before, column)
        if all(name in own for name in names):
            more = tuple(own[name].place for name in names[1:])
            found = own[names[0]]
            kept = replace(found, name=column.name, keep=column.keep, type=column.type, more=more, clean=column.clean)
            kept = replace(kept, joined_by=column.joined_by)
            carried.append((kept, max(shares[name] for name in names)))
    single = {column.place for column, _ in carried if not column.more}
    carried += [(column, shares[name]) for name, column in own.items() if column.place not in single]
    return with_columns(learned, carried)


def _attributes(wrapper: Wrapper, column: Column) -> list[str]:
    """Return the names of a column's parts in the labels."""
    if isinstance(wrapper.locator, MaskLocator):
        return [wrapper.locator.names[place[0]] for place in column.places]
    return [column.name]
