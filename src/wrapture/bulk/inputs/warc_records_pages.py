"""Pages from WARC records: HTTP responses with their encodings undone, and resources."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from wrapture.archive.codecs import DECOMPRESSORS, CodecError, TruncatedError
from wrapture.archive.compressed_member import CompressedMember
from wrapture.archive.warc_headers import MAX_HEAD, fields_of, head_of, target_of
from wrapture.bulk.inputs.chunks import CUT, Passed, Unreadable, refused
from wrapture.bulk.inputs.page_bodies import capture_of
from wrapture.capture.saved_formats import MAX_PAGE_BYTES
from wrapture.net.content_check import is_success
from wrapture.net.content_decoding import TooLongError
from wrapture.net.fetch_trouble import AnswerError
from wrapture.net.stored_message import decoded_body, message_in

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Literal

    from wrapture.bulk.inputs.chunks import Member
    from wrapture.model import Capture
    from wrapture.net.stored_message import StoredMessage

FIRST_BYTES: Final = 64 * 1024
"""Decompressed first: most records are shorter, and most of the longer ones are no pages."""
MAX_RECORD: Final = MAX_PAGE_BYTES + MAX_HEAD
DAMAGED: Final = "is damaged in its archive; get the archive again"
NO_CONTENT: Final = frozenset({204, 205})

_CHARSET: Final = re.compile(r"charset\s*=\s*[\"']?([^\s;\"']+)", re.IGNORECASE)


class Bytes(NamedTuple):
    """The bytes of a record: ``is_more`` if there are more, ``flaw`` says why some are missing."""

    data: bytes
    is_more: bool = False
    flaw: str = ""


def read_record(
    read_at: Callable[[int, int], bytes], member: Member, packing: Literal["", "gzip"]
) -> Capture | Passed | Unreadable:
    """Return the page of a record, or what the record is instead."""
    unpack = _unzipped if packing else _plain
    found = unpack(read_at, member, FIRST_BYTES)
    head = head_of(found.data)
    if head is None:
        return Unreadable(member.name, found.flaw or DAMAGED)
    fields = fields_of(found.data[: head.length])
    url = target_of(fields)
    name = url or member.name
    content = found.data[head.length : head.length + head.content]
    message = _message(dict(reversed(fields)), content)
    if message is None:
        return Passed(name)
    if head.whole > MAX_RECORD:
        return refused(name)
    if found.is_more:
        found = unpack(read_at, member, MAX_RECORD)
        content = found.data[head.length : head.length + head.content]
    if found.flaw or len(content) < head.content:
        return Unreadable(name, found.flaw or CUT)
    if found.data[head.length + head.content :].strip(b"\r\n"):
        return Unreadable(name, DAMAGED)  # it is longer than its head says
    return _page(name, url, message, content)


class _PageMessage(NamedTuple):
    """What stands around a page in its record: the HTTP message if there is one, and where the page begins."""

    message: StoredMessage | None
    content_type: str
    start: int


def _message(fields: dict[str, str], content: bytes) -> _PageMessage | None:
    """Return what stands around the page of a record, ``None`` if it is no page."""
    kind = fields.get("content-type", "")
    if fields.get("warc-type", "").lower() == "resource":
        return _PageMessage(None, kind, 0) if "html" in kind.lower() else None
    if kind and not kind.lower().startswith("application/http"):
        return None
    message = message_in(content)
    media = message.field("content-type")
    if message.status is None or not is_success(message.status) or message.status in NO_CONTENT:
        return None
    if media and "html" not in media.lower():  # crawls are full of robots.txt, feeds and style sheets
        return None
    return _PageMessage(message, media, message.body_start)


def _page(name: str, url: str, found: _PageMessage, content: bytes) -> Capture | Passed | Unreadable:
    body = content[found.start :]
    if found.message is not None:
        try:
            body = decoded_body(found.message, body, MAX_PAGE_BYTES)
        except TooLongError:
            return refused(name)
        except AnswerError:
            encoding = found.message.field("content-encoding")[:40]
            return Unreadable(name, f"does not decompress as {encoding!r}; get the archive again")
    charset = _CHARSET.search(found.content_type)
    return capture_of(
        name, body, named=bool(found.content_type), url=url or None, charset=charset[1] if charset else None
    )


def _plain(read_at: Callable[[int, int], bytes], member: Member, most: int) -> Bytes:
    return Bytes(read_at(member.start, min(member.size, most)), member.size > most)


def _unzipped(read_at: Callable[[int, int], bytes], member: Member, most: int) -> Bytes:
    """Return up to `most` bytes of a record in a gzip member; the checksum is verified at its end."""
    stream = CompressedMember(DECOMPRESSORS["gzip"](), read_at, member.start, member.start + member.size)
    data = bytearray()
    try:
        for piece in stream:
            data += piece
            if len(data) >= most:
                break
    except TruncatedError:
        return Bytes(bytes(data), flaw=CUT)
    except CodecError:
        return Bytes(bytes(data), flaw=DAMAGED)
    return Bytes(bytes(data[:most]), len(data) > most or not stream.is_complete)
