"""The page view alone, on a page that a small server serves as the studio does: the same headers, the same frame."""

from __future__ import annotations

from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import sync_playwright

from wrapture.api import discover
from wrapture.capture.browser import FLAGS, find_browser
from wrapture.html.page import TEXT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, ElementHandle, Error
    from playwright.sync_api import Page as Tab

    from wrapture.html.page import Page

HERE: Final = Path(__file__).parent
STATIC: Final = HERE.parents[2] / "src" / "wrapture" / "studio" / "static"
APP_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
    "frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
FRAME_POLICY: Final = (
    "sandbox allow-same-origin; default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:"
)
EMPTY: Final = "<html><head></head><body></body></html>"
HARNESS: Final = (
    '<!doctype html><html lang="en"><title>Page view</title><link rel="icon" href="data:,">'
    '<link rel="stylesheet" href="/static/view.css"><link rel="stylesheet" href="/harness.css">'
    '<button>before</button><div id="view"></div><button>after</button>'
    '<script type="module" src="/harness.js"></script>'
)
HARNESS_STYLE: Final = "body { margin: 0; } button { height: 20px; display: block; } #view { height: 600px; }"
KINDS: Final = {".js": "text/javascript", ".css": "text/css"}


class Answers(BaseHTTPRequestHandler):
    """Serves the harness, the frame and the static files; `asked` are all requested paths."""

    asked: list[str]

    def do_GET(self) -> None:
        self.asked.append(self.path)
        parts = urlsplit(self.path)
        if parts.path == "/frame":
            self._answer("text/html", ("" if parts.query == "quirks" else "<!doctype html>") + EMPTY, FRAME_POLICY)
        elif parts.path == "/":
            self._answer("text/html", HARNESS)
        elif parts.path == "/harness.css":
            self._answer("text/css", HARNESS_STYLE)
        else:
            self._file(
                HERE / "harness.js" if parts.path == "/harness.js" else STATIC / parts.path.removeprefix("/static/")
            )

    def _file(self, path: Path) -> None:
        if path.is_file() and path.suffix in KINDS:
            self._answer(KINDS[path.suffix], path.read_text("utf-8"))
        else:
            self.send_error(404)

    def _answer(self, kind: str, text: str, policy: str = APP_POLICY) -> None:
        body = text.encode()
        self.send_response(200)
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Content-Security-Policy", policy)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Be quiet."""


class View:
    """A page view in a tab, with the actions and queries of the tests."""

    def __init__(self, tab: Tab, asked: list[str]) -> None:
        self.tab = tab
        self.asked = asked
        self.page: Page | None = None

    def run(self, code: str, *values: Any) -> Any:
        """Return the result of some JavaScript; `v` is the view, and `a` are the values."""
        return self.tab.evaluate(f"async (a) => {{ const v = window.view; {code} }}", list(values))

    def show(self, page: Page, **changes: Any) -> None:
        self.page = page
        self.run("await v.showNodes(a[0]);", nodes_of(page) | changes)

    def draw(self, marks: dict[str, Any]) -> None:
        self.run("v.draw(a[0]);", marks)
        self.settle()

    def settle(self) -> None:
        """Wait until all pending changes are drawn."""
        self.run("for (let i = 0; i < 3; i += 1) await new Promise((next) => requestAnimationFrame(next));")

    def wait(self, condition: str) -> None:
        """Wait until an expression about the view `v` is true; the page's policy blocks playwright's own waiting."""
        code = f"""
            for (let left = 500; left > 0; left -= 1) {{
                if ({condition}) return true;
                await new Promise((next) => setTimeout(next, 20));
            }}
            return false;"""
        assert self.run(code), f"never came true: {condition}"

    def told(self, what: str) -> list[Any]:
        found: list[Any] = self.run("return window.told[a[0]];", what)
        return found

    def box(self, place: list[int]) -> dict[str, float]:
        """Return the box of a place in the tab's window."""
        code = """
            const { placeBoxes, around } = await import("/static/view/boxes.js");
            const box = around(placeBoxes(v.stage.surface, v.model, a[0]));
            const sheet = v.stage.sheet.getBoundingClientRect();
            return box && { x: sheet.left + box.x * v.scale, y: sheet.top + box.y * v.scale,
                            width: box.width * v.scale, height: box.height * v.scale };"""
        box: dict[str, float] = self.run(code, place)
        return box

    def middle(self, place: list[int]) -> tuple[float, float]:
        box = self.box(place)
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def node(self, text: str) -> int:
        """Return the number of the first node of the page with this text."""
        assert self.page is not None
        return next(node for node, said in enumerate(self.page.texts) if said.strip() == text)

    def place(self, text: str) -> list[int]:
        assert self.page is not None
        return whole(self.page, self.node(text))

    def frame(self) -> ElementHandle:
        found = self.tab.query_selector("iframe.pv-frame")
        assert found is not None
        return found

    def inside(self, code: str) -> Any:
        """Return the value of an expression about the frame's document `d`."""
        return self.run(f"const d = v.stage.surface.doc; return {code};")


def whole(page: Page, node: int) -> list[int]:
    """Return the place of a text without the white space around it."""
    text = page.texts[node]
    start = len(text) - len(text.lstrip())
    return [node, start, node, start + len(text.strip())]


def nodes_of(page: Page) -> dict[str, Any]:
    """Return a page as the studio's server sends it, before anything is sanitized."""
    texts = [page._elements[node].text_content or "" for node in range(len(page))]
    attributes = {
        str(node): {name: value or "" for name, value in page.attributes(node).items()} for node in range(len(page))
    }
    return {
        "mode": "standards",
        "width": None,
        "tags": list(page.tags),
        "parents": list(page.parents),
        "texts": {str(node): text for node, text in enumerate(texts) if page.tags[node] == TEXT},
        "attributes": {node: found for node, found in attributes.items() if found},
        "foreign": sorted(page.foreign),
    }


def marks_of(page: Page, columns: int = 4) -> dict[str, Any]:
    """Return the records found on a page, with their first texts as cells."""
    records = discover(page)[0].records[0]
    rows = []
    for record in records:
        texts = [n for span in record for n in range(span.start, span.stop) if page.texts[n].strip()]
        places = [[whole(page, node)] for node in texts[:columns]]
        rows.append({"spans": [[s.start, s.stop] for s in record], "places": places + [[]] * (columns - len(places))})
    colours = [
        "#05738c",
        "#b93755",
        "#b49100",
        "#8728ff",
        "#14a091",
        "#a0550f",
        "#7d8ccd",
        "#e1735f",
        "#695ab9",
        "#af5fff",
    ]
    named = [{"name": f"column {i + 1}", "colour": colours[i], "keep": True} for i in range(columns)]
    return {"records": rows, "columns": named}


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """One browser for all tests of the view."""
    path = find_browser()
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=str(path), args=list(FLAGS), chromium_sandbox=False)
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def server() -> Iterator[tuple[str, list[str]]]:
    """The address of the small server, and the paths that were requested."""
    asked: list[str] = []
    answers = type("TheseAnswers", (Answers,), {"asked": asked})
    server = ThreadingHTTPServer(("127.0.0.1", 0), answers)
    server.daemon_threads = True
    server.socket.settimeout(1.0)  # a connection closed before it is accepted must not block the server
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/", asked
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture(scope="package")
def tab(chromium: Browser) -> Iterator[Tab]:
    """One tab for all tests of the view, because opening one takes longer than most tests."""
    context = chromium.new_context(reduced_motion="reduce")
    context.set_default_timeout(15_000)
    yield context.new_page()
    context.close()


@pytest.fixture
def view(tab: Tab, server: tuple[str, list[str]]) -> Iterator[View]:
    """An empty page view in a window of 1200 by 700 pixels; a script error in it fails the test."""
    address, asked = server
    errors: list[str] = []

    def note(error: Error) -> None:
        errors.append(str(error))

    tab.on("pageerror", note)
    tab.set_viewport_size({"width": 1200, "height": 700})
    tab.mouse.move(0, 0)
    tab.goto(address)
    view = View(tab, asked)
    view.wait("v")
    asked.clear()
    yield view
    tab.remove_listener("pageerror", note)
    assert errors == []
