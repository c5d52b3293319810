"""Ask the one question of post-supervised learning in the terminal: how many rows the list has."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from wrapture import api
from wrapture.cli.messages import ask, say
from wrapture.errors import NothingChosenError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.api import Candidate, Learner, Page


def settle(page: Page, learners: Sequence[Learner], no_result: Page | None, *, may_ask: bool) -> int | None:
    """Return the number of rows that the user chose, or None for the best; warn if it is not clear and nobody can be asked."""
    choices = api.row_counts(api.discover(page, learner=learners, no_result=no_result))
    if not choices or api.is_clear(choices):
        return None
    if may_ask and sys.stdin.isatty() and sys.stderr.isatty():
        return _ask(page, learners, choices)
    counts = [str(len(choice.records[0])) for choice in choices]
    say(
        f"{page.name}: took {counts[0]} rows, which is not certain; it may be {_listed(counts[1:])} (--rows N takes another)"
    )
    return None


def _ask(page: Page, learners: Sequence[Learner], choices: Sequence[Candidate]) -> int:
    """Return the number of rows that the user types; the best is the default."""
    from wrapture.cli.candidate_display import print_row_counts

    groups = [group for learner in learners if isinstance(learner, api.Rows) for group in learner.groups(page)]
    print_row_counts(page, choices, {group.count: group for group in groups})
    counts = [len(choice.records[0]) for choice in choices]
    while True:
        ask(f"How many rows does the list have? [{counts[0]}] ")
        line = sys.stdin.readline()
        if not line:
            raise NothingChosenError(page.name)
        answer = line.strip()
        if not answer or answer in map(str, counts):
            return int(answer or counts[0])
        say(f"{answer} is none of them: type {_listed(list(map(str, counts)))}, or Enter for {counts[0]}")


def _listed(counts: Sequence[str]) -> str:
    """Return numbers as a person lists them.

    >>> _listed(["12", "11", "5"]), _listed(["12"])
    ('12, 11 or 5', '12')
    """
    return " or ".join(filter(None, [", ".join(counts[:-1]), *counts[-1:]]))
