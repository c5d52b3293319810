"""The units of an input: listed one after the other, the same ones whenever the same input is listed."""

from __future__ import annotations

import os
from hashlib import blake2b
from itertools import islice
from typing import TYPE_CHECKING, Final

from wrapture.bulk.inputs.chunks import Draft, Files, Members, PageFile, Passed, Unreadable, refused
from wrapture.bulk.inputs.flaws import breaks_off
from wrapture.bulk.inputs.jsonlines import columns_of_lines, list_lines
from wrapture.bulk.inputs.looking import Archive, is_one_file, look
from wrapture.bulk.inputs.parquets import columns_of_parquet, list_parquet
from wrapture.bulk.inputs.places import is_remote, open_file, why
from wrapture.bulk.inputs.sheaves import Hoard, Sheaf
from wrapture.bulk.inputs.tars import list_tar
from wrapture.bulk.inputs.unpacking import stream_of
from wrapture.bulk.inputs.warcs import list_warc
from wrapture.bulk.inputs.zips import list_zip
from wrapture.bulk.model import Flaw, Unit
from wrapture.capture.sources import MAX_PAGE_BYTES
from wrapture.errors import SourceError

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from wrapture.bulk.inputs.chunks import Chunk, File
    from wrapture.bulk.inputs.looking import Found
    from wrapture.bulk.inputs.unpackers import Packing
    from wrapture.bulk.model import Columns

WEIGHED: Final = 50_000
"""Files that are looked at to know how much there is to do, which takes a second; of more, it is not known."""
IDENTITY_BYTES: Final = 16


def check(inputs: Sequence[str], columns: Columns, own: Collection[str] = ()) -> None:
    """Raise `SourceError` where an input is not there, or is a table whose columns can't be told.

    Of a folder or a pattern, the first file is looked at.  What the run writes to, at its ``own`` real paths, is no input.
    """
    if not inputs:
        raise SourceError("(nothing)", "no input; give files, folders, patterns or archives")
    for given in inputs:
        for found in islice(look(given, own), 1):
            if isinstance(found, Archive):
                _check_columns(given, found, columns)


def list_units(inputs: Sequence[str], columns: Columns, own: Collection[str] = ()) -> Iterator[Unit | Flaw]:
    """Yield the units of some inputs, in order and with numbers from 0 on, and what is wrong with them.

    Nothing about an input ends the listing: what `check` would have said is a flaw here.
    """
    number = 0
    for one in _drafts(inputs, columns, own):
        if isinstance(one, Flaw):
            yield one
        else:
            yield Unit(number, one.source, one.chunk, one.weight, _identity(one.chunk))
            number += 1


def total_weight(inputs: Sequence[str], own: Collection[str] = ()) -> int | None:
    """Return how many bytes there are to read, None where there are too many files to look at."""
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
        raise SourceError(given, why(error)) from error


def _drafts(inputs: Sequence[str], columns: Columns, own: Collection[str]) -> Iterator[Draft | Flaw]:
    """Yield the units of inputs; files that follow each other are read together, even where each was named."""
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


def _drafts_of(found: Found, given: str, loose: _Loose, columns: Columns) -> Iterator[Draft | Flaw]:
    if isinstance(found, Flaw):
        yield found
    elif isinstance(found, Archive):
        yield from loose.rest()
        yield from _in_archive(found, columns)
    else:
        yield from loose.add(found, given)


def _in_archive(archive: Archive, columns: Columns) -> Iterator[Draft | Flaw]:
    """Yield the units of an archive; whatever is wrong with it as a whole is a flaw."""
    try:
        yield from _units_in(archive, columns)
    except SourceError as error:
        yield Flaw(error.where, error.what)
    except OSError as error:
        yield Flaw(archive.file.address, f"{why(error)}; pages after that are missing")


def _units_in(archive: Archive, columns: Columns) -> Iterator[Draft | Flaw]:
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


def _packed_page(file: File, packing: Packing) -> Iterator[Draft | Flaw]:
    """Yield the unit of one page that is compressed."""
    with open_file(file) as opened:
        stream, hoard = stream_of(opened, packing), Hoard(file)
        body = stream.read(MAX_PAGE_BYTES + 1)
    entry = hoard.keep(file.address, body) if len(body) <= MAX_PAGE_BYTES else refused(file.address)
    if stream.broken:
        yield breaks_off(file, stream.raw, stream.broken)
        entry = Unreadable(file.address, "breaks off in the middle")
    yield Draft(file.address, Members(hoard.give(), (entry,)), file.size)


class _Loose:
    """Files that are pages themselves, until they are a unit; its source is the input, or the folder of several."""

    def __init__(self) -> None:
        self._givens: dict[str, None] = {}
        self._sheaf: Sheaf[PageFile | Passed | Unreadable] = Sheaf("", Files)

    def add(self, found: PageFile | Passed | Unreadable, given: str) -> Iterator[Draft]:
        size = found.file.size if isinstance(found, PageFile) else 0
        yield from self._named(self._sheaf.room_for(size))
        self._givens[given] = None
        self._sheaf.add(found, size, self._sheaf.end + size)

    def rest(self) -> Iterator[Draft]:
        yield from self._named(self._sheaf.rest())

    def _named(self, drafts: Iterable[Draft]) -> Iterator[Draft]:
        for draft in drafts:
            yield draft._replace(source=_common(list(self._givens)))
            self._givens = {}


def _common(givens: Sequence[str]) -> str:
    """Return the input that files come from, or the folder that several have in common; of addresses, that of the first.

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
