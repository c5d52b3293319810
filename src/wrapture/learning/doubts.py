"""What to say about an answer that is not sure: what else it may be, or that the page has no list."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from wrapture.learning.confidence import CONVINCING, is_sure, page_confidence
from wrapture.learning.page_subject import is_about_one_thing
from wrapture.model.span import edges_of
from wrapture.wording import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.html.page import Page
    from wrapture.model import Candidate

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


def refusal(page: Page, candidates: Sequence[Candidate]) -> str:
    """Return why no list of a page is given, an empty text if its best list is.

    A doubtful list on a page about one thing is its menu, or lists what is related.
    """
    confidence = page_confidence(candidates)
    if candidates and confidence < ONE_THING_BELOW and is_about_one_thing(page):
        return ONE_THING
    return NOTHING if candidates and confidence < CONVINCING else ""


def doubt(page: Page, candidates: Sequence[Candidate]) -> str:
    """Return what a person should know about the best list of a page: that it is hidden, or what else it may be."""
    said = ["this list is hidden on the page"] if _is_hidden(candidates[0]) else []
    if not is_sure(page_confidence(candidates)):
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
    return any(reason.name == "hidden" and reason.value > HIDDEN for reason in candidate.evidence)
