"""The units of a WARC file: records by their offsets, or with their bytes if the file is compressed as a whole."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wrapture.archive.unpacking import PlainStream, Unpacked
from wrapture.archive.warc_gzip import Solid, zipped_records
from wrapture.archive.warc_headers import HEAD_BYTES, MAX_HEAD, Gap, plain_records
from wrapture.bulk.inputs.chunks import Member, Passed, WarcRecords
from wrapture.bulk.inputs.grouping import HeldBuilder, UnitBuilder
from wrapture.bulk.inputs.input_flaws import damaged, empty, truncated
from wrapture.bulk.inputs.locations import open_file
from wrapture.capture.saved_formats import MAX_PAGE_BYTES

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Literal

    from wrapture.archive.codecs import Packing
    from wrapture.archive.warc_headers import WarcRecord
    from wrapture.bulk.inputs.chunks import InputFile, Known, UnitDraft
    from wrapture.bulk.inputs.locations import Opened
    from wrapture.bulk.jobs import Flaw


def list_warc(file: InputFile, packing: Packing) -> Iterator[UnitDraft | Flaw]:
    """Yield the units of a WARC file, and its flaws."""
    if not file.size:
        yield empty(file)
        return
    with open_file(file) as opened:
        match packing:
            case "":
                yield from _in_place(opened, plain_records(PlainStream(opened), file.size), "")
            case "gzip":
                yield from _in_place(opened, zipped_records(opened), "gzip")
            case _:
                yield from _held(opened, Unpacked(opened, packing))


def _in_place(
    opened: Opened, records: Iterator[WarcRecord | Gap | Solid], packing: Literal["", "gzip"]
) -> Iterator[UnitDraft | Flaw]:
    file = opened.file
    builder: UnitBuilder[Member | Known] = UnitBuilder(
        file.address, lambda entries: WarcRecords(file, packing, entries)
    )
    for record in records:
        match record:
            case Gap():
                yield _flaw(file, record)
            case Solid(start):
                yield from builder.rest(start)
                yield from _held(opened, Unpacked(opened, "gzip", start))
                return
            case _:
                yield from builder.room_for(record.size)
                entry = _entry(file, record)
                builder.add(entry, record.size if isinstance(entry, Member) else 0, record.stop)
    yield from builder.rest(file.size)


def _held(opened: Opened, stream: Unpacked) -> Iterator[UnitDraft | Flaw]:
    file = opened.file
    held_data = HeldBuilder(file)
    builder: UnitBuilder[Member | Known] = UnitBuilder(
        file.address, lambda entries: WarcRecords(held_data.give(), "", entries), stream.raw
    )
    for record in plain_records(stream, None):
        if not isinstance(record, Gap):
            entry = _entry(file, record)
            kept = _kept(record) if isinstance(entry, Member) else 0
            yield from builder.room_for(kept)
            if isinstance(entry, Member):
                entry = held_data.keep(entry.name, stream.read(kept))
            builder.add(entry, kept, stream.raw)
        elif not stream.broken:
            yield _flaw(file, record)
    yield from builder.rest(stream.raw)
    if stream.broken:
        yield truncated(file, stream.raw, stream.broken)


def _kept(record: WarcRecord) -> int:
    """Return how many bytes of a record are held: for one that is too long for a page, enough to identify it."""
    return record.size if record.size <= MAX_PAGE_BYTES + MAX_HEAD else HEAD_BYTES


def _entry(file: InputFile, record: WarcRecord) -> Member | Passed:
    """Return what a worker needs of a record; the worker checks whether it is complete and a page."""
    name = place_name(file, record.start)
    return Member(name, record.start, record.stop - record.start) if record.may_be_page else Passed(name)


def place_name(file: InputFile, start: int) -> str:
    """Return the name of a record whose address is unknown."""
    return f"{file.address}#{start}"


def _flaw(file: InputFile, gap: Gap) -> Flaw:
    return truncated(file, gap.start) if gap.stop < 0 else damaged(file, gap.start, gap.stop)
