"""The data that the browser shows of a desk."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, assert_never

from wrapture.api import EVIDENCE_MEANINGS as MEANINGS
from wrapture.api import (
    clean_step_data,
    describe,
    explain,
    extract_page,
    fit_in,
    is_clear,
    is_sure,
    kind_of,
    misfit,
    page_confidence,
    read_parsed,
    row_counts,
    row_places,
    token_count,
    verdict,
    wrapper_records,
)
from wrapture.errors import SourceError
from wrapture.model import (
    DataLocator,
    ForestLocator,
    MaskLocator,
    PageLocator,
    PatternLocator,
    RowLocator,
    SiblingLocator,
)
from wrapture.studio.by_hand import correct_rows
from wrapture.studio.cache import asks_all, learners_of
from wrapture.wording import counted

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from wrapture.api import Page, TextPlace
    from wrapture.model import Candidate, Column, Fit, Layout, Locator, Record, RowTemplate, Wrapper
    from wrapture.model.table import Table
    from wrapture.studio.by_hand import ByHand
    from wrapture.studio.desk import Desk, DeskPage, History, Settings

MAX_CANDIDATES: Final = 12
MAX_ROWS: Final = 2_000
"""Most rows of a table to show; saved and downloaded tables have all rows."""
SAMPLE: Final = 3  # records to show of a list
MAX_TEXT: Final = 200  # characters of a record's text
MAX_LOGGED: Final = 100  # steps to list
MAX_PATTERN: Final = 600  # characters of a pattern to show

Data = dict[str, Any]


# --- the desk ---


def desk_view(history: History, pages: Sequence[Data]) -> Data:
    """Return the view of a desk; ``pages`` are the views of its pages."""
    desk = history.desk
    saved = history.saved
    return {
        "id": history.id,
        "revision": history.revision,
        "name": desk.name,
        "pages": list(pages),
        "settings": {name: getattr(desk.settings, name) for name in desk.settings.__slots__},
        "choice": desk.choice,
        "chosen_on": desk.chosen_on or None,
        "how": desk.how,
        "wrapper": None if desk.wrapper is None else _wrapper_view(desk.wrapper),
        "note": desk.note,
        "undo": history.undoes,
        "redo": history.redoes,
        "log": _log(history),
        "saved": saved and {"name": saved.name, "path": saved.path, "changed": not history.is_saved},
    }


def _log(history: History) -> list[Data]:
    """Return the last steps of a desk, the newest first."""
    steps = [
        {
            "words": step.words,
            "result": _outcome(step.desk),
            "note": step.desk.note,
            "current": at == history.at,
            "undone": at > history.at,
        }
        for at, step in enumerate(history.steps)
        if step.words
    ]
    return steps[: -MAX_LOGGED - 1 : -1]


def _outcome(desk: Desk) -> str:
    """Return what is read on a desk, in words; with several pages, on the one with the most records."""
    wrapper = desk.wrapper
    if wrapper is None:
        return "no list"
    dropped = sum(not one.column for one in desk.by_hand) if len(desk.pages) == 1 else 0
    records = max(0, wrapper.profile.max_records - dropped)
    shown = sum(column.is_shown for column in wrapper.layout.columns) + len(wrapper.context)
    return f"{counted(records, 'record')}, {counted(shown, 'column')}"


def page_view(page: DeskPage, parsed: Page, size: int, fit: Fit | None, flaw: str, dropped: int = 0) -> Data:
    """Return the view of one page; ``fit`` and ``flaw`` say how well the wrapper reads it, if there is one.

    ``dropped`` is the number of records that were taken out by hand.
    """
    frames = (
        "this page is a frameset: its lists are in other pages; add it by address, rendered" if parsed.frames else ""
    )
    return {
        "id": page.id,
        "name": page.name,
        "url": page.url,
        "learn": page.learn,
        "rendered": parsed.boxes is not None,
        "bytes": size,
        "nodes": len(parsed),
        "title": parsed.title[:MAX_TEXT],
        "warning": frames,
        "found": None if fit is None else max(0, fit.found - dropped),
        "fit": None if fit is None else round(fit.value, 3),
        "misfit": flaw,
    }


def _wrapper_view(wrapper: Wrapper) -> Data:
    shares = zip(wrapper.layout.columns, wrapper.profile.fill, strict=True)
    return {
        "name": wrapper.name,
        "learner": wrapper.learner,
        "kind": kind_of(wrapper.locator),
        "about": describe(wrapper),
        "columns": [_column_view(wrapper, column, fill) for column, fill in shares],
    }


def _column_view(wrapper: Wrapper, column: Column, fill: float) -> Data:
    return {
        "name": column.name,
        "kind": column.kind,
        "type": column.type_name,
        "keep": column.is_shown,
        "hidden": column.hidden if column.keep else "",
        "fill": fill,
        "merged": bool(column.more),
        "labelled": isinstance(wrapper.locator, MaskLocator),
        "clean": [clean_step_data(step) for step in column.clean],
    }


# --- the lists of a page ---


def candidates_view(page: Page, found: Sequence[Candidate], settings: Settings) -> Data:
    """Return the lists of a page with the evidence for each, and the possible numbers of rows."""
    learners = len(learners_of(settings))
    sure = page_confidence(found) if found and asks_all(settings) else None
    counts = row_counts(found)
    return {
        "confidence": None if sure is None else round(sure, 3),
        "verdict": "" if sure is None else verdict(sure),
        "clear": is_clear(counts) or (sure is not None and is_sure(sure)) if counts else True,
        "candidates": [_candidate_view(page, found, i, learners) for i in range(min(len(found), MAX_CANDIDATES))],
        "counts": [
            {"rows": len(one.records[0]), "candidate": found.index(one) + 1, "first": _sample(page, one.records[0])}
            for one in counts
        ],
    }


def _candidate_view(page: Page, found: Sequence[Candidate], number: int, learners: int) -> Data:
    candidate = found[number]
    records = candidate.records[0]
    evidence = sorted(candidate.evidence, key=lambda reason: -abs(reason.weight))
    return {
        "number": number + 1,
        "score": round(candidate.score, 2),
        "records": len(records),
        "tokens": token_count(candidate.locator),
        "pattern": pattern_line(candidate.locator),
        "found_by": list(candidate.found_by),
        "why": explain(found, number, learners),
        "evidence": [
            {
                "name": reason.name,
                "meaning": MEANINGS.get(reason.name, ""),
                "value": round(reason.value, 3),
                "weight": round(reason.weight, 3),
            }
            for reason in evidence
        ],
        "spans": [_spans(record) for record in records],
        "first": _sample(page, records),
    }


def pattern_line(locator: Locator) -> str:
    """Return how a locator finds records, on one line."""
    match locator:
        case PatternLocator():
            line = " | ".join(locator.patterns)
        case ForestLocator():
            line = f"{locator.prefix} > {' or '.join(locator.starts)}"
        case RowLocator():
            line = _template_line(locator.template)
        case SiblingLocator():
            line = f"{' > '.join(locator.path)} {locator.parent} > {locator.item}"
        case MaskLocator():
            line = f"surroundings of labelled {', '.join(locator.names)}"
        case DataLocator():
            line = f"data at {' > '.join(locator.path) or 'the top'}"
        case PageLocator():
            line = f"a page about one thing: {', '.join(field.label or field.path for field in locator.fields)}"
        case _:
            assert_never(locator)
    return line if len(line) <= MAX_PATTERN else f"{line[: MAX_PATTERN - 1]}…"


def _template_line(template: RowTemplate) -> str:
    return " ".join(token if isinstance(token, str) else "…" for token in template)


def _sample(page: Page, records: Sequence[Record]) -> list[str]:
    return [page.texts_of(record)[:MAX_TEXT] for record in records[:SAMPLE]]


def _spans(record: Record) -> list[list[int]]:
    return [[span.start, span.stop] for span in record]


# --- the table of a page ---


def table_of(wrapper: Wrapper, page: Page) -> Table:
    """Return the table of a page with all columns, hidden ones included; raises `SourceError` if it can't be read."""
    return extract_page(replace(wrapper, layout=_with_all_columns(wrapper)), page)


def _with_all_columns(wrapper: Wrapper) -> Layout:
    columns = tuple(replace(column, keep=True) for column in wrapper.layout.columns)
    return replace(wrapper.layout, columns=columns)


def table_key(wrapper: Wrapper, page: Page, fit: Fit | None, flaw: str) -> Hashable:
    """Return what the table of a page depends on: wrappers that find the same records in other ways have the same."""
    layout = _with_all_columns(wrapper)
    if isinstance(wrapper.locator, MaskLocator | DataLocator | PageLocator):  # these find cells, not records
        return replace(wrapper, layout=layout), fit, flaw
    return layout, wrapper.context, wrapper_records(wrapper, page), None if fit is None else fit.value, flaw


def fit_on(wrapper: Wrapper, page: Page) -> tuple[Fit | None, str]:
    """Return how well a page fits a wrapper, and what is wrong, in words."""
    try:
        fit = fit_in(read_parsed(wrapper, page))
    except SourceError as error:  # labels need a page's source
        return None, error.what
    return fit, misfit(fit)


def table_view(
    wrapper: Wrapper, page: Page, fit: Fit | None = None, flaw: str = "", made: Sequence[ByHand] = ()
) -> Data:
    """Return the table of a page with the place of each cell; ``fit`` and ``flaw`` come from `fit_on`.

    ``made`` are the corrections by hand on this page.
    """
    table = table_of(wrapper, page).trimmed()
    shown = zip(table.rows[:MAX_ROWS], row_places(wrapper, page), strict=False)
    rows = [
        {
            "text": row.text[:MAX_TEXT],
            "cells": [list(cell) if isinstance(cell, tuple) else cell for cell in row.cells],
            "spans": _spans(row.record) or _extent(cells),
            "places": [[list(place) for place in places] for places in cells],
            "confidence": row.confidence,
            "changed": [],
        }
        for row, cells in shown
    ]
    kept = correct_rows(rows, table.columns, page, made)
    found = len(table) - (len(rows) - len(kept))
    how_well = "" if fit is None else f", fits {fit.value:.0%}"
    return {
        "columns": list(table.columns),
        "rows": kept,
        "cut": len(table.rows) > MAX_ROWS,
        "fit": None if fit is None else round(fit.value, 3),
        "misfit": flaw,
        "found": found,
        "words": f"{counted(found, 'record')}{how_well}",
    }


def _extent(cells: Sequence[Sequence[TextPlace]]) -> list[list[int]]:
    """Return the range of nodes of a record's cells, for records without spans."""
    places = [place for one in cells for place in one]
    return [[min(place[0] for place in places), max(place[2] for place in places) + 1]] if places else []


def empty_table() -> Data:
    """Return the view of a page without a wrapper."""
    return {
        "columns": [], "rows": [], "cut": False, "fit": None, "misfit": "", "found": 0, "words": "no list is chosen",
        "stamp": "",
    }  # fmt: skip
