"""The capture of a page from its bytes, or what they are instead."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from wrapture.bulk.inputs.chunks import Passed, refused
from wrapture.capture.page_sources import checked, saved_from
from wrapture.capture.saved_formats import MAX_PAGE_BYTES, SAVED_SUFFIXES
from wrapture.errors import SourceError
from wrapture.html.snapshot_file import is_snapshot
from wrapture.model import Capture
from wrapture.net.content_kinds import LOOKED_AT, binary_kind

if TYPE_CHECKING:
    from wrapture.bulk.inputs.chunks import Unreadable

GZIP: Final = b"\x1f\x8b"
"""How snapshots begin, and hardly any other page."""


def capture_of(
    name: str,
    body: bytes,
    *,
    named: bool,
    url: str | None = None,
    charset: str | None = None,
    folder: str | None = None,
) -> Capture | Passed | Unreadable:
    """Return the capture of a page; other content is skipped, or refused if it was `named` as a page.

    Without such a name, a page is text with a tag in it.
    """
    if len(body) > MAX_PAGE_BYTES:
        return refused(name)
    if name.lower().endswith(SAVED_SUFFIXES):
        return _unpacked(Capture(name, body, url, charset, folder=folder))
    if body.startswith(GZIP) and is_snapshot(body):
        return Capture(name, body, media="snapshot", folder=folder)
    kind = binary_kind(body)
    if named and kind is not None:
        return refused(name, f"is {kind}, not a page")
    if not named and (kind is not None or b"<" not in body[:LOOKED_AT]):
        return Passed(name)
    return Capture(name, body, url or saved_from(body), charset, folder=folder)


def _unpacked(capture: Capture) -> Capture | Unreadable:
    """Return the page in a file of a format in which people save pages."""
    try:
        return checked(capture)
    except SourceError as error:
        return refused(capture.name, error.what)
