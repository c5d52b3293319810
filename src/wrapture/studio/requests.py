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

Count: TypeAlias = Annotated[int, Field(ge=0, le=MAX_NUMBER)]
Name: TypeAlias = Annotated[str, Field(max_length=MAX_NAME)]
Node: TypeAlias = Annotated[int, Field(ge=-1, le=MAX_NUMBER)]
Place: TypeAlias = Annotated[
    tuple[Node, Node, Node, Node],
    Field(description="From character c1 of node n1 to before character c2 of node n2; -1 for a whole element."),
]
Point: TypeAlias = Annotated[tuple[Node, Node], Field(description="A character of a text node: [node, character].")]
EncodingName: TypeAlias = Literal["block-level", "all-tag", "no-physical", "no-logical", "no-special", "text-level"]
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
    """Merge several columns into one."""

    op: Literal["merge"]
    columns: Annotated[list[Count], Field(min_length=2, max_length=100)]


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
        RenameColumn | KeepColumns | MoveColumn | MergeColumns | SplitColumn | TypeColumns, Field(discriminator="op")
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


class SaveWrapper(Stepping):
    """Save the wrapper to the library under a name."""

    name: Annotated[str, Field(min_length=1, max_length=MAX_NAME)]
    replace: bool = False


class Rename(ApiRequest):
    """Rename a wrapper of the library."""

    name: Annotated[str, Field(min_length=1, max_length=MAX_NAME)]


class Undo(ApiRequest):
    """The token that a deletion returned."""

    undo: Name


class Nothing(ApiRequest):
    """An empty object."""
