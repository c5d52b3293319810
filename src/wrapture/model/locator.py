"""Locators: how to find the records of a page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True, slots=True)
class PatternLocator:
    """Records are the longest matches of ``patterns`` in the page's token string under ``encoding``.

    A pattern is written in token names: ``LI TEXT [BR|-] TEXT /LI``, where ``-`` among the alternatives makes a position
    optional.  A site may have several patterns: at each place the longest match wins.
    """

    encoding: str
    patterns: tuple[str, ...]

    def __post_init__(self) -> None:
        if not self.patterns:
            raise ValueError("a pattern locator needs at least one pattern")


@dataclass(frozen=True, slots=True)
class ForestLocator:
    """Records are runs of neighbouring sub-trees: ``prefix (start X (separator | …))[first, last]``.

    ``prefix`` leads from the root to the parent of the records: ``html > body > table[2] > tbody``, where ``[2]`` counts
    siblings of the same name.  A record begins at a child that matches one of ``starts`` and ends with children that match one
    of ``separators``; without separators it ends where the next begins.  ``first`` and ``last`` select the records to keep,
    counted 1, 2 … from the beginning and -1, -2 … from the end.

    If the records have several parents, ``descent`` leads from the prefix's element on to each of them; ``nested`` means that
    each parent lies inside the one before, as in indented threads.
    """

    prefix: str
    starts: tuple[str, ...]
    separators: tuple[str, ...] = ()
    descent: tuple[str, ...] = ()
    nested: bool = False
    first: int = 1
    last: int = -1


RowTemplate: TypeAlias = "tuple[str | int, ...]"
"""What the rows of a list share, as tokens of `wrapture.html.fine_tokens`; a number stands for that many data tokens."""


@dataclass(frozen=True, slots=True)
class RowLocator:
    """Records are rows that match a row template: runs of siblings that contain enough of its tokens in order.

    The first token of ``template`` begins a row: ``<tr …>`` matches any start tag of that name, ``<tr class=hit …>`` any with
    that first class, ``…`` any text; more than
    ``similarity`` of the tokens must be present, within at most ``siblings`` siblings and ``longest`` tokens.  Up to ``tail``
    siblings that follow belong to the row too.  If ``parent`` is not empty, rows must be in an element with that start tag;
    ``<div …>`` and ``<div class=hits …>`` leave its other attributes open.
    """

    template: RowTemplate
    siblings: int
    longest: int
    tail: int = 0
    parent: str = ""
    similarity: float = 0.7


@dataclass(frozen=True, slots=True)
class SiblingLocator:
    """Records are children of one element that look alike, or of several elements at the same place in the tree.

    ``path`` names the elements down to ``parent``, a label such as ``ul.results``: from the root if it begins with ``html``,
    otherwise from anywhere on the page.  A record begins at a child
    that matches ``item`` and whose nodes resemble those of ``example`` (their names, in order) by at least ``likeness``; up to
    ``tail`` siblings that follow belong to it too, unless they begin a record.  With ``several``, records of all such elements
    count, not only those of the element with the most.
    """

    path: tuple[str, ...]
    parent: str
    item: str
    example: str
    likeness: float
    tail: int = 0
    several: bool = False


Place: TypeAlias = tuple[int, int]
"""``[start, end)`` in characters of a page's source, or of an excerpt of it."""


@dataclass(frozen=True, slots=True)
class Several:
    """The places of an attribute that has several values in one record, at least two, in page order."""

    places: tuple[Place, ...]


Label: TypeAlias = "Place | Several | None"
"""What a record has of an attribute: the place of its value, several of them, or nothing."""

Labels: TypeAlias = "tuple[Label, ...]"
"""One labelled record: the label of each attribute."""


def label_of(places: Sequence[Place]) -> Label:
    """Return the label of an attribute with values at these places."""
    return Several(tuple(places)) if len(places) > 1 else places[0] if places else None


def hull_of(label: Label) -> Place | None:
    """Return the place from the first to the last value of a label, for what knows one place only."""
    places = places_in(label)
    return (min(places)[0], max(end for _, end in places)) if places else None


def places_in(label: Label) -> tuple[Place, ...]:
    """Return the places of a label: none, one or several."""
    if label is None:
        return ()
    return label.places if isinstance(label, Several) else (label,)


@dataclass(frozen=True, slots=True)
class Excerpt:
    """The list of a labelled page with its surroundings, and the places of the values and of the list in this text.

    The middle of long values is left out; ``longest`` is the length in lexemes of each attribute's longest value.
    """

    text: str
    records: tuple[Labels, ...]
    zone: Place
    longest: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class MaskLocator:
    """Records are groups of values in a page's source whose surroundings resemble those of labelled values.

    ``names`` are the attributes' names; ``excerpts`` are all that is kept of the labelled pages, so adding an excerpt later
    gives the same mask as labelling that page from the start.
    """

    names: tuple[str, ...]
    excerpts: tuple[Excerpt, ...]

    def __hash__(self) -> int:  # called for every page that is read, and the texts are long
        return hash((self.names, tuple(len(excerpt.text) for excerpt in self.excerpts)))


FieldPath: TypeAlias = tuple[str, ...]
"""The names that lead from an object to a value."""


@dataclass(frozen=True, slots=True)
class DataLocator:
    """Records are the objects of an array in the data that a page carries for its scripts; they have no place on the page.

    ``path`` leads from the top of some data to the array: names, and `EACH` for every item of another array.  If it leads to
    several arrays, the one with the most records is taken.  ``fields`` are the paths of the values in an object.
    """

    path: tuple[str, ...]
    fields: tuple[FieldPath, ...]


@dataclass(frozen=True, slots=True)
class PageField:
    """Where one value of a page about one thing stands: beside a ``label``, at a ``path``, or in the page's ``data``.

    ``path`` is written in the names of elements from the body down, as `wrapture.reading.page_outline` has them; ``number``
    says which of the elements there, counted from 0, and ``every`` that all of them are values of a list.  ``data`` is the
    type of a thing that the page's JSON-LD describes, and the names that lead to the value.
    """

    path: str = ""
    label: str = ""
    data: FieldPath = ()
    number: int = 0
    every: bool = False


@dataclass(frozen=True, slots=True)
class PageLocator:
    """The page is the record: a page about one thing, whose values stand in the same places on all pages of the site.

    ``names`` are the classes, ids and properties by which elements are told apart: those that the pages share.
    """

    fields: tuple[PageField, ...]
    names: tuple[str, ...] = ()


EACH: Final = "*"
"""In the path of a data locator: every item of an array."""

Locator: TypeAlias = (
    PatternLocator | ForestLocator | RowLocator | SiblingLocator | MaskLocator | DataLocator | PageLocator
)
"""How to find records on a page: a closed union, read by one ``match`` in `wrapture.reading.records`."""
