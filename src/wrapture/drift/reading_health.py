"""The health of wrappers while pages are read: notice once that a site has changed, and repair the wrapper if that is allowed.

Used by everything that reads many pages: `extract`, `search` and `bulk`.  The last pages of each wrapper are looked at; one bad
page among them is an accident, unless it is plain.  Nothing is repaired unless a function that repairs is given, and a wrapper
once at most, so a source that mixes old and new pages is not repaired to and fro.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final, NamedTuple

from wrapture.drift.checking import check_table
from wrapture.drift.checks import DRIFTED, drifting, overall
from wrapture.drift.drift_notice import DriftNotice
from wrapture.reading.fit import accepts
from wrapture.reading.fitted_reading import fit_in

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from wrapture.drift.checks import PageCheck
    from wrapture.drift.repairs import Repair
    from wrapture.html.page import Page
    from wrapture.model import Wrapper
    from wrapture.model.table import Table

LAST: Final = 6  # pages of a wrapper that are looked at
REASONS: Final = 3  # of a notice


class _Seen(NamedTuple):
    """A page that was checked: what the check said, its number, and the page if it is bad."""

    check: PageCheck
    place: int
    page: Page | None


@dataclass(slots=True)
class _Window:
    """The last pages of a wrapper."""

    wrapper: Wrapper
    last: deque[_Seen] = field(default_factory=lambda: deque(maxlen=LAST))
    checked: int = 0

    def bad(self) -> list[_Seen]:
        return [one for one in self.last if one.check.verdict in DRIFTED]

    def checks(self) -> list[PageCheck]:
        return [one.check for one in self.last]


class ReadingHealth:
    """Follows how well pages fit the wrappers that read them.

    ``repair`` returns the repair of a wrapper by some pages, ``keep`` saves a repaired wrapper by its name and returns where it
    is.  Only the first ``sampled`` pages of a wrapper are checked if they fit by their markup; the others count like the last.
    """

    def __init__(
        self,
        repair: Callable[[Wrapper, Sequence[Page]], Repair] | None = None,
        keep: Callable[[str, Wrapper], str] = lambda name, _: name,
        *,
        sampled: int = LAST,
    ) -> None:
        self._repair = repair
        self._keep = keep
        self._sampled = sampled
        self._windows: dict[str, _Window] = {}
        self.notices: dict[str, DriftNotice] = {}
        self.repaired: dict[str, Wrapper] = {}

    def follow(self, name: str, wrapper: Wrapper, table: Table, opened: Callable[[], Page], place: int = 0) -> None:
        """Look at a page that a wrapper has read; ``opened`` parses it, ``place`` is its number for the caller."""
        if name in self.notices:
            return
        window = self._windows.setdefault(name, _Window(wrapper))
        if self._is_like_the_last(window, table):
            window.last.append(window.last[-1]._replace(place=place))
            return
        check = check_table(wrapper, table, opened)
        window.checked += 1
        window.last.append(_Seen(check, place, opened() if check.verdict in DRIFTED and self._repair else None))
        if drifting(window.checks()):
            self._notice(name, window)

    def finish(self) -> None:
        """Repair the wrappers, if that is allowed, of which every page that tells anything is bad, however few they were."""
        for name, window in self._windows.items():
            if self._repair and name not in self.notices and overall(window.checks()) == "changed":
                self._notice(name, window)

    def _is_like_the_last(self, window: _Window, table: Table) -> bool:
        known = window.checked >= self._sampled and window.last
        return bool(known) and accepts(fit_in(table)) and window.last[-1].check.fits

    def _notice(self, name: str, window: _Window) -> None:
        bad = window.bad()
        reasons = dict.fromkeys(reason for one in bad for reason in one.check.reasons)
        places = tuple(one.place for one in bad)
        told = DriftNotice(name, len(bad), len(window.last), tuple(reasons)[:REASONS], places)
        self.notices[name] = told
        if self._repair is not None:
            self._try(told, self._repair(window.wrapper, [one.page for one in bad if one.page is not None]))
        window.last.clear()

    def _try(self, told: DriftNotice, repair: Repair) -> None:
        """Keep a repaired wrapper, and say what came of the repair."""
        self.notices[told.wrapper] = with_repair(told, repair, self._keep)
        if repair.wrapper is not None:
            self.repaired[told.wrapper] = repair.wrapper


def with_repair(told: DriftNotice, repair: Repair, keep: Callable[[str, Wrapper], str]) -> DriftNotice:
    """Return a notice with what came of the repair; a repaired wrapper is kept."""
    if repair.wrapper is None:
        return replace(told, refused=repair.reasons[0])
    return replace(told, repaired=repair.reasons[-1], kept_as=keep(told.wrapper, repair.wrapper))


def fits_now(wrapper: Wrapper, table: Table, opened: Callable[[], Page]) -> bool:
    """Return whether a page that a wrapper has read fits it in markup and in what its columns hold."""
    return check_table(wrapper, table, opened).verdict == "fits"
