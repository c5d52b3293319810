"""The experiments with PAT trees of 1999: Tables 1 to 4 of [1]_, each heuristic left out, and fragments merged.

.. [1] Chang, Hsu: Automatic extraction of information blocks using PAT trees. 1999.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise
from statistics import fmean
from typing import TYPE_CHECKING, Final, NamedTuple

from common import Row, load_gold, read
from paper_data import NOT_AGAIN, Cell, Missing, PaperTable
from paper_pages import ENGINES, GONE, NOT_IN_PAPER, score, true_records
from paper_runs import Corpora, Step
from pat_trees_numbers import PAPER_1, PAPER_2, PAPER_3, PAPER_4

from wrapture import api
from wrapture.algo.maximal_repeats import Repeat, maximal_repeats
from wrapture.algo.regularity import in_vicinity, localization, variance
from wrapture.html.tokens import (
    ALL_TAG,
    NO_LOGICAL,
    NO_PHYSICAL,
    NO_SPECIAL,
    begins_with_end_tag,
    holds_text,
    tokens_of,
)

if TYPE_CHECKING:
    from pathlib import Path

    from paper_data import PaperFigure

    from wrapture.html.page import Page
    from wrapture.html.tokens import Encoding, TokenString
    from wrapture.model import Record

REGULAR: Final = 0.5  # ε
STRICT, LOOSE = 0.45, 0.15  # θ
MIN_COUNT: Final = 3  # the paper names no bound; with two, hundreds of repeats of a menu and a footer are left
THIRD: Final = 1 / 3
"""A record counts as enumerated if this share of its content is part of the repeated pattern."""
SOURCES: Final[dict[str, Callable[[Row], bool]]] = {
    "search engines of ViNTs' set 1": lambda row: "/general_" in row["page"],
    "ViNTs' set 1": lambda row: row["source"] == "vints1",
    "ViNTs' set 3": lambda row: row["source"] == "vints3",
    "WIEN": lambda row: row["source"] == "wien",
    "search pages of 2017": lambda row: row["source"] == "estuka2017",
    "court lists": lambda row: row["source"] == "juriscraper",
}
ALL: Final = "all pages"

Criterion = Callable[[str, Repeat], bool]
CRITERIA: Final[dict[str, Criterion]] = {
    "regularity": lambda _, one: variance(one.positions) < REGULAR,
    "vicinity": lambda _, one: in_vicinity(one.positions, one.length),
    "localization": lambda _, one: localization(one.positions, one.length) > STRICT,
    "H1": lambda s, one: holds_text(_text(s, one)),
    "H2": lambda s, one: not begins_with_end_tag(_text(s, one)),
    "H3": lambda s, one: not holds_text(_text(s, one)[0]),
}
FRAGMENTS: Final = ("regularity", "vicinity", "H1")
"""What a fragment of a record must pass: it may cover little of the page, and begin with an end tag."""
DEFAULT: Final = ("regularity", "vicinity", "localization", "H1", "H2")


def _text(s: str, one: Repeat) -> str:
    return s[one.positions[0] : one.positions[0] + one.length]


class Funnel(NamedTuple):
    """How many repeats are left after each criterion, and the records that the best of the last enumerates."""

    sistrings: int
    maximal: int
    left: tuple[int, ...]
    enumerated: int
    best_density: float
    whole: int


class Measured(NamedTuple):
    """One page: its true records, and its funnels by name; merged and today count whole records."""

    page: str
    gold: int
    funnels: dict[str, Funnel]
    fragments: tuple[int, int, int, int]
    today: int


def measure_page(shared: Path, row: Row) -> Measured:
    page = read(shared, row)
    records = true_records(shared, row, page)
    work = _Page(shared, row, page, records)
    funnels = {
        "table 1": work.funnel(ALL_TAG, DEFAULT),
        "table 2": work.funnel(ALL_TAG, (*DEFAULT, "H3")),
        "table 3": work.funnel(ALL_TAG, DEFAULT, LOOSE),
        **{f"without {name}": work.funnel(ALL_TAG, tuple(n for n in DEFAULT if n != name)) for name in DEFAULT},
        **{e.name: work.funnel(e, DEFAULT) for e in (ALL_TAG, NO_LOGICAL, NO_SPECIAL, NO_PHYSICAL)},
    }
    return Measured(row["page"], len(row["records"]), funnels, work.fragments(ALL_TAG), found_today(shared, row, page))


def measure_today(shared: Path, row: Row) -> Measured:
    """Return a page without its funnels."""
    return Measured(row["page"], len(row["records"]), {}, (0, 0, 0, 0), found_today(shared, row, read(shared, row)))


def found_today(shared: Path, row: Row, page: Page) -> int:
    """Return how many records the first answer of all learners has right."""
    first = next(iter(api.discover(page)), None)
    found: int = score(shared, row, page, first.records[0])["found"] if first else 0
    return found


class _Page:
    """A page with its true records, and the repeats of its token strings; what a repeat finds is computed once."""

    def __init__(self, shared: Path, row: Row, page: Page, records: Sequence[Record]) -> None:
        self.shared, self.row, self.page, self.records = shared, row, page, records
        self.known_whole: dict[object, int] = {}

    def funnel(self, encoding: Encoding, names: Sequence[str], bound: float = STRICT) -> Funnel:
        """Return the funnel of some criteria in turn; with H3, H2 and H3 apply while the tree is built."""
        tokens = tokens_of(self.page, encoding)
        skipped = ("H2", "H3") if "H3" in names else ()
        kept = repeats = self.passing(encoding, skipped)
        left = []
        for name in names:
            if name not in skipped:
                check = CRITERIA[name] if name != "localization" else _localized(bound)
                kept = [one for one in kept if check(tokens.symbols, one)]
                left.append(len(kept))
        counts = [(self.enumerated(tokens, one), localization(one.positions, one.length)) for one in kept]
        most, dense = max(counts, default=(0, 0.0))
        whole = max((self.whole(encoding, one.positions, one.length) for one in kept), default=0)
        return Funnel(_indexed(tokens.symbols, names), len(repeats), tuple(left), most, dense, whole)

    def passing(self, encoding: Encoding, names: Sequence[str]) -> list[Repeat]:
        """Return the maximal repeats that pass some criteria."""
        s = tokens_of(self.page, encoding).symbols
        found = maximal_repeats(s, MIN_COUNT, 1)
        return [one for one in found if all(CRITERIA[name](s, one) for name in names)]

    def enumerated(self, tokens: TokenString, one: Repeat) -> int:
        """Return how many true records have a third of their tokens in occurrences of the repeat."""
        found = 0
        for record in self.records:
            start, stop = tokens.slice_nodes(record[0].start, record[-1].stop)
            first, last = bisect_left(one.positions, start - one.length + 1), bisect_right(one.positions, stop - 1)
            covered = {n for p in one.positions[first:last] for n in range(max(p, start), min(p + one.length, stop))}
            found += first < last and len(covered) >= THIRD * max(1, stop - start)
        return min(found, len(self.row["records"]))

    def whole(self, encoding: Encoding, positions: Sequence[int], length: int) -> int:
        """Return how many records are right by our scorer, if each reaches from one occurrence to the next."""
        key = encoding.name, tuple(positions), length
        if key not in self.known_whole:
            tokens = tokens_of(self.page, encoding)
            ends = [*positions[1:], positions[-1] + max(length, min(b - a for a, b in pairwise(positions)))]
            spans = [tokens.span(a, min(b, len(tokens.symbols))) for a, b in zip(positions, ends, strict=True)]
            found = score(self.shared, self.row, self.page, [(span,) for span in spans if span])
            self.known_whole[key] = found["found"]
        return self.known_whole[key]

    def fragments(self, encoding: Encoding) -> tuple[int, int, int, int]:
        """Return the whole records of the best fragment and of the best merged chain, and how many there are of each."""
        kept = self.passing(encoding, FRAGMENTS)
        chains = merge_fragments(kept)
        alone = max((self.whole(encoding, one.positions, one.length) for one in kept), default=0)
        merged = max((self.whole(encoding, *chain) for chain in chains), default=0)
        return alone, merged, len(kept), len(chains)


def merge_fragments(repeats: Sequence[Repeat]) -> list[tuple[Sequence[int], int]]:
    """Return the records of fragments that take turns, as the places where they begin and the reach of their fragments.

    Fragments of one record occur equally often, each once before the first occurs again.  The record begins with the first.
    """
    by_count: dict[int, list[Repeat]] = {}
    for one in repeats:
        by_count.setdefault(len(one.positions), []).append(one)
    merged: list[tuple[Sequence[int], int]] = []
    for some in by_count.values():
        left = sorted(some, key=lambda one: one.positions[0])
        while left:
            first = left[0].positions
            chain = [one for one in left if _takes_turns(first, one.positions)]
            merged.append((first, max(one.positions[0] + one.length for one in chain) - first[0]))
            left = [one for one in left if one not in chain]
    return merged


def _takes_turns(first: Sequence[int], other: Sequence[int]) -> bool:
    """Return whether the other occurs once from each occurrence of the first to the next."""
    return all(a <= b for a, b in zip(first, other, strict=True)) and all(
        b < a for a, b in zip(first[1:], other, strict=False)
    )


def _localized(bound: float) -> Criterion:
    return lambda _, one: localization(one.positions, one.length) > bound


def _indexed(symbols: str, names: Sequence[str]) -> int:
    """Return how many sistrings are indexed: with H3, those that begin with an end tag or a text are skipped."""
    if "H3" not in names:
        return len(symbols)
    return sum(not begins_with_end_tag(one) and not holds_text(one) for one in symbols)


# --- tables ---


def tables(corpora: Corpora) -> dict[str, PaperTable | PaperFigure]:
    """Return Tables 1 to 4, the table without each criterion, and the recall by both rules."""
    rows = load_gold(corpora.shared)
    found = corpora.map("pat trees", partial(measure_page, corpora.shared), rows)
    groups = _groups(found, rows)
    return {
        "pat-table-1": _funnel_table(groups, "table 1", PAPER_1, (4.8, 74.0)),
        "pat-table-2": _funnel_table(groups, "table 2", PAPER_2, (3.2, 60.0)),
        "pat-table-3": _loose_table(groups),
        "pat-table-4": _encoding_table(found),
        "pat-criteria": _criteria_table(found),
        "pat-recall": _recall_table(groups),
    }


def recall_today(corpora: Corpora) -> dict[str, PaperTable | PaperFigure]:
    """Return the recall of all learners; the rest of its table is left out."""
    rows = load_gold(corpora.shared)
    found = corpora.map("pat trees today", partial(measure_today, corpora.shared), rows)
    return {"pat-recall": _recall_table(_groups(found, rows))}


def _groups(found: Sequence[Measured], rows: Sequence[Row]) -> Groups:
    """Return the pages of each of the paper's engines, and of each source."""
    of_page = {one.page.removeprefix("lists/"): one for one in found}
    by_row = {row["page"]: row for row in rows}
    groups: dict[str, list[Measured]] = {name: [] for name in PAPER_1}
    groups |= {name: [of_page[page]] for name, page in ENGINES.items() if name in PAPER_1 and page in of_page}
    groups |= {name: [one for one in found if belongs(by_row[one.page])] for name, belongs in SOURCES.items()}
    groups[ALL] = list(found)
    return groups


Groups = dict[str, list[Measured]]
STAGES: Final = ("sistrings", "maximal", "regularity", "vicinity", "localization", "H1 and H2", "recall")


def _recall(pages: Sequence[Measured], name: str) -> float:
    return 100 * sum(one.funnels[name].enumerated for one in pages) / max(1, sum(one.gold for one in pages))


def _funnel_table(
    groups: Groups, name: str, paper: dict[str, tuple[float, ...]], means: tuple[float, float]
) -> PaperTable:
    """Return a table with two figures a cell, the paper's and ours; a dash where one of them has no such source."""
    rows: list[tuple[Cell, ...]] = []
    for group, pages in groups.items():
        beside = _beside(group, paper, means)
        own = _funnel_cells(pages, name) if pages else ["–"] * len(STAGES)
        cells = (f"{a}, {b}" for a, b in zip(beside, own, strict=True))
        rows.append((group, len(pages) or "none survives", *cells))
    return PaperTable(("source", "pages", *(f"{stage}: paper, ours" for stage in STAGES)), tuple(rows))


def _beside(group: str, paper: dict[str, tuple[float, ...]], means: tuple[float, float]) -> list[str]:
    """Return the paper's figures for a row."""
    if group in paper:
        return [f"{one:.1f}" for one in paper[group]]
    known = [f"{one:.1f}" for one in means] if group == ALL else []
    return ["–"] * (len(STAGES) - len(known)) + known


def _funnel_cells(pages: Sequence[Measured], name: str) -> list[str]:
    """Return our figures: means a page, and the recall over all records."""
    some = [one.funnels[name] for one in pages]
    left = [fmean(one.left[n] for one in some) for n in range(len(some[0].left))]
    stages = [*left[:3], left[-1]]
    sizes = fmean(one.sistrings for one in some), fmean(one.maximal for one in some)
    return [f"{one:.1f}" for one in (*sizes, *stages, _recall(pages, name))]


def _loose_table(groups: Groups) -> PaperTable:
    stages = ("localization", "H1 and H2", "recall", "density")
    head = ("source", "pages", *(name for stage in stages for name in (f"{stage}: paper", f"{stage}: ours")))
    rows: list[tuple[Cell, ...]] = []
    for group, pages in groups.items():
        beside: tuple[Cell, ...] = PAPER_3.get(group, (NOT_IN_PAPER,) * 4)
        if group == ALL:
            beside = (Missing("the paper gives no mean"), 8.4, 85.0, Missing("the paper gives no mean"))
        own: tuple[Cell, ...] = (GONE,) * 4
        if pages:
            some = [one.funnels["table 3"] for one in pages]
            dense = fmean(one.best_density for one in some)
            own = (
                fmean(one.left[2] for one in some),
                fmean(one.left[-1] for one in some),
                _recall(pages, "table 3"),
                dense,
            )
        rows.append((group, len(pages), *(cell for pair in zip(beside, own, strict=True) for cell in pair)))
    return PaperTable(head, tuple(rows))


def _encoding_table(found: Sequence[Measured]) -> PaperTable:
    tokens = fmean(one.funnels["all-tag"].sistrings for one in found)
    pairs = ("sistrings", "patterns", "recall")
    head = ("encoding", *(name for one in pairs for name in (f"{one}: paper", f"{one}: ours")), "whole records")
    rows = []
    for name, (less, patterns, recall) in PAPER_4.items():
        some = [one.funnels[name] for one in found]
        fewer = 100 * (fmean(one.sistrings for one in some) / tokens - 1)
        mean, own = fmean(one.left[-1] for one in some), (_recall(found, name), _whole(found, name))
        rows.append((name, less, f"{fewer:+.1f} %".replace("-", "−"), patterns, mean, recall, *own))
    return PaperTable(head, tuple(rows))


def _whole(pages: Sequence[Measured], name: str) -> float:
    return 100 * sum(one.funnels[name].whole for one in pages) / max(1, sum(one.gold for one in pages))


def _criteria_table(found: Sequence[Measured]) -> PaperTable:
    head = ("criteria", "patterns", "recall, one third", "whole records")
    names = {"all but H3 (Table 1)": "table 1", "all (Table 2)": "table 2"}
    names |= {f"without {name}": f"without {name}" for name in DEFAULT}
    rows = [
        (title, fmean(one.funnels[name].left[-1] for one in found), _recall(found, name), _whole(found, name))
        for title, name in names.items()
    ]
    return PaperTable(head, tuple(rows))


def _recall_table(groups: Groups) -> PaperTable:
    head = (
        "source",
        "pages",
        "paper, one third",
        "ours, one third",
        "whole records, Table 1's best repeat",
        "best fragment",
        "best chain of fragments",
        "fragments, chains a page",
        "today, first answer",
    )
    rows: list[tuple[Cell, ...]] = []
    for group, pages in groups.items():
        paper: Cell = PAPER_1[group][-1] if group in PAPER_1 else 74.0 if group == ALL else NOT_IN_PAPER
        if not pages:
            rows.append((group, 0, paper, *(GONE,) * 6))
            continue
        gold = max(1, sum(one.gold for one in pages))
        today = 100 * sum(one.today for one in pages) / gold
        if not pages[0].funnels:
            rows.append((group, len(pages), paper, *(NOT_AGAIN,) * 5, today))
            continue
        alone, merged = (100 * sum(one.fragments[n] for one in pages) / gold for n in (0, 1))
        counts = ", ".join(f"{fmean(one.fragments[n] for one in pages):.0f}" for n in (2, 3))
        own = (_recall(pages, "table 1"), _whole(pages, "table 1"), alone, merged, counts, today)
        rows.append((group, len(pages), paper, *own))
    return PaperTable(head, tuple(rows))


STEPS: Final = (
    Step(
        "pat trees",
        ("pat-table-1", "pat-table-2", "pat-table-3", "pat-table-4", "pat-criteria", "pat-recall"),
        tables,
        recall_today,
    ),
)
