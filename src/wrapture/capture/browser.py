"""The browser: found on this machine, started, and gone when it is closed.

Chromium is started through playwright, which talks to it over a pipe: when this process dies, however it does, so does the
pipe, and with it the browser.  It is offline: what its pages may load is brought to them (see `relay` and `answering`).
"""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
from contextlib import suppress
from dataclasses import dataclass
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final

from wrapture.errors import BrowserError, MissingExtraError

if TYPE_CHECKING:
    from playwright.async_api import Browser, Playwright

BROWSER_VARIABLE: Final = "WRAPTURE_BROWSER"
SANDBOX_VARIABLE: Final = "WRAPTURE_SANDBOX"
NAMES: Final = ("chromium", "chromium-browser", "google-chrome")
INSTALL: Final = f"install one (on Debian: apt-get install chromium) or name its program in {BROWSER_VARIABLE}"

START_S: Final = 30.0
"""For starting the browser, which takes 0.3 s on a quiet machine."""
CLOSE_S: Final = 5.0
"""For each step of closing; a browser that takes longer is killed."""

FLAGS: Final = (
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--disable-site-isolation-trials",  # a frame of another site would be missing from the snapshot
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
)
OFFLINE_FLAGS: Final = (
    "--host-resolver-rules=MAP * ~NOTFOUND",
    "--proxy-server=127.0.0.1:9",
    "--proxy-bypass-list=<-loopback>",
)
"""No name has an address, and what needs none goes to a port where nobody listens."""


@dataclass(frozen=True, slots=True)
class Session:
    """A running browser with the program that drives it; ``process`` is the browser's id."""

    driver: Playwright
    browser: Browser
    process: int

    async def close(self) -> None:
        """Close the browser, by force where it does not go by itself."""
        for step in (self.browser.close, self.driver.stop):
            with suppress(Exception):  # it may have crashed, or be hanging
                await asyncio.wait_for(step(), CLOSE_S)
            self.kill()

    def kill(self) -> None:
        """Make sure that the browser and all its processes are gone; they are a group of their own."""
        with suppress(OSError):
            if os.getpgid(self.process) == self.process:
                os.killpg(self.process, signal.SIGKILL)


def find_browser() -> str:
    """Return the path of a browser; raises `BrowserError` where there is none, `MissingExtraError` without playwright."""
    try:
        import playwright.async_api  # noqa: F401 - whether it is there and loads, before a browser is looked for
    except ImportError as error:
        raise MissingExtraError("rendering pages", "render") from error
    named = os.environ.get(BROWSER_VARIABLE)
    found = _program(named)
    if found is None:
        missing = f"{BROWSER_VARIABLE} names {named!r}, which is no program" if named else "there is no Chromium here"
        raise BrowserError(f"rendering pages needs a browser, and {missing}; {INSTALL}")
    return found


def has_browser() -> bool:
    """Return whether there seems to be all that rendering needs, without loading any of it."""
    return find_spec("playwright") is not None and _program(os.environ.get(BROWSER_VARIABLE)) is not None


def _program(named: str | None) -> str | None:
    return next(filter(None, map(shutil.which, [named] if named else NAMES)), None)


async def open_session(path: str) -> Session:
    """Return a new browser, which can reach nothing by itself."""
    from playwright.async_api import async_playwright

    driver = await asyncio.wait_for(async_playwright().start(), START_S)
    try:
        browser = await driver.chromium.launch(
            executable_path=path,
            args=[*FLAGS, *OFFLINE_FLAGS],
            chromium_sandbox=_has_sandbox(),
            handle_sigint=False,
            handle_sigterm=False,
            handle_sighup=False,
            timeout=START_S * 1000,
        )
        return Session(driver, browser, await asyncio.wait_for(_process_of(browser), START_S))
    except BaseException as error:
        with suppress(Exception):
            await asyncio.wait_for(driver.stop(), CLOSE_S)
        if isinstance(error, Exception):
            raise BrowserError(f"{path} does not start ({first_line(error)}); {INSTALL}") from error
        raise


async def _process_of(browser: Browser) -> int:
    session = await browser.new_browser_cdp_session()
    processes = (await session.send("SystemInfo.getProcessInfo"))["processInfo"]
    return next(int(process["id"]) for process in processes if process["type"] == "browser")


def _has_sandbox() -> bool:
    """Return whether the browser can lock its pages up: not as root, nor where a person says that it can't."""
    return os.geteuid() != 0 and os.environ.get(SANDBOX_VARIABLE) != "off"


def first_line(error: Exception) -> str:
    """Return what an error says on its first line; playwright adds pages of its log."""
    return next(iter(str(error).splitlines()), "") or type(error).__name__
