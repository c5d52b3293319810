"""The pages of a tar file: by their offsets, or with their bytes if it is compressed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wrapture.archive.tar_headers import Damage, members
from wrapture.archive.unpacking import stream_of
from wrapture.bulk.inputs.chunks import CUT, Member, Members, Passed, Unreadable, refused
from wrapture.bulk.inputs.grouping import HeldBuilder, UnitBuilder
from wrapture.bulk.inputs.input_flaws import damaged, empty, truncated
from wrapture.bulk.inputs.locations import open_file
from wrapture.bulk.inputs.member_names import is_no_page_name, is_page_name
from wrapture.capture.saved_formats import MAX_PAGE_BYTES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wrapture.archive.codecs import Packing
    from wrapture.archive.tar_headers import TarMember
    from wrapture.archive.unpacking import Stream
    from wrapture.bulk.inputs.chunks import InputFile, Known, UnitDraft
    from wrapture.bulk.jobs import Flaw


def list_tar(file: InputFile, packing: Packing) -> Iterator[UnitDraft | Flaw]:
    """Yield the units of a tar file, and its flaws."""
    if not file.size:
        yield empty(file)
        return
    with open_file(file) as opened:
        stream = stream_of(opened, packing)
        yield from _held(file, stream) if packing else _in_place(file, stream)
        if stream.broken:
            yield truncated(file, stream.raw, stream.broken)


def _in_place(file: InputFile, stream: Stream) -> Iterator[UnitDraft | Flaw]:
    builder: UnitBuilder[Member | Known] = UnitBuilder(file.address, lambda entries: Members(file, entries))
    for found in members(stream):
        if isinstance(found, Damage):
            yield _flaw(file, found)
            continue
        known = _known(file, found)
        if known is None and found.start + found.size > file.size:
            known = Unreadable(_name(file, found), CUT)
        size = 0 if known else found.size
        yield from builder.room_for(size)
        builder.add(known or Member(_name(file, found), found.start, found.size), size, min(found.stop, file.size))
    yield from builder.rest(file.size)


def _held(file: InputFile, stream: Stream) -> Iterator[UnitDraft | Flaw]:
    held_data = HeldBuilder(file)
    builder: UnitBuilder[Member | Known] = UnitBuilder(file.address, lambda entries: Members(held_data.give(), entries))
    for found in members(stream):
        if isinstance(found, Damage):
            if not stream.broken:
                yield _flaw(file, found)
            continue
        entry: Member | Known | None = _known(file, found)
        yield from builder.room_for(0 if entry else found.size)
        if entry is None:
            entry = _taken(held_data, _name(file, found), stream.read(found.size), found.size)
        builder.add(entry, found.size if isinstance(entry, Member) else 0, stream.raw)
    yield from builder.rest(stream.raw)


def _taken(held_data: HeldBuilder, name: str, body: bytes, size: int) -> Member | Unreadable:
    return held_data.keep(name, body) if len(body) == size else Unreadable(name, CUT)


def _known(file: InputFile, found: TarMember) -> Known | None:
    """Return what is known of a member without reading it."""
    name = _name(file, found)
    named = is_page_name(found.name)
    if not found.is_file or (not named and is_no_page_name(found.name)):
        return Passed(name)
    if found.odd:
        return Unreadable(name, found.odd)
    if found.size > MAX_PAGE_BYTES:
        return refused(name) if named else Passed(name)
    return None


def _name(file: InputFile, found: TarMember) -> str:
    return f"{file.address}/{found.name}"


def _flaw(file: InputFile, damage: Damage) -> Flaw:
    if damage.stop < 0:
        return truncated(file, damage.start)
    return damaged(file, damage.start, damage.stop)
