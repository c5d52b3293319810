"""Learn the judge, the confidence of an answer and what is data from the development pages; cross-validated.

    python benchmarks/quality/weigh.py ../shared --cache FILE [--processes N] [--write] [--quick] [--ends]

Each page gives pairs of a better and a worse candidate (by the scorer's page F1, with a bonus for a page that is entirely
right).  The judge is the sum of a logistic regression on the differences of their evidence and of boosted trees (`ranking`);
then variants of the best list are compared by their ends (`ends`).
The confidence is a logistic regression on the first answer, and so is the question whether a list is data (`trusting`), which
only ``nexteval`` can answer: its gold has every list of a page.

Cross-validation keeps sites together, and in a second run whole sources.  ``--write`` stores the result in
``src/wrapture/learning/judge_weights.json`` and ``judge_trees.json``; ``--quick`` leaves out the second run.  With ``--ends``,
only the second step of the judge is learned, and the rest is kept as it is stored.
"""

from __future__ import annotations

import argparse
import json
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from common import load_rows
from ends import fit_ends, held_out_ends, with_ends
from gathering import gathered
from measuring import QUICK, measure_all
from ranking import MADE, MODERN, Judge, fit
from trusting import (
    CONFIDENCE_TERMS,
    DATA_TERMS,
    bound_of,
    first_answer,
    fit_confidence,
    fit_data,
    kept_lists,
    probabilities,
    whole_f1,
)

from wrapture.learning.evidence_meanings import MEANINGS
from wrapture.learning.list_variants import ENDS

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from measuring import Matrix, Measured
    from trusting import Kept

HOME: Final = Path(__file__).parents[2] / "src" / "wrapture" / "learning"
FOLDS: Final = 8
DATA_BOUND: Final = 0.45
"""The probability above which a list is data.  By site, the page F1 of all lists is 80.5 at 0.375 and 81.1 at 0.55, half a
point below its best; a bound between them is taken, because a list too many is better than one that is missing."""


def folds_of(pages: Sequence[Measured], key: Callable[[Measured], object], folds: int) -> list[int]:
    """Return the fold of each page; pages of one key are in one fold."""
    keys = sorted({str(key(page)) for page in pages})
    order = np.random.default_rng(0).permutation(len(keys))
    fold = {keys[one]: n % folds for n, one in enumerate(order)}
    return [fold[str(key(page))] for page in pages]


def held_out(pages: Sequence[Measured], fold: Sequence[int], pool: ProcessPoolExecutor) -> list[Matrix]:
    """Return the scores of each page's candidates, by a judge that was learned without the pages of its fold."""
    numbers = sorted(set(fold))
    judges = pool.map(fit, [[page for page, one in zip(pages, fold, strict=True) if one != n] for n in numbers])
    judge_of: dict[int, Judge] = dict(zip(numbers, judges, strict=True))
    return [judge_of[n].scores(page) for page, n in zip(pages, fold, strict=True)]


def show(title: str, pages: Sequence[Measured], scores: Sequence[Matrix]) -> None:
    """Print page F1 and perfect pages of the first answer and of the best of five: by source, and by set of learners."""
    listed = [(page, own) for page, own in zip(pages, scores, strict=True) if page.kind == "list"]
    for learners in dict.fromkeys(page.learners for page, _ in listed):
        asked = [(page, own) for page, own in listed if page.learners == learners]
        every = sorted({page.source for page, _ in asked})
        groups = {"corpus": [one for one in every if one not in MODERN and one != MADE], "modern": list(MODERN)}
        groups |= {name: [name] for name in every if learners == "all"}
        for name, sources in groups.items():
            _print_line(f"{title:9} {learners:8} {name:12}", [one for one in asked if one[0].source in sources])
    _print_line(f"{title:9} {'tiebreak':8} {'modern':12}", _with_tiebreaker(listed, modern=True))
    _print_line(f"{title:9} {'tiebreak':8} {'corpus':12}", _with_tiebreaker(listed, modern=False))


def _with_tiebreaker(listed: Sequence[tuple[Measured, Matrix]], *, modern: bool) -> list[tuple[Measured, Matrix]]:
    """Return the pages as the product judges them: the slow learner runs only if the others do not agree."""
    return [
        (page, own)
        for page, own in listed
        if page.learners == (QUICK if page.agreed else "all")
        and (page.source in MODERN) is modern
        and page.source != MADE
    ]


def _print_line(title: str, judged: Sequence[tuple[Measured, Matrix]]) -> None:
    figures = []
    for top in (1, 5):
        first = [np.argsort(-own, kind="stable")[:top] for _, own in judged]
        for column in ("f1", "perfect"):
            best = [getattr(page, column)[some].max() for (page, _), some in zip(judged, first, strict=True)]
            figures.append(100 * float(np.mean(best)))
    print("{} {:4} pages  first {:5.1f} / {:5.1f}  best of five {:5.1f} / {:5.1f}".format(title, len(judged), *figures))


def learn_confidence(pages: Sequence[Measured], scores: Sequence[Matrix], fold: Sequence[int]) -> tuple[Matrix, float]:
    """Return the terms of the confidence and the bound above which an answer is sure; print how well they do."""
    asked = [n for n, page in enumerate(pages) if page.learners == (QUICK if page.agreed else "all")]
    answers = [first_answer(pages[n], scores[n]) for n in asked]
    own_fold = [fold[n] for n in asked]
    values = np.zeros(len(answers))
    for number in sorted(set(own_fold)):
        within = [n for n, one in enumerate(own_fold) if one == number]
        terms = fit_confidence([one for one, other in zip(answers, own_fold, strict=True) if other != number])
        values[within] = probabilities(terms, [answers[n].terms for n in within])
    kinds = np.array([one.page.kind for one in answers])
    right = np.array([one.right for one in answers])
    real = np.array([one.page.source != MADE for one in answers])
    bound = bound_of(values[real], right[real])
    sure = (values >= bound) & real
    listed = (kinds == "list") & real
    print(
        f"confidence: bound {bound:.3f}  sure_right {100 * right[sure & listed].mean():.1f}"
        f"  right_sure {100 * sure[right & real].mean():.1f}  false_alarms {100 * sure[kinds == 'negative'].mean():.1f}"
        f"  on pages without their list {100 * sure[kinds == 'twin'].mean():.1f}"
    )
    for low, high in zip((0, 0.05, 0.2, 0.5, 0.8, 0.95), (0.05, 0.2, 0.5, 0.8, 0.95, 1.01), strict=True):
        within = (values >= low) & (values < high) & real
        print(
            f"confidence {low:.2f} to {min(1, high):.2f}: {(within & listed).sum():4} lists, {right[within & listed].sum():4}"
            f" right; {(within & (kinds == 'negative')).sum():3} pages without, {(within & (kinds == 'twin')).sum():3} cut"
        )
    return fit_confidence(answers), bound


def learn_data(
    shared: Path, pages: Sequence[Measured], scores: Sequence[Matrix], fold: Sequence[int]
) -> tuple[Matrix, float]:
    """Return the terms that tell data from other lists, and their bound; print the page F1 of all lists together."""
    gold = {f"modern/{row['page']}": len(row["records"]) for row in load_rows(shared, "modern/lists")}
    asked = [
        n for n, one in enumerate(pages) if one.learners == "all" and one.source == "nexteval" and one.kind == "list"
    ]
    lists = [kept_lists(pages[n], scores[n]) for n in asked]
    own_fold = [fold[n] for n in asked]

    def f1(bound: float, terms: Callable[[int], Matrix]) -> float:
        chosen = [probabilities(terms(n), [one.terms for one in some]) >= bound for n, some in enumerate(lists)]
        return 100 * float(
            np.mean(
                [whole_f1(some, yes.tolist(), gold[some[0].page.path]) for some, yes in zip(lists, chosen, strict=True)]
            )
        )

    def flat(some: Sequence[Sequence[Kept]]) -> list[Kept]:
        return [one for several in some for one in several]

    by_fold = {
        number: fit_data(flat([one for one, other in zip(lists, own_fold, strict=True) if other != number]))
        for number in set(own_fold)
    }
    bound = DATA_BOUND
    terms = fit_data(flat(lists))
    print(
        f"every list: by site {f1(bound, lambda n: by_fold[own_fold[n]]):.1f}, fitted {f1(bound, lambda _: terms):.1f}"
    )
    print(
        f"every list: the first alone {f1(2.0, lambda _: terms):.1f}, all {f1(-1.0, lambda _: terms):.1f}; bound {bound:.3f}"
    )
    return terms, bound


def named(names: Sequence[str], values: Matrix) -> dict[str, float]:
    """Return rounded values by their names."""
    return {name: round(float(one), 4) for name, one in zip(names, values, strict=True)}


def store_ends(ends: Matrix) -> None:
    """Write the second step of the judge to the package, and nothing else."""
    path = HOME / "judge_weights.json"
    weights = json.loads(path.read_text(encoding="utf-8")) | {"ends": named(ENDS, ends)}
    path.write_text(json.dumps(weights, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


def store(judge: Judge, confidence: Matrix, data: Matrix, bounds: Mapping[str, float], ends: Matrix) -> None:
    """Write what was learned to the package."""
    weights: dict[str, Any] = {
        "evidence": named(tuple(MEANINGS), judge.weights),
        "confidence": named(("bias", *CONFIDENCE_TERMS), confidence),
        "data": named(("bias", *DATA_TERMS), data),
        "bounds": {name: round(one, 4) for name, one in bounds.items()},
        "ends": named(ENDS, ends),
    }
    (HOME / "judge_weights.json").write_text(json.dumps(weights, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    lines = ",\n".join(json.dumps(tree, ensure_ascii=False) for tree in judge.trees)
    (HOME / "judge_trees.json").write_text(f"[\n{lines}\n]\n", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("shared", type=Path)
    parser.add_argument("--cache", type=Path, required=True, help="a file for the candidates of all pages")
    parser.add_argument("--processes", type=int, help="how many processes to use (default: one a core)")
    parser.add_argument("--write", action="store_true", help="store what was learned")
    parser.add_argument("--quick", action="store_true", help="leave out the cross-validation by source")
    parser.add_argument("--ends", action="store_true", help="learn only how variants of the best list are compared")
    args = parser.parse_args()
    pages = measure_all(args.shared, gathered(args.shared, args.cache, args.processes), args.processes)
    with ProcessPoolExecutor(args.processes) as pool:
        fold = folds_of(pages, lambda page: (page.source, page.site), FOLDS)
        first = held_out(pages, fold, pool)
        show("first", pages, first)
        scores, ends = held_out_ends(pages, first, fold), fit_ends(pages, first)
        print("ends:", named(ENDS, ends))
        show("by site", pages, scores)
        confidence, sure = learn_confidence(pages, scores, fold)
        data, bound = learn_data(args.shared, pages, scores, fold)
        if args.ends and args.write:
            store_ends(ends)
        elif not args.ends:
            judge = fit(pages)
            show("fitted", pages, [with_ends(page, judge.scores(page), ends) for page in pages])
            if args.write:
                store(judge, confidence, data, {"sure": sure, "data": bound}, ends)
        if not args.quick:
            sources = folds_of(pages, lambda page: page.source, len({page.source for page in pages}))
            scores = held_out_ends(pages, held_out(pages, sources, pool), sources)
            show("by source", pages, scores)
            learn_confidence(pages, scores, sources)


if __name__ == "__main__":
    main()
