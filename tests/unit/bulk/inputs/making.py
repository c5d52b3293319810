"""Archives as the usual tools write them, and all that is read from inputs."""

from __future__ import annotations

import bz2
import gzip
import io
import json
import lzma
import tarfile
import zipfile
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import pyarrow as pa
import pyarrow.parquet as pq
import zstandard

from tests.fastwarc_library import WarcRecord, WarcRecordType
from wrapture.bulk.inputs import Passed, Unreadable, close_files, list_units, read_unit
from wrapture.bulk.jobs import Columns, Flaw, Unit
from wrapture.model import Capture

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from pathlib import Path

Page = tuple[str, bytes]


def page(number: int, size: int = 0) -> bytes:
    rows = "".join(f"<li>page {number}, row {row}: {number * 7919 * (row + 1) % 10007} €" for row in range(5))
    return f"<!doctype html><title>{number}</title><ul>{rows}</ul>{'x' * size}".encode()


def pages(count: int, size: int = 0) -> list[Page]:
    return [(f"site/{number % 3}/page{number}.html", page(number, size)) for number in range(count)]


PACKERS: Final[dict[str, Callable[[bytes], bytes]]] = {
    "": bytes,
    ".gz": lambda data: gzip.compress(data, mtime=0),
    ".bz2": bz2.compress,
    ".xz": lzma.compress,
    ".zst": zstandard.ZstdCompressor().compress,
}


def tar(members: Iterable[Page], form: int = tarfile.PAX_FORMAT) -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=form) as archive:
        for name, body in members:
            info = tarfile.TarInfo(name)
            info.size = len(body)
            archive.addfile(info, io.BytesIO(body))
    return out.getvalue()


def zipped(members: Iterable[Page], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        for name, body in members:
            archive.writestr(zipfile.ZipInfo(name), body, compress_type=method)
    return out.getvalue()


class OneWay(io.RawIOBase):
    """A file that can't be gone back in, as a pipe: zip files say sizes behind the data then."""

    def __init__(self) -> None:
        self.data = bytearray()

    def writable(self) -> bool:
        return True

    def write(self, data: object) -> int:
        self.data += data  # type: ignore[operator,arg-type,unused-ignore]
        return len(data)  # type: ignore[arg-type]


def piped_zip(members: Iterable[Page], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    out = OneWay()
    with zipfile.ZipFile(out, "w", method) as archive:
        for name, body in members:
            archive.writestr(zipfile.ZipInfo(name), body, compress_type=method)
    return bytes(out.data)


def record(
    url: str,
    body: bytes,
    *,
    kind: WarcRecordType = WarcRecordType.response,
    head: str = "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8",
    content_type: str = "application/http; msgtype=response",
) -> bytes:
    made = WarcRecord()
    made.init_headers(kind)
    if url:
        made.headers["WARC-Target-URI"] = url
    made.headers["Content-Type"] = content_type
    made.set_bytes_content((head.encode() + b"\r\n\r\n" if head else b"") + body)
    out = io.BytesIO()
    made.write(out)
    return out.getvalue()


def request(url: str) -> bytes:
    return record(
        url,
        b"",
        kind=WarcRecordType.request,
        head="GET / HTTP/1.1\r\nHost: example.org",
        content_type="application/http; msgtype=request",
    )


def address(name: str) -> str:
    return f"https://example.org/{name}"


def warc_records(members: Iterable[Page]) -> list[bytes]:
    info = record(
        "", b"software: test\r\n", kind=WarcRecordType.warcinfo, head="", content_type="application/warc-fields"
    )
    return [info, *(made for name, body in members for made in (request(address(name)), record(address(name), body)))]


def warc(members: Iterable[Page], *, zips: bool) -> bytes:
    records = warc_records(members)
    return b"".join(gzip.compress(one, mtime=0) for one in records) if zips else b"".join(records)


def lines(members: Iterable[Page]) -> bytes:
    return b"".join(
        json.dumps({"url": address(name), "html": body.decode()}).encode() + b"\n" for name, body in members
    )


def parquet(path: Path, members: Sequence[Page], group: int = 100) -> Path:
    columns = {"url": [address(name) for name, _ in members], "html": [body.decode() for _, body in members]}
    table = pa.table(columns, pa.schema([("url", pa.string()), ("html", pa.string())]))
    pq.write_table(table, path, row_group_size=group)
    return path


@dataclass(frozen=True)
class All:
    """All that comes of inputs."""

    units: list[Unit]
    flaws: list[Flaw]
    items: list[Capture | Unreadable | Passed]

    @property
    def captures(self) -> list[Capture]:
        return [item for item in self.items if isinstance(item, Capture)]

    @property
    def pages(self) -> list[Page]:
        return [(capture.name, capture.body) for capture in self.captures]

    @property
    def unreadable(self) -> list[Unreadable]:
        return [item for item in self.items if isinstance(item, Unreadable)]

    @property
    def passed(self) -> list[str]:
        return [item.name for item in self.items if isinstance(item, Passed)]


def read_all(*inputs: Path | str, columns: Columns = Columns()) -> All:
    """Return all that comes of inputs, after looking that they are listed the same way twice."""
    given = [str(one) for one in inputs]
    found = list(list_units(given, columns))
    assert list(list_units(given, columns)) == found
    units = [one for one in found if isinstance(one, Unit)]
    assert [unit.number for unit in units] == list(range(len(units)))
    assert len({unit.identity for unit in units}) == len(units)
    items = [item for unit in units for item in read_unit(unit)]
    close_files()
    return All(units, [one for one in found if isinstance(one, Flaw)], items)
