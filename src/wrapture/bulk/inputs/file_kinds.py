"""The kind of an input file: by its content, or by its extension if the content is not clear."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias

from wrapture.archive.codecs import packing_of
from wrapture.archive.tar_headers import BLOCK, ZEROS, head_of
from wrapture.archive.unpacking import stream_of
from wrapture.bulk.inputs.locations import open_file
from wrapture.bulk.inputs.member_names import is_page_name
from wrapture.html.snapshot_file import is_snapshot

if TYPE_CHECKING:
    from wrapture.archive.codecs import Packing
    from wrapture.bulk.inputs.chunks import InputFile

Container: TypeAlias = Literal["page", "tar", "zip", "warc", "parquet", "lines"]

LOOKED_AT: Final = 4096
ENDINGS: Final[dict[str, Container]] = {
    ".tar": "tar",
    ".zip": "zip",
    ".warc": "warc",
    ".parquet": "parquet",
    ".pq": "parquet",
    ".jsonl": "lines",
    ".ndjson": "lines",
}
PACKED: Final[dict[str, Packing]] = {".gz": "gzip", ".bz2": "bz2", ".xz": "xz", ".zst": "zstd"}
SHORT: Final = {".tgz": ".tar.gz", ".tbz2": ".tar.bz2", ".tbz": ".tar.bz2", ".txz": ".tar.xz", ".tzst": ".tar.zst"}
ZIP_MAGICS: Final = (b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08")

_HTML: Final = re.compile(rb"(?:\xef\xbb\xbf)?\s*<[!?a-z]", re.IGNORECASE)
_JSON: Final = re.compile(rb"(?:\xef\xbb\xbf)?\s*\{\s*[\"}]")


class Kind(NamedTuple):
    """What a file is, and how it is compressed."""

    container: Container
    packing: Packing = ""


def kind_of(file: InputFile) -> Kind:
    """Return the kind of a file; raises `OSError` if it can't be read."""
    with open_file(file) as opened:
        head = opened.read_at(0, LOOKED_AT)
        packing = packing_of(head)
        if packing == "gzip" and is_snapshot(head):
            return Kind("page")
        inside = stream_of(opened, packing).peek(BLOCK) if packing else head
    container = _shown(inside, file.address)
    if container is not None:
        return Kind(container, packing)
    said = _said(file.address)
    if said.container != "page" and not _HTML.match(inside):
        return said if not head else Kind(said.container, packing)
    return Kind("page", packing)


def _shown(head: bytes, name: str) -> Container | None:
    """Return the kind that the first bytes show, if they are clear."""
    if head.startswith(ZIP_MAGICS):
        return "zip"
    if head.startswith(b"PAR1"):
        return "parquet"
    if head.startswith(b"WARC/"):
        return "warc"
    if len(head) >= BLOCK and head_of(head[:BLOCK]) is not None:
        return "tar"
    if _JSON.match(head) and not is_page_name(name):
        return "lines"
    return "tar" if head[:BLOCK] == ZEROS and _said(name).container == "tar" else None


def _said(name: str) -> Kind:
    """Return the kind that a file name suggests.

    >>> _said("a/crawl.TGZ"), _said("rows.jsonl.zst").packing, _said("list.html").container
    (Kind(container='tar', packing='gzip'), 'zstd', 'page')
    """
    lower = name.partition("::")[0].lower()
    for short, long in SHORT.items():
        if lower.endswith(short):
            lower = lower.removesuffix(short) + long
    packing: Packing = next((PACKED[ending] for ending in PACKED if lower.endswith(ending)), "")
    inner = lower.rpartition(".")[0] if packing else lower
    return Kind(next((ENDINGS[ending] for ending in ENDINGS if inner.endswith(ending)), "page"), packing)
