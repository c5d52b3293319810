"""The units of an input: listed one after the other, the same ones whenever the same input is listed."""

from __future__ import annotations

import os
from hashlib import blake2b
from itertools import islice
from typing import TYPE_CHECKING, Final

from wrapture.archive.unpacking import stream_of
from wrapture.bulk.inputs.chunks import Files, Members, PageFile, Passed, UnitDraft, Unreadable, refused
from wrapture.bulk.inputs.grouping import HeldBuilder, UnitBuilder
from wrapture.bulk.inputs.input_files import Archive, is_one_file, look
from wrapture.bulk.inputs.input_flaws import truncated
from wrapture.bulk.inputs.json_lines_pages import columns_of_lines, list_lines
from wrapture.bulk.inputs.locations import is_remote, open_file
from wrapture.bulk.inputs.parquet_pages import columns_of_parquet, list_parquet
from wrapture.bulk.inputs.tar_pages import list_tar
from wrapture.bulk.inputs.warc_units import list_warc
from wrapture.bulk.inputs.zip_pages import list_zip
from wrapture.bulk.jobs import Flaw, Unit
from wrapture.capture.saved_formats import MAX_PAGE_BYTES
from wrapture.error_lines import read_problem
from wrapture.errors import SourceError

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from wrapture.archive.codecs import Packing
    from wrapture.bulk.inputs.chunks import Chunk, InputFile
    from wrapture.bulk.inputs.input_files import Found
    from wrapture.bulk.jobs import Columns

WEIGHED: Final = 50_000
"""Files whose sizes are added up for the progress display, which takes a second; with more, the total is unknown."""
IDENTITY_BYTES: Final = 16


def check(inputs: Sequence[str], columns: Columns, own: Collection[str] = ()) -> None:
    """Raise `SourceError` if an input is missing, or is a table whose columns are not clear.

    Of a folder or a pattern, the first file is checked.  The ``own`` real paths of the run can't be inputs.
    """
    if not inputs:
        raise SourceError("(nothing)", "no input; give files, folders, patterns or archives")
    for given in inputs:
        for found in islice(look(given, own), 1):
            if isinstance(found, Archive):
                _check_columns(given, found, columns)


def list_units(inputs: Sequence[str], columns: Columns, own: Collection[str] = ()) -> Iterator[Unit | Flaw]:
    """Yield the units of the inputs, in order and numbered from 0, and their flaws.

    Nothing about an input ends the listing: what `check` would raise is a flaw here.
    """
    number = 0
    for one in _drafts(inputs, columns, own):
        if isinstance(one, Flaw):
            yield one
        else:
            yield Unit(number, one.source, one.chunk, one.weight, _identity(one.chunk))
            number += 1


def total_weight(inputs: Sequence[str], own: Collection[str] = ()) -> int | None:
    """Return how many bytes there are to read, None if there are too many files to add up."""
    total = looked_at = 0
    for given in inputs:
        try:
            for found in look(given, own):
                looked_at += 1
                if looked_at > WEIGHED:
                    return None
                if isinstance(found, PageFile | Archive):
                    total += found.file.size
        except SourceError:
            continue
    return total


def _identity(chunk: Chunk) -> str:
    return blake2b(repr(chunk).encode("utf-8", "surrogatepass"), digest_size=IDENTITY_BYTES).hexdigest()


def _check_columns(given: str, archive: Archive, columns: Columns) -> None:
    try:
        if archive.kind.container == "parquet":
            columns_of_parquet(archive.file, columns)
        elif archive.kind.container == "lines":
            columns_of_lines(archive.file, archive.kind.packing, columns)
    except OSError as error:
        raise SourceError(given, read_problem(error)) from error


def _drafts(inputs: Sequence[str], columns: Columns, own: Collection[str]) -> Iterator[UnitDraft | Flaw]:
    """Yield the units of inputs; consecutive files are grouped, even if each was named separately."""
    loose = _Loose()
    for given in inputs:
        is_one = is_one_file(given)
        if not is_one:
            yield from loose.rest()
        try:
            for found in look(given, own):
                yield from _drafts_of(found, given, loose, columns)
        except SourceError as error:
            yield Flaw(error.where, error.what)
        if not is_one:
            yield from loose.rest()
    yield from loose.rest()


def _drafts_of(found: Found, given: str, loose: _Loose, columns: Columns) -> Iterator[UnitDraft | Flaw]:
    if isinstance(found, Flaw):
        yield found
    elif isinstance(found, Archive):
        yield from loose.rest()
        yield from _in_archive(found, columns)
    else:
        yield from loose.add(found, given)


def _in_archive(archive: Archive, columns: Columns) -> Iterator[UnitDraft | Flaw]:
    """Yield the units of an archive; anything wrong with it as a whole is a flaw."""
    try:
        yield from _units_in(archive, columns)
    except SourceError as error:
        yield Flaw(error.where, error.what)
    except OSError as error:
        yield Flaw(archive.file.address, f"{read_problem(error)}; pages after that are missing")


def _units_in(archive: Archive, columns: Columns) -> Iterator[UnitDraft | Flaw]:
    file, (container, packing) = archive
    match container:
        case "tar":
            return list_tar(file, packing)
        case "zip":
            return list_zip(file)
        case "warc":
            return list_warc(file, packing)
        case "parquet":
            return list_parquet(file, columns)
        case "lines":
            return list_lines(file, packing, columns)
        case "page":
            return _packed_page(file, packing)


def _packed_page(file: InputFile, packing: Packing) -> Iterator[UnitDraft | Flaw]:
    """Yield the unit of a single compressed page."""
    with open_file(file) as opened:
        stream, held_data = stream_of(opened, packing), HeldBuilder(file)
        body = stream.read(MAX_PAGE_BYTES + 1)
    entry = held_data.keep(file.address, body) if len(body) <= MAX_PAGE_BYTES else refused(file.address)
    if stream.broken:
        yield truncated(file, stream.raw, stream.broken)
        entry = Unreadable(file.address, "is truncated")
    yield UnitDraft(file.address, Members(held_data.give(), (entry,)), file.size)


class _Loose:
    """Collects files that are pages into units, named after their input or the folder they share."""

    def __init__(self) -> None:
        self._givens: dict[str, None] = {}
        self._builder: UnitBuilder[PageFile | Passed | Unreadable] = UnitBuilder("", Files)

    def add(self, found: PageFile | Passed | Unreadable, given: str) -> Iterator[UnitDraft]:
        size = found.file.size if isinstance(found, PageFile) else 0
        yield from self._named(self._builder.room_for(size))
        self._givens[given] = None
        self._builder.add(found, size, self._builder.end + size)

    def rest(self) -> Iterator[UnitDraft]:
        yield from self._named(self._builder.rest())

    def _named(self, drafts: Iterable[UnitDraft]) -> Iterator[UnitDraft]:
        for draft in drafts:
            yield draft._replace(source=_common(list(self._givens)))
            self._givens = {}


def _common(givens: Sequence[str]) -> str:
    """Return the input that files come from, or the folder that several share; of addresses, that of the first.

    >>> _common(["a/b"]), _common(["a/b/1.html", "a/b/2.html"]), _common(["1.html", "2.html"])
    ('a/b', 'a/b', '.')
    """
    if len(givens) == 1:
        return givens[0]
    if any(is_remote(given) for given in givens):
        return givens[0].rpartition("/")[0]
    try:
        return os.path.commonpath([os.path.dirname(given) for given in givens]) or "."  # noqa: PTH120 - names, not files
    except ValueError:  # some are below the root, some not
        return "."
