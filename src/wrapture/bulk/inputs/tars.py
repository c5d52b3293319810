"""The pages of a tar file: by their places where it is not compressed, with their bytes where it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wrapture.bulk.inputs.chunks import CUT, Member, Members, Passed, Unreadable, refused
from wrapture.bulk.inputs.flaws import breaks_off, damaged, empty
from wrapture.bulk.inputs.names import is_no_page_name, is_page_name
from wrapture.bulk.inputs.places import open_file
from wrapture.bulk.inputs.sheaves import Hoard, Sheaf
from wrapture.bulk.inputs.tarheads import Damage, members
from wrapture.bulk.inputs.unpacking import stream_of
from wrapture.capture.sources import MAX_PAGE_BYTES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wrapture.bulk.inputs.chunks import Draft, File, Known
    from wrapture.bulk.inputs.tarheads import TarMember
    from wrapture.bulk.inputs.unpackers import Packing
    from wrapture.bulk.inputs.unpacking import Stream
    from wrapture.bulk.model import Flaw


def list_tar(file: File, packing: Packing) -> Iterator[Draft | Flaw]:
    """Yield the units of a tar file, and where it is damaged."""
    if not file.size:
        yield empty(file)
        return
    with open_file(file) as opened:
        stream = stream_of(opened, packing)
        yield from _held(file, stream) if packing else _in_place(file, stream)
        if stream.broken:
            yield breaks_off(file, stream.raw, stream.broken)


def _in_place(file: File, stream: Stream) -> Iterator[Draft | Flaw]:
    sheaf: Sheaf[Member | Known] = Sheaf(file.address, lambda entries: Members(file, entries))
    for found in members(stream):
        if isinstance(found, Damage):
            yield _flaw(file, found)
            continue
        known = _known(file, found)
        if known is None and found.start + found.size > file.size:
            known = Unreadable(_name(file, found), CUT)
        size = 0 if known else found.size
        yield from sheaf.room_for(size)
        sheaf.add(known or Member(_name(file, found), found.start, found.size), size, min(found.stop, file.size))
    yield from sheaf.rest(file.size)


def _held(file: File, stream: Stream) -> Iterator[Draft | Flaw]:
    hoard = Hoard(file)
    sheaf: Sheaf[Member | Known] = Sheaf(file.address, lambda entries: Members(hoard.give(), entries))
    for found in members(stream):
        if isinstance(found, Damage):
            if not stream.broken:
                yield _flaw(file, found)
            continue
        entry: Member | Known | None = _known(file, found)
        yield from sheaf.room_for(0 if entry else found.size)
        if entry is None:
            entry = _taken(hoard, _name(file, found), stream.read(found.size), found.size)
        sheaf.add(entry, found.size if isinstance(entry, Member) else 0, stream.raw)
    yield from sheaf.rest(stream.raw)


def _taken(hoard: Hoard, name: str, body: bytes, size: int) -> Member | Unreadable:
    return hoard.keep(name, body) if len(body) == size else Unreadable(name, CUT)


def _known(file: File, found: TarMember) -> Known | None:
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


def _name(file: File, found: TarMember) -> str:
    return f"{file.address}/{found.name}"


def _flaw(file: File, damage: Damage) -> Flaw:
    if damage.stop < 0:
        return breaks_off(file, damage.start)
    return damaged(file, damage.start, damage.stop)
