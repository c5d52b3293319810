"""Shapes matched by the native extension, which walks the tree of a record and the steps of a shape side by side.

There is one step for each node of a record: its depth, its name, the demands on its attributes, and whether a text is
displayed.  Comments have no steps and are skipped, because pages don't number them.
"""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from wrapture.html._tree import Maker, Shape
from wrapture.html.fine_tokens import KIND_ATTRIBUTES
from wrapture.html.native import ANY, BLANK, ELEMENT, EXACT, FIRST_WORD, HIDDEN, SHOWN
from wrapture.html.page import TEXT
from wrapture.model.table import Row
from wrapture.reading.compiled.unproved import ODD, UnprovedError

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from wrapture.html._tree import Demand, Step
    from wrapture.html.page import Page
    from wrapture.reading.compiled.absolute_links import Addresses
    from wrapture.reading.compiled.row_values import RowPlan

Captured: TypeAlias = "tuple[Any, ...]"
"""What a matcher captures: None, for empty cells; the addresses; the texts of a row; and the requested texts."""

LONGEST: Final = 1_000  # nodes of a shape
FIELDS: Final = tuple([field.name for field in fields(Row)])
DEFAULTS: Final = tuple([field.default for field in fields(Row)[2:]])


class Demands(NamedTuple):
    """What a shape requires: ``strict`` are elements whose whole tags count, ``attributes`` maps elements to those to read."""

    strict: Collection[int]
    attributes: Mapping[int, str]


class ShapeMatcher:
    """The steps of a shape, built from a piece that was numbered as a page of its own.

    ``asked`` are the texts to capture unchanged; with a plan, all values of its rows are captured as well.  Raises
    `UnprovedError` if pieces like this one are not proved to be read the same.
    """

    def __init__(self, page: Page, demands: Demands, asked: Sequence[int], plan: RowPlan | None) -> None:
        if len(page) > LONGEST or page.foreign or page.preformatted or not ODD.isdisjoint(page.tags):
            raise UnprovedError
        links = plan.links if plan is not None else []
        texts = [node for node, text in enumerate(page.texts) if text and not text.isspace()]
        numbers = {node: number for nodes in (links, texts) for number, node in enumerate(nodes)}
        parts = (
            [tuple([(numbers[node], apart) for node, apart in text]) for text in plan.texts] if plan is not None else []
        )
        sought = tuple([numbers[node] for node in asked])
        self.shape = Shape(_steps(page, demands, numbers), len(links), len(texts), tuple(parts), sought)
        self.size = len(page)
        self.texts = {node: 1 + len(links) + len(parts) + number for number, node in enumerate(asked)}
        self._links = 1 + len(links)
        self._plan = plan
        self.maker = (
            Maker(Row, FIELDS, DEFAULTS, plan.text, plan.cells) if plan is not None and plan.is_simple else None
        )

    def row(self, values: Captured, addresses: Addresses) -> Row:
        """Return the row built from the values captured of a record."""
        if self._plan is None:
            raise ValueError("a shape without a plan has no rows")
        if addresses.base is not None and self._links > 1:
            values = (None, *map(addresses.absolute, values[1 : self._links]), *values[self._links :])
        return self._plan.row(values)


def _steps(page: Page, demands: Demands, numbers: dict[int, int]) -> tuple[Step, ...]:
    """Return the steps of a shape; ``numbers`` has the links and texts to capture."""
    depths: list[int] = []
    for parent in page.parents:
        depths.append(depths[parent] + 1 if parent >= 0 else 0)
    steps: list[Step] = []
    for node, (tag, depth) in enumerate(zip(page.tags, depths, strict=True)):
        number = numbers.get(node, -1)
        if tag == TEXT:
            steps.append((depth, _kind(page, node), b"", None, b"", False, number))
            continue
        wanted = demands.attributes.get(node, "")
        strict = demands_of(page.attributes(node).items()) if node in demands.strict else None
        steps.append((depth, ELEMENT, tag.encode(), strict, wanted.encode(), number >= 0, number))
    return tuple(steps)


def _kind(page: Page, node: int) -> int:
    """Return the kind of a text node; raise `UnprovedError` if the kind may differ in another record."""
    text = page.texts[node]
    if text:
        return BLANK if text.isspace() else SHOWN
    if not page.raw_text(node):  # in another record a text here might be displayed
        raise UnprovedError
    return HIDDEN


def demands_of(attributes: Iterable[tuple[str, str | None]]) -> tuple[Demand, ...]:
    """Return the demands on the attributes of an element; another of its name that meets them has the same fine token."""
    found: list[Demand] = []
    for name, value in attributes:
        written = value or ""
        words = written.split()
        if name == "class" and words and written.startswith(words[0]):  # further classes are states
            found.append((name.encode(), words[0].encode(), FIRST_WORD))
        else:
            found.append((name.encode(), written.encode(), EXACT if name in KIND_ATTRIBUTES else ANY))
    return tuple(found)
