"""An event loop in a thread of its own, for callers without one or already inside one, as in a notebook."""

from __future__ import annotations

import asyncio
from threading import Thread
from typing import TYPE_CHECKING, Any, Final, TypeVar

if TYPE_CHECKING:
    from collections.abc import Coroutine

T = TypeVar("T")

STOP_S: Final = 5.0
"""Timeout for the thread to end."""


class Worker:
    """Runs coroutines one at a time until it is stopped."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._loop.set_exception_handler(lambda *_: None)  # ignore failures in pages that are closed
        self._thread = Thread(target=self._loop.run_forever, name="wrapture-worker", daemon=True)
        self._thread.start()

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Return the result of a coroutine; it is cancelled if the caller is interrupted."""
        future = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            return future.result()
        except BaseException:
            future.cancel()
            raise

    def stop(self) -> None:
        """Cancel pending work and end the thread."""
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
