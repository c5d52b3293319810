"""The door to a page: bytes of HTML and rendered pages alike."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wrapture.html.lexbor import read_html
from wrapture.html.snapshotfile import read_snapshot

if TYPE_CHECKING:
    from wrapture.html.page import Page
    from wrapture.model import Capture


def read_page(capture: Capture) -> Page:
    """Return the numbered page of a capture; raises `SourceError` where there is none in it."""
    return read_snapshot(capture) if capture.media == "snapshot" else read_html(capture)
