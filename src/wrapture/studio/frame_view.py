"""A page's nodes for the studio's frame, without anything harmful.

The studio builds these nodes inside a sandboxed frame in which no script runs and nothing is loaded.  What needs a script or
the network is already left out here, as a third line of defence.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from wrapture.api import TEXT_TAG as TEXT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wrapture.api import Page
    from wrapture.studio.shown_parts import PageParts

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

STANDARD_DOCTYPE: Final = re.compile(
    r"(?:\s|<!--.*?-->|<\?[^>]*>)*<!doctype\s+html\s*(?:>|system|public\s+[\"'][^\"']*strict|public\s+[\"'][^\"']*xhtml"
    r"|public\s+[\"'][^\"']*html 4\.01[^\"']*[\"']\s*[\"'])",
    re.IGNORECASE | re.DOTALL,
)
LOOKED_AT: Final = 4096  # characters to search for a doctype


def frame_nodes(page: Page, parts: PageParts) -> dict[str, Any]:
    """Return the nodes of a page for the frame: tags, parents, texts and harmless attributes, by number."""
    attributes = {node: found for node in range(len(page)) if (found := dict(_attributes(page, node, parts)))}
    return {
        "mode": "standards" if _is_standard(page) else "quirks",
        "width": None if page.boxes is None else round(page.boxes.width),
        "tags": [f"x-{tag}" if tag in RENAMED else tag for tag in page.tags],
        "parents": list(page.parents),
        "texts": {node: _raw_text(page, node, parts) for node, tag in enumerate(page.tags) if tag == TEXT},
        "attributes": attributes,
        "sheets": dict(parts.sheets()),
        "foreign": sorted(page.foreign),
    }


def _is_standard(page: Page) -> bool:
    """Return whether a browser would lay out a page in standards mode, not in quirks mode."""
    return page.source is None or STANDARD_DOCTYPE.match(page.source[:LOOKED_AT]) is not None


def _raw_text(page: Page, node: int, parts: PageParts) -> str:
    """Return the raw text of a text node; that of scripts is left out."""
    parent = page.parents[node]
    if parent >= 0 and page.tags[parent] in RENAMED:
        return ""
    is_style = parent >= 0 and page.tags[parent] == "style"
    return page.texts[node] or (parts.styled(page.raw_text(node)) if is_style else "")


def _attributes(page: Page, node: int, parts: PageParts) -> Iterator[tuple[str, str]]:
    for name, value in page.attributes(node).items():
        lowered = name.lower()
        if lowered in HARMLESS:
            yield name, parts.styled(value or "") if lowered == "style" else value or ""
        elif lowered == "href" and page.tags[node] in {"a", "area"}:
            yield name, "#"  # so that it looks like a link
    if page.tags[node] == "img" and (image := parts.image(page.attributes(node))):
        yield "src", image
