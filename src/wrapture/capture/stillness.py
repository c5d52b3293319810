"""Wait until a page in the browser is still: it requests nothing and changes no more."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.async_api import Page, Request

    from wrapture.capture.paced_clock import PacedClock

LOOK_S: Final = 0.1
MOVING_S: Final = 15.0
"""The longest wait: some pages are never still."""
SIZE: Final = "() => document.querySelectorAll('*').length + ' ' + document.body?.innerText.length"
"""What changes with a page, as JavaScript."""


@contextmanager
def pending_requests(page: Page) -> Iterator[set[Request]]:
    """Yield the requests that a page sends from now on and that have no answer yet."""
    pending: set[Request] = set()

    def begin(request: Request) -> None:
        pending.add(request)

    def end(request: Request) -> None:
        pending.discard(request)

    page.on("request", begin)
    page.on("requestfinished", end)
    page.on("requestfailed", end)
    try:
        yield pending
    finally:
        page.remove_listener("request", begin)
        page.remove_listener("requestfinished", end)
        page.remove_listener("requestfailed", end)


async def until_still(page: Page, pending: set[Request], clock: PacedClock, quiet_s: float) -> None:
    """Wait until a page has been still for some time, by a clock that stands while requests wait for their turn."""
    begin = since = clock.elapsed_s()
    size = await page.evaluate(SIZE)
    while (now := clock.elapsed_s()) - since < quiet_s and now - begin < MOVING_S:
        await page.wait_for_timeout(LOOK_S * 1000)
        before, size = size, await page.evaluate(SIZE)
        since = clock.elapsed_s() if pending or size != before else since
