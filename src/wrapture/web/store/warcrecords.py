"""Answers as WARC/1.1 records: the request that was sent, and the response with its page as it was decoded.

A response names the address that answered, its request the one that was asked; the addresses in between stand in a field of our
own, which other programs pass over.
"""

from __future__ import annotations

import io
from datetime import UTC
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from wrapture import __version__
from wrapture.web.messages import Answer, Request
from wrapture.web.store.keys import OF_THE_REQUEST, OF_THE_TRANSFER
from wrapture.web.store.warclib import WarcRecord, WarcRecordType

if TYPE_CHECKING:
    from datetime import datetime

    from wrapture.web.messages import Headers

HOP: Final = "Wrapture-Hop"
MAX_HEAD: Final = 1024 * 1024
"""Bytes of the headers of a record: addresses and headers are bounded by `limits`."""
MAX_BODY: Final = 64 * 1024 * 1024
"""Bytes of a page that is read; ours are smaller."""
BREAK: Final = "\r\n"


def info_record() -> bytes:
    """Return the record that a file begins with."""
    fields = {"software": f"wrapture/{__version__}", "format": "WARC File Format 1.1"}
    record = WarcRecord()
    record.init_headers(WarcRecordType.warcinfo)
    record.headers["Content-Type"] = "application/warc-fields"
    record.set_bytes_content("".join(f"{name}: {value}{BREAK}" for name, value in fields.items()).encode())
    return _written(record)


def answer_records(answer: Answer) -> tuple[bytes, bytes]:
    """Return the records of an answer: its request, then its response; the second makes the first count."""
    request = _record(WarcRecordType.request, answer.request.url, answer.asked, _request_message(answer.request))
    for hop in answer.hops:
        request.headers.append(HOP, hop)
    response = _record(WarcRecordType.response, answer.url, answer.asked, _response_message(answer))
    response.headers["WARC-Concurrent-To"] = str(request.record_id)
    return _written(request), _written(response)


def request_of(record: WarcRecord) -> Request:
    """Return the request that a record holds; raises ValueError if it is none of ours."""
    record.parse_http(max_header_len=MAX_HEAD)
    method = (record.http_headers.status_line_bytes or b"").partition(b" ")[0]
    headers = _headers(record)
    given = dict(headers)
    return Request(
        url=target_of(record),
        method="POST" if method == b"POST" else "GET",
        body=_body(record),
        content_type=given.get("content-type", ""),
        referer=given.get("referer", ""),
        headers=tuple(pair for pair in headers if pair[0] not in OF_THE_REQUEST),
    )


def answer_of(record: WarcRecord, request: Request, hops: tuple[str, ...]) -> Answer:
    """Return the answer that a record holds; what it holds compressed is decompressed."""
    record.parse_http(auto_decode="all", max_header_len=MAX_HEAD)
    status = record.http_headers.status_code
    if status is None:
        raise ValueError(record.record_id)
    return Answer(
        request=request,
        url=target_of(record),
        status=status,
        headers=tuple(pair for pair in _headers(record) if pair[0] not in OF_THE_TRANSFER),
        body=_body(record),
        asked=record.record_date.astimezone(UTC),
        reason=_text((record.http_headers.status_line_bytes or b"").partition(b" ")[2].partition(b" ")[2]),
        hops=hops,
        stored=True,
    )


def target_of(record: WarcRecord) -> str:
    """Return the address of a record; some programs put it between angle brackets."""
    url = _text(record.headers.get_bytes(b"WARC-Target-URI") or b"")
    return url[1:-1] if url.startswith("<") and url.endswith(">") else url


def hops_of(record: WarcRecord) -> tuple[str, ...]:
    """Return the addresses that led from the one that was asked to the one that answered."""
    return tuple(map(_text, record.headers.get_bytes_multiple(HOP.encode())))


def _record(kind: WarcRecordType, url: str, asked: datetime, message: bytes) -> WarcRecord:
    record = WarcRecord()
    record.init_headers(kind)
    record.is_http = True
    record.headers["WARC-Target-URI"] = url
    record.headers["WARC-Date"] = asked.astimezone(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")
    name = "request" if kind == WarcRecordType.request else "response"
    record.headers["Content-Type"] = f"application/http; msgtype={name}"
    record.set_bytes_content(message)
    return record


def _written(record: WarcRecord) -> bytes:
    stream = io.BytesIO()
    record.write(stream, checksum_data=True)
    return stream.getvalue()


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


def _response_message(answer: Answer) -> bytes:
    headers = (*answer.headers, ("content-length", str(len(answer.body))))
    return _message(f"HTTP/1.1 {answer.status} {answer.reason}", headers, answer.body)


def _message(first: str, headers: Headers, body: bytes) -> bytes:
    lines = (first, *(f"{name}: {value}" for name, value in headers), "", "")
    return BREAK.join(lines).encode("utf-8", "surrogateescape") + body


def _headers(record: WarcRecord) -> Headers:
    return tuple((_text(name).lower(), _text(value)) for name, value in record.http_headers.items_bytes())


def _body(record: WarcRecord) -> bytes:
    body = record.reader.read(MAX_BODY + 1)
    if len(body) > MAX_BODY:
        raise ValueError(record.record_id)
    return body


def _text(value: bytes) -> str:
    """Return the text of a header: ours are UTF-8, those of others may be anything."""
    try:
        return value.decode("utf-8").strip()
    except UnicodeDecodeError:
        return value.decode("latin-1").strip()
