"""A repair as the studio shows it: what became of each column, and the table before and after, side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from wrapture import api
from wrapture.errors import SourceError
from wrapture.model.table import Table
from wrapture.studio.desk_results import DeskResult, table_view
from wrapture.wording import for_command_line

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from wrapture.api import Page, Repair
    from wrapture.model import Wrapper

MAX_ROWS: Final = 20  # rows to compare
REFUSALS: Final = {
    "fits": "The wrapper still fits: there is nothing to repair",
    "no list page": "This is not a list page of the site, so nothing was repaired",
    "other site": "This looks like a page of another site, so nothing was repaired",
    "same page": "The same page is there twice, so nothing was repaired; choose one of them",
    "unsure": "The new list is not sure enough; pair the columns below, and try again",
}


def repair_result(
    wrapper: Wrapper, repair: Repair, page: Page, earlier: Page, page_ids: Sequence[str], mapping: Mapping[str, str]
) -> DeskResult:
    """Return a repair as a result of a desk; its wrapper is used only if a person accepts it.

    ``page`` is a page as it is now, ``earlier`` one that the old wrapper still reads, if there is one.
    """
    report = api.repair_data(repair)
    data = {
        **report,
        "mapping": dict(mapping),
        "pages": list(page_ids),
        "choices": _choices(repair),
        "earlier": earlier is not page,
        "before": _shown(wrapper, earlier),
        "after": None if repair.wrapper is None else _shown(repair.wrapper, page),
    }
    words = repair.reasons[0] if repair.wrapper is not None else REFUSALS.get(repair.refusal, repair.reasons[0])
    remarks = tuple(map(for_command_line, repair.reasons if repair.wrapper is None else ()))
    text = "" if repair.wrapper is None else api.dump_wrapper(repair.wrapper)
    return DeskResult("repair", words[:1].upper() + words[1:], remarks, wrapper=text, repair=data)


def _choices(repair: Repair) -> list[dict[str, str]]:
    """Return the columns of the changed page that an old column may be paired with, each with a value."""
    found = [one for one in repair.columns if one.found_as]
    return [{"name": one.found_as, "sample": one.sample} for one in found]


def _shown(wrapper: Wrapper, page: Page) -> dict[str, Any]:
    try:
        table = api.read_parsed(wrapper, page).shown()
    except SourceError:  # labels need a page's source
        table = Table(page.name, (), ())
    return table_view(table[:MAX_ROWS]) | {"total": len(table)}
