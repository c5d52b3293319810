"""The experiments with the fuzzy wrapper: Table 2 and Figures 6 to 8 of [1]_, with multiple values and natural text.

.. [1] Boughamoura, Omri, Youssef: Fuzzy approach to extract pertinent information from web resources. 2012.
"""

from __future__ import annotations

from collections import Counter
from functools import partial
from itertools import product
from typing import TYPE_CHECKING, Final

from announcements import announced
from baselines.anomalies import corrupt, multiply
from baselines.published import learn_published
from baselines.softmealy import learn_one_sided, learn_softmealy
from baselines.stalker import learn_stalker
from fuzzy import Masks, load
from fuzzy import score as score_pages
from paper_data import NOT_AGAIN, Cell, Missing, PaperFigure, PaperTable
from paper_runs import Corpora, Step

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from fuzzy import Wrapper

    from wrapture.model.labelled import LabelledPage

SETS: Final = {5: 0.0, 11: 0.1, 17: 0.2, 23: 0.3, 33: 0.4}
"""The sets: pages to learn from, and the share of records with anomalies, which rises with them."""
PAPER_TOTALS: Final = (20, 35, 55, 73, 108)
PAPER_2: Final = {
    "SoftMealy": ((11, 30, 12, 14, 20), (11, 20, 7, 10, 19)),
    "masks": ((12, 34, 20, 30, 33), (10, 23, 11, 18, 26)),
}
TODAY: Final = "masks today"
NEXT_TO_NONE: Final = "masks as published"
"""Left out of Figure 6: with it, the others could not be told apart."""
LEARNERS: Final[dict[str, Callable[[Sequence[LabelledPage]], Wrapper | None]]] = {
    "SoftMealy": learn_softmealy,
    "SoftMealy, one-sided": learn_one_sided,
    NEXT_TO_NONE: learn_published,
    TODAY: Masks,
}
KINDS: Final = ("missing, permuted, misspelt", "multiple values", "all four kinds")
COPIES: Final = 5  # of a site's training pages, each with other anomalies, so that there are 33
TESTS: Final = 3  # copies of the tested pages

Counts = Counter[tuple[str, int, str, str]]
"""Tuples by kind of anomaly, size of the set, learner, and whether they are all, extracted or pertinent."""


def spoil(kind: str, page: LabelledPage, share: float, seed: int) -> LabelledPage:
    """Return a page with anomalies of one kind."""
    if kind == KINDS[0]:
        return corrupt(page, share, seed)
    if kind == KINDS[1]:
        return multiply(page, share, seed)
    return multiply(corrupt(page, share / 2, seed), share / 2, seed)


def measure_site(learners: Sequence[str], item: tuple[str, Sequence[LabelledPage]]) -> Counts:
    """Return the tuples of one site by kind, set and learner."""
    kind, pages = item
    held = max(2, len(pages) // 5)
    counts: Counts = Counter()
    for size, share in SETS.items():
        train = [spoil(kind, page, share, seed) for seed in range(1, COPIES + 1) for page in pages[:-held]][:size]
        test = [spoil(kind, page, share, -copy) for copy in range(TESTS) for page in pages[-held:]]
        for name in learners:
            wrapper = LEARNERS[name](train)
            for page in test:
                found = wrapper.extract(page.text) if wrapper is not None else []
                counts[kind, size, name, "all"] += len(page.records)
                counts[kind, size, name, "extracted"] += len(found)
                counts[kind, size, name, "pertinent"] += len(set(found) & set(page.records))
    return counts


def table_2(corpora: Corpora, learners: Sequence[str] = tuple(LEARNERS)) -> dict[str, PaperTable | PaperFigure]:
    """Return Table 2 by kind of anomaly, and Figures 6 to 8, of some learners."""
    items = [(kind, pages) for kind in KINDS for pages in load(corpora.shared).values()]
    counts: Counts = Counter()
    for one in corpora.map(f"fuzzy table 2 {len(learners)}", partial(measure_site, learners), items):
        counts.update(one)
    tables: dict[str, PaperTable | PaperFigure] = {"fuzzy-table-2": _counts_table(counts)}
    tables["fuzzy-rates"] = _rates_table(counts)
    curves = _curves(counts, "pertinent", KINDS[2])
    curves.pop(NEXT_TO_NONE, None)
    tables["fuzzy-figure-6"] = PaperFigure(
        "pages to learn from (anomalies rise from 0 to 40 %)", "pertinent tuples, percent of all", curves
    )
    tables["fuzzy-figure-7"] = _figure(counts, "extracted", 0, "the paper's recall: extracted of all, percent")
    tables["fuzzy-figure-8"] = _figure(counts, "pertinent", 1, "the paper's precision: pertinent of all, percent")
    return tables


def _counts_table(counts: Counts) -> PaperTable:
    sizes = [f"{size} pages, {share:.0%}" for size, share in SETS.items()]
    rows: list[tuple[Cell, ...]] = [("paper: all tuples", *PAPER_TOTALS)]
    for name, (extracted, pertinent) in PAPER_2.items():
        rows += [(f"paper: {name}, extracted", *extracted), (f"paper: {name}, pertinent", *pertinent)]
    for kind in KINDS:
        rows.append((f"{kind}: all tuples", *(counts[kind, size, TODAY, "all"] for size in SETS)))
        for name, what in product(LEARNERS, ("extracted", "pertinent")):
            rows.append((f"… {name}, {what}", *(_counted(counts, (kind, size, name), what) for size in SETS)))
    return PaperTable(("tuples", *sizes), tuple(rows))


def _counted(counts: Counts, of: tuple[str, int, str], what: str) -> Cell:
    return counts[*of, what] if counts[*of, "all"] else NOT_AGAIN


def _rates_table(counts: Counts) -> PaperTable:
    """Return the paper's recall and precision, and ours, which divides by what was extracted."""
    rows: list[tuple[Cell, ...]] = []
    for name, both in PAPER_2.items():
        rows.append((f"paper: {name}", *(_rates(*own) for own in zip(PAPER_TOTALS, *both, strict=True))))
    for kind, name in product(KINDS, LEARNERS):
        own = [[counts[kind, size, name, what] for what in ("all", "extracted", "pertinent")] for size in SETS]
        rows.append((f"{kind}: {name}", *(_rates(*one) if one[0] else NOT_AGAIN for one in own)))
    head = ("recall / precision / right of extracted", *(f"{size} pages, {share:.0%}" for size, share in SETS.items()))
    return PaperTable(head, tuple(rows))


def _rates(total: int, extracted: int, pertinent: int) -> str:
    shares = (extracted / max(1, total), pertinent / max(1, total), pertinent / max(1, extracted))
    return " / ".join(f"{100 * one:.1f}" for one in shares)


def _curves(counts: Counts, what: str, kind: str) -> dict[str, tuple[tuple[float, float], ...]]:
    return {
        name: tuple(
            (float(size), 100 * counts[kind, size, name, what] / counts[kind, size, name, "all"]) for size in SETS
        )
        for name in LEARNERS
        if counts[kind, min(SETS), name, "all"]
    }


def _figure(counts: Counts, what: str, column: int, title: str) -> PaperFigure:
    paper = {
        f"paper: {name}": tuple(
            (float(size), 100 * count / total)
            for size, count, total in zip(SETS, both[column], PAPER_TOTALS, strict=True)
        )
        for name, both in PAPER_2.items()
    }
    return PaperFigure(
        "pages to learn from (anomalies rise from 0 to 40 %)", title, paper | _curves(counts, what, KINDS[2])
    )


# --- natural text ---

TALKS: Final = {**LEARNERS, "STALKER": learn_stalker}
PAGES: Final = (1, 2, 5, 10)
UNSEEN: Final = 20
WORDINGS: Final = (1, 3, 5)


def measure_talks(wordings: int) -> dict[tuple[int, str], tuple[float, float]]:
    """Return recall and precision of cells on unseen announcements, by pages to learn from and learner."""
    pages = [announced(seed, wordings) for seed in range(max(PAGES) + UNSEEN)]
    train, test = pages[: max(PAGES)], pages[max(PAGES) :]
    found = {}
    for count in PAGES:
        for name, learn in TALKS.items():
            own = score_pages(learn(train[:count]), test)
            found[count, name] = own.cell_recall, own.cell_precision
    return found


def talks(corpora: Corpora) -> dict[str, PaperTable | PaperFigure]:
    """Return how well announcements in natural sentences are read."""
    found = corpora.map("fuzzy announcements", measure_talks, WORDINGS)
    head = ("wordings, learner", *(f"{count} page{'s' * (count > 1)}" for count in PAGES))
    rows: list[tuple[Cell, ...]] = [("the paper", *(Missing("claimed without a figure"),) * len(PAGES))]
    for wordings, one in zip(WORDINGS[:: corpora.step], found, strict=True):
        for name in TALKS:
            cells = ("{:.1f} / {:.1f}".format(*one[count, name]) for count in PAGES)
            rows.append((f"{wordings} wording{'s' * (wordings > 1)}, {name}", *cells))
    return {"fuzzy-announcements": PaperTable(head, tuple(rows))}


STEPS: Final = (
    Step(
        "fuzzy table 2",
        ("fuzzy-table-2", "fuzzy-rates", "fuzzy-figure-6", "fuzzy-figure-7", "fuzzy-figure-8"),
        table_2,
        partial(table_2, learners=(TODAY,)),
    ),
    Step("fuzzy announcements", ("fuzzy-announcements",), talks),
)
