from __future__ import annotations

import re
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

import pytest

from tests.patience import PATIENCE_S
from wrapture.errors import FetchError
from wrapture.net.pacing import Lanes

URL = "https://example.org/list"


def lanes(said: list[str] | None = None, *, max_wait_s: float = 60) -> Lanes:
    return Lanes(max_wait_s, (said if said is not None else []).append)


def ask(way: Lanes, url: str, delay_s: float, takes_s: float = 0.0) -> tuple[float, float]:
    """Return when a request began and ended."""
    with way.turn() as turn:
        turn.enter(url)
        turn.wait(delay_s, url)
        began = time.monotonic()
        time.sleep(takes_s)
        return began, time.monotonic()


def test_the_delay_lies_between_an_answer_and_the_next_request() -> None:
    way = lanes()
    first, second = ask(way, URL, 0.1, 0.05), ask(way, "https://EXAMPLE.org./other", 0.1)
    assert second[0] - first[1] >= 0.1


def test_nobody_waits_before_the_first_request() -> None:
    began = time.monotonic()
    ask(lanes(), URL, 60)
    assert time.monotonic() - began < 50


def test_one_request_at_a_time_per_host() -> None:
    way = lanes()
    with ThreadPoolExecutor(4) as pool:
        times = sorted(pool.map(lambda _: ask(way, URL, 0.02, 0.02), range(4)))
    assert all(later[0] - earlier[1] >= 0.02 for earlier, later in pairwise(times))


def test_two_hosts_do_not_wait_for_each_other() -> None:
    way, meeting = lanes(), threading.Barrier(2, timeout=PATIENCE_S)

    def meet(url: str) -> None:
        with way.turn() as turn:
            turn.enter(url)
            turn.wait(0, url)
            meeting.wait()  # breaks unless both are here at once

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(meet, [URL, "https://example.com/"]))


def test_requests_that_lead_to_each_others_hosts_do_not_lock_each_other_out() -> None:
    way, meeting = lanes(), threading.Barrier(2, timeout=PATIENCE_S)

    def cross(urls: tuple[str, str]) -> None:
        with way.turn() as turn:
            turn.enter(urls[0])
            meeting.wait()
            turn.enter(urls[1])

    with ThreadPoolExecutor(2) as pool:
        jobs = [pool.submit(cross, pair) for pair in [("http://a/", "http://b/"), ("http://b/", "http://a/")]]
        for job in jobs:
            job.result(timeout=PATIENCE_S)


def test_a_host_that_holds_off_is_waited_for_by_all() -> None:
    way = lanes()
    way.to(URL).hold_off(0.2)
    began = time.monotonic()
    ask(way, URL, 0)
    assert time.monotonic() - began >= 0.2


def test_a_wait_that_is_too_long_is_given_up_at_once_and_says_when() -> None:
    way = lanes(max_wait_s=5)
    way.to(URL).hold_off(3600)
    with pytest.raises(FetchError, match=r"the server accepts no requests before \d{4}-\d\d-\d\d \d\d:\d\d UTC"):
        ask(way, URL, 0)


def test_a_long_wait_is_told_and_an_end_ends_it() -> None:
    said: list[str] = []

    def say(line: str) -> None:
        said.append(line)
        threading.Timer(0.1, way.stop).start()

    way = Lanes(60, say)
    way.to(URL).hold_off(59)
    began = time.monotonic()
    with pytest.raises(FetchError, match="the visit was stopped"):
        ask(way, URL, 0)
    assert time.monotonic() - began < 50
    (line,) = said
    assert re.fullmatch(r"example\.org: waiting \d\d s before the next request", line)
