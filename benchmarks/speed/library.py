"""Measure how the cost of finding a page's wrapper grows with the library: a hundred wrappers against ten thousand.

    python benchmarks/speed/library.py ../shared [--step 2] [--seed 2005]

Wrappers are learned from one page of each site; the large library is filled up with synthetic ones, which are learned wrappers
with the rows written as another site would: other classes, labels, tags and menus, more or fewer cells.  The pages are other
pages of the sites.  Each is parsed again and matched in both libraries in turn; the ratio of the best times is taken per page.

To find out what the index misses, every wrapper of the large library is run on every page, except for those that can't be
accepted because too little of their frame is on the page.  Exits 1 if a target is missed.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path
from statistics import median, quantiles
from typing import TYPE_CHECKING

from timing import report

from wrapture import api
from wrapture.html.parsing import read_page
from wrapture.library.library_files import SETTLED_NS
from wrapture.library.wrapper_library import Library, LibraryMatch
from wrapture.model import Capture, RowLocator
from wrapture.reading.fit import FITS, accepts, fit_of, frame_factor
from wrapture.reading.frame import frame_share
from wrapture.reading.records import find_records

if TYPE_CHECKING:
    from wrapture.html.page import Page
    from wrapture.model import RowTemplate, Wrapper

SMALL, LARGE = 100, 10_000
TRIES = 3
TARGETS = {"ratio": 2.0, "missed": 0.01, "build": 120.0}
SYLLABLES = ("ba", "do", "ka", "li", "mo", "ne", "pro", "re", "sta", "ti", "ur", "vex")
RENAMED = {"b": "strong", "i": "em", "span": "div", "td": "th", "li": "div", "p": "div", "font": "span", "ul": "ol"}
ATTRIBUTES = ("id", "style", "title", "target", "onclick", "data-id", "lang")


class Site:
    """A synthetic site: translates the words of another site, the same word always in the same way."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self._known: dict[str, str] = {}
        self._shared = rng.choice([0.05, 0.1, 0.1, 0.2, 0.6])  # of the frame: some sites run the same software

    def _once(self, key: str, share: float, other: str) -> str:
        """Return the other word with this probability; the same key always has the same result."""
        if key not in self._known:
            self._known[key] = other if self._rng.random() < share else key
        return self._known[key]

    def word(self) -> str:
        """Return a word that no other site uses, or few."""
        return "".join(self._rng.choices(SYLLABLES, k=self._rng.randint(1, 3)))

    def tag(self, name: str) -> str:
        """Return the site's tag in place of another one."""
        return self._once(name, 0.15, RENAMED.get(name, name))

    def token(self, token: str) -> str:
        """Return the site's token in place of a token of a row."""
        if token not in self._known:
            self._known[token] = self._tag_token(token) if token.startswith("<") else self._label(token)
        return self._known[token]

    def _label(self, text: str) -> str:
        mark = "" if text[-1:].isalnum() else text[-1:]
        return self._once(f" {text}", 0.8, f"{self.word().capitalize()}{mark}").strip()

    def _tag_token(self, token: str) -> str:
        if token.startswith("</"):
            return f"</{self.tag(token[2:-1])}>"
        name, _, attributes = token[1:-1].partition(" ")
        written = re.sub(r"(?<==)[^ ]+", lambda value: self._once(value[0], 0.7, self.word()), attributes)
        more = [self._rng.choice(ATTRIBUTES)] if self._rng.random() < 0.1 and attributes != "…" else []
        return f"<{' '.join(filter(None, [self.tag(name), written, *more]))}>"

    def frame(self, tokens: tuple[str, ...]) -> tuple[str, ...]:
        """Return the frame of the site's pages, which shares a few tokens with any site."""
        return tuple(one if self._rng.random() < self._shared else f"{self.word()} {one}" for one in tokens)


def made_up(wrapper: Wrapper, name: str, rng: random.Random) -> Wrapper:
    """Return the wrapper of a synthetic site whose rows are built like those of another one."""
    site, locator = Site(rng), wrapper.locator
    assert isinstance(locator, RowLocator)
    first, *rest = locator.template
    written = [one if isinstance(one, int) else site.token(one) for one in [first, *changed_cells(rest, rng)]]
    template = tuple(one for one in written if rng.random() > 0.03 or len(written) < 8 or one == written[0])
    seen: RowTemplate = (1, *template[1:]) if "…" in str(template[0]) else template
    profile = replace(wrapper.profile, template=seen, frame=site.frame(wrapper.profile.frame))
    parent = site.token(locator.parent) if locator.parent else ""
    return replace(wrapper, name=name, locator=replace(locator, template=template, parent=parent), profile=profile)


def changed_cells(row: list[str | int], rng: random.Random) -> list[str | int]:
    """Return a row with a piece removed or doubled, or unchanged."""
    chance, size = rng.random(), max(2, len(row) // 4)
    start = rng.randrange(max(1, len(row) - size))
    if chance < 0.3 and len(row) > 8:
        return row[:start] + row[start + size :]
    return row[: start + size] + row[start:] if chance < 0.6 and len(row) > 4 else row


def exhaustive(wrappers: dict[str, Wrapper], page: Page) -> LibraryMatch | None:
    """Return the best match of a page among all wrappers."""
    found = [
        LibraryMatch(name, wrapper, fit, by_address=False)
        for name, wrapper in wrappers.items()
        if frame_factor(frame_share(wrapper.profile.frame, page)) >= FITS
        and accepts(fit := fit_of(wrapper, page, find_records(wrapper.locator, page)))
    ]
    return min(found, key=lambda match: (-match.explained, match.name), default=None)


def seconds(library: Library, capture: Capture) -> float:
    """Return how long it takes to match a freshly parsed page."""
    page = read_page(capture)
    start = time.perf_counter()
    library.match(page)
    return time.perf_counter() - start


def learned(shared: Path) -> tuple[list[Wrapper], list[Capture]]:
    """Return a wrapper for each site, sites with several pages first, and the other pages."""
    gold = shared / "corpus" / "lists" / "gold.jsonl"
    if not gold.is_file():
        sys.exit(f"{gold} is not there: the corpus of real pages is needed to measure")
    sites: dict[tuple[str, str], list[Capture]] = {}
    for row in map(json.loads, gold.read_text(encoding="utf-8").splitlines()):
        path = shared / "corpus" / row["page"]
        sites.setdefault((row["source"], row["site"]), []).append(Capture(row["page"], path.read_bytes()))
    ordered = sorted(sites.items(), key=lambda item: -len(item[1]))
    wrappers = [api.learn(read_page(pages[0]), learner="rows", name="-".join(site)) for site, pages in ordered]
    return wrappers, [page for _, pages in ordered for page in pages[1:]]


def filled(folder: Path, wrappers: list[Wrapper]) -> tuple[Library, dict[str, Wrapper], float]:
    """Return a library of wrappers, the wrappers by their names in it, and how long it took to build."""
    library = Library(folder)
    start = time.perf_counter()
    names = library.add(*wrappers)
    took = time.perf_counter() - start
    return library, dict(zip(names, wrappers, strict=True)), took


def missed_share(library: Library, wrappers: dict[str, Wrapper], captures: list[Capture]) -> float:
    """Return, among the pages that fit a wrapper, the share whose best match the index does not find."""
    missed = fitting = 0
    for capture in captures:
        best = exhaustive(wrappers, read_page(capture))
        found = library.match(read_page(capture))
        fitting += best is not None
        if best is not None and (not found or (found[0].name, found[0].fit.value) != (best.name, best.fit.value)):
            same = bool(found) and found[0].fit.value == best.fit.value
            missed += not same
            print(f"  {capture.name}: {best.name} {best.fit}, found {found[0].name if found else 'nothing'}")
    print(f"{fitting} of {len(captures)} pages fit a wrapper")
    return missed / max(1, fitting)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("shared", type=Path)
    parser.add_argument("--step", type=int, default=2, help="take every n-th page")
    parser.add_argument("--seed", type=int, default=2005, help="of the made-up wrappers")
    args = parser.parse_args()
    rng = random.Random(args.seed)
    real, captures = learned(args.shared)
    captures = captures[:: args.step]
    wrappers = [*real, *(made_up(rng.choice(real), f"made-up-{n}", rng) for n in range(LARGE - len(real)))]
    with tempfile.TemporaryDirectory() as folder:
        small, _, _ = filled(Path(folder, "small"), wrappers[:SMALL])
        large, known, built = filled(Path(folder, "large"), wrappers)
        time.sleep(SETTLED_NS / 10**9)  # otherwise each match would check the folder, which has just changed
        times = [
            [min(seconds(library, capture) for _ in range(TRIES)) for library in (small, large)] for capture in captures
        ]
        missed = missed_share(large, known, captures)
    for name, each in ((f"{SMALL:,} wrappers", [a for a, _ in times]), (f"{LARGE:,} wrappers", [b for _, b in times])):
        print(f"{name:24} {1000 * median(each):8.2f} ms (90th percentile {1000 * quantiles(each, n=10)[-1]:.2f} ms)")
    ratio = median(b / a for a, b in times)
    sys.exit(1 if report({"ratio": ratio, "missed": missed, "build": built}, TARGETS) else 0)


if __name__ == "__main__":
    main()
