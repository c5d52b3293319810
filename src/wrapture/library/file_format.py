"""The format of a wrapper file as pydantic models: its fields and the constraints between them.

The models mirror `wrapture.model.Wrapper` with two differences that make files readable: columns are listed in the order
of the table, each with its fill rate; and a column's place names positions of the layout's templates instead of counting
blocks and parts.
"""

# no `from __future__ import annotations`: pydantic reads the annotations at run time

from collections.abc import Iterator
from itertools import pairwise
from typing import Annotated, Literal, Self

from pydantic import Field, StringConstraints, model_validator

from wrapture.html.tokens import BLOCK_LEVEL
from wrapture.library.column_details_model import CleanStepModel, ColumnProfileModel, SiteModel
from wrapture.library.file_fields import (
    MAX_CONTEXT,
    MAX_COUNT,
    MAX_CUTS,
    MAX_PAGES,
    MAX_PARTS,
    MAX_PIECES,
    MAX_ROW,
    MAX_SPARES,
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
from wrapture.library.layout_places import LayoutPlaces, check_order, kinds_of
from wrapture.library.locator_json import DataModel, JsonObject, LocatorModel, MaskModel, PageModel, SpareModel
from wrapture.library.query_section import ListingModel, QueryFormModel
from wrapture.model import DateOrder, Kind, TypeName
from wrapture.model.wrapper import MAX_NAME
from wrapture.reading.division import UNDIVIDED
from wrapture.values.cleaning import MAX_STEPS


class CutModel(JsonObject):
    """A cut of a text, and which piece is cut further."""

    separators: Annotated[tuple[Separator, ...], *many(MAX_PIECES, 1)] = Field(description="the marks, in order")
    piece: Count = Field(description="which piece is cut further, counted from 0")

    @model_validator(mode="after")
    def _piece_is_there(self) -> Self:
        if self.piece > len(self.separators):
            raise flaw(f"expected a piece from 0 to {len(self.separators)}", "piece")
        return self


class PartModel(JsonObject):
    """A position of a block's template that holds data."""

    position: Count = Field(description="counted from 0 in the block's template: a TEXT or a start tag")
    separators: Annotated[tuple[Separator, ...], *many(MAX_PIECES)] = Field(
        default=(), description="the marks at which a text is cut into pieces, one more than there are marks"
    )
    every: bool = Field(default=False, description="whether all elements like this one are meant: the items of a list")
    within: Annotated[tuple[CutModel, ...], *many(MAX_CUTS)] = Field(
        default=(), description="the cuts before, where what is cut is a piece itself: the outermost comes first"
    )


class BlockModel(JsonObject):
    """A position of the record template that holds data, divided further."""

    position: Count = Field(description="counted from 0 in the record template")
    encoding: EncodingName = Field(description="how the block is seen as tokens")
    template: Template = Field(description="the tokens of the block, one at each position", min_length=1)
    parts: Annotated[tuple[PartModel, ...], *many(MAX_PARTS)] = Field(
        description="in ascending order; one that is cut in several ways stands there once for each"
    )
    element: bool = Field(
        default=False,
        description="whether the block is the element that begins at this position, not what is before it",
    )
    label: ShortText = Field(
        default="",
        description="the label beside which the value stands, wherever in the record; in lower case, no colon",
    )

    @property
    def shape(self) -> tuple[str, ...]:
        """How the block is divided; an undivided text is the same in every encoding."""
        return (UNDIVIDED, self.label) if self.template.split() == [UNDIVIDED] else (self.encoding, self.template)

    @property
    def is_bare(self) -> bool:
        """Whether the block looks like the implied one that holds all the text of another block; files don't list that."""
        whole = self.shape == (UNDIVIDED, "") and self.encoding == BLOCK_LEVEL.name
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
                raise flaw("the template has neither a TEXT nor a start tag at this position", *at, "position")
            if part.separators and (kind == "image" or part.every):
                what = "list" if part.every else kind
                raise flaw(f"only a text can be cut, and the template has a {what} here", *at, "separators")
            if part.within and not part.separators:
                raise flaw("only a part with separators can be within another cut; remove it", *at, "within")
            if part.every and kind == "text" and not self.element:
                raise flaw(
                    "only elements can be listed, or the texts of one, and the template has a text here", *at, "every"
                )
        return self


class LayoutModel(JsonObject):
    """How a record is divided into cells, level by level."""

    encoding: EncodingName = Field(description="how a record is seen as tokens")
    template: Template = Field(description="the tokens of a record, one at each position")
    blocks: Annotated[tuple[BlockModel, ...], *many(MAX_PARTS)] = Field(
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
                raise flaw("the whole text of a divided block needs no block of its own; remove it", *at)
            seen.add((block.position, block.element, *block.shape))
        return self


class PlaceModel(JsonObject):
    """Where a column's value is: a place in the layout or, for a mask, the number of its attribute."""

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
        """The key of the place: places with the same meaning hold the same value."""
        piece = self.piece or 0
        return self.block, self.element, self.division, self.part, self.cut, piece, self.whole, self.attribute


class TypeModel(JsonObject):
    """The value type of a column, with the decisions needed to parse its texts."""

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
    spaced: bool = Field(default=False, description="whether spaces separate groups of three digits")
    time: bool = Field(default=True, description="whether dates may have a time of day")


class ColumnModel(JsonObject):
    """A column of the table."""

    name: Name
    kind: Kind = Field(description="a displayed text, the address of a link, or the address of an image")
    keep: bool = Field(description="whether the column is part of the table")
    fill: float = Field(ge=0, le=1, description="the share of records that had a value when the wrapper was learned")
    place: PlaceModel
    followed_by: Annotated[tuple[PlaceModel, ...], *many(MAX_PIECES)] = Field(
        default=(), description="the places of texts that follow in a merged column, with a space between"
    )
    joined_by: ShortText = Field(default=" ", description="what stands between the texts of a merged column")
    clean: Annotated[tuple[CleanStepModel, ...], *many(MAX_STEPS)] = Field(
        default=(), description="what is done to each text, in order: trim, replace, or a regular expression"
    )
    type: TypeModel | None = Field(default=None, description="what its texts say; without, they are texts")
    constant: bool = Field(
        default=False, description="whether it says the same in every record, as labels and buttons do"
    )
    hidden: ShortText | None = Field(
        default=None, description="why the column is not shown by default; without, only constant columns are hidden"
    )
    profile: ColumnProfileModel | None = Field(
        default=None, description="statistics of its values, by which it is recognised on a changed page"
    )

    @property
    def places(self) -> tuple[PlaceModel, ...]:
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
    def _texts_are_cleaned(self) -> Self:
        if self.kind != "text" and self.clean:
            raise flaw(f"only texts are cleaned, and this is a column of {self.kind}s; remove it", "clean")
        return self

    @model_validator(mode="after")
    def _texts_have_types(self) -> Self:
        if self.kind != "text" and self.type is not None:
            raise flaw(f"only a text has a type, and this is a column of {self.kind}s; remove it", "type")
        return self


class ProfileModel(JsonObject):
    """Statistics of the pages that the wrapper was learned from."""

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
    site: SiteModel | None = Field(default=None, description="what tells the site's pages from those of others")

    @model_validator(mode="after")
    def _in_order(self) -> Self:
        if self.min_records > self.max_records:
            raise flaw("must not be less than min_records", "max_records")
        return self


class ContextModel(JsonObject):
    """A column whose values come from where a record stands on the page, or from what it draws."""

    name: Name = Field(description="of the column")
    what: Literal["section", "depth", "parent", "rating"] = Field(
        description="the heading above a record, its depth in a thread, the record it replies to, or the rating it draws"
    )


class WrapperModel(JsonObject):
    """A wrapper: how the records of a site's list pages are found and read out as a table."""

    format: Literal["wrapture"]
    version: Literal[2]
    name: Name
    addresses: Annotated[tuple[Text, ...], *many(MAX_PARTS)] = Field(
        description="the pages it is for, such as https://example.org/search*"
    )
    columns: Annotated[tuple[ColumnModel, ...], *many(MAX_PARTS)] = Field(description="in the order of the table")
    locator: LocatorModel = Field(description="how records are found on a page")
    spares: Annotated[tuple[SpareModel, ...], *many(MAX_SPARES)] = Field(
        default=(), description="other ways to find them, for pages of the site on which the locator fails"
    )
    context: Annotated[tuple[ContextModel, ...], *many(MAX_CONTEXT)] = Field(
        default=(), description="columns from where a record stands on the page, after the others"
    )
    layout: LayoutModel | None = Field(default=None, description="how a record is divided; a mask has none")
    profile: ProfileModel
    learner: Annotated[str, StringConstraints(max_length=MAX_NAME)] = Field(description="what found the locator")
    learned_from: Annotated[tuple[Text, ...], *many(MAX_PAGES)] = Field(description="names or addresses of pages")
    asking: QueryFormModel | None = Field(default=None, description="how to query the site for such pages, if known")
    listing: ListingModel | None = Field(default=None, description="where a list of several pages begins, if known")

    @model_validator(mode="after")
    def _names_differ(self) -> Self:
        seen: set[str] = set()
        named = [("columns", n, one.name) for n, one in enumerate(self.columns)]
        for field, n, name in named + [("context", n, one.name) for n, one in enumerate(self.context)]:
            if name in seen:
                raise flaw("another column has this name already; give each its own", field, n, "name")
            seen.add(name)
        return self

    @model_validator(mode="after")
    def _places_hold_values(self) -> Self:
        if isinstance(self.locator, MaskModel):
            self._check_attributes(len(self.locator.names), "a mask")
        elif isinstance(self.locator, DataModel):
            self._check_attributes(len(self.locator.fields), "a data locator")
        elif isinstance(self.locator, PageModel):
            self._check_attributes(len(self.locator.fields), "a page locator")
        elif self.layout is None:
            raise flaw("is missing; add it", "layout")
        else:
            self._check_places(self.layout)
        return self

    def _check_attributes(self, count: int, what: str) -> None:
        if self.layout is not None:
            raise flaw(f"{what} has no layout; remove it", "layout")
        if self.spares:
            raise flaw(f"{what} has no spares; remove them", "spares")
        if self.context:
            raise flaw(f"{what} has no context; remove it", "context")
        for place, *at in self._places():
            if place.attribute is None or place.attribute >= count:
                raise flaw(f"must be one of 0 to {count - 1}", *at, "attribute")
            if place.model_dump(exclude={"attribute"}) != PlaceModel().model_dump(exclude={"attribute"}):
                raise flaw(f"{what} has attributes alone", *at)

    def _check_places(self, layout: LayoutModel) -> None:
        checked = LayoutPlaces(layout)
        for place, columns, n, *at in self._places():
            checked.check(place, self.columns[n].kind, (columns, n), tuple(at))

    def _places(self) -> Iterator[tuple[PlaceModel, str, int, *tuple[str | int, ...]]]:
        """Yield the places of all columns, each with its path in the file."""
        for n, column in enumerate(self.columns):
            yield column.place, "columns", n, "place"
            for m, place in enumerate(column.followed_by):
                yield place, "columns", n, "followed_by", m
