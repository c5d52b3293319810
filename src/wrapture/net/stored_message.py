"""HTTP messages as WARC records hold them: the bytes that went over the wire, or nearly those."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from wrapture.archive.tar_headers import text_of
from wrapture.archive.warc_headers import fields_of
from wrapture.net.content_decoding import TooLongError, decoded
from wrapture.net.content_kinds import binary_kind
from wrapture.net.fetch_trouble import AnswerError

if TYPE_CHECKING:
    from wrapture.archive.warc_headers import Fields

_HEAD_END: Final = re.compile(rb"\r?\n\r?\n")
_STATUS: Final = re.compile(r"HTTP/\d(?:\.\d)?[ \t]+(\d{3})(?:[ \t]+(.*))?")
_CHUNK_SIZE: Final = re.compile(rb"[ \t]*([0-9a-fA-F]{1,8})[^\r\n]{0,1024}\r?\n")


class StoredMessage(NamedTuple):
    """A message: its first line, its fields with names in lower case, and where its body begins."""

    first_line: str
    fields: Fields
    body_start: int

    @property
    def status(self) -> int | None:
        """The status code of a response, ``None`` where the first line has none."""
        found = _STATUS.match(self.first_line)
        return int(found[1]) if found else None

    @property
    def reason(self) -> str:
        """The words after the status code."""
        found = _STATUS.match(self.first_line)
        return (found[2] or "").strip() if found else ""

    def field(self, name: str) -> str:
        """Return the first value of a field, ``""`` where it is missing."""
        return next((value for key, value in self.fields if key == name), "")


def message_in(content: bytes) -> StoredMessage:
    """Return the head of the message in a record; one that never ends has no body."""
    end = _HEAD_END.search(content)
    start = end.end() if end else len(content)
    first, _, rest = content[:start].partition(b"\n")
    return StoredMessage(text_of(first).strip(), fields_of(rest), start)


def decoded_body(message: StoredMessage, body: bytes, max_bytes: int) -> bytes:
    """Return a body with its transfer and content encodings undone; raises `AnswerError`, or `TooLongError`.

    Some programs store the decoded body and keep the fields that name its encodings: such a body is returned as it is.
    """
    if "chunked" in message.field("transfer-encoding").lower():
        body = _dechunked(body)
    encoding = message.field("content-encoding")
    if not encoding or not body:
        return body
    try:
        return decoded([body], encoding, max_bytes)
    except TooLongError:
        raise
    except AnswerError:
        if binary_kind(body) is None:
            return body
        raise


def _dechunked(body: bytes) -> bytes:
    """Return the chunks of a body as one; a body without chunks as it is."""
    pieces: list[bytes] = []
    at = 0
    while (size := _CHUNK_SIZE.match(body, at)) and (length := int(size[1], 16)):
        pieces.append(body[size.end() : size.end() + length])
        at = size.end() + length
        at += 2 if body[at : at + 2] == b"\r\n" else 1 if body[at : at + 1] == b"\n" else 0
    return b"".join(pieces) if pieces or size else body
