"""IEPAD's sources: Tables 1 to 3 of [1]_.

.. [1] Chang, Hsu, Lui: Automatic information extraction from semi-structured Web pages by pattern discovery. 2003.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import replace
from functools import partial
from itertools import combinations, takewhile
from statistics import fmean
from typing import TYPE_CHECKING, Final, NamedTuple

from common import Row, Score, answer_of, load_rows, read, read_file
from fuzzy import load
from level_columns import attributes_found, level_columns
from paper_data import Cell, Missing, PaperFigure, PaperTable
from paper_pages import GONE, NOT_IN_PAPER, engines, f1_of, rates, score, sites, true_records
from paper_runs import Corpora, Step
from published_iepad import Discoverer, scored_patterns

from wrapture import api
from wrapture.algo.regularity import density, variance
from wrapture.html.tokens import ALL_TAG, BLOCK_LEVEL, NO_LOGICAL, NO_PHYSICAL, NO_SPECIAL, encode, tokens_of
from wrapture.reading.reader import read_records
from wrapture.tasks.list_discovery import described_layout

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from wrapture.html.page import Page
    from wrapture.model import Record

TABLE_1: Final[dict[str, tuple[Cell, ...]]] = {
    "AltaVista": (10, 4, "yes", "no", 0.05, 0.62),
    "DirectHit": (10, 4, "yes", "no", 0.04, 0.20),
    "Excite": (10, 4, "yes", "no", 0.09, 0.89),
    "HotBot": (10.2, 4, "yes", "no", 0.24, 0.62),
    "Infoseek": (15, 3, "yes", "no", 0.12, 0.46),
    "MSN": (10, 3, "no", "no", 0.36, 0.27),
    "NorthernLight": (10, 3, "yes", "yes", 0.10, 0.86),
    "Sprinks": (20, 4, "yes", "no", 0.18, 0.30),
    "Webcrawler": (25, 3, "no", "no", 0.14, 0.97),
    "Yahoo": (20, 4, "yes", "no", 0.08, 0.56),
    "Okra": (18.5, 4, "yes", "no", 0.05, 1.00),
    "Bigbook": (14.2, 6, "no", "no", 0.00, 1.00),
    "IAF": (5.9, 6, "yes", "yes", 0.00, 0.80),
    "QuoteServer": (3.7, 18, "no", "no", 0.00, 1.00),
}
TABLE_3: Final[dict[str, tuple[int, int, int, int]]] = {
    "AltaVista": (6, 2, 4, 4),
    "DirectHit": (1, 1, 3, 4),
    "Excite": (3, 1, 4, 4),
    "HotBot": (5, 1, 4, 4),
    "Infoseek": (6, 1, 3, 3),
    "MSN": (4, 1, 3, 3),
    "NorthernLight": (8, 3, 3, 4),
    "Sprinks": (3, 1, 3, 4),
    "Webcrawler": (5, 2, 3, 3),
    "Yahoo": (9, 3, 4, 4),
    "Okra": (3, 2, 4, 4),
    "Bigbook": (3, 1, 5, 6),
    "IAF": (2, 2, 1, 3),
    "QuoteServer": (5, 2, 3, 18),
}
TABLE_2: Final = {
    "all-tag": (1023, 4.0, 584, 5.0),
    "no-physical": (839, 3.0, 473, 4.0),
    "no-logical": None,
    "no-special": (835, 3.0, 447, 3.9),
    "block-level": (639, 2.0, 333, 3.0),
}
TOP: Final = 5
NO_COLUMNS: Final = Missing("the gold of this page has no columns")
IN_ONE_TEXT: Final = Missing("several records stand in one text, which is one block-level token")


class SitePages(NamedTuple):
    """What was measured on one page: its true template, the patterns found, and how well the best of them does."""

    records: int
    attributes: int
    missing: bool
    template: tuple[float, float] | None
    unfiltered: int
    fixed: int
    adaptive: int
    best_fixed: Score
    best_adaptive: Score
    best_all_tag: Score
    first_today: Score
    best_today: Score
    levels: tuple[int, int, int]


def template_of(page: Page, records: Sequence[Record]) -> tuple[float, float] | None:
    """Return the variance of the records' places in the token string, and the density of their common prefix.

    None if block-level tokens don't tell the records apart: several of them in one text.
    """
    tokens = tokens_of(page, BLOCK_LEVEL)
    starts = [bisect_right(tokens.firsts, record[0].start) - 1 for record in records]
    if len(starts) < 2 or len(set(starts)) < len(starts):
        return None
    ends = [*starts[1:], tokens.slice(records[-1][-1])[1]]
    strings = [tokens.symbols[a:b] for a, b in zip(starts, ends, strict=True)]
    common = sum(1 for _ in takewhile(lambda symbols: len(set(symbols)) == 1, zip(*strings, strict=False)))
    return variance(starts), density(starts, common)


def measure_page(shared: Path, row: Row) -> SitePages:
    page = read(shared, row)
    records = true_records(shared, row, page)
    own = template_of(page, records)
    fixed, adaptive = Discoverer(), Discoverer(*own) if own else None
    cells = [list(record.get("cells", ())) for record in row["records"]]
    names = {name for one in cells for name in one}
    answers = [candidate.records[0] for candidate in api.discover(page)[:TOP]]
    today = [score(shared, row, page, answer) for answer in answers] or [score(shared, row, page, ())]
    return SitePages(
        len(row["records"]),
        len(names),
        any(len(one) < len(names) for one in cells),
        own,
        fixed.unfiltered(page),
        sum(1 for _ in fixed.runs(page)),
        sum(1 for _ in adaptive.runs(page)) if adaptive else 0,
        best_of(shared, row, page, fixed),
        best_of(shared, row, page, adaptive) if adaptive else score(shared, row, page, ()),
        best_of(shared, row, page, Discoverer(encoding=ALL_TAG)),
        today[0],
        max(today, key=f1_of),
        _levels(shared, row, page, records),
    )


def best_of(shared: Path, row: Row, page: Page, discoverer: Discoverer) -> Score:
    """Return the score of the best pattern on the page it was discovered on."""
    found = [one for one, _ in scored_patterns(shared, row, page, discoverer)]
    return max(found, key=f1_of, default=score(shared, row, page, ()))


def _levels(shared: Path, row: Row, page: Page, records: Sequence[Record]) -> tuple[int, int, int]:
    """Return the attributes that one and two levels of alignment separate, and those that the columns of today hold."""
    if not row["columns"] or not records:
        return 0, 0, 0
    table = answer_of(read_records(described_layout(page, records), page, records))
    today = [{_kind(name, value): _flat(value) for name, value in one["fields"].items() if value} for one in table]
    divided = (level_columns(page, records, 1), level_columns(page, records, 2), today)
    one, two, ours = (attributes_found(shared, row, cells)[0] for cells in divided)
    return one, two, ours


def _flat(value: object) -> str:
    return " ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


def _kind(name: str, value: object) -> str:
    return f"link {name}" if "/" in _flat(value) else name


def table_1_and_3(corpora: Corpora) -> dict[str, PaperTable | PaperFigure]:
    """Return Tables 1 and 3: one row for each of the paper's sources, then WIEN's sites."""
    shared = corpora.shared
    named = {site.name: site for site in [*engines(shared), *sites(shared, "wien")]}
    rows = [row for site in named.values() for row in site.rows]
    measured = corpora.map("iepad templates", partial(measure_page, shared), rows)
    by_page = {row["page"]: one for row, one in zip(rows[:: corpora.step], measured, strict=True)}
    pages = {
        name: [by_page[row["page"]] for row in site.rows if row["page"] in by_page] for name, site in named.items()
    }
    found = {name: some for name, some in pages.items() if some}
    names = [*TABLE_1, *(name for name in found if name.startswith("wien"))]
    mixed = unordered(shared)
    return {
        "iepad-table-1": PaperTable(HEAD_1, tuple(_row_1(name, found.get(name, []), name in mixed) for name in names)),
        "iepad-table-3": PaperTable(
            HEAD_3,
            (
                *(_row_3(name, found.get(name, [])) for name in names),
                _row_3(MEAN, [one for some in found.values() for one in some]),
            ),
        ),
    }


HEAD_1: Final = (
    "source",
    "pages",
    *(
        f"{name}: {whose}"
        for name in ("records a page", "attributes", "missing", "unordered", "variance", "density")
        for whose in ("paper", "ours")
    ),
)
MEAN: Final = "all pages"


def _row_1(name: str, pages: Sequence[SitePages], is_unordered: bool) -> tuple[Cell, ...]:
    paper: tuple[Cell, ...] = TABLE_1.get(name, (NOT_IN_PAPER,) * 6)
    own: tuple[Cell, ...] = (GONE,) * 6
    if pages:
        templates = [one.template for one in pages if one.template]
        has_columns = any(one.attributes for one in pages)
        own = (
            fmean(one.records for one in pages),
            *(_described(pages, is_unordered) if has_columns else (NO_COLUMNS,) * 3),
            fmean(one[0] for one in templates) if templates else IN_ONE_TEXT,
            fmean(one[1] for one in templates) if templates else IN_ONE_TEXT,
        )
    return name, len(pages), *(cell for pair in zip(paper, own, strict=True) for cell in pair)


def _described(pages: Sequence[SitePages], is_unordered: bool) -> tuple[Cell, ...]:
    """Return the number of attributes, whether some are missing, and whether they are unordered or have several values."""
    missing = any(one.missing for one in pages)
    return max(one.attributes for one in pages), "yes" if missing else "no", "yes" if is_unordered else "no"


def unordered(shared: Path) -> set[str]:
    """Return the labelled sites with two orders of the same attributes, or several values of one."""
    found = set()
    for site, pages in load(shared).items():
        orders = [[number for _, number in page.cells(record)] for page in pages for record in page.records]
        pairs = {pair for order in orders for pair in combinations(order, 2)}
        if any((other, one) in pairs for one, other in pairs):
            found.add(site)
    return found


HEAD_3: Final = (
    "source",
    "repeats, unfiltered",
    "fixed: paper",
    "fixed: ours",
    "adaptive: paper",
    "adaptive: ours",
    "retrieval / accuracy, paper",
    "as published, fixed",
    "as published, adaptive",
    "as published, all-tag",
    "today, first",
    "today, best of five",
    "attributes by 1 level, 2 levels: paper",
    "as published ",
    "today",
    "of",
)
PAPER_MEANS: Final = (4.5, 1.6)  # of Table 3's fourteen rows; the text says about 5 and 2


def _row_3(name: str, pages: Sequence[SitePages]) -> tuple[Cell, ...]:
    paper = TABLE_3.get(name)
    is_mean = name == MEAN
    counts: tuple[Cell, Cell] = paper[:2] if paper else PAPER_MEANS if is_mean else (NOT_IN_PAPER, NOT_IN_PAPER)
    hundred: Cell = "100 / 100" if paper or is_mean else NOT_IN_PAPER
    levels: Cell = (
        f"{paper[2]}, {paper[3]}" if paper else Missing("the paper gives no mean") if is_mean else NOT_IN_PAPER
    )
    if not pages:
        return name, GONE, counts[0], GONE, counts[1], GONE, hundred, *[GONE] * 5, levels, GONE, GONE, GONE
    columns = [one for one in pages if one.attributes]
    own: tuple[Cell, ...] = (NO_COLUMNS,) * 3
    if columns:
        own = (
            f"{fmean(one.levels[0] for one in columns):.1f}, {fmean(one.levels[1] for one in columns):.1f}",
            fmean(one.levels[2] for one in columns),
            fmean(one.attributes for one in columns),
        )
    return (
        name,
        fmean(one.unfiltered for one in pages),
        counts[0],
        fmean(one.fixed for one in pages),
        counts[1],
        fmean(one.adaptive for one in pages),
        hundred,
        rates([one.best_fixed for one in pages]),
        rates([one.best_adaptive for one in pages]),
        rates([one.best_all_tag for one in pages]),
        rates([one.first_today for one in pages]),
        rates([one.best_today for one in pages]),
        levels,
        *own,
    )


# --- Table 2 ---

SETS: Final = {
    "search engines of ViNTs' data set 1": ("corpus", "vints1", "general_"),
    "WIEN's ten sites": ("corpus", "wien", ""),
    "search pages of 2017": ("corpus", "estuka2017", ""),
    "pages of today": ("modern", "", ""),
}


def tokens_by_encoding(shared: Path, place: tuple[str, str]) -> tuple[int, dict[str, int], int]:
    """Return a page's size in bytes, its tokens by encoding, and its all-tag tokens without optional end tags."""
    path = shared / place[0] / place[1]
    page = read_file(path)
    counts = {
        e.name: len(tokens_of(page, e).symbols) for e in (ALL_TAG, NO_PHYSICAL, NO_LOGICAL, NO_SPECIAL, BLOCK_LEVEL)
    }
    return path.stat().st_size, counts, len(encode(page, WITHOUT_ENDS).symbols)


WITHOUT_ENDS: Final = replace(ALL_TAG, name="all-tag, no optional end tags", end_tags=False)


def table_2(corpora: Corpora) -> dict[str, PaperTable | PaperFigure]:
    """Return Table 2: tokens by encoding, and their share of the page's size."""
    shared = corpora.shared
    places = [
        (name, (corpus, row["page"]))
        for name, (corpus, source, start) in SETS.items()
        for row in load_rows(shared, f"{corpus}/lists")
        if source in (row["source"], "") and row["page"].rpartition("/")[2].startswith(start)
    ]
    found = corpora.map("iepad tokens", partial(tokens_by_encoding, shared), [place for _, place in places])
    by_set = {
        name: [one for (n, _), one in zip(places[:: corpora.step], found, strict=True) if n == name] for name in SETS
    }
    head = ("encoding", "paper: search engines (28 KB)", "paper: Okra etc. (11 KB)")
    sizes = [f"{name} ({fmean(size for size, _, _ in some) / 1000:.0f} KB)" for name, some in by_set.items()]
    rows = [
        (
            encoding,
            *_paper_2(encoding),
            *(_tokens([(size, counts[encoding]) for size, counts, _ in some]) for some in by_set.values()),
        )
        for encoding in TABLE_2
    ]
    bare = ("all-tag, optional end tags left out", NOT_IN_PAPER, NOT_IN_PAPER)
    rows.append((*bare, *(_tokens([(size, ends) for size, _, ends in some]) for some in by_set.values())))
    return {"iepad-table-2": PaperTable((*head, *sizes), tuple(rows))}


def _paper_2(encoding: str) -> tuple[Cell, Cell]:
    paper = TABLE_2[encoding]
    why = Missing("the paper leaves it out: logical markup is 0.4 % of the tags")
    return (f"{paper[0]} ({paper[1]:.1f} %)", f"{paper[2]} ({paper[3]:.1f} %)") if paper else (why, why)


def _tokens(pages: Sequence[tuple[int, int]]) -> str:
    return (
        f"{fmean(count for _, count in pages):.0f} ({100 * sum(c for _, c in pages) / sum(s for s, _ in pages):.1f} %)"
    )


STEPS: Final = (
    Step("iepad tables 1 and 3", ("iepad-table-1", "iepad-table-3"), table_1_and_3, table_1_and_3),
    Step("iepad table 2", ("iepad-table-2",), table_2),
)
