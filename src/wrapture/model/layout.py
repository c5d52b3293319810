"""Layouts: the columns of a record, and how a record is divided into their cells."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from wrapture.values.value_type import TEXT, TypeName, ValueType

if TYPE_CHECKING:
    from wrapture.values.cleaning import CleanStep
    from wrapture.values.column_profile import ColumnProfile

CONSTANT = "the same in every record"
"""Why a constant column is hidden."""

Kind = Literal["text", "link", "image"]
"""What a column holds: displayed text, the address of a link, the address of an image."""


@dataclass(frozen=True, slots=True)
class Column:
    """A named column; ``place`` leads to its value through the levels of a `Layout`.

    A ``constant`` column has the same value in every record, as labels and buttons do.  ``hidden`` is the reason why a column
    is not shown by default; empty if it is.  In a merged column, the values at the ``more`` places follow that at ``place``,
    separated by ``joined_by``.  ``clean`` are the steps that every value goes through when it is read.  ``profile`` are
    statistics of its values when the wrapper was learned, by which it is recognised.
    """

    name: str
    kind: Kind
    place: tuple[int, ...]  # (block, part[, piece]): indices into the layout's levels; (attribute,) for a mask
    keep: bool = True
    type: ValueType = TEXT
    constant: bool = False
    more: tuple[tuple[int, ...], ...] = ()
    hidden: str = ""
    profile: ColumnProfile | None = None
    clean: tuple[CleanStep, ...] = ()
    joined_by: str = " "

    @property
    def is_shown(self) -> bool:
        """Whether it is part of the table that a person sees by default."""
        return self.keep and not self.hidden

    @property
    def places(self) -> tuple[tuple[int, ...], ...]:
        """All places of its value, in order."""
        return (self.place, *self.more)

    @property
    def type_name(self) -> TypeName | Kind:
        """What its values are: the kind for addresses, the value type for texts."""
        return self.type.name if self.kind == "text" else self.kind


Cut: TypeAlias = tuple[tuple[str, ...], int]
"""The separators that a text is cut at, and the index of the piece to keep."""


@dataclass(frozen=True, slots=True)
class Part:
    """One position of a block's template that holds data; ``separators`` may cut its text into pieces.

    The text of a start tag is that of its whole element.  ``every`` makes it a list: one value per element of that name in the
    block.  ``within`` are earlier cuts, if the text is itself a piece: each with its separators and the index of the piece that
    is cut further.
    """

    position: int
    separators: tuple[str, ...] = ()  # k separators cut a text into k + 1 pieces
    every: bool = False
    within: tuple[Cut, ...] = ()


@dataclass(frozen=True, slots=True)
class Block:
    """One position of the record template that holds data, divided further by a finer encoding.

    The data of a start tag is what precedes its element; with ``element`` it is the element itself.  With a ``label``, it is
    the value beside that label, wherever it stands in the record.
    """

    position: int
    encoding: str
    template: str
    parts: tuple[Part, ...]
    element: bool = False
    label: str = ""


@dataclass(frozen=True, slots=True)
class Layout:
    """How a record is divided into cells, level by level (IEPAD's multi-level alignment, stored)."""

    encoding: str
    template: str
    blocks: tuple[Block, ...]
    columns: tuple[Column, ...]

    def __hash__(self) -> int:  # called for every page that is read
        return hash(self.template)

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels by which values are found."""
        return tuple([block.label for block in self.blocks if block.label])


def masked_layout(columns: tuple[Column, ...]) -> Layout:
    """Return the layout of a mask, which has no levels: a column's place is the number of its attribute."""
    return Layout("", "", (), columns)
