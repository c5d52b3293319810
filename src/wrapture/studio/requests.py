"""Models of the API's requests; every request is validated before anything is done.

Class names, field names and docstrings appear in the OpenAPI document.
"""

# no `from __future__ import annotations`: pydantic reads the annotations at run time

from typing import Annotated, Final, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

MAX_NAME: Final = 200
MAX_ADDRESS: Final = 10_000
MAX_NUMBER: Final = 10**9
MAX_COLUMNS: Final = 5000
MAX_PAGES: Final = 200
"""Most pages to read at once: more are for `wrapture extract --pages`."""

Count: TypeAlias = Annotated[int, Field(ge=0, le=MAX_NUMBER)]
Name: TypeAlias = Annotated[str, Field(max_length=MAX_NAME)]
Node: TypeAlias = Annotated[int, Field(ge=-1, le=MAX_NUMBER)]
Place: TypeAlias = Annotated[
    tuple[Node, Node, Node, Node],
    Field(description="From character c1 of node n1 to before character c2 of node n2; -1 for a whole element."),
]
Point: TypeAlias = Annotated[tuple[Node, Node], Field(description="A character of a text node: [node, character].")]
EncodingName: TypeAlias = Literal[
    "block-level", "all-tag", "no-physical", "no-logical", "no-special", "text-level", "line-level"
]
LearnerName: TypeAlias = Literal["all", "repeats", "rows", "siblings", "visual"]


class ApiRequest(BaseModel):
    """A request with exactly the declared fields."""

    model_config = ConfigDict(extra="forbid", strict=False, allow_inf_nan=False)


class Stepping(ApiRequest):
    """A step on a desk at this revision."""

    revision: Count


class NewAddress(Stepping):
    """A page to fetch and add, rendered by a browser first if requested."""

    address: Annotated[str, Field(min_length=1, max_length=MAX_ADDRESS)]
    render: bool = False
    scripts: bool = False
    learn: bool = True


class SitePermission(ApiRequest):
    """Whether the styles and images of a site may be loaded, for all its pages from now on."""

    site: Annotated[str, Field(min_length=1, max_length=MAX_NAME)]
    allow: bool


class PageRole(Stepping):
    """Whether a page is used for learning, or only for testing."""

    learn: bool


class NewName(Stepping):
    """A name for the wrapper."""

    name: Annotated[str, Field(min_length=1, max_length=MAX_NAME)]


class NewSettings(Stepping):
    """The learner, and IEPAD's parameters; null is the default."""

    learner: LearnerName = "all"
    encoding: EncodingName | None = None
    min_length: Annotated[int, Field(ge=1, le=MAX_NUMBER)] | None = None
    min_count: Annotated[int, Field(ge=2, le=MAX_NUMBER)] | None = None
    max_variance: Annotated[float, Field(ge=0)] | None = None
    min_density: Annotated[float, Field(ge=0, le=1)] | None = None


class ListChoice(Stepping):
    """The choice of one of a page's lists, counted from 1."""

    page: Name
    candidate: Annotated[int, Field(ge=1, le=MAX_NUMBER)]


class RenameColumn(ApiRequest):
    """Rename a column."""

    op: Literal["rename"]
    column: Count
    name: Name


class KeepColumns(ApiRequest):
    """Show or hide columns; with `only`, the others get the opposite."""

    op: Literal["keep"]
    columns: Annotated[list[Count], Field(min_length=1, max_length=MAX_COLUMNS)]
    keep: bool
    only: bool = False


class MoveColumn(ApiRequest):
    """Move a column to another position."""

    op: Literal["move"]
    column: Count
    to: Count


class MergeColumns(ApiRequest):
    """Merge several columns into one, with a text between their values."""

    op: Literal["merge"]
    columns: Annotated[list[Count], Field(min_length=2, max_length=100)]
    joined_by: Name = " "


class TrimStep(ApiRequest):
    """Take white space and marks away from both ends."""

    step: Literal["trim"]
    marks: Name = ""


class ReplaceStep(ApiRequest):
    """Put one text in the place of another."""

    step: Literal["replace"]
    find: Annotated[str, Field(min_length=1, max_length=MAX_NAME)]
    by: Name = ""


class RegexStep(ApiRequest):
    """Keep what a regular expression finds or, with `by`, put a text in its place."""

    step: Literal["regex"]
    pattern: Annotated[str, Field(min_length=1, max_length=MAX_NAME)]
    by: Name | None = None


class CleanColumn(ApiRequest):
    """Clean the values of a column by these steps, in place of those it had."""

    op: Literal["clean"]
    column: Count
    steps: Annotated[
        list[Annotated[TrimStep | ReplaceStep | RegexStep, Field(discriminator="step")]], Field(max_length=20)
    ]


class SplitColumn(ApiRequest):
    """Split a column: at punctuation that its values share, at the tags in it, or at a text."""

    op: Literal["split"]
    column: Count
    by: Literal["marks", "tags", "text"] = "marks"
    text: Name = ""


class TypeColumns(ApiRequest):
    """Set the type of columns."""

    op: Literal["type"]
    columns: Annotated[list[Count], Field(min_length=1, max_length=MAX_COLUMNS)]
    type: Literal["text", "number", "price", "date", "percentage", "rating", "link"]


class ColumnEdit(Stepping):
    """One column edit."""

    edit: Annotated[
        RenameColumn | KeepColumns | MoveColumn | MergeColumns | SplitColumn | CleanColumn | TypeColumns,
        Field(discriminator="op"),
    ]


class LabelRequest(Stepping):
    """A selected value: its column, or the name of a new one, and its row in the table."""

    page: Name
    place: Place
    column: Count | None = None
    name: Name | None = None
    record: Count | None = None
    everywhere: bool = False


class Unlabel(Stepping):
    """A wrong value of a row; without a column, a wrong row."""

    page: Name
    record: Count
    column: Count | None = None


class MarkedRecord(Stepping):
    """A record from one point up to another."""

    page: Name
    start: Point
    end: Point


Address: TypeAlias = Annotated[str, Field(min_length=1, max_length=MAX_ADDRESS, pattern=r"(?i)^https?://")]
Addresses: TypeAlias = Annotated[list[Address], Field(max_length=MAX_PAGES)]


class ReadPages(ApiRequest):
    """Read the following pages of the list, until so many are on the desk."""

    kind: Literal["pages"]
    count: Annotated[int, Field(ge=2, le=MAX_PAGES)]


class ReadAddresses(ApiRequest):
    """Read the pages at some addresses."""

    kind: Literal["addresses"]
    addresses: Annotated[Addresses, Field(min_length=1)]


class CheckPages(ApiRequest):
    """Read pages as they are now, and check whether the wrapper fits them; without addresses, the pages of the desk."""

    kind: Literal["check"]
    addresses: Addresses = []


class FollowDetails(ApiRequest):
    """Open the page of each record; without a column, by the links of `link`."""

    kind: Literal["follow"]
    column: Name = ""
    limit: Annotated[int, Field(ge=1, le=1000)] = 100


class WrapSearch(ApiRequest):
    """Find the search of the site at an address, and learn to read its results."""

    kind: Literal["wrap"]
    address: Address


class SearchSite(ApiRequest):
    """Ask the site whose search was wrapped."""

    kind: Literal["search"]
    query: Annotated[str, Field(min_length=1, max_length=MAX_NAME)]
    pages: Annotated[int, Field(ge=1, le=50)] = 1


class WatchOnce(ApiRequest):
    """Read the pages of the desk again, and compare them with the last time."""

    kind: Literal["watch"]


class RepairWrapper(ApiRequest):
    """Adapt the wrapper to pages as they are now; `mapping` pairs old columns with new ones."""

    kind: Literal["repair"]
    page_ids: Annotated[list[Name], Field(min_length=1, max_length=20)]
    mapping: Annotated[dict[Name, Name], Field(max_length=200)] = {}
    same_site: bool = False


class StartTask(ApiRequest):
    """Work that takes longer than a request."""

    task: Annotated[
        ReadPages | ReadAddresses | CheckPages | FollowDetails | WrapSearch | SearchSite | WatchOnce | RepairWrapper,
        Field(discriminator="kind"),
    ]


class SaveWrapper(Stepping):
    """Save the wrapper to the library under a name."""

    name: Annotated[str, Field(min_length=1, max_length=MAX_NAME)]
    replace: bool = False


class Rename(ApiRequest):
    """Rename a wrapper of the library."""

    name: Annotated[str, Field(min_length=1, max_length=MAX_NAME)]


class Revert(ApiRequest):
    """The version of a wrapper to go back to."""

    version: Annotated[str, Field(min_length=1, max_length=MAX_NAME)]


class Undo(ApiRequest):
    """The token that a deletion returned."""

    undo: Name


class Nothing(ApiRequest):
    """An empty object."""
