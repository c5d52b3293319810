"""The query form of a site in a wrapper file, under the key ``asking``."""

# no `from __future__ import annotations`: pydantic reads the annotations at run time

from typing import Annotated, Final, Literal, Self, TypeAlias

from pydantic import Field, StringConstraints, model_validator

from wrapture.library.file_fields import MAX_COUNT, MAX_PARTS, MAX_PIECES, MAX_TEXT, ShortText, Text, flaw, many
from wrapture.library.locator_json import JsonObject

URLENCODED: Final = "application/x-www-form-urlencoded"

Address: TypeAlias = Annotated[str, StringConstraints(max_length=MAX_TEXT, pattern=r"^https?://")]
Entry: TypeAlias = Annotated[str, StringConstraints(max_length=MAX_TEXT)]


class PaginationModel(JsonObject):
    """How to get from one result page to the next."""

    by: Literal["link", "button"] = Field(default="link", description="what leads to the next page")
    parameter: ShortText = Field(
        default="", description="the query parameter that changes from page to page, if there is one"
    )
    step: Annotated[int, Field(ge=1, le=MAX_COUNT)] | None = Field(default=None, description="its increment per page")


class EntryModel(JsonObject):
    """A name and its value, as the form submits them."""

    name: Entry
    value: Entry = ""


class ListingModel(JsonObject):
    """A list of several pages that needs no query."""

    page: Address = Field(description="the first page of the list")
    paging: PaginationModel | None = Field(default=None, description="how to get to the next page")
    total: Annotated[int, Field(ge=0, le=MAX_COUNT)] | None = Field(
        default=None, description="the number of records that the site stated when the wrapper was learned"
    )


class QueryFormModel(JsonObject):
    """The form that takes a query, with all entries it submits."""

    page: Address = Field(description="the page that contains the form")
    action: Address = Field(description="where the form is submitted")
    method: Literal["GET", "POST"] = "GET"
    query: Entry = Field(description="the name of the entry that takes the query")
    entries: Annotated[tuple[EntryModel, ...], *many(MAX_PARTS, 1)] = Field(description="all entries sent, in order")
    enctype: ShortText = Field(default=URLENCODED, description="the content type of the request body")
    charset: ShortText = Field(default="utf-8", description="the character encoding of the entries")
    fresh: bool = Field(
        default=False, description="whether to reload the form for each query because its values change"
    )
    in_path: bool = Field(
        default=False,
        description="whether the query is not sent as an entry but replaces {query} in the path of action",
    )
    typed: Annotated[int, Field(ge=0, le=MAX_COUNT)] | None = Field(
        default=None,
        description="the input of page into which a browser types the query, counted from 0, if a script draws the results",
    )
    paging: PaginationModel | None = Field(default=None, description="how to get to the next result page")
    nothing: Annotated[tuple[Text, ...], *many(MAX_PIECES)] = Field(
        default=(), description="lines that the site shows if there are no results"
    )
    total: Text = Field(
        default="", description="the line that states the number of results; {total} is the number, {query} the query"
    )

    @model_validator(mode="after")
    def _query_is_sent(self) -> Self:
        if all(entry.name != self.query for entry in self.entries):
            raise flaw("no entry has this name; add one", "query")
        if self.in_path and (self.method != "GET" or "{query}" not in self.action):
            raise flaw("needs GET, and {query} in the action", "in_path")
        return self
