"""A child process and the pipes to it: orders in, answers out, what it complains of, and a line that keeps it alive.

It is started by ``subprocess``, since ``multiprocessing`` does not let the workers of a cluster have children.
"""

from __future__ import annotations

import json
import os
import selectors
import signal
import subprocess
import sys
from contextlib import ExitStack, suppress
from time import monotonic
from typing import TYPE_CHECKING, Final, cast

from wrapture.bulk.engines.messages import framed, is_whole, unframed

if TYPE_CHECKING:
    from collections.abc import Callable

    from wrapture.bulk.engines.messages import Answer, Order, Start

POLL_S: Final = 0.2
"""How often the supervisor looks at a child that is busy."""
PIECE: Final = 1 << 18
TAIL: Final = 4096
"""How much is kept of what a child says on standard error."""
END_S: Final = 5.0
"""For the end of a process that was killed or has closed its pipes."""
KILLED: Final = (signal.SIGKILL, signal.SIGTERM, signal.SIGHUP)
"""Signals that a person, or the system when memory runs out, ends processes with."""

BOOT: Final = (
    "import json, sys; sys.path[:] = json.loads(sys.argv[1]);"
    "from wrapture.bulk.engines.child import main; main(*map(int, sys.argv[2:]))"
)
"""The child finds modules where this process does, and none in the folder it is started in, which may be full of pages."""


MEMORY: Final = {
    "MALLOC_TRIM_THRESHOLD_": str(32 << 20),
    "MALLOC_MMAP_THRESHOLD_": str(2 << 20),
    "MALLOC_ARENA_MAX": "1",
    "ARROW_DEFAULT_MEMORY_POOL": "system",
}
"""Settings for how a child has memory; those that it would inherit are for other programs, such as those that Dask makes.

What a page took is kept for the next one: else it goes back to the system after each, and a page costs as much to have its
memory mapped as to be parsed.  And no address space is taken that is not used: the limit of a page counts it, and Arrow's own
pool takes a gigabyte at once, which left a page nothing."""


class DiedError(Exception):
    """A child has died: ``why`` names the signal or exit code, and the last thing it said."""

    def __init__(self, why: str, *, by_others: bool) -> None:
        super().__init__(why)
        self.why = why
        self.by_others = by_others


class Process:
    """One child process, from its start to its end."""

    def __init__(self, start: Start, gauge: int) -> None:
        with ExitStack() as theirs, ExitStack() as ours:
            orders, self._orders = _pipe(theirs, ours)
            lifeline, self._lifeline = _pipe(theirs, ours)
            self._answers, answers = _pipe(ours, theirs)
            self._complaints, complaints = _pipe(ours, theirs)
            self._process = _started((orders, answers, lifeline, gauge), complaints)
            self._ours = ours.pop_all()
        self._tail = b""
        self._unsent = memoryview(framed(start))
        self._selector = selectors.DefaultSelector()
        for handle in (self._orders, self._answers, self._complaints):
            os.set_blocking(handle, False)
        self._selector.register(self._answers, selectors.EVENT_READ)
        self._selector.register(self._complaints, selectors.EVENT_READ)

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    def is_alive(self) -> bool:
        """Return whether the process is still there."""
        return self._process.poll() is None

    def kill(self) -> None:
        """End the process, whatever it does: there is nothing that it would have to save."""
        self._process.kill()

    def close(self) -> None:
        """End the process and give back all that it took; nothing is left of it afterwards."""
        self.kill()
        self._process.wait()
        self._selector.close()
        self._ours.close()

    def ask(self, order: Order, look: Callable[[], None]) -> Answer:
        """Return the answer to an order; raises `DiedError` when none will come.

        Calls ``look`` every `POLL_S`, which may raise something to have done with waiting.
        """
        self._unsent = memoryview(bytes(self._unsent) + framed(order))
        self._selector.register(self._orders, selectors.EVENT_WRITE)
        answer = bytearray()
        next_look = monotonic() + POLL_S
        while not is_whole(answer):
            ready = {key.fd for key, _ in self._selector.select(POLL_S)}
            self._serve(ready, answer)
            if self._answers not in ready and not self.is_alive():
                raise self._death()
            if monotonic() >= next_look:
                look()
                next_look = monotonic() + POLL_S
        return cast("Answer", unframed(answer))

    def _serve(self, ready: set[int], answer: bytearray) -> None:
        """Move what can be moved through the pipes."""
        if self._complaints in ready:
            self._listen()
        if self._orders in ready:
            self._tell()
        if self._answers in ready:
            piece = os.read(self._answers, PIECE)
            if not piece:
                raise self._death()
            answer += piece

    def _tell(self) -> None:
        try:
            self._unsent = self._unsent[os.write(self._orders, self._unsent[:PIECE]) :]
        except BrokenPipeError:  # it has died, or refuses to work: the other pipe will tell
            self._unsent = self._unsent[:0]
        if not self._unsent:
            self._selector.unregister(self._orders)

    def _listen(self) -> None:
        piece = os.read(self._complaints, PIECE)
        self._tail = (self._tail + piece)[-TAIL:]
        if not piece:
            self._selector.unregister(self._complaints)

    def _death(self) -> DiedError:
        """Return why the process died; one that has only closed its pipes is ended."""
        try:
            self._process.wait(END_S)
        except subprocess.TimeoutExpired:
            self.kill()
            self._process.wait()
        with suppress(OSError, KeyError):  # all that it said is in the pipe by now
            while self._complaints in {key.fd for key, _ in self._selector.select(0)}:
                self._listen()
        code = self._process.returncode
        last = self._tail.decode(errors="replace").rstrip().rpartition("\n")[2].strip()
        return DiedError(f"{_named(code)}: {last}" if last else _named(code), by_others=-code in KILLED)


def _named(code: int) -> str:
    """Return what an exit code means."""
    if code >= 0:
        return f"exit code {code}"
    with suppress(ValueError):
        return signal.Signals(-code).name
    return f"signal {-code}"


def _started(handles: tuple[int, ...], complaints: int) -> subprocess.Popen[bytes]:
    words = [sys.executable, "-P", "-c", BOOT, json.dumps(sys.path), *map(str, handles)]
    return subprocess.Popen(  # noqa: S603 - this Python, with words of our own
        words,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=complaints,
        pass_fds=handles,
        env={**os.environ, **MEMORY},
    )


def _pipe(reader: ExitStack, writer: ExitStack) -> tuple[int, int]:
    """Return both ends of a new pipe, each to be closed by its owner."""
    out, into = os.pipe()
    reader.callback(os.close, out)
    writer.callback(os.close, into)
    return out, into
