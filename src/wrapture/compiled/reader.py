"""The compiled reader: from captures to tables by one wrapper, as `wrapture.extraction.reading` reads them, but quicker.

A page is parsed, but its nodes are not numbered: the parser finds where records may begin, writes the markup of each, and one
regular expression for each form of records reads it.  Where this is not proved to read the same, the plain path reads the page.
"""

from __future__ import annotations

import codecs
from dataclasses import replace
from typing import TYPE_CHECKING, Final, TypeAlias

from wrapture.compiled.addresses import addresses_of
from wrapture.compiled.fitting import FitReader
from wrapture.compiled.markup import UnprovedError
from wrapture.compiled.markupforms import MarkupMatching
from wrapture.compiled.masks import MaskReader
from wrapture.compiled.patterns import PatternReader
from wrapture.compiled.records import node_matching
from wrapture.compiled.regions import ForestReader
from wrapture.compiled.rows import RowReader
from wrapture.compiled.runs import RunReader
from wrapture.compiled.siblings import SiblingReader
from wrapture.extraction.reading import extract_page
from wrapture.extraction.table import Table
from wrapture.html import guard
from wrapture.html.charset import UTF_8, decode, find_encoding
from wrapture.html.lexbor import page_of, parse_tree
from wrapture.html.read import read_page
from wrapture.model import ForestLocator, MaskLocator, PatternLocator, RowLocator, SiblingLocator, Wrapper
from wrapture.wrappers.health import confidence_of, measured

if TYPE_CHECKING:
    from wrapture.html.lexbor import Tree
    from wrapture.html.page import Page
    from wrapture.model import Capture

PageReader: TypeAlias = ForestReader | MaskReader | PatternReader | RowReader | RunReader | SiblingReader

SHIFTS: Final = (b"\x1b", b"\x0e", b"\x0f")
"""Bytes by which an encoding may give another meaning to those of ASCII."""


def compile_wrapper(wrapper: Wrapper) -> CompiledReader:
    """Return the compiled reader of a wrapper.

    >>> from wrapture import api
    >>> rows = "".join(f"<tr><td>Item {i}</td><td>{i} euro</td></tr>" for i in range(9))
    >>> wrapper = api.learn(api.parse(f"<table>{rows}</table>"))
    >>> compile_wrapper(wrapper).read_text(f"<table>{rows}</table>").to_dicts()[8]
    {'text': 'Item 8', 'price': '8 euro'}
    """
    return CompiledReader(wrapper)


class CompiledReader:
    """Reads pages by one wrapper; what it gets to know of the forms of records makes it quicker from page to page.

    It is to be used by one thread at a time.  ``is_compiled`` says whether the last page was read without the plain path.
    """

    def __init__(self, wrapper: Wrapper) -> None:
        self.wrapper = wrapper
        self.is_compiled = False
        self._columns = tuple([column for column in wrapper.layout.columns if column.keep])
        self._names = tuple([column.name for column in self._columns])
        self._reader = _page_reader(wrapper)
        has_nodes = not isinstance(self._reader, PatternReader)
        self._fit = FitReader(wrapper.profile, node_matching() if has_nodes else MarkupMatching())

    def read(self, capture: Capture) -> Table:
        """Return what `extract_page` gives for a capture's page, but that rows don't say where they stand on it."""
        if capture.media == "snapshot":
            return self._plain(read_page(capture))
        return self._read(*_opened(capture), capture.name, capture.url)

    def read_text(self, text: str, *, name: str = "page", url: str | None = None) -> Table:
        """Return the same for a page's text."""
        body = _encoded(text)
        guard.check(name, text, body)
        return self._read(text, body or text, name, url)

    def read_fitted(self, capture: Capture) -> Table:
        """Return the same as `read` with how well the page fits the wrapper."""
        if capture.media == "snapshot":
            return self._plain(read_page(capture), fitted=True)
        return self._read(*_opened(capture), capture.name, capture.url, fitted=True)

    def _read(self, text: str, source: str | bytes, name: str, url: str | None, *, fitted: bool = False) -> Table:
        tree = parse_tree(source)
        try:
            table = self._compiled(tree, text, name, url, fitted=fitted)
            self.is_compiled = True
        except UnprovedError:
            table = self._plain(page_of(tree, text, name, url), fitted=fitted)
        return table

    def _compiled(self, tree: Tree, text: str, name: str, url: str | None, *, fitted: bool) -> Table:
        """Return the table of a page, with the fit where it is asked for; raises `UnprovedError` where that is not proved."""
        body = tree.body
        if self._reader is None or body is None or body.parent is None:  # a frameset may have put it out of the tree
            raise UnprovedError
        if isinstance(self._reader, MaskReader):
            table = self._reader.table(text, name, addresses_of(tree, url))
            sure = confidence_of(self.wrapper, table)
            return replace(table, fit=self._fit.fit_with(body, sure, len(table))) if fitted else table
        found = self._reader.records(body, addresses_of(tree, url))
        table = Table(name, self._names, tuple([record.row for record in found]), described=self._columns)
        return replace(table, fit=self._fit.fit(body, found)) if fitted else table

    def _plain(self, page: Page, *, fitted: bool = False) -> Table:
        self.is_compiled = False
        table = extract_page(self.wrapper, page)
        return replace(table, fit=measured(self.wrapper, page, table)) if fitted else table


def _encoded(text: str) -> bytes | None:
    """Return a text as the parser takes it: that is cheaper for the guard, too; None where it can't be written so."""
    try:
        return text.encode()
    except UnicodeEncodeError:
        return None


def _opened(capture: Capture) -> tuple[str, str | bytes]:
    """Return the text of a capture, and what is parsed: its bytes where they are what the parser would be given."""
    body = capture.body
    text = plain_utf_8(body, capture.charset)
    if text is not None:
        guard.check(capture.name, text, body)
        return text, body
    text = decode(body, capture.charset).text
    guard.check(capture.name, text)
    return text, text


def plain_utf_8(body: bytes, charset: str | None) -> str | None:
    """Return the text of bytes that are UTF-8 whoever is asked, None for others.

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


def _page_reader(wrapper: Wrapper) -> PageReader | None:
    """Return what reads the records of a wrapper, None where there is nothing but the plain path."""
    try:
        match wrapper.locator:
            case RowLocator() as locator:
                kind = RunReader if locator.siblings > 1 or locator.tail else RowReader
                return kind(locator, wrapper.layout)
            case SiblingLocator() as locator:
                return SiblingReader(locator, wrapper.layout)
            case ForestLocator() as locator:
                return ForestReader(locator, wrapper.layout)
            case PatternLocator() as locator:
                return PatternReader(locator, wrapper.layout)
            case MaskLocator() as locator:
                return MaskReader(locator, wrapper.layout)
    except UnprovedError:
        return None
