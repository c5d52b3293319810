"""The collector is paused inside a pause and restored after the last one."""

from __future__ import annotations

import gc
from threading import Event, Thread
from typing import TYPE_CHECKING

import pytest

import wrapture
from wrapture.collector import collector_paused

if TYPE_CHECKING:
    from collections.abc import Iterator

PAGE = "<ul>" + "".join(f"<li><a href=/{i}>Item {i}</a> costs {i} euro</li>" for i in range(9)) + "</ul>"


@pytest.fixture(autouse=True)
def _restored() -> Iterator[None]:
    enabled = gc.isenabled()
    yield
    (gc.enable if enabled else gc.disable)()


def test_collects_again_after_an_error() -> None:
    gc.enable()
    with pytest.raises(KeyError), collector_paused():
        raise KeyError
    assert gc.isenabled()


def test_stays_off_where_the_caller_turned_it_off() -> None:
    gc.disable()
    wrapture.extract(PAGE)
    assert not gc.isenabled()


def test_the_last_of_overlapping_pauses_ends_it() -> None:
    gc.enable()
    inside, leave = Event(), Event()

    def other() -> None:
        with collector_paused():
            inside.set()
            leave.wait(60)

    with collector_paused():
        thread = Thread(target=other)
        thread.start()
        assert inside.wait(60)
    assert not gc.isenabled()
    leave.set()
    thread.join(60)
    assert gc.isenabled()


def test_discovery_leaves_no_cycles() -> None:
    wrapture.extract(PAGE)  # caches of the first call
    gc.collect()
    wrapture.extract(PAGE)
    assert gc.collect() == 0
