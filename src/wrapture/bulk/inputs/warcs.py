"""The units of a WARC file: records by their places, or with their bytes where the file is compressed as a whole."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wrapture.bulk.inputs.chunks import Member, Passed, WarcRecords
from wrapture.bulk.inputs.flaws import breaks_off, damaged, empty
from wrapture.bulk.inputs.places import open_file
from wrapture.bulk.inputs.sheaves import Hoard, Sheaf
from wrapture.bulk.inputs.unpacking import Plain, Unpacked
from wrapture.bulk.inputs.warcheads import HEAD_BYTES, MAX_HEAD, Gap, plain_records
from wrapture.bulk.inputs.warczipped import Solid, zipped_records
from wrapture.capture.sources import MAX_PAGE_BYTES

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Literal

    from wrapture.bulk.inputs.chunks import Draft, File, Known
    from wrapture.bulk.inputs.places import Opened
    from wrapture.bulk.inputs.unpackers import Packing
    from wrapture.bulk.inputs.warcheads import Record
    from wrapture.bulk.model import Flaw


def list_warc(file: File, packing: Packing) -> Iterator[Draft | Flaw]:
    """Yield the units of a WARC file, and where it is damaged."""
    if not file.size:
        yield empty(file)
        return
    with open_file(file) as opened:
        match packing:
            case "":
                yield from _in_place(opened, plain_records(Plain(opened), file.size), "")
            case "gzip":
                yield from _in_place(opened, zipped_records(opened), "gzip")
            case _:
                yield from _held(opened, Unpacked(opened, packing))


def _in_place(
    opened: Opened, records: Iterator[Record | Gap | Solid], packing: Literal["", "gzip"]
) -> Iterator[Draft | Flaw]:
    file = opened.file
    sheaf: Sheaf[Member | Known] = Sheaf(file.address, lambda entries: WarcRecords(file, packing, entries))
    for record in records:
        match record:
            case Gap():
                yield _flaw(file, record)
            case Solid(start):
                yield from sheaf.rest(start)
                yield from _held(opened, Unpacked(opened, "gzip", start))
                return
            case _:
                yield from sheaf.room_for(record.size)
                entry = _entry(file, record)
                sheaf.add(entry, record.size if isinstance(entry, Member) else 0, record.stop)
    yield from sheaf.rest(file.size)


def _held(opened: Opened, stream: Unpacked) -> Iterator[Draft | Flaw]:
    file = opened.file
    hoard = Hoard(file)
    sheaf: Sheaf[Member | Known] = Sheaf(
        file.address, lambda entries: WarcRecords(hoard.give(), "", entries), stream.raw
    )
    for record in plain_records(stream, None):
        if not isinstance(record, Gap):
            entry = _entry(file, record)
            kept = _kept(record) if isinstance(entry, Member) else 0
            yield from sheaf.room_for(kept)
            if isinstance(entry, Member):
                entry = hoard.keep(entry.name, stream.read(kept))
            sheaf.add(entry, kept, stream.raw)
        elif not stream.broken:
            yield _flaw(file, record)
    yield from sheaf.rest(stream.raw)
    if stream.broken:
        yield breaks_off(file, stream.raw, stream.broken)


def _kept(record: Record) -> int:
    """Return how many bytes of a record are held: of one that is too long for a page, enough to see what it is."""
    return record.size if record.size <= MAX_PAGE_BYTES + MAX_HEAD else HEAD_BYTES


def _entry(file: File, record: Record) -> Member | Passed:
    """Return what a worker needs of a record; whether it is whole and a page, the worker sees."""
    name = place_name(file, record.start)
    return Member(name, record.start, record.stop - record.start) if record.may_be_page else Passed(name)


def place_name(file: File, start: int) -> str:
    """Return the name of a record whose address is not known."""
    return f"{file.address}#{start}"


def _flaw(file: File, gap: Gap) -> Flaw:
    return breaks_off(file, gap.start) if gap.stop < 0 else damaged(file, gap.start, gap.stop)
