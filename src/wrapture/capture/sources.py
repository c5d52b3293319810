"""Pages from what a person typed: files (of HTML, or rendered pages), folders, ``-`` for standard input, http(s) addresses.

`expand` lists the pages first, so that a progress bar knows how many there are; `read` gets one of them.  What
cannot be had becomes a `Failure` in its place and the others go on.
"""

from __future__ import annotations

import os
import re
import sys
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, TypeAlias

from wrapture.capture.fetch import fetch as fetch_page
from wrapture.capture.kinds import binary_kind
from wrapture.errors import SourceError
from wrapture.extraction.table import Failure
from wrapture.html.snapshotfile import SUFFIX, is_snapshot
from wrapture.model import Capture

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

Fetch: TypeAlias = "Callable[[str], Capture]"
"""How an address becomes a capture; raises `SourceError` (of which `FetchError` is one) when it does not."""

STDIN = "-"
PAGE_SUFFIXES = (".html", ".htm", ".xhtml", ".shtml", SUFFIX)
MAX_PAGE_BYTES = 64 * 1024 * 1024
"""For files and standard input: room for the 50 MB pages that database dumps print, and an end to ``/dev/zero``."""

ADDRESS = re.compile(r"[a-z][a-z0-9+.-]+://", re.IGNORECASE)  # two letters at least: C:// is a drive
SAVED_FROM = re.compile(r"<!--\s*saved from url=\(\d+\)(https?://\S+?)\s*-->", re.IGNORECASE)
SAVED_FROM_BYTES = 2048
"""Browsers write where a page came from right after the doctype."""
UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")


def fetcher(*, allow_private: bool) -> Fetch:
    """Return how addresses become captures: those of this machine and of private networks only where that is allowed."""
    return partial(fetch_page, allow_private=allow_private)


def iter_captures(sources: Sequence[str], *, fetch: Fetch = fetch_page) -> Iterator[Capture | Failure]:
    """Yield a capture for every page of `sources`, in order, or the failure to get it."""
    for source in expand(sources):
        yield read(source, fetch=fetch)


def expand(sources: Iterable[str]) -> list[str]:
    """Return every page of `sources` by name: a folder gives the pages below it, anything else itself.

    A folder without pages stands for itself too, and fails when it is read.
    """
    return [page for source in sources for page in (_pages_below(source) if _is_folder(source) else [source])]


def read(source: str, *, fetch: Fetch = fetch_page) -> Capture | Failure:
    """Return the capture of one page, or the failure to get it; its ``error`` leaves out the page's name."""
    try:
        if ADDRESS.match(source):
            return fetch(source)
        capture = _read_stdin() if source == STDIN else _read_file(source)
        if is_snapshot(capture.body):
            return replace(capture, url=None, media="snapshot")
        kind = binary_kind(capture.body)
        return capture if kind is None else Failure(source, f"is {kind}, not a page; give an HTML file")
    except SourceError as error:
        return Failure(error.where, error.what)


def saved_from(body: bytes) -> str | None:
    """Return the address that a browser noted in a page when it saved it.

    >>> saved_from(b"<!DOCTYPE html><!-- saved from url=(0023)http://example.org/list --><html>")
    'http://example.org/list'
    """
    head = body[:SAVED_FROM_BYTES]
    note = SAVED_FROM.search(head.decode("utf-16" if head.startswith(UTF16_MARKS) else "utf-8", "ignore"))
    return note[1] if note else None


def _is_folder(source: str) -> bool:
    return source not in {"", STDIN} and not ADDRESS.match(source) and Path(source).is_dir()


def _pages_below(folder: str) -> list[str]:
    """Return the pages below a folder, sorted; sub-folders that can't be listed are named, to fail when read."""
    found: list[str] = []
    closed: list[str] = []
    for root, folders, names in os.walk(folder, onerror=lambda error: closed.append(error.filename)):
        folders[:] = [name for name in folders if not name.startswith(".")]
        found += [str(Path(root, name)) for name in names if _is_page(name)]
    return sorted([*found, *closed], key=lambda name: Path(name).parts) or [folder]


def _is_page(name: str) -> bool:
    return name.lower().endswith(PAGE_SUFFIXES) and not name.startswith(".")


def _read_stdin() -> Capture:
    body = _read_all(sys.stdin.buffer, STDIN)
    if not body:
        raise SourceError(STDIN, "nothing came in on standard input; pipe a page into it")
    return Capture(STDIN, body, saved_from(body))


def _read_file(path: str) -> Capture:
    if not path:
        raise SourceError("(no name)", "an empty name; give a file, a folder, - or an address")
    try:
        with Path(path).open("rb") as file:
            body = _read_all(file, path)
    except (OSError, ValueError) as error:
        raise SourceError(path, _reason(error)) from error
    return Capture(path, body, saved_from(body), folder=str(Path(path).parent))


def _read_all(file: BinaryIO, name: str) -> bytes:
    body = file.read(MAX_PAGE_BYTES + 1)
    if len(body) > MAX_PAGE_BYTES:
        raise SourceError(name, f"is longer than {MAX_PAGE_BYTES:,} bytes; cut it into several pages")
    return body


def _reason(error: OSError | ValueError) -> str:
    """Return why a file could not be read and what to do, on one line."""
    match error:
        case FileNotFoundError():
            return "no such file or folder; check the name (an address starts with https://)"
        case IsADirectoryError():
            return f"no pages in this folder; they end in {', '.join(PAGE_SUFFIXES)}"
        case PermissionError():
            return "no permission to read it; change its permissions"
        case OSError():
            return f"can't be read ({error.strerror or error}); check the file"
        case _:
            return f"not the name of a file ({error}); check the name"
