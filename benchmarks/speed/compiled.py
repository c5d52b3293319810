"""Measure the compiled reader as ratios to the bare parse of the same pages, side by side in one run (machines are noisy).

    python benchmarks/speed/compiled.py ../shared [--step 4]

Each page is read repeatedly by the wrapper that was learned from it; the best of a few tries counts, both for the bare parse
and for the reader.  On sites with three or more pages, the last page is also read once by the wrapper of the first, after the
others and before it is read in any other way.

Two kinds of parsel selectors are made from the same wrapper beforehand: those of `wrapture export`, written as a person would,
if they give the same values; and paths that count elements, which nobody writes but which are the fastest possible, if they
give as many rows (missing parts of values are accepted).

The judge nearly always chooses a wrapper of the rows or siblings learner, so those of the other learners are measured
separately, on fewer pages.  Exits 1 if a target is missed.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter, defaultdict
from pathlib import Path
from statistics import median, quantiles
from typing import TYPE_CHECKING, Any, NamedTuple

from parsel import Selector
from selectolax.lexbor import LexborHTMLParser
from timing import report, seconds

from wrapture import api
from wrapture.errors import WraptureError
from wrapture.export import export
from wrapture.html import native
from wrapture.html.charset import decode
from wrapture.html.parsing import read_page
from wrapture.model import Capture
from wrapture.reading.compiled import compile_wrapper
from wrapture.reading.reader import extract_page, reader_of
from wrapture.reading.records import find_records

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from wrapture.html.page import Page
    from wrapture.model import Record, Wrapper
    from wrapture.reading.reader import ValuePlace

TRIES = 7
WARM = 8  # readings before a reader is measured
SITE = 3  # minimum pages of a site, so that the last one is unseen
MASKS = "fuzzy masks"
OTHERS = ("siblings", "visual", "repeats", MASKS)
FEWER = 3  # these are measured on a third of the pages
OWN, UNSEEN, PARSEL = "text, own page", "text, unseen page", "parsel / ours"
COUNTING = "parsel, counting / ours"
FITTED = "bytes, with fit"
MOST = {OWN: 1.6, FITTED: 1.9, UNSEEN: 2.5}
LEAST = {PARSEL: 2.5, COUNTING: 2.5}


def learned(capture: Capture, learner: str = "all") -> Wrapper | None:
    """Return the wrapper learned from a page, or None if it has no list; a mask is learned from the records found there."""
    try:
        page = read_page(capture)
        return api.learn_labelled([api.label(page)]) if learner == MASKS else api.learn(page, learner=learner)
    except WraptureError:
        return None


def measure(capture: Capture, wrapper: Wrapper, ratios: defaultdict[str, list[float]]) -> None:
    """Add one page's ratios."""
    text = decode(capture.body, capture.charset).text
    reader = compile_wrapper(wrapper)
    for _ in range(WARM):
        reader.read_fitted(capture)
        reader.read_text(text)
    ratios["compiled"].append(reader.is_compiled)
    bare = seconds(lambda: LexborHTMLParser(text), TRIES)
    ours = seconds(lambda: reader.read_text(text), TRIES)
    ratios[OWN].append(ours / bare)
    if reader.is_compiled:
        ratios["text, compiled pages alone"].append(ours / bare)
    ratios["bytes, own page"].append(seconds(lambda: reader.read(capture), TRIES) / bare)
    ratios[FITTED].append(seconds(lambda: reader.read_fitted(capture), TRIES) / bare)
    ratios["bytes, reference reader"].append(seconds(lambda: extract_page(wrapper, read_page(capture)), 2) / bare)
    records = exported(wrapper, capture)
    if records is not None:
        ratios[PARSEL].append(seconds(lambda: list(records(Selector(text=text), "")), 3) / ours)
    selectors = selectors_of(wrapper, read_page(capture))
    if selectors is not None and len(by_counting(selectors, text)) == len(reader.read_text(text)):
        ratios[COUNTING].append(seconds(lambda: by_counting(selectors, text), 3) / ours)


def measure_site(captures: list[Capture], wrapper: Wrapper, ratios: defaultdict[str, list[float]]) -> None:
    """Add the ratio for the first reading of a page, after others of its site."""
    reader = compile_wrapper(wrapper)
    *seen, last = [decode(capture.body, capture.charset).text for capture in captures]
    for text in seen:
        reader.read_text(text)
    bare = seconds(lambda: LexborHTMLParser(last), TRIES)
    ratios[UNSEEN].append(seconds(lambda: reader.read_text(last)) / bare)


def measure_others(captures: list[Capture]) -> None:
    """Print the ratios for wrappers of the other learners."""
    print(
        "by the wrappers of other learners, medians: compiled, by the reference reader, and of how many pages (compiled)"
    )
    for learner in OTHERS:
        found = [_one(capture, wrapper) for capture in captures if (wrapper := learned(capture, learner)) is not None]
        ours, plain, compiled = zip(*found, strict=True)
        print(f"{learner:28} {median(ours):6.2f}  {median(plain):6.2f}   ({len(found)}; {sum(compiled)})")


def _one(capture: Capture, wrapper: Wrapper) -> tuple[float, float, bool]:
    """Return the ratios to the bare parse, compiled and reference, and whether the compiled reader needed no fallback."""
    reader, text = compile_wrapper(wrapper), decode(capture.body, capture.charset).text
    for _ in range(WARM):
        reader.read(capture)
    bare = seconds(lambda: LexborHTMLParser(text), TRIES)
    plain = seconds(lambda: extract_page(wrapper, read_page(capture)), 2)
    return seconds(lambda: reader.read(capture), TRIES) / bare, plain / bare, reader.is_compiled


# --- selectors ---


def exported(wrapper: Wrapper, capture: Capture) -> Callable[[Selector, str], Iterator[object]] | None:
    """Return the function that reads records by the selectors of an export, or None if it does not give all values."""
    made = export(wrapper, [capture], "parsel", all_columns=True)
    if not made.comparison.is_same:
        return None
    program: dict[str, Any] = {"__name__": "exported"}
    exec(made.text, program)  # trusted: exported just now by this project
    records: Callable[[Selector, str], Iterator[object]] = program["records"]
    return records


class Selectors(NamedTuple):
    """A selector for the rows, and one expression for each column, relative to the row."""

    rows: str
    columns: list[str]


def selectors_of(wrapper: Wrapper, page: Page) -> Selectors | None:
    """Return selectors for the rows of a page and their most common shape, or None if rows are not single elements."""
    records = find_records(wrapper.locator, page)
    if not records or any(len(record) > 1 for record in records):
        return None
    reader = reader_of(wrapper.layout)
    shapes = Counter(reader.shape(page, record[0]) for record in records)
    usual = next(record for record in records if reader.shape(page, record[0]) == shapes.most_common(1)[0][0])
    top = usual[0].start
    if any(page.parents[record[0].start] != page.parents[top] for record in records):
        return None
    plan = reader.plan(page, usual)
    kept = [number for number, column in enumerate(wrapper.layout.columns) if column.keep and plan.cells[number]]
    columns = [column_path(page, top, wrapper.layout.columns[n].kind, plan.cells[n][0]) for n in kept]
    return Selectors(row_path(page, records), columns)


def row_path(page: Page, records: tuple[Record, ...]) -> str:
    """Return a path to the rows from the nearest element with an id or a class, using the class that all rows share."""
    tops = [record[0].start for record in records]
    shared = frozenset.intersection(*[page.classes(top) for top in tops])
    row = page.tags[tops[0]] + (f"[contains(@class, '{min(shared)}')]" if shared and "'" not in min(shared) else "")
    steps, node = [row], page.parents[tops[0]]
    while node > 0:
        for name in ("id", "class"):
            value = page.attribute(node, name)
            if value and "'" not in value:
                return f"//{page.tags[node]}[@{name}='{value}']/" + "/".join(reversed(steps))
        steps.append(step(page, node))
        node = page.parents[node]
    return "//" + "/".join(reversed(steps))


def column_path(page: Page, top: int, kind: str, place: ValuePlace) -> str:
    """Return an expression for the value at a place, relative to the row."""
    if kind != "text":
        return path(page, top + place.node, top) + ("/@href" if kind == "link" else "/@src")
    nodes = [top + node for node, _ in place.texts if not page.texts[top + node].isspace()] or [top]
    above = page.parents[nodes[0]]
    while above > top and nodes[-1] >= page.stops[above]:
        above = page.parents[above]
    return f"normalize-space({path(page, max(above, top), top)})"


def path(page: Page, node: int, top: int) -> str:
    """Return the steps from an element down to a descendant."""
    steps = []
    while node > top:
        steps.append(step(page, node))
        node = page.parents[node]
    return "/".join([".", *reversed(steps)])


def step(page: Page, node: int) -> str:
    """Return an element's name and its number among siblings of that name."""
    siblings = page.children(page.parents[node])
    return f"{page.tags[node]}[{[one for one in siblings if page.tags[one] == page.tags[node]].index(node) + 1}]"


def by_counting(selectors: Selectors, text: str) -> list[list[Any]]:
    """Return the rows that selectors give."""
    rows = Selector(text=text).xpath(selectors.rows)
    return [[row.xpath(column).get() for column in selectors.columns] for row in rows]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("shared", type=Path)
    parser.add_argument("--step", type=int, default=4, help="take every n-th page, and every n-th site")
    args = parser.parse_args()
    gold = args.shared / "corpus" / "lists" / "gold.jsonl"
    if not gold.is_file():
        sys.exit(f"{gold} is not there: the corpus of real pages is needed to measure")
    rows = [json.loads(line) for line in gold.read_text(encoding="utf-8").splitlines()]
    captures = {row["page"]: Capture(row["page"], (args.shared / "corpus" / row["page"]).read_bytes()) for row in rows}
    sites = defaultdict(list)
    for row in rows:
        sites[row["source"], row["site"]].append(captures[row["page"]])
    start, ratios = time.monotonic(), defaultdict[str, list[float]](list)
    for capture in list(captures.values())[:: args.step]:
        if (wrapper := learned(capture)) is not None:
            measure(capture, wrapper, ratios)
    for site in [site for site in sites.values() if len(site) >= SITE][:: args.step]:
        if (wrapper := learned(site[0])) is not None:
            measure_site(site, wrapper, ratios)
    share = ratios.pop("compiled")
    print(f"every {args.step}. of {len(rows)} pages and of the sites with {SITE}, {time.monotonic() - start:.0f} s")
    print(native.native_status())
    print(f"read without the reference reader: {sum(share):.0f} of {len(share)} pages")
    print("times the bare Lexbor parse, quartiles (25, 50, 75 %), and of how many pages")
    for name, found in ratios.items():
        quarters = "  ".join(f"{one:6.2f}" for one in quantiles(found, n=4))
        print(f"{name:28} {quarters}   ({len(found)})")
    measure_others(list(captures.values())[:: args.step * FEWER])
    missed = report({name: median(ratios[name]) for name in (OWN, FITTED, UNSEEN, PARSEL, COUNTING)}, MOST, LEAST)
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
