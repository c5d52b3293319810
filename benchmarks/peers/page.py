"""Write the page of results from the measurements."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    Figures = Mapping[str, Mapping[str, Any]]

HEAD = """# Wrapture beside its peers

Written by `make peers` (`benchmarks/peers/compare.py`); do not edit.  {pages} real list pages, scored by the scorer of the
development pages: each system's own first answer, or the region with most text where it has no ranking.  Percentages
but for `fields` (columns a page) and `ms` (milliseconds a page, on one busy machine: compare, don't quote).  A page that a
system failed on counts as an empty answer.  How it was measured, and what to make of it: [docs/peers.md](../../docs/peers.md).

"""
MEASURES = {
    "page F1": "page_f1",
    "perfect": "perfect",
    "precision": "precision",
    "recall": "recall",
    "cells": "cells",
    "fields": "fields",
    "failed pages": "errors",
    "ms": "ms_per_page",
}
AS_PROCESS = " as a process"
WITH_FIT = " with fit"
SHORT = ("page_f1", "perfect", "cells", "fields", "ms_per_page")


def results_page(figures: Figures) -> str:
    """Return the whole page for the available figures."""
    systems = [row for name, row in figures.items() if name != "selectors"]
    scored = [row for row in systems if "table" in row]
    text = HEAD.format(pages=max((row["table"]["ALL"]["pages"] for row in scored), default=0))
    text += "## All pages\n\n" + all_pages(systems)
    text += "\n## By source\n\npage F1 / perfect / cells / fields / ms\n\n" + by_source(scored)
    if "selectors" in figures:
        text += "\n## Beside selectors written by hand\n\n" + by_hand(figures["selectors"])
    return text + "\n## Pages that a system failed on\n\n" + failed(scored)


def renewed_docs(page: str, figures: Figures) -> str:
    """Return a page of the documentation with updated tables, which are marked by comments."""
    tables = {"systems": all_pages([row for name, row in figures.items() if name != "selectors"])}
    if "overall" in figures.get("selectors", {}):
        tables["by hand"] = in_short(figures["selectors"])
    for name, text in tables.items():
        before, begin, rest = page.partition(f"<!-- {name} -->\n")
        _, end, after = rest.partition(f"<!-- /{name} -->\n")
        page = before + begin + text + end + after
    return page


def in_short(row: Mapping[str, Any]) -> str:
    """Return the speed relative to selectors, and how well both read the pages, as a short table."""
    medians, tables = row["overall"], row["tables"]
    ways = {
        "selectors by hand": ("", "by hand"),
        "a wrapper": ("", "wrapper"),
        "… and how well the page fits": (WITH_FIT, "wrapper"),
        "selectors by hand, a process a page": (AS_PROCESS, "by hand"),
        "`wrapture extract --wrapper`, a process a page": (AS_PROCESS, "wrapper"),
    }
    rows = [
        [
            title,
            f"{medians[way + how]:.1f}",
            "1" if way == "by hand" else f"{medians['ratio' + how]:.2f}",
            *(shown(tables[way], key) for key in ("page_f1", "perfect", "cells", "fields")),
        ]
        for title, (how, way) in ways.items()
    ]
    return table(["", "ms a page", "ratio", "page F1", "perfect", "cells", "fields"], rows)


def all_pages(systems: Sequence[Mapping[str, Any]]) -> str:
    """Return the table over all pages; a system that could not be installed has the reason in place of figures."""
    rows = []
    for row in systems:
        head = [named(row), row["day"]]
        if "lacking" in row:
            rows.append([*head, f"could not be installed: {row['lacking']}", *[""] * (len(MEASURES) - 1)])
        else:
            rows.append([*head, *(shown(row["table"]["ALL"], key) for key in MEASURES.values())])
    return table(["system", "measured", *MEASURES], rows)


def by_source(systems: Sequence[Mapping[str, Any]]) -> str:
    """Return the short measures of each system on the pages of each source."""
    sources = sorted({source for row in systems for source in row["table"]} - {"ALL"})
    counts = [systems[0]["table"][source]["pages"] for source in sources] if systems else []
    rows = [
        [named(row), *(" / ".join(shown(row["table"][source], key) for key in SHORT) for source in sources)]
        for row in systems
    ]
    return table(["system", *(f"{name} ({count})" for name, count in zip(sources, counts, strict=True))], rows)


def by_hand(row: Mapping[str, Any]) -> str:
    """Return the speed of wrappers and selectors, and how well both read the pages."""
    if "lacking" in row:
        return f"parsel {row['version']} could not be installed: {row['lacking']}\n"
    names = [name for name in row["rows"][0] if name not in ("page", "by hand" + WITH_FIT)]
    rows = [
        [one["page"].removeprefix("lists/"), *(f"{one[name]:.2f}" for name in names)]
        for one in [*row["rows"], {"page": "**median**", **row["overall"]}]
    ]
    quality = [[way, *(shown(t, key) for key in list(MEASURES.values())[:6])] for way, t in row["tables"].items()]
    return (
        f"Milliseconds from the bytes of a page to its rows, measured {row['day']} in turns on the same pages: parsel"
        f" {row['version']} with selectors written by hand, and a wrapper that `wrapture learn` learned from the page."
        "  `ratio` is the wrapper's time to the selectors', the median of the turns.  "
        "`wrapture extract --wrapper` also measures how well a page fits: `with fit`.  A process is timed from its start to"
        " its end.\n\n"
        + table(["page", *names], rows)
        + "\nWhat either reads on these pages:\n\n"
        + table(["", *list(MEASURES)[:6]], quality)
    )


def failed(systems: Iterable[Mapping[str, Any]]) -> str:
    """Return the failures of each system as lists."""
    parts = [
        f"{named(row)}:\n\n" + "".join(f"- {line}\n" for line in row["failures"]) for row in systems if row["failures"]
    ]
    return "\n".join(parts) or "None.\n"


def named(row: Mapping[str, Any]) -> str:
    """Return a system's name with its version."""
    return f"{row['title']} {row['version']}"


def shown(measures: Mapping[str, Any], key: str) -> str:
    """Return a measure as text; a system that gives no fields has no cell measures either."""
    value = measures[key]
    if value is None or (key == "cells" and not measures["fields"]):
        return "–"
    return f"{value:.0f}" if key == "ms_per_page" and value >= 10 else str(value)


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a Markdown table."""
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows]) + "\n"
