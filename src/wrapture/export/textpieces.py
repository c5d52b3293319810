"""Paths to some of an element's texts: by their index, or by the elements before and after them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from wrapture.export.anchors import holder_of
from wrapture.export.element_features import is_named
from wrapture.export.element_paths import Path, distinct, paths_to

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wrapture.export.trees import Element, Text


def piece_paths(placed: Sequence[tuple[Element, Sequence[Text]]]) -> list[Path]:
    """Return paths from each record to texts that are only some of their element's."""
    if not placed:
        return []
    holders = [(lowest_of(texts), row) for row, texts in placed]
    if not all(holder is not None and (holder is row or row in holder.iterancestors()) for holder, row in holders):
        return []
    ways = paths_to([holder for holder, _ in holders], [row for _, row in holders])[:30]
    runs = [_run(holder, texts) for (holder, _), (_, texts) in zip(holders, placed, strict=True)]
    tails = distinct(_tails(runs))
    return [_through(way, tail) for way in ways for tail in tails]


def _through(way: Path, tail: Path) -> Path:
    css = None if way.css is None or tail.css is None else f"{way.css}{tail.css}"
    return Path(f"{way.xpath}{tail.xpath}", css, way.cost + tail.cost)


class _Run(NamedTuple):
    """The children of an element from the first to the last that contain a value's texts."""

    holder: Element
    first: Text | Element
    last: Text | Element
    alone: bool  # one text


def _run(holder: Element, texts: Sequence[Text]) -> _Run:
    tops = [_top(text, holder) for text in texts]
    return _Run(holder, tops[0], tops[-1], len(texts) == 1 and isinstance(tops[0], tuple))


def _top(text: Text, holder: Element) -> Text | Element:
    """Return the child of an element that is or contains a text."""
    if holder_of(text) is holder:
        return text
    path = [holder_of(text), *holder_of(text).iterancestors()]
    return path[path.index(holder) - 1]


def _tails(runs: Sequence[_Run]) -> Iterator[Path]:
    """Yield paths from an element to some of its texts."""
    if all(run.alone for run in runs):
        yield Path("/text()", "::text", 0.6)
        for order in sorted({_text_order(run) for run in runs})[:4]:
            yield Path(f"/text()[normalize-space()][{order}]", None, 1.5 + 0.3 * order)
        yield Path("/text()[normalize-space()][last()]", None, 2.5)
    for tag in sorted({tag for run in runs for tag in (_before(run), _after(run)) if tag}):
        for count in sorted({_count(run, tag) for run in runs})[:4]:
            split = f"[count(preceding-sibling::{tag})={count}]"
            if all(run.alone for run in runs):
                yield Path(f"/text(){split}", None, 2.5 + 0.3 * count)
            yield Path(f"/node(){split}[not(self::{tag})]/descendant-or-self::text()", None, 3.5 + 0.3 * count)
    yield from _cornered(runs)


def _cornered(runs: Sequence[_Run]) -> Iterator[Path]:
    """Yield paths to everything after, or before, an element of this name and index."""
    befores = {(_before(run), _count(run, _before(run))) for run in runs if _before(run)}
    afters = {(_after(run), _count(run, _after(run))) for run in runs if _after(run)}
    every = "/descendant-or-self::text()"
    for tag, count in sorted(befores)[:3]:
        yield Path(f"/node()[preceding-sibling::{tag}[{count}]]{every}", None, 4.0)
        for other, number in sorted(afters)[:3]:
            both = f"[count(preceding-sibling::{tag})={count}][count(preceding-sibling::{other})={number}]"
            yield Path(f"/node(){both}[not(self::{other})]{every}", None, 4.5)
    for tag, count in sorted(afters)[:3]:
        yield Path(f"/node()[count(preceding-sibling::{tag})<={count}][not(self::{tag})]{every}", None, 4.2)


def _neighbour(node: Text | Element, *, before: bool) -> Element | None:
    """Return the element before or after a text or an element, among its siblings."""
    if isinstance(node, tuple):
        element, after = node
        if before:
            return _named(element, before=True) if after else None
        return _named(element.getnext(), before=False) if after else _named(next(iter(element), None), before=False)
    return _named(node.getprevious() if before else node.getnext(), before=before)


def _named(element: Element | None, *, before: bool) -> Element | None:
    while element is not None and not isinstance(element.tag, str):  # a comment
        element = element.getprevious() if before else element.getnext()
    return element


def _before(run: _Run) -> str:
    found = _neighbour(run.first, before=True)
    return str(found.tag) if found is not None and is_named(found) else ""


def _after(run: _Run) -> str:
    found = _neighbour(run.last, before=False)
    return str(found.tag) if found is not None and is_named(found) else ""


def _count(run: _Run, tag: str) -> int:
    """Return how many siblings of this name come before a run."""
    found = _neighbour(run.first, before=True)
    if found is None:
        return 0
    return int(found.tag == tag) + sum(1 for _ in found.itersiblings(tag, preceding=True))


def _text_order(run: _Run) -> int:
    """Return the index of a text among the non-blank ones of its element."""
    texts = run.holder.xpath("text()[normalize-space()]")
    element, after = run.first
    order = [
        number for number, text in enumerate(texts, start=1) if text.getparent() is element and text.is_tail == after
    ]
    return order[0] if order else 1


def lowest_of(texts: Sequence[Text]) -> Element | None:
    """Return the innermost element that contains some texts; None if they reach out of the element made for a record."""
    paths = [[holder, *holder.iterancestors()] for holder in map(holder_of, texts)]
    shared = set(paths[0]).intersection(*paths[1:])
    return next((element for element in paths[0] if element in shared), None)
