"""Type a query into a field of a page, and see which address its scripts lead to, or what they draw."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Final

from wrapture.capture.stillness import SIZE, pending_requests, until_still

if TYPE_CHECKING:
    from playwright.async_api import Page

    from wrapture.capture.answering import RequestAnswerer
    from wrapture.capture.paced_clock import PacedClock

WAIT_S: Final = 2.0
"""The longest wait for what a key or a button does."""
LOOK_S: Final = 0.1
QUIET_S: Final = 0.8
"""Time without a request or a change after which a page is still: scripts wait up to half a second for further keys."""
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

    with pending_requests(page) as pending:
        try:
            field = page.locator(FIELDS).nth(place)
            before = await page.evaluate(SIZE)
            await field.fill(text, timeout=WAIT_S * 1000)
            await until_still(page, pending, clock, QUIET_S)
            await field.press("Enter", timeout=WAIT_S * 1000)
            await until_still(page, pending, clock, QUIET_S)
            if await page.evaluate(SIZE) == before and await field.evaluate(PRESS):
                await until_still(page, pending, clock, QUIET_S)
        except Error:
            return False
    return True


async def _address_with(page: Page, answers: RequestAnswerer, text: str) -> str:
    """Return the address with a text in it that a page navigates to, refused here, or gives itself."""
    for _ in range(int(WAIT_S / LOOK_S)):
        for address in (answers.leads_to or "", page.url):
            if text in address:
                return address
        await page.wait_for_timeout(LOOK_S * 1000)
    return ""
