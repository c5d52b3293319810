"""A browser for all tests of the studio's pages, and windows in it that tell of every error and every foreign request."""

from __future__ import annotations

import re
from threading import Thread
from typing import TYPE_CHECKING, Any, Final

import pytest
from playwright.sync_api import sync_playwright

from tests.browser.conftest import Site
from tests.conftest import ROOT, need_browser
from tests.studio.browser.window import Window
from wrapture.capture.browser import find_browser

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Request, WebError

    from tests.studio.running import Studio

EXAMPLES: Final = ROOT / "examples"
OWN_SCHEMES: Final = ("data:", "blob:", "about:")
HELD_BACK: Final = "csp"
WIDE: Final = {"width": 1440, "height": 900}


class Watch:
    """What went wrong in the windows of a test: errors in the console or of scripts, requests to elsewhere."""

    def __init__(self, studio: Studio) -> None:
        self.home = f"http://127.0.0.1:{studio.port}/"
        self.requests: list[Request] = []
        self.errors: list[str] = []
        self.expected: list[str] = []

    def follow(self, context: BrowserContext) -> None:
        context.on("request", self._request)
        context.on("console", self._console)
        context.on("weberror", self._error)

    def expect(self, pattern: str) -> None:
        """Let errors pass that a test brings about; that they came is checked, too."""
        self.expected.append(pattern)

    def _request(self, request: Request) -> None:
        self.requests.append(request)

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning", "assert"):
            self.errors.append(f"{message.type}: {message.text}")

    def _error(self, error: WebError) -> None:
        self.errors.append(str(error.error))

    @property
    def asked(self) -> list[str]:
        """The addresses that were asked; what the browser itself held back because of the policy was not."""
        return [request.url for request in self.requests if request.failure != HELD_BACK]

    @property
    def elsewhere(self) -> list[str]:
        return [url for url in self.asked if not url.startswith((self.home, *OWN_SCHEMES))]

    def check(self) -> None:
        assert self.elsewhere == []
        assert [error for error in self.errors if not any(re.search(one, error) for one in self.expected)] == []
        for pattern in self.expected:
            assert any(re.search(pattern, error) for error in self.errors), pattern


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """A browser for all tests of this folder; its profile is its own."""
    need_browser()
    with sync_playwright() as driver:
        browser = driver.chromium.launch(
            executable_path=str(find_browser()), args=["--disable-gpu"], chromium_sandbox=False
        )
        yield browser
        browser.close()


@pytest.fixture
def watch(studio: Studio) -> Watch:
    """What went wrong in the test's windows."""
    return Watch(studio)


@pytest.fixture
def open_context(chromium: Browser, watch: Watch) -> Iterator[Callable[..., BrowserContext]]:
    """Begin as a person who has never been here: nothing is remembered. What went wrong fails the test in the end."""
    contexts: list[BrowserContext] = []

    def begin(**options: Any) -> BrowserContext:
        given: dict[str, Any] = {"viewport": WIDE, "reduced_motion": "reduce", "color_scheme": "light", **options}
        context = chromium.new_context(permissions=["clipboard-read", "clipboard-write"], **given)
        context.set_default_timeout(20_000)
        watch.follow(context)
        contexts.append(context)
        return context

    yield begin
    for context in contexts:
        context.close()
    watch.check()


@pytest.fixture
def window(open_context: Callable[..., BrowserContext], studio: Studio) -> Window:
    """An empty window, wide and light."""
    return Window(open_context().new_page(), studio)


class Counted(Site):
    """A web server that counts connections, whatever is asked over them."""

    connections = 0

    def get_request(self) -> Any:
        self.connections += 1
        return super().get_request()


@pytest.fixture
def elsewhere() -> Iterator[Counted]:
    """A web site that is not the studio's."""
    server = Counted()
    server.socket.settimeout(1.0)  # a connection that is gone before it is taken must not hold the server up
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    yield server
    server.closing.set()
    server.shutdown()
    server.server_close()
    thread.join()
