"""``wrapture discover``: show the lists of pages, best first with the reasons, or section by section."""

from __future__ import annotations

import sys
from dataclasses import asdict, dataclass
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from wrapture import api
from wrapture.cli.messages import show_pages
from wrapture.cli.option_groups import Learning, grouped
from wrapture.cli.options import (
    AllowPrivate,
    LexiconOption,
    ListFormat,
    ListFormatOption,
    NoResult,
    Scripts,
    Sources,
    command_app,
)
from wrapture.cli.render_option import Render, RenderingCommand, RenderMode
from wrapture.model.table import Failure

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.api import Candidate, Learner, Page, Section
    from wrapture.cli.intake import Intake

    Found = tuple[Page, list[Candidate]]

TOP = 5  # candidates shown, unless --top is given

app = command_app()


@app.command(cls=RenderingCommand)
@grouped
def discover(
    sources: Sources,
    learning: Learning = Learning(),
    render: Render = RenderMode.auto,
    scripts: Scripts = False,
    allow_private: AllowPrivate = False,
    no_result: NoResult = None,
    lexicon: LexiconOption = None,
    sections: Annotated[
        bool, typer.Option("--sections", help="Show every list with its heading and kind, in page order.")
    ] = False,
    top: Annotated[
        int | None, typer.Option(min=1, help="How many lists to show; by default 5, with --sections 12.")
    ] = None,
    output_format: ListFormatOption = ListFormat.table,
) -> None:
    """Show the lists on a page, best first, with the reasons for each and a sample of its records."""
    from wrapture.cli.intake import intake_for

    learners = learning.learners
    intake = intake_for(allow_private=allow_private, render=render, scripts=scripts)
    terms = None if lexicon is None else api.read_lexicon(lexicon)
    as_json = output_format is ListFormat.json
    if sections:
        found = _discovered(sources, api.without_tiebreakers(learners), intake, no_result, terms)
        sys.exit(show_pages(_sections(found, learners, top), _sections_object, _print_sections, as_json=as_json))
    found = _discovered(sources, learners, intake, no_result, terms)
    sys.exit(show_pages(_rankings(found, learners, top), _ranking_object, _print_ranking, as_json=as_json))


@dataclass(frozen=True, slots=True)
class Ranking:
    """The best candidates of a page with the reasons for each, and the confidence of the first if it is known."""

    candidates: Sequence[Candidate]
    reasons: Sequence[Sequence[str]]
    confidence: float | None

    @property
    def verdict(self) -> str:
        """The confidence of the first in words; empty if it is not known."""
        return "" if self.confidence is None else api.verdict(self.confidence)


def _discovered(
    sources: Sequence[str],
    learners: Sequence[Learner],
    intake: Intake,
    no_result: str | None,
    terms: api.Lexicon | None,
) -> list[Found | Failure]:
    """Return the pages with their candidates."""
    with intake.opened():
        empty = intake.page_without_results(no_result)
        find = partial(api.discover, learner=learners, no_result=empty, lexicon=terms)
        return list(intake.each_page(sources, lambda page: (page, find(page))))


def _rankings(
    found: Sequence[Found | Failure], learners: Sequence[Learner], top: int | None
) -> list[tuple[Page, Ranking] | Failure]:
    """Return the best candidates of each page with the reasons for their rank."""
    return [one if isinstance(one, Failure) else (one[0], _ranking(one[1], learners, top or TOP)) for one in found]


def _sections(
    found: Sequence[Found | Failure], learners: Sequence[Learner], top: int | None
) -> list[tuple[Page, list[Section]] | Failure]:
    """Return the sections of each page that hold a list, each with its heading and kind."""
    guess = not api.are_all(learners)
    most = top or api.MOST_SECTIONS
    return [one if isinstance(one, Failure) else (one[0], api.sections(*one, most=most, guess=guess)) for one in found]


def _ranking(candidates: Sequence[Candidate], learners: Sequence[Learner], top: int) -> Ranking:
    """Return the best candidates; the first has a confidence if all learners ran."""
    reasons = [api.explain(candidates, number, len(learners)) for number in range(min(top, len(candidates)))]
    return Ranking(candidates[:top], reasons, api.page_confidence(candidates) if api.are_all(learners) else None)


def _print_ranking(found: tuple[Page, Ranking]) -> None:
    from wrapture.cli.candidate_display import print_candidates

    page, ranking = found
    print_candidates(page, ranking.candidates, ranking.reasons, ranking.verdict)


def _print_sections(found: tuple[Page, Sequence[Section]]) -> None:
    from wrapture.cli.candidate_display import print_sections

    print_sections(*found)


def _ranking_object(result: tuple[Page, Ranking] | Failure) -> dict[str, object]:
    if isinstance(result, Failure):
        return {"page": result.page, "candidates": [], "error": result.error}
    page, ranking = result
    sure = {} if ranking.confidence is None else {"confidence": round(ranking.confidence, 3)}
    found = enumerate(zip(ranking.candidates, ranking.reasons, strict=True))
    return {
        "page": page.name,
        **sure,
        "candidates": [
            _candidate_object(page, candidate, None if number else ranking.confidence, why=list(reasons))
            for number, (candidate, reasons) in found
        ],
    }


def _sections_object(result: tuple[Page, list[Section]] | Failure) -> dict[str, object]:
    if isinstance(result, Failure):
        return {"page": result.page, "sections": [], "error": result.error}
    page, found = result
    return {
        "page": page.name,
        "sections": [
            {"heading": one.heading, "kind": one.kind, "main": one.main, **_candidate_object(page, one.candidate)}
            for one in found
        ],
    }


def _candidate_object(
    page: Page, candidate: Candidate, confidence: float | None = None, **more: object
) -> dict[str, object]:
    return {
        "score": round(candidate.score, 4),
        **more,
        "found_by": list(candidate.found_by),
        "locator": asdict(candidate.locator),
        "tokens": api.token_count(candidate.locator),
        "evidence": {reason.name: round(reason.value, 4) for reason in candidate.evidence},
        "records": api.record_objects(api.read_candidate(page, candidate, confidence)),
    }
