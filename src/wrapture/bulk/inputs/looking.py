"""From what was typed to files of the input, each with what it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from wrapture.bulk.inputs.chunks import PageFile, Passed, Unreadable
from wrapture.bulk.inputs.kinds import Kind, kind_of
from wrapture.bulk.inputs.names import is_no_page_name, is_page_name
from wrapture.bulk.inputs.places import file_at, is_folder, why
from wrapture.bulk.inputs.walking import first_folder, glob, is_glob, is_hidden, is_within, walk
from wrapture.bulk.inputs.webs import is_web
from wrapture.bulk.model import Flaw
from wrapture.capture.sources import PAGE_SUFFIXES
from wrapture.errors import SourceError

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from wrapture.bulk.inputs.chunks import File
    from wrapture.bulk.inputs.walking import Step

PAGE: Final = "page"
OWN: Final = "is where the result of the run goes; choose another -o"


class Archive(NamedTuple):
    """A file that holds pages."""

    file: File
    kind: Kind


Found: TypeAlias = PageFile | Archive | Passed | Unreadable | Flaw


def look(given: str, own: Collection[str] = ()) -> Iterator[Found]:
    """Yield the pages and archives that an input names, in order; raises `SourceError` where it names none at all.

    What lies at the ``own`` real paths of a run is left out of folders and patterns, and must not be named.
    """
    if not given:
        raise SourceError("(no name)", "an empty name; give a file, a folder, a pattern or an address")
    try:
        if is_within(first_folder(given), own):
            raise SourceError(given, OWN)
        if is_web(given):  # a question mark is none of a pattern there, and nobody lists its folders
            yield _looked_into(given)
        elif is_glob(given):
            yield from _some(given, "no file fits this pattern; check it", map(_matched, glob(given, own)))
        elif is_folder(given):
            no_pages = "no pages in this folder; for archives in it give a pattern, such as FOLDER/*.warc.gz"
            yield from _some(given, no_pages, filter(None, map(_page, walk(given, _is_seen, own))))
        else:
            yield _looked_into(given)
    except (OSError, ValueError) as error:
        raise SourceError(given, why(error)) from error


def is_one_file(given: str) -> bool:
    """Return whether an input names a file, not a folder or a pattern of many."""
    try:
        return is_web(given) or not (is_glob(given) or is_folder(given))
    except (OSError, ValueError):
        return True


def _some(given: str, otherwise: str, found: Iterator[Found]) -> Iterator[Found]:
    """Yield what was found; raises `SourceError` where that is nothing."""
    first = next(found, None)
    if first is None:
        raise SourceError(given, otherwise)
    yield first
    yield from found


def _is_seen(names: tuple[str, ...]) -> bool:
    return not names[-1].startswith(".")


def _page(step: Step | Flaw) -> Found | None:
    """Return a file of a folder that is a page by its ending."""
    if isinstance(step, Flaw):
        return step
    if not step.parts[-1].lower().endswith(PAGE_SUFFIXES) or is_hidden(step):
        return None
    return _as_page(step.address, named=True)


def _matched(step: Step | Flaw) -> Found:
    """Return a file that a pattern names: it may be anything, but one that ends as a page does is one."""
    if isinstance(step, Flaw):
        return step
    if is_page_name(step.parts[-1]):
        return _as_page(step.address, named=True)
    try:
        file = file_at(step.address)
        kind = kind_of(file)
    except OSError as error:
        return Unreadable(step.address, why(error))
    if kind != Kind(PAGE):
        return Archive(file, kind)
    return Passed(step.address) if is_no_page_name(step.parts[-1]) else PageFile(file, named=False)


def _as_page(address: str, *, named: bool) -> PageFile | Unreadable:
    try:
        return PageFile(file_at(address), named)
    except OSError as error:
        return Unreadable(address, why(error))


def _looked_into(given: str) -> PageFile | Archive:
    file = file_at(given)
    kind = kind_of(file)
    if kind == Kind(PAGE) and given.lower().endswith(".json"):
        kind = Kind("lines")  # and wrong ones, which is said before the work: most likely an array
    return PageFile(file, named=True) if kind == Kind(PAGE) else Archive(file, kind)
