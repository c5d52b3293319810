"""Processes for any thread: used again, and ended when nobody needs them."""

from __future__ import annotations

import os
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import Final

import pytest

from tests.patience import wait_until
from tests.unit.bulk.engines.hostile import READER, job, unit
from tests.unit.bulk.engines.processes import handles, readers
from wrapture.bulk.engines.supervisor import StoppedError
from wrapture.bulk.engines.supply import Supply

ME: Final = os.getpid()


def test_as_many_processes_as_are_needed_at_a_time() -> None:
    before = handles()
    with closing(Supply(job(), READER)) as supply:
        for _ in range(3):
            supply.read(unit("ok:"))
        assert len(readers(ME)) == 1
        with ThreadPoolExecutor(3) as pool:
            outcomes = list(pool.map(supply.read, [unit("sleep:0.3", number=n) for n in range(6)]))
        assert [outcome.number for outcome in outcomes] == list(range(6))
        assert len(readers(ME)) == 3
    assert (readers(ME), handles()) == (set(), before)
    with pytest.raises(StoppedError):
        supply.read(unit("ok:"))


def test_closing_ends_what_is_going_on() -> None:
    supply = Supply(job(), READER)
    threading.Timer(0.3, supply.close).start()
    with pytest.raises(StoppedError):
        supply.read(unit("count:"))
    assert readers(ME) == set()


@pytest.mark.slow
def test_processes_that_nobody_needs_end() -> None:
    with closing(Supply(job(), READER, idle_s=0.2)) as supply:
        pid = supply.read(unit("pid:")).parts[0].body
        wait_until(lambda: not readers(ME))
        assert supply.read(unit("pid:", "sleep:1")).parts[0].body.split()[0] != pid
