"""Pages as people save them: compressed, zipped with their files, as MHTML or as a Safari web archive.

Formats are told by their first bytes.  A page may be packed twice, as MHTML in a gzip file; sizes and numbers are limited
before anything is parsed, and nothing of a page is run.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from wrapture.archive.codecs import packing_of
from wrapture.errors import SourceError

if TYPE_CHECKING:
    from wrapture.archive.codecs import Packing
    from wrapture.model import Capture

MAX_PAGE_BYTES: Final = 64 * 1024 * 1024
"""Limit for files and standard input: enough for 50 MB database dumps, and a bound for ``/dev/zero``."""
MAX_DEPTH: Final = 3
"""How often a page may be packed: a saved page in a zip file that is compressed itself."""
LOOKED_AT: Final = 4096
SAVED_SUFFIXES: Final = (".mhtml", ".mht", ".webarchive", ".html.gz", ".htm.gz")
"""How the names of such files end; zip files are left out, because those in a folder are rarely pages."""
_HEADER: Final = re.compile(rb"\s*[A-Za-z][A-Za-z-]*:[ \t]")
_MHTML: Final = re.compile(rb"^mime-version:|^content-type:\s*multipart/related", re.IGNORECASE | re.MULTILINE)
_PLIST: Final = re.compile(rb"bplist0|\s*(?:<\?xml[^>]{0,200}>\s*)?<!DOCTYPE plist\b")
_ZIP: Final = b"PK\x03\x04"


def unpacked(capture: Capture) -> Capture:
    """Return the page in a capture of a packed or archived page, other captures as they are; raises `SourceError`."""
    for _ in range(MAX_DEPTH + 1):
        inner = _opened(capture)
        if inner is capture:
            return capture
        capture = inner
    raise SourceError(capture.name, f"is packed more than {MAX_DEPTH} times; unpack it first")


def _opened(capture: Capture) -> Capture:
    """Return what a capture contains, or the capture itself if it is not packed; each format is loaded when it is needed."""
    body = capture.body
    head = body[:LOOKED_AT]
    packing = packing_of(head)
    if packing:
        from wrapture.html.snapshot_file import is_snapshot

        return capture if packing == "gzip" and is_snapshot(body) else _decompressed(capture, packing)
    if head.startswith(_ZIP):
        from wrapture.capture.zipped_pages import page_in_zip

        return page_in_zip(capture)
    if _HEADER.match(head) and _MHTML.search(head):
        from wrapture.capture.mhtml_pages import page_in_mhtml

        return page_in_mhtml(capture)
    if _PLIST.match(head):
        from wrapture.capture.webarchive_pages import page_in_webarchive

        return page_in_webarchive(capture)
    return capture


def _decompressed(capture: Capture, packing: Packing) -> Capture:
    from wrapture.archive.byte_source import BytesSource
    from wrapture.archive.unpacking import stream_of

    stream = stream_of(BytesSource(capture.body), packing)
    body = stream.read(MAX_PAGE_BYTES + 1)
    if len(body) > MAX_PAGE_BYTES:
        what = f"is longer than {MAX_PAGE_BYTES:,} bytes when decompressed; split it into several pages"
        raise SourceError(capture.name, what)
    if stream.broken or not body:
        why = stream.broken or "it is empty"
        raise SourceError(capture.name, f"is a {packing} file that can't be decompressed ({why}); save the page again")
    return replace(capture, body=body)
