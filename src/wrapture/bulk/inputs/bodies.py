"""From the bytes of a page to its capture, or to what they are instead."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from wrapture.bulk.inputs.chunks import Passed, refused
from wrapture.capture.kinds import LOOKED_AT, binary_kind
from wrapture.capture.sources import MAX_PAGE_BYTES, saved_from
from wrapture.html.snapshotfile import is_snapshot
from wrapture.model import Capture

if TYPE_CHECKING:
    from wrapture.bulk.inputs.chunks import Unreadable

GZIP: Final = b"\x1f\x8b"
"""How snapshots begin, and little else that is a page by its name."""


def capture_of(
    name: str,
    body: bytes,
    *,
    named: bool,
    url: str | None = None,
    charset: str | None = None,
    folder: str | None = None,
) -> Capture | Passed | Unreadable:
    """Return the capture of a page; what is none is passed over, unless it was `named` as one.

    Without a telling name, a page is text with a tag in it.
    """
    if len(body) > MAX_PAGE_BYTES:
        return refused(name)
    if body.startswith(GZIP) and is_snapshot(body):
        return Capture(name, body, media="snapshot", folder=folder)
    kind = binary_kind(body)
    if named and kind is not None:
        return refused(name, f"is {kind}, not a page")
    if not named and (kind is not None or b"<" not in body[:LOOKED_AT]):
        return Passed(name)
    return Capture(name, body, url or saved_from(body), charset, folder=folder)
