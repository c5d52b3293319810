"""Models of the locators in a wrapper file, one for each kind.

A new kind of locator gets its model here, beside its class in `wrapture.model`.
"""

# no `from __future__ import annotations`: pydantic reads the annotations at run time

from typing import Annotated, Literal, Self, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, model_validator

from wrapture.library.file_fields import (
    MAX_ATTRIBUTES,
    MAX_COUNT,
    MAX_EXCERPT,
    MAX_EXCERPTS,
    MAX_IN_ALL,
    MAX_LABELLED,
    MAX_LONGEST,
    MAX_NOTATION,
    MAX_PARTS,
    MAX_PATH,
    MAX_PATTERN,
    MAX_PATTERNS,
    MAX_PIECES,
    MAX_REPEATED,
    MAX_ROW,
    MAX_SIBLINGS,
    MAX_TEXT,
    Count,
    EncodingName,
    LabelsText,
    LabelText,
    Name,
    Notation,
    Prefix,
    Property,
    RowToken,
    ShortText,
    TagName,
    Text,
    flaw,
    length_of,
    many,
)
from wrapture.model.wrapper import MAX_NAME


class JsonObject(BaseModel):
    """A JSON object without unknown fields; values are never converted."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, allow_inf_nan=False)


class PatternModel(JsonObject):
    """Records are the longest matches of the patterns in the page's token string."""

    kind: Literal["pattern"]
    encoding: EncodingName = Field(description="how the page is seen as tokens when records are looked for")
    patterns: Annotated[tuple[Notation, ...], *many(MAX_PATTERNS, at_least=1)] = Field(
        description="token names separated by spaces; [A|B|-] allows A, B or nothing"
    )

    @model_validator(mode="after")
    def _not_too_long(self) -> Self:
        if sum(map(length_of, self.patterns)) > MAX_IN_ALL:
            raise flaw(f"longer than {MAX_IN_ALL} tokens in all; learn the wrapper again", "patterns")
        return self


class ForestModel(JsonObject):
    """Records are runs of neighbouring subtrees below the element at a tag path."""

    kind: Literal["forest"]
    prefix: Prefix = Field(description="the path from the root to the parent of the records; [2] counts equal names")
    starts: Annotated[tuple[LabelText, ...], *many(MAX_PATTERNS, at_least=1)] = Field(
        description="what the first child of a record looks like"
    )
    separators: Annotated[tuple[LabelsText, ...], *many(MAX_PATTERNS)] = Field(
        default=(), description="what the last children of a record look like; without, a record ends where one begins"
    )
    descent: Annotated[tuple[TagName, ...], *many(MAX_PATTERNS)] = Field(
        default=(), description="the path from there to each parent, if the records have several"
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
            raise flaw("nested parents need a path from each to the next", "descent")
        return self


class RowModel(JsonObject):
    """Records are the rows of a page that are similar to a row template."""

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
        default="", description="the start tag of the parent of rows; empty for any"
    )
    similarity: Annotated[float, Field(ge=0, lt=1)] = Field(
        default=0.7, description="a row has more than this share of the template's tokens"
    )

    @model_validator(mode="after")
    def _begins_with_a_token(self) -> Self:
        if not isinstance(self.template[0], str) or self.template[0].startswith("</"):
            raise flaw("must be a start tag or a text: a row begins with it", "template", 0)
        if sum(isinstance(token, str) for token in self.template) < 2:
            raise flaw("must have at least two tokens", "template")
        return self


class SiblingModel(JsonObject):
    """Records are children of one element that look like each other, or of several at the same place in the tree."""

    kind: Literal["siblings"]
    path: Annotated[tuple[TagName, ...], *many(MAX_PATH, at_least=1)] = Field(
        description="the names of the elements from the root down to the parent of the records"
    )
    parent: LabelText = Field(description="what the parent looks like; elements like it come before others on the path")
    item: LabelText = Field(description="what the first child of a record looks like")
    example: Annotated[str, StringConstraints(max_length=MAX_NOTATION)] = Field(
        default="", description="the names of the nodes of a typical record's first child, in order"
    )
    likeness: Annotated[float, Field(ge=0, le=1)] = Field(
        default=0.0, description="how like the example a record's first child must be"
    )
    tail: Annotated[int, Field(ge=0, le=MAX_SIBLINGS)] = Field(
        default=0, description="how many siblings after the first may belong to a record"
    )
    several: bool = Field(default=False, description="whether the children of all such elements count")

    @model_validator(mode="after")
    def _example_can_be_read(self) -> Self:
        if length_of(self.example) > MAX_PATTERN:
            raise flaw(f"must have at most {MAX_PATTERN:,} names", "example")
        if self.likeness and not self.example:
            raise flaw("is required with a likeness above 0", "example")
        return self


PlaceText: TypeAlias = Annotated[tuple[Count, Count], Field(strict=False)]
"""``[start, end)``, in characters."""

LabelledPlaces: TypeAlias = (
    PlaceText | Annotated[tuple[PlaceText, ...], Field(strict=False, min_length=2, max_length=MAX_REPEATED)]
)
"""The place of a value, or of several."""


class ExcerptModel(JsonObject):
    """The list of one labelled page, with its surroundings."""

    text: Annotated[str, StringConstraints(max_length=MAX_EXCERPT)] = Field(description="a piece of the page's source")
    records: Annotated[
        tuple[Annotated[tuple[LabelledPlaces | None, ...], *many(MAX_ATTRIBUTES, at_least=1)], ...],
        *many(MAX_LABELLED, at_least=1),
    ] = Field(description="the place of each attribute of each record in the text, several of them, or null for none")
    zone: PlaceText = Field(description="the place of the list in the text")
    longest: Annotated[tuple[Count, ...], *many(MAX_ATTRIBUTES, at_least=1)] = Field(
        description="of how many lexemes the longest value of each attribute was"
    )

    @model_validator(mode="after")
    def _places_are_in_the_text(self) -> Self:
        _check_place(self.zone, len(self.text), "zone")
        for n, record in enumerate(self.records):
            if not any(record):
                raise flaw("must have a value for at least one attribute", "records", n)
            for m, places in enumerate(self.places(n)):
                for place in places:
                    _check_place(place, len(self.text), "records", n, m)
        return self

    def places(self, record: int) -> list[list[tuple[int, int]]]:
        """Return the places of each attribute of a record."""
        return [_places(label) for label in self.records[record]]


class MaskModel(JsonObject):
    """Records are groups of values whose context is similar to that of labelled values."""

    kind: Literal["mask"]
    names: Annotated[tuple[Name, ...], *many(MAX_ATTRIBUTES, at_least=1)] = Field(
        description="what the attributes were called in the labels"
    )
    excerpts: Annotated[tuple[ExcerptModel, ...], *many(MAX_EXCERPTS, at_least=1)] = Field(
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


FieldPathText: TypeAlias = Annotated[tuple[Property, ...], *many(MAX_PIECES, at_least=1)]
"""The names that lead from a record to one of its values."""


class DataModel(JsonObject):
    """Records are the objects of an array in the data that a page carries for its scripts."""

    kind: Literal["data"]
    path: Annotated[tuple[Property, ...], *many(MAX_PATH)] = Field(
        description="the names that lead to the array; * is every item of another array"
    )
    fields: Annotated[tuple[FieldPathText, ...], *many(MAX_ATTRIBUTES, at_least=1)] = Field(
        description="the names that lead from an object to each value"
    )


class PageFieldModel(JsonObject):
    """Where one value of a page about one thing stands."""

    path: Annotated[str, StringConstraints(max_length=MAX_TEXT)] = Field(
        default="", description="the names of elements from the body down, with their classes: main > p.price"
    )
    label: ShortText = Field(default="", description="the label beside which it stands, in lower case, no colon")
    data: Annotated[tuple[Property, ...], *many(MAX_PIECES)] = Field(
        default=(), description="the type of a thing in the page's JSON-LD, and the names that lead to the value"
    )
    number: Count = Field(default=0, description="which of the elements at the path, counted from 0")
    every: bool = Field(default=False, description="whether all of them are values: a list")

    @model_validator(mode="after")
    def _has_one_place(self) -> Self:
        if sum(map(bool, (self.path, self.label, self.data))) != 1:
            raise flaw("must have a path, a label or data, and one of these only", "path")
        return self


class PageModel(JsonObject):
    """The page is the record: a page about one thing."""

    kind: Literal["page"]
    fields: Annotated[tuple[PageFieldModel, ...], *many(MAX_PARTS, at_least=1)] = Field(
        description="where the values stand"
    )
    names: Annotated[tuple[Text, ...], *many(MAX_PARTS)] = Field(
        default=(), description="the classes (.name), ids (#name) and properties (@name) that the site's pages share"
    )


SpareModel: TypeAlias = Annotated[PatternModel | ForestModel | RowModel | SiblingModel, Field(discriminator="kind")]
"""Any kind of locator that finds whole records, discriminated by ``kind``."""

LocatorModel: TypeAlias = Annotated[
    PatternModel | ForestModel | RowModel | SiblingModel | MaskModel | DataModel | PageModel,
    Field(discriminator="kind"),
]
"""Any kind of locator, discriminated by ``kind``."""


def _places(label: tuple[int, int] | tuple[tuple[int, int], ...] | None) -> list[tuple[int, int]]:
    """Return the places of a label; a pair of numbers is one place."""
    numbers = [end for place in label or () for end in (place if isinstance(place, tuple) else (place,))]
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def _check_place(place: tuple[int, int], length: int, *field: str | int) -> None:
    if not place[0] <= place[1] <= length:
        raise flaw(f"must be two places in a text of {length} characters, in order", *field)
