from __future__ import annotations

import gzip
import io
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import pytest

from tests.fastwarc_library import ArchiveIterator, WarcRecord, WarcRecordType
from wrapture.errors import SourceError
from wrapture.net.http_messages import Request
from wrapture.net.store import open_store
from wrapture.net.store.request_keys import kept
from wrapture.net.store.warc_store import WarcStore

from ..conftest import PAGE, answer

if TYPE_CHECKING:
    from pathlib import Path

NAMES: Final = ("pages.warc.gz", "pages.warc")
both = pytest.mark.parametrize("name", NAMES)


def store(path: Path, said: list[str] | None = None) -> WarcStore:
    return WarcStore(path, say=(said if said is not None else []).append)


def filled(path: Path, count: int = 3) -> bytes:
    with store(path) as one:
        for i in range(count):
            one.keep(answer(f"https://example.org/{i}", PAGE * 50))
    return path.read_bytes()


def urls(path: Path, said: list[str] | None = None) -> list[str]:
    with store(path, said) as one:
        return [found.url for found in one]


ALL: Final = [f"https://example.org/{i}" for i in range(3)]


@both
def test_it_is_a_warc_file_as_others_read_it(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    with store(path) as one:
        one.keep(replace(answer("https://example.org/list?q=1"), headers=(("content-encoding", "br"), ("x-a", "ü"))))
    with path.open("rb") as file:
        records = [
            (str(record.record_type), record.headers.get("WARC-Target-URI"), record.reader.read())
            for record in ArchiveIterator(file, parse_http=False, verify_digests=True)
        ]
    assert [record[:2] for record in records] == [
        ("warcinfo", None),
        ("request", "https://example.org/list?q=1"),
        ("response", "https://example.org/list?q=1"),
    ]
    assert records[1][2] == b"GET /list?q=1 HTTP/1.1\r\nhost: example.org\r\n\r\n"
    head = f"HTTP/1.1 200 OK\r\nx-a: ü\r\ncontent-length: {len(PAGE)}\r\n\r\n".encode()
    assert records[2][2] == head + PAGE
    plain = gzip.decompress(path.read_bytes()) if name.endswith("gz") else path.read_bytes()
    assert plain.count(b"WARC/1.1\r\n") == 3


def test_each_record_is_a_gzip_member_of_its_own(tmp_path: Path) -> None:
    filled(tmp_path / "pages.warc.gz", 1)
    with (tmp_path / "pages.warc.gz").open("rb") as file:
        starts = [record.stream_pos for record in ArchiveIterator(file, parse_http=False)]
    data = (tmp_path / "pages.warc.gz").read_bytes()
    assert len(starts) == 3
    assert all(data[start : start + 2] == b"\x1f\x8b" for start in starts)


def starts(path: Path) -> list[int]:
    with path.open("rb") as file:
        return [record.stream_pos for record in ArchiveIterator(file, parse_http=False)]


@both
def test_a_torn_end_is_cut_off_wherever_it_is_torn(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    whole = filled(path)
    *_, request, response = starts(path)
    ends = {request + 1, request + 9, response - 1, response + 1, response + 9, response + 40, len(whole) - 300}
    for end in sorted({*ends, *range(len(whole) - 10, len(whole))}):
        path.write_bytes(whole[:end])
        said: list[str] = []
        assert urls(path, said) == ALL[:2], end
        cut = end - (request if end < response else response)
        assert said == [f"{path}: removed its last {cut:,} bytes, an incomplete record"]
        with store(path, said) as again:
            again.keep(answer("https://example.org/2"))
        assert urls(path, said) == ALL
        assert len(said) == 1


@both
def test_a_request_without_its_response_is_no_answer(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    whole = filled(path)
    path.write_bytes(whole[: starts(path)[-1]])
    said: list[str] = []
    assert urls(path, said) == ALL[:2]
    assert said == []


@both
def test_where_the_newest_answer_is_torn_the_one_before_it_counts(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    with store(path) as one:
        one.keep(answer(body=b"old"))
        one.keep(answer(body=b"new"))
    path.write_bytes(path.read_bytes()[:-1])
    with store(path) as one:
        found = one.find(answer().request)
    assert found is not None
    assert found.body == b"old"


@both
def test_a_file_that_is_whole_is_left_alone(name: str, tmp_path: Path) -> None:
    whole = filled(tmp_path / name)
    said: list[str] = []
    assert urls(tmp_path / name, said) == ALL
    assert (said, (tmp_path / name).read_bytes()) == ([], whole)


@both
def test_zeros_that_a_power_cut_leaves_are_cut_off(name: str, tmp_path: Path) -> None:
    whole = filled(tmp_path / name)
    (tmp_path / name).write_bytes(whole + b"\0" * 5000)
    assert urls(tmp_path / name) == ALL
    assert (tmp_path / name).read_bytes() == whole


@both
def test_one_who_writes_sees_to_the_torn_end_of_another(name: str, tmp_path: Path) -> None:
    filled(tmp_path / name)
    with store(tmp_path / name) as one:
        with (tmp_path / name).open("ab") as file:
            file.write(gzip.compress(b"WARC/1.1\r\nWARC-Type")[:15] if name.endswith("gz") else b"WARC/1.1\r\nWAR")
        one.keep(answer("https://example.org/3"))
    assert urls(tmp_path / name) == [*ALL, "https://example.org/3"]


@both
@pytest.mark.parametrize(
    "rest",
    [b"junk", b"PK\x03\x04" * 99, gzip.compress(b"hello"), gzip.compress(b"hello" * 99)[:20]],
    ids=["text", "zip", "gzip", "torn gzip"],
)
def test_what_is_no_record_is_not_touched(name: str, rest: bytes, tmp_path: Path) -> None:
    whole = filled(tmp_path / name)
    for data in (whole + rest, rest):
        (tmp_path / name).write_bytes(data)
        with pytest.raises(SourceError, match=r"is not a WARC file from byte [\d,]+ on"):
            store(tmp_path / name)
        assert (tmp_path / name).read_bytes() == data


@both
def test_a_break_in_the_middle_is_not_taken_for_the_end(name: str, tmp_path: Path) -> None:
    whole = bytearray(filled(tmp_path / name))
    middle = whole.index(b"\x1f\x8b", 400) + 30 if name.endswith("gz") else whole.index(b"WARC/1.1", 400)
    whole[middle : middle + 4] = b"XXXX"
    (tmp_path / name).write_bytes(whole)
    with pytest.raises(SourceError, match="is not a WARC file from byte"):
        store(tmp_path / name)
    assert (tmp_path / name).read_bytes() == whole


def foreign(kind: WarcRecordType, url: str, message: bytes, partner: WarcRecord | None = None) -> WarcRecord:
    record = WarcRecord()
    record.init_headers(kind)
    record.headers["WARC-Target-URI"] = url
    if partner is not None:
        record.headers["WARC-Concurrent-To"] = str(partner.record_id)
    record.is_http = True
    record.set_bytes_content(message)
    return record


def written(*records: WarcRecord) -> bytes:
    stream = io.BytesIO()
    for record in records:
        record.write(stream)
    return stream.getvalue()


def test_files_of_other_programs_are_read(tmp_path: Path) -> None:
    packed = gzip.compress(PAGE)
    head = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n"
    chunked = b"%x\r\n%s\r\n0\r\n\r\n" % (len(packed), packed)
    plain = foreign(WarcRecordType.response, "<http://example.org/a>", head + chunked)
    posted = foreign(WarcRecordType.response, "http://example.org/b", b"HTTP/1.1 200 OK\r\n\r\nposted")
    form = b"POST /b HTTP/1.1\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 3\r\n\r\nq=1"
    request = foreign(WarcRecordType.request, "http://example.org/b", form, posted)
    dns = foreign(WarcRecordType.response, "dns:example.org", b"HTTP/1.1 200 OK\r\n\r\n")
    (tmp_path / "other.warc").write_bytes(written(dns, plain, posted, request))
    with open_store(tmp_path / "other.warc") as one:
        found = one.find(Request("http://example.org/a"))
        assert found is not None
        assert (found.body, found.headers) == (PAGE, (("content-type", "text/html"),))
        assert one.find(Request("http://example.org/b")) is None
        again = one.find(Request("http://example.org/b", "POST", b"q=1"))
        assert again is not None
        assert again.body == b"posted"
        one.keep(answer())
    with open_store(tmp_path / "other.warc") as one:
        assert len(list(one)) == 3


def test_a_file_that_was_written_anew_is_read_anew(tmp_path: Path) -> None:
    path = tmp_path / "pages.warc.gz"
    filled(path)
    with store(path) as one:
        filled(tmp_path / "other.warc.gz", 1)
        path.write_bytes((tmp_path / "other.warc.gz").read_bytes())
        assert [found.url for found in one] == ALL[:1]
        one.keep(answer())
        assert one.find(answer().request) == next(found for found in one if found.url == answer().url)
        assert kept(answer()).body == PAGE
