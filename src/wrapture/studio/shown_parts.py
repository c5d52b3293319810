"""The style sheets and images of a page in the studio: those saved with it and, where a person allows it, those on its site.

Parts from the network are fetched under the rules for pages, several at a time, and cached in the desk's folder.
"""

from __future__ import annotations

import re
from base64 import b64encode
from concurrent.futures import ThreadPoolExecutor, wait
from typing import TYPE_CHECKING, Final
from urllib.parse import urljoin, urlsplit

from wrapture import api

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from wrapture.api import Page, Serve
    from wrapture.model import Capture

    Load = Callable[[str], Serve | None]

MAX_SHEETS_BYTES: Final = 4 * 1024 * 1024
MAX_IMAGES_BYTES: Final = 12 * 1024 * 1024
"""Limits for all style sheets and all images of one page."""
MAX_PARTS: Final = 250  # to fetch for one page: a list of a hundred records with two images each
AT_ONCE: Final = 8
PATIENCE_S: Final = 12.0
"""What has not come by then is left out; the page is shown without it, and has it the next time."""
LAZY: Final = ("data-src", "data-lazy-src", "data-original", "data-lazy", "data-srcset", "srcset")
"""Attributes with the address of an image that scripts load later."""
PLACEHOLDER_CHARS: Final = 512  # an embedded image of fewer is a blank one that scripts replace
_IMPORT: Final = re.compile(r"@import\s+(?:url\(\s*)?[\"']?([^\"')\s;]+)[\"']?\s*\)?[^;]*;")


class PageParts:
    """The parts of one page; ``load`` fetches from the network, and is None where that is not allowed."""

    def __init__(self, page: Page, capture: Capture, load: Load | None = None) -> None:
        self._page = page
        self._capture = capture
        self._shown_at = _base(page, api.served_address(capture))
        self._load = load
        self._room = MAX_IMAGES_BYTES
        self._known: dict[str, str] = {}
        self._remote: Mapping[str, Serve | None] = {}

    @property
    def wants_network(self) -> bool:
        """Whether the page has style sheets or images that are only on the network."""
        return next(iter(self._missing()), None) is not None

    def fetch(self) -> None:
        """Fetch the parts that were not saved with the page, if that is allowed."""
        if self._load is not None:
            self._remote = fetched(self._missing(), self._load)

    def image(self, attributes: Mapping[str, str | None]) -> str:
        """Return the data address of an image element, or an empty text if it is unavailable."""
        address = image_address(attributes)
        if address.lower().startswith("data:image/"):
            return address
        if address not in self._known:
            self._known[address] = self._embedded(address)
        return self._known[address]

    def _embedded(self, address: str) -> str:
        found = self.file(address, "image")
        if found is None or not found.content_type.startswith("image/") or len(found.body) > self._room:
            return ""
        self._room -= len(found.body)
        return f"data:{found.content_type.split(';')[0]};base64,{b64encode(found.body).decode('ascii')}"

    def sheets(self) -> Iterator[tuple[int, str]]:
        """Yield the linked style sheets, by the node of the link."""
        room = MAX_SHEETS_BYTES
        for node, address in self._links():
            found = self.file(address, "stylesheet")
            if found is not None and len(found.body) <= room:
                room -= len(found.body)
                yield node, self._with_imports(found.body.decode("utf-8", "replace"), address)

    def file(self, address: str, kind: str) -> Serve | None:
        """Return a part by its address: one that was saved with the page, or one that was fetched."""
        absolute = self._absolute(address)
        if not absolute:
            return None
        return self._saved(absolute, kind) or self._remote.get(absolute)

    def _with_imports(self, sheet: str, address: str) -> str:
        """Return a style sheet with the sheets that it imports in their place, one level deep."""

        def imported(found: re.Match[str]) -> str:
            part = self.file(urljoin(self._absolute(address), found[1]), "stylesheet")
            return part.body.decode("utf-8", "replace") if part is not None else ""

        return _IMPORT.sub(imported, sheet)

    def _saved(self, absolute: str, kind: str) -> Serve | None:
        if self._capture.fetched or not (self._capture.folder or self._capture.parts):
            return None
        found = api.served_answer(self._capture, self._shown_at, absolute, kind, scripts=False)
        return found if isinstance(found, api.Serve) else None

    def _links(self) -> Iterator[tuple[int, str]]:
        for node, tag in enumerate(self._page.tags):
            if tag == "link" and "stylesheet" in (self._page.attribute(node, "rel") or "").lower().split():
                yield node, self._page.attribute(node, "href") or ""

    def _missing(self) -> Iterator[str]:
        """Yield the addresses on the network of parts that were not saved: style sheets first, then images."""
        if not self._page.url:
            return
        images = (image_address(self._page.attributes(i)) for i, tag in enumerate(self._page.tags) if tag == "img")
        for kind, addresses in (("stylesheet", (address for _, address in self._links())), ("image", images)):
            for address in addresses:
                absolute = self._absolute(address)
                if absolute.startswith(("http://", "https://")) and self._saved(absolute, kind) is None:
                    yield absolute

    def _absolute(self, address: str) -> str:
        try:
            return urljoin(self._shown_at, address.strip()) if address.strip() else ""
        except ValueError:
            return ""


def image_address(attributes: Mapping[str, str | None]) -> str:
    """Return the address of an image element: its own or, where that is missing or blank, the one that scripts would load.

    >>> image_address({"src": "data:image/gif;base64,R0lGOD", "data-src": "/a.jpg"}), image_address({"srcset": "/b.jpg 2x"})
    ('/a.jpg', '/b.jpg')
    """
    own = (attributes.get("src") or "").strip()
    if own and not (own.startswith("data:") and len(own) < PLACEHOLDER_CHARS):
        return own
    for name in LAZY:
        later = (attributes.get(name) or "").split()
        if later and not later[0].startswith("data:"):
            return later[0].rstrip(",")
    return own


def fetched(addresses: Iterable[str], load: Load) -> dict[str, Serve | None]:
    """Return the parts at some addresses, as many as come in time."""
    wanted = list(dict.fromkeys(addresses))[:MAX_PARTS]
    with_pool = ThreadPoolExecutor(AT_ONCE)
    try:
        asked = {address: with_pool.submit(load, address) for address in wanted}
        done, _ = wait(asked.values(), PATIENCE_S)
        return {address: one.result() for address, one in asked.items() if one in done}
    finally:
        with_pool.shutdown(wait=False, cancel_futures=True)


def site_of(url: str | None) -> str:
    """Return the site of an address, for which loading is allowed or not.

    >>> site_of("https://www.example.org/list?page=2"), site_of(None)
    ('www.example.org', '')
    """
    try:
        return (urlsplit(url or "").hostname or "").lower()
    except ValueError:
        return ""


def _base(page: Page, shown_at: str) -> str:
    """Return the address that those of parts are relative to."""
    found = next((node for node, tag in enumerate(page.tags) if tag == "base" and page.attribute(node, "href")), None)
    try:
        return shown_at if found is None else urljoin(shown_at, (page.attribute(found, "href") or "").strip())
    except ValueError:
        return shown_at
