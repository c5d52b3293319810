"""The one question of post-supervised learning, asked in the terminal: how many rows the list has."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from wrapture import api
from wrapture.cli import display
from wrapture.discovery.choice import is_clear, row_counts
from wrapture.errors import NothingChosenError
from wrapture.learners.rows import Rows

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.discovery.judge import Learner
    from wrapture.html.page import Page
    from wrapture.model import Candidate


def settle(page: Page, learners: Sequence[Learner], no_result: Page | None, *, may_ask: bool) -> int | None:
    """Return the number of rows that a person chose, or None where the best is to be taken; that is said if it is not clear."""
    choices = row_counts(api.discover(page, learner=learners, no_result=no_result))
    if not choices or is_clear(choices):
        return None
    if may_ask and sys.stdin.isatty() and sys.stderr.isatty():
        return _ask(page, learners, choices)
    counts = [str(len(choice.records[0])) for choice in choices]
    display.say(
        f"{page.name}: took {counts[0]} rows, which is not certain; it may be {_listed(counts[1:])} (--rows N takes another)"
    )
    return None


def _ask(page: Page, learners: Sequence[Learner], choices: Sequence[Candidate]) -> int:
    """Return the number of rows that a person types; the best is offered."""
    groups = [group for learner in learners if isinstance(learner, Rows) for group in learner.groups(page)]
    display.print_row_counts(page, choices, {group.count: group for group in groups})
    counts = [len(choice.records[0]) for choice in choices]
    while True:
        display.ask(f"How many rows does the list have? [{counts[0]}] ")
        line = sys.stdin.readline()
        if not line:
            raise NothingChosenError(page.name)
        answer = line.strip()
        if not answer or answer in map(str, counts):
            return int(answer or counts[0])
        display.say(f"{answer} is none of them: type {_listed(list(map(str, counts)))}, or Enter for {counts[0]}")


def _listed(counts: Sequence[str]) -> str:
    """Return numbers as a person lists them.

    >>> _listed(["12", "11", "5"]), _listed(["12"])
    ('12, 11 or 5', '12')
    """
    return " or ".join(filter(None, [", ".join(counts[:-1]), *counts[-1:]]))
