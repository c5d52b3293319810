"""How long the search for lists may take: a page made to be hard must not keep a program busy for minutes."""

from __future__ import annotations

from math import inf
from time import thread_time
from typing import Final

BUDGET_S: Final = 60.0
"""CPU seconds; the slowest page of the corpora takes 1.5 s."""


class TimeBudget:
    """CPU time of this thread from now on, so that a busy machine changes no answer; ``is_spent`` says whether it was enough.

    >>> TimeBudget(None).is_over(), TimeBudget(0).is_over()
    (False, True)
    """

    def __init__(self, seconds: float | None = BUDGET_S) -> None:
        self.seconds = seconds
        self.is_spent = False
        self._end = inf if seconds is None else thread_time() + seconds

    def is_over(self) -> bool:
        """Return whether the time is over; whoever asks must stop then."""
        self.is_spent = self.is_spent or thread_time() >= self._end
        return self.is_spent

    @property
    def remark(self) -> str:
        """What to say about an answer that was found in this time; empty if the time was enough."""
        return f"stopped searching after {self.seconds:g} s, there may be better lists" if self.is_spent else ""
