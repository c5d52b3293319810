"""A saved page in a zip file with its files: the page is the HTML file that is nearest to the top."""

from __future__ import annotations

import mimetypes
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Final
from urllib.parse import quote

from wrapture.archive.byte_source import BytesSource
from wrapture.archive.zip_content import ZipContentError, content_of, flaw_of
from wrapture.archive.zip_directory import NoDirectoryError, directory
from wrapture.capture.saved_formats import MAX_PAGE_BYTES, SAVED_SUFFIXES
from wrapture.errors import SourceError
from wrapture.model import SavedPart

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wrapture.archive.zip_directory import ZipMember
    from wrapture.model import Capture

MAX_MEMBERS: Final = 10_000  # a saved page has some hundred files
MAX_PARTS_BYTES: Final = 128 * 1024 * 1024  # of all files beside the page, decompressed
PAGES: Final = (".html", ".htm", ".xhtml", *SAVED_SUFFIXES)
ONE_PAGE: Final = "give a zip file of one saved page, or read all its pages with wrapture bulk"


def page_in_zip(capture: Capture) -> Capture:
    """Return the page in a zip file, with its other files; raises `SourceError` if there is none, or if there are several."""
    source = BytesSource(capture.body)
    members = _members(capture, source)
    page = _page(capture, members)
    folder = page.name.rpartition("/")[0]
    others = [one for one in members if one is not page and one.name.startswith(f"{folder}/" if folder else "")]
    body = _content(capture, source, page)
    return replace(
        capture, body=body, folder=None, parts=tuple(_parts(source, others, len(folder) + 1 if folder else 0))
    )


def _members(capture: Capture, source: BytesSource) -> list[ZipMember]:
    """Return the files in an archive, without folders and what systems add; raises `SourceError`."""
    try:
        members = list(islice(directory(source), MAX_MEMBERS + 1))
    except NoDirectoryError as error:
        raise SourceError(capture.name, "is a ZIP archive whose directory is damaged; save the page again") from error
    if len(members) > MAX_MEMBERS:
        raise SourceError(capture.name, f"has more than {MAX_MEMBERS:,} files; {ONE_PAGE}")
    return [one for one in members if not one.name.endswith("/") and not one.name.startswith("__MACOSX/")]


def _page(capture: Capture, members: Sequence[ZipMember]) -> ZipMember:
    """Return the member that is the page: of those nearest to the top, the only one or ``index.html``."""
    pages = [one for one in members if one.name.lower().endswith(PAGES)]
    if not pages:
        raise SourceError(capture.name, f"is a ZIP archive (or a document in one) without a page; {ONE_PAGE}")
    top = min(one.name.count("/") for one in pages)
    nearest = [one for one in pages if one.name.count("/") == top]
    named = [one for one in nearest if one.name.rpartition("/")[2].lower().startswith("index.")]
    if len(nearest) > 1 and len(named) != 1:
        raise SourceError(capture.name, f"is a ZIP archive of {len(nearest)} pages; {ONE_PAGE}")
    return named[0] if named else nearest[0]


def _content(capture: Capture, source: BytesSource, page: ZipMember) -> bytes:
    """Return the bytes of the page; raises `SourceError`."""
    flaw = flaw_of(page)
    try:
        body = None if flaw else content_of(source, page, MAX_PAGE_BYTES)
    except ZipContentError as error:
        flaw = str(error)
    if flaw or body is None:
        flaw = flaw or f"is longer than {MAX_PAGE_BYTES:,} bytes; split it into several pages"
        raise SourceError(f"{capture.name}/{page.name}", flaw)
    return body


def _parts(source: BytesSource, members: Sequence[ZipMember], skipped: int) -> Iterator[SavedPart]:
    """Yield the files beside the page that can be read, as long as they fit into the limit; damaged ones count, too."""
    left = MAX_PARTS_BYTES
    for member in members:
        if flaw_of(member) or member.size > left:
            continue
        left -= member.size
        try:
            body = content_of(source, member, member.size)
        except ZipContentError:
            continue
        if body is not None:
            kind = mimetypes.guess_type(member.name)[0] or "application/octet-stream"
            yield SavedPart(quote(member.name[skipped:]), body, kind)
