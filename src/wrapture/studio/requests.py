"""What the API takes: every request is checked by one of these forms before anything is done.

The names of classes and fields are those of the OpenAPI document, and so are the docstrings.
"""

# no `from __future__ import annotations`: pydantic reads the annotations at run time

from typing import Annotated, Final, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

MAX_NAME: Final = 200
MAX_ADDRESS: Final = 10_000
MAX_NUMBER: Final = 10**9

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


class Request(BaseModel):
    """What comes in: exactly the fields that are asked for."""

    model_config = ConfigDict(extra="forbid", strict=False, allow_inf_nan=False)


class Stepping(Request):
    """A step on a desk, which must be at this revision."""

    revision: Count


class NewAddress(Stepping):
    """A page to fetch and add; a browser renders it first where this is asked for."""

    address: Annotated[str, Field(min_length=1, max_length=MAX_ADDRESS)]
    render: bool = False
    scripts: bool = False
    learn: bool = True


class PageRole(Stepping):
    """Whether a page is learned from, or there for testing alone."""

    learn: bool


class NewName(Stepping):
    """What the wrapper is called."""

    name: Annotated[str, Field(min_length=1, max_length=MAX_NAME)]


class NewSettings(Stepping):
    """Who looks for lists, and IEPAD's parameters; null is the default."""

    learner: LearnerName = "all"
    encoding: EncodingName | None = None
    min_length: Annotated[int, Field(ge=1, le=MAX_NUMBER)] | None = None
    min_count: Annotated[int, Field(ge=2, le=MAX_NUMBER)] | None = None
    max_variance: Annotated[float, Field(ge=0)] | None = None
    min_density: Annotated[float, Field(ge=0, le=1)] | None = None


class Choice(Stepping):
    """One of a page's lists, counted from 1."""

    page: Name
    candidate: Annotated[int, Field(ge=1, le=MAX_NUMBER)]


class RenameColumn(Request):
    """Another name for a column."""

    op: Literal["rename"]
    column: Count
    name: Name


class KeepColumn(Request):
    """A column is shown or hidden."""

    op: Literal["keep"]
    column: Count
    keep: bool


class MoveColumn(Request):
    """A column goes to another place in the order."""

    op: Literal["move"]
    column: Count
    to: Count


class MergeColumns(Request):
    """Several columns become one."""

    op: Literal["merge"]
    columns: Annotated[list[Count], Field(min_length=2, max_length=100)]


class SplitColumn(Request):
    """A column is divided further: at the marks its values share, by the tags in it, or at a text."""

    op: Literal["split"]
    column: Count
    by: Literal["marks", "tags", "text"] = "marks"
    text: Name = ""


class TypeColumn(Request):
    """What the texts of a column say."""

    op: Literal["type"]
    column: Count
    type: Literal["text", "number", "price", "date", "percentage", "rating", "link"]


class ColumnEdit(Stepping):
    """One change of columns."""

    edit: Annotated[
        RenameColumn | KeepColumn | MoveColumn | MergeColumns | SplitColumn | TypeColumn, Field(discriminator="op")
    ]


class Label(Stepping):
    """A value that was pointed at: which column it is, or the name of a new one; of which row of the table."""

    page: Name
    place: Place
    column: Count | None = None
    name: Name | None = None
    record: Count | None = None
    everywhere: bool = False


class Unlabel(Stepping):
    """A value of a row that is none; without a column, a row that is no record."""

    page: Name
    record: Count
    column: Count | None = None


class MarkedRecord(Stepping):
    """A record goes from one point to before another."""

    page: Name
    start: Point
    end: Point


class Save(Stepping):
    """The wrapper goes into the library under a name."""

    name: Annotated[str, Field(min_length=1, max_length=MAX_NAME)]
    replace: bool = False


class Rename(Request):
    """Another name for a wrapper of the library."""

    name: Annotated[str, Field(min_length=1, max_length=MAX_NAME)]


class Undo(Request):
    """What a deletion gave to take it back with."""

    undo: Name


class Nothing(Request):
    """An empty object."""
