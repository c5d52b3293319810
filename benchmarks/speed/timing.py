"""Shared by the speed benchmarks: time the fastest of some tries, and print figures with their targets."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from results import Figure, write_figures

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence


def seconds(work: Callable[[], object], tries: int = 1) -> float:
    """Return the CPU time of the fastest try, which other load on the machine hardly affects."""
    best = float("inf")
    for _ in range(tries):
        start = time.process_time()
        work()
        best = min(best, time.process_time() - start)
    return best


def in_turns(works: Sequence[Callable[[], object]], tries: int) -> list[float]:
    """Return the CPU time of the fastest try of each work; they take turns, so that a slower machine slows all of them."""
    rounds = [[seconds(work) for work in works] for _ in range(tries)]
    return [min(times) for times in zip(*rounds, strict=True)]


def report(figures: Mapping[str, float], most: Mapping[str, float], least: Mapping[str, float] | None = None) -> int:
    """Print and store figures with their targets, upper (``most``) or lower (``least``) limits; return how many are missed."""
    least = least or {}
    found = [
        Figure(name, value, least.get(name, most.get(name)), least=name in least) for name, value in figures.items()
    ]
    for one in found:
        sign, met = "≥" if one.least else "≤", "met" if one.is_met else "missed"
        print(f"{one.name:28} {one.value:6.2f}   target {sign} {one.target:g}   {met}")
    write_figures(Path(sys.argv[0]).stem, found)
    return sum(not one.is_met for one in found)
