"""What the commands do: read the pages, call the library, show or write the result.  Each returns an exit code."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, TypeVar

from wrapture import api
from wrapture.capture.sources import expand, read
from wrapture.cli import display
from wrapture.errors import SourceError
from wrapture.extraction.table import Failure, Table
from wrapture.html.lexbor import read_page
from wrapture.sinks import check, render, write
from wrapture.sinks.jsonout import dump, record_objects

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from wrapture.discovery.judge import Learner
    from wrapture.html.page import Page
    from wrapture.model import Candidate, Wrapper

T = TypeVar("T")

FAILED = 1
NOTHING_FOUND = 3
MISFIT = 0.5
"""A page with less than this share of the fewest records seen is worth a word."""


def extract(
    sources: Sequence[str],
    wrapper_file: Path | None,
    learners: Sequence[Learner],
    output_format: str | None,
    output: Path | None,
    *,
    force: bool,
    strict: bool,
) -> int:
    """Print or write the tables of the pages."""
    if output is not None:
        check(output, format=output_format, force=force)  # before the work, not after it
    wrapper = api.load(wrapper_file) if wrapper_file is not None else None
    results = list(_each_page(sources, lambda page: api.extract(page, wrapper, learner=learners)))
    if wrapper is not None:
        _say_misfits(wrapper, results)
    if output is not None:
        write(results, output, format=output_format, force=force)
        display.say(
            f"{sum(len(result) for result in results if isinstance(result, Table))} records written to {output}"
        )
    elif output_format in (None, "table"):
        display.print_tables(results)
    else:
        sys.stdout.write(render(results, output_format or "json"))
    return _exit_code(results, strict=strict)


def discover(sources: Sequence[str], learners: Sequence[Learner], top: int, *, as_json: bool) -> int:
    """Print the candidates of the pages."""
    found = list(_each_page(sources, lambda page: (page, api.discover(page, learner=learners)[:top])))
    if as_json:
        sys.stdout.write("[" + ",\n".join(dump(_candidates_object(result)) for result in found) + "]\n")
    else:
        for result in found:
            if not isinstance(result, Failure):
                display.print_candidates(*result)
    return FAILED if found and all(isinstance(result, Failure) for result in found) else 0


def learn(
    sources: Sequence[str],
    output: Path,
    learners: Sequence[Learner],
    candidate: int,
    names: Sequence[str],
    name: str,
    *,
    force: bool,
) -> int:
    """Learn a wrapper from the pages and save it; a page that can't be read stops this: a wrapper must not miss it."""
    from wrapture.files import check_target

    check_target(output, force=force)
    pages = [page for page in _each_page(sources, lambda page: page) if not isinstance(page, Failure)]
    if len(pages) < len(expand(sources)):
        return FAILED
    wrapper = api.learn(pages, learner=learners, candidate=candidate, names=names, name=name)
    api.save(wrapper, output, force=force)
    display.say_learned(wrapper, output)
    for page in pages:
        if not api.extract(page, wrapper).rows:
            display.say(f"{page.name}: the wrapper finds no records here; is it a page of the same site?")
    return 0


def _each_page(sources: Sequence[str], work: Callable[[Page], T]) -> Iterator[T | Failure]:
    """Yield what `work` makes of each page, or its failure, which is said at once; with a progress bar where one helps."""
    for source in display.progress(expand(sources)):
        result = _attempt(source, work)
        if isinstance(result, Failure):
            display.say(f"{result.page}: {result.error}")
        yield result


def _attempt(source: str, work: Callable[[Page], T]) -> T | Failure:
    capture = read(source)
    if isinstance(capture, Failure):
        return capture
    try:
        page = read_page(capture)
        if page.frames:
            display.say(
                f"{page.name}: is a frameset, whose lists stand in other pages: {', '.join(page.frame_addresses)}"
            )
        return work(page)
    except SourceError as error:
        return Failure(error.where, error.what)


def _say_misfits(wrapper: Wrapper, results: Sequence[Table | Failure]) -> None:
    """Say which pages have fewer records than the wrapper has ever seen: the site may have changed."""
    least = wrapper.profile.min_records
    for result in results:
        if isinstance(result, Table) and 0 < len(result) < MISFIT * least:
            display.say(
                f"{result.page}: {len(result)} records where {wrapper.name} has seen {least} or more; is it read whole?"
            )


def _exit_code(results: Sequence[Table | Failure], *, strict: bool) -> int:
    """Return 1 where no page could be read; with `strict`, 3 where a page has no records."""
    tables = [result for result in results if isinstance(result, Table)]
    for table in tables:
        if not table.rows:
            display.say(f"{table.page}: no records found")
    if not tables and results:
        return FAILED
    incomplete = len(tables) < len(results) or any(not table.rows for table in tables)
    return NOTHING_FOUND if strict and incomplete else 0


def _candidates_object(result: tuple[Page, list[Candidate]] | Failure) -> dict[str, object]:
    if isinstance(result, Failure):
        return {"page": result.page, "candidates": [], "error": result.error}
    page, candidates = result
    return {"page": page.name, "candidates": [_candidate_object(page, candidate) for candidate in candidates]}


def _candidate_object(page: Page, candidate: Candidate) -> dict[str, object]:
    return {
        "score": round(candidate.score, 4),
        "found_by": list(candidate.found_by),
        "locator": {"encoding": candidate.locator.encoding, "patterns": list(candidate.locator.patterns)},
        "tokens": len(candidate.locator.patterns[0].split()),
        "evidence": {reason.name: round(reason.value, 4) for reason in candidate.evidence},
        "records": record_objects(api.read_candidate(page, candidate)),
    }
