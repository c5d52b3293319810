"""The pages that survive from the papers' experiments, and how answers on them are scored.

None of the papers' own collections is left whole.  What stands in for them:

* search engines that a paper names, one page each of 1999 to 2004 (`ENGINES`, from ViNTs' data sets 1 and 3);
* ten sites of WIEN's test bed, seven to ten pages each; IEPAD's Okra, BigBook, IAF and QuoteServer are not among them;
* ViNTs' data sets 1 and 3 themselves, one page a site.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Final, NamedTuple

from common import Row, Score, load_gold, load_scorer, read
from paper_data import Missing

from wrapture import api
from wrapture.learning.learners import LEARNERS
from wrapture.learning.tiebreaker import without_tiebreakers

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from wrapture.html.page import Page
    from wrapture.model import Record

ENGINES: Final = {
    "AltaVista": "vints1/general_altavista_billclinton.html",
    "Excite": "vints1/general_excite_boat.html",
    "Galaxy": "vints1/general_galaxy_cancer.html",
    "HotBot": "vints1/general_hotbot_cancer.html",
    "Infoseek": "vints3/29_infoseek.html",
    "Metacrawler": "vints1/general_MetaCrawler_cancer.html",
    "MSN": "vints1/general_msn_car.html",
    "Openfind": "vints1/general_openfind_cancer.html",
    "Webcrawler": "vints1/general_webcrawler_cancer.html",
    "Yahoo": "vints1/general_yahoo_bill_clinton.html",
}
GONE: Final = Missing("no page of it survives in the corpora")
NOT_IN_PAPER: Final = Missing("not in the paper")


class Site(NamedTuple):
    """Some pages under one name: those of a site, or the one page of an engine."""

    name: str
    rows: tuple[Row, ...]


def engines(shared: Path) -> list[Site]:
    """Return the search engines of the papers, one page each."""
    by_page = {row["page"].removeprefix("lists/"): row for row in load_gold(shared)}
    return [Site(name, (by_page[page],)) for name, page in ENGINES.items()]


def sites(shared: Path, source: str, at_least: int = 1) -> list[Site]:
    """Return the sites of a source with at least this many pages."""
    found: dict[str, list[Row]] = defaultdict(list)
    for row in load_gold(shared):
        if row["source"] == source:
            found[row["site"]].append(row)
    return [Site(name, tuple(rows)) for name, rows in sorted(found.items(), key=_number) if len(rows) >= at_least]


def _number(site: tuple[str, object]) -> tuple[int, str]:
    """Return the sort key of a site: wien-s3 comes before wien-s13."""
    return len(site[0]) if site[0].startswith("wien") else 0, site[0]


def score(shared: Path, row: Row, page: Page, records: Sequence[Record]) -> Score:
    """Return the scorer's figures for some records of a page."""
    answer = [
        {"text": page.texts_of(record), "fields": {"links": [x for span in record for x in page.links(span)]}}
        for record in records
    ]
    found: Score = load_scorer(shared).score_page(row, answer)
    return found


def f1_of(found: Score) -> float:
    """Return the page F1 of a score."""
    return 2 * found["found"] / max(1, found["gold"] + found["predicted"])


def is_perfect(found: Score) -> bool:
    """Return whether all records were found, and nothing else."""
    return found["found"] == found["gold"] == found["predicted"]


def true_records(shared: Path, row: Row, page: Page) -> tuple[Record, ...]:
    """Return where the true records are: the best of all candidates by the gold, which names texts but no places."""
    learners = without_tiebreakers(LEARNERS["all"])
    best: tuple[float, tuple[Record, ...]] = (0.0, ())
    for candidate in api.discover(page, learner=learners):
        found = score(shared, row, page, candidate.records[0])
        if f1_of(found) > best[0]:
            best = f1_of(found), candidate.records[0]
        if is_perfect(found):
            break
    return best[1]


def retrieval(scores: Sequence[Score]) -> float:
    """Return IEPAD's retrieval rate: desired records extracted, of all desired ones, in percent."""
    return 100 * sum(one["found"] for one in scores) / max(1, sum(one["gold"] for one in scores))


def accuracy(scores: Sequence[Score]) -> float:
    """Return IEPAD's accuracy rate: desired records extracted, of all extracted ones, in percent."""
    return 100 * sum(one["found"] for one in scores) / max(1, sum(one["predicted"] for one in scores))


def rates(scores: Sequence[Score]) -> str:
    """Return retrieval and accuracy, for a table."""
    return f"{retrieval(scores):.1f} / {accuracy(scores):.1f}"


def read_site(shared: Path, site: Site) -> list[Page]:
    """Return the pages of a site."""
    return [read(shared, row) for row in site.rows]
