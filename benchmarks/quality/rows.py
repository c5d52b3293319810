"""Measure post-supervised row templates and the library on real pages; write the figures to rows.md.

python benchmarks/quality/rows.py ../shared [--step 1]
"""

from __future__ import annotations

import argparse
import tempfile
from bisect import bisect_left
from collections import defaultdict
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING, Any, NamedTuple

from common import Row, Score, answer_of, load_gold, load_scorer, read, table, total

from wrapture import api
from wrapture.algo.cycles import cycle_sets
from wrapture.algo.subsequence import aligned
from wrapture.errors import NothingFoundError
from wrapture.html.fine_tokens import UNIQUE, fine_tokens_of
from wrapture.learning.row_count_choice import CLEAR, OFFERED, margin, row_counts
from wrapture.learning.row_templates import Rows
from wrapture.library.wrapper_library import Library
from wrapture.reading.row_template import common_template

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from wrapture.html.page import Page
    from wrapture.model import Candidate

HERE = Path(__file__).parent
MARGINS = (0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0)
NO_LOSS = 0.02  # asking is unnecessary if the first of the five is at most this much page F1 below the best


class Outcome(NamedTuple):
    """One page: the true number of rows, the numbers offered with scores and margin, and the result of the paper's method."""

    source: str
    truth: int
    counts: tuple[int, ...]
    scores: tuple[Score, ...]
    margin: float
    cycles: bool
    published: tuple[int, ...]
    paper_columns: Score | None


def judge_page(shared: Path, row: Row) -> Outcome:
    scorer = load_scorer(shared)
    page = read(shared, row)
    choices = row_counts(api.discover(page, learner="rows"))
    answers = [answer_of(api.read_candidate(page, choice)) for choice in choices]
    return Outcome(
        row["source"],
        len(row["records"]),
        tuple(len(choice.records[0]) for choice in choices),
        tuple(scorer.score_page(row, answer) for answer in answers),
        margin(choices) if choices else float("inf"),
        len(row["records"]) in {len(found.visits) for found in cycle_sets(fine_tokens_of(page).texts)},
        tuple(group.count for group in Rows(as_published=True).groups(page)),
        scorer.score_page(row, paper_columns(page, choices[0])) if choices else None,
    )


def paper_columns(page: Page, choice: Candidate) -> list[Row]:
    """Return the records of a candidate with the paper's columns: the text between neighbouring parts of the template."""
    tokens = fine_tokens_of(page)
    slices = [tokens_of_span(tokens.firsts, record[0].start, record[-1].stop) for record in choice.records[0]]
    rows = [tokens.symbols[start:stop] for start, stop in slices]
    template, _ = common_template(rows, UNIQUE)
    records = []
    for (start, _), row, record in zip(slices, rows, choice.records[0], strict=True):
        places = [place for place in aligned(template, row) if place >= 0]
        edges = zip([-1, *places], [*places, len(row)], strict=True)
        texts = [" ".join(shown(tokens.texts[start + a + 1 : start + b])) for a, b in edges]
        fields = {f"column {n}": text or None for n, text in enumerate(texts)}
        records.append({"text": page.texts_of(record), "fields": fields})
    return records


def tokens_of_span(firsts: Sequence[int], start: int, stop: int) -> tuple[int, int]:
    return bisect_left(firsts, start), bisect_left(firsts, stop)


def shown(tokens: Iterable[str]) -> list[str]:
    return [token for token in tokens if not token.startswith("<")]


def per_source(outcomes: Sequence[Outcome]) -> str:
    lines = []
    for source in [*sorted({outcome.source for outcome in outcomes}), "ALL"]:
        chosen = [outcome for outcome in outcomes if source in (outcome.source, "ALL")]
        first = total(outcome.scores[0] if outcome.scores else missed(outcome) for outcome in chosen)
        best = total(max(outcome.scores, key=f1, default=missed(outcome)) for outcome in chosen)
        columns = total(outcome.paper_columns for outcome in chosen if outcome.paper_columns)
        lines.append(
            [
                source,
                len(chosen),
                share(outcome.cycles for outcome in chosen),
                share(outcome.truth in outcome.counts for outcome in chosen),
                share(outcome.truth in outcome.published for outcome in chosen),
                first["page F1"],
                first["perfect"],
                best["page F1"],
                best["perfect"],
                first["cells"],
                columns["cells"],
            ]
        )
    head = [
        "source",
        "pages",
        "truth among the page's cycles",
        "truth among the five",
        "as published",
        "page F1, chosen automatically",
        "perfect",
        "page F1, right number given",
        "perfect",
        "cells",
        "cells, the paper's columns",
    ]
    return table(head, lines)


def missed(outcome: Outcome) -> Score:
    return {"gold": outcome.truth, "predicted": 0, "found": 0, "cells": 0, "cell_hits": 0, "fields": 0}


def f1(score: Score) -> float:
    return 2 * score["found"] / max(1, score["gold"] + score["predicted"])


def share(flags: Iterable[bool]) -> float:
    return 100 * fmean(flags)


def calibration(outcomes: Sequence[Outcome]) -> str:
    """Return the cost of not asking, for each margin from which on no question is asked."""
    some = [outcome for outcome in outcomes if outcome.scores]
    lines: list[list[object]] = []
    for bound in sorted({*MARGINS, CLEAR}):
        clear = [outcome for outcome in some if outcome.margin >= bound]
        right = [f1(o.scores[0]) >= max(map(f1, o.scores)) - NO_LOSS for o in clear]
        settled = [f1(o.scores[0]) if o.margin >= bound else max(map(f1, o.scores)) for o in some]
        lines.append(
            [
                f"**{bound:g}**" if bound == CLEAR else f"{bound:g}",
                100 - 100 * len(clear) / len(some),
                share(right) if right else float("nan"),
                100 * fmean(settled),
            ]
        )
    return table(["clear from a margin of", "pages asked about, %", "right where not asked, %", "page F1"], lines)


def library_table(shared: Path, rows: Sequence[Row], pool: ProcessPoolExecutor) -> str:
    """Return how many pages match their own wrapper in a library with one wrapper per site that has several pages."""
    sites: dict[tuple[str, str], list[Row]] = defaultdict(list)
    for row in rows:
        sites[row["source"], row["site"]].append(row)
    several = {site: pages for site, pages in sites.items() if len(pages) > 1}
    with tempfile.TemporaryDirectory() as folder:
        library = Library(folder)
        wrappers = [one for one in pool.map(partial(learn, shared), [pages[0] for pages in several.values()]) if one]
        library.add(*wrappers)
        match = partial(best_match, shared, folder)
        own = [row for pages in several.values() for row in pages[1:]]
        foreign = [row for pages in sites.values() if len(pages) == 1 for row in pages]
        found, refused = list(pool.map(match, own, chunksize=4)), list(pool.map(match, foreign, chunksize=4))
    right = [name == site_name(row) for row, name in zip(own, found, strict=True)]
    lines = [
        ["the wrapper of their site", len(own), share(right)],
        ["that of another site", len(own), share(bool(name) and not ok for name, ok in zip(found, right, strict=True))],
        ["none, of a site that is there", len(own), share(not name for name in found)],
        ["none, of a site that is not there", len(foreign), share(not name for name in refused)],
    ]
    return f"{len(wrappers)} wrappers, each learned from the first page of its site.\n\n" + table(
        ["pages that find", "pages", "%"], lines
    )


def learn(shared: Path, row: Row) -> Any:
    try:
        return api.learn(read(shared, row), learner="rows", name=site_name(row))
    except NothingFoundError:
        return None


def site_name(row: Row) -> str:
    return f"{row['source']}-{row['site']}".replace(".", "-")


def best_match(shared: Path, folder: str, row: Row) -> str:
    found = Library(folder).match(read(shared, row))
    return found[0].name if found else ""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("shared", type=Path)
    parser.add_argument("--step", type=int, default=1, help="take every n-th page (nothing is written)")
    args = parser.parse_args()
    rows = load_gold(args.shared)[:: args.step]
    work: Callable[[Row], Outcome] = partial(judge_page, args.shared)
    with ProcessPoolExecutor() as pool:
        outcomes = list(pool.map(work, rows, chunksize=4))
        text = "\n".join(
            [
                "# Row templates on real pages\n",
                f"Written by `benchmarks/quality/rows.py`: {len(outcomes)} pages, {OFFERED} numbers of rows offered on each.\n",
                per_source(outcomes),
                "## When to ask\n",
                "The margin is how far the first number is ahead of the second. Right means that none of the five is better.\n",
                calibration(outcomes),
                "## The library\n",
                library_table(args.shared, rows, pool),
            ]
        )
    print(text)
    if args.step == 1:
        (HERE / "rows.md").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
