"""Parsing a capture, be it HTML or a rendered page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wrapture.html.lexbor import read_html
from wrapture.html.snapshot_file import read_snapshot

if TYPE_CHECKING:
    from wrapture.html.page import Page
    from wrapture.model import Capture


def read_page(capture: Capture) -> Page:
    """Return the numbered page of a capture; raises `SourceError` if it contains none."""
    return read_snapshot(capture) if capture.media == "snapshot" else read_html(capture)
