"""Answers as WARC/1.1 records: the request that was sent, and the response with its decoded page.

A response names the address that answered, its request the one that was requested; the addresses in between stand in a field
of our own, which other programs ignore.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final, NamedTuple
from urllib.parse import urlsplit

from wrapture import __version__
from wrapture.archive.warc_file import digest_of, new_record_id, record_bytes
from wrapture.archive.warc_headers import Fields, fields_of, head_of, target_of
from wrapture.net.http_messages import Request, Response
from wrapture.net.store.request_keys import OF_THE_REQUEST, OF_THE_TRANSFER
from wrapture.net.stored_message import decoded_body, message_in

if TYPE_CHECKING:
    from typing import Literal

    from wrapture.net.http_messages import Headers

HOP: Final = "Wrapture-Hop"
AFTER: Final = "Wrapture-After"
MAX_BODY: Final = 64 * 1024 * 1024
"""The longest page that is read; ours are shorter."""
BREAK: Final = "\r\n"


class StoredRecord(NamedTuple):
    """A record of a file: its fields, with names in lower case, and its content."""

    fields: Fields
    content: bytes

    def field(self, name: str) -> str:
        """Return the first value of a field, ``""`` where it is missing."""
        return next((value for key, value in self.fields if key == name), "")

    @property
    def target(self) -> str:
        """The address that the record is about."""
        return target_of(self.fields)


def record_in(data: bytes) -> StoredRecord:
    """Return the record in some bytes, its content as far as it is there; raises ValueError where they are none."""
    head = head_of(data)
    if head is None:
        raise ValueError("no record")
    return StoredRecord(fields_of(data[: head.length]), data[head.length : head.length + head.content])


def info_record() -> bytes:
    """Return the record that a file begins with."""
    said = {"software": f"wrapture/{__version__}", "format": "WARC File Format 1.1"}
    content = "".join(f"{name}: {value}{BREAK}" for name, value in said.items()).encode()
    fields = (
        ("WARC-Type", "warcinfo"),
        ("WARC-Date", _date(datetime.now(UTC))),
        ("WARC-Record-ID", new_record_id()),
        ("Content-Type", "application/warc-fields"),
    )
    return record_bytes(fields, content)


def answer_records(answer: Response) -> tuple[bytes, bytes]:
    """Return the records of an answer: its request, then its response; the second makes the first count."""
    request_id, asked = new_record_id(), answer.asked
    message = _request_message(answer.request)
    hops = tuple((HOP, hop) for hop in answer.hops)
    after = ((AFTER, answer.request.after),) if answer.request.after else ()
    fields = (*_fields("request", request_id, answer.request.url, asked, answer.request.body), *hops, *after)
    partner = (("WARC-Concurrent-To", request_id),)
    other = (*_fields("response", new_record_id(), answer.url, asked, answer.body), *partner)
    return record_bytes(fields, message), record_bytes(other, _response_message(answer))


def request_of(record: StoredRecord) -> Request:
    """Return the request that a record holds."""
    message = message_in(record.content)
    return Request(
        url=record.target,
        method="POST" if message.first_line.startswith("POST ") else "GET",
        body=record.content[message.body_start :],
        content_type=message.field("content-type"),
        referer=message.field("referer"),
        headers=tuple(pair for pair in message.fields if pair[0] not in OF_THE_REQUEST),
        after=record.field(AFTER.lower()),
    )


def answer_of(record: StoredRecord, request: Request, hops: tuple[str, ...]) -> Response:
    """Return the answer that a record holds, its encodings undone; raises ValueError or `AnswerError` where it holds none."""
    message = message_in(record.content)
    if message.status is None:
        raise ValueError("no response")
    return Response(
        request=request,
        url=record.target,
        status=message.status,
        headers=tuple(pair for pair in message.fields if pair[0] not in OF_THE_TRANSFER),
        body=decoded_body(message, record.content[message.body_start :], MAX_BODY),
        asked=datetime.fromisoformat(record.field("warc-date")).astimezone(UTC),
        reason=message.reason,
        hops=hops,
        stored=True,
    )


def hops_of(record: StoredRecord) -> tuple[str, ...]:
    """Return the addresses that led from the requested one to the one that answered."""
    return tuple(value for name, value in record.fields if name == HOP.lower())


def _fields(kind: Literal["request", "response"], name: str, url: str, asked: datetime, payload: bytes) -> Fields:
    return (
        ("WARC-Type", kind),
        ("WARC-Date", _date(asked)),
        ("WARC-Record-ID", name),
        ("WARC-Target-URI", url),
        ("WARC-Payload-Digest", digest_of(payload)),
        ("Content-Type", f"application/http; msgtype={kind}"),
    )


def _date(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")


def _request_message(request: Request) -> bytes:
    parts = urlsplit(request.url)
    target = f"{parts.path or '/'}{'?' if parts.query else ''}{parts.query}".replace(" ", "%20")
    own = {
        "host": parts.netloc.rpartition("@")[2],
        "referer": request.referer,
        "content-type": request.content_type,
        "content-length": str(len(request.body)) if request.body else "",
    }
    headers = (*((name, value) for name, value in own.items() if value), *request.headers)
    return _message(f"{request.method} {target} HTTP/1.1", headers, request.body)


def _response_message(answer: Response) -> bytes:
    headers = (*answer.headers, ("content-length", str(len(answer.body))))
    return _message(f"HTTP/1.1 {answer.status} {answer.reason}", headers, answer.body)


def _message(first: str, headers: Headers, body: bytes) -> bytes:
    lines = (first, *(f"{name}: {value}" for name, value in headers), "", "")
    return BREAK.join(lines).encode("utf-8", "surrogateescape") + body
