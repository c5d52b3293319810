"""How a site is asked, as it stands in a wrapper file."""

# no `from __future__ import annotations`: pydantic reads the annotations at run time

from typing import Annotated, Final, Literal, Self, TypeAlias

from pydantic import Field, StringConstraints, model_validator

from wrapture.wrappers.fields import MAX_COUNT, MAX_PARTS, MAX_PIECES, MAX_TEXT, ShortText, Text, flaw, many
from wrapture.wrappers.locators import Form

URLENCODED: Final = "application/x-www-form-urlencoded"

Address: TypeAlias = Annotated[str, StringConstraints(max_length=MAX_TEXT, pattern=r"^https?://")]
Entry: TypeAlias = Annotated[str, StringConstraints(max_length=MAX_TEXT)]


class TurningForm(Form):
    """How the pages of an answer follow each other."""

    by: Literal["link", "button"] = Field(default="link", description="what leads to the next page")
    parameter: ShortText = Field(
        default="", description="what changes in the address from page to page, where one does"
    )
    step: Annotated[int, Field(ge=1, le=MAX_COUNT)] | None = Field(default=None, description="by how much it changes")


class EntryForm(Form):
    """A name and its value, as a form sends them."""

    name: Entry
    value: Entry = ""


class AskingForm(Form):
    """How the site is asked: the form that takes a query, with all that is sent."""

    page: Address = Field(description="where the form stands")
    action: Address = Field(description="where it is sent")
    method: Literal["GET", "POST"] = "GET"
    query: Entry = Field(description="the name of the entry that the query goes into")
    entries: Annotated[tuple[EntryForm, ...], *many(MAX_PARTS, 1)] = Field(description="all that is sent, in order")
    enctype: ShortText = Field(default=URLENCODED, description="how the entries are written")
    charset: ShortText = Field(default="utf-8", description="the character encoding they are written in")
    fresh: bool = Field(default=False, description="whether the form is opened for each query, as its values change")
    paging: TurningForm | None = Field(default=None, description="how the pages of an answer follow each other")
    nothing: Annotated[tuple[Text, ...], *many(MAX_PIECES)] = Field(
        default=(), description="lines of the page that answers when there are no results"
    )

    @model_validator(mode="after")
    def _query_is_sent(self) -> Self:
        if all(entry.name != self.query for entry in self.entries):
            raise flaw("none of the entries has this name; add one", "query")
        return self
