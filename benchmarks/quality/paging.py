"""Learn the weight of each sign of paging, cross-validated by site; measure the links that are found.

    python benchmarks/quality/paging.py ../shared [--write]

The weights are those of a logistic regression.  Each keeps the direction expected of its sign, and is drawn towards a given
value, since some signs are rare: few pages have a calendar.  Every page is used twice, with and without its address.  The gold
standard overlooks some links: unmarked links that a first round classifies as paging with a high probability are left out of
the second.  Result pages have no gold standard for paging; there, a link that plainly says "next page" counts as one.

The pages of a site are either all tested or all trained on.  Addresses that can't be requested (``javascript:``) are not
counted.  The figures go to ``paging.md``; ``--write`` stores the weights in ``src/wrapture/site/paging/link_weights.json``.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from common import load_gold, read, table
from numpy.typing import NDArray
from selectolax.lexbor import LexborHTMLParser

from wrapture.html.parsing import read_page
from wrapture.model import Capture
from wrapture.site.paging import find_paging
from wrapture.site.paging.link_judge import BIAS, accepted, judged, load_weights, look_around, score
from wrapture.site.paging.link_signs import MEANINGS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from selectolax.lexbor import LexborNode

    from wrapture.html.page import Page
    from wrapture.site.paging.link_judge import Marked

HERE = Path(__file__).parent
WEIGHTS = HERE.parents[1] / "src" / "wrapture" / "site" / "paging" / "link_weights.json"
KINDS = {"NEXT": "next", "PREV": "previous", "PAGE": "page", "FIRST": "first", "LAST": "last"}
RIDGE = 0.3
OVERLOOKED = 0.9  # from this probability on, a link that the gold does not mark is left out of the second round
STEPS = 200

FREE = frozenset(["page", "next", "previous", "first", "last", "arrow"])
"""Signs whose weights may be positive or negative."""
AGAINST = frozenset(
    [
        "extra",
        "weak",
        "hinted",
        "trap class",
        "size",
        "date",
        "itself",
        "fragment",
        "lone number",
        "other number",
        "alone",
        "year",
        "padded",
    ]
)
USUAL = 0.5  # the expected weight of other signs
EXPECTED = {
    "full": 1.5,
    "end": 1,
    "head": 1,
    "current": 1,
    "trap class": -2,
    "date": -2,
    "size": -2,
    "fragment": -2,
    "year": -2,
}

NOTE = """What is given to a caller as the pages of the list itself leaves out the pages of discussions that a list links to;
the gold counts these too.  Addresses that can't be asked are not counted.
"""

UNKNOWN = dict.fromkeys((BIAS, *MEANINGS), 0.0)
"""Neutral weights, because a new sign has none yet."""

Matrix = NDArray[np.float64]
Link = tuple[str, str]
"""The kind and the address of a link."""
Weights = dict[str, float]


class Example(NamedTuple):
    """One page: its site, its links with signs of paging, and the paging links of the gold standard with their counts."""

    site: str
    page: Page
    links: list[Marked]
    gold: Counter[Link]
    doubtful: bool


class Figures(NamedTuple):
    """The number of paging links, of links classified as paging, and of those classified correctly."""

    there: int
    taken: int
    right: int

    @property
    def row(self) -> tuple[object, ...]:
        """Precision, recall and F1 in percent, and the number of links."""
        precision, recall = self.right / max(1, self.taken), self.right / max(1, self.there)
        return 100 * precision, 100 * recall, self.f1, self.there

    @property
    def f1(self) -> float:
        """The harmonic mean of precision and recall in percent."""
        return 200 * self.right / max(1, self.there + self.taken)


def examples(shared: Path, *, addresses: bool) -> list[Example]:
    """Return the pages that have a gold standard."""
    folder = shared / "corpus" / "paging"
    with (folder / "gold.jsonl").open(encoding="utf-8") as lines:
        return [_example(folder, json.loads(line), addresses=addresses) for line in lines]


def _example(folder: Path, row: dict[str, Any], *, addresses: bool) -> Example:
    body = (folder / row["page"]).read_bytes()
    page = read_page(Capture(row["page"], body, url=row["url"] if addresses else None, charset=row["encoding"]))
    gold = Counter(
        (KINDS[kind], address)
        for kind, marked in row["links"].items()
        for href in _addresses(body, marked)
        if (address := page.absolute(href.strip())) and not address.startswith("javascript:")
    )
    return Example(row["site"], page, list(judged(look_around(page), UNKNOWN)), gold, bool(row["failed"]))


def _addresses(body: bytes, marked: dict[str, Any]) -> Iterator[str]:
    """Yield the addresses of links that the gold marks, or of the link around or inside a marked node."""
    if all(hit["href"] for hit in marked["hits"]):
        yield from (hit["href"] for hit in marked["hits"])
        return
    for node in LexborHTMLParser(body).css(marked["selector"]):
        yield from _nearest(node)


def _nearest(node: LexborNode) -> list[str]:
    """Return the address of the link that a node is, contains or is inside of."""
    around: LexborNode | None = node
    while around is not None:
        links = [around] if around.tag == "a" else around.css("a[href]")
        found = [link.attributes.get("href") for link in links]
        if links:
            return [href for href in found[:1] if href]
        around = around.parent
    return []


def plain_ones(shared: Path) -> list[Marked]:
    """Return the links on result pages whose text plainly says "next page"."""
    sites: dict[str, list[Marked]] = {}
    for row in load_gold(shared):
        if row["site"] not in sites:
            sites[row["site"]] = [
                one
                for one in judged(look_around(read(shared, row)), UNKNOWN)
                if one.kind == "next" and "plain" in one.signs and not {"date", "trap class"} & set(one.signs)
            ][:1]
    return [one for some in sites.values() for one in some]


def matrix(links: Iterable[Marked]) -> Matrix:
    """Return the signs of links as rows; the first column is the bias."""
    return np.array([[1.0, *(link.signs.get(name, 0.0) for name in MEANINGS)] for link in links])


def fit(pages: Sequence[Example], more: Sequence[Marked]) -> Weights:
    """Return the weights of the signs, and the bias."""
    links = [
        (one, (one.kind, one.link.address.text) in page.gold, _share(page, one)) for page in pages for one in page.links
    ]
    rows = matrix([one for one, _, _ in links] + list(more))
    right = np.array([float(marked) for _, marked, _ in links] + [1.0] * len(more))
    counts = np.array([share for _, _, share in links] + [1.0] * len(more))
    first = regress(rows, right, counts)
    kept = (right > 0) | (rows @ first < np.log(OVERLOOKED / (1 - OVERLOOKED)))
    weights = regress(rows[kept], right[kept], counts[kept])
    return dict(zip((BIAS, *MEANINGS), map(float, weights), strict=True))


def _share(page: Example, link: Marked) -> float:
    """Return the weight of a link as an example: each of many of a kind on a page counts for less."""
    return float(sum(other.kind == link.kind for other in page.links) ** -0.5)


def regress(rows: Matrix, right: Matrix, counts: Matrix) -> Matrix:
    """Return the regression weights, by Newton's method with steps that keep the expected directions."""
    expected = np.array([0.0, *map(expectation, MEANINGS)])
    signs = np.array([0.0, *(0.0 if name in FREE else np.sign(expectation(name)) for name in MEANINGS)])
    ridge = np.array([1e-3] + [RIDGE] * len(MEANINGS))

    def cost(weights: Matrix) -> float:
        sums = rows @ weights
        doubt = counts @ (np.logaddexp(0, sums) - right * sums)
        return float(doubt + (ridge * (weights - expected) ** 2).sum() / 2)

    weights = expected
    for _ in range(STEPS):
        likely = 1 / (1 + np.exp(-np.clip(rows @ weights, -30, 30)))
        slope = rows.T @ (counts * (likely - right)) + ridge * (weights - expected)
        curve = (rows.T * (counts * likely * (1 - likely))) @ rows + np.diag(ridge)
        free = ~((weights == 0) & (signs * slope > 0))
        step = np.zeros(len(weights))
        step[free] = np.linalg.solve(curve[np.ix_(free, free)], slope[free])
        better = _stepped(cost, weights, step, signs)
        if cost(weights) - cost(better) < 1e-7:
            break
        weights = better
    return weights


def expectation(name: str) -> float:
    """Return the expected weight of a sign."""
    usual = 0 if name in FREE else -USUAL if name in AGAINST else USUAL
    return EXPECTED.get(name, usual)


def _stepped(cost: Any, weights: Matrix, step: Matrix, signs: Matrix) -> Matrix:
    """Return the weights after the longest step that lowers the cost; a weight that would change its direction stops at 0."""
    now = cost(weights)
    for halvings in range(30):
        new = weights - step / 2**halvings
        new = np.where(new * signs < 0, 0.0, new)
        if cost(new) <= now:
            return np.asarray(new)
    return weights


def held_out(known: Sequence[Example], nameless: Sequence[Example], more: Sequence[Marked]) -> dict[str, Weights]:
    """Return, for each site, weights that were learned without its pages."""
    pages = [page for page in (*known, *nameless) if not page.doubtful]
    return {
        site: fit([page for page in pages if page.site != site], more) for site in sorted({page.site for page in known})
    }


def found(page: Example, weights: Mapping[str, float]) -> Counter[Link]:
    """Return the links that are classified as paging, with their counts."""
    links = accepted([replace(one, score=score(one.signs, weights)) for one in page.links])
    return Counter((one.kind, one.link.address.text) for one in links)


def figures(pairs: Iterable[tuple[Counter[Link], Counter[Link]]], kind: str, *, elements: bool) -> Figures:
    """Return the figures of a kind, given the gold's links and those found, counted by address or by element."""
    there = taken = right = 0
    for gold, answer in pairs:
        one, other = (
            Counter({link: n if elements else 1 for link, n in some.items() if link[0] == kind})
            for some in (gold, answer)
        )
        there, taken, right = there + one.total(), taken + other.total(), right + (one & other).total()
    return Figures(there, taken, right)


def chosen(page: Example) -> Counter[Link]:
    """Return the links that a caller gets, the next page and the pages of the same list, with weights from all pages."""
    paging = find_paging(page.page)
    given = [("next", paging.next), *(("page", link) for link in paging.pages)]
    return Counter((kind, link.url) for kind, link in given if link is not None and not link.is_button)


def report(known: Sequence[Example], nameless: Sequence[Example], weights: Mapping[str, Weights]) -> str:
    sure = [page for page in known if not page.doubtful]
    rows: list[tuple[object, ...]] = []
    for title, pages, elements in (
        ("by address", known, False),
        ("by element", known, True),
        ("by address, doubtful pages left out", sure, False),
        ("by address, the page's own not known", nameless, False),
    ):
        pairs = [(page.gold, found(page, weights[page.site])) for page in pages]
        rows += [(title, kind, *figures(pairs, kind, elements=elements).row) for kind in KINDS.values()]
    given = [(page.gold, chosen(page)) for page in known]
    rows += [
        ("given to a caller, fitted", kind, *figures(given, kind, elements=False).row) for kind in ("next", "page")
    ]
    sites = len({page.site for page in known})
    heading = f"# Paging\n\n{len(known)} pages of {sites} sites; each site by weights learned without it.\n\n{NOTE}\n"
    return heading + table(("links", "kind", "precision", "recall", "F1", "in the gold"), rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("shared", type=Path)
    parser.add_argument("--write", action="store_true", help="store the weights")
    args = parser.parse_args()
    known, nameless = (examples(args.shared, addresses=addresses) for addresses in (True, False))
    more = plain_ones(args.shared)
    if args.write:
        weights = fit([page for page in (*known, *nameless) if not page.doubtful], more)
        rounded = {name: round(weight, 4) + 0.0 for name, weight in weights.items()}
        WEIGHTS.write_text(json.dumps(rounded, indent=2) + "\n", encoding="utf-8")
        load_weights.cache_clear()
    text = report(known, nameless, held_out(known, nameless, more))
    (HERE / "paging.md").write_text(text, encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
