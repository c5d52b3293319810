"""The profiles of columns and of the site, as fields of a wrapper file."""

# no `from __future__ import annotations`: pydantic reads the annotations at run time

from typing import Annotated, Final

from pydantic import Field

from wrapture.library.file_fields import MAX_PIECES, Count, Part, Sample, ShortText, many
from wrapture.library.locator_json import JsonObject

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
