"""Load the real pages and their scorer."""

from __future__ import annotations

import importlib.util
import json
from collections import Counter
from functools import cache
from math import isnan
from statistics import fmean
from typing import TYPE_CHECKING, Any

from wrapture.html.parsing import read_page
from wrapture.model import Capture

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path
    from types import ModuleType

    from wrapture.html.page import Page
    from wrapture.model.table import Table

Row = dict[str, Any]
Score = dict[str, int]


@cache
def load_scorer(shared: Path) -> ModuleType:
    """Return the scorer as a module."""
    spec = importlib.util.spec_from_file_location("score", shared / "bench" / "score.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def load_gold(shared: Path, corpus: str = "corpus") -> list[Row]:
    """Return one row per page of a corpus: its file, its source and its true records."""
    return load_rows(shared, f"{corpus}/lists")


def load_rows(shared: Path, folder: str) -> list[Row]:
    """Return one row per page of a folder."""
    with (shared / folder / "gold.jsonl").open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def answer_of(table: Table) -> list[Row]:
    """Return a table in the scorer's format."""
    return [{"text": row.text, "fields": dict(zip(table.columns, row.cells, strict=True))} for row in table.rows]


def read(shared: Path, row: Row) -> Page:
    """Return the page of a row of the gold standard."""
    return read_file(shared / "corpus" / row["page"])


def read_file(path: Path) -> Page:
    """Return the page of a file."""
    return read_page(Capture(str(path), path.read_bytes()))


def read_text(html: str) -> Page:
    """Return the page of a text."""
    return read_page(Capture("made.html", html.encode()))


def total(scores: Iterable[Score]) -> dict[str, float]:
    """Return the measures of the scorer's report for some pages, in percent."""
    scores = list(scores)
    sums: Counter[str] = Counter()
    for score in scores:
        sums.update(score)
    pages = max(1, len(scores))
    perfect = sum(score["found"] == score["gold"] == score["predicted"] for score in scores)
    f1 = fmean(2 * s["found"] / max(1, s["gold"] + s["predicted"]) for s in scores) if scores else 0.0
    return {
        "pages": len(scores),
        "precision": 100 * sums["found"] / max(1, sums["predicted"]),
        "recall": 100 * sums["found"] / max(1, sums["gold"]),
        "page F1": 100 * f1,
        "perfect": 100 * perfect / pages,
        "cells": 100 * sums["cell_hits"] / sums["cells"] if sums["cells"] else float("nan"),
        "fields": sums["fields"] / pages,
    }


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return rows of text and numbers as a Markdown table."""

    def shown(value: object) -> str:
        return ("–" if isnan(value) else f"{value:.1f}") if isinstance(value, float) else str(value)

    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return "\n".join(lines + ["| " + " | ".join(map(shown, row)) + " |" for row in rows]) + "\n"
