"""Measure tables as a person would look at them: which columns are shown, under which names, in which order.

python benchmarks/quality/tables.py ../shared            # all pages; writes tables.md
python benchmarks/quality/tables.py ../shared --raise    # the sample of floors.py; raises the bounds in tables.json

The scorer ``bench/tables.py`` of the shared folder defines the measures; here it gets the answers of `wrapture.extract`
without a command in between.  Bounds only get tighter: to loosen one, change tables.json and give the reason in CHANGELOG.md.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import sys
from collections import defaultdict
from functools import cache
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING, Any, Final

from common import load_scorer, table
from floors import sample

import wrapture
from wrapture.rows.write import render

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from types import ModuleType

HERE: Final = Path(__file__).parent
BOUNDS: Final = HERE / "tables.json"
CORPORA: Final = ("corpus", "modern")
MEASURES: Final = ("held", "match", "redundant", "cut", "sparse", "unnamed", "title_first", "clean")
BETTER_BELOW: Final = frozenset(["redundant", "cut", "sparse", "unnamed"])
SLACK: Final = 1.5  # points; a page of the sample is about one

Figures = dict[str, dict[str, float]]


@cache
def load_judge(shared: Path) -> ModuleType:
    """Return the scorer of tables as a module; it imports ``score``, which lies beside it."""
    sys.modules.setdefault("score", load_scorer(shared))
    spec = importlib.util.spec_from_file_location("tables_scorer", shared / "bench" / "tables.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def load_rows(shared: Path, corpus: str) -> list[dict[str, Any]]:
    """Return one row of gold per page."""
    with (shared / corpus / "lists" / "gold.jsonl").open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def measure(shared: Path, corpus: str, rows: Iterable[Mapping[str, Any]]) -> Figures:
    """Return the measures of each source, and of all pages, in percent; pages count whose list was found."""
    judge = load_judge(shared)
    found: dict[str, list[dict[str, float]]] = defaultdict(list)
    for row in rows:
        (answer,) = json.loads(render([wrapture.extract(shared / corpus / row["page"])], "json"))
        figures = judge.judge(row, answer)
        if figures:
            found[row["source"]].append(figures)
            found["ALL"].append(figures)
    return {source: _means(pages) for source, pages in sorted(found.items(), key=lambda one: (one[0] == "ALL", one[0]))}


def _means(pages: list[dict[str, float]]) -> dict[str, float]:
    means: dict[str, float] = {"pages": len(pages)}
    for name in ("columns", *MEASURES):
        values = [page[name] for page in pages if name in page]
        if values:
            means[name] = round(fmean(values) * (1 if name == "columns" else 100), 1)
    return means


def fallen(bounds: Mapping[str, Mapping[str, float]], found: Mapping[str, Mapping[str, float]]) -> list[str]:
    """Return a line for each measure that is beyond its bound."""
    return [
        f"{corpus}: {name} is {found[corpus][name]}, its bound is {bound}"
        for corpus, known in bounds.items()
        for name, bound in known.items()
        if (found[corpus][name] > bound if name in BETTER_BELOW else found[corpus][name] < bound)
    ]


def sampled(shared: Path) -> Figures:
    """Return the measures of the sample, for each corpus as a whole."""
    return {corpus: measure(shared, corpus, sample(load_rows(shared, corpus)))["ALL"] for corpus in CORPORA}


def raised(bounds: Mapping[str, Mapping[str, float]], found: Mapping[str, Mapping[str, float]]) -> Figures:
    """Return bounds that are at least as tight as before."""
    new: Figures = {}
    for corpus, figures in found.items():
        for name in MEASURES:
            below = name in BETTER_BELOW
            bound = round(figures[name] + SLACK if below else figures[name] - SLACK, 1)
            old = bounds.get(corpus, {}).get(name, bound)
            new.setdefault(corpus, {})[name] = min(old, bound) if below else max(old, bound)
    return new


def report(figures: Mapping[str, Figures]) -> str:
    """Return the figures as Markdown."""
    head = ["source", "pages", "columns", *(name.replace("_", " ") for name in MEASURES)]
    text = "# Tables as a person sees them\n\nWritten by `benchmarks/quality/tables.py`, which says what is measured.\n"
    for corpus, sources in figures.items():
        rows = [
            [source, *(one.get(key, float("nan")) for key in ("pages", "columns", *MEASURES))]
            for source, one in sources.items()
        ]
        text += f"\n## {corpus}\n\n{table(head, rows)}\n"
    return text


def main() -> None:
    """Measure all pages, or raise the bounds of the sample."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("shared", type=Path)
    parser.add_argument("--raise", dest="up", action="store_true")
    given = parser.parse_args()
    if given.up:
        known = json.loads(BOUNDS.read_text()) if BOUNDS.exists() else {}
        BOUNDS.write_text(json.dumps(raised(known, sampled(given.shared)), indent=1) + "\n")
        return
    text = report({corpus: measure(given.shared, corpus, load_rows(given.shared, corpus)) for corpus in CORPORA})
    (HERE / "tables.md").write_text(text)
    print(text)


if __name__ == "__main__":
    main()
