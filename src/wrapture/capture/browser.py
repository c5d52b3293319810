"""Find, start and close the browser.

Chromium is started through playwright, which talks to it over a pipe: if this process dies, for whatever reason, the pipe
closes and the browser exits.  The browser is offline; `relay` and `answering` supply what its pages may load.
"""

from __future__ import annotations

import os
import shutil
from contextlib import suppress
from dataclasses import dataclass
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final

from wrapture.errors import BrowserError, MissingExtraError
from wrapture.systems import is_root, kill_with_children, usual_browsers

if TYPE_CHECKING:
    from playwright.async_api import Browser, Playwright

BROWSER_VARIABLE: Final = "WRAPTURE_BROWSER"
SANDBOX_VARIABLE: Final = "WRAPTURE_SANDBOX"
NAMES: Final = ("chromium", "chromium-browser", "google-chrome")
INSTALL: Final = f"install one (on Debian: apt-get install chromium) or name its program in {BROWSER_VARIABLE}"

START_S: Final = 30.0
"""Timeout for starting the browser, which takes 0.3 s on an idle machine."""
CLOSE_S: Final = 5.0
"""Timeout for each step of closing; a browser that takes longer is killed."""

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
"""No host name resolves, and requests that need none go to a proxy port without a listener."""


@dataclass(frozen=True, slots=True)
class Session:
    """A running browser with its playwright driver; ``process`` is the browser's process id."""

    driver: Playwright
    browser: Browser
    process: int

    async def close(self) -> None:
        """Close the browser, and kill it if it does not exit."""
        import asyncio  # loads ssl; `has_browser` is asked at every start

        for step in (self.browser.close, self.driver.stop):
            with suppress(Exception):  # it may have crashed or hang
                await asyncio.wait_for(step(), CLOSE_S)
            self.kill()

    def kill(self) -> None:
        """Kill the browser and all its processes, which are a process group of their own."""
        kill_with_children(self.process)


def find_browser() -> str:
    """Return the path of a browser; raises `BrowserError` if there is none, `MissingExtraError` without playwright."""
    try:
        import playwright.async_api  # noqa: F401 - fail early if it is missing or does not load
    except ImportError as error:
        raise MissingExtraError("rendering pages", "render") from error
    named = os.environ.get(BROWSER_VARIABLE)
    found = _program(named)
    if found is None:
        missing = f"{BROWSER_VARIABLE}={named!r} is not a program" if named else "no Chromium was found"
        raise BrowserError(f"rendering pages needs a browser: {missing}; {INSTALL}")
    return found


def has_browser() -> bool:
    """Return whether playwright and a browser seem to be installed, without loading them."""
    return find_spec("playwright") is not None and _program(os.environ.get(BROWSER_VARIABLE)) is not None


def _program(named: str | None) -> str | None:
    return next(filter(None, map(shutil.which, [named] if named else [*NAMES, *usual_browsers()])), None)


async def open_session(path: str) -> Session:
    """Start an offline browser and return its session."""
    import asyncio

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
    """Return whether to use the browser's sandbox: not as root, nor if the user has switched it off."""
    return not is_root() and os.environ.get(SANDBOX_VARIABLE) != "off"


def first_line(error: Exception) -> str:
    """Return the first line of an error message; playwright appends its log."""
    return next(iter(str(error).splitlines()), "") or type(error).__name__
