"""Decide which candidates are pagination links, by signs and weights that ``benchmarks/quality/paging.py`` learns."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Final

from wrapture.site.paging.link_runs import LinkRun, runs_of
from wrapture.site.paging.link_signs import LinkSurroundings, signs_of
from wrapture.site.paging.page_links import links_of, meaning_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from wrapture.html.page import Page
    from wrapture.site.paging.link_words import Kind
    from wrapture.site.paging.page_links import Link


OWN_SIGNS: Final = ("own stem", "one number", "itself", "neighbour")
"""Signs that an address belongs to the same list as the page's own."""
ENDS: Final[dict[Kind, Kind]] = {"first": "previous", "last": "next"}
"""The ends of a list, and the kind of link towards each."""
BIAS: Final = "bias"


@dataclass(frozen=True, slots=True)
class Marked:
    """A candidate with its run, signs and score."""

    link: Link
    run: LinkRun
    signs: Mapping[str, float]
    score: float

    @property
    def kind(self) -> Kind:
        """The kind of link."""
        return meaning_of(self.link).kind

    @property
    def is_own(self) -> bool:
        """Whether its address belongs to the same list as the page's own."""
        return any(name in self.signs for name in OWN_SIGNS)


def look_around(page: Page) -> LinkSurroundings:
    """Return a page with its runs of links."""
    return LinkSurroundings(page, tuple(runs_of(page, links_of(page))))


def judged(around: LinkSurroundings, weights: Mapping[str, float] | None = None) -> Iterator[Marked]:
    """Yield each candidate link with its score, without buttons."""
    counts = load_weights() if weights is None else weights
    for run in around.runs:
        for link in run.links:
            if link.live and not link.button:
                signs = signs_of(around, run, link)
                yield Marked(link, run, signs, score(signs, counts))


def accepted(judged: Sequence[Marked]) -> list[Marked]:
    """Return the pagination links.

    One to the first or the last page stands with others, or it is the way home.  An arrow that leads farther than the next or
    previous page beside it goes with that.  Years are never pages, whatever else speaks for them.
    """
    likely = [one for one in judged if one.score > 0 and "year" not in one.signs]
    beside = {(id(one.run), one.kind) for one in likely}
    together = {run for run, kind in beside if kind not in ENDS}
    chosen = {id(one) for one in likely if one.kind not in ENDS or id(one.run) in together}
    return [one for one in judged if id(one) in chosen or _goes_with(one, beside)]


def _goes_with(one: Marked, beside: set[tuple[int, Kind]]) -> bool:
    """Return whether an arrow to the first or last page is beside a next or previous link."""
    nearer: Kind | None = ENDS.get(one.kind)
    return nearer is not None and (id(one.run), nearer) in beside and "arrow" in one.signs and "date" not in one.signs


@cache
def load_weights() -> Mapping[str, float]:
    """Return the weight of each sign, and the bias."""
    text = resources.files("wrapture.site.paging").joinpath("link_weights.json").read_text(encoding="utf-8")
    weights: dict[str, float] = json.loads(text)
    return weights


def score(signs: Mapping[str, float], weights: Mapping[str, float]) -> float:
    """Return the score of a link with these signs; above 0 it is more likely a pagination link than not."""
    return weights[BIAS] + sum(weights[name] * value for name, value in signs.items())
