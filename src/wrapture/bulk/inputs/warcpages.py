"""From a record of a WARC file to a page: a response of HTTP with its encodings undone, or a resource."""

from __future__ import annotations

import re
import zlib
from typing import TYPE_CHECKING, Final, NamedTuple

from wrapture.bulk.inputs.bodies import capture_of
from wrapture.bulk.inputs.chunks import CUT, Passed, Unreadable, refused
from wrapture.bulk.inputs.tarheads import text_of
from wrapture.bulk.inputs.warcheads import MAX_HEAD, head_of
from wrapture.bulk.inputs.warczipped import GZIP
from wrapture.capture.kinds import binary_kind
from wrapture.capture.sources import MAX_PAGE_BYTES
from wrapture.web.decode import decoded
from wrapture.web.trouble import AnswerError

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Literal

    from wrapture.bulk.inputs.chunks import Member
    from wrapture.model import Capture

FIRST_BYTES: Final = 64 * 1024
"""Unpacked first: most records are not longer, and most of the longer ones are no pages."""
MAX_RECORD: Final = MAX_PAGE_BYTES + MAX_HEAD
DAMAGED: Final = "is damaged in its archive; get the archive again"
NO_CONTENT: Final = frozenset({204, 205})

_STATUS: Final = re.compile(rb"HTTP/\d(?:\.\d)?[ \t]+(\d{3})")
_HTTP_END: Final = re.compile(rb"\r?\n\r?\n")
_CHARSET: Final = re.compile(r"charset\s*=\s*[\"']?([^\s;\"']+)", re.IGNORECASE)
_CHUNK_SIZE: Final = re.compile(rb"[ \t]*([0-9a-fA-F]{1,8})[^\r\n]{0,1024}\r?\n")


class Bytes(NamedTuple):
    """The bytes of a record: ``flaw`` says why there are no more, ``is_more`` that there are."""

    data: bytes
    is_more: bool = False
    flaw: str = ""


def read_record(
    read_at: Callable[[int, int], bytes], member: Member, packing: Literal["", "gzip"]
) -> Capture | Passed | Unreadable:
    """Return the page of a record, or what it is instead."""
    unpack = _unzipped if packing else _plain
    found = unpack(read_at, member, FIRST_BYTES)
    head = head_of(found.data)
    if head is None:
        return Unreadable(member.name, found.flaw or DAMAGED)
    fields = _fields(found.data[: head.length])
    name = _target(fields) or member.name
    content = found.data[head.length : head.length + head.content]
    what = _what(fields, content)
    if what is None:
        return Passed(name)
    if head.whole > MAX_RECORD:
        return refused(name)
    if found.is_more:
        found = unpack(read_at, member, MAX_RECORD)
        content = found.data[head.length : head.length + head.content]
    if found.flaw or len(content) < head.content:
        return Unreadable(name, found.flaw or CUT)
    if found.data[head.length + head.content :].strip(b"\r\n"):
        return Unreadable(name, DAMAGED)  # it is longer than it says
    return _page(name, fields, what, content)


class _What(NamedTuple):
    """What stands around a page in its record: where it begins, and the fields of its message."""

    start: int
    fields: dict[str, str]
    is_html: bool


def _what(fields: dict[str, str], content: bytes) -> _What | None:
    """Return what stands around the page of a record, if it is one."""
    kind = fields.get("content-type", "")
    if fields.get("warc-type", "").lower() == "resource":
        return _What(0, fields, is_html=True) if "html" in kind.lower() else None
    status, end = _STATUS.match(content), _HTTP_END.search(content)
    if status is None or (kind and not kind.lower().startswith("application/http")):
        return None
    start = end.end() if end else len(content)
    message = _fields(content[:start])
    code, kind = int(status[1]), message.get("content-type", "").strip().lower()
    if not 200 <= code < 300 or code in NO_CONTENT or (kind and "html" not in kind):
        return None
    return _What(start, message, is_html=bool(kind))


def _page(name: str, fields: dict[str, str], what: _What, content: bytes) -> Capture | Passed | Unreadable:
    body: bytes | Unreadable = content[what.start :]
    if what.fields is not fields:
        body = _without_encodings(name, what.fields, content[what.start :])
    if isinstance(body, Unreadable):
        return body
    charset = _CHARSET.search(what.fields.get("content-type", ""))
    url = _target(fields) or None
    return capture_of(name, body, named=what.is_html, url=url, charset=charset[1] if charset else None)


def _without_encodings(name: str, fields: dict[str, str], body: bytes) -> bytes | Unreadable:
    """Return a body as it was meant; some programs have undone its encodings and left the fields that name them."""
    if "chunked" in fields.get("transfer-encoding", "").lower():
        body = _joined(body)
    encoding = fields.get("content-encoding", "")
    if not encoding or not body:
        return body
    try:
        return decoded([body], encoding, MAX_PAGE_BYTES)
    except AnswerError as error:
        if str(error).startswith("is longer"):
            return refused(name)
        if binary_kind(body) is None:
            return body
        return Unreadable(name, f"does not decompress as {encoding[:40]!r}; get the archive again")


def _joined(body: bytes) -> bytes:
    """Return the chunks of a body as one; a body that is none of chunks as it is."""
    pieces: list[bytes] = []
    at = 0
    while (size := _CHUNK_SIZE.match(body, at)) and (length := int(size[1], 16)):
        pieces.append(body[size.end() : size.end() + length])
        at = size.end() + length
        at += 2 if body[at : at + 2] == b"\r\n" else 1 if body[at : at + 1] == b"\n" else 0
    return b"".join(pieces) if pieces or size else body


def _plain(read_at: Callable[[int, int], bytes], member: Member, most: int) -> Bytes:
    return Bytes(read_at(member.start, min(member.size, most)), member.size > most)


def _unzipped(read_at: Callable[[int, int], bytes], member: Member, most: int) -> Bytes:
    """Return up to `most` bytes of a record that is a gzip member, its check sum looked at where that is all."""
    unzip, at, stop = zlib.decompressobj(GZIP), member.start, member.start + member.size
    data = bytearray()
    try:
        while not unzip.eof and len(data) < most:
            raw = unzip.unconsumed_tail
            if not raw:
                raw = read_at(at, min(FIRST_BYTES, stop - at))
                at += len(raw)
            if not raw:
                return Bytes(bytes(data), flaw=CUT)
            data += unzip.decompress(raw, most - len(data))
    except zlib.error:
        return Bytes(bytes(data), flaw=DAMAGED)
    return Bytes(bytes(data), not unzip.eof)


def _fields(head: bytes) -> dict[str, str]:
    """Return the fields of a head, the first of each name; a line that goes on is not joined."""
    fields: dict[str, str] = {}
    for line in text_of(head).split("\n"):
        name, colon, value = line.partition(":")
        if colon:
            fields.setdefault(name.strip().lower(), value.strip())
    return fields


def _target(fields: dict[str, str]) -> str:
    """Return the address of a record; some programs put it between angle brackets."""
    url = fields.get("warc-target-uri", "")
    return url[1:-1] if url.startswith("<") and url.endswith(">") else url
