"""A child process and the pipes to it: orders, answers, standard error, and a lifeline that ends it with its parent.

It is started by ``subprocess``, because ``multiprocessing`` does not let the workers of a cluster have children.
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

from wrapture.bulk.engines.pipe_messages import framed, is_whole, unframed
from wrapture.systems import signals

if TYPE_CHECKING:
    from collections.abc import Callable

    from wrapture.bulk.engines.pipe_messages import Answer, Start, UnitOrder

POLL_S: Final = 0.2
"""How often the supervisor checks a busy child."""
PIECE: Final = 1 << 18
TAIL: Final = 4096
"""Bytes kept of a child's standard error."""
END_S: Final = 5.0
"""Time for a process to end after it was killed or closed its pipes."""
KILLED: Final = signals("SIGKILL", "SIGTERM", "SIGHUP")
"""Signals by which a user ends processes, or the system when memory runs out."""

BOOT: Final = (
    "import json, sys; sys.path[:] = json.loads(sys.argv[1]);"
    "from wrapture.bulk.engines.child_process import main; main(*map(int, sys.argv[2:]))"
)
"""The child finds modules where this process does, but not in the current folder, which may be full of pages."""


MEMORY: Final = {
    "MALLOC_TRIM_THRESHOLD_": str(32 << 20),
    "MALLOC_MMAP_THRESHOLD_": str(2 << 20),
    "MALLOC_ARENA_MAX": "1",
    "ARROW_DEFAULT_MEMORY_POOL": "system",
}
"""Memory settings of a child, in place of inherited ones such as Dask's.

Memory of one page is kept for the next: if it went back to the system each time, mapping it again would cost as much as
parsing.  And no unused address space is reserved, because the limit of a page counts it: Arrow's own pool takes a gigabyte at
once, which left nothing for the page."""


class DiedError(Exception):
    """A child has died: ``why`` names the signal or exit code, and its last line on standard error."""

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
        """The process id."""
        return self._process.pid

    def is_alive(self) -> bool:
        """Return whether the process is running."""
        return self._process.poll() is None

    def kill(self) -> None:
        """Kill the process; it has nothing to save."""
        self._process.kill()

    def close(self) -> None:
        """Kill the process and release its resources."""
        self.kill()
        self._process.wait()
        self._selector.close()
        self._ours.close()

    def ask(self, order: UnitOrder, look: Callable[[], None]) -> Answer:
        """Return the answer to an order; raises `DiedError` if the child dies.

        Calls ``look`` every `POLL_S`, which may raise to stop waiting.
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
        """Read from and write to the pipes that are ready."""
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
        except BrokenPipeError:  # it has died, or refuses to work: the other pipe shows which
            self._unsent = self._unsent[:0]
        if not self._unsent:
            self._selector.unregister(self._orders)

    def _listen(self) -> None:
        piece = os.read(self._complaints, PIECE)
        self._tail = (self._tail + piece)[-TAIL:]
        if not piece:
            self._selector.unregister(self._complaints)

    def _death(self) -> DiedError:
        """Return why the process died; one that has only closed its pipes is killed."""
        try:
            self._process.wait(END_S)
        except subprocess.TimeoutExpired:
            self.kill()
            self._process.wait()
        with suppress(OSError, KeyError):  # all of its output is in the pipe by now
            while self._complaints in {key.fd for key, _ in self._selector.select(0)}:
                self._listen()
        code = self._process.returncode
        last = self._tail.decode(errors="replace").rstrip().rpartition("\n")[2].strip()
        return DiedError(f"{_named(code)}: {last}" if last else _named(code), by_others=-code in KILLED)


def _named(code: int) -> str:
    """Return the name of a signal, or the exit code."""
    if code >= 0:
        return f"exit code {code}"
    with suppress(ValueError):
        return signal.Signals(-code).name
    return f"signal {-code}"


def _started(handles: tuple[int, ...], complaints: int) -> subprocess.Popen[bytes]:
    words = [sys.executable, "-P", "-c", BOOT, json.dumps(sys.path), *map(str, handles)]
    return subprocess.Popen(  # noqa: S603 - this Python, with our own arguments
        words,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=complaints,
        pass_fds=handles,
        env={**os.environ, **MEMORY},
    )


def _pipe(reader: ExitStack, writer: ExitStack) -> tuple[int, int]:
    """Return both ends of a new pipe, each closed by its owner."""
    out, into = os.pipe()
    reader.callback(os.close, out)
    writer.callback(os.close, into)
    return out, into
