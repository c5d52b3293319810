"""Measure wrappers learned from one labelled record: rows wholly right on the same page and on the next page of the site.

python benchmarks/quality/labelled.py ../shared            # all sites with two pages or more; writes labelled.md
python benchmarks/quality/labelled.py ../shared --every 4  # every fourth of them; prints the figures only

The cells of a page's first gold record are given as ``wrapture learn --label-with`` takes them.  A value that the page does not
display as the gold has it can't be typed and is left out.  A gold record is read rightly if one row has its values in all
labelled columns; letters and digits count, as in the scorer.  A cell that the gold lacks is not judged: its annotators left
cells out, and put those of some records into other columns.

The gold of some sites numbers its columns on each page anew.  On the next page the column of the gold is therefore the one
whose values stand in the same elements (names and classes upwards, and the number of the nearest) as those of the labelled
column, else the one of its name; a labelled column that has neither is not judged there.  This is found from the pages and the
gold alone, not from what was learned.  The next page is the first whose gold has at least half of the labelled columns: others
are of another kind (a table of players beside one of teams).
"""

from __future__ import annotations

import argparse
import json
from collections import Counter, defaultdict
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from common import load_scorer, table

import wrapture
from wrapture.errors import LabelError, WraptureError
from wrapture.html.page import TEXT
from wrapture.learning.fuzzy.value_matching import read_example
from wrapture.model import MaskLocator, Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from types import ModuleType

    from wrapture.html.page import Page
    from wrapture.model import Wrapper
    from wrapture.model.table import Table

HERE: Final = Path(__file__).parent
CORPORA: Final = ("corpus", "modern")
LEVELS: Final = 4  # elements above a text that tell where a column stands
ALIKE: Final = 0.4  # share of two columns' values that must stand in the same elements
MAX_NODES: Final = 60  # of an element that may be a cell
SHARED: Final = 0.5  # share of the labelled columns that the next page must have; with fewer it is of another kind
STRUCTURE: Final = "structure"
MASK: Final = "mask"
NOT_LEARNED: Final = "not learned"

GoldPage = dict[str, Any]


class Reading(NamedTuple):
    """How a page was read: its gold records, how many of them were read rightly, and the rows that were read."""

    gold: int = 0
    right: int = 0
    read: int = 0


class Learned(NamedTuple):
    """A site's result: how its wrapper tells the values, and how it reads the labelled and the next page."""

    source: str
    site: str
    how: str
    same: Reading
    following: Reading


def load_sites(shared: Path) -> dict[tuple[str, str], list[GoldPage]]:
    """Return the gold pages with cells of all sites that have two or more, by source and site."""
    sites: dict[tuple[str, str], list[GoldPage]] = defaultdict(list)
    for corpus in CORPORA:
        lines = (shared / corpus / "lists" / "gold.jsonl").read_text("utf-8").splitlines()
        for row in map(json.loads, lines):
            if row["columns"] and row["records"] and row["records"][0].get("cells"):
                sites[row["source"], row["site"]].append({**row, "path": shared / corpus / row["page"]})
    return {site: pages for site, pages in sorted(sites.items()) if len(pages) > 1}


def measure(shared: Path, source: str, site: str, pages: Sequence[GoldPage]) -> Learned:
    """Return how a wrapper learned from the first record of a site's first page reads that page and the next."""
    first, second = pages[:2]
    page = wrapture.parse(first["path"])
    examples = dict(displayed(page, first["records"][0]["cells"]))
    missed = Reading(len(first["records"])), Reading(len(second["records"]))
    try:
        wrapper = wrapture.learn_labelled([wrapture.label(page, examples=examples)])
    except WraptureError:
        return Learned(source, site, "not learned", *missed)
    scorer = load_scorer(shared)
    names = {name: name for name in examples}
    same = read(scorer, wrapper, page, first, names)
    other = wrapture.parse(second["path"])
    following = read(
        scorer, wrapper, other, second, counterparts(scorer, [(page, first), (other, second)], list(names))
    )
    return Learned(source, site, MASK if isinstance(wrapper.locator, MaskLocator) else STRUCTURE, same, following)


def displayed(page: Page, cells: Mapping[str, str]) -> Iterable[tuple[str, str]]:
    """Yield the cells that a page displays as the gold has them."""
    for name, value in cells.items():
        try:
            read_example(page, name, value)
        except LabelError:
            continue
        yield name, value


def read(scorer: ModuleType, wrapper: Wrapper | None, page: Page, gold: GoldPage, names: Mapping[str, str]) -> Reading:
    """Return how a wrapper reads a page; ``names`` are the labelled columns with their names in the page's gold."""
    rows = [] if wrapper is None else rows_of(scorer, wrapture.extract(page, wrapper), list(names))
    wanted = [[scorer.squeeze(one["cells"].get(name, "")) for name in names.values()] for one in gold["records"]]
    judged = [record for record in wanted if any(record)]
    left, right = list(rows), 0
    for record in judged:
        row = next((one for one in left if is_right(one, record)), None)
        if row is not None:
            left.remove(row)
            right += 1
    return Reading(len(judged), right, len(rows))


def rows_of(scorer: ModuleType, found: Table, names: Sequence[str]) -> list[list[str]]:
    """Return the rows of a table in these columns, as the scorer compares them."""
    columns = [found.columns.index(name) for name in names]
    return [[scorer.squeeze(scorer.flat(row.cells[number])) for number in columns] for row in found.rows]


def is_right(row: Sequence[str], wanted: Sequence[str]) -> bool:
    """Return whether a row has the values of a gold record; those that the gold lacks are not judged."""
    return all(value == own or not value for value, own in zip(wanted, row, strict=True))


# --- the columns of the next page ---


class Setting(NamedTuple):
    """Where a value stands: the names and classes of the elements above it, and the number of the nearest in its parent."""

    path: str
    number: int


def counterparts(scorer: ModuleType, pages: Sequence[tuple[Page, GoldPage]], names: Sequence[str]) -> dict[str, str]:
    """Return the labelled columns of the first page that the gold of the second has too, with their names there."""
    ours, theirs = (settings(scorer, page, gold) for page, gold in pages)
    pairs = [(likeness(ours[name], theirs[one]), name == one, name, one) for name in names for one in theirs]
    found: dict[str, str] = {}
    for alike, is_namesake, name, one in sorted(pairs, reverse=True):
        if (alike >= ALIKE or is_namesake) and name not in found and one not in found.values():
            found[name] = one
    return {name: found[name] for name in names if name in found}


def likeness(one: Counter[Setting], other: Counter[Setting]) -> float:
    """Return the share of two columns' values that stand in the same elements; the numbers count half."""
    return (common(one, other) + common(paths_in(one), paths_in(other))) / 2


def common(one: Counter[Any], other: Counter[Any]) -> float:
    """Return what two counters have in common, as a share."""
    mine, yours = max(1, one.total()), max(1, other.total())
    return sum(min(one[key] / mine, other[key] / yours) for key in one)


def paths_in(found: Counter[Setting]) -> Counter[str]:
    """Return the paths of settings without their numbers."""
    paths: Counter[str] = Counter()
    for setting, count in found.items():
        paths[setting.path] += count
    return paths


def settings(scorer: ModuleType, page: Page, gold: GoldPage) -> dict[str, Counter[Setting]]:
    """Return for each column of a page's gold where its values stand, and how often."""
    places = settings_of_texts(scorer, page)
    found: dict[str, Counter[Setting]] = defaultdict(Counter)
    for record in gold["records"]:
        for name, value in record["cells"].items():
            found[name].update(places.get(scorer.squeeze(value), ()))
    return found


def settings_of_texts(scorer: ModuleType, page: Page) -> dict[str, set[Setting]]:
    """Return where all texts and small elements of a page stand, by what they display."""
    places: dict[str, set[Setting]] = defaultdict(set)
    for node in page.body:
        span = Span(node, page.stops[node])
        if len(span) <= MAX_NODES:
            places[scorer.squeeze(page.text(span))].add(setting_of(page, node))
    return places


def setting_of(page: Page, node: int) -> Setting:
    """Return where a text or an element stands."""
    node = page.parents[node] if page.tags[node] == TEXT else node
    number = [one for one in page.children(page.parents[node]) if page.tags[one] == page.tags[node]].index(node)
    steps: list[str] = []
    while node >= 0 and len(steps) < LEVELS:
        steps.append(".".join([page.tags[node], *sorted(page.classes(node))]))
        node = page.parents[node]
    return Setting("/".join(steps), number)


# --- the report ---


def percent(readings: Iterable[Reading]) -> float:
    """Return the share of the gold records that were read rightly."""
    found = list(readings)
    return 100 * sum(one.right for one in found) / max(1, sum(one.gold for one in found))


def mean_of_sites(readings: Iterable[Reading]) -> float:
    """Return the same as the mean of the sites, in which a long list counts no more than a short one."""
    return fmean([100 * one.right / one.gold for one in readings if one.gold] or [float("nan")])


def by_source(results: Sequence[Learned]) -> str:
    """Return the figures of each source, and of all, as a table."""
    groups: dict[str, list[Learned]] = defaultdict(list)
    for result in results:
        groups[result.source].append(result)
    groups["all"] = list(results)
    head = [
        "source",
        "sites",
        "by structure",
        "rows, same page",
        "right",
        "mean of sites",
        "rows, next page",
        "right",
        "mean of sites",
    ]
    return table(
        head,
        [
            [
                source,
                len(group),
                sum(one.how == STRUCTURE for one in group),
                sum(one.same.gold for one in group),
                percent(one.same for one in group),
                mean_of_sites(one.same for one in group),
                sum(one.following.gold for one in group),
                percent(one.following for one in group),
                mean_of_sites(one.following for one in group),
            ]
            for source, group in groups.items()
        ],
    )


def by_site(results: Sequence[Learned]) -> str:
    """Return the sites with rows that are not right as a table: right rows of all, on the same and the next page."""
    wrong = [one for one in results if one.same.right < one.same.gold or one.following.right < one.following.gold]
    head = ["source", "site", "learned by", "same page: right, gold, read", "next page: right, gold, read"]
    return table(head, [[one.source, one.site, one.how, shown(one.same), shown(one.following)] for one in wrong])


def shown(reading: Reading) -> str:
    """Return the counts of a page."""
    return f"{reading.right} of {reading.gold}, {reading.read}"


def run(shared: Path, every: int = 1) -> list[Learned]:
    """Return the results of every n-th site."""
    sites = list(load_sites(shared).items())[::every]
    return [measure(shared, source, site, pages) for (source, site), pages in sites]


def main() -> None:
    """Measure, and write the figures unless only some sites were measured."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("shared", type=Path)
    parser.add_argument("--every", type=int, default=1, help="measure every n-th site")
    args = parser.parse_args()
    results = run(args.shared, args.every)
    text = REPORT.format(sources=by_source(results), sites=by_site(results))
    print(text)
    if args.every == 1:
        (HERE / "labelled.md").write_text(text, encoding="utf-8")


REPORT: Final = """# Wrappers from one labelled record

Written by `labelled.py`, whose docstring says what is measured.  The cells of the first gold record of a page were given with
`--label-with`; the wrapper then read the same page and the next page of the site.  Rows are wholly right or not, in percent.

{sources}
## Sites with rows that are not right

{sites}"""


if __name__ == "__main__":
    main()
