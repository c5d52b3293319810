"""IEPAD's experiments: Tables 1 to 3 and Figures 10 and 11 of [1]_.

.. [1] Chang, Hsu, Lui: Automatic information extraction from semi-structured Web pages by pattern discovery. 2003.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import replace
from functools import partial
from itertools import product, takewhile
from statistics import fmean
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from common import Row, Score, answer_of, load_rows, load_scorer, read, read_file
from level_columns import attributes_found, level_columns
from paper_data import Cell, Curve, Missing, PaperFigure, PaperTable
from paper_pages import (
    GONE,
    NOT_IN_PAPER,
    Site,
    accuracy,
    engines,
    f1_of,
    read_site,
    retrieval,
    score,
    sites,
    true_records,
)
from paper_runs import Corpora, Step
from published_iepad import Discoverer, read_patterns

from wrapture import api
from wrapture.algo.regularity import density, variance
from wrapture.errors import NothingFoundError
from wrapture.html.tokens import ALL_TAG, BLOCK_LEVEL, NO_LOGICAL, NO_PHYSICAL, NO_SPECIAL, encode, tokens_of
from wrapture.reading.reader import read_records
from wrapture.tasks.list_discovery import described_layout

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from wrapture.algo.pattern import Pattern
    from wrapture.html.page import Page
    from wrapture.html.tokens import Encoding
    from wrapture.model import Record

TABLE_1: Final[dict[str, tuple[float, float]]] = {
    "AltaVista": (0.05, 0.62),
    "DirectHit": (0.04, 0.20),
    "Excite": (0.09, 0.89),
    "HotBot": (0.24, 0.62),
    "Infoseek": (0.12, 0.46),
    "MSN": (0.36, 0.27),
    "NorthernLight": (0.10, 0.86),
    "Sprinks": (0.18, 0.30),
    "Webcrawler": (0.14, 0.97),
    "Yahoo": (0.08, 0.56),
    "Okra": (0.05, 1.00),
    "Bigbook": (0.00, 1.00),
    "IAF": (0.00, 0.80),
    "QuoteServer": (0.00, 1.00),
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
FIGURE_10: Final = ((1.0, 96.35), (2.0, 98.65), (5.0, 100.0))
TRAINING: Final = (1, 2, 3, 4, 5)
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
    return {
        "iepad-table-1": PaperTable(HEAD_1, tuple(_row_1(name, found.get(name, [])) for name in names)),
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
    "records a page",
    "attributes",
    "missing attributes",
    "variance: paper",
    "ours",
    "density: paper",
    "ours ",
)
MEAN: Final = "all pages"


def _row_1(name: str, pages: Sequence[SitePages]) -> tuple[Cell, ...]:
    paper: tuple[Cell, Cell] = TABLE_1.get(name, (NOT_IN_PAPER, NOT_IN_PAPER))
    if not pages:
        return name, 0, GONE, GONE, GONE, paper[0], GONE, paper[1], GONE
    has_columns = any(one.attributes for one in pages)
    templates = [one.template for one in pages if one.template]
    return (
        name,
        len(pages),
        fmean(one.records for one in pages),
        max(one.attributes for one in pages) if has_columns else NO_COLUMNS,
        ("yes" if any(one.missing for one in pages) else "no") if has_columns else NO_COLUMNS,
        paper[0],
        fmean(one[0] for one in templates) if templates else IN_ONE_TEXT,
        paper[1],
        fmean(one[1] for one in templates) if templates else IN_ONE_TEXT,
    )


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
    rates: Cell = "100 / 100" if paper or is_mean else NOT_IN_PAPER
    levels: Cell = (
        f"{paper[2]}, {paper[3]}" if paper else Missing("the paper gives no mean") if is_mean else NOT_IN_PAPER
    )
    if not pages:
        return name, GONE, counts[0], GONE, counts[1], GONE, rates, *[GONE] * 5, levels, GONE, GONE, GONE
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
        rates,
        _rates([one.best_fixed for one in pages]),
        _rates([one.best_adaptive for one in pages]),
        _rates([one.best_all_tag for one in pages]),
        _rates([one.first_today for one in pages]),
        _rates([one.best_today for one in pages]),
        levels,
        *own,
    )


def _rates(scores: Sequence[Score]) -> str:
    return f"{retrieval(scores):.1f} / {accuracy(scores):.1f}"


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


# --- Figure 10 ---


class Learned(NamedTuple):
    """Scores on the training and validation pages by number of pages used, as published and today."""

    name: str
    train: dict[int, tuple[Score, ...]]
    validate: dict[int, tuple[Score, ...]]
    today: dict[int, tuple[Score, ...]]


def learning_curve(shared: Path, site: Site) -> Learned:
    """Return the learning curve of a site: the first half of its pages trains, the others validate."""
    pages = read_site(shared, site)
    half = (len(pages) + 1) // 2
    encoding = chosen_encoding(shared, site.rows[0], pages[0])
    rules = grown_rules(shared, site.rows[:half], pages[:half], encoding)
    train, validate, today = {}, {}, {}
    for count in TRAINING:
        rule = rules[min(count, len(rules)) - 1]
        pairs = zip(site.rows, pages, strict=True)
        scores = [score(shared, row, page, read_patterns(page, rule, encoding)) for row, page in pairs]
        train[count], validate[count] = tuple(scores[:half]), tuple(scores[half:])
        if count <= half:
            today[count] = learned_today(shared, site.rows, pages, count, half)
    return Learned(site.name, train, validate, today)


def grown_rules(shared: Path, rows: Sequence[Row], pages: Sequence[Page], encoding: Encoding) -> list[list[Pattern]]:
    """Return the rule after each page that it was extended by: only pages that it does not wholly extract extend it."""
    rules: list[list[Pattern]] = []
    rule: list[Pattern] = []
    for row, page in zip(rows, pages, strict=True):
        now = score(shared, row, page, read_patterns(page, rule, encoding)) if rule else None
        if now is None or now["found"] < now["gold"]:
            rule = [*rule, *conservative(scored_patterns(shared, row, page, Discoverer(encoding=encoding)))]
            rules.append(rule)
    return rules


Scored: TypeAlias = "list[tuple[Score, Pattern]]"


def scored_patterns(shared: Path, row: Row, page: Page, discoverer: Discoverer) -> Scored:
    """Return the patterns of a page that find any of its records, with their scores there: what a person looks at."""
    pairs = [
        (score(shared, row, page, read_patterns(page, [one], discoverer.encoding)), one)
        for one in discoverer.patterns(page)
    ]
    return [pair for pair in pairs if pair[0]["found"]]


def conservative(scored: Scored) -> list[Pattern]:
    """Return the pattern without a wrong record that has the most right ones; the best of all if it has less than half."""

    def key(pair: tuple[Score, Pattern]) -> tuple[bool, float]:
        found = pair[0]
        return found["found"] == found["predicted"] and 2 * found["found"] >= found["gold"], f1_of(found)

    return [max(scored, key=key)[1]] if scored else []


def comprehensive(scored: Scored) -> list[Pattern]:
    """Return the pattern with the most right records; of several, the one with the fewest wrong ones."""
    return [max(scored, key=lambda pair: (pair[0]["found"], -pair[0]["predicted"]))[1]] if scored else []


def chosen_encoding(shared: Path, row: Row, page: Page) -> Encoding:
    """Return the encoding that a person chooses in the viewer: block-level unless all tags find more of the first page."""

    def best(encoding: Encoding) -> float:
        pairs = scored_patterns(shared, row, page, Discoverer(encoding=encoding))
        return max((f1_of(found) for found, _ in pairs), default=0.0)

    return max((BLOCK_LEVEL, ALL_TAG), key=best)


def learned_today(shared: Path, rows: Sequence[Row], pages: Sequence[Page], count: int, half: int) -> tuple[Score, ...]:
    """Return the scores on the validation pages of a wrapper learned from the first pages."""
    try:
        wrapper = api.learn(pages[:count])
    except NothingFoundError:
        return tuple(score(shared, row, page, ()) for row, page in zip(rows[half:], pages[half:], strict=True))
    scorer = load_scorer(shared)
    pairs = list(zip(rows[half:], pages[half:], strict=True))
    return tuple(scorer.score_page(row, answer_of(api.extract(page, wrapper))) for row, page in pairs)


def figure_10(corpora: Corpora) -> dict[str, PaperTable | PaperFigure]:
    """Return the learning curves: the mean over WIEN's sites, beside the paper's."""
    shared = corpora.shared
    found = corpora.map("iepad learning curve", partial(learning_curve, shared), sites(shared, "wien", 7))
    head = (
        "site",
        *(f"{n} page{'s' * (n > 1)}" for n in TRAINING),
        "today, 1 page",
        "today, 2 pages",
        "today, 3 pages",
    )
    figures = [
        [*(retrieval(one.validate[n]) for n in TRAINING), *(retrieval(one.today[n]) for n in (1, 2, 3))]
        for one in found
    ]
    rows: list[tuple[Cell, ...]] = [(one.name, *own) for one, own in zip(found, figures, strict=True)]
    means = [fmean(column) for column in zip(*figures, strict=True)]
    paper: tuple[Cell, ...] = tuple(dict(FIGURE_10).get(n, Missing("read off a curve only")) for n in TRAINING)
    rows += [("mean", *means), ("the paper, 14 sites", *paper, *(Missing("the paper's own system"),) * 3)]
    curves = {
        "the paper, validation": FIGURE_10,
        "as published, training": _curve(found, [one.train for one in found]),
        "as published, validation": _curve(found, [one.validate for one in found]),
        "today, validation": _curve(found, [one.today for one in found]),
    }
    figure = PaperFigure("training pages", "retrieval rate, percent", curves)
    return {"iepad-figure-10": figure, "iepad-figure-10-sites": PaperTable(head, tuple(rows))}


def _curve(found: Sequence[Learned], scores: Sequence[dict[int, tuple[Score, ...]]]) -> tuple[tuple[float, float], ...]:
    shared_counts = [n for n in TRAINING if all(n in one for one in scores)]
    return tuple((float(n), fmean(retrieval(one[n]) for one in scores)) for n in shared_counts) if found else ()


# --- Figure 11 ---

VARIANCES: Final = (0.1, 0.36, 1.0)
DENSITIES: Final = (0.05, 0.2, 0.4, 0.6, 0.8, 1.0)


def trade_off(shared: Path, site: Site) -> dict[tuple[float, float], tuple[Score, Score]]:
    """Return, by thresholds, the scores on unseen pages of the conservative and the comprehensive pattern of the first."""
    pages = read_site(shared, site)
    encoding = chosen_encoding(shared, site.rows[0], pages[0])
    found = {}
    for bounds in product(VARIANCES, DENSITIES):
        scored = scored_patterns(shared, site.rows[0], pages[0], Discoverer(*bounds, encoding))
        if scored:
            one, other = (
                _summed(
                    score(shared, row, page, read_patterns(page, rule, encoding))
                    for row, page in zip(site.rows[1:], pages[1:], strict=True)
                )
                for rule in (conservative(scored), comprehensive(scored))
            )
            found[bounds] = one, other
    return found


def _summed(scores: Iterable[Score]) -> Score:
    scores = list(scores)
    return {key: sum(one[key] for one in scores) for key in ("gold", "predicted", "found")}


def figure_11(corpora: Corpora) -> dict[str, PaperTable | PaperFigure]:
    """Return retrieval against accuracy as the thresholds move, and the table of both by threshold."""
    shared = corpora.shared
    found = corpora.map("iepad thresholds", partial(trade_off, shared), sites(shared, "wien", 7))
    rows: list[tuple[Cell, ...]] = [
        ("the paper, NorthernLight", Missing("not given"), "74.7 / 100", "99 / 99"),
    ]
    points: dict[str, list[tuple[float, float]]] = {"conservative pattern": [], "comprehensive pattern": []}
    for bound, least in product(VARIANCES, DENSITIES):
        pairs = [one[bound, least] for one in found if (bound, least) in one]
        first, second = [a for a, _ in pairs], [b for _, b in pairs]
        name = f"variance ≤ {bound:g}, density ≥ {least:g}"
        if not pairs:
            rows.append((name, 0, *(Missing("no pattern passes on any site"),) * 2))
            continue
        rows.append((name, len(pairs), _rates(first), _rates(second)))
        for curve, scores in zip(points, (first, second), strict=True):
            points[curve].append((retrieval(scores), accuracy(scores)))
    head = (
        "thresholds",
        "sites with a usable pattern",
        "conservative: retrieval / accuracy",
        "comprehensive: retrieval / accuracy",
    )
    curves: dict[str, Curve] = {"the paper, NorthernLight": ((74.7, 100.0), (99.0, 99.0))}
    curves |= {name: tuple(sorted(set(curve))) for name, curve in points.items()}
    figure = PaperFigure("retrieval rate, percent", "accuracy rate, percent", curves)
    return {"iepad-figure-11": figure, "iepad-figure-11-thresholds": PaperTable(head, tuple(rows))}


STEPS: Final = (
    Step("iepad tables 1 and 3", ("iepad-table-1", "iepad-table-3"), table_1_and_3),
    Step("iepad table 2", ("iepad-table-2",), table_2),
    Step("iepad figure 10", ("iepad-figure-10", "iepad-figure-10-sites"), figure_10),
    Step("iepad figure 11", ("iepad-figure-11", "iepad-figure-11-thresholds"), figure_11),
)
