"""An event loop in a thread of its own, so that a caller needs none and may be in one already, as in a notebook."""

from __future__ import annotations

import asyncio
from threading import Thread
from typing import TYPE_CHECKING, Any, Final, TypeVar

if TYPE_CHECKING:
    from collections.abc import Coroutine

T = TypeVar("T")

STOP_S: Final = 5.0
"""For the end of the thread, which has nothing left to do then."""


class Worker:
    """Runs coroutines one after the other, until it is stopped."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._loop.set_exception_handler(lambda *_: None)  # what fails in a page that is gone is of no interest
        self._thread = Thread(target=self._loop.run_forever, name="wrapture-worker", daemon=True)
        self._thread.start()

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Return what comes of some work; an interruption of the caller ends the work too."""
        future = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            return future.result()
        except BaseException:
            future.cancel()
            raise

    def stop(self) -> None:
        """End the thread with all that is still going on in it."""
        try:
            self.run(_cancel_others())
        finally:
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join(STOP_S)
            if not self._thread.is_alive():
                self._loop.close()


async def _cancel_others() -> None:
    others = asyncio.all_tasks() - {asyncio.current_task()}
    for task in others:
        task.cancel()
    if others:
        await asyncio.wait(others, timeout=STOP_S)
