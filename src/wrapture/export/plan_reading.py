"""Evaluating a plan's selectors on a page, as the exported programs do.

This does not read by a wrapper: it predicts what the written program will print, so that a plan can be compared with what the
wrapper reads.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from wrapture.export.anchors import boxes
from wrapture.export.trees import etree_of, xpath_of
from wrapture.html.elements import HIDDEN_TEXT, TEXT_LEVEL
from wrapture.html.page import GAP, plain_address
from wrapture.model.table import joined
from wrapture.reading.reader import ATTRIBUTES, cut_out

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from wrapture.export.plan import Cells, Joining, Language, PlannedColumn, SelectorPlan, ValueSource
    from wrapture.export.trees import Element, SelectorTree
    from wrapture.model.table import Cell


class ReadRecord(NamedTuple):
    """A record as read: its element, and its cells."""

    element: Element
    cells: Cells


def read_plan(plan: SelectorPlan, tree: SelectorTree) -> list[ReadRecord]:
    """Return the records that the selectors of a plan give on a page."""
    rows = compiled(plan.rows, plan.language)(tree.root) if plan.rows else []
    return [
        ReadRecord(row, tuple([read_field(plan.language, field, box.element, tree) for field in plan.fields]))
        for row, box in zip(rows, boxes(rows, plan.following), strict=True)
    ]


def read_field(language: Language, field: PlannedColumn, row: Element, tree: SelectorTree) -> Cell:
    """Return the cell of a column in a record."""
    cells = [_cut(read_source(language, source, field.kind, row, tree), source) for source in field.sources]
    return joined(cells) if len(cells) > 1 else next(iter(cells), None)


def _cut(cell: Cell, source: ValueSource) -> Cell:
    if not source.cuts or cell is None:
        return cell
    if isinstance(cell, str):
        return _piece(cell, source) or None
    return tuple([piece for one in cell if (piece := _piece(one, source))]) or None


def _piece(text: str, source: ValueSource) -> str:
    return (cut_out(text, source.cuts) or "").replace(GAP, " ")  # a text may have more gaps than others


def read_source(language: Language, source: ValueSource, kind: str, row: Element, tree: SelectorTree) -> Cell:
    """Return what the selector of a source gives in a record, before cutting."""
    found = compiled(source.selector, language)(row)
    if kind != "text":
        return _addresses(source, kind, found, tree)
    if source.many:
        return tuple([value for one in found if (value := shown(source.joining, [one]))]) or None
    return shown(source.joining, found)


def _addresses(source: ValueSource, kind: str, found: Sequence[Any], tree: SelectorTree) -> Cell:
    if source.many:
        values = [value for one in found if (value := one.get(ATTRIBUTES[kind])) is not None]
        return tuple([_absolute(tree, value) for value in values]) or None
    return _absolute(tree, str(found[0])) if found else None


def _absolute(tree: SelectorTree, value: str) -> str:
    return tree.page.absolute(plain_address(value))


def shown(joining: Joining, found: Sequence[Any]) -> str | None:
    """Return the text of what a selector gives: texts, or elements."""
    if joining == "blocks":
        return shrunk(" ".join(map(displayed, found)))
    between = " " if joining == " " else ""
    texts = [text for one in found for text in ([one] if isinstance(one, str) else one.xpath(".//text()"))]
    joint = between.join(texts)
    if joining == "gaps":
        return "\n".join([_columns(line) for line in joint.split("\n")]).strip() or None
    if joining == "lines":
        return "\n".join([shrunk(line) or "" for line in joint.split("\n")]).strip() or None
    return shrunk(joint)


def _columns(line: str) -> str:
    """Return a line with single spaces, but with the gaps between its columns."""
    return GAP.join([column for part in line.replace("\t", GAP).split(GAP) if (column := shrunk(part))])


def shrunk(text: str) -> str | None:
    """Return a text with single spaces, None if it is empty."""
    return " ".join(text.split()) or None


def displayed(element: Element) -> str:
    """Return the text of an element, with a space at each block boundary."""
    pieces = []
    walk = etree_of().iterwalk(element, events=("start", "end", "comment", "pi"))
    for event, node in walk:
        if event == "start":
            pieces.append("" if node.tag in TEXT_LEVEL else " ")
            if node.tag in HIDDEN_TEXT:
                walk.skip_subtree()
            else:
                pieces.append(node.text or "")
        else:
            pieces.append("" if event != "end" or node.tag in TEXT_LEVEL else " ")
            pieces.append("" if node is element else node.tail or "")
    return "".join(pieces)


@lru_cache(maxsize=4096)
def compiled(selector: str, language: Language) -> Callable[[Element], list[Any]]:
    """Return a selector as a function of an element."""
    path: Callable[[Element], list[Any]] = etree_of().XPath(xpath_of(selector) if language == "css" else selector)
    return path
