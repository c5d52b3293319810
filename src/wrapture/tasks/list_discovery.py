"""Find the lists of a page: `discover`, `sections`, and their tables."""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from wrapture.capture.page_input import to_page, to_pages
from wrapture.collector import collector_paused
from wrapture.columns.describing import describe_columns
from wrapture.columns.layout_learning import learn_layout
from wrapture.learning import judge
from wrapture.learning.confidence import is_data, page_confidence, record_confidences
from wrapture.learning.data_records import data_table
from wrapture.learning.doubts import doubt, is_sure_of, refusal
from wrapture.learning.learners import ALL, LEARNERS, learners_named
from wrapture.learning.sections import MOST, sections_of
from wrapture.learning.tiebreaker import without_tiebreakers
from wrapture.model import Sample
from wrapture.model.table import Row, Table
from wrapture.model.time_budget import BUDGET_S, TimeBudget
from wrapture.reading.reader import read_records
from wrapture.reading.record_context import context_columns, with_context

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from wrapture.capture.page_input import PageInput
    from wrapture.html.page import Page
    from wrapture.learning.judge import Learner
    from wrapture.learning.sections import Section
    from wrapture.model import Candidate, Layout, Lexicon, Record


_log: Final = logging.getLogger(__name__)
MAIN_KIND: Final = "results"  # the kind of a main list
NOTICE: Final = 25  # the level of what commands say: above `logging.INFO`, below a warning


def discover(
    pages: PageInput | Iterable[PageInput],
    *,
    learner: str | Sequence[Learner] = ALL,
    no_result: PageInput | None = None,
    lexicon: Lexicon | None = None,
    budget_s: float | None = BUDGET_S,
    allow_private: bool = False,
) -> list[Candidate]:
    """Return the lists of records on a page (or on several pages of one site), best first.

    Whatever also appears on ``no_result``, a page of the same site without results, is not a record.  The more records of
    a list hold terms of the ``lexicon``, the better it ranks.  After ``budget_s`` seconds of CPU time the search ends with what
    was found so far, and a message says so.

    >>> page = "<ul>" + "".join(f"<li><a href=/{i}>Item {i}</a> costs {i} euro</li>" for i in range(9)) + "</ul>"
    >>> len(discover(page)[0].records[0])
    9
    """
    empty = None if no_result is None else to_page(no_result, allow_private=allow_private)
    sample = Sample(to_pages(pages, allow_private=allow_private), empty, lexicon, TimeBudget(budget_s))
    found = judge.discover(sample, chosen_learners(learner))
    names = ", ".join(page.name for page in sample.pages)
    _log.debug("%s: %d candidates", names, len(found))
    if sample.budget.is_spent:
        _log.log(NOTICE, "%s: %s", names, sample.budget.remark)
    return found


def sections(
    page: PageInput,
    candidates: Sequence[Candidate] | None = None,
    *,
    most: int = MOST,
    guess: bool = False,
    allow_private: bool = False,
) -> list[Section]:
    """Return the best lists of a page that don't overlap, in page order, with heading and kind.

    ``candidates`` are the result of `discover` for the page.  The main list is the first of them, if it is convincing or
    ``guess=True``.

    >>> list_of = "<h2>{0}</h2><ul><li><b>{0} 1</b><p>a<li><b>{0} 2</b><p>b<li><b>{0} 3</b><p>c</ul>"
    >>> [section.heading for section in sections(list_of.format("Books") + list_of.format("Games"))]
    ['Books', 'Games']
    """
    read = to_page(page, allow_private=allow_private)
    found = discover(read, learner=without_tiebreakers(LEARNERS[ALL])) if candidates is None else candidates
    return sections_of(read, found, most, guess=guess)


@collector_paused()
def best_table(
    page: Page,
    learner: str | Sequence[Learner],
    no_result: Page | None,
    *,
    guess: bool,
    lexicon: Lexicon | None = None,
    budget_s: float | None = BUDGET_S,
) -> Table:
    """Return the table of the best list of a page; it is empty if the list is not convincing, unless ``guess=True``.

    A page that shows nothing without its scripts gives the records in its data.  ``budget_s`` is that of `discover`.
    """
    found = discover(page, learner=learner, no_result=no_result, lexicon=lexicon, budget_s=budget_s)
    if not are_all(learner):
        return read_candidate(page, found[0]) if found else Table(page.name, (), ())
    if data := _announced_data(page):
        return data
    confidence = page_confidence(found)
    refused = "" if guess else refusal(page, found)
    if not found or refused:
        return Table(page.name, (), (), confidence=confidence, sure=False, note=refused)
    table = read_candidate(page, found[0], confidence)
    return replace(table, sure=is_sure_of(page, found), note=doubt(page, found))


def _announced_data(page: Page) -> Table:
    """Return the records in the data of a page that shows nothing without its scripts, and say so if there are any."""
    table = data_table(page)
    if table:
        _log.log(NOTICE, "%s: the records are those in its data, which it does not show without scripts", page.name)
    return table


def section_tables(
    page: Page,
    learner: str | Sequence[Learner],
    no_result: Page | None,
    *,
    most: int | None,
    guess: bool,
    furniture: bool,
    budget_s: float | None = BUDGET_S,
) -> list[Table]:
    """Return the tables of a page's `sections` that are data, each with its heading and kind; menus and the like on request."""
    some = without_tiebreakers(chosen_learners(learner))
    found = discover(page, learner=some, no_result=no_result, budget_s=budget_s)
    known = are_all(learner)
    tables = []
    for one in sections(page, found, most=MOST if most is None else most, guess=guess or not known):
        if not (one.main or furniture or is_data(one.candidate, found[0])):
            continue
        confidence = page_confidence(found) if known and one.main else None
        table = read_candidate(page, one.candidate, confidence)
        sure = None if confidence is None else is_sure_of(page, found)
        tables.append(replace(table, heading=one.heading, kind=one.kind, main=one.main, sure=sure))
    if tables or not known or not (data := _announced_data(page)):
        return tables
    return [replace(data, kind=MAIN_KIND, main=True)]


@collector_paused()
def read_candidate(page: Page, candidate: Candidate, confidence: float | None = None) -> Table:
    """Return the records of a candidate as a table with named columns; ``confidence`` is the page's, if known."""
    records = candidate.records[0]
    table = read_records(described_layout(page, records), page, records)
    table = with_context(table, context_columns(page, records, table.described), page)
    if confidence is None:
        return table
    sure = zip(table.rows, record_confidences(page, records, confidence), strict=True)
    rows = [Row(row.text, row.cells, row.record, row.confidences, own) for row, own in sure]
    return replace(table, rows=tuple(rows), confidence=confidence)


def described_layout(page: Page, records: Sequence[Record]) -> Layout:
    """Return the layout of some records of a page, with named and typed columns."""
    found = [(page, records)]
    return describe_columns(learn_layout(found), found)


def chosen_learners(learner: str | Sequence[Learner]) -> Sequence[Learner]:
    """Return the learners with a name, or the given ones."""
    return learners_named(learner) if isinstance(learner, str) else learner


def are_all(learner: str | Sequence[Learner]) -> bool:
    """Return whether these are all learners: confidence was calibrated for all of them together."""
    return tuple(chosen_learners(learner)) == LEARNERS[ALL]
