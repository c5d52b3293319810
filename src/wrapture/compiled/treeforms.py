"""Forms told by nodes: the C part walks over the tree of a record and over the steps of a form, side by side.

There is one step for each node of a record: how deep it stands, what it is called, what is demanded of its attributes, and
whether a text is displayed.  Comments have none: they are passed over, as pages don't number them.
"""

from __future__ import annotations

from dataclasses import fields
from operator import attrgetter
from typing import TYPE_CHECKING, Final

from wrapture.compiled.markup import ODD, UnprovedError
from wrapture.extraction.table import Row
from wrapture.html._tree import Form, Maker, size
from wrapture.html.finetokens import TELLING
from wrapture.html.native import ANY, BLANK, ELEMENT, EXACT, FIRST_WORD, HIDDEN, SHOWN
from wrapture.html.page import TEXT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from wrapture.compiled.addresses import Addresses
    from wrapture.compiled.expressions import Demands
    from wrapture.compiled.forms import Captured, RowForm
    from wrapture.compiled.pieces import Piece
    from wrapture.compiled.values import RowPlan
    from wrapture.html._tree import Demand, Step, Subject
    from wrapture.html.page import Page

LONGEST: Final = 1_000  # nodes that a form is made of
FIELDS: Final = tuple([field.name for field in fields(Row)])
DEFAULTS: Final = tuple([field.default for field in fields(Row)[2:]])


class TreeMatcher:
    """The steps of a form.

    It captures None, for cells that are empty; the addresses; the texts of a row; and the texts that are asked for.
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
        self.match = Form(_steps(page, demands, numbers), len(links), len(texts), tuple(parts), sought).match
        self.size = len(page)
        self.plain = str
        self.texts = {node: 1 + len(links) + len(parts) + number for number, node in enumerate(asked)}
        self.maker = _row_maker(plan) if plan is not None else None


def _row_maker(plan: RowPlan) -> Callable[[Captured], Row]:
    """Return what makes rows of values."""
    if not plan.is_simple:
        return plan.row
    make: Callable[[Captured], Row] = Maker(Row, FIELDS, DEFAULTS, plan.text, plan.picks).make
    return make


def _steps(page: Page, demands: Demands, numbers: dict[int, int]) -> tuple[Step, ...]:
    """Return the steps of a form; links and texts that are captured have numbers."""
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
    """Return what kind of text a node is."""
    text = page.texts[node]
    if text:
        return BLANK if text.isspace() else SHOWN
    if not page.raw_text(node):  # another one here might be displayed
        raise UnprovedError
    return HIDDEN


def demands_of(attributes: Iterable[tuple[str, str | None]]) -> tuple[Demand, ...]:
    """Return what is demanded of the attributes of an element, so that another of its name has the same fine token."""
    found: list[Demand] = []
    for name, value in attributes:
        written = value or ""
        words = written.split()
        if name == "class" and words and written.startswith(words[0]):  # the others are states
            found.append((name.encode(), words[0].encode(), FIRST_WORD))
        else:
            found.append((name.encode(), written.encode(), EXACT if name in TELLING else ANY))
    return tuple(found)


class TreeMatching:
    """Tells forms by the nodes of pieces."""

    sights: Final = 2
    """Steps are made without an expression to compile; a shape that came once only is not worth even that."""
    subject: Final[Callable[[Piece], Subject]] = attrgetter("place")

    def size(self, subject: Subject) -> int:
        """Return how many nodes there are, without comments."""
        return size(subject)

    def matcher(
        self, page: Page, piece: Piece, demands: Demands, asked: Sequence[int], plan: RowPlan | None
    ) -> TreeMatcher:
        """Return the steps of pieces like one."""
        del piece
        return TreeMatcher(page, demands, asked, plan)

    def rows(self, records: Sequence[tuple[RowForm, Captured]], addresses: Addresses) -> list[Row]:
        """Return the rows of what was captured of some records."""
        if addresses.base is None:
            return [form.matcher.maker(values) for form, values in records]
        return [form.matcher.maker(_absolute(form, values, addresses)) for form, values in records]


def _absolute(form: RowForm, values: Captured, addresses: Addresses) -> Captured:
    """Return the values of a record with absolute addresses."""
    if form.plan is None or not form.plan.links:
        return values
    first = form.plan.first_text
    return (None, *map(addresses.absolute, values[1:first]), *values[first:])
