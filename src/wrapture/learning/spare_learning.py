"""Spare locators: independent ways to the records of a wrapper, each as loose as the pages it is learned from allow.

What a learner writes down about its page is more than is needed to find the list there: the attributes of the element around
it, every element from the root down to it, its position among its siblings.  On the next page one of them differs, and nothing
is found.  So each kind of locator is loosened as long as it finds the same records on all pages that the wrapper is learned
from, and one of each kind is kept.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from wrapture.html.fine_tokens import kind_of
from wrapture.learning.siblings import siblings_of
from wrapture.model import (
    DataLocator,
    ForestLocator,
    MaskLocator,
    PageLocator,
    PatternLocator,
    RowLocator,
    SiblingLocator,
)
from wrapture.reading.forest import ANY as ANYWHERE
from wrapture.reading.forest import NodeLabel, read_labels, read_prefix, write_prefix
from wrapture.reading.records import find_records
from wrapture.reading.row_matching import ANY, class_in, is_open_ended
from wrapture.reading.row_template import Template, template_of_records
from wrapture.reading.spares import FEWEST, SAME_OUTLINE, outline_likeness, tags_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from wrapture.html.page import Page
    from wrapture.model import Locator, Record

SPARES: Final = 3  # kept in a wrapper, each of another kind
TRIED: Final = 4  # locators of a kind that are tried, those of the learners' first proposals
BOUNDS: Final = (0.5, 0.6)  # of similarity, tried below that of the learner; 0.4 lets in advertisements
NAMES: Final = 5  # of a path that does not begin at the root, at most
KINDS: Final = (RowLocator, SiblingLocator, PatternLocator, ForestLocator)
"""The kinds of spares, in the order in which they are kept."""


def without_needless_parent(locator: Locator, found: Sequence[tuple[Page, Sequence[Record]]]) -> Locator:
    """Return a row locator without its parent if rows begin with a class and no other rows are like them on these pages.

    Rows that begin with a start tag without a class need the parent: without it, most of a page would have to be compared with
    the template.
    """
    if not isinstance(locator, RowLocator) or not locator.parent or not class_in(str(locator.template[0])):
        return locator
    free = replace(locator, parent="")
    return free if _finds(free, found) else locator


def that_reads_all(locator: Locator, others: Iterable[Locator], pages: Sequence[Page]) -> Locator:
    """Return a locator or, if it finds nothing on one of the pages, another of its records that finds similar ones there.

    A part that all records of one page have, such as an inner list, may be missing on the next.
    """
    empty = [page for page in pages if not find_records(locator, page)]
    found = [(page, records) for page in pages if (records := find_records(locator, page))]
    if not empty or not found:
        return locator
    outline = Template(tuple(tags_of(template_of_records(found[:1]))))
    alike = (
        loose
        for one in others
        for loose in loosened(one)
        if _finds(loose, found) and all(_resemble(outline, page, find_records(loose, page)) for page in empty)
    )
    return next(alike, locator)


def _resemble(outline: Template, page: Page, records: Sequence[Record]) -> bool:
    return len(records) >= FEWEST and outline_likeness(outline, page, records) > SAME_OUTLINE


def steadier(locator: Locator, found: Sequence[tuple[Page, Sequence[Record]]]) -> Locator:
    """Return a row locator that asks for less of what may differ on other pages of the site, if it finds no other records.

    Rows with a class need no parent, not as much of their template, and no other attributes.
    """
    return with_open_start(less_demanding(without_needless_parent(locator, found), found), found)


def less_demanding(locator: Locator, found: Sequence[tuple[Page, Sequence[Record]]]) -> Locator:
    """Return a row locator with the lowest bound of similarity at which it finds the same rows on these pages.

    A page on which all records are of one kind (forum posts) gives a template that another kind (articles) has half of.
    """
    if not isinstance(locator, RowLocator) or locator.siblings > 1 or not class_in(str(locator.template[0])):
        return locator
    lower = (replace(locator, similarity=bound) for bound in BOUNDS if bound < locator.similarity)
    return next((loose for loose in lower if _finds(loose, found)), locator)


def with_open_start(locator: Locator, found: Sequence[tuple[Page, Sequence[Record]]]) -> Locator:
    """Return a row locator whose rows may begin with other attributes beside their class, if it finds the same rows here.

    Rows that are new, selected or drawn late have an attribute more than the others.
    """
    if not isinstance(locator, RowLocator) or locator.siblings > 1 or locator.tail:
        return locator
    first, *rest = locator.template
    name, own = kind_of(str(first)), class_in(str(first))
    if not own or is_open_ended(str(first)):
        return locator
    loose = replace(locator, template=(f"<{name} class={own} {ANY}>", *rest))
    return loose if _finds(loose, found) else locator


def spares_of(
    locator: Locator, others: Iterable[Locator], found: Sequence[tuple[Page, Sequence[Record]]]
) -> tuple[Locator, ...]:
    """Return the spares of a wrapper with this locator, chosen from other locators of its records, and from looser ones.

    ``found`` are the pages it is learned from, with its records.
    """
    if isinstance(locator, MaskLocator | DataLocator | PageLocator):  # finds values rather than records
        return ()
    named = siblings_of(*found[0])
    known = (locator, *others, *([named] if named is not None else ()))
    chosen = (_spare([one for one in known if isinstance(one, kind)][:TRIED], locator, found) for kind in KINDS)
    return tuple([spare for spare in chosen if spare is not None])[:SPARES]


def _spare(
    offered: Iterable[Locator], locator: Locator, found: Sequence[tuple[Page, Sequence[Record]]]
) -> Locator | None:
    """Return the loosest locator of the first that finds the records and is not the wrapper's own, None if there is none."""
    variants = (loose for one in offered for loose in loosened(one))
    return next((loose for loose in variants if loose != locator and _finds(loose, found)), None)


def _finds(locator: Locator, found: Iterable[tuple[Page, Sequence[Record]]]) -> bool:
    """Return whether a locator finds the texts of these records, and no others, on every page."""
    return all(
        [page.texts_of(one) for one in find_records(locator, page)] == [page.texts_of(one) for one in records]
        for page, records in found
    )


def loosened(locator: Locator) -> Iterator[Locator]:
    """Yield looser forms of a locator, the loosest first, and the locator itself last."""
    match locator:
        case RowLocator():
            yield from (replace(locator, parent=parent) for parent in _parents(locator.parent))
        case SiblingLocator():
            yield from _unanchored(locator)
        case ForestLocator():
            root, *steps = read_prefix(locator.prefix)
            yield replace(locator, prefix=write_prefix([root, *((name, ANYWHERE) for name, _ in steps)]))
        case PatternLocator() | MaskLocator() | DataLocator() | PageLocator():
            pass
    yield locator


def _parents(parent: str) -> list[str]:
    """Return start tags that leave more and more open, the most open first.

    >>> _parents("<div class=hits id>"), _parents("")
    (['', '<div …>', '<div class=hits …>'], [])
    """
    if not parent:
        return []
    name, own = kind_of(parent), class_in(parent)
    return ["", f"<{name} {ANY}>", *([f"<{name} class={own} {ANY}>"] if own else ())]


def _unanchored(locator: SiblingLocator) -> Iterator[SiblingLocator]:
    """Yield a sibling locator with the ends of its path, without the classes of its records and with them."""
    (item,) = read_labels(locator.item)
    for label in dict.fromkeys([str(NodeLabel(item.tag)), locator.item]):
        for names in range(1, min(NAMES, len(locator.path) - 1) + 1):
            yield replace(locator, path=locator.path[-names:], item=label)
