"""How pages are shown in the studio: built from their nodes with styles and images, or as a picture of the browser."""

from __future__ import annotations

import json
from base64 import b64encode
from contextlib import suppress
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final

from wrapture.api import Serve, fetch_part, read_page
from wrapture.errors import RenderError
from wrapture.files import atomic_writer
from wrapture.studio.cache import RecentValues
from wrapture.studio.frame_view import frame_nodes
from wrapture.studio.shown_parts import PageParts, site_of

if TYPE_CHECKING:
    from pathlib import Path

    from wrapture.api import Camera, Page
    from wrapture.model import Capture

KEPT_PICTURES: Final = 6
KEPT_PARTS: Final = 800
SITES_FILE: Final = "sites.json"


class PageShow:
    """Shows pages; ``folder`` remembers for which sites styles and images may be loaded."""

    def __init__(self, folder: Path, *, allow_private: bool) -> None:
        self._file = folder / SITES_FILE
        self._allow_private = allow_private
        self._pictures: RecentValues[str, dict[str, Any]] = RecentValues(KEPT_PICTURES)
        self._parts: RecentValues[str, Serve | None] = RecentValues(KEPT_PARTS)

    # --- what may be loaded ---

    def allow(self, site: str, allowed: bool) -> None:
        """Remember whether the styles and images of a site may be loaded."""
        sites = {**self._sites(), site.lower(): allowed}
        self._file.parent.mkdir(parents=True, exist_ok=True)
        with atomic_writer(self._file, force=True) as path:
            path.write_text(json.dumps(sites), encoding="utf-8")

    def _sites(self) -> dict[str, bool]:
        with suppress(OSError, ValueError):
            found = json.loads(self._file.read_bytes())
            return found if isinstance(found, dict) else {}
        return {}

    # --- the page ---

    def nodes(self, page: Page, capture: Capture) -> dict[str, Any]:
        """Return the nodes of a page for the frame; ``site`` is the one to ask about, if its styles are not loaded."""
        site = site_of(page.url)
        allowed = self._sites().get(site)
        parts = PageParts(page, capture, self._load if allowed else None)
        parts.fetch()
        asks = bool(site) and allowed is None and parts.wants_network
        return {**frame_nodes(page, parts), "site": site if asks else ""}

    def image(self, page: Page, capture: Capture, address: str) -> Serve | None:
        """Return an image of a page, or None if it was not saved with the page and its site's images are not allowed."""
        allowed = self._sites().get(site_of(page.url), False)
        parts = PageParts(page, capture)
        found = parts.file(address, "image")
        if found is None and allowed and address.startswith(("http://", "https://")):
            found = self._load(address)
        return found if found is not None and found.content_type.startswith("image/") else None

    def _load(self, address: str) -> Serve | None:
        key = sha256(address.encode("utf-8", "replace")).hexdigest()
        if key in self._parts:
            return self._parts.get(key, lambda: None)
        found = fetch_part(address, allow_private=self._allow_private)
        return self._parts.get(key, lambda: found)

    # --- the picture ---

    def picture(self, page_id: str, camera: Camera, page: Page, capture: Capture) -> dict[str, Any]:
        """Return the picture of a page with the boxes of its nodes; raises `RenderError`."""
        return self._pictures.get(page_id, lambda: _photograph(camera, page, capture))


def _photograph(camera: Camera, page: Page, capture: Capture) -> dict[str, Any]:
    with camera:
        taken = camera.photograph(capture)
    drawn = read_page(taken.capture)
    if drawn.boxes is None or taken.png is None:
        raise RenderError(page.name, "was rendered earlier without a picture; view it as a page")
    return picture_of(page, drawn, taken.png)


def picture_of(page: Page, drawn: Page, png: bytes) -> dict[str, Any]:
    """Return the picture of a page with the boxes of its nodes, if they are those of the page as it was drawn."""
    same = list(drawn.tags) == list(page.tags)
    boxes = drawn.boxes
    if boxes is None:
        raise RenderError(page.name, "has no boxes; view it as a page")
    seen = {
        node: (round(box.x, 1), round(box.y, 1), round(box.width, 1), round(box.height, 1))
        for node, box in enumerate(boxes.nodes)
        if same and box is not None and node not in boxes.hidden
    }
    return {
        "width": round(boxes.width),
        "height": round(boxes.height),
        "png": b64encode(png).decode("ascii"),
        "boxes": seen,
    }
