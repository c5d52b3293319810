"""WARC files that are appended to: complete records, and what follows them."""

from __future__ import annotations

import gzip
import io
from typing import TYPE_CHECKING, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.fastwarc_library import ArchiveIterator
from wrapture.archive.warc_file import CompleteRecord, Tail, complete_records, new_record_id, record_at, record_bytes
from wrapture.archive.warc_headers import fields_of, head_of, target_of

if TYPE_CHECKING:
    from collections.abc import Callable

RECORD_ID: Final = "<urn:uuid:01234567-89ab-4cde-8123-456789abcdef>"
URL: Final = "https://example.org/ü?q=1"
contents = st.lists(st.binary(max_size=200), min_size=1, max_size=4)


def record(content: bytes) -> bytes:
    fields = (
        ("WARC-Type", "resource"),
        ("WARC-Record-ID", RECORD_ID),
        ("WARC-Date", "2026-11-18T00:00:00Z"),
        ("WARC-Target-URI", URL),
    )
    return record_bytes(fields, content)


def reader(data: bytes) -> Callable[[int, int], bytes]:
    return lambda start, size: data[start : start + size]


def joined(bodies: list[bytes], *, zipped: bool) -> bytes:
    return b"".join(gzip.compress(record(body), mtime=0) if zipped else record(body) for body in bodies)


@given(contents, st.booleans())
def test_records_are_read_as_they_were_written(bodies: list[bytes], zipped: bool) -> None:
    data = joined(bodies, zipped=zipped)
    found = list(complete_records(reader(data), 0, len(data), zipped=zipped))
    assert [one.stop for one in found if isinstance(one, CompleteRecord)][-1] == len(data)
    for one, body in zip(found, bodies, strict=True):
        assert isinstance(one, CompleteRecord)
        whole = record_at(reader(data), one.start, zipped=zipped, max_bytes=10_000)
        head = head_of(whole)
        assert head is not None
        assert whole[head.length : head.length + head.content] == body
        assert target_of(fields_of(whole[: head.length])) == URL


@given(contents)
def test_another_library_reads_them_and_finds_their_digests_right(bodies: list[bytes]) -> None:
    records = ArchiveIterator(io.BytesIO(joined(bodies, zipped=False)), parse_http=False, verify_digests=True)
    assert [one.reader.read() for one in records] == bodies


@given(contents, st.booleans(), st.data())
def test_a_torn_end_follows_the_complete_records(bodies: list[bytes], zipped: bool, data: st.DataObject) -> None:
    whole = joined(bodies, zipped=zipped)
    cut = data.draw(st.integers(0, len(whole)))
    found = list(complete_records(reader(whole[:cut]), 0, cut, zipped=zipped))
    ends = [one.stop for one in found if isinstance(one, CompleteRecord)]
    assert found[len(ends) :] == ([] if cut in (0, *ends) else [Tail.TORN])


def test_names_of_records_are_unique() -> None:
    assert len(new_record_id()) == len(RECORD_ID)
    assert new_record_id() != new_record_id()


@pytest.mark.parametrize("zipped", [True, False])
def test_a_record_that_is_too_long_is_not_read(zipped: bool) -> None:
    data = joined([bytes(5000)], zipped=zipped)
    with pytest.raises(ValueError, match="no record of up to 5,000 bytes at offset 0"):
        record_at(reader(data), 0, zipped=zipped, max_bytes=5000)
