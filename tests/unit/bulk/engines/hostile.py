"""A unit reader whose pages do what they say, and some say bad things: they are named ``what:argument``."""

from __future__ import annotations

import ctypes
import itertools
import os
import re
import signal
import sys
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from wrapture.bulk.engines.page_limits import PageTimeError
from wrapture.bulk.jobs import DeadLetter, Job, Outcome, PageLimits, Tally, Unit, UnitPart
from wrapture.errors import SourceError, WrapperFileError

if TYPE_CHECKING:
    from collections.abc import Callable

    from wrapture.bulk.engines.pipe_messages import Dead

READER: Final = f"{__name__}:Reader"


def unit(*pages: str, number: int = 0) -> Unit:
    """Return a unit of pages that do what they say."""
    chunk: Any = pages
    return Unit(number, f"source{number}", chunk, len(pages), f"identity{number}")


def job(wrapper: str = "", time_s: float = 20.0, memory_mb: int = 256) -> Job:
    return Job(wrapper, limits=PageLimits(time_s, memory_mb))


class Reader:
    """Reads pages as the real one does; ``job.wrapper`` says what goes wrong before there are any."""

    def __init__(self, job: Job) -> None:
        self._job = job
        act(job.wrapper or "ok:")

    def read(self, unit: Unit, dead: Dead, started: Callable[[int, Tally], None]) -> Outcome:
        bodies: list[bytes] = []
        letters: list[DeadLetter] = []
        pages: Any = unit.chunk
        tally = Tally()
        for place, page in enumerate(pages):
            started(place, tally)
            if page.startswith("load "):  # what is done to get at a page is done for one that is given up, too
                act(page.removeprefix("load "))
            if place in dead:
                letters.append(DeadLetter(page, unit.source, place, *dead[place]))
                tally += Tally(seen=1, dead=1)
            else:
                bodies.append(act(page.removeprefix("load ")))
                tally += Tally(seen=1, read=1, records=1)
        started(-1, tally)
        part = UnitPart("hostile", b"\n".join(bodies), len(bodies), (("what", "text"),))
        return Outcome(unit.number, unit.identity, tally, (part,), tuple(letters), (("hostile", tally),))


def act(page: str) -> bytes:
    """Do what a page says, and return what is read on it."""
    what, _, argument = page.partition(":")
    return ACTS[what](argument) or page.encode()


def _work(seconds: str) -> None:
    until = time.monotonic() + float(seconds)
    while time.monotonic() < until:
        pass


def _swallow(seconds: str) -> None:
    """Take every error for one of its own."""
    try:
        _work(seconds)
    except BaseException:
        _work(seconds)


def _eat(megabytes: str) -> None:
    eaten = [bytes(1 << 20) for _ in range(int(megabytes))]
    assert eaten


def _die(signal_name: str) -> None:
    os.kill(os.getpid(), signal.Signals[signal_name])


def _die_at_first(argument: str) -> None:
    """Die as often as is asked for; a file counts."""
    if _counts_down(argument):
        _die("SIGKILL")


def _lack_at_first(argument: str) -> None:
    """Have no memory as often as is asked for."""
    if _counts_down(argument):
        raise MemoryError


def _kill_parent_at_first(argument: str) -> None:
    """Kill the process that has started this one, as often as is asked for."""
    if _counts_down(argument):
        os.kill(os.getppid(), signal.SIGKILL)
        time.sleep(60)


def _counts_down(argument: str) -> bool:
    """Return whether this was called less often than the number of the argument; its file keeps count."""
    times, _, path = argument.partition(" ")
    with Path(path).open("a+") as notes:
        if notes.tell() >= int(times):
            return False
        notes.write(".")
        return True


def _end(code: str) -> None:
    os.write(2, b"first line\nnot a \xff good day\n\n")
    os._exit(int(code))


def _raise(name: str) -> None:
    raise ERRORS[name]


def _print(count: str) -> None:
    for line in range(int(count)):
        sys.stdout.write(f"line {line}\n")
        os.write(1, b"straight to the first handle\n")
        os.write(2, b"and to the second\n")


def _leave_thread(seconds: str) -> None:
    threading.Thread(target=time.sleep, args=[float(seconds)], daemon=False).start()


def _leave_process(seconds: str) -> None:
    """Leave a process behind that has all handles that this one has, and die."""
    if os.fork() == 0:
        time.sleep(float(seconds))
        os._exit(0)
    os._exit(7)


ERRORS: Final[dict[str, BaseException]] = {
    "type": TypeError("so\nit is"),
    "keyboard": KeyboardInterrupt(),
    "time": PageTimeError(),
    "memory": MemoryError(),
    "source": SourceError("here", "the disk is gone"),
    "wrapper": WrapperFileError("w.json", "locator", "is missing"),
}

ACTS: Final[dict[str, Callable[[str], bytes | None]]] = {
    "ok": lambda _: None,
    "work": _work,
    "swallow": _swallow,
    "sleep": lambda seconds: time.sleep(float(seconds)),
    "regex": lambda size: _nothing(re.fullmatch("(a*)*b", "a" * int(size))),  # C code that lets signals come through
    "count": lambda _: _nothing(sum(itertools.repeat(0))),  # C code that does not, nor other threads, and never ends
    "eat": _eat,
    "die": _die,
    "die at first": _die_at_first,
    "kill parent at first": _kill_parent_at_first,
    "segfault": lambda _: ctypes.string_at(0),
    "exit": lambda code: sys.exit(int(code)),
    "end": _end,
    "raise": _raise,
    "lack at first": _lack_at_first,
    "setting": lambda name: os.environ.get(name, "none").encode(),
    "print": _print,
    "thread": _leave_thread,
    "fork": _leave_process,
    "close": lambda _: os.closerange(0, 100),
    "huge": lambda size: b"0123456789abcdef" * (int(size) // 16),
    "pid": lambda _: str(os.getpid()).encode(),
}


def _nothing(_: object) -> None:
    return None
