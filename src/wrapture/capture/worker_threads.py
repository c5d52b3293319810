"""Run blocking work beside an event loop."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from threading import Thread
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")


async def in_thread(work: Callable[[], T]) -> T:
    """Return the result of blocking work, run in a daemon thread of its own."""
    loop = asyncio.get_running_loop()
    future: asyncio.Future[T] = loop.create_future()

    def settle(result: T | None, error: BaseException | None) -> None:
        if future.done():
            return
        if error is not None:
            future.set_exception(error)
        else:
            future.set_result(result)  # type: ignore[arg-type]  # None only if it is a T

    def run() -> None:
        result: T | None = None
        failure: BaseException | None = None
        try:
            result = work()
        except BaseException as error:
            failure = error
        with suppress(RuntimeError):  # the loop may be closed by now
            loop.call_soon_threadsafe(settle, result, failure)

    Thread(target=run, name="wrapture-relay", daemon=True).start()
    return await future
