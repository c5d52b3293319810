"""What a check says: whether a page fits its wrapper, and the reasons, in words and as data."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias

from wrapture.wording import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.drift.page_kinds import PageKind
    from wrapture.model import Fit

Verdict: TypeAlias = "Literal['fits', 'columns changed', 'changed', 'other site', 'other language'] | PageKind"
"""What a page says about its wrapper.

``fits``: records and columns are as learned.  ``columns changed``: the records are found, but a column is empty or holds
something else.  ``changed``: the records are not found, or not as they were.  ``other site`` and ``other language``: the page
is not one that the wrapper is for.  The others are pages that are not list pages (see `wrapture.drift.page_kinds`)."""

Overall: TypeAlias = Literal["fits", "changed", "unclear"]
"""What several pages together say about a wrapper."""

DRIFTED: Final = frozenset(["changed", "columns changed"])


class ColumnCheck(NamedTuple):
    """A column on the page compared with its profile.

    ``fill`` and ``was_filled`` are the shares of records with a value; ``likeness`` is how much the values look like those it
    had, None if there are too few to tell.  ``problem`` is empty, ``"empty"``, ``"sparse"`` (nearly every record had a
    value, less than three quarters have one), ``"changed"`` or ``"moved"``; if it moved, ``now_in`` is the column that holds
    its values.
    """

    name: str
    was_filled: float
    fill: float
    likeness: float | None
    problem: Literal["", "empty", "sparse", "changed", "moved"] = ""
    now_in: str = ""

    @property
    def reason(self) -> str:
        """The problem in words, "" if there is none."""
        match self.problem:
            case "empty":
                return f"column {self.name} is empty; it had a value in {round(100 * self.was_filled)} % of the records"
            case "sparse":
                was, now = round(100 * self.was_filled), round(100 * self.fill)
                return f"column {self.name} has a value in {now} % of the records; it had one in {was} %"
            case "changed":
                return f"column {self.name} holds something else than when the wrapper was learned"
            case "moved":
                return f"the values of column {self.name} are now in {self.now_in}"
            case _:
                return ""


@dataclass(frozen=True, slots=True)
class PageCheck:
    """Whether a page fits a wrapper, and why not.

    ``likeness`` is how much the columns look like those learned, None if there is nothing to compare.  ``plain`` is whether
    this page alone suffices to say that the site has changed.
    """

    page: str
    verdict: Verdict
    reasons: tuple[str, ...]
    fit: Fit
    columns: tuple[ColumnCheck, ...]
    likeness: float | None
    plain: bool = False

    @property
    def fits(self) -> bool:
        """Whether the wrapper finds the records of the page; single columns may have changed (see ``verdict``)."""
        return self.verdict in {"fits", "columns changed"}


def overall(checks: Sequence[PageCheck]) -> Overall:
    """Return what several pages say together: one bad page is not enough, unless it is plain or the only one.

    Pages that are not list pages, or of another site, say nothing.
    """
    told = [check for check in checks if check.verdict == "fits" or check.verdict in DRIFTED]
    bad = [check for check in told if check.verdict in DRIFTED]
    if not told:
        return "unclear"
    if len(bad) == len(told) or (len(bad) > 1 and 2 * len(bad) >= len(told)):
        return "changed"
    return "changed" if any(check.plain for check in bad) else "fits"


def drifting(checks: Sequence[PageCheck]) -> bool:
    """Return whether the last pages say that the site has changed: two at least, as many as good ones, or a plain one."""
    told = [check for check in checks if check.verdict == "fits" or check.verdict in DRIFTED]
    bad = [check for check in told if check.verdict in DRIFTED]
    return (len(bad) > 1 and 2 * len(bad) >= len(told)) or any(check.plain for check in bad)


def summary(checks: Sequence[PageCheck]) -> str:
    """Return what a check of several pages came to, in one line.

    >>> summary([])
    'no page was checked'
    """
    if not checks:
        return "no page was checked"
    kinds = Counter(check.verdict for check in checks)
    parts = ", ".join(f"{count} {verdict}" for verdict, count in kinds.most_common())
    words = {
        "fits": "the wrapper fits",
        "changed": "the site has changed",
        "unclear": "can't tell: no page is a list page of the site",
    }
    return f"{words[overall(checks)]} ({counted(len(checks), 'page')}: {parts})"


def check_data(check: PageCheck) -> dict[str, object]:
    """Return a check as JSON data."""
    few, most = check.fit.expected
    return {
        "page": check.page,
        "fits": check.fits,
        "verdict": check.verdict,
        "reasons": list(check.reasons),
        "records": {"found": check.fit.found, "expected": [few, most], "similarity": check.fit.similarity},
        "frame": check.fit.frame,
        "likeness": check.likeness,
        "columns": [column._asdict() for column in check.columns],
    }
