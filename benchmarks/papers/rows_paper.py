"""The experiments with post-supervised row templates: Tables 6 and 7 of [1]_, the one question, and the template library.

.. [1] Shi, Milios, Zincir-Heywood: Post-supervised template induction for information extraction from lists and tables in
   dynamic web sources. 2005.
"""

from __future__ import annotations

import random
import tempfile
import time
from functools import partial
from pathlib import Path
from statistics import fmean, median
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from baselines.lerman import read_like_lerman
from baselines.published import learn_published
from baselines.softmealy import learn_one_sided, learn_softmealy
from baselines.stalker import learn_stalker
from baselines.wien import learn_hlrt, learn_lr
from common import Row, Score, answer_of, load_gold, load_scorer, read
from fuzzy import Masks
from library import filled, learned, made_up
from paper_data import Cell, Missing, PaperTable
from paper_pages import Site, f1_of, score, sites
from paper_runs import Corpora, Step
from rows import Outcome, calibration, judge_page

from wrapture import api
from wrapture.capture.labelfile import read_labels
from wrapture.errors import NothingFoundError
from wrapture.html.parsing import read_page
from wrapture.learning.row_count_choice import CLEAR, margin, row_counts
from wrapture.learning.row_templates import Rows
from wrapture.library.library_files import SETTLED_NS
from wrapture.model import Sample, places_in
from wrapture.reading.fit import fit_of
from wrapture.reading.records import find_records

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from paper_data import PaperFigure

    from wrapture.html.page import Page
    from wrapture.model import Labels, Wrapper
    from wrapture.model.labelled import LabelledPage

TRAINED: Final = 2
"""Labelled pages of a site; the supervised learners of the paper's Table 7 were given several rows of each."""
ASKED: Final = 5
TABLE_6: Final = (
    "Airport, Blockbuster, Borders, cuisineNet, RestaurantRow, YahooPeople, YahooQuote, WhitePapers, MapQuest, Hotel,"
    " CitySearch, CarRental, Boston, Arrow"
)


class Reader(Protocol):
    """The result of a learner on labelled pages."""

    def extract(self, text: str) -> list[Labels]:
        """Return the records of a page."""


SUPERVISED: Final[dict[str, Callable[[Sequence[LabelledPage]], Reader | None]]] = {
    "WIEN's LR": learn_lr,
    "WIEN's HLRT": learn_hlrt,
    "SoftMealy": learn_softmealy,
    "SoftMealy, one-sided": learn_one_sided,
    "STALKER": learn_stalker,
    "fuzzy masks as published": learn_published,
    "fuzzy masks today": Masks,
}
LERMAN: Final = "Lerman-style, unlabelled pages"
PICKED: Final = "rows as published, right count picked"
TODAY_PICKED: Final = "rows today, right count picked"
TODAY_ASKED: Final = "rows today, asked below the margin"
TODAY_FIRST: Final = "rows today, first count"
ALL_TODAY: Final = "all learners today, first answer"
WRAPPER_TODAY: Final = "wrapper from one page today"
PAPER_7: Final = {"WIEN's LR": 60.0, "STALKER": 80.0, LERMAN: 70.0, PICKED: 99.0}
QUESTIONS: Final = {LERMAN: 0.0, PICKED: 1.0, TODAY_PICKED: 1.0, TODAY_ASKED: -1.0, TODAY_FIRST: 0.0, ALL_TODAY: 0.0}
"""The systems without labels, and how often each asks on a page; -1 stands for the measured share of pages."""


class SiteScores(NamedTuple):
    """One site: the scores of each system on its unseen pages, the values that were labelled, and pages asked about."""

    scores: dict[str, tuple[Score, ...]]
    labels: int
    asked: float


def measure_site(shared: Path, site: Site) -> SiteScores:
    """Return how well each system reads the pages of a site after the training ones."""
    labelled = read_labels(shared / "corpus" / "labels" / "wien.jsonl", shared / "corpus", site=site.name)
    by_name = {page.name.rpartition("/")[2]: page for page in labelled}
    train = [by_name[row["page"].rpartition("/")[2]] for row in site.rows[:TRAINED]]
    texts = [by_name[row["page"].rpartition("/")[2]].text for row in site.rows]
    scores: dict[str, tuple[Score, ...]] = {}
    tests = list(range(TRAINED, len(site.rows)))
    for name, learn in SUPERVISED.items():
        reader = learn(train)
        scores[name] = tuple(_score_labels(shared, site.rows[n], texts[n], reader) for n in tests)
    scores[LERMAN] = tuple(
        _score_rows(shared, site.rows[n], read_like_lerman(texts[n], texts[:TRAINED])) for n in tests
    )
    pages = [read(shared, site.rows[n]) for n in tests]
    unlabelled = [_unsupervised(shared, site.rows[n], page) for n, page in zip(tests, pages, strict=True)]
    for name in unlabelled[0][0]:
        scores[name] = tuple(found[name] for found, _ in unlabelled)
    scores[WRAPPER_TODAY] = _wrapped(shared, site, pages)
    labels = sum(len(places_in(label)) for page in train for record in page.records for label in record)
    return SiteScores(scores, labels, fmean(asked for _, asked in unlabelled))


def _score_labels(shared: Path, row: Row, text: str, reader: Reader | None) -> Score:
    """Return the score of labelled places: the texts there are the cells."""
    found = reader.extract(text) if reader is not None else []
    rows = [[" ".join(text[a:b] for a, b in places_in(label)) for label in record] for record in found]
    return _score_rows(shared, row, rows)


def _score_rows(shared: Path, row: Row, rows: Sequence[Sequence[str]]) -> Score:
    answer = [{"text": " ".join(one), "fields": {str(n): cell for n, cell in enumerate(one)}} for one in rows]
    found: Score = load_scorer(shared).score_page(row, answer)
    return found


def _unsupervised(shared: Path, row: Row, page: Page) -> tuple[dict[str, Score], bool]:
    """Return the scores without any label, and whether today's margin asks for the count."""
    scorer = load_scorer(shared)
    choices = row_counts(api.discover(page, learner="rows"))
    today = [scorer.score_page(row, answer_of(api.read_candidate(page, one))) for one in choices] or [
        _none(shared, row)
    ]
    first = next(iter(api.discover(page)), None)
    whole = scorer.score_page(row, answer_of(api.read_candidate(page, first))) if first else _none(shared, row)
    asked = bool(choices) and margin(choices) < CLEAR
    found = {
        PICKED: as_published(shared, row, page),
        TODAY_PICKED: max(today, key=f1_of),
        TODAY_ASKED: max(today, key=f1_of) if asked else today[0],
        TODAY_FIRST: today[0],
        ALL_TODAY: whole,
    }
    return found, asked


def _none(shared: Path, row: Row) -> Score:
    return _score_rows(shared, row, [])


def as_published(shared: Path, row: Row, page: Page) -> Score:
    """Return the best of the paper's five counts: what the person who picks it gets."""
    locators = Rows(as_published=True, counts=ASKED, variants=1)(Sample((page,)))
    scores = [score(shared, row, page, find_records(one, page)) for one in locators]
    return max(scores, key=f1_of, default=_none(shared, row))


def _wrapped(shared: Path, site: Site, pages: Sequence[Page]) -> tuple[Score, ...]:
    scorer = load_scorer(shared)
    try:
        wrapper = api.learn(read(shared, site.rows[0]))
    except NothingFoundError:
        return tuple(_none(shared, row) for row in site.rows[TRAINED:])
    pairs = zip(site.rows[TRAINED:], pages, strict=True)
    return tuple(scorer.score_page(row, answer_of(api.extract(page, wrapper))) for row, page in pairs)


def table_7(corpora: Corpora) -> dict[str, PaperTable | PaperFigure]:
    """Return Table 7 with accuracy and human effort, and the sites one by one."""
    shared = corpora.shared
    chosen = sites(shared, "wien", TRAINED + 1)
    found = corpora.map("rows table 7", partial(measure_site, shared), chosen)
    names = [*SUPERVISED, *QUESTIONS, WRAPPER_TODAY]
    head = (
        "system",
        "accuracy, paper",
        "tuples right",
        "tuples of those given",
        "cells right",
        "values labelled a site",
        "questions a page",
    )
    rows = tuple(_row_7(name, found) for name in names)
    by_site: tuple[tuple[Cell, ...], ...] = tuple(
        (site.name, *(_recall(one.scores[name]) for name in names))
        for site, one in zip(chosen[:: corpora.step], found, strict=True)
    )
    return {"rows-table-7": PaperTable(head, rows), "rows-table-7-sites": PaperTable(("site", *names), by_site)}


def _row_7(name: str, found: Sequence[SiteScores]) -> tuple[Cell, ...]:
    paper: Cell = PAPER_7.get(name, Missing("not in the paper"))
    labels = fmean(one.labels for one in found) if name in SUPERVISED else 0.0
    asked = QUESTIONS.get(name, 0.0)
    questions = asked if asked >= 0 else fmean(one.asked for one in found)
    per_site = [one.scores[name] for one in found]
    right = fmean(map(_recall, per_site))
    given = fmean(100 * _sum(some, "found") / max(1, _sum(some, "predicted")) for some in per_site)
    cells = fmean(100 * _sum(some, "cell_hits") / max(1, _sum(some, "cells")) for some in per_site)
    return name, paper, right, given, cells if name != PICKED else NO_CELLS, labels, questions


NO_CELLS: Final = Missing("measured for records only; its columns are in the table of sources")


def _recall(scores: Sequence[Score]) -> float:
    return 100 * _sum(scores, "found") / max(1, _sum(scores, "gold"))


def _sum(scores: Sequence[Score], key: str) -> int:
    return sum(one[key] for one in scores)


# --- Table 6, and the question ---


def questions(corpora: Corpora) -> dict[str, PaperTable | PaperFigure]:
    """Return the question by margin, and how often the truth is among the five counts."""
    found: list[Outcome] = corpora.map("rows counts", partial(judge_page, corpora.shared), load_gold(corpora.shared))
    sources = [*sorted({one.source for one in found}), "ALL"]
    rows = []
    for source in sources:
        some = [one for one in found if source in (one.source, "ALL")]
        in_five = (
            100 * fmean(one.truth in one.published for one in some),
            100 * fmean(one.truth in one.counts for one in some),
        )
        first = 100 * fmean(bool(one.scores) and f1_of(one.scores[0]) >= RIGHT for one in some)
        best = 100 * fmean(bool(one.scores) and max(map(f1_of, one.scores)) >= RIGHT for one in some)
        rows.append((source, len(some), *in_five, first, best))
    head = (
        "source",
        "pages",
        "true count among the five, as published",
        "today",
        "right without asking",
        "right if asked",
    )
    return {"rows-counts": PaperTable(head, tuple(rows)), "rows-margin": _from_markdown(calibration(found))}


RIGHT: Final = 0.98  # page F1: at most one record in a hundred wrong


def _from_markdown(text: str) -> PaperTable:
    """Return a table that another benchmark writes as Markdown."""
    lines = [[cell.strip() for cell in line.strip("|").split("|")] for line in text.strip().splitlines()]
    cells: list[tuple[Cell, ...]] = [(row[0].strip("*"), *map(_number, row[1:])) for row in lines[2:]]
    return PaperTable(tuple(lines[0]), tuple(cells))


def _number(cell: str) -> Cell:
    return float(cell) if cell.replace(".", "", 1).isdigit() else Missing("no page is so clear")


# --- the library ---

SIZES: Final = (100, 1_000, 10_000)
MATCHED: Final = 20  # pages
COMPARED: Final = 100  # templates that are compared one by one; the cost of more is linear by construction
SEED: Final = 2005


def library_cost(corpora: Corpora) -> dict[str, PaperTable | PaperFigure]:
    """Return what it costs to find a page's template, by the size of the library: our index, and one by one."""
    rng = random.Random(SEED)
    real, captures = learned(corpora.shared)
    chosen = captures[:: max(1, len(captures) // MATCHED)][:: corpora.step]
    sizes = SIZES if corpora.step == 1 else SIZES[:2]
    wrappers = [*real, *(made_up(rng.choice(real), f"made-up-{n}", rng) for n in range(max(sizes) - len(real)))]
    rows: list[tuple[Cell, ...]] = []
    one_by_one = median(_time(partial(match_all, wrappers[:COMPARED], read_page(one))) for one in chosen) / COMPARED
    with tempfile.TemporaryDirectory() as folder:
        for size in sizes:
            library, _, _ = filled(Path(folder, str(size)), wrappers[:size])
            time.sleep(SETTLED_NS / 10**9)  # otherwise each match would check the folder, which has just changed
            library.match(read_page(chosen[0]))
            index = median(_time(partial(library.match, read_page(one))) for one in chosen)
            rows.append((f"{size:,}", 1000 * index, 1000 * one_by_one * size, one_by_one * size / index))
    head = ("templates", "index, ms a page", "one by one, ms a page", "ratio")
    return {"rows-library": PaperTable(head, tuple(rows))}


def match_all(wrappers: Sequence[Wrapper], page: Page) -> None:
    """Compare a page with every template, as published: find the rows of each, and how well they fit."""
    for wrapper in wrappers:
        fit_of(wrapper, page, find_records(wrapper.locator, page))


def _time(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def table_6(corpora: Corpora) -> dict[str, PaperTable | PaperFigure]:
    """Return Table 6: none of its sites survives; what stands in for them are the sites with several pages of ours."""
    shared = corpora.shared
    chosen = [*sites(shared, "wien", 2), *sites(shared, "estuka2017", 3)]
    found = corpora.map("rows table 6", partial(_site_6, shared), chosen)
    groups = {"WIEN's sites": "wien", "search pages of 2017": ""}
    head = (
        "sites",
        "number",
        "Lerman: paper",
        "Lerman-style: ours",
        "rows: paper",
        "rows as published",
        "rows today",
        "all learners today",
    )
    rows: list[tuple[Cell, ...]] = [(f"the fourteen of the paper ({TABLE_6})", 14, 70.0, GONE, 99.0, GONE, GONE, GONE)]
    names = [site.name for site in chosen[:: corpora.step]]
    for title, start in groups.items():
        some = [one for name, one in zip(names, found, strict=True) if name.startswith("wien") == bool(start)]
        if some:
            means = [fmean(column) for column in zip(*some, strict=True)]
            rows.append((title, len(some), NOT_THERE, means[0], NOT_THERE, *means[1:]))
    return {"rows-table-6": PaperTable(head, tuple(rows))}


GONE: Final = Missing("no page of these sites survives in the corpora")
NOT_THERE: Final = Missing("not in the paper")


def _site_6(shared: Path, site: Site) -> tuple[float, float, float, float]:
    """Return the tuples right, in percent, on a site's second page: Lerman-style, as published, rows today, all today."""
    texts = [(shared / "corpus" / row["page"]).read_bytes().decode(row["encoding"], "replace") for row in site.rows[:3]]
    row, page = site.rows[1], read(shared, site.rows[1])
    others = [texts[0], *texts[2:]]
    found, _ = _unsupervised(shared, row, page)
    lerman = _score_rows(shared, row, read_like_lerman(texts[1], others))
    names = (PICKED, TODAY_PICKED, ALL_TODAY)
    scores = [lerman, *(found[name] for name in names)]
    first, second, third, fourth = (_recall([one]) for one in scores)
    return first, second, third, fourth


STEPS: Final = (
    Step("rows table 7", ("rows-table-7", "rows-table-7-sites"), table_7, table_7),
    Step("rows table 6", ("rows-table-6",), table_6, table_6),
    Step("rows questions", ("rows-counts", "rows-margin"), questions, questions),
    Step("rows library", ("rows-library",), library_cost),
)
