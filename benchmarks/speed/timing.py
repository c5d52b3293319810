"""What the measurements of speed share: the fastest of some tries, and figures beside their targets."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


def seconds(work: Callable[[], object], tries: int = 1) -> float:
    """Return the time of the fastest try."""
    best = float("inf")
    for _ in range(tries):
        start = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - start)
    return best


def report(figures: Mapping[str, float], targets: Mapping[str, float]) -> int:
    """Print figures beside their targets, which are the most they may be; return the number of targets missed."""
    for name, figure in figures.items():
        met = "missed" if figure > targets[name] else "met"
        print(f"{name:28} {figure:6.2f}   target ≤ {targets[name]:g}   {met}")
    return sum(figure > targets[name] for name, figure in figures.items())
