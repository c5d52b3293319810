"""The nouns of Wrapture: frozen values that every other module speaks in.

A page's nodes are numbered in document order (see `wrapture.html.page`), so a piece of page is a `Span`, a record is one or
more spans, and everything that points at a page points with these numbers.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wrapture.html.page import Page


Media = Literal["html", "snapshot"]
"""What the bytes of a capture are: HTML, or what a browser made of a page (see `wrapture.html.snapshotfile`)."""


@dataclass(frozen=True, slots=True)
class Capture:
    """Bytes as they came: ``name`` is what a person called the page, ``url`` its address where it is known.

    What else belongs to the page (style sheets, images, frames) may lie below ``folder`` where it was saved there, and may
    be asked for at its own address where the page was fetched.
    """

    name: str
    body: bytes
    url: str | None = None
    charset: str | None = None  # what the transport said, e.g. the Content-Type header
    media: Media = "html"
    folder: str | None = None
    fetched: bool = False


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """Nodes ``start <= n < stop`` of one page, in document order."""

    start: int
    stop: int

    def __len__(self) -> int:
        return self.stop - self.start

    def __iter__(self) -> Iterator[int]:
        return iter(range(self.start, self.stop))

    def __contains__(self, node: int) -> bool:
        return self.start <= node < self.stop


Record: TypeAlias = tuple[Span, ...]
"""One record: its pieces of page, in order and apart."""


@dataclass(frozen=True, slots=True)
class PatternLocator:
    """Records are the longest matches of ``patterns`` in the page's token string under ``encoding``.

    A pattern is written in token names: ``LI TEXT [BR|-] TEXT /LI``; ``-`` among the alternatives of a position means that
    it may be missing.  Several patterns of one site may stand side by side: at each place the longest match wins.
    """

    encoding: str
    patterns: tuple[str, ...]

    def __post_init__(self) -> None:
        if not self.patterns:
            raise ValueError("a pattern locator needs at least one pattern")


@dataclass(frozen=True, slots=True)
class ForestLocator:
    """Records are runs of neighbouring sub-trees: ``prefix (start X (separator | …))[first, last]``.

    ``prefix`` leads from the root to the parent of the records: ``html > body > table[2] > tbody``, where ``[2]`` counts the
    elements of that name among their siblings.  A record begins at a child like one of ``starts`` and ends with children like
    one of ``separators``; without separators it ends where the next begins.  ``first`` and ``last`` say which of the records
    to keep, counted as 1, 2 … from the beginning and as -1, -2 … from the end.

    Where the records have several parents, ``descent`` leads from the element of the prefix on to each of them; ``nested``
    says that each parent lies inside the one before, as records do that are indented one under the other.
    """

    prefix: str
    starts: tuple[str, ...]
    separators: tuple[str, ...] = ()
    descent: tuple[str, ...] = ()
    nested: bool = False
    first: int = 1
    last: int = -1


RowTemplate: TypeAlias = "tuple[str | int, ...]"
"""What the rows of a list have in common, in the tokens of `wrapture.html.finetokens`; a number is that many of data."""


@dataclass(frozen=True, slots=True)
class RowLocator:
    """Records are the rows of a page that a row template is like: runs of siblings that hold enough of its tokens in order.

    The first token of ``template`` is where a row begins: ``<tr …>`` is any start tag of that name, ``…`` any text; more than
    ``similarity`` of its tokens must be there.  They are looked for in ``siblings`` siblings and ``longest`` tokens at most;
    up to ``tail`` siblings that follow belong to the row too.  Rows stand in an element with the start tag ``parent``, where
    that is not empty.
    """

    template: RowTemplate
    siblings: int
    longest: int
    tail: int = 0
    parent: str = ""
    similarity: float = 0.7


@dataclass(frozen=True, slots=True)
class SiblingLocator:
    """Records are children of one element that look like each other; or of several elements at the same place in the tree.

    ``path`` names the elements from the root down to ``parent``, which is described by a label such as ``ul.results``.  A
    record begins at a child like ``item`` whose nodes are like those of ``example`` (their names, in order), at least by
    ``likeness``; up to ``tail`` siblings that follow, and that no record begins at, belong to it too.  ``several`` says that
    the records of all such elements count, not only those of the one with the most.
    """

    path: tuple[str, ...]
    parent: str
    item: str
    example: str
    likeness: float
    tail: int = 0
    several: bool = False


Place: TypeAlias = tuple[int, int]
"""``[start, end)`` in characters of a page's source, or of a piece of it."""

Labels: TypeAlias = "tuple[Place | None, ...]"
"""One labelled record: the place of each attribute, None for one that it lacks."""


@dataclass(frozen=True, slots=True)
class Excerpt:
    """The list of a labelled page with what stands around it, and the places in this text of its values and of the list.

    The inside of long values is left out; ``longest`` says of how many lexemes the longest value of each attribute was.
    """

    text: str
    records: tuple[Labels, ...]
    zone: Place
    longest: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class MaskLocator:
    """Records are groups of values in a page's source that stand in surroundings like those of labelled ones.

    ``names`` are those of the attributes, ``excerpts`` what the labelled pages showed, which is all that can be known of them:
    with one more excerpt a mask is what it would be, had that page been labelled from the beginning.
    """

    names: tuple[str, ...]
    excerpts: tuple[Excerpt, ...]

    def __hash__(self) -> int:  # asked for every page that is read, and the texts are long
        return hash((self.names, tuple(len(excerpt.text) for excerpt in self.excerpts)))


Locator: TypeAlias = PatternLocator | ForestLocator | RowLocator | SiblingLocator | MaskLocator
"""How records are found on a page: a closed union, read by one ``match`` in `wrapture.extraction.records`."""


Kind = Literal["text", "link", "image"]
"""What a column holds: displayed text, the address of a link, the address of an image."""


TypeName = Literal["text", "number", "price", "date", "percentage", "rating", "link"]
"""What the texts of a column say; ``text`` where they say nothing that could be calculated with."""

DateOrder = Literal["", "dmy", "mdy", "ymd"]
"""In which order a date of numbers alone names day, month and year; empty where none of the values was of this form."""


@dataclass(frozen=True, slots=True)
class ValueType:
    """What the texts of a column say, with all that had to be decided to read them the same way on every page.

    ``decimal`` is the mark before the fraction of a number, ``currency`` what an amount without one is in, ``scale`` the best
    rating there is; ``prefix`` are words that stand before every value, ``unit`` is what is counted or measured in.
    """

    name: TypeName = "text"
    decimal: Literal["", ".", ","] = ""
    currency: str = ""
    order: DateOrder = ""
    scale: float | None = None
    prefix: str = ""
    unit: str = ""


@dataclass(frozen=True, slots=True)
class Column:
    """A named column; ``place`` leads to its value through the levels of a `Layout`.

    A ``constant`` one says the same in every record, as labels and buttons do.  In a merged one the values at ``more`` places
    follow that of ``place``, with a space between.
    """

    name: str
    kind: Kind
    place: tuple[int, ...]  # (block, part[, piece]): indices into the layout's levels; (attribute,) of a mask
    keep: bool = True
    type: ValueType = ValueType()
    constant: bool = False
    more: tuple[tuple[int, ...], ...] = ()

    @property
    def places(self) -> tuple[tuple[int, ...], ...]:
        """All places of its value, in order."""
        return (self.place, *self.more)

    @property
    def type_name(self) -> TypeName | Kind:
        """What its values are: the kind says it of addresses, the type of texts."""
        return self.type.name if self.kind == "text" else self.kind


Cut: TypeAlias = tuple[tuple[str, ...], int]
"""Separators that a text is cut at, and the number of one of the pieces."""


@dataclass(frozen=True, slots=True)
class Part:
    """One position of a block's template that holds data; its text may be cut into ``pieces`` by ``separators``.

    The text of a start tag is that of its whole element.  ``every`` makes a list of it: of all elements of that name in the
    block, however many there are.  ``within`` are the cuts before this one, where what is cut is a piece itself: each with its
    separators and the number of the piece that is cut further.
    """

    position: int
    separators: tuple[str, ...] = ()  # k separators cut a text into k + 1 pieces
    every: bool = False
    within: tuple[Cut, ...] = ()


@dataclass(frozen=True, slots=True)
class Block:
    """One position of the record template that holds data, divided further by a finer encoding.

    The data of a start tag is what stands before its element; with ``element`` it is the element itself.
    """

    position: int
    encoding: str
    template: str
    parts: tuple[Part, ...]
    element: bool = False


@dataclass(frozen=True, slots=True)
class Layout:
    """How a record is divided into cells, level by level (IEPAD's multi-level alignment, stored)."""

    encoding: str
    template: str
    blocks: tuple[Block, ...]
    columns: tuple[Column, ...]

    def __hash__(self) -> int:  # asked for every page that is read
        return hash(self.template)


def masked_layout(columns: tuple[Column, ...]) -> Layout:
    """Return the layout of a mask, which has no levels: a column's place is the number of its attribute."""
    return Layout("", "", (), columns)


@dataclass(frozen=True, slots=True)
class Profile:
    """What was seen when a wrapper was learned, so that a page that no longer fits can be told."""

    pages: int
    min_records: int
    max_records: int
    fill: tuple[float, ...]  # per column, the share of records that have a value
    template: RowTemplate = ()  # what the records had in common
    frame: tuple[str, ...] = ()  # what stood around them, in the same tokens


@dataclass(frozen=True, slots=True)
class Fit:
    """How well a page fits a wrapper: 0 not at all, 1 as well as the pages it was learned from.

    ``similarity`` is that of the page's records to the wrapper's row template, ``frame`` the share of what stood around the
    records that the page has, both None where the wrapper can't say; ``found`` is how many records there are, ``expected`` the
    fewest and the most that were seen when the wrapper was learned.
    """

    value: float
    similarity: float | None
    frame: float | None
    found: int
    expected: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Turning:
    """How the pages of an answer follow each other: by links or by the buttons of a form.

    ``parameter`` is what changes in the address from page to page, and ``step`` by how much, where that is so.
    """

    by: Literal["link", "button"] = "link"
    parameter: str = ""
    step: int | None = None


@dataclass(frozen=True, slots=True)
class Asking:
    """How a site is asked: the form that takes a query, filled as a browser fills it.

    ``page`` is where the form stands and ``action`` where it is sent; ``entries`` are all names and values that are sent, in
    order, among them that of ``query``, whose value the query replaces.  ``fresh`` says that other values change from visit to
    visit, so that the form has to be opened for each query.  ``nothing`` are the lines of the page that answers when there
    are no results.
    """

    page: str
    action: str
    query: str
    entries: tuple[tuple[str, str], ...]
    method: Literal["GET", "POST"] = "GET"
    enctype: str = "application/x-www-form-urlencoded"
    charset: str = "utf-8"
    fresh: bool = False
    paging: Turning | None = None
    nothing: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Wrapper:
    """A named locator with its columns, the addresses it is for, where it was learned and what was seen there.

    ``asking`` says how the site is asked for pages that it reads, where that is known.
    """

    name: str
    locator: Locator
    layout: Layout
    profile: Profile
    addresses: tuple[str, ...] = ()  # patterns such as https://example.org/search*
    learned_from: tuple[str, ...] = ()
    learner: str = ""
    asking: Asking | None = None


class Evidence(NamedTuple):
    """One measured reason for or against a candidate; ``weight`` is what it adds to the score."""

    name: str
    value: float
    weight: float


@dataclass(frozen=True, slots=True)
class Sample:
    """The pages a learner learns from, and a page of the same site without results, if there is one."""

    pages: tuple[Page, ...]
    no_result: Page | None = None


@dataclass(frozen=True, slots=True)
class Candidate:
    """A judged locator: the records it finds on each page of the sample and why it is ranked where it is."""

    locator: Locator
    records: tuple[tuple[Record, ...], ...]
    evidence: tuple[Evidence, ...]
    found_by: tuple[str, ...]
    score: float = field(default=0.0)
