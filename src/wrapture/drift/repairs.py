"""What a repair did, or why it did nothing: the new wrapper and the report."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from wrapture.drift.checks import PageCheck
    from wrapture.model import Wrapper

How: TypeAlias = Literal["", "spare", "learned", "labels"]
"""How a wrapper was repaired: by a spare locator, by learning anew, or by old rows that are still there, as labels."""

Refusal: TypeAlias = Literal["", "fits", "no list page", "other site", "same page", "unsure"]
"""Why a wrapper was not repaired."""


class ColumnMove(NamedTuple):
    """What became of a column: ``kept`` with its name, ``new`` on the page, or ``gone``.

    ``found_as`` is what the new page calls it, ``sure`` from 0 to 1 how sure the pairing is, ``was`` and ``sample`` are an old
    value and a new one.
    """

    name: str
    fate: Literal["kept", "new", "gone"]
    found_as: str = ""
    sure: float | None = None
    was: str = ""
    sample: str = ""


@dataclass(frozen=True, slots=True)
class Repair:
    """The result of a repair: the new wrapper, or None and why not.

    ``kept`` is the share of the old columns that are there again, from 0 to 1; ``records`` how many the new wrapper finds on
    each page; ``clear`` whether its list is the first page's best, and discovery is sure of that.  ``reasons`` are sentences
    for a person; the last says what to do if the repair was refused.
    """

    wrapper: Wrapper | None
    refusal: Refusal
    reasons: tuple[str, ...]
    checks: tuple[PageCheck, ...] = ()
    how: How = ""
    kept: float = 0.0
    columns: tuple[ColumnMove, ...] = ()
    records: tuple[int, ...] = ()
    clear: bool = False

    def named(self, fate: Literal["kept", "new", "gone"]) -> list[str]:
        """Return the names of the columns with a fate."""
        return [column.name for column in self.columns if column.fate == fate]


def report_data(repair: Repair) -> dict[str, object]:
    """Return a repair as JSON data."""
    return {
        "repaired": repair.wrapper is not None,
        "refusal": repair.refusal,
        "reasons": list(repair.reasons),
        "how": repair.how,
        "kept": round(repair.kept, 3),
        "records": list(repair.records),
        "columns": [_column_data(column) for column in repair.columns],
    }


def _column_data(column: ColumnMove) -> dict[str, object]:
    data = {"name": column.name, "fate": column.fate, "found_as": column.found_as, "sure": column.sure}
    return {**data, "was": column.was, "sample": column.sample}
