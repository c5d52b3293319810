"""What every mutated page goes through; any exception but ours, or a difference, is a finding."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import wrapture
from tests.torture.mutants import mutant
from tests.unit.reading.compiled.mutations import placeless
from wrapture.errors import NothingFoundError, WraptureError
from wrapture.html.charset import decode
from wrapture.html.lexbor import parse_page
from wrapture.library.wrapper_file import dumps, loads
from wrapture.reading.compiled import compile_wrapper
from wrapture.reading.reader import extract_page
from wrapture.rows import render

if TYPE_CHECKING:
    from collections.abc import Callable

    from wrapture.model import Wrapper
    from wrapture.model.table import Table
    from wrapture.reading.compiled import CompiledReader


def undergo(number: int, seed: int = 0) -> None:
    """Parse, discover, extract, learn, store, read with both readers, and write; raises `AssertionError` for a difference."""
    page = mutant(number, seed)
    first = _outcome(page.body)
    assert first == _outcome(page.body), "two runs differ"
    for reader in filter(None, (_reader(page.base), _fresh_reader(page.body))):
        _compare(reader, decode(page.body).text)


def _outcome(body: bytes) -> str:
    """Return all that the library finds on a page, as text."""
    try:
        page = wrapture.parse(body)
        found = wrapture.discover(page)
        tables = [wrapture.extract(page, guess=True), *wrapture.extract_all(page)]
    except WraptureError as error:
        return str(error)
    return "\n".join([repr([one.locator for one in found]), *(_written(table) for table in tables)])


def _written(table: Table) -> str:
    texts = [render([table], form) for form in ("json", "jsonl", "csv")]
    for text in texts:
        text.encode()
    return "\n".join(texts)


def _compare(reader: CompiledReader, text: str) -> None:
    """Read a page with both readers."""
    plain = _read(lambda: extract_page(reader.wrapper, parse_page(text, name="p")))
    assert _read(lambda: reader.read_text(text, name="p")) == plain, "the readers differ"


def _read(reading: Callable[[], Table]) -> Table | str:
    """Return a table, or why there is none."""
    try:
        return placeless(reading())
    except WraptureError as error:
        return str(error)


def _fresh_reader(body: bytes) -> CompiledReader | None:
    """Return a reader learned from a page, after its wrapper was written and read."""
    wrapper = _learned(body)
    if wrapper is None:
        return None
    assert loads(dumps(wrapper)) == wrapper, "the wrapper file differs"
    return compile_wrapper(wrapper)


@cache
def _reader(body: bytes) -> CompiledReader | None:
    """Return a reader learned from one of our own pages, which remembers the pages before."""
    wrapper = _learned(body)
    return None if wrapper is None else compile_wrapper(wrapper)


def _learned(body: bytes) -> Wrapper | None:
    try:
        return wrapture.learn(body)
    except NothingFoundError:
        return None
    except WraptureError:  # a hostile page
        return None
