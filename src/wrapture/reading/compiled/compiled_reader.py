"""The compiled reader: from captures to tables by one wrapper, equal to those of `wrapture.reading.reader`, but faster.

A page is parsed, but most of its nodes are never numbered: the native extension reads records from the parser's tree.  If the
result is not proved to be the same, or the native extension is missing, the reference reader reads the page.
"""

from __future__ import annotations

import codecs
from dataclasses import replace
from threading import Lock
from typing import TYPE_CHECKING, Final

from wrapture.errors import NotAWrapperError
from wrapture.html import guard, native
from wrapture.html.charset import UTF_8, decode, find_encoding
from wrapture.html.lexbor import page_of, parse_tree
from wrapture.html.parsing import read_page
from wrapture.model import Wrapper
from wrapture.reading.compiled.unproved import UnprovedError
from wrapture.reading.fit import measured
from wrapture.reading.reader import extract_page
from wrapture.wording import shown_input

if TYPE_CHECKING:
    from wrapture.html.page import Page
    from wrapture.model import Capture
    from wrapture.model.table import Table
    from wrapture.reading.compiled.native_reader import NativeReader

SHIFTS: Final = (b"\x1b", b"\x0e", b"\x0f")
"""Bytes with which an encoding may change the meaning of ASCII bytes."""


def compile_wrapper(wrapper: Wrapper) -> CompiledReader:
    """Return the compiled reader of a wrapper.

    >>> from wrapture import api
    >>> rows = "".join(f"<tr><td>Item {i}</td><td>{i} euro</td></tr>" for i in range(9))
    >>> wrapper = api.learn(api.parse(f"<table>{rows}</table>"))
    >>> compile_wrapper(wrapper).read_text(f"<table>{rows}</table>").to_dicts()[8]
    {'title': 'Item 8', 'price': '8 euro'}
    """
    if not isinstance(wrapper, Wrapper):
        raise NotAWrapperError(
            shown_input(wrapper), "", f"is of type {type(wrapper).__name__}; give a Wrapper, see `load`"
        )
    return CompiledReader(wrapper)


class CompiledReader:
    """Reads pages by one wrapper; it learns the shapes of records and so gets faster from page to page.

    Threads may share it; they take turns.  ``is_compiled`` is whether the last page was read without the reference reader.
    """

    def __init__(self, wrapper: Wrapper) -> None:
        self.wrapper = wrapper
        self.is_compiled = False
        self.native = _native_reader(wrapper)
        self._lock = Lock()

    def read(self, capture: Capture) -> Table:
        """Return the table that `extract_page` gives for a capture's page, but rows carry no places on the page."""
        return self._read_capture(capture, fitted=False)

    def read_fitted(self, capture: Capture) -> Table:
        """Return the same with the fit of the page."""
        return self._read_capture(capture, fitted=True)

    def read_text(self, text: str, *, name: str = "page", url: str | None = None, fitted: bool = False) -> Table:
        """Return the same for a page's text, with the fit if ``fitted=True``."""
        body = _encoded(text)
        guard.check(name, text, body)
        return self._read(text, body or text, name, url, fitted=fitted)

    def read_page(self, page: Page) -> Table:
        """Return the same as `read_fitted` for a parsed page; the native reader parses its source again."""
        if page.source is None or self.native is None:
            return self._by_reference(page, fitted=True)
        return self._read(page.source, _encoded(page.source) or page.source, page.name, page.url, fitted=True)

    def _read_capture(self, capture: Capture, *, fitted: bool) -> Table:
        if capture.media == "snapshot":
            return self._by_reference(read_page(capture), fitted=fitted)
        return self._read(*_opened(capture), capture.name, capture.url, fitted=fitted)

    def _read(self, text: str, source: str | bytes, name: str, url: str | None, *, fitted: bool) -> Table:
        tree = parse_tree(source)
        if self.native is not None:
            try:
                with self._lock:
                    table = self.native.read(tree, text, name, url, fitted=fitted)
            except UnprovedError:
                pass
            else:
                self.is_compiled = True
                return table
        return self._by_reference(page_of(tree, text, name, url), fitted=fitted)

    def _by_reference(self, page: Page, *, fitted: bool) -> Table:
        self.is_compiled = False
        table = extract_page(self.wrapper, page)
        return replace(table, fit=measured(self.wrapper, page, table)) if fitted else table


def _native_reader(wrapper: Wrapper) -> NativeReader | None:
    """Return the native reader of a wrapper, None if only the reference reader can read its pages."""
    if not native.is_available():
        return None
    from wrapture.reading.compiled.native_reader import NativeReader

    try:
        return NativeReader(wrapper)
    except UnprovedError:
        return None


def _encoded(text: str) -> bytes | None:
    """Return a text as UTF-8, which is what the parser takes and cheaper for the guard; None if it can't be encoded."""
    try:
        return text.encode()
    except UnicodeEncodeError:
        return None


def _opened(capture: Capture) -> tuple[str, str | bytes]:
    """Return the text of a capture and the input for the parser: the bytes themselves if they are plain UTF-8."""
    body = capture.body
    text = plain_utf_8(body, capture.charset)
    if text is not None:
        guard.check(capture.name, text, body)
        return text, body
    text = decode(body, capture.charset).text
    guard.check(capture.name, text)
    return text, text


def plain_utf_8(body: bytes, charset: str | None) -> str | None:
    """Return the text of bytes that every decoder reads as UTF-8, None for other bytes.

    >>> plain_utf_8("café".encode(), None), plain_utf_8("café".encode(), "latin1"), plain_utf_8("café".encode("latin1"), None)
    ('café', None, None)
    """
    if charset is not None and find_encoding(charset) != UTF_8:
        return None
    if body.startswith((codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return None
    if any(mark in body for mark in SHIFTS):
        return None
    try:
        return body.decode()
    except UnicodeDecodeError:
        return None
