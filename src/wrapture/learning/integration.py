"""Integrating the locators of several pages: forests as in section 5.6 of [1]_, row templates by their common part.

Departures from [1]_
--------------------
* If two prefixes have the same names but different indices, that step accepts any element of its name, and the reader takes the
  one with the most records; [1]_ gives up on such pages.
* Labels that differ only in their classes are integrated to the classes they share.
* A page offers its best few locators instead of one: the judge's second choice may be the one that fits the other pages.

.. [1] Zhao, Meng, Wu, Raghavan, Yu: Fully automatic wrapper generation for search engines. WWW 2005.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from wrapture.model import ForestLocator, RowLocator, SiblingLocator
from wrapture.reading.forest import ANY, NodeLabel, read_labels, read_prefix, write_prefix
from wrapture.reading.row_template import merged, read_template

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from wrapture.model import Candidate

ALIKE: Final = 0.6  # share of the larger of two row templates that must be common, for both to be of one list


@dataclass(frozen=True, slots=True, order=True)
class Backing:
    """The support for a locator: how many pages back it, and the scores the judge gave it there."""

    pages: int
    score: float


def integrated(anchor: ForestLocator, pages: Iterable[Sequence[Candidate]]) -> tuple[ForestLocator, Backing]:
    """Return a locator integrated with the first that fits it on each page, and its backing."""
    backing = Backing(0, 0.0)
    for candidates in pages:
        for candidate in candidates:
            both = integrate(anchor, candidate.locator) if isinstance(candidate.locator, ForestLocator) else None
            if both is not None:
                anchor, backing = both, Backing(backing.pages + 1, backing.score + candidate.score)
                break
    return anchor, backing


def integrate(one: ForestLocator, other: ForestLocator) -> ForestLocator | None:
    """Return the locator that finds the records of both, or None if they are of different lists."""
    starts = _integrate_labels(one.starts, other.starts)
    separators = _integrate_labels(one.separators, other.separators)
    prefix = _integrate_prefixes(one.prefix, other.prefix)
    same_form = (one.descent, one.nested) == (other.descent, other.nested)
    if not same_form or starts is None or separators is None or prefix is None:
        return None
    return replace(
        one,
        prefix=prefix,
        starts=starts,
        separators=separators,
        first=min(one.first, other.first),
        last=_later(one.last, other.last),
    )


def integrate_rows(one: RowLocator, other: RowLocator) -> RowLocator | None:
    """Return the locator that finds the rows of both, or None if their templates have too little in common."""
    template = merged(one.template, other.template)
    size = len(read_template(template).tokens)
    sizes = [len(read_template(locator.template).tokens) for locator in (one, other)]
    if size < ALIKE * max(sizes) or not template[:1] == one.template[:1] == other.template[:1]:
        return None
    return RowLocator(
        template=template,
        siblings=max(one.siblings, other.siblings),
        longest=max(one.longest, other.longest),
        tail=max(one.tail, other.tail),
        parent=one.parent if one.parent == other.parent else "",
        similarity=min(one.similarity, other.similarity),
    )


def integrate_siblings(one: SiblingLocator, other: SiblingLocator) -> SiblingLocator | None:
    """Return the locator that finds the records of both, or None if they are at different places in the tree."""
    item = _in_common(one.item, other.item)
    if one.path != other.path or one.several != other.several or item is None:
        return None
    parent = _in_common(one.parent, other.parent)
    return replace(
        one,
        item=item,
        parent=one.parent if parent is None else parent,
        likeness=min(one.likeness, other.likeness),
        tail=max(one.tail, other.tail),
    )


def _in_common(one: str, other: str) -> str | None:
    """Return the label with the classes that two have in common, None if their names differ.

    >>> _in_common("li.result.odd", "li.result"), _in_common("li", "tr")
    ('li.result', None)
    """
    (a,), (b,) = read_labels(one), read_labels(other)
    return str(replace(a, classes=a.classes & b.classes)) if a.tag == b.tag else None


def _integrate_labels(one: tuple[str, ...], other: tuple[str, ...]) -> tuple[str, ...] | None:
    """Return the set of labels that contains the other, or their common part; None if they are of different lists."""
    if set(one) <= set(other):
        return other
    if set(other) <= set(one):
        return one
    shared = _shared(read_labels(one[0]), read_labels(other[0])) if len(one) == len(other) == 1 else None
    return None if shared is None else (shared,)


def _shared(one: tuple[NodeLabel, ...], other: tuple[NodeLabel, ...]) -> str | None:
    """Return the labels with their common classes, if they differ in nothing else and share some.

    >>> _shared(read_labels("li.result.odd"), read_labels("li.result.even"))
    'li.result'
    """
    pairs = list(zip(one, other, strict=False))
    both = [replace(a, classes=a.classes & b.classes) for a, b in pairs]
    alike = len(one) == len(other) and all(
        label == replace(b, classes=label.classes) for label, (_, b) in zip(both, pairs, strict=True)
    )
    return " ".join(map(str, both)) if alike and any(label.classes for label in both) else None


def _integrate_prefixes(one: str, other: str) -> str | None:
    """Return the prefix that covers both, or None if their names differ."""
    steps = list(zip(read_prefix(one), read_prefix(other), strict=False))
    if len(read_prefix(one)) != len(read_prefix(other)) or any(a[0] != b[0] for a, b in steps):
        return None
    return write_prefix((a[0], a[1] if a[1] == b[1] else ANY) for a, b in steps)


def _later(one: int, other: int) -> int:
    """Return the later of two ends; one counted from the end of the page is later than one counted from its beginning."""
    return max(one, other) if (one < 0) == (other < 0) else min(one, other)
