"""Get pages from the sources a user gives: files (HTML, saved or rendered pages), folders, ``-`` for standard input, addresses.

`expand` lists the pages first, so that a progress bar knows their number; `read` gets one of them.  A page that can't be
read becomes a `Failure` in its place.
"""

from __future__ import annotations

import errno
import os
import re
import sys
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, TypeAlias

from wrapture.capture.saved_formats import MAX_PAGE_BYTES, SAVED_SUFFIXES, unpacked
from wrapture.error_lines import read_problem
from wrapture.errors import SourceError
from wrapture.html.snapshot_file import SUFFIX, is_snapshot
from wrapture.model import Capture
from wrapture.model.table import Failure
from wrapture.net.content_kinds import binary_kind
from wrapture.net.web_address import is_divisible

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

Fetch: TypeAlias = "Callable[[str], Capture]"
"""A function that fetches an address; raises `SourceError`, of which `FetchError` is a subclass."""

STDIN = "-"
PAGE_SUFFIXES = (".html", ".htm", ".xhtml", ".shtml", SUFFIX, *SAVED_SUFFIXES)
REASONS = {
    errno.ENOENT: "no such file or folder; check the name (an address starts with https://)",
    errno.EISDIR: f"no pages in this folder; they end in {', '.join(PAGE_SUFFIXES)}",
}
ADDRESS = re.compile(r"[a-z][a-z0-9+.-]+://", re.IGNORECASE)  # at least two letters: C:// is a drive
SAVED_FROM = re.compile(
    r"<!--\s*saved from url=\(\d+\)(https?://\S+?)\s*-->"  # browsers
    r"|<!--\s*Page saved with SingleFile\s+url:\s*(https?://\S+)\s",
    re.IGNORECASE,
)
SAVED_FROM_BYTES = 2048
"""Browsers write the address of a saved page right after the doctype."""
UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")


def fetch_page(url: str, *, allow_private: bool = False) -> Capture:
    """Return the page at an http(s) address; the code for HTTP is loaded now, since most pages come from files."""
    from wrapture.capture.fetch import fetch

    return fetch(url, allow_private=allow_private)


def fetcher(*, allow_private: bool) -> Fetch:
    """Return a function that fetches addresses, those of this machine and private networks only with `allow_private`."""
    return partial(fetch_page, allow_private=allow_private)


def expand(sources: Iterable[str]) -> list[str]:
    """Return the names of all pages of `sources`: for a folder the pages below it, otherwise the source itself.

    A folder without pages is returned itself, and fails when it is read.
    """
    return [page for source in sources for page in (_pages_below(source) if _is_folder(source) else [source])]


def read(source: str, *, fetch: Fetch = fetch_page) -> Capture | Failure:
    """Return the capture of one page, or the failure to read it; its ``error`` does not include the page's name."""
    try:
        if ADDRESS.match(source):
            return fetch(source)
        return checked(_read_stdin()) if source == STDIN else read_file(source)
    except SourceError as error:
        return Failure(error.where, error.what)


def read_file(path: str) -> Capture:
    """Return the page in a file, of HTML or rendered; raises `SourceError`."""
    return checked(_read_file(path))


def checked(capture: Capture) -> Capture:
    """Return the page of a capture, unpacked if it was saved in an archive; raises `SourceError` for a picture or the like.

    A page that comes without an address gets the one that was written into it when it was saved.
    """
    if not is_snapshot(capture.body):
        capture = unpacked(capture)
    if is_snapshot(capture.body):
        return replace(capture, url=None, media="snapshot")
    kind = binary_kind(capture.body)
    if kind is not None:
        raise SourceError(capture.name, f"is {kind}, not a page; give an HTML file")
    return capture if capture.url else replace(capture, url=saved_from(capture.body))


def saved_from(body: bytes) -> str | None:
    """Return the address that a browser, or SingleFile, wrote into a page when it saved it.

    >>> saved_from(b"<!DOCTYPE html><!-- saved from url=(0023)http://example.org/list --><html>")
    'http://example.org/list'
    """
    head = body[:SAVED_FROM_BYTES]
    note = SAVED_FROM.search(head.decode("utf-16" if head.startswith(UTF16_MARKS) else "utf-8", "ignore"))
    address = note[1] or note[2] if note else None
    return address if address and is_divisible(address) else None


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
        raise SourceError(STDIN, "standard input is empty; pipe a page into it")
    return Capture(STDIN, body)


def _read_file(path: str) -> Capture:
    if not path:
        raise SourceError("(no name)", "an empty name; give a file, a folder, - or an address")
    try:
        with Path(path).open("rb") as file:
            body = _read_all(file, path)
    except (OSError, ValueError) as error:
        raise SourceError(path, read_problem(error, REASONS)) from error
    return Capture(path, body, folder=str(Path(path).parent))


def _read_all(file: BinaryIO, name: str) -> bytes:
    body = file.read(MAX_PAGE_BYTES + 1)
    if len(body) > MAX_PAGE_BYTES:
        raise SourceError(name, f"is longer than {MAX_PAGE_BYTES:,} bytes; split it into several pages")
    return body
