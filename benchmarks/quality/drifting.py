"""Measure check and repair on pairs of a list at two times, with thresholds chosen on other sites.

    drifting.py SHARED [--work FOLDER]

Pairs count where the wrapper reads its own page; each is used in both directions of time.  The thresholds below are chosen
anew for each fold, on the pairs of all other sites, and judged on the fold's own: those are the held-out figures.  Courts whose
pages are on one host are one site.  What is not held out: the weights of likeness and of the evidence for a pair of columns,
which were set by hand while looking at these pairs.

What was measured of a pair is kept in the work folder, so an interrupted run resumes.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter, defaultdict
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from unittest import mock

from common import answer_of, load_scorer, table

import wrapture
from wrapture.drift import checking, column_mapping, repairing
from wrapture.errors import WraptureError
from wrapture.reading.fit import accepts
from wrapture.reading.row_template import SIMILAR
from wrapture.reading.site_marks import site_marks

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from types import ModuleType

    from wrapture.drift.repairs import Repair
    from wrapture.model import SiteMarks

Pair = dict[str, Any]
Measured = dict[str, Any]

RIGHT: Final = 0.8  # page F1 of a table that is right
HOLDS: Final = 0.8  # share of a gold column's cells that the column of a table holds
HARM: Final = 0.02  # page F1 that a repair may cost
FOLDS: Final = 5
ALIKE: Final = (0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6)
UNLIKE: Final = (0.1, 0.15, 0.2, 0.25, 0.3)
SAME: Final = (0.25, 0.3, 0.35, 0.4, 0.45, 0.5)
KEPT: Final = (0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5)
DIRECTIONS: Final = ("old → new", "new → old")
EVERY: Final = 3  # of the pages, those that are given to the wrappers of other sites
OUTCOMES: Final = ("repaired", "other site", "no list page", "unsure", "fits")
HEAD: Final = ("", "broken", "recall", "precision", "repaired", "names kept", "harm", "silent")


def main() -> None:
    """Measure all pairs, choose thresholds by fold, and print the tables."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("shared", type=Path)
    arguments.add_argument("--work", type=Path, default=Path("build/drifting"))
    given = arguments.parse_args()
    found = list(measure_all(given.shared, given.work))
    shipped = {
        "alike": checking.ALIKE,
        "unlike": checking.UNLIKE,
        "same": column_mapping.ENOUGH,
        "kept": repairing.FIRST,
    }
    print("With the thresholds of the package:\n")
    print(
        table(
            HEAD,
            [summed(name, [judged(one, shipped) for one in found if one["direction"] == name]) for name in DIRECTIONS],
        )
    )
    held, chosen = held_out(found)
    print("Held out: thresholds chosen on other sites:\n")
    print(table(HEAD, [summed(name, [one for one in held if one["direction"] == name]) for name in DIRECTIONS]))
    print(table(("fold", "pairs", *shipped), chosen))
    print("Pages of other sites, given to the wrappers of all sites:\n")
    print(table(("host", "pages", *OUTCOMES), strange_pages(given.shared, given.work)))


# --- measuring ---


def measure_all(shared: Path, work: Path) -> Iterable[Measured]:
    """Yield what was measured of each pair in each direction, of those that count."""
    work.mkdir(parents=True, exist_ok=True)
    for number, pair in enumerate(read_pairs(shared)):
        for direction in DIRECTIONS:
            path = work / f"{number}-{DIRECTIONS.index(direction)}.json"
            if not path.exists():
                turned = pair if direction == DIRECTIONS[0] else _turned(pair)
                path.write_text(json.dumps(measured(shared, turned, direction)), "utf-8")
                print(".", end="", flush=True, file=sys.stderr)
            one = json.loads(path.read_text("utf-8"))
            if one is not None:
                yield one


def read_pairs(shared: Path) -> list[Pair]:
    """Return the pairs with known records on both pages."""
    with (shared / "modern/drift/pairs.jsonl").open(encoding="utf-8") as lines:
        return [pair for pair in map(json.loads, lines) if pair["gold_old"] and pair["gold_new"]]


def measured(shared: Path, pair: Pair, direction: str) -> Measured | None:
    """Return what the thresholds decide about, for a pair; None if its wrapper does not read its own page."""
    scorer = load_scorer(shared)
    old, new = (wrapture.parse(shared / "modern" / pair[side]) for side in ("old", "new"))
    try:
        wrapper = wrapture.learn(old)
    except WraptureError:
        return None
    before = answer_of(wrapture.extract(shared / "modern" / pair["old"], wrapper))
    if page_f1(scorer, pair, "old", before) < RIGHT:
        return None
    check = wrapture.check(new, wrapper)
    now = page_f1(scorer, pair, "new", answer_of(wrapture.extract(new, wrapper)))
    was = holders(scorer, pair["gold_old"], before)
    return {
        "site": _host(wrapper.profile.site) or pair["site"],
        "direction": direction,
        "now": now,
        "found": check.fit.found,
        "accepted": accepts(check.fit),
        "similar": check.fit.similarity is None or check.fit.similarity > SIMILAR,
        "alike": check.likeness,
        "repairs": [_repaired(scorer, pair, wrapper, new, was, same) for same in SAME],
    }


def _repaired(
    scorer: ModuleType, pair: Pair, wrapper: wrapture.Wrapper, page: wrapture.Page, was: dict[str, str], same: float
) -> Measured:
    """Return the repair of a pair, whatever share of the columns is kept, with one threshold for pairs of columns."""
    settle = repairing._settled
    asked = []

    def settled(*given: Any) -> Repair:
        asked.append(given[3] if len(given) > 3 else repairing.ENOUGH)
        return settle(given[0], given[1], given[2], 0.0)

    with (
        mock.patch.object(repairing, "_settled", settled),
        mock.patch.object(column_mapping, "ENOUGH", same),
        mock.patch.object(repairing, "overall", return_value="changed"),
    ):
        made = wrapture.repair(wrapper, page)
    if made.wrapper is None:
        return {"refusal": made.refusal, "kept": 0.0, "more": 0.0, "after": None, "names": [0, 0]}
    records = answer_of(wrapture.extract(page, made.wrapper))
    names = holders(scorer, pair["gold_new"], records)
    both = [name for name in was if name in names]
    return {
        "refusal": "",
        "kept": made.kept,
        "more": max(asked, default=repairing.FIRST) - repairing.FIRST,
        "after": page_f1(scorer, pair, "new", records),
        "names": [sum(was[name] == names[name] for name in both), len(both)],
    }


def page_f1(scorer: ModuleType, pair: Pair, side: str, records: list[dict[str, Any]]) -> float:
    """Return how well records match those known of a page."""
    gold = pair[f"gold_{side}"]
    row = {"page": pair[side], "scope": "record", "columns": "cells" in gold[0], "records": gold}
    return float(scorer.page_f1(scorer.score_best(row, records)))


def holders(scorer: ModuleType, gold: list[dict[str, Any]], records: list[dict[str, Any]]) -> dict[str, str]:
    """Return for each known column the column of a table that holds most of its cells."""
    held: defaultdict[str, set[str]] = defaultdict(set)
    for record in records:
        for name, value in record["fields"].items():
            held[name].add(scorer.squeeze(scorer.flat(value)))
    found = {}
    for name in {name for record in gold for name in record.get("cells", {})}:
        wanted = [text for record in gold if (text := scorer.squeeze(record.get("cells", {}).get(name, "")))]
        best = max(((sum(text in held[own] for text in wanted), own) for own in sorted(held)), default=(0, ""))
        if wanted and best[0] >= HOLDS * len(wanted):
            found[name] = best[1]
    return found


def _turned(pair: Pair) -> Pair:
    turned = {"old": pair["new"], "new": pair["old"], "gold_old": pair["gold_new"], "gold_new": pair["gold_old"]}
    return {**pair, **turned}


# --- pages of other sites ---


def strange_pages(shared: Path, work: Path) -> list[list[object]]:
    """Return what `repair` does with pages of other courts, on the same host and on others: how many of each outcome."""
    courts = {pair[side]: pair["site"] for pair in read_pairs(shared) for side in ("old", "new")}
    pages = {name: wrapture.parse(shared / "modern" / name) for name in sorted(courts)[::EVERY]}
    hosts = {name: _host(site_marks([page])) for name, page in pages.items()}
    counts: dict[str, Counter[str]] = {"the same": Counter(), "another": Counter()}
    for site, name in sorted({site: name for name, site in courts.items()}.items()):
        path = work / f"others-{site}.json"
        if not path.exists():
            own = wrapture.parse(shared / "modern" / name)
            strangers = [other for other in pages if courts[other] != site]
            path.write_text(json.dumps(_outcomes(own, {other: pages[other] for other in strangers})), "utf-8")
            print(".", end="", flush=True, file=sys.stderr)
        mine = _host(site_marks([wrapture.parse(shared / "modern" / name)]))
        for other, outcome in json.loads(path.read_text("utf-8")).items():
            counts["the same" if mine and hosts[other] == mine else "another"][outcome] += 1
    return [[name, count.total(), *(count[outcome] for outcome in OUTCOMES)] for name, count in counts.items()]


def _outcomes(own: wrapture.Page, pages: dict[str, wrapture.Page]) -> dict[str, str]:
    """Return what a repair does with each page: why it is refused, or ``repaired``."""
    try:
        wrapper = wrapture.learn(own)
    except WraptureError:
        return {}
    return {name: wrapture.repair(wrapper, page).refusal or "repaired" for name, page in pages.items()}


def _host(marks: SiteMarks | None) -> str:
    """Return the site of a page by the host that it names most: its registered name, and one level more for public bodies."""
    return ".".join(marks.hosts[0].split(".")[-3:]) if marks and marks.hosts else ""


# --- judging ---


def judged(one: Measured, limits: dict[str, float]) -> Measured:
    """Return what becomes of a pair with some thresholds."""
    likely = one["alike"] is not None and one["alike"] >= limits["unlike" if one["similar"] else "alike"]
    fits = bool(one["found"]) and (one["accepted"] if one["alike"] is None else likely)
    made = one["repairs"][SAME.index(limits["same"])]
    done = not fits and made["after"] is not None and made["kept"] >= limits["kept"] + made["more"]
    broken, after = one["now"] < RIGHT, made["after"] if done else one["now"]
    return {
        "direction": one["direction"],
        "broken": broken,
        "told": not fits,
        "repaired": broken and after >= RIGHT,
        "names": made["names"] if broken and done and after >= RIGHT else [0, 0],
        "harm": not broken and after < one["now"] - HARM,
        "silent": broken and (fits or (done and after < RIGHT)),
    }


def summed(name: str, found: Sequence[Measured]) -> list[object]:
    """Return the figures of some pairs, as a row of a table."""
    broken = [one for one in found if one["broken"]]
    told = [one for one in found if one["told"]]
    right = sum(one["told"] for one in broken)
    kept, held = (sum(one["names"][n] for one in found) for n in (0, 1))
    return [
        name,
        f"{len(broken)} of {len(found)}",
        _percent(right, len(broken)),
        _percent(right, len(told)),
        _percent(sum(one["repaired"] for one in broken), len(broken)),
        _percent(kept, held),
        _percent(sum(one["harm"] for one in found), len(found) - len(broken)),
        _percent(sum(one["silent"] for one in found), len(found)),
    ]


def _percent(part: int, whole: int) -> float:
    return 100 * part / whole if whole else float("nan")


def value(found: Sequence[Measured]) -> float:
    """Return the worth of thresholds on some pairs: right alarms, repairs and names, with harm and silence counting double."""
    wrong = sum(one["told"] and not one["broken"] for one in found) + 2 * sum(
        one["harm"] + one["silent"] for one in found
    )
    good = sum(one["repaired"] + (one["told"] and one["broken"]) for one in found)
    names = sum(one["names"][0] - 0.5 * one["names"][1] for one in found)
    return float(good + names - wrong)


def held_out(found: Sequence[Measured]) -> tuple[list[Measured], list[list[object]]]:
    """Return what becomes of each pair with thresholds chosen on other sites, and the thresholds of each fold."""
    sites = sorted({one["site"] for one in found})
    grid = [
        {"alike": alike, "unlike": unlike, "same": same, "kept": kept}
        for alike, unlike, same, kept in product(ALIKE, UNLIKE, SAME, KEPT)
    ]
    held, chosen = [], []
    for fold in range(FOLDS):
        own = {site for n, site in enumerate(sites) if n % FOLDS == fold}
        taught = [one for one in found if one["site"] not in own]
        best = middle(grid, [value([judged(one, limits) for one in taught]) for limits in grid])
        mine = [judged(one, best) for one in found if one["site"] in own]
        held += mine
        chosen.append([fold + 1, len(mine), *(f"{limit:.2f}" for limit in best.values())])
    return held, chosen


def middle(grid: Sequence[dict[str, float]], values: Sequence[float]) -> dict[str, float]:
    """Return the thresholds in the middle of those that are worth most: many are worth the same."""
    best = [limits for limits, worth in zip(grid, values, strict=True) if worth == max(values)]
    middles = {name: sorted(limits[name] for limits in best)[len(best) // 2] for name in best[0]}
    return min(best, key=lambda limits: sum(abs(limits[name] - middles[name]) for name in limits))


if __name__ == "__main__":
    main()
