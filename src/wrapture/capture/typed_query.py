"""Type a query into a field of a page, and see which address its scripts lead to, or what they draw."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Final

from wrapture.capture.growing import SIZE

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.async_api import Page, Request

    from wrapture.capture.answering import RequestAnswerer
    from wrapture.capture.paced_clock import PacedClock

WAIT_S: Final = 2.0
"""The longest wait for what a key or a button does."""
LOOK_S: Final = 0.1
QUIET_S: Final = 0.8
"""Time without a request or a change after which a page is still: scripts wait up to half a second for further keys."""
MOVING_S: Final = 15.0
"""The longest wait for a page to be still: some never are."""
FIELDS: Final = "input"
PRESS: Final = """field => {
  for (let around = field.parentElement, n = 0; around && n < 3; around = around.parentElement, n++) {
    const button = around.querySelector('button, [role=button], input[type=button], input[type=submit]');
    if (button) { button.click(); return true; } }
  return false; }"""
"""Press the button beside a field."""


async def led_to(page: Page, answers: RequestAnswerer, place: int, text: str) -> str:
    """Return the address that a page leads to, or shows, after a text was typed into its input at a place; "" if none does."""
    from playwright.async_api import Error

    with suppress(Error):  # the field may be hidden, or gone
        field = page.locator(FIELDS).nth(place)
        await field.fill(text, timeout=WAIT_S * 1000)
        await field.press("Enter", timeout=WAIT_S * 1000)
        if address := await _address_with(page, answers, text):
            return address
        if await field.evaluate(PRESS):
            return await _address_with(page, answers, text)
    return ""


async def draw_results(page: Page, clock: PacedClock, place: int, text: str) -> bool:
    """Type a text into the input at a place and wait until the page is still; return whether it could be typed.

    Some scripts react to the text, some to the Enter key, some to the button beside the field.
    """
    from playwright.async_api import Error

    pending, forget = _pending(page)
    try:
        field = page.locator(FIELDS).nth(place)
        before = await page.evaluate(SIZE)
        await field.fill(text, timeout=WAIT_S * 1000)
        await _until_still(page, pending, clock)
        await field.press("Enter", timeout=WAIT_S * 1000)
        await _until_still(page, pending, clock)
        if await page.evaluate(SIZE) == before and await field.evaluate(PRESS):
            await _until_still(page, pending, clock)
    except Error:
        return False
    finally:
        forget()
    return True


def _pending(page: Page) -> tuple[set[Request], Callable[[], None]]:
    """Return the requests of a page that have no answer yet, from now on, and a function that ends this."""
    pending: set[Request] = set()

    def begin(request: Request) -> None:
        pending.add(request)

    def end(request: Request) -> None:
        pending.discard(request)

    page.on("request", begin)
    page.on("requestfinished", end)
    page.on("requestfailed", end)

    def forget() -> None:
        page.remove_listener("request", begin)
        page.remove_listener("requestfinished", end)
        page.remove_listener("requestfailed", end)

    return pending, forget


async def _until_still(page: Page, pending: set[Request], clock: PacedClock) -> None:
    """Wait until a page requests nothing and changes no more."""
    begin = since = clock.elapsed_s()
    size = await page.evaluate(SIZE)
    while (now := clock.elapsed_s()) - since < QUIET_S and now - begin < MOVING_S:
        await page.wait_for_timeout(LOOK_S * 1000)
        before, size = size, await page.evaluate(SIZE)
        since = clock.elapsed_s() if pending or size != before else since


async def _address_with(page: Page, answers: RequestAnswerer, text: str) -> str:
    """Return the address with a text in it that a page navigates to, refused here, or gives itself."""
    for _ in range(int(WAIT_S / LOOK_S)):
        for address in (answers.leads_to or "", page.url):
            if text in address:
                return address
        await page.wait_for_timeout(LOOK_S * 1000)
    return ""
