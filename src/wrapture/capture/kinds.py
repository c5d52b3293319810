"""What bytes are, where they are clearly no page: the message is better than a table of rubbish."""

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
LOOKED_AT: Final = 4096  # bytes from the beginning
CONTROL_SHARE: Final = 0.05  # of control characters from which on bytes without a tag are no text (random bytes: 0.1)
_CONTROLS: Final = bytes(set(range(32)) - set(b"\t\n\f\r\x1b"))
_TAG: Final = re.compile(  # random bytes hold one of these in 1 of 50 cases
    rb"<(?:!(?:doctype|--)|/?(?:html|head|body|title|table|t[rdh]|div|span|[uod]l|li|d[td]|br|h[1-6])\b|/?[abip][ >])",
    re.IGNORECASE,
)
_UTF16: Final = (b"\xff\xfe", b"\xfe\xff")


def binary_kind(body: bytes) -> str | None:
    """Return what kind of binary file the bytes are, or None where they may be a page.

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
