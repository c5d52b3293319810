"""Print candidates on the terminal: lists with their evidence, sections, and the row counts to choose from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rich.table import Table as Grid
from rich.text import Text

from wrapture import api
from wrapture.cli.display import MAX_CELL, error_console, result_console, visible

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from wrapture.api import Candidate, CycleGroup, Page, Section

SAMPLE: Final = 2  # records of a candidate that are shown


def print_candidates(
    page: Page, candidates: Sequence[Candidate], reasons: Sequence[Sequence[str]], verdict: str = ""
) -> None:
    """Print the confidence, then the candidates of a page with the reasons for their rank and sample records."""
    console = result_console()
    if not candidates:
        console.print(visible(f"{page.name}: nothing on this page repeats like records"))
        return
    console.print(visible(f"{page.name}: lists on this page, best first"))
    if verdict:
        console.print(visible(verdict))
    grid = Grid(header_style="bold", expand=True)
    tokens = [api.token_count(candidate.locator) for candidate in candidates]
    counted = any(tokens)  # only some learners give patterns, which have tokens
    for heading in ("#", "score", "records", *(["tokens"] if counted else [])):
        grid.add_column(heading, justify="right", no_wrap=True)
    grid.add_column("why, and the first records", ratio=1)
    for number, (candidate, why, count) in enumerate(zip(candidates, reasons, tokens, strict=True), start=1):
        figures = [str(number), f"{candidate.score:.1f}", str(len(candidate.records[0]))]
        shown = [str(count or "")] if counted else []
        grid.add_row(*figures, *shown, _with_sample(page, candidate, " ".join(why)), end_section=True)
    console.print(grid)


def print_row_counts(page: Page, choices: Sequence[Candidate], groups: Mapping[int, CycleGroup]) -> None:
    """Print the possible row counts of a list, each with its first and last row, to standard error."""
    grid = Grid(
        title=visible(f"{page.name}: this list may have so many rows, the likeliest first"),
        title_justify="left",
        header_style="bold",
        expand=True,
    )
    for heading in ("rows", "L(N)", "L(N)/L(N+1)"):
        grid.add_column(heading, justify="right", no_wrap=True)
    grid.add_column("first and last row", ratio=1)
    for choice in choices:
        rows = choice.records[0]
        group = groups.get(len(rows))
        figures = ("–", "–") if group is None else (str(group.overlap), f"{group.ratio:.1f}")
        sample = [visible(page.texts_of(row)[:MAX_CELL]) for row in (rows[0], rows[-1])]
        grid.add_row(str(len(rows)), *figures, Text("\n").join(sample), end_section=True)
    error_console().print(grid)


def print_sections(page: Page, sections: Sequence[Section]) -> None:
    """Print the sections of a page in page order: heading, kind, number of records, first record."""
    console = result_console()
    if not sections:
        console.print(visible(f"{page.name}: no section of this page repeats like records"))
        return
    title = visible(f"{page.name}: sections with a list, as they stand on the page")
    grid = Grid(title=title, title_justify="left", header_style="bold", expand=True)
    grid.add_column("heading", ratio=1)
    grid.add_column("kind", no_wrap=True)
    grid.add_column("records", justify="right", no_wrap=True)
    grid.add_column("the first records", ratio=3)
    for section in sections:
        records = section.candidate.records[0]
        sample = [visible(f"· {page.texts_of(record)[:MAX_CELL]}") for record in records[:SAMPLE]]
        kind = f"{section.kind}{', main' if section.main else ''}"
        grid.add_row(
            visible(section.heading or "–"), kind, str(len(records)), Text("\n").join(sample), end_section=True
        )
    console.print(grid)


def _with_sample(page: Page, candidate: Candidate, about: str) -> Text:
    sample = [page.texts_of(record) for record in candidate.records[0][:SAMPLE]]
    return Text("\n").join(map(visible, [about, *(f"· {text[:MAX_CELL]}" for text in sample)]))
