"""The records that a wrapper finds on a page: by its locator or, where that fails on a page of its site, by a spare.

A locator learned from one page may describe what is special about that page: a class of the element around the list, one more
box above it.  So a wrapper keeps other locators that found the same records (`wrapture.learning.spare_learning`).  They are
asked only if the locator finds nothing, or nothing that resembles the wrapper's row template; and for records that it may have
missed, if it finds fewer than on the pages it was learned from.

A spare's answer counts if its *outline* is that of the wrapper's records: their tags in order, whatever their attributes,
because the start tags are what has changed.  Outlines alone don't distinguish sites, so a page needs something of the wrapper's
frame to get a spare.  On the development pages (page F1 from one page to the others of its site, first without spares,
then with): shops and sports of today 40.0 and 95.1, rendered pages of today 20.4 and 68.2, courts before and after a change
43.9 and 55.8.  On pages of other sites 4.3 % have records either way.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from wrapture.html.fine_tokens import kind_of
from wrapture.model import SiblingLocator
from wrapture.reading.frame import frame_share
from wrapture.reading.records import find_records
from wrapture.reading.row_template import SAMPLE, SIMILAR, Template, evenly, likeness, record_tokens

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from wrapture.html.page import Page
    from wrapture.model import Record, RowTemplate, Wrapper

FEWEST: Final = 2  # records that a spare must find: one is no list
SAME_OUTLINE: Final = 0.6  # likeness of outlines above which a spare's records are those of the wrapper
SAME_SITE: Final = 0.15  # share of the frame below which a page is of another site


def wrapper_records(wrapper: Wrapper, page: Page) -> tuple[Record, ...]:
    """Return the records that a wrapper finds on a page, in document order and without overlaps."""
    records = find_records(wrapper.locator, page)
    template = wrapper.profile.template
    similarity = likeness(template, page, records) if wrapper.spares and template else None
    if not needs_spare(wrapper, len(records), similarity) or not is_of_site(frame_share(wrapper.profile.frame, page)):
        return _completed(wrapper, page, records) if may_lack_records(wrapper, len(records)) else records
    return _by_spares(wrapper, page) or records


def needs_spare(wrapper: Wrapper, found: int, similarity: float | None) -> bool:
    """Return whether the spares are asked: the locator found nothing, or nothing that resembles the row template."""
    return bool(wrapper.spares) and (not found or (similarity is not None and similarity <= SIMILAR))


def may_lack_records(wrapper: Wrapper, found: int) -> bool:
    """Return whether the locator may have missed records that a spare finds: it found fewer than when it was learned."""
    return 0 < found < wrapper.profile.min_records and bool(completing(wrapper))


def completing(wrapper: Wrapper) -> tuple[SiblingLocator, ...]:
    """Return the spares that may add records to those of the locator: children of one kind, whatever they hold."""
    return tuple([one for one in wrapper.spares if isinstance(one, SiblingLocator) and not one.tail])


def _completed(wrapper: Wrapper, page: Page, records: tuple[Record, ...]) -> tuple[Record, ...]:
    """Return the records together with those that a spare finds beside them, if these are like the wrapper's records.

    A record that is the element around several of the spare's gives way to them.
    """
    known = dict.fromkeys(_place(page, record) for record in records)
    for spare in completing(wrapper):
        more = find_records(spare, page)
        places = [_place(page, record) for record in more]
        added = [record for record, place in zip(more, places, strict=True) if place not in known]
        kept = set(places)
        is_whole = all(place in kept or _is_around(place, places) for place in known)
        if added and is_whole and _is_like(wrapper.profile.template, page, added):
            return more
    return records


def _place(page: Page, record: Record) -> tuple[int, int]:
    """Return where the texts of a record begin and end; locators differ in whether white space after it is part of it."""
    return page.offsets[record[0].start], page.offsets[record[-1].stop]


def _is_around(place: tuple[int, int], others: Iterable[tuple[int, int]]) -> bool:
    """Return whether at least two of some places lie within a place."""
    return sum(place[0] <= start < stop <= place[1] for start, stop in others) >= FEWEST


def _is_like(template: RowTemplate, page: Page, records: Sequence[Record]) -> bool:
    """Return whether records are like a template or have its outline."""
    alike = outline_likeness(_outline(template), page, records) > SAME_OUTLINE
    return alike or likeness(template, page, records) > SIMILAR


def is_of_site(share: float | None) -> bool:
    """Return whether a page with this share of the frame belongs to the wrapper's site; None, for no frame, proves nothing."""
    return share is not None and share >= SAME_SITE


def _by_spares(wrapper: Wrapper, page: Page) -> tuple[Record, ...]:
    """Return the answer with the best outline, counted once for each locator that gives it; nothing if none is similar."""
    outline = _outline(wrapper.profile.template)
    votes: dict[tuple[Record, ...], float] = {}
    for locator in (wrapper.locator, *wrapper.spares):
        records = find_records(locator, page)
        alike = outline_likeness(outline, page, records) if len(records) >= FEWEST else 0.0
        if alike > SAME_OUTLINE:
            votes[records] = votes.get(records, 0.0) + alike
    return max(votes, key=votes.__getitem__, default=())


def outline_likeness(outline: Template, page: Page, records: Sequence[Record]) -> float:
    """Return how similar the outlines of a sample of records are to that of a template: 1 if they are equal."""
    chosen = evenly(records, SAMPLE)
    return sum(_shared(outline, tags_of(record_tokens(page, record))) for record in chosen) / len(chosen)


def _shared(outline: Template, tags: list[str]) -> float:
    """Return twice the number of common tags, divided by the number of tags of both."""
    size = len(outline.tokens)
    return 2 * outline.similarity(tags) * size / (size + len(tags)) if tags else 0.0


def tags_of(tokens: Iterable[str | int]) -> list[str]:
    """Return the tags among fine tokens, without their attributes.

    >>> tags_of(["<li class=hit id>", "<a href>", "Rate:", 2, "</a>", "</li>"])
    ['<li>', '<a>', '</a>', '</li>']
    """
    tags = [token for token in tokens if isinstance(token, str) and token.startswith("<")]
    return [tag if tag.startswith("</") else f"<{kind_of(tag)}>" for tag in tags]


@lru_cache(maxsize=256)
def _outline(template: RowTemplate) -> Template:
    return Template(tuple(tags_of(template)))
