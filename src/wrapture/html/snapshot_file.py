"""Rendered pages on disk: the columns of a snapshot that are needed, as gzipped JSON.

A file holds ``format`` and ``version``, the page's ``name``, ``url`` and ``encoding``, the ``viewport`` it was rendered in,
and ``documents`` and ``strings`` as in `wrapture.html.snapshot_columns`.
"""

from __future__ import annotations

import json
import zlib
from typing import TYPE_CHECKING, Any, Final

from wrapture.errors import SourceError
from wrapture.html.snapshot_columns import BrokenSnapshotError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from wrapture.html.page import Page
    from wrapture.model import Capture

FORMAT: Final = "wrapture-snapshot"
VERSION: Final = 1
SUFFIX: Final = ".snapshot"
MAX_BYTES: Final = 64 * 1024 * 1024
"""Decompressed, the largest allowed page: a small file can inflate to a thousand times its size."""

COMPRESSION: Final = 4
"""Of 1 to 9: 6 takes twice as long for files that are 4 % smaller."""
GZIP: Final = zlib.MAX_WBITS | 16
RENDER_AGAIN: Final = "render the page again with wrapture render"

_HEAD: Final = f'{{"format":"{FORMAT}",'.encode()
"""The beginning of every snapshot file, which distinguishes it from other gzip files."""
_LOOKED_AT: Final = 4096  # compressed bytes within which the head must be


def is_snapshot(body: bytes) -> bool:
    """Return whether these bytes begin like a snapshot file."""
    try:
        return zlib.decompressobj(GZIP).decompress(body[:_LOOKED_AT], len(_HEAD)) == _HEAD
    except zlib.error:
        return False


def pack(snapshot: Mapping[str, Any], *, name: str, url: str | None, encoding: str, viewport: tuple[int, int]) -> bytes:
    """Return the snapshot file of a ``DOMSnapshot.captureSnapshot`` result; raises `BrokenSnapshotError` if it is too long.

    The same snapshot gives the same bytes.
    """
    strings = _Strings(snapshot["strings"])
    about = {"format": FORMAT, "version": VERSION, "name": name, "url": url, "encoding": encoding, "viewport": viewport}
    documents = [_needed(document, strings) for document in snapshot["documents"]]
    text = json.dumps({**about, "documents": documents, "strings": strings.kept}, separators=(",", ":"))
    if len(text) > MAX_BYTES:
        raise BrokenSnapshotError(f"longer than {MAX_BYTES:,} bytes")
    import gzip  # for files that are written

    return gzip.compress(text.encode(), COMPRESSION, mtime=0)


def read_snapshot(capture: Capture) -> Page:
    """Return the numbered page of a capture of a snapshot file; raises `SourceError` if it is malformed."""
    try:
        content = _unpack(capture.body)
        from wrapture.html.snapshot import page_of  # most pages are no snapshots

        return page_of(
            content,
            name=capture.name,
            url=capture.url if capture.url is not None else _optional(content, "url"),
            encoding=_optional(content, "encoding") or "utf-8",
        )
    except (BrokenSnapshotError, RecursionError) as error:
        raise SourceError(capture.name, f"is not a valid snapshot ({error}); {RENDER_AGAIN}") from error


def _unpack(body: bytes) -> dict[str, Any]:
    """Return the content of a file after checking its format and version."""
    try:
        content = json.loads(_inflated(body), parse_constant=_no_number)
    except (ValueError, zlib.error) as error:
        raise BrokenSnapshotError(str(error)) from error
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise BrokenSnapshotError(f"format: expected {FORMAT}")
    if content.get("version") != VERSION:
        found = content.get("version")
        raise BrokenSnapshotError(f"version: expected {VERSION}, found {found!r:.20}")
    return content


def _inflated(body: bytes) -> bytes:
    inflater = zlib.decompressobj(GZIP)
    text = inflater.decompress(body, MAX_BYTES + 1)  # one byte over the limit is enough to know
    if len(text) > MAX_BYTES:
        raise BrokenSnapshotError(f"longer than {MAX_BYTES:,} bytes")
    if not inflater.eof:
        raise BrokenSnapshotError("the file is truncated")
    return text


def _no_number(constant: str) -> float:
    raise BrokenSnapshotError(f"{constant} is not a number")


def _optional(content: Mapping[str, Any], name: str) -> str | None:
    value = content.get(name)
    if value is not None and not isinstance(value, str):
        raise BrokenSnapshotError(f"{name}: expected str")
    return value


class _Strings:
    """The strings of a snapshot that are needed, renumbered."""

    def __init__(self, strings: list[str]) -> None:
        self._strings = strings
        self._numbers: dict[int, int] = {-1: -1}

    @property
    def kept(self) -> list[str]:
        return [self._strings[index] for index in list(self._numbers)[1:]]

    def index(self, old: int) -> int:
        return self._numbers.setdefault(old, len(self._numbers) - 1)

    def column(self, olds: list[int]) -> list[int]:
        return [self.index(old) for old in olds]


def _needed(document: Mapping[str, Any], strings: _Strings) -> dict[str, Any]:
    """Return the columns of a document that a page is built from."""
    nodes, layout, lines = document["nodes"], document["layout"], document["textBoxes"]
    return {
        "documentURL": strings.index(document["documentURL"]),
        "baseURL": strings.index(document["baseURL"]),
        **{name: document.get(name, 0) for name in ("scrollOffsetX", "scrollOffsetY", "contentWidth", "contentHeight")},
        "nodes": {
            "parentIndex": nodes["parentIndex"],
            "nodeType": nodes["nodeType"],
            "nodeName": strings.column(nodes["nodeName"]),
            "nodeValue": strings.column(nodes["nodeValue"]),
            "attributes": [strings.column(pairs) for pairs in nodes["attributes"]],
            "pseudoType": {"index": nodes["pseudoType"]["index"]},
            "contentDocumentIndex": nodes["contentDocumentIndex"],
        },
        "layout": {
            "nodeIndex": layout["nodeIndex"],
            "bounds": layout["bounds"],
            "styles": [strings.column(values) for values in layout["styles"]],
        },
        "textBoxes": {name: lines[name] for name in ("layoutIndex", "bounds", "start", "length")},
    }
