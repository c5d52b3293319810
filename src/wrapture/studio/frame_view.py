"""A page's nodes for the studio's frame, without anything harmful.

The studio builds these nodes inside a sandboxed frame in which no script runs and nothing is loaded.  What needs a script or
the network is already left out here, as a third line of defence.
"""

from __future__ import annotations

import re
from base64 import b64encode
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urljoin

from wrapture import api
from wrapture.api import TEXT_TAG as TEXT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wrapture.api import Page
    from wrapture.model import Capture

RENAMED: Final = frozenset(["script", "iframe", "frame", "object", "embed", "applet", "base", "meta", "link", "portal"])
"""Elements with side effects; they are renamed, not removed, so that every node keeps its number."""

_HARMLESS: Final = """
    abbr align alt axis bgcolor border bordercolor cellpadding cellspacing char charoff checked cite class clear color cols
    colspan compact coords datetime dir disabled face frame headers height hidden hspace id label lang link max maxlength min
    multiple noshade nowrap open optimum placeholder readonly rel reversed role rows rowspan rules scope selected shape size
    span start style summary text title type valign value vlink vspace width wrap
    viewbox d fill stroke stroke-width points x y x1 x2 y1 y2 cx cy r rx ry transform fill-rule clip-rule opacity
"""
HARMLESS: Final = frozenset(_HARMLESS.split())
"""Attributes that only change how a page looks."""

MAX_SHEETS_BYTES: Final = 2 * 1024 * 1024
MAX_IMAGES_BYTES: Final = 8 * 1024 * 1024
"""Limits for style sheets and images beside a saved page."""
STANDARD_DOCTYPE: Final = re.compile(
    r"(?:\s|<!--.*?-->|<\?[^>]*>)*<!doctype\s+html\s*(?:>|system|public\s+[\"'][^\"']*strict|public\s+[\"'][^\"']*xhtml"
    r"|public\s+[\"'][^\"']*html 4\.01[^\"']*[\"']\s*[\"'])",
    re.IGNORECASE | re.DOTALL,
)
LOOKED_AT: Final = 4096  # characters to search for a doctype


def frame_nodes(page: Page, capture: Capture) -> dict[str, Any]:
    """Return the nodes of a page for the frame: tags, parents, texts and harmless attributes, by number."""
    parts = _Parts(page, capture)
    attributes = {node: found for node in range(len(page)) if (found := dict(_attributes(page, node, parts)))}
    return {
        "mode": "standards" if _is_standard(page) else "quirks",
        "width": None if page.boxes is None else round(page.boxes.width),
        "tags": [f"x-{tag}" if tag in RENAMED else tag for tag in page.tags],
        "parents": list(page.parents),
        "texts": {node: _raw_text(page, node) for node, tag in enumerate(page.tags) if tag == TEXT},
        "attributes": attributes,
        "sheets": dict(parts.sheets()),
        "foreign": sorted(page.foreign),
    }


def _is_standard(page: Page) -> bool:
    """Return whether a browser would lay out a page in standards mode, not in quirks mode."""
    return page.source is None or STANDARD_DOCTYPE.match(page.source[:LOOKED_AT]) is not None


def _raw_text(page: Page, node: int) -> str:
    """Return the raw text of a text node; that of scripts is left out."""
    parent = page.parents[node]
    if parent >= 0 and page.tags[parent] in RENAMED:
        return ""
    return page.texts[node] or (page.raw_text(node) if parent >= 0 and page.tags[parent] == "style" else "")


def _attributes(page: Page, node: int, parts: _Parts) -> Iterator[tuple[str, str]]:
    for name, value in page.attributes(node).items():
        lowered = name.lower()
        if lowered in HARMLESS:
            yield name, value or ""
        elif lowered == "href" and page.tags[node] in {"a", "area"}:
            yield name, "#"  # so that it looks like a link
        elif lowered == "src" and page.tags[node] == "img" and (image := parts.image(value or "")):
            yield name, image


class _Parts:
    """The files beside a saved page: its style sheets, and its images as data addresses."""

    def __init__(self, page: Page, capture: Capture) -> None:
        self._page = page
        self._capture = capture
        self._shown_at = api.served_address(capture)
        self._room = MAX_IMAGES_BYTES
        self._known: dict[str, str] = {}

    def image(self, address: str) -> str:
        """Return the data address of an image, or an empty text if it needs the network."""
        if address.lstrip().lower().startswith("data:image/"):
            return address.strip()
        if address not in self._known:
            found = self._file(address, "image")
            inside = found is not None and found.content_type.startswith("image/") and len(found.body) <= self._room
            self._known[address] = _data(found) if found is not None and inside else ""
            self._room -= len(found.body) if found is not None and inside else 0
        return self._known[address]

    def sheets(self) -> Iterator[tuple[int, str]]:
        """Yield the linked style sheets that are beside the page, by the node of the link."""
        room = MAX_SHEETS_BYTES
        for node, tag in enumerate(self._page.tags):
            if tag == "link" and "stylesheet" in (self._page.attribute(node, "rel") or "").lower().split():
                found = self._file(self._page.attribute(node, "href") or "", "stylesheet")
                if found is not None and len(found.body) <= room:
                    room -= len(found.body)
                    yield node, found.body.decode("utf-8", "replace")

    def _file(self, address: str, kind: str) -> api.Serve | None:
        if self._capture.folder is None or not address.strip():
            return None
        try:
            absolute = urljoin(self._shown_at, address.strip())
        except ValueError:
            return None
        found = api.served_answer(self._capture, self._shown_at, absolute, kind, scripts=False)
        return found if isinstance(found, api.Serve) else None


def _data(found: api.Serve) -> str:
    return f"data:{found.content_type};base64,{b64encode(found.body).decode('ascii')}"
