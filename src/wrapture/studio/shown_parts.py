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
_IMAGE_TYPE: Final = re.compile(r"image/[\w.+-]+")
_BACKGROUND: Final = re.compile(
    r"""(background(?:-image)?\s*:[^;{}]{0,200}?)url\(\s*["']?([^"'()\s]{1,2000})["']?\s*\)""", re.IGNORECASE
)
"""A background image in a style: what comes before its address, and the address.  Bounded, so that no style takes long."""
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
        self._remote: dict[str, Serve | None] = {}

    @property
    def wants_network(self) -> bool:
        """Whether the page has style sheets or images that are only on the network."""
        return next(iter(self._missing()), None) is not None

    def fetch(self) -> None:
        """Fetch the parts that were not saved with the page, if that is allowed."""
        if self._load is not None:
            self._remote = fetched(self._missing(), self._load)
            self._remote |= fetched(self._backgrounds_of_sheets(), self._load)  # known once the sheets are there

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
        kind = found.content_type.split(";")[0].strip() if found is not None else ""
        if found is None or not _IMAGE_TYPE.fullmatch(kind) or len(found.body) > self._room:
            return ""
        self._room -= len(found.body)
        return f"data:{kind};base64,{b64encode(found.body).decode('ascii')}"

    def styled(self, style: str, base: str = "") -> str:
        """Return a style with its background images embedded, without those that are unavailable; ``base`` is its address."""

        def embedded(found: re.Match[str]) -> str:
            image = self.image({"src": self._absolute(found[2], base)})
            return f'{found[1]}url("{image}")' if image else f"{found[1]}none"

        return _BACKGROUND.sub(embedded, style) if "url(" in style.lower() else style

    def sheets(self) -> Iterator[tuple[int, str]]:
        """Yield the linked style sheets, by the node of the link."""
        room = MAX_SHEETS_BYTES
        for node, address in self._links():
            found = self.file(address, "stylesheet")
            if found is not None and len(found.body) <= room:
                room -= len(found.body)
                sheet = self._with_imports(found.body.decode("utf-8", "replace"), address)
                yield node, self.styled(sheet, self._absolute(address))

    def file(self, address: str, kind: str) -> Serve | None:
        """Return a part by its address: one that was saved with the page, or one that was fetched."""
        absolute = self._absolute(address)
        if not absolute:
            return None
        return self._saved(absolute, kind) or self._remote.get(absolute)

    def _with_imports(self, sheet: str, address: str) -> str:
        """Return a style sheet with the sheets that it imports in their place, one level deep."""

        def imported(found: re.Match[str]) -> str:
            part = self.file(self._absolute(found[1], self._absolute(address)), "stylesheet")
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
        images = (address for node in range(len(self._page)) for address in self._images(node))
        for kind, addresses in (("stylesheet", (address for _, address in self._links())), ("image", images)):
            for address in addresses:
                absolute = self._absolute(address)
                if absolute.startswith(("http://", "https://")) and self._saved(absolute, kind) is None:
                    yield absolute

    def _images(self, node: int) -> Iterator[str]:
        """Yield the addresses of the images of a node: its own, and those in its style."""
        tag = self._page.tags[node]
        if tag == "img":
            yield image_address(self._page.attributes(node))
        style = self._page.attribute(node, "style") or ""
        if tag == "style":
            style = "".join(map(self._page.raw_text, range(node + 1, self._page.stops[node])))
        yield from (found[2] for found in _BACKGROUND.finditer(style))

    def _backgrounds_of_sheets(self) -> Iterator[str]:
        """Yield the addresses on the network of background images in linked style sheets."""
        for _, address in self._links():
            sheet = self.file(address, "stylesheet")
            for found in _BACKGROUND.finditer(sheet.body.decode("utf-8", "replace")) if sheet is not None else ():
                image = self._absolute(found[2], self._absolute(address))
                if image.startswith(("http://", "https://")) and self._saved(image, "image") is None:
                    yield image

    def _absolute(self, address: str, base: str = "") -> str:
        try:
            return urljoin(base or self._shown_at, address.strip()) if address.strip() else ""
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
