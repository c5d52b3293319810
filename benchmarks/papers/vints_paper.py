"""The experiments with ViNTs: data sets 1 and 3, rendered and not, with a no-result page, by sample pages, beside MDR [1]_.

.. [1] Zhao, Meng, Wu, Raghavan, Yu: Fully automatic wrapper generation for search engines. WWW 2005.
"""

from __future__ import annotations

from functools import partial
from statistics import fmean
from typing import TYPE_CHECKING, Final, NamedTuple

from baselines.mdr import read_with_mdr
from common import Row, Score, answer_of, load_gold, load_scorer, read, read_text
from paper_data import NOT_AGAIN, Cell, Missing, PaperFigure, PaperTable
from paper_pages import Site, f1_of, is_perfect, read_site, score, sites, true_records
from paper_runs import Corpora, Step

from wrapture import api
from wrapture.capture.camera import Camera
from wrapture.errors import BrowserError, NothingFoundError, RenderError
from wrapture.html.parsing import read_page
from wrapture.html.source_places import places_of
from wrapture.learning.learners import LEARNERS
from wrapture.learning.visual import Visual
from wrapture.model import Capture, Sample, Span
from wrapture.reading.records import find_records

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from wrapture.html.page import Page
    from wrapture.model import Record

DATA_SETS: Final = {"vints1": "data set 1", "vints3": "data set 3"}
PUBLISHED: Final = Visual(limit=1, as_published=True)
PAPER: Final = {
    ("data set 3", "as published, rendered"): (98.65, 98.50, 72.2),
    ("data set 3", "MDR"): (54.8, 84.8, 36.1),
}
"""The authors' figures for the 36 sites of data set 3 with complete figures, from one page, the major section only."""
SYSTEMS: Final = (
    "as published",
    "as published, no-result page",
    "as published, rendered",
    "as published, rendered, no-result page",
    "visual, judged",
    "visual, judged, no-result page",
    "visual, judged, rendered",
    "all learners today",
    "all learners today, rendered",
    "MDR",
)
TABLES: Final = frozenset(["table", "tbody", "tr", "td", "th"])


class Outcome(NamedTuple):
    """One page: the score of each system, and whether its records are parts of a table."""

    page: str
    source: str
    in_table: bool
    scores: dict[str, Score]


def measure_page(shared: Path, only_today: bool, row: Row) -> Outcome:
    page = read(shared, row)
    truth = true_records(shared, row, page)
    empty = without_list(page, truth)
    drawn, drawn_empty = rendered(shared, row, empty)
    scores = _of_today(shared, row, page, empty, drawn)
    if not only_today:
        scores |= _as_published(shared, row, (page, empty), (drawn, drawn_empty))
    tags = {page.tags[record[0].start] for record in truth}
    return Outcome(row["page"], row["source"], bool(tags & TABLES), scores)


def _of_today(shared: Path, row: Row, page: Page, empty: Page | None, drawn: Page | None) -> dict[str, Score]:
    scores = {
        "visual, judged": judged(shared, row, page, "visual"),
        "visual, judged, no-result page": judged(shared, row, page, "visual", empty),
        "all learners today": judged(shared, row, page, "all"),
    }
    if drawn is not None:
        scores["visual, judged, rendered"] = judged(shared, row, drawn, "visual")
        scores["all learners today, rendered"] = judged(shared, row, drawn, "all")
    return scores


def _as_published(
    shared: Path, row: Row, plain: tuple[Page, Page | None], drawn: tuple[Page | None, Page | None]
) -> dict[str, Score]:
    """Return the scores of MDR and of the paper's own choice, plain and rendered, without and with a no-result page."""
    scores = {"MDR": score(shared, row, plain[0], read_with_mdr(plain[0]))}
    for title, page, empty in (("as published", *plain), ("as published, rendered", *drawn)):
        if page is not None:
            scores[title] = best_by_weights(shared, row, page)
            scores[f"{title}, no-result page"] = best_by_weights(shared, row, page, empty)
    return scores


def without_list(page: Page, records: Sequence[Record]) -> Page | None:
    """Return a no-result page made from the page itself: its list is cut out, all else stays."""
    place = places_of(page).text(Span(records[0][0].start, records[-1][-1].stop)) if records else None
    source = page.source
    return None if place is None or source is None else read_text(source[: place[0]] + source[place[1] :])


def rendered(shared: Path, row: Row, empty: Page | None) -> tuple[Page | None, Page | None]:
    """Return the page and its no-result page as a browser draws them; None if there is no browser."""
    path = shared / "corpus" / row["page"]
    captures = [Capture(str(path), path.read_bytes())]
    if empty is not None and empty.source is not None:
        captures.append(Capture("empty.html", empty.source.encode()))
    try:
        with Camera() as camera:
            pages = [read_page(camera.shoot(one)) for one in captures]
    except (BrowserError, RenderError):
        return None, None
    return pages[0], pages[1] if len(pages) > 1 else None


def best_by_weights(shared: Path, row: Row, page: Page, empty: Page | None = None) -> Score:
    """Return the score of the paper's own choice: the wrapper with the best sum of the four weights."""
    first = next(iter(PUBLISHED(Sample((page,), empty))), None)
    return score(shared, row, page, find_records(first, page) if first else ())


def judged(shared: Path, row: Row, page: Page, learner: str, empty: Page | None = None) -> Score:
    """Return the score of the first answer by the judge."""
    found = api.discover(page, learner=LEARNERS[learner], no_result=empty)
    return score(shared, row, page, found[0].records[0] if found else ())


def data_sets(corpora: Corpora, *, only_today: bool = False) -> dict[str, PaperTable | PaperFigure]:
    """Return both data sets by system, the split by tables, and the pages of data set 3 that are not perfect."""
    rows = [row for row in load_gold(corpora.shared) if row["source"] in DATA_SETS]
    what = "vints today" if only_today else "vints data sets"
    found = corpora.map(what, partial(measure_page, corpora.shared, only_today), rows)
    absent = NOT_AGAIN if only_today else Missing("no browser")
    return {
        "vints-data-sets": _systems_table(found, absent),
        "vints-tables": _split_table(found, absent),
        "vints-pages": _pages_table([one for one in found if one.source == "vints3"]),
    }


def figures(scores: Sequence[Score]) -> tuple[float, float, float]:
    """Return recall and precision over all records, and the share of perfect pages."""
    right = sum(one["found"] for one in scores)
    recall, precision = (100 * right / max(1, sum(one[key] for one in scores)) for key in ("gold", "predicted"))
    return recall, precision, 100 * fmean(map(is_perfect, scores))


def _systems_table(found: Sequence[Outcome], absent: Missing) -> PaperTable:
    head = (
        "system",
        *(
            f"{name}: {what}"
            for name in DATA_SETS.values()
            for what in ("paper", "recall", "precision", "perfect pages")
        ),
    )
    rows: list[tuple[Cell, ...]] = []
    for system in SYSTEMS:
        cells: list[Cell] = []
        for source, name in DATA_SETS.items():
            paper = PAPER.get((name, system))
            cells.append(" / ".join(f"{one:.1f}" for one in paper) if paper else NO_PAPER[name == "data set 3"])
            some = [one.scores[system] for one in found if one.source == source and system in one.scores]
            cells += figures(some) if some else (absent,) * 3
        rows.append((system, *cells))
    return PaperTable(head, tuple(rows))


NO_PAPER: Final = (Missing("the copy of the paper has lost its digits"), Missing("not in the authors' comparison"))


def _split_table(found: Sequence[Outcome], absent: Missing) -> PaperTable:
    head = ("records", "pages", *(f"{system}: recall / precision" for system in SPLIT))
    rows: list[tuple[Cell, ...]] = []
    for in_table, title in ((True, "parts of tables"), (False, "other elements")):
        some = [one for one in found if one.in_table is in_table]
        cells: list[Cell] = []
        for system in SPLIT:
            scores = [one.scores[system] for one in some if system in one.scores]
            cells.append("{:.1f} / {:.1f}".format(*figures(scores)[:2]) if scores else absent)
        rows.append((title, len(some), *cells))
    return PaperTable(head, tuple(rows))


SPLIT: Final = ("as published", "as published, rendered", "visual, judged", "all learners today", "MDR")


def _pages_table(found: Sequence[Outcome]) -> PaperTable:
    """Return the pages that some system of today does not read perfectly, with what it finds."""
    shown = ("visual, judged", "all learners today", "all learners today, rendered")
    rows: list[tuple[Cell, ...]] = []
    for one in found:
        own = [one.scores.get(system) for system in shown]
        if all(score_ is None or is_perfect(score_) for score_ in own):
            continue
        cells = [f"{s['found']} of {s['gold']}, {s['predicted']} given" if s else "no browser" for s in own]
        rows.append((one.page.rpartition("/")[2].removesuffix(".html"), *cells))
    return PaperTable(("page", *shown), tuple(rows))


# --- sample pages ---

SAMPLES: Final = (1, 2, 3, 5)


class Sampled(NamedTuple):
    """The scores on a site's other pages by the number of sample pages, without and with a no-result page."""

    source: str
    scores: dict[tuple[int, str], tuple[Score, ...]]


VISUAL, WITH_EMPTY, ALL_TODAY = "visual", "visual, no-result page", "all learners today"


def measure_samples(shared: Path, site: Site) -> Sampled:
    """Return how well wrappers from the first pages of a site read its other pages."""
    pages = read_site(shared, site)
    empty = without_list(pages[0], true_records(shared, site.rows[0], pages[0]))
    scores: dict[tuple[int, str], tuple[Score, ...]] = {}
    for count in SAMPLES:
        if count < len(pages):
            for name, learner, none in (
                (VISUAL, "visual", None),
                (WITH_EMPTY, "visual", empty),
                (ALL_TODAY, "all", None),
            ):
                scores[count, name] = _transferred(shared, site, pages, count, learner, none)
    return Sampled(site.rows[0]["source"], scores)


def _transferred(
    shared: Path, site: Site, pages: Sequence[Page], count: int, learner: str, empty: Page | None
) -> tuple[Score, ...]:
    scorer = load_scorer(shared)
    others = list(zip(site.rows[count:], pages[count:], strict=True))
    try:
        wrapper = api.learn(pages[:count], learner=learner, no_result=empty)
    except NothingFoundError:
        return tuple(scorer.score_page(row, []) for row, _ in others)
    return tuple(scorer.score_page(row, answer_of(api.extract(page, wrapper))) for row, page in others)


def samples(corpora: Corpora) -> dict[str, PaperTable | PaperFigure]:
    """Return the scores on other pages by the number of sample pages."""
    shared = corpora.shared
    chosen = [*sites(shared, "wien", 3), *sites(shared, "estuka2017", 3)]
    found = corpora.map("vints sample pages", partial(measure_samples, shared), chosen)
    rows: list[tuple[Cell, ...]] = []
    curves: dict[str, tuple[tuple[float, float], ...]] = {}
    for source, title in (("wien", "WIEN"), ("estuka2017", "search pages of 2017")):
        for name in (VISUAL, WITH_EMPTY, ALL_TODAY):
            cells: list[Cell] = []
            points = []
            for count in SAMPLES:
                scores = [s for one in found if one.source == source for s in one.scores.get((count, name), ())]
                if scores:
                    cells.append("{:.1f} / {:.1f} / {:.1f}".format(*figures(scores)))
                    points.append((float(count), 100 * fmean(map(f1_of, scores))))
                else:
                    cells.append(Missing("the sites have three pages"))
            rows.append((f"{title}, {name}", *cells))
            curves[f"{title}, {name}"] = tuple(points)
    head = ("recall / precision / perfect pages", *(f"{n} sample page{'s' * (n > 1)}" for n in SAMPLES))
    figure = PaperFigure("sample pages", "page F1 on the site's other pages, percent", curves)
    return {"vints-samples": PaperTable(head, tuple(rows)), "vints-samples-figure": figure}


STEPS: Final = (
    Step(
        "vints data sets",
        ("vints-data-sets", "vints-tables", "vints-pages"),
        data_sets,
        partial(data_sets, only_today=True),
    ),
    Step("vints sample pages", ("vints-samples", "vints-samples-figure"), samples, samples),
)
