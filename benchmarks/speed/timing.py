"""Shared by the speed benchmarks: time the fastest of some tries, and print figures with their targets."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


def seconds(work: Callable[[], object], tries: int = 1) -> float:
    """Return the CPU time of the fastest try, which other load on the machine hardly affects."""
    best = float("inf")
    for _ in range(tries):
        start = time.process_time()
        work()
        best = min(best, time.process_time() - start)
    return best


def report(figures: Mapping[str, float], most: Mapping[str, float], least: Mapping[str, float] | None = None) -> int:
    """Print figures with their targets, an upper (``most``) or lower (``least``) limit; return the number of targets missed."""
    misses = 0
    for name, figure in figures.items():
        if least is not None and name in least:
            sign, target, missed = "≥", least[name], figure < least[name]
        else:
            sign, target, missed = "≤", most[name], figure > most[name]
        misses += missed
        print(f"{name:28} {figure:6.2f}   target {sign} {target:g}   {'missed' if missed else 'met'}")
    return misses
