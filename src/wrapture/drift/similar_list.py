"""Read a page on which a wrapper finds nothing: the list there that most resembles the wrapper's, under the old column names.

Some sites show a list in several forms (a table here, boxes there), and a wrapper learned from one of them finds nothing in
the other.  The page is then read as the wrapper repaired for it would read it.  The wrapper itself stays as it is, the table
keeps its fit of 0, and a note reports what was read instead; a page that is refused a repair is not read at all.

Without ``guess=True``, the page must have the design of the wrapper's pages (a site with a new design needs a repair), but
must not be the same page at another time (which has changed, and needs a repair as well) nor say that nothing was found, and
discovery must be sure that the list is the main one of the page.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from wrapture.drift.page_kinds import page_kind
from wrapture.reading.fit import accepts
from wrapture.reading.fitted_reading import read_capture, read_parsed
from wrapture.reading.frame import frame_share, markup_share
from wrapture.wording import counted

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from wrapture.drift.repairs import Repair
    from wrapture.html.page import Page
    from wrapture.model import Capture, Wrapper
    from wrapture.model.table import Table

LIKE: Final = 0.55
"""Share of the old columns that the list must have.  Of 57 pages whose list was cut out, 4 have another one with as many, and
33 one that `wrapture repair` took with a lower bar; the real lists of the development pages have 58 % and 70 %."""
KNOWN: Final = 0.2
"""Share of the list's columns that are the wrapper's; of a menu with 77 columns, 6 are like those of any list."""
SAME_DESIGN: Final = 0.2
"""Share of the frame's start tags that pages of one design have in common: on the development pages, at most 0.1 remain after a
new design, and at least 0.3 are on pages of the same site with another kind of list."""
SAME_PAGE: Final = 0.9
"""Share of the frame that only the same page has, at another time: another section of a site differs in its title and headings.
Of the development pages, two that had changed have 0.91 and 0.97, and the two of other sections 0.13 and 0.88."""
TRIED: Final = 3  # pages in a row without a similar list, after which no more are searched


class SimilarLists:
    """Reads the pages of a site on which its wrapper finds nothing; each form of the list is learned once, by ``repair``."""

    def __init__(
        self, wrapper: Wrapper, repair: Callable[[Wrapper, Sequence[Page]], Repair], *, guess: bool = False
    ) -> None:
        self._wrapper = wrapper
        self._repair = repair
        self._guess = guess
        self._known: list[Wrapper] = []
        self._failed = 0

    def read(self, capture: Capture, table: Table, page: Page) -> Table:
        """Return the table of the list that most resembles the wrapper's, or the given one, which is empty, if none does."""
        if not self._guess and not self._may_show_list(page):
            return table
        for known in self._known:
            found = read_capture(known, capture)
            if found.rows and found.fit is not None and accepts(found.fit):
                return _as_similar(found, table)
        if self._failed >= TRIED:
            return table
        made = self._repair(self._wrapper, [page])
        if made.wrapper is None or not (_is_mostly_known(made) and (made.clear or self._guess)):
            self._failed += 1
            return table
        self._failed = 0
        self._known.append(made.wrapper)
        return _as_similar(read_parsed(made.wrapper, page), table)

    def _may_show_list(self, page: Page) -> bool:
        """Return whether a page is another one of the same design, and may be a list page."""
        frame = self._wrapper.profile.frame
        design, same = markup_share(frame, page), frame_share(frame, page)
        if design is None or same is None or design < SAME_DESIGN or same >= SAME_PAGE:
            return False
        return page_kind(self._wrapper, page) is None


def _is_mostly_known(made: Repair) -> bool:
    """Return whether a list has most columns of the wrapper, and not many more: a list with many more is another one."""
    kept, new = len(made.named("kept")), len(made.named("new"))
    return made.kept >= LIKE and kept >= KNOWN * (kept + new)


def _as_similar(found: Table, table: Table) -> Table:
    """Return what was read instead of an empty table, which keeps saying that the page does not fit the wrapper."""
    what = f"{counted(len(found), 'record')} of the list that most resembles the wrapper's, which finds nothing"
    return replace(found, fit=table.fit, wrapper=table.wrapper, sure=False, note=f"not sure: {what}")
