"""One page from whatever a caller of the library has: a path, an address, bytes, text, a capture or a page."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Final, TypeAlias, cast

from wrapture.capture.page_sources import checked, fetcher, read_file
from wrapture.errors import NotAPageError, SourceError
from wrapture.html.lexbor import parse_page
from wrapture.html.page import Page
from wrapture.html.parsing import read_page
from wrapture.model import Capture
from wrapture.wording import shown_input

PageInput: TypeAlias = "Page | Capture | str | bytes | os.PathLike[str]"
"""What can become a page."""

WEB_ADDRESS: Final = re.compile(r"\s*https?://", re.IGNORECASE)
ACCEPTED: Final = "a path, an http(s) address, HTML (text or bytes), a Page or a Capture"


def to_page(source: PageInput, *, allow_private: bool = False) -> Page:
    """Return the numbered page of a path, an address, bytes, HTML text, a capture or a page.

    A text is an address if it starts with ``http://`` or ``https://``, HTML if it contains ``<``, and a path otherwise.
    Raises `SourceError` if there is no page to be had, and `NotAPageError` if the input is something else.

    >>> to_page("<p>Hello").name
    'page'
    """
    opened = open_input(source, allow_private=allow_private)
    if isinstance(opened, Page):
        return opened
    return parse_page(opened) if isinstance(opened, str) else read_page(opened)


def open_input(source: PageInput, *, allow_private: bool = False) -> Page | Capture | str:
    """Return an input as it can be read: a page as it is, HTML text as it is, and anything else as a capture; raises alike."""
    match source:
        case Page() | Capture():
            return source
        case bytes() | bytearray() | memoryview():
            return capture_of_bytes(bytes(source))
        case str():
            return _open_text(source, allow_private=allow_private)
        case os.PathLike():
            return _capture_of_file(os.fspath(source))
        case _:
            raise NotAPageError(shown_input(source), f"is of type {type(source).__name__}; give {ACCEPTED}")


def to_pages(sources: PageInput | Iterable[PageInput], *, allow_private: bool = False) -> tuple[Page, ...]:
    """Return the pages of one input or of several; raises `ValueError` if there are none."""
    single = isinstance(sources, Page | Capture | str | bytes | bytearray | memoryview | os.PathLike)
    several = isinstance(sources, Iterable) and not single and not hasattr(sources, "read")  # an open file yields lines
    inputs = sources if several else (cast("PageInput", sources),)
    found = tuple(to_page(one, allow_private=allow_private) for one in cast("Iterable[PageInput]", inputs))
    if not found:
        raise ValueError("no pages: give at least one")
    return found


def capture_of_bytes(body: bytes, name: str = "page") -> Capture:
    """Return the capture of a page's bytes; raises `SourceError` if they are a picture or the like."""
    return checked(Capture(name, body))


def _open_text(text: str, *, allow_private: bool) -> Capture | str:
    if WEB_ADDRESS.match(text):
        return fetcher(allow_private=allow_private)(text.strip())
    if "<" in text:
        return text
    if not _exists(text):
        raise SourceError(
            shown_input(text), "is no http(s) address, no HTML (it has no '<') and no existing file; give one of these"
        )
    return _capture_of_file(text)


def _capture_of_file(path: str) -> Capture:
    if Path(path).is_dir():
        raise SourceError(path, "is a folder; give one page of it")
    return read_file(path)


def _exists(text: str) -> bool:
    try:
        return bool(text) and Path(text).exists()
    except (OSError, ValueError):  # longer than any file name, or with a NUL in it
        return False
