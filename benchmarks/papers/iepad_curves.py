"""IEPAD's learning curve and its trade-off: Figures 10 and 11 of [1]_.

.. [1] Chang, Hsu, Lui: Automatic information extraction from semi-structured Web pages by pattern discovery. 2003.
"""

from __future__ import annotations

from functools import partial
from itertools import product
from statistics import fmean
from typing import TYPE_CHECKING, Final, NamedTuple

from common import Row, Score, answer_of, load_scorer
from paper_data import Cell, Curve, Missing, PaperFigure, PaperTable
from paper_pages import Site, accuracy, f1_of, rates, read_site, retrieval, score, sites
from paper_runs import Corpora, Step
from published_iepad import Discoverer, read_patterns, scored_patterns

from wrapture import api
from wrapture.errors import NothingFoundError
from wrapture.html.tokens import ALL_TAG, BLOCK_LEVEL

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from published_iepad import Scored

    from wrapture.algo.pattern import Pattern
    from wrapture.html.page import Page
    from wrapture.html.tokens import Encoding

FIGURE_10: Final = ((1.0, 96.35), (2.0, 98.65), (5.0, 100.0))
TRAINING: Final = (1, 2, 3, 4, 5)

# --- Figure 10 ---


class Learned(NamedTuple):
    """Scores on the training and validation pages by number of pages used, as published and today."""

    name: str
    train: dict[int, tuple[Score, ...]]
    validate: dict[int, tuple[Score, ...]]
    today: dict[int, tuple[Score, ...]]


def learning_curve(shared: Path, site: Site) -> Learned:
    """Return the learning curve of a site: the first half of its pages trains, the others validate."""
    pages = read_site(shared, site)
    half = (len(pages) + 1) // 2
    encoding = chosen_encoding(shared, site.rows[0], pages[0])
    rules = grown_rules(shared, site.rows[:half], pages[:half], encoding)
    train, validate, today = {}, {}, {}
    for count in TRAINING:
        rule = rules[min(count, len(rules)) - 1]
        pairs = zip(site.rows, pages, strict=True)
        scores = [score(shared, row, page, read_patterns(page, rule, encoding)) for row, page in pairs]
        train[count], validate[count] = tuple(scores[:half]), tuple(scores[half:])
        if count <= half:
            today[count] = learned_today(shared, site.rows, pages, count, half)
    return Learned(site.name, train, validate, today)


def grown_rules(shared: Path, rows: Sequence[Row], pages: Sequence[Page], encoding: Encoding) -> list[list[Pattern]]:
    """Return the rule after each page that it was extended by: only pages that it does not wholly extract extend it."""
    rules: list[list[Pattern]] = []
    rule: list[Pattern] = []
    for row, page in zip(rows, pages, strict=True):
        now = score(shared, row, page, read_patterns(page, rule, encoding)) if rule else None
        if now is None or now["found"] < now["gold"]:
            rule = [*rule, *conservative(scored_patterns(shared, row, page, Discoverer(encoding=encoding)))]
            rules.append(rule)
    return rules


def conservative(scored: Scored) -> list[Pattern]:
    """Return the pattern without a wrong record that has the most right ones; the best of all if it has less than half."""

    def key(pair: tuple[Score, Pattern]) -> tuple[bool, float]:
        found = pair[0]
        return found["found"] == found["predicted"] and 2 * found["found"] >= found["gold"], f1_of(found)

    return [max(scored, key=key)[1]] if scored else []


def comprehensive(scored: Scored) -> list[Pattern]:
    """Return the pattern with the most right records; of several, the one with the fewest wrong ones."""
    return [max(scored, key=lambda pair: (pair[0]["found"], -pair[0]["predicted"]))[1]] if scored else []


def chosen_encoding(shared: Path, row: Row, page: Page) -> Encoding:
    """Return the encoding that a person chooses in the viewer: block-level unless all tags find more of the first page."""

    def best(encoding: Encoding) -> float:
        pairs = scored_patterns(shared, row, page, Discoverer(encoding=encoding))
        return max((f1_of(found) for found, _ in pairs), default=0.0)

    return max((BLOCK_LEVEL, ALL_TAG), key=best)


def learned_today(shared: Path, rows: Sequence[Row], pages: Sequence[Page], count: int, half: int) -> tuple[Score, ...]:
    """Return the scores on the validation pages of a wrapper learned from the first pages."""
    try:
        wrapper = api.learn(pages[:count])
    except NothingFoundError:
        return tuple(score(shared, row, page, ()) for row, page in zip(rows[half:], pages[half:], strict=True))
    scorer = load_scorer(shared)
    pairs = list(zip(rows[half:], pages[half:], strict=True))
    return tuple(scorer.score_page(row, answer_of(api.extract(page, wrapper))) for row, page in pairs)


def figure_10(corpora: Corpora) -> dict[str, PaperTable | PaperFigure]:
    """Return the learning curves: the mean over WIEN's sites, beside the paper's."""
    shared = corpora.shared
    found = corpora.map("iepad learning curve", partial(learning_curve, shared), sites(shared, "wien", 7))
    head = (
        "site",
        *(f"{n} page{'s' * (n > 1)}" for n in TRAINING),
        "today, 1 page",
        "today, 2 pages",
        "today, 3 pages",
    )
    figures = [
        [*(retrieval(one.validate[n]) for n in TRAINING), *(retrieval(one.today[n]) for n in (1, 2, 3))]
        for one in found
    ]
    rows: list[tuple[Cell, ...]] = [(one.name, *own) for one, own in zip(found, figures, strict=True)]
    means = [fmean(column) for column in zip(*figures, strict=True)]
    paper: tuple[Cell, ...] = tuple(dict(FIGURE_10).get(n, Missing("read off a curve only")) for n in TRAINING)
    rows += [("mean", *means), ("the paper, 14 sites", *paper, *(Missing("the paper's own system"),) * 3)]
    curves = {
        "the paper, validation": FIGURE_10,
        "as published, training": _curve(found, [one.train for one in found]),
        "as published, validation": _curve(found, [one.validate for one in found]),
        "today, validation": _curve(found, [one.today for one in found]),
    }
    figure = PaperFigure("training pages", "retrieval rate, percent", curves)
    return {"iepad-figure-10": figure, "iepad-figure-10-sites": PaperTable(head, tuple(rows))}


def _curve(found: Sequence[Learned], scores: Sequence[dict[int, tuple[Score, ...]]]) -> tuple[tuple[float, float], ...]:
    shared_counts = [n for n in TRAINING if all(n in one for one in scores)]
    return tuple((float(n), fmean(retrieval(one[n]) for one in scores)) for n in shared_counts) if found else ()


# --- Figure 11 ---

VARIANCES: Final = (0.1, 0.36, 1.0)
DENSITIES: Final = (0.05, 0.2, 0.4, 0.6, 0.8, 1.0)


def trade_off(shared: Path, site: Site) -> dict[tuple[float, float], tuple[Score, Score]]:
    """Return, by thresholds, the scores on unseen pages of the conservative and the comprehensive pattern of the first."""
    pages = read_site(shared, site)
    encoding = chosen_encoding(shared, site.rows[0], pages[0])
    found = {}
    for bounds in product(VARIANCES, DENSITIES):
        scored = scored_patterns(shared, site.rows[0], pages[0], Discoverer(*bounds, encoding))
        if scored:
            one, other = (
                _summed(
                    score(shared, row, page, read_patterns(page, rule, encoding))
                    for row, page in zip(site.rows[1:], pages[1:], strict=True)
                )
                for rule in (conservative(scored), comprehensive(scored))
            )
            found[bounds] = one, other
    return found


def _summed(scores: Iterable[Score]) -> Score:
    scores = list(scores)
    return {key: sum(one[key] for one in scores) for key in ("gold", "predicted", "found")}


def figure_11(corpora: Corpora) -> dict[str, PaperTable | PaperFigure]:
    """Return retrieval against accuracy as the thresholds move, and the table of both by threshold."""
    shared = corpora.shared
    found = corpora.map("iepad thresholds", partial(trade_off, shared), sites(shared, "wien", 7))
    rows: list[tuple[Cell, ...]] = [
        ("the paper, NorthernLight", Missing("not given"), "74.7 / 100", "99 / 99"),
    ]
    points: dict[str, list[tuple[float, float]]] = {"conservative pattern": [], "comprehensive pattern": []}
    for bound, least in product(VARIANCES, DENSITIES):
        pairs = [one[bound, least] for one in found if (bound, least) in one]
        first, second = [a for a, _ in pairs], [b for _, b in pairs]
        name = f"variance ≤ {bound:g}, density ≥ {least:g}"
        if not pairs:
            rows.append((name, 0, *(Missing("no pattern passes on any site"),) * 2))
            continue
        rows.append((name, len(pairs), rates(first), rates(second)))
        for curve, scores in zip(points, (first, second), strict=True):
            points[curve].append((retrieval(scores), accuracy(scores)))
    head = (
        "thresholds",
        "sites with a usable pattern",
        "conservative: retrieval / accuracy",
        "comprehensive: retrieval / accuracy",
    )
    curves: dict[str, Curve] = {"the paper, NorthernLight": ((74.7, 100.0), (99.0, 99.0))}
    curves |= {name: tuple(sorted(set(curve))) for name, curve in points.items()}
    figure = PaperFigure("retrieval rate, percent", "accuracy rate, percent", curves)
    return {"iepad-figure-11": figure, "iepad-figure-11-thresholds": PaperTable(head, tuple(rows))}


STEPS: Final = (
    Step("iepad figure 10", ("iepad-figure-10", "iepad-figure-10-sites"), figure_10, figure_10),
    Step("iepad figure 11", ("iepad-figure-11", "iepad-figure-11-thresholds"), figure_11),
)
