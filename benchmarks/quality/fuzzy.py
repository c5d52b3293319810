"""Compare fuzzy masks with other learners on WIEN's labelled pages; write the figures to fuzzy.md and fuzzy-distance.svg.

python benchmarks/quality/fuzzy.py ../shared

First each site's clean pages: trained on 1, 2, 3 and 5 of them, tested on the rest.  Then the set-up of the paper's Table 2:
the same pages with fields dropped, swapped and misspelt in 0 to 40 % of the records.  Then modern pages, labelled by another
learner.
"""

from __future__ import annotations

import argparse
import json
import os
from collections import defaultdict
from concurrent.futures import ProcessPoolExecutor
from itertools import product
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol, TypeAlias

from baselines.anomalies import corrupt
from baselines.published import learn_published
from baselines.softmealy import learn_one_sided, learn_softmealy
from baselines.wien import learn_hlrt, learn_lr
from common import table
from curve import draw_distance
from today import labelled, sites_of_today

from wrapture.capture.labelfile import read_labels
from wrapture.learning.fuzzy import learn_mask
from wrapture.model import label_of, places_in
from wrapture.reading.masks import MaskReader

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from wrapture.learning.fuzzy import LabelledPage
    from wrapture.model import Labels

HERE: Final = Path(__file__).parent
TRAINED_ON: Final = (1, 2, 3, 5)
SHARES: Final = (0.0, 0.1, 0.2, 0.3, 0.4)
TABLE_2: Final = (5, 11, 17, 23, 33)
ROUNDS: Final = 5  # copies of a site's training pages, each with different anomalies, so that there are 33
TESTS: Final = 3  # copies of a site's test pages: some hold only ten records, of which one would be 5 %


class Wrapper(Protocol):
    """The result of a learner on labelled pages."""

    def extract(self, text: str) -> list[Labels]:
        """Return the records of a page."""


class Masks:
    """A mask with the interface of the other wrappers."""

    def __init__(self, pages: Sequence[LabelledPage]) -> None:
        self.reader = MaskReader(learn_mask(pages))

    def extract(self, text: str) -> list[Labels]:
        """Return the records of a page, without their errors."""
        return [
            tuple(label_of([(one.start, one.end) for one in cell.values]) if cell else None for cell in record)
            for record in self.reader.read(text)
        ]


MASKS: Final = "masks"
RIVAL: Final = "SoftMealy"
LEARNERS: Final[dict[str, Callable[[Sequence[LabelledPage]], Wrapper | None]]] = {
    MASKS: Masks,
    RIVAL: learn_softmealy,
    "SoftMealy, one-sided": learn_one_sided,
    "LR": learn_lr,
    "HLRT": learn_hlrt,
    "masks as published": learn_published,
}


UNSEEN_PAGES: Final = 3
ON_TODAY: Final = (MASKS, RIVAL, "SoftMealy, one-sided")
TODAY_SHARES: Final = (0.0, 0.2)


class Score(NamedTuple):
    """Recall and precision of cells and of records, in percent."""

    cell_recall: float
    cell_precision: float
    recall: float
    precision: float

    def show_cells(self) -> str:
        """Return recall and precision of cells, for a table."""
        return f"{self.cell_recall:.1f} / {self.cell_precision:.1f}"

    def show_records(self) -> str:
        """Return recall and precision of records, for a table."""
        return f"{self.recall:.1f} / {self.precision:.1f}"


Scores: TypeAlias = "dict[tuple[str, int], Score]"
"""Scores by learner and number of training pages, on one site or on average."""

Show: TypeAlias = "Callable[[Score], str]"
Distance: TypeAlias = "Callable[[Scores, int], float]"


def load(shared: Path) -> dict[str, list[LabelledPage]]:
    """Return WIEN's labelled pages by site."""
    root = shared / "corpus"
    labels = root / "labels" / "wien.jsonl"
    sites = dict.fromkeys(json.loads(line)["site"] for line in labels.read_text("utf-8").splitlines())
    return {site: read_labels(labels, root, site=site) for site in sites}


def score(wrapper: Wrapper | None, pages: Sequence[LabelledPage]) -> Score:
    """Return how well a wrapper reads some pages; without a wrapper, nothing is found."""
    cells = [0, 0, 0]
    records = [0, 0, 0]
    for page in pages:
        found = wrapper.extract(page.text) if wrapper is not None else []
        _add(cells, _cells(page.records), _cells(found))
        _add(records, set(page.records), set(found))
    return Score(*_shares(cells), *_shares(records))


def _cells(records: Sequence[Labels]) -> set[tuple[int, tuple[int, int]]]:
    return {(number, place) for record in records for number, label in enumerate(record) for place in places_in(label)}


def _add(sums: list[int], truth: AbstractSet[Hashable], found: AbstractSet[Hashable]) -> None:
    sums[0] += len(truth & found)
    sums[1] += len(truth)
    sums[2] += len(found)


def _shares(sums: Sequence[int]) -> tuple[float, float]:
    """Return recall and precision in percent; both are 0 if nothing was found."""
    right, truth, found = sums
    return 100 * right / max(1, truth), 100 * right / max(1, found)


def clean(pages: Sequence[LabelledPage]) -> Scores:
    """Return the scores of every learner and number of training pages on one site."""
    return {
        (name, count): score(learn(pages[:count]), pages[count:])
        for name, learn in LEARNERS.items()
        for count in TRAINED_ON
    }


def anomalous(share: float, pages: Sequence[LabelledPage]) -> Scores:
    """Return the scores of every learner and number of training pages on one site with anomalies in a share of the records.

    A fifth of the pages is kept for testing; the others are used for training in several copies, each with different anomalies.
    """
    held = max(2, len(pages) // 5)
    test = [corrupt(page, share, -copy) for copy in range(TESTS) for page in pages[-held:]]
    train = [corrupt(page, share, seed) for seed in range(1, ROUNDS + 1) for page in pages[:-held]]
    return {(name, count): score(learn(train[:count]), test) for name, learn in LEARNERS.items() for count in TABLE_2}


def unseen(pages: Sequence[LabelledPage]) -> Scores:
    """Return the scores of every learner on one site, from clean pages, by the percentage of tested records with anomalies."""
    train, rest = pages[:UNSEEN_PAGES], pages[UNSEEN_PAGES:]
    learned = {name: learn(train) for name, learn in LEARNERS.items()}
    return {
        (name, round(100 * share)): score(wrapper, [corrupt(page, share, -n) for n in range(TESTS) for page in rest])
        for name, wrapper in learned.items()
        for share in SHARES
    }


def share_table(scores: Scores, names: Iterable[str], shares: Sequence[float], show: Show) -> str:
    """Return a table of scores by the share of records with anomalies, one row per learner."""
    rows = [[name, *(show(scores[name, round(100 * share)]) for share in shares)] for name in names]
    return table(["anomalies", *(f"{share:.0%}" for share in shares)], rows)


def today(paths: list[Path]) -> Scores | None:
    """Return the scores of some learners on a modern site, by the percentage of records with anomalies, if it has labels."""
    pages = labelled(paths)
    if not pages:
        return None
    return {
        (name, round(100 * share)): score(
            LEARNERS[name]([corrupt(page, share, 1) for page in pages[:2]]),
            [corrupt(page, share) for page in pages[2:]],
        )
        for name in ON_TODAY
        for share in TODAY_SHARES
    }


def mean(scores: Iterable[Score]) -> Score:
    """Return the mean of some scores."""
    return Score(*(fmean(column) for column in zip(*scores, strict=True)))


def over_sites(found: Sequence[Scores]) -> Scores:
    """Return the mean over all sites."""
    return {key: mean(scores[key] for scores in found) for key in found[0]}


def mean_table(scores: Scores, show: Show) -> str:
    """Return the means on clean pages: one row per learner, one column per number of training pages."""
    rows = [[name, *(show(scores[name, count]) for count in TRAINED_ON)] for name in LEARNERS]
    return table(["trained on", *map(_pages, TRAINED_ON)], rows)


def _pages(count: int) -> str:
    return f"{count} page{'s' * (count > 1)}"


def site_table(found: Mapping[str, Scores], show: Show) -> str:
    """Return the scores on clean pages: one row per site and number of training pages, one column per learner."""
    rows = [
        [site if count == TRAINED_ON[0] else "", count, *(show(scores[name, count]) for name in LEARNERS)]
        for site, scores in found.items()
        for count in TRAINED_ON
    ]
    return table(["site", "training pages", *LEARNERS], rows)


def anomaly_table(means: Mapping[float, Scores], show: Show, distance: Distance) -> str:
    rows = [
        [
            f"{share:.0%}" if count == TABLE_2[0] else "",
            count,
            *(show(scores[name, count]) for name in LEARNERS),
            f"{distance(scores, count):+.1f}",
        ]
        for share, scores in means.items()
        for count in TABLE_2
    ]
    return table(["anomalies", "training pages", *LEARNERS, "masks − SoftMealy"], rows)


def ahead(scores: Scores, count: int) -> float:
    """Return by how many points of record recall masks are ahead of SoftMealy."""
    return scores[MASKS, count].recall - scores[RIVAL, count].recall


def ahead_in_cells(scores: Scores, count: int) -> float:
    """Return by how many points of cell recall masks are ahead of SoftMealy."""
    return scores[MASKS, count].cell_recall - scores[RIVAL, count].cell_recall


def distance_table(sites: Iterable[str], worse: Mapping[float, Sequence[Scores]]) -> str:
    """Return the lead of masks over SoftMealy on each site, averaged over the numbers of training pages."""
    rows = [
        [site, *(f"{fmean(ahead(found[number], count) for count in TABLE_2):+.1f}" for found in worse.values())]
        for number, site in enumerate(sites)
    ]
    return table(["site", *(f"{share:.0%}" for share in worse)], rows)


def verdict(means: Mapping[float, Scores]) -> str:
    """Return, for each share of anomalies, with how many training pages masks are ahead of SoftMealy, and how far."""
    rows = []
    for share, scores in means.items():
        distances = [ahead(scores, count) for count in TABLE_2]
        better = [str(count) for count, distance in zip(TABLE_2, distances, strict=True) if distance > 0]
        reach = f"{min(distances):+.1f} to {max(distances):+.1f}"
        rows.append([f"{share:.0%}", "all" if len(better) == len(TABLE_2) else ", ".join(better) or "none", reach])
    return table(["anomalies", "training pages with which masks are ahead", "masks − SoftMealy"], rows)


def measured(
    sites: Mapping[str, Sequence[LabelledPage]], workers: int
) -> tuple[list[Scores], dict[float, list[Scores]]]:
    """Return the scores of each site: on clean pages, and with each share of anomalies."""
    jobs = list(product(SHARES, sites.values()))
    with ProcessPoolExecutor(workers) as pool:
        worse = pool.map(anomalous, *zip(*jobs, strict=True))
        plain = list(pool.map(clean, sites.values()))
        by_share: dict[float, list[Scores]] = defaultdict(list)
        for (share, _), scores in zip(jobs, worse, strict=True):
            by_share[share].append(scores)
    return plain, by_share


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("shared", type=Path)
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    options = parser.parse_args()
    sites = load(options.shared)
    with ProcessPoolExecutor(options.workers) as pool:
        new = list(pool.map(unseen, sites.values()))
        modern = [one for one in pool.map(today, sites_of_today(options.shared).values()) if one is not None]
    plain, worse = measured(sites, options.workers)
    means = {share: over_sites(found) for share, found in worse.items()}
    by_site = dict(zip(sites, plain, strict=True))
    text = TEXT.format(
        sites=len(sites),
        pages=sum(map(len, sites.values())),
        tests=TESTS,
        means=mean_table(over_sites(plain), Score.show_records),
        cell_means=mean_table(over_sites(plain), Score.show_cells),
        records=site_table(by_site, Score.show_records),
        cells=site_table(by_site, Score.show_cells),
        anomalies=anomaly_table(means, Score.show_records, ahead),
        anomaly_cells=anomaly_table(means, Score.show_cells, ahead_in_cells),
        distances=distance_table(sites, worse),
        verdict=verdict(means),
        modern=len(modern),
        today=share_table(over_sites(modern), ON_TODAY, TODAY_SHARES, Score.show_records),
        today_cells=share_table(over_sites(modern), ON_TODAY, TODAY_SHARES, Score.show_cells),
        unseen=share_table(over_sites(new), LEARNERS, SHARES, Score.show_records),
    )
    print(text)
    curves = {f"{share:.0%} anomalies": {n: ahead(scores, n) for n in TABLE_2} for share, scores in means.items()}
    (HERE / "fuzzy.md").write_text(text, "utf-8")
    (HERE / "fuzzy-distance.svg").write_text(draw_distance(curves), "utf-8")


TEXT: Final = """# Fuzzy masks beside other learners

Written by `benchmarks/quality/fuzzy.py`, and again by `python benchmarks/quality/fuzzy.py ../shared` (a few minutes; it is part
of `make quality`): {pages} labelled pages of WIEN's {sites} sites.  The learners:

* **masks**: ours, with the departures from the paper that `wrapture.reading.masks` lists;
* **SoftMealy** (Hsu and Dung 1998), a transducer that goes from field to field by rules on what stands beside them, made from
  what we know of it, without the paper at hand (`baselines/softmealy.py` says which choices were made);
* **SoftMealy, one-sided**: a stronger variant, whose rules leave out one side of a separator where the other is enough;
* **LR** and **HLRT** (Kushmerick 2000), the same strings left and right of each field, for HLRT after a head and before a tail;
* **masks as published** (Boughamoura, Omri and Youssef 2012), without our departures.

A cell is right when it begins and ends exactly at its label, a record when all its cells are right and none is missing or too
many.  Figures are percentages, *found / right*: of the true ones those that were found, of the found ones those that are true.

## What the figures say

Records found, masks − SoftMealy in points, by the share of records with anomalies:

{verdict}
* On clean pages masks need fewer of them.  SoftMealy has caught up with three pages, but for values that begin unlike all
  labelled ones, such as titles in quotes on wien-s5: its rules look at a value's first token, which for masks counts little.
* With anomalies masks are ahead of SoftMealy at every step.  The distance does not grow with the number of pages as in the
  paper, since a transition for each order of the fields is shown often enough by then; it is largest with few pages.
* The distance is larger still where no anomaly was seen in training: the transducer has no transition for it.
* A simple learner can be better on clean pages: SoftMealy's one-sided variant, LR and HLRT read WIEN's without an error from
  one page on, and WIEN's sites were chosen for LR and HLRT.  Fields that are misspelt in training leave these two without a
  wrapper, on more sites the more pages there are.
* On pages of today, with labels that are not all right themselves, masks find more cells and, with anomalies, more records than
  SoftMealy, but more that are wrong, too: they always find something like what they look for.
* The paper's own masks find hardly a record in any reading of it that we tried: by the classes of all lexemes of a tuple's
  length neighbouring positions look alike.  That is what our departures are for.

## Clean pages

Trained on the first pages of a site, tested on the others; means over the sites.  Records, found / right:

{means}
Cells, found / right:

{cell_means}
## With anomalies

Fields are dropped, swapped and misspelt in a share of the records (`baselines/anomalies.py`), in training and in testing, as
in the paper's Table 2.  A fifth of each site's pages is tested on, in {tests} copies with other anomalies; the others are
trained on, beyond the first five to eight in further copies with other anomalies too (without anomalies these are the same
pages again).  Means over the sites.  Records, found / right:

![How far masks are ahead of SoftMealy](fuzzy-distance.svg)

{anomalies}
Cells, found / right:

{anomaly_cells}
By site: records found, masks − SoftMealy, on average over the numbers of training pages:

{distances}
## Anomalies that were never seen

Trained on three clean pages, tested on the others with anomalies, in {tests} copies.  Records, found / right:

{unseen}
## Pages of today

{modern} sites of the other development pages that have three pages or more, labelled with what a wrapper of the rows learner
finds (`today.py`): trained on two pages, tested on the others.  Records, found / right:

{today}
Cells, found / right:

{today_cells}
## Clean pages, by site

Records, found / right:

{records}
Cells, found / right:

{cells}"""


if __name__ == "__main__":
    main()
