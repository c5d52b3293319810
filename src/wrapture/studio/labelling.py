"""What a person points at on a page, as steps of a desk: values become labels, and the fuzzy learner takes over from there."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from wrapture.discovery.labelled import learn_labelled, read_as_labelled
from wrapture.discovery.marking import (
    draft_of,
    drop_record,
    label_value,
    place_of,
    record_of,
    unlabel_value,
    with_same_names,
)
from wrapture.errors import ColumnError, StudioError
from wrapture.extraction.pointing import TextPlace
from wrapture.extraction.records import find_records
from wrapture.html.places import places_of
from wrapture.learners.fuzzy.drafts import Labeller
from wrapture.learners.fuzzy.labels import LabelledPage
from wrapture.model import MaskLocator, Span
from wrapture.studio.desk import Desk, DeskPage, LabelledDraft
from wrapture.wrappers.editing import add_column
from wrapture.wrappers.editing.drafts import with_columns

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from wrapture.discovery.learning import Ranked
    from wrapture.discovery.marking import Pointed
    from wrapture.html.page import Page
    from wrapture.model import Column, Record, Wrapper
    from wrapture.studio.desk import Settings

SHOWN: Final = 40  # characters of a text that are repeated in the words of a step


class Tools(NamedTuple):
    """What steps work with: the page of a desk's page, and who ranks lists by some settings."""

    page: Callable[[DeskPage], Page]
    ranked: Callable[[Settings], Ranked]


Stepped: TypeAlias = tuple[str, Desk]
"""What was done, in words, and the desk after it."""


class Pointing(NamedTuple):
    """What a person says of a value that was pointed at: which column it is (or the name of a new one), of which record.

    ``record`` is one that the table shows, None for the one that the value stands in; with ``everywhere`` what stands at the
    same place of the other records is meant, too.
    """

    pointed: Pointed
    column: int | None = None
    name: str = ""
    record: Record | None = None
    everywhere: bool = False


def label(tools: Tools, desk: Desk, page: DeskPage, pointing: Pointing) -> Stepped:
    """Return the desk with a value labelled, and a wrapper that was learned from all labels.

    Where a value is meant in every record, and the wrapper of before with a column more reads more of the labelled records as
    they are labelled than a mask does, it is that one: what structure tells is surer than what stands around a text.
    """
    parsed = tools.page(page)
    place = place_of(parsed, pointing.pointed)
    draft, dropped = _draft(desk, page, parsed)
    name = pointing.name.strip() or _attribute(desk, pointing.column)
    record = _numbered(parsed, draft, pointing.record)
    labelled = label_value(parsed, draft, name, place, record=record, everywhere=pointing.everywhere)
    text = " ".join((parsed.source or "")[slice(*place)].split())[:SHOWN]
    words = f"Label “{text}” as {name}"
    masked = with_labels(tools, desk, page, labelled, dropped)
    structured = _structured(tools, desk, parsed, pointing, name) if pointing.everywhere else None
    if structured is None or masked.wrapper is None:
        return words, masked
    is_surer = _read_by_structure(structured, parsed, labelled, name) > read_as_labelled(masked.wrapper, [labelled])
    return words, replace(desk, wrapper=structured, edited=True, note="") if is_surer else masked


def _structured(tools: Tools, desk: Desk, page: Page, pointing: Pointing, name: str) -> Wrapper | None:
    """Return the wrapper of a desk with a column for what was pointed at, None where its structure does not tell it."""
    wrapper = desk.wrapper
    if wrapper is None or desk.how != "candidate":
        return None
    (first, start), (last, stop) = pointing.pointed
    inside = (one for one in find_records(wrapper.locator, page) if any(first in span for span in one))
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


def _read_by_structure(wrapper: Wrapper, page: Page, labelled: LabelledPage, name: str) -> int:
    """Return in how many labelled records a wrapper finds the value of a column where it is labelled, or there is no label."""
    labeller = Labeller(page, wrapper.layout)
    column = [one.name for one in wrapper.layout.columns].index(name)
    read = {labeller.labels(record)[column] for record in find_records(wrapper.locator, page)}
    attribute = labelled.names.index(name)
    return sum(record[attribute] is None or record[attribute] in read for record in labelled.records)


def unlabel(tools: Tools, desk: Desk, page: DeskPage, record: Record, column: int | None) -> Stepped:
    """Return the desk with a value of a record that is none, or (without a column) without a record that is none."""
    parsed = tools.page(page)
    draft, dropped = _draft(desk, page, parsed)
    number = _numbered(parsed, draft, record)
    if number is None:
        raise StudioError(f"{page.name}: this record has no place in the page's source; label another one")
    if column is None:
        return "Take out a record", with_labels(tools, desk, page, drop_record(draft, number), dropped)
    name = _attribute(desk, column)
    return f"Take out a value of {name}", with_labels(tools, desk, page, unlabel_value(draft, number, name), dropped)


def relabelled(tools: Tools, desk: Desk) -> Desk:
    """Return a desk with its wrapper learned from its labels; names and hidden columns stay as they were."""
    pages = [
        _labelled(tools.page(page), draft)
        for draft in desk.labels
        if (page := desk.page(draft.page)) is not None and draft.records
    ]
    named = with_same_names(pages)
    learned = learn_labelled(named, name=desk.name)
    wrapper = _with_columns_of(desk.wrapper, learned)
    return replace(desk, wrapper=wrapper, how="labels", choice=0, chosen_on="", note=_remark(learned, named))


def _remark(learned: Wrapper, pages: Sequence[LabelledPage]) -> str:
    """Return what a person should know of a wrapper by labels: where it does not read back what was labelled."""
    labelled = sum(len(page.records) for page in pages)
    read = read_as_labelled(learned, pages)
    if read == labelled:
        return ""
    return (
        f"{read} of {labelled} labelled records are read back as they are labelled; hide columns, or label more values"
    )


def with_labels(tools: Tools, desk: Desk, page: DeskPage, labelled: LabelledPage, dropped: tuple[str, ...]) -> Desk:
    """Return a desk with the labels of a page, and a wrapper that was learned from all labels."""
    own = LabelledDraft(page.id, labelled.names, labelled.records)
    labels = (*(draft for draft in desk.labels if draft.page != page.id), own)
    after = relabelled(tools, replace(desk, labels=labels))
    left_out = f"left out, since they overlap other columns: {', '.join(dropped)}" if dropped else ""
    return replace(after, note="; ".join(filter(None, (left_out, after.note))))


def _draft(desk: Desk, page: DeskPage, parsed: Page) -> tuple[LabelledPage, tuple[str, ...]]:
    """Return the labels of a page: those that a person has made, or what the wrapper reads there."""
    own = next((draft for draft in desk.labels if draft.page == page.id), None)
    if own is not None:
        return _labelled(parsed, own), ()
    if desk.wrapper is None:
        return LabelledPage(parsed.name, parsed.source or "", (), encoding=parsed.encoding, url=parsed.url), ()
    return draft_of(parsed, desk.wrapper)


def _labelled(page: Page, draft: LabelledDraft) -> LabelledPage:
    return LabelledPage(page.name, page.source or "", draft.records, draft.names, encoding=page.encoding, url=page.url)


def _attribute(desk: Desk, column: int | None) -> str:
    """Return the name that labels know a column by."""
    columns = desk.wrapper.layout.columns if desk.wrapper is not None else ()
    if desk.wrapper is None or column is None or not 0 <= column < len(columns):
        raise StudioError("say which column the value is of, or give a name for a new one")
    return _attributes(desk.wrapper, columns[column])[0]


def _numbered(page: Page, draft: LabelledPage, record: Record | None) -> int | None:
    """Return which record of a draft stands where one of the table does."""
    if not record:
        return None
    place = places_of(page).text(Span(record[0].start, record[-1].stop))
    return record_of(draft, place) if place is not None else None


def _with_columns_of(before: Wrapper | None, learned: Wrapper) -> Wrapper:
    """Return a wrapper by labels whose columns are as those of the one before were: name, type, order, hidden, merged.

    Columns are the same where they are of the same attributes; those that were not there before come last.
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
            kept = replace(found, name=column.name, keep=column.keep, type=column.type, more=more)
            carried.append((kept, max(shares[name] for name in names)))
    single = {column.place for column, _ in carried if not column.more}
    carried += [(column, shares[name]) for name, column in own.items() if column.place not in single]
    return with_columns(learned, carried)


def _attributes(wrapper: Wrapper, column: Column) -> list[str]:
    """Return the names that labels know the parts of a column by."""
    if isinstance(wrapper.locator, MaskLocator):
        return [wrapper.locator.names[place[0]] for place in column.places]
    return [column.name]
