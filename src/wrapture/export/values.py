"""What an export is, as values: a plan of selectors, and how its records compare with those of the wrapper."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from wrapture.extraction.table import Cell
    from wrapture.model import Cut, Kind

Language: TypeAlias = Literal["css", "xpath"]
"""What selectors are written in; that of CSS has ``::text`` and ``::attr(…)``, as parsel and Scrapy have."""

Joining: TypeAlias = Literal["", " ", "lines", "blocks"]
"""What stands between the texts that a selector gives.

``lines``: nothing, and the ends of lines stay; ``blocks``: a space where a block begins or ends, of elements.
"""

Cells: TypeAlias = "tuple[Cell, ...]"


@dataclass(frozen=True, slots=True)
class Source:
    """Where a value comes from: ``selector`` starts at the record and gives texts or addresses.

    It gives elements where a value is a list (``many``), and where the texts are joined by ``blocks``.  Of the text, the piece
    is taken that the ``cuts`` lead to.
    """

    selector: str
    joining: Joining = ""
    many: bool = False
    cuts: tuple[Cut, ...] = ()

    @property
    def gives_elements(self) -> bool:
        """Whether the selector gives elements, of which the texts are taken."""
        return self.many or self.joining == "blocks"


@dataclass(frozen=True, slots=True)
class Field:
    """A column: what stands at its sources, with a space between; none where no selector was found."""

    name: str
    kind: Kind
    sources: tuple[Source, ...]


@dataclass(frozen=True, slots=True)
class Plan:
    """What a program is written from: the selector of the records and those of the columns.

    With ``following``, a record is the selected element and up to so many siblings that follow it, until the next one.
    ``next_page`` is the XPath of the link to the next page; ``encoding`` how the pages are decoded, where what they say of it
    misleads; ``address`` is that of the first page that was looked at.
    """

    language: Language
    rows: str
    fields: tuple[Field, ...]
    following: int = 0
    next_page: str = ""
    encoding: str = ""
    address: str = ""


@dataclass(frozen=True, slots=True)
class Difference:
    """A column whose cells differ from the wrapper's in ``count`` records; ``example`` is the first of them."""

    column: str
    count: int
    example: tuple[Cell, Cell]


@dataclass(frozen=True, slots=True)
class Comparison:
    """What the selectors give beside what the wrapper gives, on ``pages`` pages.

    ``records`` are the wrapper's; ``missing`` of them are not found, ``extra`` ones are none of them.
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
        """Whether the records and all their cells are the same, on one page at least."""
        return self.pages > 0 and self.same_rows and not self.differences

    @property
    def flaws(self) -> int:
        """How much differs: records count as much as all their cells would."""
        return 10 * (self.missing + self.extra) + sum(difference.count for difference in self.differences)
