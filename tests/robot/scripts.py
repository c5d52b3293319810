"""What the tests of scripts share: a shop that is open, visitors that don't wait, and a search for what must not be there."""

from __future__ import annotations

from contextlib import contextmanager
from threading import Thread
from typing import TYPE_CHECKING, Final

from tests.robot.shop import PASSWORD, Shop
from wrapture.html.parsing import read_page
from wrapture.model import Capture
from wrapture.net.politeness import Politeness
from wrapture.net.redaction import masker
from wrapture.net.visitor import Visitor
from wrapture.site.script import parse_script, run_script

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from wrapture.html.page import Page
    from wrapture.net.store import Store
    from wrapture.site.script import Parts
    from wrapture.site.script.driver import Shot

QUICK: Final = Politeness(delay_s=0.0, backoff_s=0.01)
SECRETS: Final = {"SHOP_PASSWORD": PASSWORD, "WRONG": "not the right one"}
LOG_IN: Final = ("open: {shop}/login", "log in: {{user: ann, password: {{secret: SHOP_PASSWORD}}}}")
SEARCH: Final = (
    *LOG_IN,
    "click: {{text: Desk, number: 1}}",
    "fill: {{Words: court}}",
    "choose: {{year: 2024, cover: Soft cover, In stock: yes}}",
    "click: Search",
    "wait: {{for: 10 books}}",
    "save: results",
    "next: {{pages: 5, save: results}}",
)
"""A search of which four records stand on a page, and ten in all."""


@contextmanager
def open_shop() -> Iterator[Shop]:
    """Yield a shop that answers."""
    shop = Shop()
    shop.socket.settimeout(1.0)  # a connection that is gone before it is taken must not hold the server up
    thread = Thread(target=shop.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield shop
    finally:
        shop.shutdown()
        shop.server_close()
        thread.join()


def written(shop: Shop, *steps: str) -> str:
    """Return a script in which ``{shop}`` stands for the shop's address."""
    return "steps:\n" + "".join(f"  - {step.format(shop=shop.url('').rstrip('/'))}\n" for step in steps)


class Run:
    """A script that was run: the pages that it saved, what was said, and where it ended."""

    def __init__(self, shop: Shop, *steps: str, render: Parts | None = None, store: Store | None = None) -> None:
        self.visitor = Visitor(store, politeness=QUICK, allow_private=True)
        self.saved: list[tuple[str, Shot]] = []
        self.said: list[str] = []
        self._script = parse_script(written(shop, *steps), "shop.yaml")
        self._render = render

    def __call__(self) -> Page:
        """Return the page at hand after all steps."""
        return run_script(
            self._script,
            self.visitor,
            render=self._render,
            save=lambda name, shot: self.saved.append((name, shot)),
            say=self.said.append,
            ask=SECRETS.get,
        )

    def records(self) -> list[list[str]]:
        """Return the rows of the lists on the saved pages."""
        return [rows_of(read_page(Capture(shot.url, shot.body, shot.url))) for _, shot in self.saved]


def rows_of(page: Page) -> list[str]:
    from wrapture.model import Span

    return [page.text(Span(node, page.stops[node])) for node, tag in enumerate(page.tags) if tag == "li"]


def holds_a_secret(raw: bytes) -> bool:
    """Return whether a secret stands in some bytes, however it is spelled."""
    return masker(tuple(SECRETS.values()), "utf-16-le").search(raw) is not None


def files_with_a_secret(folder: Path) -> list[Path]:
    """Return the files below a folder in whose name or content a secret stands."""
    paths = [path for path in folder.rglob("*") if path.is_file()]
    assert paths
    return [path for path in paths if holds_a_secret(path.read_bytes()) or holds_a_secret(str(path).encode())]
