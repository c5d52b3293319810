"""Models of the API's responses about work on a site: tasks, results, repairs, checks; see `answers`."""

from typing import Literal

from pydantic import BaseModel


class TaskAnswer(BaseModel):
    """Work that is under way or ended; a finished one names its result."""

    id: str
    desk: str
    kind: str
    words: str
    done: int
    total: int | None
    state: Literal["running", "done", "failed", "cancelled"]
    error: str
    result: str


class ResultColumn(BaseModel):
    """A column of a result's table."""

    name: str
    type: str


class ResultTable(BaseModel):
    """The table of a result; `total` counts rows that are not listed, too."""

    columns: list[ResultColumn]
    rows: list[list[str | list[str] | None]]
    total: int


class ColumnFate(BaseModel):
    """What became of a column in a repair."""

    name: str
    fate: Literal["kept", "new", "gone"]
    found_as: str
    sure: float | None
    was: str
    sample: str


class ColumnOffer(BaseModel):
    """A column of the changed page, with one of its values."""

    name: str
    sample: str


class RepairAnswer(BaseModel):
    """A repair: what became of each column, and the table before and after; `earlier` if there is a page as it was."""

    repaired: bool
    refusal: str
    reasons: list[str]
    how: str
    kept: float
    records: list[int]
    columns: list[ColumnFate]
    mapping: dict[str, str]
    pages: list[str]
    choices: list[ColumnOffer]
    earlier: bool
    before: ResultTable
    after: ResultTable | None


class ResultAnswer(BaseModel):
    """What came of some work; `opens` says that it has a wrapper, `lines` do the same without the studio."""

    kind: Literal["pages", "addresses", "follow", "wrap", "search", "check", "repair", "watch"]
    words: str
    remarks: list[str]
    when: str
    lines: str
    repair: RepairAnswer | None
    opens: bool
    table: ResultTable | None


class ResultsAnswer(BaseModel):
    """The results of a desk, the last first, and the work that is under way."""

    results: list[ResultAnswer]
    task: TaskAnswer | None


class CheckedColumn(BaseModel):
    """A column of a page compared with what the wrapper remembers."""

    name: str
    was_filled: float
    fill: float
    likeness: float | None
    problem: Literal["", "empty", "sparse", "changed", "moved"]
    now_in: str


class CheckedRecords(BaseModel):
    """The records of a page: how many, how many were expected, and how much they look alike."""

    found: int
    expected: tuple[int, int]
    similarity: float | None


class PageCheckAnswer(BaseModel):
    """Whether the wrapper still fits a page, and why not."""

    id: str
    page: str
    fits: bool
    verdict: str
    reasons: list[str]
    records: CheckedRecords
    frame: float | None
    likeness: float | None
    columns: list[CheckedColumn]


class ChecksAnswer(BaseModel):
    """The checks of all pages of a desk, and what they say together."""

    overall: Literal["fits", "changed", "unclear"]
    words: str
    pages: list[PageCheckAnswer]
