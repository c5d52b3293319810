"""Answers in a folder that a person can read, and that ``wrapture extract`` can.

.. code-block:: text

    pages/
    └── example.org/                               the host
        └── search-q-books-1f3a9c0455d2e801/       one request: the end of its address, and its key
            ├── 8d21c0aa9be01f44.html              the page, named after what it holds
            └── 20261116T153406536216Z.json        one answer: address, time, status, headers, and the name of the page

The page is written first and the answer's file after it, each whole or not at all, so one who is killed leaves at most a page
that nothing speaks of.  Two programs don't meet: names differ unless what they write is the same.
"""

from __future__ import annotations

import json
from contextlib import contextmanager, suppress
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final

from wrapture.errors import OutputError
from wrapture.files import REASONS, atomic_writer
from wrapture.web.store.answerfile import answer_of, json_of
from wrapture.web.store.keys import kept
from wrapture.web.store.names import ANSWER_FILE, PAGE_FILE, REQUEST_FOLDER, answer_name, folder_names, page_name

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from types import TracebackType
    from typing import Self

    from wrapture.web.messages import Answer, Request

MAX_FILE_BYTES: Final = 64 * 1024 * 1024
"""No answer has a page or a posted body as large as this; a larger file is not of our making."""
TORN: Final = (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError, OverflowError)
"""What comes of reading a file that is not whole, or that somebody has changed."""


class FolderStore:
    """Answers as files below a folder: one folder a host, one folder a request in it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        with _told(folder):
            folder.mkdir(parents=True, exist_ok=True)

    def find(self, request: Request) -> Answer | None:
        """Return the newest answer to a request, as stored, or ``None``; what is torn is passed over."""
        return next(filter(None, map(read_answer, reversed(_answer_files(self._place(request))))), None)

    def keep(self, answer: Answer) -> None:
        """Put an answer on the disk, at once and whole, without its secrets."""
        plain, place = kept(answer), self._place(answer.request)
        try:
            _write(plain, place)
        except OutputError:  # another program may have removed the folder just then: it was old
            _write(plain, place)

    def __iter__(self) -> Iterator[Answer]:
        """Yield every answer that was kept, host by host, those of one request by time."""
        for place in request_folders(self.folder):
            yield from filter(None, map(read_answer, _answer_files(place)))

    def close(self) -> None:
        """Do nothing: no file stays open."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _place(self, request: Request) -> Path:
        return self.folder.joinpath(*folder_names(request))


def request_folders(folder: Path) -> Iterator[Path]:
    """Yield the folders of requests below the folder of a store, sorted; what is not of its making is passed over."""
    for host in _sorted_below(folder):
        yield from (place for place in _sorted_below(host) if REQUEST_FOLDER.fullmatch(place.name))


def read_answer(path: Path) -> Answer | None:
    """Return the answer that a file speaks of, or ``None`` if the file or the page is torn or gone."""
    with suppress(*TORN):
        said = _said(path)
        body = _read(path.with_name(said["page"])) if PAGE_FILE.fullmatch(said["page"]) else b""
        if sha256(body).hexdigest() == said["sha256"]:
            return answer_of(said, body)
    return None


def answer_beside(page: Path) -> Answer | None:
    """Return the newest answer whose page a file is, or ``None`` if it lies in no store."""
    if not PAGE_FILE.fullmatch(page.name):
        return None
    for path in reversed(_answer_files(page.parent)):
        with suppress(*TORN):
            if _said(path)["page"] == page.name:
                return read_answer(path)
    return None


def _write(plain: Answer, place: Path) -> None:
    digest = sha256(plain.body).hexdigest()
    page = place / page_name(plain, digest)
    with _told(place):
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
    """Return whether a page is there already and whole."""
    with suppress(OSError):
        return sha256(_read(page)).hexdigest() == digest
    return False


def _answer_files(place: Path) -> list[Path]:
    """Return the files of a request that speak of answers, by time."""
    return [path for path in _sorted_below(place) if ANSWER_FILE.fullmatch(path.name)]


def _sorted_below(folder: Path) -> list[Path]:
    """Return what lies in a folder, sorted by name; a folder that is gone, or is none, is empty."""
    try:
        return sorted(folder.iterdir())
    except (FileNotFoundError, NotADirectoryError):
        return []


@contextmanager
def _told(folder: Path) -> Iterator[None]:
    """Turn the system's errors into one line that says what to do."""
    try:
        yield
    except OSError as error:
        what = REASONS.get(error.errno or 0, f"can't be used ({error.strerror or error}); choose another folder")
        raise OutputError(str(folder), what) from error
