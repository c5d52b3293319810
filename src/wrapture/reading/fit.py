"""How well a page fits a wrapper of any kind, so that a changed site is reported instead of read wrongly.

A fit has three parts: the similarity of the records to the wrapper's row template (as in post-supervised learning [1]_), their
number compared with the pages the wrapper was learned from, and the share of the site's frame around them.  For a mask, the
confidence in the cells takes the place of the similarity.

.. [1] Shi, Milios, Zincir-Heywood: Post-supervised template induction for information extraction from lists and tables in
   dynamic web sources. 2005.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from wrapture.model import DataLocator, Fit, MaskLocator, PageLocator
from wrapture.reading.frame import frame_share
from wrapture.reading.reader import extract_page
from wrapture.reading.row_template import SIMILAR, likeness
from wrapture.reading.spares import wrapper_records
from wrapture.wording import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.html.page import Page
    from wrapture.model import Profile, Record, Wrapper
    from wrapture.model.table import Table

FITS: Final = 0.5  # the lowest fit of a page of the wrapper's site
FULL_FRAME: Final = 0.5  # share of the frame from which on it no longer lowers the fit
FEW: Final = 0.5  # share of the fewest records seen, below which a page is reported


def measured(wrapper: Wrapper, page: Page, table: Table | None = None) -> Fit:
    """Return how well a page fits a wrapper; pass ``table`` if the wrapper has already read the page."""
    if isinstance(wrapper.locator, MaskLocator):
        table = table or extract_page(wrapper, page)
        return _fit(wrapper, page, confidence_of(wrapper, table), len(table))
    if isinstance(wrapper.locator, DataLocator):  # data has no tokens that could be compared
        return _fit(wrapper, page, None, len(table or extract_page(wrapper, page)))
    if isinstance(wrapper.locator, PageLocator):
        table = table or extract_page(wrapper, page)
        return _fit(wrapper, page, filled_share(wrapper, table), len(table))
    records = wrapper_records(wrapper, page) if table is None else [row.record for row in table.rows]
    return fit_of(wrapper, page, records)


def fit_of(wrapper: Wrapper, page: Page, records: Sequence[Record]) -> Fit:
    """Return how well a page fits a wrapper, given the records that the wrapper finds there."""
    template = wrapper.profile.template
    return _fit(wrapper, page, likeness(template, page, records) if template else None, len(records))


def _fit(wrapper: Wrapper, page: Page, similarity: float | None, found: int) -> Fit:
    return combined(wrapper.profile, similarity, frame_share(wrapper.profile.frame, page), found)


def combined(profile: Profile, similarity: float | None, frame: float | None, found: int) -> Fit:
    """Return the fit of a page, given the similarity of its records, its share of the frame and the number of records."""
    alike = 1.0 if similarity is None else similarity
    value = alike * _count_share(found, profile.min_records) * frame_factor(frame)
    return Fit(round(value, 4), similarity, frame, found, (profile.min_records, profile.max_records))


def confidence_of(wrapper: Wrapper, table: Table) -> float | None:
    """Return the total confidence in the cells that a mask found, as a share of the cells that the labelled records predict."""
    shares = zip(wrapper.layout.columns, wrapper.profile.fill, strict=True)
    expected = len(table) * sum(share for column, share in shares if column.keep)
    sure = sum(value for row in table.rows for value in row.confidences if value is not None)
    return min(1.0, sure / expected) if expected else None


def filled_share(wrapper: Wrapper, table: Table) -> float | None:
    """Return how many cells of a page about one thing are filled, as a share of those that were when it was learned."""
    shares = zip(wrapper.layout.columns, wrapper.profile.fill, strict=True)
    expected = sum(share for column, share in shares if column.keep)
    found = sum(cell is not None for row in table.rows for cell in row.cells)
    return min(1.0, found / expected) if expected else None


def accepts(fit: Fit) -> bool:
    """Return whether a page with this fit belongs to the wrapper's site."""
    return fit.found > 0 and (fit.similarity is None or fit.similarity > SIMILAR) and fit.value >= FITS


def misfit(fit: Fit) -> str:
    """Return a message that says what is wrong with a fit, "" if nothing is."""
    few, most = fit.expected
    seen = f"{few}" if few == most else f"{few} to {most}"
    if not fit.found:
        return f"no records, where {seen} were seen when the wrapper was learned"
    if not accepts(fit):
        alike = "" if fit.similarity is None else f"records {_percent(fit.similarity)} alike, "
        around = "" if fit.frame is None else f"{_percent(fit.frame)} of the frame around them, "
        return f"does not fit ({_percent(fit.value)}): {alike}{around}{fit.found} where {seen} were seen"
    if fit.found < FEW * few:
        records = counted(fit.found, "record")
        return f"{records}, where {seen} were seen when the wrapper was learned; is the page complete?"
    return ""


def _count_share(found: int, fewest: int) -> float:
    """Return 1 for at least half of the fewest records seen, less for fewer: a query may have few answers.

    >>> [_count_share(found, 20) for found in (0, 1, 5, 10, 30)]
    [0.0, 0.55, 0.75, 1.0, 1.0]
    """
    return min(1.0, FEW + found / fewest) if found and fewest else float(found > 0)


def frame_factor(share: float | None) -> float:
    """Return the factor by which a share of the frame changes the fit.

    >>> frame_factor(None), frame_factor(0.8), frame_factor(0.25)
    (1.0, 1.0, 0.5)
    """
    return 1.0 if share is None else min(1.0, share / FULL_FRAME)


def _percent(share: float) -> str:
    return f"{round(100 * share)} %"
