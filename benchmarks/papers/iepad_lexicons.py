"""Lexicons, which IEPAD names as future work: what words of the domain change on the next page of a site."""

from __future__ import annotations

from collections import Counter
from functools import partial
from statistics import fmean
from typing import TYPE_CHECKING, Final

from common import Row, Score, read
from paper_data import Missing, PaperTable
from paper_pages import Site, f1_of, is_perfect, score, sites, true_records
from paper_runs import Corpora, Step

from wrapture import api
from wrapture.model.lexicon import Lexicon, words_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from paper_data import PaperFigure

    from wrapture.html.page import Page

TERMS: Final = 30


def lexicon_effect(shared: Path, site: Site) -> tuple[str, Score, Score, Score]:
    """Return the scores on a site's second page: the first answer, with words of its first page's records, and the best.

    The words are those that stand in the most records of the first page and nowhere else on it: what a person who knows
    the domain would write down.
    """
    first, second = read(shared, site.rows[0]), read(shared, site.rows[1])
    lexicon = Lexicon(tuple(domain_terms(shared, site.rows[0], first)))
    row = site.rows[1]
    found = [score(shared, row, second, one.records[0]) for one in api.discover(second)]
    helped = api.discover(second, lexicon=lexicon)
    none = score(shared, row, second, ())
    with_terms = score(shared, row, second, helped[0].records[0]) if helped else none
    return row["source"], found[0] if found else none, with_terms, max(found, key=f1_of, default=none)


def domain_terms(shared: Path, row: Row, page: Page) -> list[str]:
    """Return words of a page's true records that stand nowhere else on it, the most frequent first."""
    texts = [page.texts_of(record) for record in true_records(shared, row, page)]
    within = Counter(word for text in texts for word in set(words_of(text)))
    everywhere = Counter(words_of(page.text(page.body)))
    inside = Counter(word for text in texts for word in words_of(text))
    own = [word for word, _ in within.most_common() if everywhere[word] <= inside[word] and not word.isdigit()]
    return own[:TERMS]


def lexicons(corpora: Corpora) -> dict[str, PaperTable | PaperFigure]:
    """Return what a lexicon changes on the second page of a site."""
    shared = corpora.shared
    chosen = [*sites(shared, "wien", 2), *sites(shared, "estuka2017", 2)]
    found = corpora.map("iepad lexicons", partial(lexicon_effect, shared), chosen)
    head = ("source", "sites", "paper", "first answer: page F1, perfect", "with a lexicon", "best candidate")
    rows = []
    for source in ("wien", "estuka2017"):
        some = [one[1:] for one in found if one[0] == source]
        if some:
            cells = (_f1_and_perfect([one[n] for one in some]) for n in range(3))
            rows.append((source, len(some), Missing("named as future work"), *cells))
    return {"iepad-lexicons": PaperTable(head, tuple(rows))}


def _f1_and_perfect(scores: Sequence[Score]) -> str:
    return f"{100 * fmean(map(f1_of, scores)):.1f}, {100 * fmean(map(is_perfect, scores)):.1f}"


STEPS: Final = (Step("iepad lexicons", ("iepad-lexicons",), lexicons, lexicons),)
