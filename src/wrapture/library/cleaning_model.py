"""Cleaning steps of a column in a wrapper file, as pydantic models."""

# no `from __future__ import annotations`: pydantic reads the annotations at run time

from typing import Annotated, Literal, Self, TypeAlias

from pydantic import Field, model_validator

from wrapture.algo.linear_regex import MAX_PATTERN, compiled
from wrapture.library.file_fields import Separator, ShortText, flaw
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
