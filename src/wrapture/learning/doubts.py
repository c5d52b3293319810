"""What to say about an answer that is not sure: what else it may be, or that the page has no list."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from wrapture.html.content_lines import lines_of
from wrapture.lazy_regex import lazy_regex
from wrapture.learning.confidence import CONVINCING, is_sure, page_confidence
from wrapture.learning.headings import heading_above
from wrapture.learning.list_kinds import are_link_groups
from wrapture.learning.list_signs import RELATED
from wrapture.learning.page_subject import is_about_one_thing
from wrapture.model.span import edges_of
from wrapture.reading.page_messages import message_of
from wrapture.wording import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.html.page import Page
    from wrapture.model import Candidate, Record

ALTERNATIVES: Final = 2  # other lists that are named
SHOWN: Final = 40  # characters of a record that are shown
HIDDEN: Final = 0.5  # share of records above which a list is hidden
ONE_THING_BELOW: Final = 0.1
"""A best answer below this confidence is not given on a page about one thing: on 45 of the 86 development pages without a list
and none with one, of which 51 seem to be about one thing as well, the least confident with 0.16."""
NOTHING: Final = "nothing convincing found (wrapture discover shows what there is, `guess=True` takes the best)"
ONE_THING: Final = (
    "this page is about one thing, not a list (wrapture discover shows what there is, `guess=True` takes the best)"
)


HEADING: Final = 40  # characters; longer lines are sentences
SPONSORED: Final = lazy_regex(r"sponsor", re.IGNORECASE)
"""Results often begin with sponsored ones."""
MESSAGE: Final = "this page {} (wrapture discover shows what there is, `guess=True` takes the best)"
FURNITURE: Final = 1.0
"""Share of records in nav, aside, header or footer from which on an answer is not sure: no right answer of
the 677 development pages has such records, however alike they are."""


def is_sure_of(page: Page, candidates: Sequence[Candidate]) -> bool:
    """Return whether the best list of a page needs no second look.

    A list on a page that is a message, such as a login, is its menu; so is one in the header or of groups of links.  A list
    under a heading such as "You may also like" is beside what the page is about.
    """
    if not is_sure(page_confidence(candidates)) or _value(candidates[0], "landmark") >= FURNITURE:
        return False
    records = candidates[0].records[0]
    return message_of(page) is None and not are_link_groups(page, records) and not _leads_away(page, records)


def _leads_away(page: Page, records: Sequence[Record]) -> bool:
    """Return whether the heading of a list says that it is related to the page's contents; a title says that it is these."""
    heading = heading_above(page, lines_of(page), 0, records[0][0].start)
    said = RELATED.search(heading) if len(heading) <= HEADING else None
    return said is not None and said[0].lower() not in page.title.lower() and not SPONSORED.search(heading)


def refusal(page: Page, candidates: Sequence[Candidate]) -> str:
    """Return why no list of a page is given, an empty text if its best list is.

    A doubtful list on a page about one thing is its menu, or lists what is related.
    """
    confidence = page_confidence(candidates)
    if candidates and confidence < ONE_THING_BELOW and is_about_one_thing(page):
        return ONE_THING
    if candidates and confidence < CONVINCING:
        return NOTHING
    message = message_of(page) if candidates and not is_sure(confidence) else None
    return MESSAGE.format(message.words) if message is not None else ""


def doubt(page: Page, candidates: Sequence[Candidate]) -> str:
    """Return what a person should know about the best list of a page: that it is hidden, or what else it may be."""
    said = ["this list is hidden on the page"] if _is_hidden(candidates[0]) else []
    if not is_sure_of(page, candidates):
        message = message_of(page)
        if message is not None:
            said.append(f"this page {message.words}")
        others = ", ".join([_named(page, one) for one in alternatives(candidates)])
        said.append(f"not sure, also possible: {others}" if others else "not sure that this is a list of records")
    return "; ".join(said)


def alternatives(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Return the next best lists elsewhere on the page."""
    taken, found = [edges_of(candidates[0].records[0])], []
    for one in candidates[1:]:
        start, stop = edges_of(one.records[0])
        if all(stop <= first or last <= start for first, last in taken):
            taken.append((start, stop))
            found.append(one)
    return found[:ALTERNATIVES]


def _named(page: Page, candidate: Candidate) -> str:
    """Return a list in few words: how many records, and how the first begins."""
    text = page.texts_of(candidate.records[0][0])
    shown = text if len(text) <= SHOWN else f"{text[: SHOWN - 1].rstrip()}…"
    return f"{counted(len(candidate.records[0]), 'record')} from “{shown}”"


def _is_hidden(candidate: Candidate) -> bool:
    return _value(candidate, "hidden") > HIDDEN


def _value(candidate: Candidate, name: str) -> float:
    """Return a piece of evidence, 0 if there is none."""
    return next((reason.value for reason in candidate.evidence if reason.name == name), 0.0)
