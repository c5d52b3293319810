"""The clock of rendered pages: it runs while nothing waits for its turn, and stands still otherwise, up to a limit."""

from __future__ import annotations

import asyncio
import time

import pytest

from wrapture.capture import paced_clock
from wrapture.capture.paced_clock import PacedClock, within


@pytest.fixture
def now(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Return the time of the clock's clock, to be changed."""
    moment = [100.0]
    monkeypatch.setattr(time, "monotonic", lambda: moment[0])
    return moment


def test_waits_are_not_counted(now: list[float]) -> None:
    clock = PacedClock()
    now[0] += 3
    with clock.waiting() as go_on:
        now[0] += 5
        assert clock.elapsed_s() == 3
        with clock.waiting():
            now[0] += 5
            go_on()
            now[0] += 5
        go_on()  # once is enough
        now[0] += 2
    assert clock.elapsed_s() == 5


def test_a_page_that_never_stops_asking_ends(now: list[float]) -> None:
    clock = PacedClock()
    with clock.waiting():
        now[0] += paced_clock.MOST_STILL_S + 7
        assert clock.elapsed_s() == 7


def test_work_has_its_time() -> None:
    async def work(seconds: float) -> str:
        await asyncio.sleep(seconds)
        return "done"

    assert asyncio.run(within(work(0), 60, PacedClock())) == "done"
    with pytest.raises(TimeoutError):
        asyncio.run(within(work(600), 0.01, PacedClock()))


def test_work_that_waits_for_its_turn_has_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paced_clock, "LOOK_S", 0.01)

    async def work(clock: PacedClock) -> str:
        with clock.waiting():
            await asyncio.sleep(0.2)
        return "done"

    clock = PacedClock()
    assert asyncio.run(within(work(clock), 0.15, clock)) == "done"
