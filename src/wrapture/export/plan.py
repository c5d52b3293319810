"""The values of an export: a plan of selectors, and how its records compare with those of the wrapper."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from wrapture.model import Cut, Kind
    from wrapture.model.table import Cell

Language: TypeAlias = Literal["css", "xpath"]
"""The language of selectors; CSS with ``::text`` and ``::attr(…)``, as in parsel and Scrapy."""

Joining: TypeAlias = Literal["", " ", "lines", "gaps", "blocks"]
"""What is inserted between the texts that a selector gives.

``lines``: nothing, but line ends are kept; ``gaps``: the same, and the gaps between columns of preformatted text are kept, as
`wrapture.html.page.GAP`; ``blocks``: a space at each block boundary, for elements.
"""

Cells: TypeAlias = "tuple[Cell, ...]"


@dataclass(frozen=True, slots=True)
class ValueSource:
    """The source of a value: ``selector`` starts at the record and gives texts or addresses.

    It gives elements if a value is a list (``many``) or if the texts are joined by ``blocks``.  The ``cuts`` select the piece
    of the text to keep.
    """

    selector: str
    joining: Joining = ""
    many: bool = False
    cuts: tuple[Cut, ...] = ()


@dataclass(frozen=True, slots=True)
class PlannedColumn:
    """A column: the values of its sources, separated by spaces; no sources if no selector was found."""

    name: str
    kind: Kind
    sources: tuple[ValueSource, ...]


@dataclass(frozen=True, slots=True)
class SelectorPlan:
    """What a program is written from: the selector of the records and those of the columns.

    With ``following``, a record is the selected element and at most that many following siblings, up to the next record.
    ``next_page`` is the XPath of the link to the next page; ``encoding`` is that of the pages, if they declare a wrong one;
    ``address`` is that of the first page examined.
    """

    language: Language
    rows: str
    fields: tuple[PlannedColumn, ...]
    following: int = 0
    next_page: str = ""
    encoding: str = ""
    address: str = ""


@dataclass(frozen=True, slots=True)
class Difference:
    """A column whose cells differ from the wrapper's in ``count`` records; ``example`` is the first difference."""

    column: str
    count: int
    example: tuple[Cell, Cell]


@dataclass(frozen=True, slots=True)
class Comparison:
    """The result of the selectors compared with the wrapper's, on ``pages`` pages.

    ``records`` counts the wrapper's; ``missing`` of them are not found, and ``extra`` ones are found besides.
    """

    pages: int
    records: int
    missing: int = 0
    extra: int = 0
    differences: tuple[Difference, ...] = ()

    @property
    def same_rows(self) -> bool:
        """Whether the records are the same."""
        return not self.missing and not self.extra

    @property
    def is_same(self) -> bool:
        """Whether the records and all their cells are the same, on at least one page."""
        return self.pages > 0 and self.same_rows and not self.differences

    @property
    def flaws(self) -> int:
        """A measure of what differs: a record counts as much as all its cells."""
        return 10 * (self.missing + self.extra) + sum(difference.count for difference in self.differences)
