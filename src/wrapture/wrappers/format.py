"""The form of a wrapper file: which fields it has, and what must fit together.

The models mirror `wrapture.model.Wrapper` with two turns for the reader's sake: the columns stand together in the order
of the table, each with the share of records that have it; and a column's place is told by the positions that the layout
names itself, not by counting blocks and parts.
"""

# no `from __future__ import annotations`: pydantic reads the annotations at run time

from typing import Annotated, Final, Literal, Self, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, model_validator

from wrapture.extraction.division import IMG, A
from wrapture.extraction.records import read_pattern
from wrapture.html.tokens import TEXT_SYMBOL
from wrapture.model import Kind
from wrapture.wrappers.fields import (
    MAX_ATTRIBUTES,
    MAX_COUNT,
    MAX_EXCERPT,
    MAX_EXCERPTS,
    MAX_IN_ALL,
    MAX_LABELLED,
    MAX_LONGEST,
    MAX_NAME,
    MAX_PAGES,
    MAX_PARTS,
    MAX_PATTERNS,
    MAX_PIECES,
    MAX_ROW,
    MAX_SIBLINGS,
    Count,
    EncodingName,
    LabelsText,
    LabelText,
    Name,
    Notation,
    Prefix,
    RowText,
    RowToken,
    Separator,
    TagName,
    Template,
    Text,
    flaw,
    length_of,
    many,
)

KINDS: Final[dict[str, Kind]] = {TEXT_SYMBOL: "text", A: "link", IMG: "image"}


class Form(BaseModel):
    """A JSON object whose fields are all known; values are taken as they are, never converted."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, allow_inf_nan=False)


class PatternForm(Form):
    """Records are the longest matches of the patterns in the page's token string."""

    kind: Literal["pattern"]
    encoding: EncodingName = Field(description="how the page is seen as tokens when records are looked for")
    patterns: Annotated[tuple[Notation, ...], *many(MAX_PATTERNS, at_least=1)] = Field(
        description="token names set apart by spaces; [A|B|-] allows A, B or nothing"
    )

    @model_validator(mode="after")
    def _not_too_long(self) -> Self:
        if sum(map(length_of, self.patterns)) > MAX_IN_ALL:
            raise flaw(f"longer than {MAX_IN_ALL} tokens in all; learn the wrapper again", "patterns")
        return self


class ForestForm(Form):
    """Records are runs of neighbouring sub-trees below an element that a tag path leads to."""

    kind: Literal["forest"]
    prefix: Prefix = Field(description="the way from the root to the parent of the records; [2] counts equal names")
    starts: Annotated[tuple[LabelText, ...], *many(MAX_PATTERNS, at_least=1)] = Field(
        description="what the first child of a record looks like"
    )
    separators: Annotated[tuple[LabelsText, ...], *many(MAX_PATTERNS)] = Field(
        default=(), description="what the last children of a record look like; without, a record ends where one begins"
    )
    descent: Annotated[tuple[TagName, ...], *many(MAX_PATTERNS)] = Field(
        default=(), description="the way from there on to each parent, where the records have several"
    )
    nested: bool = Field(default=False, description="whether each parent lies inside the one before")
    first: Annotated[int, Field(ge=1, le=MAX_COUNT)] = Field(default=1, description="the first record to keep")
    last: Annotated[int, Field(ge=-MAX_COUNT, le=MAX_COUNT)] = Field(
        default=-1, description="the last record to keep; -1 is the last on the page, -2 the one before it"
    )

    @model_validator(mode="after")
    def _range_holds_records(self) -> Self:
        if 0 <= self.last < self.first:
            raise flaw("must be below 0, or not less than first", "last")
        if self.nested and not self.descent:
            raise flaw("nested parents need a way from each to the next", "descent")
        return self


class RowForm(Form):
    """Records are the rows of a page that a row template is like."""

    kind: Literal["rows"]
    template: Annotated[tuple[RowToken, ...], *many(MAX_ROW, at_least=2)] = Field(
        description="tags with their attributes and pieces of text that rows have in this order; a number is that many others"
    )
    siblings: Annotated[int, Field(ge=1, le=MAX_SIBLINGS)] = Field(
        description="the most siblings that hold the template"
    )
    longest: Annotated[int, Field(ge=1, le=MAX_LONGEST)] = Field(description="the most tokens that hold the template")
    tail: Annotated[int, Field(ge=0, le=MAX_SIBLINGS)] = Field(
        default=0, description="how many siblings after the template belong to a row too"
    )
    parent: Annotated[str, StringConstraints(max_length=MAX_NAME * 10)] = Field(
        default="", description="the start tag of the element that rows stand in; empty for any"
    )
    similarity: Annotated[float, Field(ge=0, lt=1)] = Field(
        default=0.7, description="a row has more than this share of the template's tokens"
    )

    @model_validator(mode="after")
    def _begins_with_a_token(self) -> Self:
        if not isinstance(self.template[0], str) or self.template[0].startswith("</"):
            raise flaw("must be a start tag or a text: a row begins with it", "template", 0)
        if sum(isinstance(token, str) for token in self.template) < 2:
            raise flaw("must hold two tokens at least", "template")
        return self


PlaceText: TypeAlias = Annotated[tuple[Count, Count], Field(strict=False)]
"""``[start, end)``, in characters."""


class ExcerptForm(Form):
    """The list of one labelled page, with what stands around it."""

    text: Annotated[str, StringConstraints(max_length=MAX_EXCERPT)] = Field(description="a piece of the page's source")
    records: Annotated[
        tuple[Annotated[tuple[PlaceText | None, ...], *many(MAX_ATTRIBUTES, at_least=1)], ...],
        *many(MAX_LABELLED, at_least=1),
    ] = Field(description="the place of each attribute of each record in the text, null for one that is missing")
    zone: PlaceText = Field(description="the place of the list in the text")
    longest: Annotated[tuple[Count, ...], *many(MAX_ATTRIBUTES, at_least=1)] = Field(
        description="of how many lexemes the longest value of each attribute was"
    )

    @model_validator(mode="after")
    def _places_are_in_the_text(self) -> Self:
        _check_place(self.zone, len(self.text), "zone")
        for n, record in enumerate(self.records):
            if not any(record):
                raise flaw("must have a value for one attribute at least", "records", n)
            for m, place in enumerate(record):
                if place is not None:
                    _check_place(place, len(self.text), "records", n, m)
        return self


class MaskForm(Form):
    """Records are groups of values in surroundings like those of labelled ones."""

    kind: Literal["mask"]
    names: Annotated[tuple[Name, ...], *many(MAX_ATTRIBUTES, at_least=1)] = Field(
        description="what the attributes were called in the labels"
    )
    excerpts: Annotated[tuple[ExcerptForm, ...], *many(MAX_EXCERPTS, at_least=1)] = Field(
        description="what the labelled pages showed, one for each"
    )

    @model_validator(mode="after")
    def _one_width(self) -> Self:
        width = len(self.names)
        for n, excerpt in enumerate(self.excerpts):
            if len(excerpt.longest) != width:
                raise flaw(f"must have {width} numbers, one for each name", "excerpts", n, "longest")
            for m, record in enumerate(excerpt.records):
                if len(record) != width:
                    raise flaw(f"must have {width} places, one for each name", "excerpts", n, "records", m)
        if sum(len(excerpt.text) for excerpt in self.excerpts) > MAX_EXCERPT:
            raise flaw(f"longer than {MAX_EXCERPT:,} characters in all; label fewer pages", "excerpts")
        return self


LocatorForm: TypeAlias = Annotated[PatternForm | ForestForm | RowForm | MaskForm, Field(discriminator="kind")]
"""Every way to find records, told apart by ``kind``."""


class PartForm(Form):
    """A position of a block's template that holds data."""

    position: Count = Field(description="counted from 0 in the block's template: a TEXT, an A or an IMG")
    separators: Annotated[tuple[Separator, ...], *many(MAX_PIECES)] = Field(
        default=(), description="the marks at which a text is cut into pieces, one more than there are marks"
    )


class BlockForm(Form):
    """A position of the record template that holds data, divided further."""

    position: Count = Field(description="counted from 0 in the record template")
    encoding: EncodingName = Field(description="how the block is seen as tokens")
    template: Template = Field(description="the tokens of the block, one at each position", min_length=1)
    parts: Annotated[tuple[PartForm, ...], *many(MAX_PARTS)] = Field(description="in ascending order")

    @model_validator(mode="after")
    def _parts_hold_data(self) -> Self:
        kinds = kinds_of(self.template)
        _check_order([part.position for part in self.parts], len(kinds), "parts")
        for n, part in enumerate(self.parts):
            kind = kinds[part.position]
            if kind is None:
                raise flaw("there is no TEXT, A or IMG at this position of the template", "parts", n, "position")
            if part.separators and kind != "text":
                raise flaw(f"only a text can be cut, and the template has a {kind} here", "parts", n, "separators")
        return self


class LayoutForm(Form):
    """How a record is divided into cells, level by level."""

    encoding: EncodingName = Field(description="how a record is seen as tokens")
    template: Template = Field(description="the tokens of a record, one at each position")
    blocks: Annotated[tuple[BlockForm, ...], *many(MAX_PARTS)] = Field(description="in ascending order")

    @model_validator(mode="after")
    def _blocks_in_order(self) -> Self:
        _check_order([block.position for block in self.blocks], length_of(self.template), "blocks")
        return self


class PlaceForm(Form):
    """Where a column's value stands: in the layout or, of a mask, which of its attributes it is."""

    block: Count | None = Field(default=None, description="the position of its block in the record template")
    part: Count | None = Field(default=None, description="the position of its part in the block's template")
    piece: Count | None = Field(default=None, description="which piece of a text that is cut, counted from 0")
    attribute: Count | None = Field(default=None, description="the number of a mask's attribute, counted from 0")


class ColumnForm(Form):
    """A column of the table."""

    name: Name
    kind: Kind = Field(description="a displayed text, the address of a link, or the address of an image")
    keep: bool = Field(description="whether the column is part of the table")
    fill: float = Field(ge=0, le=1, description="the share of records that had a value when the wrapper was learned")
    place: PlaceForm


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
            if (place.block, place.part, place.piece) != (None, None, None):
                raise flaw("a mask has attributes alone", "columns", n, "place")

    def _check_places(self, layout: LayoutForm) -> None:
        blocks = {block.position for block in layout.blocks}
        values = _values(layout)
        for n, column in enumerate(self.columns):
            block, part, piece = column.place.block, column.place.part, column.place.piece
            if column.place.attribute is not None:
                raise flaw("only a mask has attributes", "columns", n, "place", "attribute")
            if block is None or part is None:
                raise flaw("is missing; add it", "columns", n, "place", "block" if block is None else "part")
            if block not in blocks:
                raise flaw("no block of the layout has this position", "columns", n, "place", "block")
            if (block, part) not in values:
                raise flaw("no part of this block has this position", "columns", n, "place", "part")
            kind, cuts = values[block, part]
            if column.kind != kind:
                raise flaw(f"the template has a {kind} at this place", "columns", n, "kind")
            if (piece is None and cuts) or (piece or 0) > cuts:
                raise flaw(f"the text there has the pieces 0 to {cuts}; say which", "columns", n, "place", "piece")


def kinds_of(template: str) -> list[Kind | None]:
    """Return for each position of a template the kind of its data."""
    return [KINDS.get(position.symbols) for position in read_pattern(template).positions]


def _values(layout: LayoutForm) -> dict[tuple[int, int], tuple[Kind | None, int]]:
    """Return for each place of a block and a part the kind of its data, and at how many marks it is cut."""
    kinds = {block.position: kinds_of(block.template) for block in layout.blocks}
    return {
        (block.position, part.position): (kinds[block.position][part.position], len(part.separators))
        for block in layout.blocks
        for part in block.parts
    }


def _check_order(positions: list[int], length: int, field: str) -> None:
    last = -1
    for n, position in enumerate(positions):
        if position >= length:
            raise flaw(f"the template has {length} positions, counted from 0", field, n, "position")
        if position <= last:
            raise flaw("must be greater than the position before it", field, n, "position")
        last = position


def _check_place(place: tuple[int, int], length: int, *field: str | int) -> None:
    if not place[0] <= place[1] <= length:
        raise flaw(f"must be two places in a text of {length} characters, in order", *field)
