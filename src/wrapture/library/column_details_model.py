"""The cleaning steps and profiles of columns, and the marks of the site, as fields of a wrapper file."""

# no `from __future__ import annotations`: pydantic reads the annotations at run time

from typing import Annotated, Final, Literal, Self, TypeAlias

from pydantic import Field, model_validator

from wrapture.algo.linear_regex import MAX_PATTERN, compiled
from wrapture.library.file_fields import MAX_PIECES, Count, Part, Sample, Separator, ShortText, flaw, many
from wrapture.library.locator_json import JsonObject


class TrimModel(JsonObject):
    """Take white space and marks away from both ends."""

    step: Literal["trim"]
    marks: ShortText = Field(default="", description="characters to take away besides white space")


class ReplaceModel(JsonObject):
    """Put one text in the place of another."""

    step: Literal["replace"]
    find: Separator = Field(description="the text to find")
    by: ShortText = Field(default="", description="what stands in its place")


class RegexModel(JsonObject):
    """Keep what a regular expression finds, or put a text in its place."""

    step: Literal["regex"]
    pattern: Annotated[str, Field(min_length=1, max_length=MAX_PATTERN)] = Field(
        description="the expression; what can't be matched in linear time is refused"
    )
    by: ShortText | None = Field(
        default=None, description="what stands in the place of each match; without, the first group or match is kept"
    )

    @model_validator(mode="after")
    def _is_linear(self) -> Self:
        try:
            compiled(self.pattern)
        except ValueError as error:
            raise flaw(f"{error}; change it", "pattern") from error
        return self


CleanStepModel: TypeAlias = Annotated[TrimModel | ReplaceModel | RegexModel, Field(discriminator="step")]


CLASSES: Final = 5  # small letters, capitals, digits, spaces, others
MAX_HASHES: Final = 1_000  # the learner's limit is 40


class ShareModel(JsonObject):
    """Something that values have, and how many have it."""

    text: ShortText
    share: Part = Field(description="of the values")


Shares = Annotated[tuple[ShareModel, ...], *many(MAX_PIECES)]


class ColumnProfileModel(JsonObject):
    """Statistics of the values of a column when the wrapper was learned."""

    count: Count = Field(default=0, description="how many values were looked at")
    distinct: Part = Field(default=0.0, description="the share of them that are different")
    length: Annotated[tuple[Count, ...], *many(3, 3)] = Field(
        default=(0, 0, 0), description="characters of the short, the usual and the long ones: 10 %, 50 % and 90 %"
    )
    characters: Annotated[tuple[Part, ...], *many(CLASSES, CLASSES)] = Field(
        default=(0.0,) * CLASSES, description="shares of small letters, capitals, digits, spaces and others"
    )
    shapes: Shares = Field(
        default=(), description="the commonest shapes: 9 for digits, A for capitals, a for other letters"
    )
    words: Shares = Field(default=(), description="the commonest words")
    hosts: Shares = Field(default=(), description="the commonest hosts of addresses")
    paths: Shares = Field(default=(), description="the commonest shapes of their paths")
    label: ShortText = Field(default="", description="what the page calls the column")
    hashes: Annotated[tuple[ShortText, ...], *many(MAX_HASHES)] = Field(
        default=(), description="hashes of values, to tell which ones stay"
    )
    samples: Annotated[tuple[Sample, ...], *many(MAX_PIECES)] = Field(
        default=(), description="the values of a few records, the same ones in every column"
    )


class SiteModel(JsonObject):
    """What tells a site's pages from those of other sites, whatever their template."""

    hosts: Annotated[tuple[ShortText, ...], *many(MAX_PIECES)] = Field(
        default=(), description="the hosts that the pages name, the commonest first"
    )
    title: Annotated[tuple[ShortText, ...], *many(MAX_PIECES)] = Field(
        default=(), description="the words that their titles have in common"
    )
    language: ShortText = Field(default="", description="a code such as en")
    complete: bool = Field(default=False, description="whether their source ends with </html>")
