"""The form of a wrapper file: which fields it has, and what must fit together.

The models mirror `wrapture.model.Wrapper` with two turns for the reader's sake: the columns stand together in the order
of the table, each with the share of records that have it; and a column's place is told by the positions that the layout
names itself, not by counting blocks and parts.
"""

# no `from __future__ import annotations`: pydantic reads the annotations at run time

from collections.abc import Iterator
from itertools import pairwise
from typing import Annotated, Literal, Self

from pydantic import Field, StringConstraints, model_validator

from wrapture.extraction.division import UNDIVIDED
from wrapture.html.tokens import BLOCK_LEVEL
from wrapture.model import DateOrder, Kind, TypeName
from wrapture.wrappers.asking import AskingForm
from wrapture.wrappers.fields import (
    MAX_COUNT,
    MAX_CUTS,
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
from wrapture.wrappers.places import Places, check_order, kinds_of


class CutForm(Form):
    """A cut of a text, and the piece of it that is cut further."""

    separators: Annotated[tuple[Separator, ...], *many(MAX_PIECES, 1)] = Field(description="the marks, in order")
    piece: Count = Field(description="which piece is cut further, counted from 0")

    @model_validator(mode="after")
    def _piece_is_there(self) -> Self:
        if self.piece > len(self.separators):
            raise flaw(f"the text there has the pieces 0 to {len(self.separators)}; say which", "piece")
        return self


class PartForm(Form):
    """A position of a block's template that holds data."""

    position: Count = Field(description="counted from 0 in the block's template: a TEXT or a start tag")
    separators: Annotated[tuple[Separator, ...], *many(MAX_PIECES)] = Field(
        default=(), description="the marks at which a text is cut into pieces, one more than there are marks"
    )
    every: bool = Field(default=False, description="whether all elements like this one are meant: the items of a list")
    within: Annotated[tuple[CutForm, ...], *many(MAX_CUTS)] = Field(
        default=(), description="the cuts before, where what is cut is a piece itself: the outermost comes first"
    )


class BlockForm(Form):
    """A position of the record template that holds data, divided further."""

    position: Count = Field(description="counted from 0 in the record template")
    encoding: EncodingName = Field(description="how the block is seen as tokens")
    template: Template = Field(description="the tokens of the block, one at each position", min_length=1)
    parts: Annotated[tuple[PartForm, ...], *many(MAX_PARTS)] = Field(
        description="in ascending order; one that is cut in several ways stands there once for each"
    )
    element: bool = Field(
        default=False,
        description="whether the block is the element that begins at this position, not what is before it",
    )

    @property
    def shape(self) -> tuple[str, ...]:
        """How it is divided; one text is the same however it is seen."""
        return (UNDIVIDED,) if self.template.split() == [UNDIVIDED] else (self.encoding, self.template)

    @property
    def is_bare(self) -> bool:
        """Whether it looks like what is read to have all the text of another block, and stands in no file."""
        whole = self.shape == (UNDIVIDED,) and self.encoding == BLOCK_LEVEL.name
        return whole and not any(part.separators for part in self.parts)

    @model_validator(mode="after")
    def _parts_hold_data(self) -> Self:
        kinds = kinds_of(self.template)
        repeats = [bool(one.separators and two.separators) and one != two for one, two in pairwise(self.parts)]
        check_order([part.position for part in self.parts], len(kinds), "parts", repeats)
        for n, part in enumerate(self.parts):
            at = ("parts", n)
            kind = kinds[part.position]
            if kind == "end":
                raise flaw("there is neither a TEXT nor a start tag at this position of the template", *at, "position")
            if part.separators and (kind == "image" or part.every):
                what = "list" if part.every else kind
                raise flaw(f"only a text can be cut, and the template has a {what} here", *at, "separators")
            if part.within and not part.separators:
                raise flaw("only what is cut further lies in another cut; remove it", *at, "within")
            if part.every and kind == "text":
                raise flaw("only elements can be listed, and the template has a text here", *at, "every")
        return self


class LayoutForm(Form):
    """How a record is divided into cells, level by level."""

    encoding: EncodingName = Field(description="how a record is seen as tokens")
    template: Template = Field(description="the tokens of a record, one at each position")
    blocks: Annotated[tuple[BlockForm, ...], *many(MAX_PARTS)] = Field(
        description="in ascending order; one that is divided in several ways stands there once for each"
    )

    @model_validator(mode="after")
    def _blocks_in_order(self) -> Self:
        kinds = kinds_of(self.template) if self.template else []
        plain = [block for block in self.blocks if not block.element]
        repeats = [one.shape != two.shape for one, two in pairwise(plain)]
        check_order([block.position for block in plain], len(kinds), "blocks", repeats)
        doubles = {one.position for one, two in pairwise(plain) if one.position == two.position}
        seen: set[tuple[object, ...]] = set()
        for n, block in enumerate(self.blocks):
            at = ("blocks", n, "position")
            if block.position >= len(kinds):
                raise flaw(f"the template has {len(kinds)} positions, counted from 0", *at)
            if (block.position, block.element, *block.shape) in seen:
                raise flaw("another block has this position already", *at)
            if block.element and kinds[block.position] in {"text", "end"}:
                raise flaw("no element begins at this position of the template", *at)
            if block.is_bare and not block.element and block.position in doubles:
                raise flaw("all the text of a block that is divided needs no block of its own; remove it", *at)
            seen.add((block.position, block.element, *block.shape))
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
    division: Count = Field(default=0, description="which of several blocks at this position, counted from 0")
    cut: Count = Field(default=0, description="which of several ways to cut the part, counted from 0")
    attribute: Count | None = Field(default=None, description="the number of a mask's attribute, counted from 0")

    @property
    def meaning(self) -> tuple[object, ...]:
        """What it leads to: places with the same meaning hold the same value."""
        piece = self.piece or 0
        return self.block, self.element, self.division, self.part, self.cut, piece, self.whole, self.attribute


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
    followed_by: Annotated[tuple[PlaceForm, ...], *many(MAX_PIECES)] = Field(
        default=(), description="the places of texts that follow in a merged column, with a space between"
    )
    type: TypeForm | None = Field(default=None, description="what its texts say; without, they are texts")
    constant: bool = Field(
        default=False, description="whether it says the same in every record, as labels and buttons do"
    )

    @property
    def places(self) -> tuple[PlaceForm, ...]:
        """All places of its value."""
        return (self.place, *self.followed_by)

    @model_validator(mode="after")
    def _texts_are_merged(self) -> Self:
        if self.kind != "text" and self.followed_by:
            raise flaw(f"only texts are merged, and this is a column of {self.kind}s; remove it", "followed_by")
        seen: set[tuple[object, ...]] = set()
        for n, place in enumerate(self.places):
            if place.meaning in seen:
                raise flaw("this place is in the column already; remove it", "followed_by", n - 1)
            seen.add(place.meaning)
        return self

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
    asking: AskingForm | None = Field(
        default=None, description="how the site is asked for such pages, where it is known"
    )

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
        for place, *at in self._places():
            if place.attribute is None or place.attribute >= count:
                raise flaw(f"must be one of 0 to {count - 1}", *at, "attribute")
            if place.model_dump(exclude={"attribute"}) != PlaceForm().model_dump(exclude={"attribute"}):
                raise flaw("a mask has attributes alone", *at)

    def _check_places(self, layout: LayoutForm) -> None:
        checked = Places(layout)
        for place, columns, n, *at in self._places():
            checked.check(place, self.columns[n].kind, (columns, n), tuple(at))

    def _places(self) -> Iterator[tuple[PlaceForm, str, int, *tuple[str | int, ...]]]:
        """Yield the places of all columns, each with the way to it."""
        for n, column in enumerate(self.columns):
            yield column.place, "columns", n, "place"
            for m, place in enumerate(column.followed_by):
                yield place, "columns", n, "followed_by", m
