"""Learn what each piece of evidence counts, from the development pages; cross-validated by site.

    python benchmarks/quality/weigh.py ../shared [--write]

The learners are asked one by one and together.  Each page gives pairs of a better and a worse candidate (by the scorer's
page F1 against the gold); the weights are those of a logistic regression on the differences of their evidence (learning to
rank).  Sites are kept together: a fold's sites are never seen in training.  ``--write`` stores the weights in
``src/wrapture/discovery/weights.json``.
"""

from __future__ import annotations

import argparse
import json
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from common import load_gold, load_scorer
from numpy.typing import NDArray

from wrapture.discovery import judge
from wrapture.discovery.evidence import MEANINGS, PageFacts
from wrapture.html.read import read_page
from wrapture.learners import learners_named
from wrapture.model import Capture, Sample

if TYPE_CHECKING:
    from wrapture.html.page import Page

WEIGHTS = Path(__file__).parents[2] / "src" / "wrapture" / "discovery" / "weights.json"
LEARNER_SETS = (("repeats",), ("visual",), ("repeats", "visual"))
"""Who is asked: the weights must serve each learner alone and all together."""
FOLDS = 10
RIDGE = 1e-3
MIN_GAIN = 0.02  # page F1 between the two of a pair
BEST = 3  # candidates of a page that stand on the better side of pairs

Matrix = NDArray[np.float64]


class Judged(NamedTuple):
    """One page under some learners: its source and site, and per candidate the evidence, the page F1 and if all is right."""

    learners: str
    source: str
    site: str
    evidence: Matrix
    f1: Matrix
    perfect: Matrix


def collect(shared: Path, row: dict[str, Any]) -> list[Judged]:
    """Return what each set of learners offers on a page."""
    path = shared / "corpus" / row["page"]
    page = read_page(Capture(str(path), path.read_bytes()))
    return [_judged(shared, row, page, names) for names in LEARNER_SETS]


def _judged(shared: Path, row: dict[str, Any], page: Page, names: tuple[str, ...]) -> Judged:
    scorer = load_scorer(shared)
    learners = [learner for name in names for learner in learners_named(name)]
    facts = [PageFacts(page)]
    rows, f1, perfect = [], [], []
    for proposal in judge.propose(Sample((page,)), learners, facts):
        evidence = judge.weigh(facts, proposal.records, len(proposal.locators), len(proposal.found_by))
        rows.append([evidence[name] for name in MEANINGS])
        answer = [
            {"text": page.texts_of(record), "fields": {"links": [x for s in record for x in page.links(s)]}}
            for record in proposal.records[0]
        ]
        scored = scorer.score_page(row, answer)
        f1.append(scorer.page_f1(scored))
        perfect.append(float(scored["found"] == scored["gold"] == scored["predicted"]))
    return Judged(
        "+".join(names),
        row["source"],
        row["site"],
        np.array(rows).reshape(-1, len(MEANINGS)),
        np.array(f1),
        np.array(perfect),
    )


def pairs(pages: list[Judged]) -> tuple[Matrix, Matrix]:
    """Return the differences of evidence of better and worse candidates, and what each pair counts."""
    differences, weights = [], []
    for page in pages:
        for better in np.argsort(-page.f1, kind="stable")[:BEST]:
            for worse in np.flatnonzero(page.f1[better] - page.f1 > MIN_GAIN):
                differences.append(page.evidence[better] - page.evidence[worse])
                weights.append((page.f1[better] - page.f1[worse]) / len(page.f1))
    total = np.array(weights)
    return np.array(differences), total / total.sum()


def fit(pages: list[Judged]) -> Matrix:
    """Return the weight of each piece of evidence per unit, by Newton's method."""
    differences, counts = pairs(pages)
    scale = np.vstack([page.evidence for page in pages]).std(axis=0) + 1e-9
    scaled = differences / scale
    weights = np.zeros(len(MEANINGS))
    for _ in range(30):
        doubt = 1 / (1 + np.exp(scaled @ weights))
        slope = RIDGE * weights - (scaled * (counts * doubt)[:, None]).sum(axis=0)
        curve = (scaled * (counts * doubt * (1 - doubt))[:, None]).T @ scaled + RIDGE * np.eye(len(weights))
        weights = weights - np.linalg.solve(curve, slope)
    return np.asarray(weights / scale)


def answer_quality(weights: Matrix, page: Judged, top: int) -> tuple[float, float]:
    """Return page F1 and perfection of the best of the first `top` candidates."""
    if not len(page.f1):
        return 0.0, 0.0
    first = np.argsort(-(page.evidence @ weights), kind="stable")[:top]
    return float(page.f1[first].max()), float(page.perfect[first].max())


def cross_validate(pages: list[Judged]) -> dict[int, list[tuple[Judged, float, float]]]:
    """Return for the first and the first five candidates each page's quality under weights that never saw its site."""
    sites = sorted({(page.source, page.site) for page in pages})
    order = np.random.default_rng(0).permutation(len(sites))
    fold = {sites[site]: i % FOLDS for i, site in enumerate(order)}
    found: dict[int, list[tuple[Judged, float, float]]] = {1: [], 5: []}
    for k in range(FOLDS):
        weights = fit([page for page in pages if fold[page.source, page.site] != k])
        for page in (page for page in pages if fold[page.source, page.site] == k):
            for top, rows in found.items():
                rows.append((page, *answer_quality(weights, page, top)))
    return found


def show(title: str, rows: list[tuple[Judged, float, float]]) -> None:
    for names in map("+".join, LEARNER_SETS):
        asked = [row for row in rows if row[0].learners == names]
        for source in [*sorted({page.source for page, *_ in asked}), "ALL"]:
            chosen = [(f1, perfect) for page, f1, perfect in asked if source in (page.source, "ALL")]
            f1, perfect = (100 * np.mean([row[i] for row in chosen]) for i in (0, 1))
            print(f"{title:25} {names:15} {source:12} {len(chosen):4} pages  page F1 {f1:5.1f}  perfect {perfect:5.1f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("shared", type=Path)
    parser.add_argument("--write", action="store_true", help="store the weights")
    args = parser.parse_args()
    with ProcessPoolExecutor() as pool:
        found = pool.map(partial(collect, args.shared), load_gold(args.shared), chunksize=4)
        pages = [judged for several in found for judged in several]
    for top, rows in cross_validate(pages).items():
        show(f"cross-validated, first {top}", rows)
    weights = fit(pages)
    for top in (1, 5):
        show(f"fitted, first {top}", [(page, *answer_quality(weights, page, top)) for page in pages])
    if args.write:
        stored = {name: round(float(weight), 4) for name, weight in zip(MEANINGS, weights, strict=True)}
        WEIGHTS.write_text(json.dumps(stored, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
