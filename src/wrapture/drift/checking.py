"""Check whether a page still fits a wrapper: by its records, by what its columns hold, and by what kind of page it is.

The fit alone (`wrapture.reading.fit`) cries wolf where only the frame or the markup of the rows has changed, and the wrapper
still reads them: 9 of 50 pairs of a court's list at two times.  What the columns hold decides there: if the values look as they
did, the page fits.  It also notices the opposite case, which is worse: rows that are read as before, with other things in them.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from wrapture.drift.checks import ColumnCheck, PageCheck
from wrapture.drift.page_kinds import page_kind
from wrapture.html.languages import language_of
from wrapture.html.parsing import read_page
from wrapture.library.profile import profile_cells
from wrapture.reading.fit import FEW, accepts, measured, misfit
from wrapture.reading.fitted_reading import fit_in, read_capture
from wrapture.reading.reader import extract_page
from wrapture.reading.row_template import SIMILAR
from wrapture.reading.site_marks import is_of_site
from wrapture.values.column_profile import LOOKED_AT
from wrapture.values.profile_likeness import likeness

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from wrapture.drift.checks import Verdict
    from wrapture.html.page import Page
    from wrapture.model import Capture, Column, ColumnProfile, Fit, Wrapper
    from wrapture.model.table import Table

LEAST: Final = 3  # values that a column needs, then and now, to be compared
ALIKE: Final = (
    0.45  # mean likeness of columns whose records are the wrapper's, whatever their markup; 5 % of good pages have less
)
UNLIKE: Final = 0.2  # mean likeness of columns that hold something else, even if the markup is the same
OTHER: Final = 0.1  # likeness of a column that holds something else; 1 % of the columns of good pages have less
DOUBTFUL: Final = 0.3  # likeness below which a column is looked for elsewhere
THERE: Final = 0.6  # likeness of the column in which it is found
FILLED: Final = 0.5  # share of records that had a value in a column whose emptiness is a problem
ENOUGH: Final = 5  # records on the page from which on an empty column is one
SURE: Final = 10  # records that a page had when the wrapper was learned, so that a page without any is plain


def check_capture(wrapper: Wrapper, capture: Capture) -> PageCheck:
    """Return whether a page fits a wrapper, and why; raises `SourceError` if the page can't be read."""
    return check_table(wrapper, read_capture(wrapper, capture), lambda: read_page(capture))


def check_page(wrapper: Wrapper, page: Page) -> PageCheck:
    """Return the same for a page that is parsed already, whose tokens are then known to what learns from it next."""
    table = extract_page(wrapper, page)
    return check_table(wrapper, replace(table, fit=measured(wrapper, page, table)), lambda: page)


def check_table(wrapper: Wrapper, table: Table, opened: Callable[[], Page]) -> PageCheck:
    """Return the same for a page that the wrapper has read; it is ``opened`` only if it does not fit."""
    fit = fit_in(table)
    columns = check_columns(wrapper, table)
    alike = _mean(columns)
    if _is_fitting(fit, alike):
        problems = [column.reason for column in columns if column.problem]
        verdict: Verdict = "columns changed" if problems else "fits"
        few = [misfit(fit)] if not problems and fit.found < FEW * fit.expected[0] else []
        return PageCheck(table.page, verdict, (*problems, *few), fit, columns, alike)
    return _unfit(wrapper, table, opened(), columns, alike)


def _is_fitting(fit: Fit, alike: float | None) -> bool:
    """Return whether the records of a page are those of the wrapper."""
    if not fit.found:
        return False
    if alike is None:
        return accepts(fit)
    same_markup = fit.similarity is None or fit.similarity > SIMILAR
    return alike >= (UNLIKE if same_markup else ALIKE)


def _unfit(
    wrapper: Wrapper, table: Table, page: Page, columns: tuple[ColumnCheck, ...], alike: float | None
) -> PageCheck:
    """Return the check of a page that does not fit: what it is, or that the site has changed."""
    fit = fit_in(table)
    kind = page_kind(wrapper, page)
    if kind is not None:
        said = f": {kind.said!r}" if kind.said else ""
        return PageCheck(table.page, kind.kind, (f"{MEANINGS[kind.kind]}{said}",), fit, columns, alike)
    if reason := foreign(wrapper, page, fit.frame):
        verdict: Verdict = "other site" if reason == OTHER_SITE else "other language"
        return PageCheck(table.page, verdict, (reason,), fit, columns, alike)
    problems = [column.reason for column in columns if column.problem and fit.found]
    reasons = (_changed(fit, alike), *problems)
    return PageCheck(table.page, "changed", reasons, fit, columns, alike, plain=_is_plain(wrapper, fit))


OTHER_SITE: Final = "is a page of another site: it has neither the frame, the hosts nor the title of the wrapper's site"
OTHER_LANGUAGE: Final = "is in another language than the pages that the wrapper was learned from"
MEANINGS: Final = {
    "blocked": "is a block page, no list page",
    "consent": "asks for consent before it shows anything",
    "login": "asks for a login",
    "error": "is an error page",
    "no results": "says that there are no results",
    "empty": "is empty",
    "scripts": "is built by scripts; render it first",
    "truncated": "is truncated",
}


def foreign(wrapper: Wrapper, page: Page, frame: float | None) -> str:
    """Return why a page is not one that a wrapper is for, "" if it is or nothing is known about the site."""
    site = wrapper.profile.site
    if site is None:
        return ""
    if is_of_site(site, page, frame) is False:
        return OTHER_SITE
    own = language_of(page)
    return f"{OTHER_LANGUAGE} ({own}, not {site.language})" if site.language and own and own != site.language else ""


def _changed(fit: Fit, alike: float | None) -> str:
    few, most = fit.expected
    seen = f"{few}" if few == most else f"{few} to {most}"
    if not fit.found:
        return f"no records, where {seen} were seen when the wrapper was learned"
    what = f"found {fit.found} records where {seen} were seen"
    if alike is None:
        return misfit(fit) or what
    return f"{what}, and their columns are only {round(100 * alike)} % like those that were learned"


def _is_plain(wrapper: Wrapper, fit: Fit) -> bool:
    """Return whether a page without records is one that should have many: it has the site's frame."""
    return not fit.found and wrapper.profile.min_records >= SURE and (fit.frame or 0.0) >= FEW


# --- columns ---


def check_columns(wrapper: Wrapper, table: Table) -> tuple[ColumnCheck, ...]:
    """Return how the shown columns of a table compare with the profiles of the wrapper's columns."""
    fills = dict(zip((column.name for column in wrapper.layout.columns), wrapper.profile.fill, strict=True))
    shown = [column for column in wrapper.layout.columns if column.is_shown and column.profile is not None]
    known = {column.name: profile_cells(table[column.name], address=column.kind != "text") for column in shown}
    return tuple(_checked(column, fills[column.name], shown, known, len(table)) for column in shown)


def _checked(
    column: Column, was_filled: float, shown: Sequence[Column], known: dict[str, ColumnProfile], records: int
) -> ColumnCheck:
    own = known[column.name]
    fill = round(own.count / max(min(records, LOOKED_AT), 1), 3)
    alike = _compared(column.profile, own)
    elsewhere = _elsewhere(column, shown, known) if alike is None or alike < DOUBTFUL else ""
    if elsewhere:
        return ColumnCheck(column.name, was_filled, fill, alike, "moved", elsewhere)
    if was_filled >= FILLED and not own.count and records >= ENOUGH:
        return ColumnCheck(column.name, was_filled, fill, alike, "empty")
    changed = alike is not None and alike < OTHER and own.count >= ENOUGH
    return ColumnCheck(column.name, was_filled, fill, alike, "changed" if changed else "")


def _elsewhere(column: Column, shown: Sequence[Column], known: dict[str, ColumnProfile]) -> str:
    """Return the name of another column of the same kind that has the values of a column and not its own, "" if none has."""
    for other in shown:
        if other.name == column.name or other.kind != column.kind:
            continue
        there = _compared(column.profile, known[other.name])
        own = _compared(other.profile, known[other.name])
        if there is not None and there >= THERE and (own is None or own < DOUBTFUL):
            return other.name
    return ""


def _compared(old: ColumnProfile | None, new: ColumnProfile) -> float | None:
    """Return how alike two profiles are, None if there are too few values to tell."""
    if old is None or old.count < LEAST or new.count < LEAST:
        return None
    return round(likeness(old, new).value, 3)


def _mean(columns: Sequence[ColumnCheck]) -> float | None:
    """Return the mean likeness of the columns, weighted by how many records had a value; None if none can be compared.

    A column that had values in most records and has none now counts as unlike.
    """
    gone = [(0.0, column.was_filled) for column in columns if column.problem == "empty"]
    told = [(column.likeness, column.was_filled) for column in columns if column.likeness is not None]
    weight = sum(share for _, share in (*told, *gone))
    return round(sum(value * share for value, share in (*told, *gone)) / weight, 3) if weight and told else None
