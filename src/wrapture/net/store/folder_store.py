"""Responses in a folder that people and ``wrapture extract`` can read.

.. code-block:: text

    pages/
    └── example.org/                               the host
        └── search-q-books-1f3a9c0455d2e801/       one request: the end of its address, and its key
            ├── 8d21c0aa9be01f44.html              the page, named after what it holds
            └── 20261116T153406536216Z.json        one answer: address, time, status, headers, and the name of the page

The page is written first and the response's file after it, each atomically, so a killed process leaves at most a page that
nothing refers to.  Programs don't collide: names differ unless their contents are the same.
"""

from __future__ import annotations

import json
from contextlib import suppress
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final

from wrapture.error_lines import output_errors
from wrapture.errors import OutputError
from wrapture.files import atomic_writer
from wrapture.net.store.request_keys import kept
from wrapture.net.store.response_file import answer_of, json_of
from wrapture.net.store.store_names import (
    ANSWER_FILE,
    PAGE_FILE,
    REQUEST_FOLDER,
    answer_name,
    folder_names,
    page_name,
)

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from typing import Self

    from wrapture.net.http_messages import Request, Response

MAX_FILE_BYTES: Final = 64 * 1024 * 1024
"""No page or posted body is larger; a larger file is not ours."""
TORN: Final = (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError, OverflowError)
"""Raised for a file that is incomplete, or was changed by hand."""


class FolderStore:
    """Responses as files: one folder per host, and in it one per request."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        with output_errors(folder, "used", "choose another folder"):
            folder.mkdir(parents=True, exist_ok=True)

    def find(self, request: Request) -> Response | None:
        """Return the newest stored response to a request, or ``None``; damaged files are skipped."""
        return next(filter(None, map(read_answer, reversed(_answer_files(self._place(request))))), None)

    def keep(self, answer: Response) -> None:
        """Write a response to the disk at once, atomically and without its secrets."""
        plain, place = kept(answer), self._place(answer.request)
        try:
            _write(plain, place)
        except OutputError:  # another program may have just removed the folder, because it was old
            _write(plain, place)

    def __iter__(self) -> Iterator[Response]:
        """Yield every stored response, host by host, those of one request by time."""
        for place in request_folders(self.folder):
            yield from filter(None, map(read_answer, _answer_files(place)))

    def close(self) -> None:
        """Do nothing: no file stays open."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _place(self, request: Request) -> Path:
        return self.folder.joinpath(*folder_names(request))


def request_folders(folder: Path) -> Iterator[Path]:
    """Yield the folders of requests in a store, sorted; other folders are skipped."""
    for host in _sorted_below(folder):
        yield from (place for place in _sorted_below(host) if REQUEST_FOLDER.fullmatch(place.name))


def read_answer(path: Path) -> Response | None:
    """Return the response that a file describes, or ``None`` if the file or the page is damaged or gone."""
    with suppress(*TORN):
        said = _said(path)
        body = _read(path.with_name(said["page"])) if PAGE_FILE.fullmatch(said["page"]) else b""
        if sha256(body).hexdigest() == said["sha256"]:
            return answer_of(said, body)
    return None


def _write(plain: Response, place: Path) -> None:
    digest = sha256(plain.body).hexdigest()
    page = place / page_name(plain, digest)
    with output_errors(place, "used", "choose another folder"):
        place.mkdir(parents=True, exist_ok=True)
    if not _holds(page, digest):
        with atomic_writer(page, force=True) as temporary:
            temporary.write_bytes(plain.body)
    said = {"page": page.name, "sha256": digest, **json_of(plain)}
    with atomic_writer(place / answer_name(plain.asked), force=True) as temporary:
        temporary.write_bytes(json.dumps(said, ensure_ascii=False, indent=1).encode("utf-8", "surrogatepass"))


def _said(path: Path) -> dict[str, Any]:
    said = json.loads(_read(path))
    if not isinstance(said, dict):
        raise TypeError(path)
    return said


def _read(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(MAX_FILE_BYTES)


def _holds(page: Path, digest: str) -> bool:
    """Return whether a page is already there and complete."""
    with suppress(OSError):
        return sha256(_read(page)).hexdigest() == digest
    return False


def _answer_files(place: Path) -> list[Path]:
    """Return the files of a request that describe responses, by time."""
    return [path for path in _sorted_below(place) if ANSWER_FILE.fullmatch(path.name)]


def _sorted_below(folder: Path) -> list[Path]:
    """Return the entries of a folder, sorted by name; none if it is gone or is a file."""
    try:
        return sorted(folder.iterdir())
    except (FileNotFoundError, NotADirectoryError):
        return []
