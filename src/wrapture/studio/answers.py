"""Models of the API's responses, from which the OpenAPI document is made; tests validate responses against them.

Class names, field names and docstrings appear in the document.
"""

from typing import Literal

from pydantic import BaseModel

from wrapture.studio.requests import EncodingName, LearnerName


class Problem(BaseModel):
    """An error on one line: where, what, and what to do."""

    error: str
    revision: int | None = None


class DeskSummaryView(BaseModel):
    """An existing desk."""

    id: str
    name: str
    pages: int
    records: int | None
    columns: int | None
    changed: str


class Described(BaseModel):
    """An option with its description."""

    name: str
    title: str = ""
    about: str


class Studio(BaseModel):
    """The studio: version, folders, options and desks."""

    version: str
    library: str
    folder: str
    browser: bool
    max_bytes: int
    learners: list[Described]
    encodings: list[Described]
    types: list[str]
    defaults: dict[str, float]
    desks: list[DeskSummaryView]
    open: str | None


class DeskPageView(BaseModel):
    """A page on a desk, and how the wrapper reads it."""

    id: str
    name: str
    url: str | None
    learn: bool
    rendered: bool
    bytes: int
    nodes: int
    title: str
    warning: str
    found: int | None
    fit: float | None
    misfit: str


class SettingsAnswer(BaseModel):
    """The learner and its parameters."""

    learner: LearnerName
    encoding: EncodingName | None
    min_length: int | None
    min_count: int | None
    max_variance: float | None
    min_density: float | None


class ColumnAnswer(BaseModel):
    """A column of the wrapper."""

    name: str
    kind: Literal["text", "link", "image"]
    type: str
    keep: bool
    hidden: str
    fill: float
    merged: bool
    labelled: bool
    clean: list[dict[str, str | None]]


class WrapperAnswer(BaseModel):
    """The wrapper of a desk."""

    name: str
    learner: str
    kind: str
    about: str
    columns: list[ColumnAnswer]


class SavedAnswer(BaseModel):
    """Where the wrapper was saved, and whether it was changed since."""

    name: str
    path: str
    changed: bool


class LoggedStep(BaseModel):
    """A step that was taken: what was done, what came of it, and whether it is the current or an undone one."""

    words: str
    result: str
    note: str
    current: bool
    undone: bool


class DeskAnswer(BaseModel):
    """A desk: pages, settings, the chosen list and the wrapper."""

    id: str
    revision: int
    name: str
    pages: list[DeskPageView]
    settings: SettingsAnswer
    choice: int
    chosen_on: str | None
    how: Literal["candidate", "labels", "opened"]
    wrapper: WrapperAnswer | None
    note: str
    undo: str | None
    redo: str | None
    log: list[LoggedStep]
    saved: SavedAnswer | None


class NodesAnswer(BaseModel):
    """The nodes of a page, for the frame in which it is shown."""

    mode: Literal["standards", "quirks"]
    width: int | None
    tags: list[str]
    parents: list[int]
    texts: dict[str, str]
    attributes: dict[str, dict[str, str]]
    sheets: dict[str, str]
    foreign: list[int]
    site: str


class NextPage(BaseModel):
    """The address of the next page of a list."""

    address: str | None


class Received(BaseModel):
    """The desk that a page was put on."""

    desk: str


class PictureAnswer(BaseModel):
    """A rendered page: its picture and the boxes of its nodes."""

    width: int
    height: int
    png: str
    boxes: dict[str, tuple[float, float, float, float]]


class Reason(BaseModel):
    """One piece of evidence for or against a list."""

    name: str
    meaning: str
    value: float
    weight: float


class CandidateAnswer(BaseModel):
    """A list on a page."""

    number: int
    score: float
    records: int
    tokens: int | None
    pattern: str
    found_by: list[str]
    why: list[str]
    evidence: list[Reason]
    spans: list[list[tuple[int, int]]]
    first: list[str]


class RowCount(BaseModel):
    """A possible number of rows of the list."""

    rows: int
    candidate: int
    first: list[str]


class CandidatesAnswer(BaseModel):
    """The lists on a page, best first."""

    confidence: float | None
    verdict: str
    clear: bool
    candidates: list[CandidateAnswer]
    counts: list[RowCount]


class RowAnswer(BaseModel):
    """A record: its cells and their places on the page."""

    text: str
    cells: list[str | list[str] | None]
    spans: list[tuple[int, int]]
    places: list[list[tuple[int, int, int, int]]]
    confidence: float | None
    changed: list[int]


class TableAnswer(BaseModel):
    """The table that the wrapper reads on a page, with all columns, hidden ones included.

    Two tables with the same `stamp` are the same.
    """

    columns: list[str]
    rows: list[RowAnswer]
    cut: bool
    fit: float | None
    misfit: str
    found: int
    words: str
    stamp: str


class ColumnChange(BaseModel):
    """In how many rows a column changes."""

    column: str
    rows: int


class ChangeAnswer(BaseModel):
    """What a correction would change on its page; a calm one changes nothing but what was pointed at."""

    words: str
    calm: bool
    added: list[str]
    removed: list[str]
    changed: list[ColumnChange]
    records: tuple[int, int]


class PreviewedColumn(BaseModel):
    """A column with some of its values."""

    name: str
    values: list[str]


class EditPreview(BaseModel):
    """What an edit would make of some values: the columns as they are, and those that come of them.

    `problem` says why the edit can't be made; empty if it can.
    """

    before: list[PreviewedColumn]
    after: list[PreviewedColumn]
    changed: int
    problem: str


class Commands(BaseModel):
    """Code that does the same without the studio."""

    shell: str
    python: str
    scrapy: str
