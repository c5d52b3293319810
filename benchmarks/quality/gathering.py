"""Gather the candidates of the development pages once, so that fitting a judge takes a minute.

What the learners propose, and how right each proposal is, does not depend on the evidence.  The cache keeps it: for each page
the records of every proposal, who proposed them, and the scorer's figures.  Pages with a list come from ``corpus`` and
``modern``, pages without one from ``modern/negatives``; every third page with a list is used once more with its list removed.
Plain tables are rare there, so made ones are added (`made_tables`).
"""

from __future__ import annotations

import pickle
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

from common import Row, load_rows, load_scorer, read_file, read_text
from made_tables import made_table
from page_scorer import PageScorer

from wrapture.html.lexbor import parse_page
from wrapture.html.source_places import places_of
from wrapture.learning.judge import propose
from wrapture.learning.learners import LEARNERS
from wrapture.learning.page_facts import PageFacts
from wrapture.learning.tiebreaker import without_tiebreakers
from wrapture.model import ForestLocator, PatternLocator, RowLocator, Sample, SiblingLocator, Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from wrapture.html.page import Page
    from wrapture.model import Record

CORPORA: Final = ("corpus/lists", "modern/lists", "modern/negatives")
TWINS: Final = 3  # every third page is used once more, without its list
MADE: Final = 120  # made pages
MADE_PAGE: Final = "made:"
RIGHT: Final = 0.8  # page F1 of an answer that counts as right
LEARNER_OF: Final = {
    RowLocator: "rows",
    SiblingLocator: "siblings",
    PatternLocator: "repeats",
    ForestLocator: "visual",
}
Edges = tuple[tuple[int, int], ...]


class Proposed(NamedTuple):
    """One answer: the spans of its records, the learner of each locator that gives it, and the scorer's figures.

    ``f1`` and ``perfect`` compare it with the list that suits it best; ``found`` is how many of its records are data at all.
    """

    records: tuple[Edges, ...]
    learners: tuple[str, ...]
    f1: float = 0.0
    perfect: bool = False
    found: int = 0

    def spans(self) -> tuple[Record, ...]:
        """Return the records."""
        return tuple([tuple([Span(*edges) for edges in record]) for record in self.records])


class Gathered(NamedTuple):
    """A page with all its answers; ``cut`` is the part of the source that was removed, on a page without its list."""

    path: str
    source: str
    site: str
    kind: str
    answers: tuple[Proposed, ...]
    cut: tuple[int, int] | None = None

    def page(self, shared: Path) -> Page:
        """Return the parsed page."""
        if self.path.startswith(MADE_PAGE):
            return read_text(made_table(int(self.path.removeprefix(MADE_PAGE))).html)
        page = read_file(shared / self.path)
        return page if self.cut is None else _without(page, self.cut)


def gather(shared: Path, numbered: tuple[int, str, Row]) -> list[Gathered]:
    """Return the answers on a page and, for some pages, those on the page without its list."""
    number, folder, row = numbered
    path = f"{folder.partition('/')[0]}/{row['page']}"
    page = read_file(shared / path)
    answers = _answers(page)
    if folder == "modern/negatives":
        return [Gathered(path, row["source"], row["site"], "negative", answers)]
    scored = _scored(shared, row, page, answers)
    found = [Gathered(path, row["source"], row["site"], "list", scored)]
    best = max(scored, key=lambda one: one.f1, default=None)
    if number % TWINS == 0 and best is not None and best.f1 >= RIGHT:
        records = best.spans()
        place = places_of(page).text(Span(records[0][0].start, records[-1][-1].stop))
        if place is not None:
            twin = _without(page, place)
            found.append(Gathered(path, row["source"], row["site"], "twin", _answers(twin), place))
    return found


def _made(shared: Path, seed: int) -> Gathered:
    """Return the answers on a made page; the cells of its rows are the truth."""
    table = made_table(seed)
    page = read_text(table.html)
    row = {"scope": "record", "columns": False, "records": [{"text": " ".join(cells)} for cells in table.rows]}
    return Gathered(f"{MADE_PAGE}{seed}", "made", str(seed), "list", _scored(shared, row, page, _answers(page)))


def _without(page: Page, place: tuple[int, int]) -> Page:
    source = page.source or ""
    return parse_page(source[: place[0]] + source[place[1] :], name=page.name)


def _answers(page: Page) -> tuple[Proposed, ...]:
    """Return the answers of all learners, none of them held back."""
    proposals = propose(Sample((page,)), without_tiebreakers(LEARNERS["all"]), [PageFacts(page)])
    return tuple(
        [
            Proposed(
                tuple([tuple([(span.start, span.stop) for span in record]) for record in one.records[0]]),
                tuple([LEARNER_OF[type(locator)] for locator in one.locators]),
            )
            for one in proposals
        ]
    )


def _scored(shared: Path, row: Row, page: Page, answers: Sequence[Proposed]) -> tuple[Proposed, ...]:
    """Return the answers with the scorer's figures."""
    scorer = PageScorer(load_scorer(shared), row)
    texts = ([_texts(page, record) for record in one.spans()] for one in answers)
    return tuple([one._replace(**scorer.figures(some)) for one, some in zip(answers, texts, strict=True)])


def _texts(page: Page, record: Record) -> tuple[str, str]:
    """Return the text of a record, and the addresses of its links."""
    return page.texts_of(record), " ".join([link for span in record for link in page.links(span)])


def gathered(shared: Path, cache: Path, processes: int | None = None) -> list[Gathered]:
    """Return the answers on all development pages, from a cache as far as it goes; an interrupted run resumes."""
    jobs = _jobs(shared)
    done = list(_stored(cache))
    with ProcessPoolExecutor(processes) as pool, cache.open("ab") as file:
        for found in pool.map(partial(_gather_job, shared), jobs[len(done) :], chunksize=4):
            pickle.dump(found, file)
            file.flush()
            done.append(found)
    return [one for some in done for one in some]


def _stored(cache: Path) -> Iterator[list[Gathered]]:
    """Yield what a cache has of each job; a last one that is incomplete is cut off."""
    if not cache.exists():
        return
    with cache.open("r+b") as file:
        while True:
            start = file.tell()
            try:
                found = pickle.load(file)
            except (EOFError, pickle.UnpicklingError):
                file.truncate(start)
                return
            yield found


def _jobs(shared: Path) -> list[tuple[int, str, Row]]:
    """Return the number, the folder and the row of each page; made pages have neither a folder nor a row."""
    real = [(n, folder, row) for folder in CORPORA for n, row in enumerate(load_rows(shared, folder))]
    return real + [(seed, MADE_PAGE, {}) for seed in range(MADE)]


def _gather_job(shared: Path, job: tuple[int, str, Row]) -> list[Gathered]:
    return [_made(shared, job[0])] if job[1] == MADE_PAGE else gather(shared, job)
