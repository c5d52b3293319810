"""Check whether a page still fits a wrapper: by its records, by what its columns hold, and by what kind of page it is.

The fit alone (`wrapture.reading.fit`) cries wolf where only the frame or the markup of the rows has changed, and the wrapper
still reads them: 9 of 50 pairs of a court's list at two times.  What the columns hold decides there: if the values look as they
did, the page fits.  It also notices the opposite case, which is worse: rows that are read as before, with other things in them.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from wrapture.drift.checks import PageCheck
from wrapture.drift.column_checks import check_columns, mean_likeness, with_sparse
from wrapture.drift.page_kinds import page_kind
from wrapture.html.parsing import read_page
from wrapture.reading import page_messages
from wrapture.reading.fit import FEW, accepts, measured, misfit
from wrapture.reading.fitted_reading import fit_in, read_capture
from wrapture.reading.reader import extract_page
from wrapture.reading.row_template import SIMILAR
from wrapture.reading.site_marks import is_of_site, page_marks

if TYPE_CHECKING:
    from collections.abc import Callable

    from wrapture.drift.checks import ColumnCheck, Verdict
    from wrapture.html.page import Page
    from wrapture.model import Capture, Fit, Wrapper
    from wrapture.model.table import Table

ALIKE: Final = (
    0.45  # mean likeness of columns whose records are the wrapper's, whatever their markup; 5 % of good pages have less
)
UNLIKE: Final = 0.2  # mean likeness of columns that hold something else, even if the markup is the same
MOVED: Final = (
    0.65  # mean likeness of columns of a page that is the site's although it has neither its frame nor its marks
)
SURE: Final = 10  # records that a page had when the wrapper was learned, so that a page without any is plain


def check_capture(wrapper: Wrapper, capture: Capture) -> PageCheck:
    """Return whether a page fits a wrapper, and why; raises `SourceError` if the page can't be read."""
    return check_table(wrapper, read_capture(wrapper, capture), lambda: read_page(capture))


def check_page(wrapper: Wrapper, page: Page) -> PageCheck:
    """Return the same for a page that is parsed already, whose tokens are then known to what learns from it next."""
    table = extract_page(wrapper, page)
    return check_table(wrapper, replace(table, fit=measured(wrapper, page, table)), lambda: page)


def check_table(wrapper: Wrapper, table: Table, opened: Callable[[], Page]) -> PageCheck:
    """Return the same for a page that the wrapper has read; it is ``opened`` only if its markup does not fit."""
    fit = fit_in(table)
    columns = check_columns(wrapper, table)
    alike = mean_likeness(columns)
    if not _is_fitting(fit, alike) or (_may_be_foreign(fit, alike) and _is_of_other_site(wrapper, opened(), fit)):
        return _unfit(wrapper, table, opened(), columns, alike)
    columns = columns if _has_same_markup(fit) else with_sparse(columns, fit.found)
    problems = [column.reason for column in columns if column.problem]
    verdict: Verdict = "columns changed" if problems else "fits"
    few = [misfit(fit)] if not problems and fit.found < FEW * fit.expected[0] else []
    return PageCheck(table.page, verdict, (*problems, *few), fit, columns, alike)


def _may_be_foreign(fit: Fit, alike: float | None) -> bool:
    """Return whether records that are the wrapper's by their columns may be those of another site: the page does not fit."""
    return not accepts(fit) and (alike is None or alike < MOVED)


def _is_of_other_site(wrapper: Wrapper, page: Page, fit: Fit) -> bool:
    return foreign(wrapper, page, fit.frame) == OTHER_SITE


def _is_fitting(fit: Fit, alike: float | None) -> bool:
    """Return whether the records of a page are those of the wrapper."""
    if not fit.found:
        return False
    if alike is None:
        return accepts(fit)
    return alike >= (UNLIKE if _has_same_markup(fit) else ALIKE)


def _has_same_markup(fit: Fit) -> bool:
    return fit.similarity is None or fit.similarity > SIMILAR


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
    **page_messages.MEANINGS,
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
    own = page_marks(page).language
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
