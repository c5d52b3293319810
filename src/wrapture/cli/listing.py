"""What ``discover`` does: show the lists of pages, best first with the reasons, or section by section."""

from __future__ import annotations

import sys
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, TypeVar

from wrapture import api
from wrapture.cli import display
from wrapture.cli.commands import FAILED
from wrapture.discovery.confidence import page_confidence
from wrapture.discovery.explain import explain, token_count, verdict
from wrapture.discovery.sections import MOST
from wrapture.extraction.table import Failure
from wrapture.learners import ALL, LEARNERS
from wrapture.learners.tiebreaker import each_asked
from wrapture.sinks.jsonout import dump, record_objects

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from wrapture.cli.intake import Intake
    from wrapture.discovery.judge import Learner
    from wrapture.discovery.sections import Section
    from wrapture.html.page import Page
    from wrapture.model import Candidate

T = TypeVar("T")

TOP = 5  # candidates that are shown where nobody says how many


@dataclass(frozen=True, slots=True)
class Ranking:
    """The best candidates of a page with the reasons for each; the verdict on the first where it can be told."""

    candidates: Sequence[Candidate]
    reasons: Sequence[Sequence[str]]
    confidence: float | None

    @property
    def verdict(self) -> str:
        """How sure the first is, in words; empty where that is not known."""
        return "" if self.confidence is None else verdict(self.confidence)


def discover(
    sources: Sequence[str],
    learners: Sequence[Learner],
    top: int | None,
    *,
    as_json: bool,
    intake: Intake,
    no_result: str | None = None,
) -> int:
    """Print the candidates of the pages, best first, and why they are ranked so."""
    found = _discovered(sources, learners, intake, no_result)
    best = [one if isinstance(one, Failure) else (one[0], _ranking(one[1], learners, top or TOP)) for one in found]
    return _show(best, _ranking_object, _print_ranking, as_json=as_json)


def sections(
    sources: Sequence[str],
    learners: Sequence[Learner],
    top: int | None,
    *,
    as_json: bool,
    intake: Intake,
    no_result: str | None = None,
) -> int:
    """Print the sections of the pages that hold a list, each with its heading and kind."""
    found = _discovered(sources, each_asked(learners), intake, no_result)
    guess = not _are_all(learners)
    several = [
        one if isinstance(one, Failure) else (one[0], api.sections(*one, most=top or MOST, guess=guess))
        for one in found
    ]
    return _show(several, _sections_object, display.print_sections, as_json=as_json)


def _discovered(
    sources: Sequence[str], learners: Sequence[Learner], intake: Intake, no_result: str | None
) -> list[tuple[Page, list[Candidate]] | Failure]:
    """Return the pages with their candidates."""
    with intake.opened():
        empty = intake.page_without_results(no_result)
        return list(
            intake.each_page(sources, lambda page: (page, api.discover(page, learner=learners, no_result=empty)))
        )


def _ranking(candidates: Sequence[Candidate], learners: Sequence[Learner], top: int) -> Ranking:
    """Return the best of the candidates; how sure the first is can be told where all learners were asked."""
    reasons = [explain(candidates, number, len(learners)) for number in range(min(top, len(candidates)))]
    return Ranking(candidates[:top], reasons, page_confidence(candidates) if _are_all(learners) else None)


def _are_all(learners: Sequence[Learner]) -> bool:
    return tuple(learners) == LEARNERS[ALL]


def _print_ranking(page: Page, ranking: Ranking) -> None:
    display.print_candidates(page, ranking.candidates, ranking.reasons, ranking.verdict)


def _show(
    found: Sequence[tuple[Page, T] | Failure],
    as_object: Callable[[tuple[Page, T] | Failure], dict[str, object]],
    show: Callable[[Page, T], None],
    *,
    as_json: bool,
) -> int:
    """Print what was found on pages, as JSON or for the eye."""
    if as_json:
        sys.stdout.write("[" + ",\n".join(dump(as_object(result)) for result in found) + "]\n")
    else:
        for result in found:
            if not isinstance(result, Failure):
                show(*result)
    return FAILED if found and all(isinstance(result, Failure) for result in found) else 0


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
        "tokens": token_count(candidate.locator),
        "evidence": {reason.name: round(reason.value, 4) for reason in candidate.evidence},
        "records": record_objects(api.read_candidate(page, candidate, confidence)),
    }
