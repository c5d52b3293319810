"""Quality floors for the command line on a fixed sample of real pages: CI fails if a measure falls below its floor.

python benchmarks/quality/floors.py ../shared            # measure the sample and report what fell
python benchmarks/quality/floors.py ../shared --raise    # raise the floors in floors.json to the measured figures less slack

The sample is every fifth page of each source of ``corpus`` and ``modern`` in the order of the gold standard, and more of a
source that would have fewer than ten: about a hundred and sixty pages.  The scorer runs the real command line on them.
`fields` has a ceiling instead of a floor, because splitting everything into many columns is no better.  Slack is half a point
over all pages of a corpus and two points for one source; `perfect`, which moves in steps of a page, has the slack of a page if
that is more.

Floors only rise.  To lower one, change its "limit" in floors.json, leave its "best", and give the reason in CHANGELOG.md after
the words that the test requires.
"""

from __future__ import annotations

import argparse
import json
import re
import shlex
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from common import load_gold

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from common import Row

    Table = Mapping[str, Mapping[str, Any]]
    Floors = Mapping[str, Mapping[str, Mapping[str, float]]]

FLOORS: Final = Path(__file__).with_name("floors.json")
COMMAND: Final = Path(sys.executable).parent / "wrapture"
EVERY: Final = 5
LEAST: Final = 10  # pages of a source
MEASURES: Final = {"page_f1": "page F1", "perfect": "perfect pages", "cells": "cells", "fields": "fields a page"}
CEILINGS: Final = ("fields",)
TOTALS: Final = ("ALL", "modern")
SLACK: Final = 0.5
SLACK_OF_A_SOURCE: Final = 2.0
ROUNDING: Final = 0.1  # the scorer's figures have one decimal; without this, losing a page could fall just below
TIMEOUT_S: Final = 300.0


def sample(rows: Sequence[Row]) -> list[Row]:
    """Return the pages that floors are measured on: every fifth of a source, or more if that would be fewer than ten."""
    sources: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        sources[row["source"]].append(row)
    return [row for pages in sources.values() for row in pages[:: max(1, min(EVERY, len(pages) // LEAST))]]


def measure(shared: Path) -> dict[str, dict[str, Any]]:
    """Return the scorer's table for the samples of both corpora; the line for all modern pages is called ``modern``."""
    modern = _measured(shared, "modern")
    return {
        **_measured(shared, "corpus"),
        **{("modern" if name == "ALL" else name): line for name, line in modern.items()},
    }


def _measured(shared: Path, name: str) -> dict[str, dict[str, Any]]:
    """Return the scorer's table for the sample of a corpus, read by the real command line."""
    lists = shared.resolve() / name / "lists"
    with tempfile.TemporaryDirectory() as folder:
        corpus = Path(folder)
        (corpus / "lists").mkdir()
        for source in filter(Path.is_dir, lists.iterdir()):
            (corpus / "lists" / source.name).symlink_to(source)
        lines = [json.dumps(row) + "\n" for row in sample(load_gold(shared, name))]
        (corpus / "lists" / "gold.jsonl").write_text("".join(lines), encoding="utf-8")
        command = f"{shlex.quote(str(COMMAND))} extract --format json {{pages}}"
        score = [sys.executable, str(shared / "bench" / "score.py"), "run", str(corpus), "--json", "--command", command]
        done = subprocess.run(score, capture_output=True, text=True, timeout=TIMEOUT_S, check=True)
    return dict(json.loads(done.stdout))


def load_floors(path: Path = FLOORS) -> Floors:
    """Return the floors: for each source and measure its limit, and the best limit it ever had."""
    return dict(json.loads(path.read_text(encoding="utf-8"))["floors"])


def committed() -> list[Floors]:
    """Return the floors of each commit in this clone: at least those of the last one; none outside of git."""
    commits = _git("log", "--format=%H", "--", FLOORS.name).split()
    return [dict(json.loads(_git("show", f"{commit}:./{FLOORS.name}"))["floors"]) for commit in commits]


def _git(*arguments: str) -> str:
    try:
        git = ["git", "-C", str(FLOORS.parent), *arguments]
        return subprocess.run(git, capture_output=True, text=True, check=True).stdout
    except (FileNotFoundError, subprocess.CalledProcessError):
        return ""


def fallen(floors: Floors, table: Table) -> list[str]:
    """Return a line for each measure that is beyond its limit, with the limit and what was measured."""
    return [
        f"{source}: {MEASURES[name]} {'rose above its ceiling' if name in CEILINGS else 'fell below its floor'},"
        f" from {limit['limit']} to {table[source][name]}"
        for source, limits in floors.items()
        for name, limit in limits.items()
        if is_worse(name, table[source][name], limit["limit"])
    ]


def is_worse(name: str, value: float | None, than: float) -> bool:
    """Return whether a measure is worse than a limit; a measure that is missing is worse."""
    if value is None:
        return True
    return value > than if name in CEILINGS else value < than


def untold(floors: Floors, before: Sequence[Floors], changelog: str) -> list[str]:
    """Return the words missing from the changelog, for each floor that is below the best it ever had.

    `before` are the floors of earlier commits, so lowering a "best" or removing a floor does not evade the check.
    """
    places = {
        (source, name): None for known in (floors, *before) for source, limits in known.items() for name in limits
    }
    lacking = []
    for source, name in places:
        best = _best(name, *(_limits(known, source, name) for known in (floors, *before)))
        now = _limits(floors, source, name).get("limit")
        words = f"Floor lowered: {source}, {MEASURES[name]}, from {best} to "
        told = [float(value) for value in re.findall(re.escape(words) + r"(\d+(?:\.\d+)?)", changelog)]
        # A floor that rose a little after it was lowered needs no new entry.
        if is_worse(name, now, best) and (now is None or all(is_worse(name, now, value) for value in told)):
            lacking.append(words + ("nothing" if now is None else str(now)))
    return [words for words in lacking if words not in changelog]


def _limits(floors: Floors, source: str, name: str) -> Mapping[str, float]:
    return floors.get(source, {}).get(name, {})


def _best(name: str, *limits: Mapping[str, float]) -> float:
    return (min if name in CEILINGS else max)(known["best"] for known in limits if known)


def raised(floors: Floors, table: Table) -> dict[str, dict[str, dict[str, float]]]:
    """Return the floors raised to what was measured less the slack; none is lowered, and new ones are added."""
    return {
        source: {
            name: _better(name, _limit(source, name, measures), _limits(floors, source, name))
            for name in MEASURES
            if measures[name] is not None
        }
        for source, measures in table.items()
    }


def _limit(source: str, name: str, measures: Mapping[str, Any]) -> float:
    slack = SLACK if source in TOTALS else SLACK_OF_A_SOURCE
    if name == "perfect":
        slack = max(slack, 100 / measures["pages"] + ROUNDING)
    return float(round(measures[name] + slack if name in CEILINGS else max(0.0, measures[name] - slack), 1))


def _better(name: str, limit: float, old: Mapping[str, float]) -> dict[str, float]:
    kept = old["limit"] if old and is_worse(name, limit, old["limit"]) else limit
    return {"limit": kept, "best": _best(name, {"best": kept}, old)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("shared", type=Path)
    parser.add_argument(
        "--raise", dest="rise", action="store_true", help="raise the floors to what is measured, less the slack"
    )
    args = parser.parse_args()
    table = measure(args.shared)
    floors = load_floors() if FLOORS.is_file() else {}
    for source, measures in table.items():
        print(
            source,
            *(f"{MEASURES[name]} {measures[name]}" for name in MEASURES),
            f"{measures['pages']} pages",
            sep="   ",
        )
    if args.rise:
        text = {"about": "written by benchmarks/quality/floors.py --raise, which tells the sample and the slack"}
        FLOORS.write_text(json.dumps({**text, "floors": raised(floors, table)}, indent=1) + "\n", encoding="utf-8")
        return
    fell = fallen(floors, table)
    print(*fell, sep="\n")
    sys.exit(1 if fell else 0)


if __name__ == "__main__":
    main()
