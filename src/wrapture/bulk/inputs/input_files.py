"""The files that an input names, each with its kind: by its content, or by its extension if the content is not clear."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias

from wrapture.archive.codecs import packing_of
from wrapture.archive.tar_headers import BLOCK, ZEROS, head_of
from wrapture.archive.unpacking import stream_of
from wrapture.bulk.inputs.chunks import PageFile, Passed, Unreadable
from wrapture.bulk.inputs.folder_walk import first_folder, glob, is_glob, is_hidden, is_within, walk
from wrapture.bulk.inputs.locations import file_at, is_folder, open_file
from wrapture.bulk.inputs.member_names import is_no_page_name, is_page_name
from wrapture.bulk.inputs.remote_access import is_web
from wrapture.bulk.jobs import Flaw
from wrapture.capture.page_sources import PAGE_SUFFIXES
from wrapture.error_lines import read_problem
from wrapture.errors import SourceError
from wrapture.html.snapshot_file import is_snapshot

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from wrapture.archive.codecs import Packing
    from wrapture.bulk.inputs.chunks import InputFile
    from wrapture.bulk.inputs.folder_walk import WalkStep


Container: TypeAlias = Literal["page", "tar", "zip", "warc", "parquet", "lines"]

LOOKED_AT: Final = 4096
ENDINGS: Final[dict[str, Container]] = {
    ".tar": "tar",
    ".zip": "zip",
    ".warc": "warc",
    ".parquet": "parquet",
    ".pq": "parquet",
    ".jsonl": "lines",
    ".ndjson": "lines",
}
PACKED: Final[dict[str, Packing]] = {".gz": "gzip", ".bz2": "bz2", ".xz": "xz", ".zst": "zstd"}
SHORT: Final = {".tgz": ".tar.gz", ".tbz2": ".tar.bz2", ".tbz": ".tar.bz2", ".txz": ".tar.xz", ".tzst": ".tar.zst"}
ZIP_MAGICS: Final = (b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08")

_HTML: Final = re.compile(rb"(?:\xef\xbb\xbf)?\s*<[!?a-z]", re.IGNORECASE)
_JSON: Final = re.compile(rb"(?:\xef\xbb\xbf)?\s*\{\s*[\"}]")


class Kind(NamedTuple):
    """What a file is, and how it is compressed."""

    container: Container
    packing: Packing = ""


def kind_of(file: InputFile) -> Kind:
    """Return the kind of a file; raises `OSError` if it can't be read."""
    with open_file(file) as opened:
        head = opened.read_at(0, LOOKED_AT)
        packing = packing_of(head)
        if packing == "gzip" and is_snapshot(head):
            return Kind("page")
        inside = stream_of(opened, packing).peek(BLOCK) if packing else head
    container = _shown(inside, file.address)
    if container is not None:
        return Kind(container, packing)
    said = _said(file.address)
    if said.container != "page" and not _HTML.match(inside):
        return said if not head else Kind(said.container, packing)
    return Kind("page", packing)


def _shown(head: bytes, name: str) -> Container | None:
    """Return the kind that the first bytes show, if they are clear."""
    if head.startswith(ZIP_MAGICS):
        return "zip"
    if head.startswith(b"PAR1"):
        return "parquet"
    if head.startswith(b"WARC/"):
        return "warc"
    if len(head) >= BLOCK and head_of(head[:BLOCK]) is not None:
        return "tar"
    if _JSON.match(head) and not is_page_name(name):
        return "lines"
    return "tar" if head[:BLOCK] == ZEROS and _said(name).container == "tar" else None


def _said(name: str) -> Kind:
    """Return the kind that a file name suggests.

    >>> _said("a/crawl.TGZ"), _said("rows.jsonl.zst").packing, _said("list.html").container
    (Kind(container='tar', packing='gzip'), 'zstd', 'page')
    """
    lower = name.partition("::")[0].lower()
    for short, long in SHORT.items():
        if lower.endswith(short):
            lower = lower.removesuffix(short) + long
    packing: Packing = next((PACKED[ending] for ending in PACKED if lower.endswith(ending)), "")
    inner = lower.rpartition(".")[0] if packing else lower
    return Kind(next((ENDINGS[ending] for ending in ENDINGS if inner.endswith(ending)), "page"), packing)


PAGE: Final = "page"
OWN: Final = "is where the result of the run goes; choose another output"


class Archive(NamedTuple):
    """A file that contains pages."""

    file: InputFile
    kind: Kind


Found: TypeAlias = PageFile | Archive | Passed | Unreadable | Flaw


def look(given: str, own: Collection[str] = ()) -> Iterator[Found]:
    """Yield the pages and archives that an input names, in order; raises `SourceError` if there are none.

    The ``own`` real paths of a run are left out of folders and patterns, and must not be inputs themselves.
    """
    if not given:
        raise SourceError("(no name)", "an empty name; give a file, a folder, a pattern or an address")
    try:
        if is_within(first_folder(given), own):
            raise SourceError(given, OWN)
        if is_web(given):  # "?" begins a query there, and folders can't be listed
            yield _looked_into(given)
        elif is_glob(given):
            yield from _some(given, "no file matches this pattern; check it", map(_matched, glob(given, own)))
        elif is_folder(given):
            no_pages = "no pages in this folder; for archives in it give a pattern, such as FOLDER/*.warc.gz"
            yield from _some(given, no_pages, filter(None, map(_page, walk(given, _is_seen, own))))
        else:
            yield _looked_into(given)
    except (OSError, ValueError) as error:
        raise SourceError(given, read_problem(error)) from error


def is_one_file(given: str) -> bool:
    """Return whether an input names a single file, not a folder or a pattern."""
    try:
        return is_web(given) or not (is_glob(given) or is_folder(given))
    except (OSError, ValueError):
        return True


def _some(given: str, otherwise: str, found: Iterator[Found]) -> Iterator[Found]:
    """Yield what was found; raises `SourceError` if nothing was."""
    first = next(found, None)
    if first is None:
        raise SourceError(given, otherwise)
    yield first
    yield from found


def _is_seen(names: tuple[str, ...]) -> bool:
    return not names[-1].startswith(".")


def _page(step: WalkStep | Flaw) -> Found | None:
    """Return a file of a folder that is a page by its extension."""
    if isinstance(step, Flaw):
        return step
    if not step.parts[-1].lower().endswith(PAGE_SUFFIXES) or is_hidden(step):
        return None
    return _as_page(step.address, named=True)


def _matched(step: WalkStep | Flaw) -> Found:
    """Return a file that matches a pattern: a page if its extension says so, else what its content shows."""
    if isinstance(step, Flaw):
        return step
    if is_page_name(step.parts[-1]):
        return _as_page(step.address, named=True)
    try:
        file = file_at(step.address)
        kind = kind_of(file)
    except OSError as error:
        return Unreadable(step.address, read_problem(error))
    if kind != Kind(PAGE):
        return Archive(file, kind)
    return Passed(step.address) if is_no_page_name(step.parts[-1]) else PageFile(file, named=False)


def _as_page(address: str, *, named: bool) -> PageFile | Unreadable:
    try:
        return PageFile(file_at(address), named)
    except OSError as error:
        return Unreadable(address, read_problem(error))


def _looked_into(given: str) -> PageFile | Archive:
    file = file_at(given)
    kind = kind_of(file)
    if kind == Kind(PAGE) and given.lower().endswith(".json"):
        kind = Kind("lines")  # most likely an array, which is reported before the run starts
    return PageFile(file, named=True) if kind == Kind(PAGE) else Archive(file, kind)
