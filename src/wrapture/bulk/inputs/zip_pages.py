"""The pages of a zip file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wrapture.archive.zip_content import STORED, ZipContentError, content_of, flaw_of
from wrapture.archive.zip_directory import LOCAL_HEAD, NoDirectoryError, ZipMember, directory, salvaged
from wrapture.bulk.inputs.chunks import CUT, Passed, Unreadable, ZipMembers, refused
from wrapture.bulk.inputs.grouping import UnitBuilder
from wrapture.bulk.inputs.input_flaws import empty, truncated
from wrapture.bulk.inputs.locations import open_file
from wrapture.bulk.inputs.member_names import is_no_page_name, is_page_name
from wrapture.bulk.inputs.page_bodies import capture_of
from wrapture.capture.saved_formats import MAX_PAGE_BYTES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wrapture.bulk.inputs.chunks import InputFile, Known, UnitDraft
    from wrapture.bulk.inputs.locations import Opened
    from wrapture.bulk.jobs import Flaw
    from wrapture.model import Capture


def list_zip(file: InputFile) -> Iterator[UnitDraft | Flaw]:
    """Yield the units of a zip file, and its flaws."""
    if not file.size:
        yield empty(file)
        return
    with open_file(file) as opened:
        builder: UnitBuilder[ZipMember | Known] = UnitBuilder(file.address, lambda entries: ZipMembers(file, entries))
        read_to = 0
        try:
            for member in directory(opened):
                read_to = max(read_to, member.start + LOCAL_HEAD.size + member.packed)
                yield from _added(builder, file, member)
        except NoDirectoryError:
            yield from _salvaged(builder, opened, read_to)
        yield from builder.rest(file.size)


def _salvaged(builder: UnitBuilder[ZipMember | Known], opened: Opened, start: int) -> Iterator[UnitDraft | Flaw]:
    """Yield the units of the members found by their own headers, and the flaw."""
    end = 0
    for member in salvaged(opened, start):
        if isinstance(member, int):
            end = min(member, opened.file.size)
        else:
            yield from _added(builder, opened.file, member)
    yield from builder.rest(opened.file.size)
    yield truncated(opened.file, end, "its directory is missing or damaged")


def _added(builder: UnitBuilder[ZipMember | Known], file: InputFile, member: ZipMember) -> Iterator[UnitDraft]:
    named = member._replace(name=f"{file.address}/{member.name}")
    known = _known(file, member.name, named)
    size = 0 if known else member.size
    yield from builder.room_for(size)
    builder.add(known or named, size, builder.end + LOCAL_HEAD.size + member.packed)


def _known(file: InputFile, inner: str, member: ZipMember) -> Known | None:
    """Return what is known about a member without reading it."""
    is_page = is_page_name(inner)
    if not is_page and is_no_page_name(inner):
        return Passed(member.name)
    flaw = flaw_of(member)
    if flaw:
        return Unreadable(member.name, flaw)
    if member.start + LOCAL_HEAD.size + member.packed > file.size:
        return Unreadable(member.name, CUT)
    if member.size > MAX_PAGE_BYTES or (member.method == STORED and member.packed > MAX_PAGE_BYTES):
        return refused(member.name) if is_page else Passed(member.name)
    return None


def read_zip_member(opened: Opened, member: ZipMember) -> Capture | Passed | Unreadable:
    """Return the page of a member."""
    try:
        body = content_of(opened, member, MAX_PAGE_BYTES)
    except ZipContentError as error:
        return Unreadable(member.name, str(error))
    return refused(member.name) if body is None else capture_of(member.name, body, named=is_page_name(member.name))
