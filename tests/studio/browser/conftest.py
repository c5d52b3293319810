"""One browser for all tests of the studio's pages, with windows that report every error and every foreign request."""

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
    from collections.abc import Callable, Iterator, Sequence

    from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Playwright, Request, WebError

    from tests.studio.running import Studio

EXAMPLES: Final = ROOT / "examples"
OWN_SCHEMES: Final = ("data:", "blob:", "about:")
HELD_BACK: Final = "csp"
WIDE: Final = {"width": 1440, "height": 900}


class Watch:
    """The problems in the windows of a test: console and script errors, and requests to other hosts."""

    def __init__(self, studio: Studio) -> None:
        self.home = f"http://127.0.0.1:{studio.port}/"
        self.requests: list[Request] = []
        self.errors: list[str] = []
        self.expected: list[str] = []
        self.over = False

    def follow(self, context: BrowserContext) -> None:
        context.on("request", self._request)
        context.on("console", self._console)
        context.on("weberror", self._error)

    def expect(self, pattern: str) -> None:
        """Allow errors that a test provokes; it fails if they don't occur."""
        self.expected.append(pattern)

    def _request(self, request: Request) -> None:
        self.requests.append(request)

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning", "assert") and not self.over:
            self.errors.append(f"{message.type}: {message.text} ({message.location.get('url', '')})")

    def _error(self, error: WebError) -> None:
        if not self.over:
            self.errors.append(str(error.error))

    def end(self, contexts: Sequence[BrowserContext]) -> None:
        """Take in what the pages have reported so far; requests that closing them interrupts are no errors of theirs."""
        for page in [page for context in contexts for page in context.pages if not page.is_closed()][:1]:
            page.wait_for_timeout(10)  # the driver delivers events meanwhile
        self.over = True

    @property
    def asked(self) -> list[str]:
        """The requested addresses, without those that the browser blocked because of the policy."""
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
def driver() -> Iterator[Playwright]:
    """What drives browsers: a process has one."""
    need_browser()
    with sync_playwright() as running:
        yield running


@pytest.fixture(scope="package")
def chromium(driver: Playwright) -> Iterator[Browser]:
    """One browser for all tests of this folder, with a profile of its own."""
    browser = driver.chromium.launch(
        executable_path=str(find_browser()), args=["--disable-gpu"], chromium_sandbox=False
    )
    yield browser
    browser.close()


@pytest.fixture
def watch(studio: Studio) -> Watch:
    """The problems in the test's windows."""
    return Watch(studio)


@pytest.fixture
def open_context(chromium: Browser, watch: Watch) -> Iterator[Callable[..., BrowserContext]]:
    """Open contexts as for a first-time visitor, with nothing stored; problems fail the test at its end."""
    contexts: list[BrowserContext] = []

    def begin(**options: Any) -> BrowserContext:
        given: dict[str, Any] = {"viewport": WIDE, "reduced_motion": "reduce", "color_scheme": "light", **options}
        context = chromium.new_context(permissions=["clipboard-read", "clipboard-write"], **given)
        context.set_default_timeout(60_000)
        watch.follow(context)
        contexts.append(context)
        return context

    yield begin
    watch.end(contexts)
    for context in contexts:
        context.close()
    watch.check()


@pytest.fixture
def window(open_context: Callable[..., BrowserContext], studio: Studio) -> Window:
    """An empty window, wide and light."""
    return Window(open_context().new_page(), studio)


class Counted(Site):
    """A web server that counts connections, whatever is requested over them."""

    connections = 0

    def get_request(self) -> Any:
        self.connections += 1
        return super().get_request()


@pytest.fixture
def elsewhere() -> Iterator[Counted]:
    """A web site other than the studio's."""
    server = Counted()
    server.socket.settimeout(1.0)  # a connection closed before it is accepted must not block the server
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    yield server
    server.closing.set()
    server.shutdown()
    server.server_close()
    thread.join()
