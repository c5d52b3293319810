"""The process that reads pages: receives units through a pipe, sends outcomes back, and ends with its supervisor.

It has pipes of its own, so libraries may print as they like.  Whatever happens while a page is read is blamed on that page: the
supervisor then sends the unit again, without it.
"""

from __future__ import annotations

import gc
import os
import signal
from contextlib import suppress
from importlib import import_module
from threading import Thread
from typing import TYPE_CHECKING, Any, Final, Protocol, cast

from wrapture.bulk.engines.gauge import Gauge
from wrapture.bulk.engines.page_limits import PageTimeError, PageWatch, over_memory, over_time
from wrapture.bulk.engines.pipe_messages import Answer, Done, GivenUp, Refused, Start, UnitOrder, framed, received
from wrapture.error_lines import described
from wrapture.errors import BulkError, WraptureError

if TYPE_CHECKING:
    from collections.abc import Callable

    from wrapture.bulk.engines.pipe_messages import Dead
    from wrapture.bulk.jobs import Job, Outcome, PageLimits, Tally, Unit

REPORT_IT: Final = "this is a bug in Wrapture: please report it"


class ReadsUnits(Protocol):
    """Reads units: a pure function of the unit and the pages that were given up before."""

    def read(self, unit: Unit, dead: Dead, started: Callable[[int, Tally], None], /) -> Outcome:
        """Return the outcome of a unit without its ``dead`` pages.

        Calls ``started`` with the place of each page before it is read, and with -1 after the last, together with the results
        so far; lets `PageTimeError` and ``MemoryError`` through.
        """


def main(orders: int, answers: int, lifeline: int, gauge: int) -> None:
    """Read units until there are no more orders; the arguments are file descriptors from the supervisor."""
    for handle in (orders, answers, lifeline, gauge):
        os.set_inheritable(handle, False)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the main process, which ends the others
    _end_with(lifeline)
    with open(orders, "rb") as incoming, open(answers, "wb", buffering=0) as outgoing, suppress(EOFError):
        start = cast("Start", received(incoming))
        try:
            serve = _service(start, Gauge(gauge))
        except WraptureError as error:
            _send(outgoing, Refused(error))
            return
        while True:
            _send(outgoing, serve(cast("UnitOrder", received(incoming))))


def _end_with(lifeline: int) -> None:
    """End this process when the other end of a pipe is closed, as happens when the supervisor dies.

    SIGIO works while C code runs, too; the thread is for systems that don't send it for pipes.
    """
    with suppress(OSError, AttributeError, ImportError):
        from fcntl import F_GETFL, F_SETFL, F_SETOWN, fcntl

        fcntl(lifeline, F_SETOWN, os.getpid())
        fcntl(lifeline, F_SETFL, fcntl(lifeline, F_GETFL) | os.O_ASYNC)
    Thread(target=lambda: (os.read(lifeline, 1), os._exit(0)), daemon=True).start()


def _send(pipe: Any, answer: Answer) -> None:
    rest = memoryview(framed(answer))
    while rest:
        rest = rest[pipe.write(rest) :]


def _service(start: Start, gauge: Gauge) -> Callable[[UnitOrder], Answer]:
    """Return the function that answers orders."""
    module, _, name = start.reader.partition(":")
    make = cast("Callable[[Job], ReadsUnits]", getattr(import_module(module), name))
    reader, watch = make(start.job), PageWatch(gauge, start.job.limits)
    gc.freeze()  # all objects so far stay: scanning them for garbage took a tenth of the time

    def serve(order: UnitOrder) -> Answer:
        watch.dead = order.dead
        try:
            outcome = reader.read(order.unit, order.dead, watch)
            watch.end()
            return Done(outcome)
        except BaseException as error:  # PageTimeError, SystemExit and KeyboardInterrupt are not ``Exception``
            watch.end()
            return _misfortune(error, order.unit, gauge.place, start.job.limits)

    return serve


def _misfortune(error: BaseException, unit: Unit, place: int, limits: PageLimits) -> GivenUp | Refused:
    """Return the consequence of an error: one page fails or, if none was begun, the run."""
    match error:
        case WraptureError():
            return Refused(error)
        case _ if place < 0:
            return Refused(
                BulkError(f"{unit.source}: unit {unit.number} could not be read: {described(error)}; {REPORT_IT}")
            )
        case PageTimeError():
            return GivenUp(place, "time", over_time(limits))
        case MemoryError():
            return GivenUp(place, "memory", over_memory(limits))
        case _:
            return GivenUp(place, "error", described(error))
