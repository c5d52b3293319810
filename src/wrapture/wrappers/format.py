"""The form of a wrapper file: which fields it has, and what must fit together.

The models mirror `wrapture.model.Wrapper` with two turns for the reader's sake: the columns stand together in the order
of the table, each with the share of records that have it; and a column's place is told by the positions that the layout
names itself, not by counting blocks and parts.
"""

# no `from __future__ import annotations`: pydantic reads the annotations at run time

from typing import Annotated, Final, Literal, Self

from pydantic import Field, StringConstraints, model_validator

from wrapture.extraction.division import IMG, A
from wrapture.extraction.records import read_pattern
from wrapture.html.tokens import TEXT_SYMBOL, begins_with_end_tag
from wrapture.model import DateOrder, Kind, TypeName
from wrapture.wrappers.fields import (
    MAX_COUNT,
    MAX_NAME,
    MAX_PAGES,
    MAX_PARTS,
    MAX_PIECES,
    MAX_ROW,
    Count,
    EncodingName,
    Name,
    RowText,
    RowToken,
    Separator,
    ShortText,
    Template,
    Text,
    flaw,
    many,
)
from wrapture.wrappers.locators import Form, LocatorForm, MaskForm

KINDS: Final[dict[str, Kind]] = {TEXT_SYMBOL: "text", A: "link", IMG: "image"}


class PartForm(Form):
    """A position of a block's template that holds data."""

    position: Count = Field(description="counted from 0 in the block's template: a TEXT or a start tag")
    separators: Annotated[tuple[Separator, ...], *many(MAX_PIECES)] = Field(
        default=(), description="the marks at which a text is cut into pieces, one more than there are marks"
    )
    every: bool = Field(default=False, description="whether all elements like this one are meant: the items of a list")


class BlockForm(Form):
    """A position of the record template that holds data, divided further."""

    position: Count = Field(description="counted from 0 in the record template")
    encoding: EncodingName = Field(description="how the block is seen as tokens")
    template: Template = Field(description="the tokens of the block, one at each position", min_length=1)
    parts: Annotated[tuple[PartForm, ...], *many(MAX_PARTS)] = Field(description="in ascending order")
    element: bool = Field(
        default=False,
        description="whether the block is the element that begins at this position, not what is before it",
    )

    @model_validator(mode="after")
    def _parts_hold_data(self) -> Self:
        kinds = kinds_of(self.template)
        _check_order([part.position for part in self.parts], len(kinds), "parts")
        for n, part in enumerate(self.parts):
            at = ("parts", n)
            kind = kinds[part.position]
            if kind == "end":
                raise flaw("there is neither a TEXT nor a start tag at this position of the template", *at, "position")
            if part.separators and kind != "text":
                raise flaw(f"only a text can be cut, and the template has a {kind} here", *at, "separators")
            if part.every and kind == "text":
                raise flaw("only elements can be listed, and the template has a text here", *at, "every")
        return self


class LayoutForm(Form):
    """How a record is divided into cells, level by level."""

    encoding: EncodingName = Field(description="how a record is seen as tokens")
    template: Template = Field(description="the tokens of a record, one at each position")
    blocks: Annotated[tuple[BlockForm, ...], *many(MAX_PARTS)] = Field(description="in ascending order")

    @model_validator(mode="after")
    def _blocks_in_order(self) -> Self:
        kinds = kinds_of(self.template) if self.template else []
        _check_order([block.position for block in self.blocks if not block.element], len(kinds), "blocks")
        seen: set[tuple[int, bool]] = set()
        for n, block in enumerate(self.blocks):
            at = ("blocks", n, "position")
            if block.position >= len(kinds):
                raise flaw(f"the template has {len(kinds)} positions, counted from 0", *at)
            if (block.position, block.element) in seen:
                raise flaw("another block has this position already", *at)
            if block.element and kinds[block.position] in {"text", "end"}:
                raise flaw("no element begins at this position of the template", *at)
            seen.add((block.position, block.element))
        return self


class PlaceForm(Form):
    """Where a column's value stands: in the layout or, of a mask, which of its attributes it is."""

    block: Count | None = Field(default=None, description="the position of its block in the record template")
    part: Count | None = Field(default=None, description="the position of its part in the block's template")
    piece: Count | None = Field(default=None, description="which piece of a text that is cut, counted from 0")
    whole: bool = Field(
        default=False,
        description="whether all the text is meant: of a part that is cut or a start tag, else of the block",
    )
    element: bool = Field(default=False, description="whether the element is meant that begins at the block's position")
    attribute: Count | None = Field(default=None, description="the number of a mask's attribute, counted from 0")


class TypeForm(Form):
    """What the texts of a column say, with what was decided to read them."""

    name: TypeName
    decimal: Literal["", ".", ","] = Field(default="", description="the mark before the fraction of a number")
    currency: ShortText = Field(
        default="", description="what most amounts are in: a code, or a sign of several currencies"
    )
    order: DateOrder = Field(
        default="", description="the order of dates that are numbers alone; without, they are none"
    )
    scale: Annotated[float, Field(gt=0, le=MAX_COUNT)] | None = Field(
        default=None, description="the best rating there is"
    )
    prefix: ShortText = Field(default="", description="the words before every value")
    unit: ShortText = Field(default="", description="what numbers count, or are measured in")


class ColumnForm(Form):
    """A column of the table."""

    name: Name
    kind: Kind = Field(description="a displayed text, the address of a link, or the address of an image")
    keep: bool = Field(description="whether the column is part of the table")
    fill: float = Field(ge=0, le=1, description="the share of records that had a value when the wrapper was learned")
    place: PlaceForm
    type: TypeForm | None = Field(default=None, description="what its texts say; without, they are texts")
    constant: bool = Field(
        default=False, description="whether it says the same in every record, as labels and buttons do"
    )

    @model_validator(mode="after")
    def _texts_have_types(self) -> Self:
        if self.kind != "text" and self.type is not None:
            raise flaw(f"only a text has a type, and this is a column of {self.kind}s; remove it", "type")
        return self


class ProfileForm(Form):
    """What was seen when the wrapper was learned."""

    pages: Count = Field(description="how many pages it was learned from")
    min_records: Count = Field(description="the fewest records on one page")
    max_records: Count = Field(description="the most records on one page")
    template: Annotated[tuple[RowToken, ...], *many(MAX_ROW)] = Field(
        default=(),
        description="what the records had in common, as tokens; a number is that many others",
    )
    frame: Annotated[tuple[RowText, ...], *many(MAX_PIECES)] = Field(
        default=(), description="what stood around the records on every page, as tokens"
    )

    @model_validator(mode="after")
    def _in_order(self) -> Self:
        if self.min_records > self.max_records:
            raise flaw("must not be less than min_records", "max_records")
        return self


class WrapperForm(Form):
    """A wrapper: how the records of a site's list pages are found and read out as a table."""

    format: Literal["wrapture"]
    version: Literal[1]
    name: Name
    addresses: Annotated[tuple[Text, ...], *many(MAX_PARTS)] = Field(
        description="the pages it is for, such as https://example.org/search*"
    )
    columns: Annotated[tuple[ColumnForm, ...], *many(MAX_PARTS)] = Field(description="in the order of the table")
    locator: LocatorForm = Field(description="how records are found on a page")
    layout: LayoutForm | None = Field(default=None, description="how a record is divided; a mask has none")
    profile: ProfileForm
    learner: Annotated[str, StringConstraints(max_length=MAX_NAME)] = Field(description="what found the locator")
    learned_from: Annotated[tuple[Text, ...], *many(MAX_PAGES)] = Field(description="names or addresses of pages")

    @model_validator(mode="after")
    def _names_differ(self) -> Self:
        seen: set[str] = set()
        for n, column in enumerate(self.columns):
            if column.name in seen:
                raise flaw("another column has this name already; give each its own", "columns", n, "name")
            seen.add(column.name)
        return self

    @model_validator(mode="after")
    def _places_hold_values(self) -> Self:
        if isinstance(self.locator, MaskForm):
            self._check_attributes(len(self.locator.names))
        elif self.layout is None:
            raise flaw("is missing; add it", "layout")
        else:
            self._check_places(self.layout)
        return self

    def _check_attributes(self, count: int) -> None:
        if self.layout is not None:
            raise flaw("a mask has no layout; remove it", "layout")
        for n, column in enumerate(self.columns):
            place = column.place
            if place.attribute is None or place.attribute >= count:
                raise flaw(f"must be one of 0 to {count - 1}", "columns", n, "place", "attribute")
            if (place.block, place.part, place.piece) != (None, None, None) or place.whole or place.element:
                raise flaw("a mask has attributes alone", "columns", n, "place")

    def _check_places(self, layout: LayoutForm) -> None:
        checked = _Places(layout)
        for n, column in enumerate(self.columns):
            checked.check(column, "columns", n)


class _Places:
    """What places of a layout hold."""

    def __init__(self, layout: LayoutForm) -> None:
        self._starts = [kind not in {"text", "end"} for kind in kinds_of(layout.template)] if layout.template else []
        self._parts = {(block.position, block.element): _parts_of(block) for block in layout.blocks}

    def check(self, column: ColumnForm, *at: str | int) -> None:
        """Raise a flaw where a column's place holds no value of its kind."""
        place = column.place
        if place.attribute is not None:
            raise flaw("only a mask has attributes", *at, "place", "attribute")
        if place.block is None:
            raise flaw("is missing; add it", *at, "place", "block")
        if place.part is None:
            self._check_whole(column, place.block, *at)
        else:
            self._check_part(column, place.block, place.part, *at)

    def _check_whole(self, column: ColumnForm, block: int, *at: str | int) -> None:
        place = column.place
        if not place.whole:
            raise flaw("is missing; add it", *at, "place", "part")
        begins = block < len(self._starts) and self._starts[block]
        if not (begins if place.element else (block, False) in self._parts):
            raise flaw("no block of the layout has this position", *at, "place", "block")
        if place.piece is not None:
            raise flaw("only a part is cut into pieces; name it", *at, "place", "piece")
        if column.kind != "text":
            raise flaw("must be text where all the text is meant", *at, "kind")

    def _check_part(self, column: ColumnForm, block: int, part: int, *at: str | int) -> None:
        place = column.place
        if (block, place.element) not in self._parts:
            raise flaw("no block of the layout has this position", *at, "place", "block")
        if part not in self._parts[block, place.element]:
            raise flaw("no part of this block has this position", *at, "place", "part")
        kind, cuts = self._parts[block, place.element][part]
        expected = "text" if place.whole else kind
        if column.kind != expected:
            raise flaw(f"the template has a {kind} at this place", *at, "kind")
        if place.whole and place.piece is not None:
            raise flaw("must be left out where all the text is meant", *at, "place", "piece")
        if (place.piece is None and cuts and not place.whole) or (place.piece or 0) > cuts:
            raise flaw(f"the text there has the pieces 0 to {cuts}; say which", *at, "place", "piece")


def _parts_of(block: BlockForm) -> dict[int, tuple[str, int]]:
    """Return for each position of a block's parts the kind of its data, and at how many marks it is cut."""
    kinds = kinds_of(block.template)
    return {part.position: (kinds[part.position], len(part.separators)) for part in block.parts}


def kinds_of(template: str) -> list[str]:
    """Return for each position of a template the kind of its data: that of a column, ``tag`` or ``end`` for other tags."""
    symbols = [position.symbols for position in read_pattern(template).positions]
    return [KINDS.get(one) or ("end" if begins_with_end_tag(one) else "tag") for one in symbols]


def _check_order(positions: list[int], length: int, field: str) -> None:
    last = -1
    for n, position in enumerate(positions):
        if position >= length:
            raise flaw(f"the template has {length} positions, counted from 0", field, n, "position")
        if position <= last:
            raise flaw("must be greater than the position before it", field, n, "position")
        last = position
