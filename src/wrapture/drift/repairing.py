"""Repair a wrapper whose site has changed: find its list on the changed page, and give the columns their old names.

First the spare locators are tried, then the page is learned anew.  A repair that is not sure is refused, with the reason and
what a person can do: a wrong wrapper is worse than a broken one, because nobody notices.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from wrapture.collector import collector_paused
from wrapture.drift.checking import check_page, foreign
from wrapture.drift.checks import overall
from wrapture.drift.column_carrying import carry
from wrapture.drift.column_checks import check_columns
from wrapture.drift.list_choice import CLOSE, matching_lists, overlap
from wrapture.drift.relabelling import relabelled
from wrapture.drift.repairs import Repair
from wrapture.errors import NothingFoundError
from wrapture.learning.confidence import is_sure, page_confidence
from wrapture.learning.learn import Ranked, learn_candidate, learn_ranked
from wrapture.learning.one_record import learn_one
from wrapture.library.profile import refresh
from wrapture.model import DataLocator, MaskLocator, PageLocator
from wrapture.reading.frame import frame_share
from wrapture.reading.reader import extract_page
from wrapture.reading.records import find_records
from wrapture.reading.site_marks import is_of_site
from wrapture.values.text_hashes import hashes_of
from wrapture.wording import counted

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from wrapture.drift.checks import PageCheck
    from wrapture.drift.column_carrying import Carried
    from wrapture.drift.list_choice import MatchedList
    from wrapture.drift.repairs import How
    from wrapture.html.page import Page
    from wrapture.learning.judge import Learner
    from wrapture.model import Wrapper

ENOUGH: Final = 0.35  # share of the old columns that a repair must keep
FIRST: Final = 0.3  # the same for the list that the judge puts first
OTHER: Final = 0.5  # the same for another list of the page
FRAMED: Final = 0.55  # the same where the page around the list is as it was: the list may just not be there
SAME_FRAME: Final = 0.5  # share of the wrapper's frame that such a page has
RECOGNISED: Final = 0.6  # score from which on a column is surely recognised
TELLING: Final = 2  # columns surely recognised, and
LENGTH: Final = 0.5  # share of the fewest records of a page: the judge's first list is the old one all the same
SPARE: Final = 0.7  # mean likeness of the columns that a spare must give
STAYED: Final = 2  # old values that must be on a page of which nothing else is known
FEWEST: Final = 2  # records: one is no list
HOPELESS: Final = frozenset(["blocked", "consent", "login", "error", "empty", "scripts", "truncated"])


@collector_paused()
def repair_wrapper(
    wrapper: Wrapper,
    pages: Sequence[Page],
    learners: Sequence[Learner],
    *,
    given: Mapping[str, str] | None = None,
    same_site: bool = False,
) -> Repair:
    """Return the repair of a wrapper by pages of its site as they are now.

    ``given`` are old and new column names that a person paired; ``same_site`` says that the pages are of the wrapper's site, if
    they look like those of another.
    """
    pages = _distinct(pages)
    checks = tuple(check_page(wrapper, page) for page in pages)
    refused = _refused(wrapper, pages, checks, same_site=same_site)
    if refused is not None:
        return refused
    useful = [page for page, check in zip(pages, checks, strict=True) if check.verdict not in HOPELESS]
    by_spare = None if given else _by_spares(wrapper, useful)
    made = by_spare or _learned(wrapper, useful, learners, given or {}, framed=not given and _is_framed(checks))
    if made.wrapper is None:
        return replace(made, checks=checks, reasons=(*_said_nothing(checks), *made.reasons))
    return replace(made, checks=checks, wrapper=_of_the_site(wrapper, made.wrapper))


def _said_nothing(checks: Sequence[PageCheck]) -> list[str]:
    """Return that pages say that they have no results, which they may say of something else than their list."""
    return [f"{one.page}: {reason}" for one in checks if one.verdict == "no results" for reason in one.reasons]


def _of_the_site(old: Wrapper, new: Wrapper) -> Wrapper:
    """Return a repaired wrapper with what is known of the site: its addresses, its query form, where its list begins.

    A wrapper that had no columns from around its records gets none.
    """
    addresses = tuple(dict.fromkeys((*old.addresses, *new.addresses)))
    context = new.context if old.context else ()
    return replace(new, addresses=addresses, query_form=old.query_form, listing=old.listing, context=context)


def _distinct(pages: Sequence[Page]) -> list[Page]:
    """Return the pages without copies: the same page twice is one page."""
    known: dict[object, Page] = {}
    for page in pages:
        known.setdefault(_content(page), page)
    return list(known.values())


def _content(page: Page) -> object:
    return page.source if page.source is not None else id(page)


# --- pages that are no reason to repair anything ---


def refused_as_copies(pages: Sequence[Page]) -> Repair | None:
    """Return the refusal of pages of which one was given twice, which would make one page look like two; None if none was."""
    known: dict[object, Page] = {}
    for page in pages:
        if (first := known.get(_content(page))) is not None:
            what = f"{page.name}: the same page was given twice"
            if page.name != first.name:
                what = f"{page.name}: the same page as {first.name}"
            return Repair(None, "same page", (what, "give pages that differ, or one page"))
        known[_content(page)] = page
    return None


def _refused(
    wrapper: Wrapper, pages: Sequence[Page], checks: tuple[PageCheck, ...], *, same_site: bool
) -> Repair | None:
    """Return the refusal to repair a wrapper by these pages, None if they are fit for it."""
    if all(column.profile is None for column in wrapper.layout.columns):
        what = "the wrapper does not remember what its columns held, because it was learned by an older version"
        return Repair(None, "unsure", (what, "run `wrapture refresh` with a page that it still reads"), checks)
    hopeless = [check for check in checks if check.verdict in HOPELESS]
    if len(hopeless) == len(checks):
        reasons = tuple(f"{check.page}: {reason}" for check in hopeless for reason in check.reasons)
        return Repair(None, "no list page", (*reasons, "give a list page of the site"), checks)
    if overall(checks) == "fits":
        return Repair(None, "fits", ("the wrapper fits; there is nothing to repair",), checks)
    strange = [] if same_site else [reason for page in pages if (reason := _strange(wrapper, page))]
    if strange:
        advice = "give `same_site=True` if it is a page of the site all the same"
        return Repair(None, "other site", (*strange, advice), checks)
    return None


def _strange(wrapper: Wrapper, page: Page) -> str:
    """Return why a page is not known to be of the wrapper's site, or is in another language; "" if it is."""
    frame = frame_share(wrapper.profile.frame, page)
    reason = foreign(wrapper, page, frame)
    if reason:
        return f"{page.name}: {reason}"
    site = wrapper.profile.site
    if site is None or is_of_site(site, page, frame) is None:
        return (
            ""
            if _has_old_values(wrapper, page)
            else f"{page.name}: nothing on it shows that it is of the wrapper's site"
        )
    return ""


def _has_old_values(wrapper: Wrapper, page: Page) -> bool:
    """Return whether some values that the wrapper read are still on a page."""
    known = {one for column in wrapper.layout.columns if column.profile for one in column.profile.hashes}
    return len(known & hashes_of(filter(str.strip, page.texts))) >= STAYED


# --- spares ---


def _by_spares(wrapper: Wrapper, pages: Sequence[Page]) -> Repair | None:
    """Return the repair by a spare locator whose records have the old columns in the old places, None if there is none."""
    if isinstance(wrapper.locator, MaskLocator | DataLocator | PageLocator):
        return None
    for locator in wrapper.spares:
        if not all(len(find_records(locator, page)) >= FEWEST for page in pages):
            continue
        tried = replace(wrapper, locator=locator, spares=())
        checks = [one for page in pages for one in check_columns(tried, extract_page(tried, page))]
        alike = [one.likeness or 0.0 for one in checks]
        if alike and sum(alike) / len(alike) >= SPARE and not any(one.problem for one in checks):
            return _repaired(_carried(wrapper, tried, pages), "spare", pages)
    return None


def _carried(wrapper: Wrapper, tried: Wrapper, pages: Sequence[Page]) -> Carried:
    """Return a wrapper with another locator, which remembers the pages as they are now."""
    others = (wrapper.locator, *(spare for spare in wrapper.spares if spare != tried.locator))
    return carry(wrapper, replace(refresh(tried, pages), spares=others), pages)


# --- learning anew ---


def _learned(
    wrapper: Wrapper, pages: Sequence[Page], learners: Sequence[Learner], given: Mapping[str, str], *, framed: bool
) -> Repair:
    """Return the repair by learning the pages anew; ``framed`` says that they are as they were around the list."""
    if isinstance(wrapper.locator, PageLocator):
        return _about_one_thing(wrapper, pages, given)
    ranked = Ranked(learners)
    candidates = ranked(pages[0])
    if isinstance(wrapper.locator, DataLocator):
        return _from_data(wrapper, pages, ranked, given)
    if isinstance(wrapper.locator, MaskLocator):
        lists = [candidate.records[0] for candidate in candidates]
        found = relabelled(wrapper, pages[0], lists, learners)
        if found is not None:
            return _settled(carry(wrapper, found, pages, given), "labels", pages)
    matches = matching_lists(wrapper, pages[0], candidates, given)
    if not matches:
        return _unsure("nothing on the page repeats like records")
    rival = _rival(matches)
    if rival:
        return _unsure(rival)
    chosen = matches[0].candidate
    new = learn_candidate(pages, ranked, chosen, chosen=True, name=wrapper.name)
    carried = carry(wrapper, new, pages, given)
    enough = FIRST if chosen is candidates[0] else OTHER
    if framed and not (chosen is candidates[0] and _is_like_before(wrapper, carried, pages)):
        enough = FRAMED
    is_clear = chosen is candidates[0] and is_sure(page_confidence(candidates))
    return replace(_settled(carried, "learned", pages, enough), clear=is_clear)


def _is_framed(checks: Sequence[PageCheck]) -> bool:
    """Return whether all pages are as they were around the list, which the wrapper does not find there.

    A new design changes the frame as well, in most cases; a page with the old frame may just have no list.
    """
    lost = [check for check in checks if check.verdict in {"changed", "no results"}]
    return bool(lost) and all((check.fit.frame or 0.0) >= SAME_FRAME for check in lost)


def _is_like_before(wrapper: Wrapper, carried: Carried, pages: Sequence[Page]) -> bool:
    """Return whether a list has about as many records as before, and columns that are surely the old ones."""
    known = sum((move.sure or 0.0) >= RECOGNISED for move in carried.moves)
    fewest = LENGTH * wrapper.profile.min_records
    return known >= TELLING and all(len(extract_page(carried.wrapper, page)) >= fewest for page in pages)


def _about_one_thing(wrapper: Wrapper, pages: Sequence[Page], given: Mapping[str, str]) -> Repair:
    """Return the repair of a wrapper for pages about one thing each; one page does not show what is the site's."""
    if len(pages) < FEWEST:
        return Repair(None, "unsure", ("one page about one thing is too little to learn from", "give several pages"))
    try:
        new = learn_one(pages, name=wrapper.name)
    except NothingFoundError:
        return _unsure("the pages have no values that differ")
    return _settled(carry(wrapper, new, pages, given), "learned", pages)


def _from_data(wrapper: Wrapper, pages: Sequence[Page], ranked: Ranked, given: Mapping[str, str]) -> Repair:
    """Return the repair of a wrapper that reads the data of a page's scripts."""
    try:
        new = learn_ranked(pages, ranked, name=wrapper.name)
    except NothingFoundError:
        return _unsure("neither the page nor its data has records")
    return _settled(carry(wrapper, new, pages, given), "learned", pages)


def _rival(matches: Sequence[MatchedList]) -> str:
    """Return that two lists of the page match equally well, "" if one is ahead."""
    best, *others = matches
    for other in others:
        apart = overlap(best.candidate, other.candidate) == 0
        if apart and best.value - other.value < CLOSE and other.kept >= ENOUGH:
            counts = len(best.candidate.records[0]), len(other.candidate.records[0])
            return f"two lists of the page match the old one equally well, with {counts[0]} and {counts[1]} records"
    return ""


def _settled(carried: Carried, how: How, pages: Sequence[Page], enough: float = ENOUGH) -> Repair:
    """Return the repair if it is sure enough, or its refusal with what was found."""
    if carried.kept >= enough and any(move.fate == "kept" for move in carried.moves):
        return _repaired(carried, how, pages)
    kept = round(100 * carried.kept)
    what = f"only {kept} % of the old columns are recognised on the page"
    gone = ", ".join(move.name for move in carried.moves if move.fate == "gone") or "none"
    new = ", ".join(f"{move.name} ({move.sample[:40]})" for move in carried.moves if move.fate == "new") or "none"
    advice = f"missing: {gone}; new on the page: {new}; pair old and new names with `mapping`"
    return Repair(None, "unsure", (what, advice), kept=carried.kept, columns=carried.moves)


def _repaired(carried: Carried, how: How, pages: Sequence[Page]) -> Repair:
    counts = tuple(len(extract_page(carried.wrapper, page)) for page in pages)
    found = ", ".join(counted(count, "record") for count in counts)
    reason = f"{HOW[how]}: {found}, {round(100 * carried.kept)} % of the old columns recognised"
    return Repair(carried.wrapper, "", (reason,), how=how, kept=carried.kept, columns=carried.moves, records=counts)


def _unsure(what: str) -> Repair:
    return Repair(None, "unsure", (what, "learn the page again with `wrapture learn`, choosing the list"))


HOW: Final[dict[How, str]] = {
    "spare": "repaired with a spare locator",
    "learned": "repaired by learning the page anew",
    "labels": "repaired with labelled rows that are still on the page",
}
