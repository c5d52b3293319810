"""Records read by a plan's selectors: what the programs do that are written from it."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from wrapture.export.anchors import boxes
from wrapture.export.trees import etree_of, xpath_of
from wrapture.extraction.reading import ATTRIBUTES, cut_out
from wrapture.extraction.table import joined
from wrapture.html.elements import SILENT, TEXT_LEVEL
from wrapture.html.page import plain_address

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from wrapture.export.trees import Element, Tree
    from wrapture.export.values import Cells, Field, Joining, Language, Plan, Source
    from wrapture.extraction.table import Cell


class Read(NamedTuple):
    """A record that was read: its element, and its cells."""

    element: Element
    cells: Cells


def read_plan(plan: Plan, tree: Tree) -> list[Read]:
    """Return the records that the selectors of a plan give on a page."""
    rows = compiled(plan.rows, plan.language)(tree.root) if plan.rows else []
    return [
        Read(row, tuple([read_field(plan.language, field, box.element, tree) for field in plan.fields]))
        for row, box in zip(rows, boxes(rows, plan.following), strict=True)
    ]


def read_field(language: Language, field: Field, row: Element, tree: Tree) -> Cell:
    """Return what a record has of a column."""
    cells = [_cut(read_source(language, source, field.kind, row, tree), source) for source in field.sources]
    return joined(cells) if len(cells) > 1 else next(iter(cells), None)


def _cut(cell: Cell, source: Source) -> Cell:
    if not source.cuts or cell is None:
        return cell
    if isinstance(cell, str):
        return cut_out(cell, source.cuts) or None
    return tuple([piece for one in cell if (piece := cut_out(one, source.cuts))]) or None


def read_source(language: Language, source: Source, kind: str, row: Element, tree: Tree) -> Cell:
    """Return what the selector of a source gives in a record, before it is cut."""
    found = compiled(source.selector, language)(row)
    if kind != "text":
        return _addresses(source, kind, found, tree)
    if source.many:
        return tuple([value for one in found if (value := shown(source.joining, [one]))]) or None
    return shown(source.joining, found)


def _addresses(source: Source, kind: str, found: Sequence[Any], tree: Tree) -> Cell:
    if source.many:
        values = [value for one in found if (value := one.get(ATTRIBUTES[kind])) is not None]
        return tuple([_absolute(tree, value) for value in values]) or None
    return _absolute(tree, str(found[0])) if found else None


def _absolute(tree: Tree, value: str) -> str:
    return tree.page.absolute(plain_address(value))


def shown(joining: Joining, found: Sequence[Any]) -> str | None:
    """Return the text of what a selector gives: texts, or elements."""
    if joining == "blocks":
        return shrunk(" ".join(map(displayed, found)))
    between = "" if joining == "lines" else joining
    texts = [text for one in found for text in ([one] if isinstance(one, str) else one.xpath(".//text()"))]
    joint = between.join(texts)
    if joining == "lines":
        return "\n".join([shrunk(line) or "" for line in joint.split("\n")]).strip() or None
    return shrunk(joint)


def shrunk(text: str) -> str | None:
    """Return a text with single spaces, None for nothing."""
    return " ".join(text.split()) or None


def displayed(element: Element) -> str:
    """Return the text of an element, with a space where a block begins or ends."""
    pieces = []
    walk = etree_of().iterwalk(element, events=("start", "end", "comment", "pi"))
    for event, node in walk:
        if event == "start":
            pieces.append("" if node.tag in TEXT_LEVEL else " ")
            if node.tag in SILENT:
                walk.skip_subtree()
            else:
                pieces.append(node.text or "")
        else:
            pieces.append("" if event != "end" or node.tag in TEXT_LEVEL else " ")
            pieces.append("" if node is element else node.tail or "")
    return "".join(pieces)


@lru_cache(maxsize=4096)
def compiled(selector: str, language: Language) -> Callable[[Element], list[Any]]:
    """Return what a selector gives of an element."""
    path: Callable[[Element], list[Any]] = etree_of().XPath(xpath_of(selector) if language == "css" else selector)
    return path
