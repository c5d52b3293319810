"""Measure the time masks take to read a page, as a ratio to the bare parse of the same page, and the time to learn them.

    python benchmarks/speed/masks.py ../shared [--tries 7]

For each of WIEN's sites a mask is learned from the first three pages and reads the rest.  Bare parse and reading alternate, as
when many pages are read, and the best of some tries counts for each; the ratio is taken per page, and the median over pages is
compared with the target.  Also shown, without a target: the ratio if each is repeated by itself (a parse repeated at once takes
half as long), that of a page's first reading, before the mask has seen its words, and that on modern list pages, with masks
learned from what the repeats learner finds on them.  Exits 1 if a target is missed.
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
from wrapture.learning.fuzzy import learn_mask
from wrapture.reading.masks import MaskReader

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wrapture.learning.fuzzy import LabelledPage

TRIES = 7
READS, LEARNS = 3, 5  # training pages of a mask, for measuring reading and for measuring learning
TIMES = 10  # how often a list is repeated, to see how the time grows with it
STEP = 12  # one in so many of the modern list pages is used
TARGETS = {"read, × the parse": 25.0, "learn from 5 pages, s": 2.0, "ten times the page, ×": 12.0}


class Ratios(NamedTuple):
    """The time to read a page as ratios to the bare parse."""

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


def ratios(reader: MaskReader, text: str, tries: int) -> Ratios:
    """Return the ratios of reading a page to its bare parse."""

    def parse() -> object:
        return LexborHTMLParser(text)

    def read() -> object:
        return reader.read(text)

    first = seconds(read)
    turns = [(seconds(parse), seconds(read)) for _ in range(tries)]
    bare, ours = (min(column) for column in zip(*turns, strict=True))
    return Ratios(ours / bare, seconds(read, tries) / seconds(parse, tries), first / bare)


def learn(pages: Sequence[LabelledPage]) -> MaskReader:
    """Return the reader of a mask learned from some pages."""
    return MaskReader(learn_mask(pages))


def drafted(shared: Path) -> Iterator[tuple[MaskReader, str]]:
    """Yield modern list pages, each with a mask learned from what is found on it."""
    for path in sorted((shared / "corpus" / "lists").glob("*/*.html"))[::STEP]:
        try:
            labelled = wrapture.label(wrapture.parse(path))
        except WraptureError:  # nothing on it repeats
            continue
        if labelled.records:
            yield learn([labelled]), labelled.text


def repeated(page: LabelledPage, times: int) -> str:
    """Return a page whose list, from the first record to the last, is repeated several times."""
    places = sorted(place for _, place in page.places())
    starts = [page.cells(record)[0][0][0] for record in page.records]
    start, end = (starts[0], starts[-1]) if len(starts) > 1 else (places[0][0], places[-1][1])
    return page.text[:start] + page.text[start:end] * times + page.text[end:]


def growth(sites: dict[str, list[LabelledPage]], tries: int) -> float:
    """Return how the time grows for ten times the page: the median over sites, for 10 and 100 times their lists."""
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
