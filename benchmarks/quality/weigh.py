"""Learn the weight of each piece of evidence, and the confidence of an answer, from the development pages; cross-validated.

    python benchmarks/quality/weigh.py ../shared [--write]

Each page gives pairs of a better and a worse candidate (by the scorer's page F1, with a bonus for a page that is entirely
right); the weights are those of a logistic regression on the differences of their evidence (learning to rank).
The confidence is a second logistic regression, on the evidence of the first candidate and its distance from the best one
elsewhere on the page.  It needs pages where no answer is right, so each page is used once more with its list removed.

Cross-validation keeps sites together, and in a second run whole sources.  ``--write`` stores the result in
``src/wrapture/learning/judge_weights.json``.
"""

from __future__ import annotations

import argparse
import json
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from common import load_gold, load_scorer, read
from numpy.typing import NDArray

from wrapture.html.lexbor import parse_page
from wrapture.html.source_places import places_of
from wrapture.learning.confidence import CONVINCING, rival_of
from wrapture.learning.evidence import MEANINGS
from wrapture.learning.judge import propose, weigh
from wrapture.learning.learners import learners_named
from wrapture.learning.page_facts import PageFacts
from wrapture.model import Sample, Span

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from wrapture.html.page import Page
    from wrapture.model import Record

WEIGHTS = Path(__file__).parents[2] / "src" / "wrapture" / "learning" / "judge_weights.json"
LEARNER_SETS = ("all", "repeats", "rows", "siblings", "visual")
"""Sets of learners: the weights must work for all together and for each alone."""
ALONE = 0.25  # weight of the pages of a single learner in the regression
FOLDS = 10
RIDGE = 3e-3
RIDGE_OF_CONFIDENCE = 1e-2
BONUS = 0.2  # added to the page F1 of a page that is entirely right
MIN_GAIN = 0.01  # between the two candidates of a pair
BEST = 3  # candidates of a page that are the better one of a pair
RIGHT = 0.8  # minimum page F1 of an answer that counts as right
NO_SIGN = ("links", "links each")
"""Evidence that the confidence ignores: lists without links are rare in the development pages but common elsewhere."""
GIVEN = {"area": 1.0, "centre": 0.5}
"""Weights that are not learned, because no rendered page has a gold standard."""

Matrix = NDArray[np.float64]


class Judged(NamedTuple):
    """One page under some learners: for each candidate the evidence, its place, the page F1 and whether all is right.

    ``places`` are the first node of each candidate and the one after its last; ``listless`` means that the list was removed.
    """

    learners: str
    source: str
    site: str
    evidence: Matrix
    places: list[tuple[int, int]]
    f1: Matrix
    perfect: Matrix
    listless: bool = False


def collect(shared: Path, row: dict[str, Any]) -> list[Judged]:
    """Return the candidates of each set of learners on a page, and those of all learners on the page without its list."""
    page = read(shared, row)
    found = [_judged(shared, row, page, names) for names in LEARNER_SETS]
    best = int(np.argmax(found[0][1])) if len(found[0][1]) else None
    judged = [one for one, _, _ in found]
    if best is not None and found[0][1][best] > RIGHT:
        judged.append(_judged(shared, row, without(page, found[0][2][best]), "all", listless=True)[0])
    return judged


def without(page: Page, records: Sequence[Record]) -> Page:
    """Return a page without the text of some records and the text between them."""
    place = places_of(page).text(Span(records[0][0].start, records[-1][-1].stop))
    source = page.source or ""
    return page if place is None else parse_page(source[: place[0]] + source[place[1] :], name=page.name)


def _judged(
    shared: Path, row: dict[str, Any], page: Page, names: str, *, listless: bool = False
) -> tuple[Judged, list[float], list[tuple[Record, ...]]]:
    scorer = load_scorer(shared)
    facts = [PageFacts(page)]
    proposals = propose(Sample((page,)), learners_named(names), facts)
    rows = [[evidence[name] for name in MEANINGS] for evidence in weigh(facts, proposals)]
    f1, perfect = [], []
    for proposal in proposals:
        answer = [
            {"text": page.texts_of(record), "fields": {"links": [x for s in record for x in page.links(s)]}}
            for record in proposal.records[0]
        ]
        scored = scorer.score_page(row, answer) if not listless else {"found": 0, "gold": 1, "predicted": 1}
        f1.append(scorer.page_f1(scored))
        perfect.append(float(scored["found"] == scored["gold"] == scored["predicted"]))
    records = [proposal.records[0] for proposal in proposals]
    judged = Judged(
        names,
        row["source"],
        row["site"],
        np.array(rows).reshape(-1, len(MEANINGS)),
        [(found[0][0].start, found[-1][-1].stop) for found in records],
        np.array(f1),
        np.array(perfect),
        listless,
    )
    return judged, f1, records


def pairs(pages: Sequence[Judged]) -> tuple[Matrix, Matrix]:
    """Return the differences in evidence between better and worse candidates, and the weight of each pair."""
    differences, counts = [], []
    for page in pages:
        quality = page.f1 + BONUS * page.perfect
        for better in np.argsort(-quality, kind="stable")[:BEST]:
            worse = np.flatnonzero(quality[better] - quality > MIN_GAIN)
            differences.append(page.evidence[better] - page.evidence[worse])
            counts.append(np.sqrt(quality[better] - quality[worse]) / len(quality))
    total = np.concatenate(counts)
    return np.vstack(differences), total / total.sum()


def regress(rows: Matrix, counts: Matrix, ridge: float = RIDGE) -> Matrix:
    """Return the weights of a logistic regression that makes the sums of rows positive, by Newton's method."""
    scale = rows.std(axis=0) + 1e-9
    scaled = rows / scale
    weights = np.zeros(rows.shape[1])
    for _ in range(40):
        doubt = 1 / (1 + np.exp(np.clip(scaled @ weights, -50, 50)))
        slope = ridge * weights - (counts * doubt) @ scaled
        curve = (scaled * (counts * doubt * (1 - doubt))[:, None]).T @ scaled + ridge * np.eye(len(weights))
        step = np.linalg.solve(curve, slope)
        weights = weights - step
        if np.abs(step).max() < 1e-6:
            break
    return np.asarray(weights / scale)


def fit(pages: Sequence[Judged]) -> Matrix:
    """Return the weight of each piece of evidence per unit."""
    found = [
        (
            *pairs([page for page in pages if page.learners == names and not page.listless]),
            1 if names == "all" else ALONE,
        )
        for names in LEARNER_SETS
    ]
    counts = np.concatenate([counts * share for _, counts, share in found])
    return regress(np.vstack([rows for rows, _, _ in found]), counts / counts.sum())


def sureness(weights: Matrix, page: Judged) -> Matrix:
    """Return the terms of the confidence in a page's first answer: its lead over the rival, and its evidence."""
    scores = page.evidence @ weights
    ranked = sorted(zip(scores.tolist(), page.places, strict=True), key=lambda pair: -pair[0])
    evidence = page.evidence[np.argmax(scores)] * [name not in NO_SIGN for name in MEANINGS]
    return np.array([rival_of(ranked), *evidence])


def fit_confidence(pages: Sequence[Judged], weights: Sequence[Matrix]) -> Matrix:
    """Return the bias and the weights of the lead and of each piece of evidence; each page has its own ranking weights."""
    asked = [(page, own) for page, own in zip(pages, weights, strict=True) if page.learners == "all" and len(page.f1)]
    rows = np.array([sureness(own, page) for page, own in asked])
    right = np.array([page.f1[np.argmax(page.evidence @ own)] > RIGHT for page, own in asked])
    middle = rows.mean(axis=0)  # terms are centred, so that the ridge penalty does not affect the bias
    centred = np.column_stack([np.ones(len(rows)), rows - middle])
    terms = regress(centred * np.where(right, 1, -1)[:, None], np.full(len(rows), 1 / len(rows)), RIDGE_OF_CONFIDENCE)
    return np.array([terms[0] - terms[1:] @ middle, *terms[1:]])


def held_out_confidence(pages: Sequence[Judged], weights: Sequence[Matrix]) -> Matrix:
    """Return the confidence in each page's first answer, by weights that were learned without the pages of its site."""
    fold = _folds(pages, lambda page: (page.source, page.site), FOLDS)
    found = np.zeros(len(pages))
    for n in sorted(set(fold)):
        others = [i for i, one in enumerate(fold) if one != n]
        terms = fit_confidence([pages[i] for i in others], [weights[i] for i in others])
        for i in (i for i, one in enumerate(fold) if one == n and len(pages[i].f1)):
            found[i] = 1 / (1 + np.exp(-(terms[0] + sureness(weights[i], pages[i]) @ terms[1:])))
    return found


def answer_quality(weights: Matrix, page: Judged, top: int) -> tuple[float, float]:
    """Return the best page F1 among the first `top` candidates, and whether one of them is perfect (1 or 0)."""
    if not len(page.f1):
        return 0.0, 0.0
    first = np.argsort(-(page.evidence @ weights), kind="stable")[:top]
    return float(page.f1[first].max()), float(page.perfect[first].max())


def _folds(pages: Sequence[Judged], key: Callable[[Judged], object], folds: int) -> list[int]:
    """Return the fold of each page; pages of one key are in one fold."""
    keys = sorted({str(key(page)) for page in pages})
    order = np.random.default_rng(0).permutation(len(keys))
    fold = {keys[one]: n % folds for n, one in enumerate(order)}
    return [fold[str(key(page))] for page in pages]


def held_out(pages: Sequence[Judged], key: Callable[[Judged], object], folds: int) -> list[Matrix]:
    """Return, for each page, weights that were learned without the pages of its fold."""
    fold = _folds(pages, key, folds)
    of_fold = {n: fit([page for page, one in zip(pages, fold, strict=True) if one != n]) for n in sorted(set(fold))}
    return [of_fold[n] for n in fold]


def show(title: str, pages: Sequence[Judged], weights: Sequence[Matrix]) -> None:
    for names in LEARNER_SETS:
        asked = [(p, w) for p, w in zip(pages, weights, strict=True) if p.learners == names and not p.listless]
        for source in [*sorted({page.source for page, _ in asked}), "ALL"] if names == "all" else ["ALL"]:
            chosen = [(page, own) for page, own in asked if source in (page.source, "ALL")]
            figures = [answer_quality(own, page, top) for top in (1, 5) for page, own in chosen]
            one, five = np.array(figures[: len(chosen)]), np.array(figures[len(chosen) :])
            print(
                f"{title:16} {names:9} {source:12} {len(chosen):4} pages  first {100 * one[:, 0].mean():5.1f} "
                f"/ {100 * one[:, 1].mean():5.1f}  best of five {100 * five[:, 0].mean():5.1f} / {100 * five[:, 1].mean():5.1f}"
            )


def show_confidence(pages: Sequence[Judged], weights: Sequence[Matrix]) -> None:
    """Print the number of answers in each range of confidence, and how many of them are right."""
    asked = [(page, own) for page, own in zip(pages, weights, strict=True) if page.learners == "all" and len(page.f1)]
    sure = held_out_confidence([page for page, _ in asked], [own for _, own in asked])
    right = np.array([page.f1[np.argmax(page.evidence @ own)] > RIGHT for page, own in asked])
    listless = np.array([page.listless for page, _ in asked])
    for low, high in pairwise((0, CONVINCING, 0.05, 0.2, 0.5, 0.8, 0.95, 1.01)):
        within = (sure >= low) & (sure < high)
        share = 100 * right[within].mean() if within.any() else float("nan")
        print(
            f"confidence {low:.2f} to {min(1, high):.2f}: {within.sum():4} answers ({(within & listless).sum()} on pages "
            f"without their list), {share:5.1f} % right"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("shared", type=Path)
    parser.add_argument("--write", action="store_true", help="store the weights")
    args = parser.parse_args()
    with ProcessPoolExecutor() as pool:
        found = pool.map(partial(collect, args.shared), load_gold(args.shared), chunksize=4)
        pages = [judged for several in found for judged in several]
    by_site = held_out(pages, lambda page: (page.source, page.site), FOLDS)
    show("by site", pages, by_site)
    sources = len({page.source for page in pages})
    show("by source", pages, held_out(pages, lambda page: page.source, sources))
    weights = fit(pages)
    show("fitted", pages, [weights] * len(pages))
    confidence = fit_confidence(pages, by_site)
    show_confidence(pages, by_site)
    if args.write:
        evidence = {name: GIVEN.get(name, round(float(one), 4)) for name, one in zip(MEANINGS, weights, strict=True)}
        terms = {name: round(float(one), 4) for name, one in zip(("bias", "lead", *MEANINGS), confidence, strict=True)}
        stored = {"evidence": evidence, "confidence": terms}
        WEIGHTS.write_text(json.dumps(stored, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
