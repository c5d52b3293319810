"""Measure how long masks take to read a page, as a ratio to the bare parse of the same page, and to be learned.

    python benchmarks/speed/masks.py ../shared [--tries 7]

For each of WIEN's sites a mask is learned from its first three pages and reads the others.  The bare parse and the reading take
turns, as they do where many pages are read, and the best of some tries counts for each; the ratio is taken per page and the
median over pages is held against the target.  Beside it stand, without a target, the ratio where each is repeated by itself (a
parse that has just been done takes half as long the next time), that of a page's first reading, before the mask has seen its
words, and that on list pages of today, with masks of what the repeats learner finds on them.  Exits 1 where a target is missed.
"""

from __future__ import annotations

import argparse
import json
import sys
from functools import partial
from pathlib import Path
from statistics import median, quantiles
from typing import TYPE_CHECKING, NamedTuple

from selectolax.lexbor import LexborHTMLParser
from timing import report, seconds

import wrapture
from wrapture.capture.labelfile import read_labels
from wrapture.errors import WraptureError
from wrapture.extraction.masks import Reader
from wrapture.learners.fuzzy import learn_mask

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wrapture.learners.fuzzy import LabelledPage

TRIES = 7
READS, LEARNS = 3, 5  # pages that a mask is learned from, to read and to be timed
TIMES = 10  # how often a list is repeated, to see whether the time grows with it
STEP = 12  # every so many of the list pages of today
TARGETS = {"read, × the parse": 25.0, "learn from 5 pages, s": 2.0, "ten times the page, ×": 12.0}


class Ratios(NamedTuple):
    """How many times the bare parse a page takes to read."""

    in_turn: float
    repeated: float
    first: float


def load(shared: Path) -> dict[str, list[LabelledPage]]:
    """Return WIEN's labelled pages by site."""
    root = shared / "corpus"
    labels = root / "labels" / "wien.jsonl"
    if not labels.is_file():
        sys.exit(f"{labels} is not there: the corpus of labelled pages is needed to measure")
    sites = dict.fromkeys(json.loads(line)["site"] for line in labels.read_text("utf-8").splitlines())
    return {site: read_labels(labels, root, site=site) for site in sites}


def ratios(reader: Reader, text: str, tries: int) -> Ratios:
    """Return how many times the bare parse reading takes."""

    def parse() -> object:
        return LexborHTMLParser(text)

    def read() -> object:
        return reader.read(text)

    first = seconds(read)
    turns = [(seconds(parse), seconds(read)) for _ in range(tries)]
    bare, ours = (min(column) for column in zip(*turns, strict=True))
    return Ratios(ours / bare, seconds(read, tries) / seconds(parse, tries), first / bare)


def learn(pages: Sequence[LabelledPage]) -> Reader:
    """Return the reader of a mask that is learned from some pages."""
    return Reader(learn_mask(pages))


def drafted(shared: Path) -> Iterator[tuple[Reader, str]]:
    """Yield list pages of today, each with a mask of what is found on it."""
    for path in sorted((shared / "corpus" / "lists").glob("*/*.html"))[::STEP]:
        try:
            labelled = wrapture.label(wrapture.parse(path))
        except WraptureError:  # nothing on it repeats
            continue
        if labelled.records:
            yield learn([labelled]), labelled.text


def repeated(page: LabelledPage, times: int) -> str:
    """Return a page with its list, as far as its records go, several times."""
    places = sorted(place for record in page.records for place in record if place is not None)
    starts = [min(place for place in record if place is not None)[0] for record in page.records]
    start, end = (starts[0], starts[-1]) if len(starts) > 1 else (places[0][0], places[-1][1])
    return page.text[:start] + page.text[start:end] * times + page.text[end:]


def growth(sites: dict[str, list[LabelledPage]], tries: int) -> float:
    """Return how many times longer ten times the page takes: the median over sites, for 10 and 100 times their lists."""
    found = []
    for pages in sites.values():
        reader = learn(pages[:READS])
        page = max(pages, key=lambda page: len(page.text))
        texts = [repeated(page, times) for times in (TIMES, TIMES * TIMES)]
        small, large = (seconds(partial(reader.read, text), tries) for text in texts)
        found.append(TIMES * (large / small) / (len(texts[1]) / len(texts[0])))
    return median(found)


def tell(name: str, column: Sequence[float]) -> None:
    """Print the median of some ratios."""
    print(f"{name:24} {median(column):6.2f} ×   (90th percentile {quantiles(column, n=10)[-1]:.1f} ×)")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("shared", type=Path)
    parser.add_argument("--tries", type=int, default=TRIES, help="of which the best counts")
    args = parser.parse_args()
    sites = load(args.shared)
    found: list[Ratios] = []
    for site, pages in sites.items():
        reader = learn(pages[:READS])
        found += (own := [ratios(reader, page.text, args.tries) for page in pages[READS:]])
        print(f"{site:24} {median(one.in_turn for one in own):6.2f} ×   ({len(own)} pages)")
    for name, column in zip(("in turn", "each by itself", "the first time"), zip(*found, strict=True), strict=True):
        tell(name, column)
    tell("list pages of today", [ratios(reader, text, 3).in_turn for reader, text in drafted(args.shared)])
    took = max(seconds(partial(learn, pages[:LEARNS])) for pages in sites.values())
    figures = (median(one.in_turn for one in found), took, growth(sites, 3))
    sys.exit(1 if report(dict(zip(TARGETS, figures, strict=True)), TARGETS) else 0)


if __name__ == "__main__":
    main()
