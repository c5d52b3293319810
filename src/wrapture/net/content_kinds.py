"""What kind of content something is, by its first bytes or its media type: a page, or clearly none."""

from __future__ import annotations

import re
from typing import Final

SIGNATURES: Final = {
    b"%PDF": "a PDF file",
    b"\x89PNG": "a PNG image",
    b"GIF8": "a GIF image",
    b"\xff\xd8\xff": "a JPEG image",
    b"PK\x03\x04": "a ZIP archive (or a document in one)",
    b"\x1f\x8b": "a gzip file",
    b"\x7fELF": "a program",
    b"SQLite format 3": "a SQLite file",
}
LOOKED_AT: Final = 4096
"""Bytes from the beginning."""
CONTROL_SHARE: Final = 0.05
"""Share of control characters above which bytes without a tag are not text (random bytes: 0.1)."""
_CONTROLS: Final = bytes(set(range(32)) - set(b"\t\n\f\r\x1b"))
_TAG: Final = re.compile(  # random bytes hold one of these in 1 of 50 cases
    rb"<(?:!(?:doctype|--)|/?(?:html|head|body|title|table|t[rdh]|div|span|[uod]l|li|d[td]|br|h[1-6])\b|/?[abip][ >])",
    re.IGNORECASE,
)
_UTF16: Final = (b"\xff\xfe", b"\xfe\xff")


def binary_kind(body: bytes) -> str | None:
    """Return what kind of binary file the bytes are, ``None`` if they may be a page.

    >>> binary_kind(b"%PDF-1.7 ..."), binary_kind(b"<html>"), binary_kind(bytes(range(32)) * 9)
    ('a PDF file', None, 'binary data')
    """
    for signature, kind in SIGNATURES.items():
        if body.startswith(signature):
            return kind
    head = body[:LOOKED_AT]
    text = head.translate(None, _CONTROLS)
    if len(head) - len(text) <= CONTROL_SHARE * len(head) or head.startswith(_UTF16) or _TAG.search(text):
        return None
    return "binary data"


def may_be_page(media_type: str) -> bool:
    """Return whether content of a media type may be a page; a missing one may.

    >>> [may_be_page(kind) for kind in ("", "text/plain", "application/xhtml+xml", "image/png", "image/svg+xml")]
    [True, True, True, False, False]
    """
    top, _, sub = media_type.partition("/")
    return not media_type or top == "text" or (top == "application" and ("xml" in sub or "html" in sub))
