"""The files that an input names, each with its kind."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from wrapture.bulk.inputs.chunks import PageFile, Passed, Unreadable
from wrapture.bulk.inputs.file_kinds import Kind, kind_of
from wrapture.bulk.inputs.folder_walk import first_folder, glob, is_glob, is_hidden, is_within, walk
from wrapture.bulk.inputs.locations import file_at, is_folder
from wrapture.bulk.inputs.member_names import is_no_page_name, is_page_name
from wrapture.bulk.inputs.remote_access import is_web
from wrapture.bulk.jobs import Flaw
from wrapture.capture.page_sources import PAGE_SUFFIXES
from wrapture.error_lines import read_problem
from wrapture.errors import SourceError

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from wrapture.bulk.inputs.chunks import InputFile
    from wrapture.bulk.inputs.folder_walk import WalkStep

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
