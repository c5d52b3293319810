"""What every mutated page goes through; any exception but ours, or a difference, is a finding."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final

import wrapture
from tests.torture.mutants import mutant
from tests.unit.reading.compiled.mutations import placeless
from wrapture.drift.checks import check_data
from wrapture.drift.repairs import report_data
from wrapture.errors import WraptureError
from wrapture.export import TARGETS, export
from wrapture.html.charset import decode
from wrapture.html.lexbor import parse_page
from wrapture.library.wrapper_file import dumps, loads
from wrapture.model import Capture
from wrapture.reading.compiled import compile_wrapper
from wrapture.reading.reader import extract_page
from wrapture.rows.write import render, write

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tests.torture.mutants import Mutant
    from wrapture.export import Target
    from wrapture.html.page import Page
    from wrapture.model import Wrapper
    from wrapture.model.table import Table
    from wrapture.reading.compiled import CompiledReader

BINARY: Final = ("sqlite", "parquet", "xlsx", "duckdb")
PROGRAMS: Final = ("parsel", "scrapy", "playwright")
THOROUGH: Final = 20  # one page of so many goes through everything


def undergo(number: int, seed: int = 0) -> str:
    """Parse, discover, extract or learn from a page, read it with both readers, check and repair; return what was found.

    Raises `AssertionError` for a difference.  One page in `THOROUGH` goes through everything, export and binary formats
    included, and through most of it twice, which takes as long as ten other pages.  Those are searched for lists once: by
    one way of finding, or by learning.  Ways, wrappers, targets of export and formats take turns.
    """
    page = mutant(number, seed)
    found = _found(page.body, _ways(number))
    thorough = number % THOROUGH == 0
    turn = number // THOROUGH
    if thorough:
        again = turn % len(WAYS_OF_FINDING)
        assert _found(page.body, WAYS_OF_FINDING[again:][:1]) == found[again:][:1], "two runs differ"
    fresh = _fresh_reader(page.body) if thorough or not found else None
    readers = [reader for reader in (_reader(page.base), fresh) if reader is not None]
    for reader in readers:
        _compare(reader, decode(page.body).text)
    for reader in readers[:1]:
        repaired = _repaired(reader.wrapper, page.body)
        assert not thorough or repaired == _repaired(reader.wrapper, page.body), "two repairs differ"
    if thorough:
        _learn_one(page)
    if thorough and readers:
        _use(turn, page, readers[turn // len(TARGETS) % len(readers)].wrapper)
    return "\n".join(found)


def outcome(number: int, seed: int = 0) -> str:
    """Return what is found on a page, as text: the same in every process."""
    return "\n".join(_found(mutant(number, seed).body, _ways(number)))


def _ways(number: int) -> Sequence[Callable[[Page], str]]:
    """Return the ways in which the records of this page are found: all, one, or none for a page that is learned from."""
    if number % THOROUGH == 0:
        return WAYS_OF_FINDING
    return (WAYS_OF_FINDING[number // 2 % len(WAYS_OF_FINDING)],) if number % 2 else ()


def _use(turn: int, page: Mutant, wrapper: Wrapper) -> None:
    """Export a wrapper, and write what it reads on a page."""
    _write_binary(wrapper, page.body, BINARY[turn % len(BINARY)])
    exported = _exported(wrapper, page, TARGETS[turn % len(TARGETS)])
    assert turn % 10 or exported == _exported(wrapper, page, TARGETS[turn % len(TARGETS)]), "two exports differ"


def _found(body: bytes, ways: Sequence[Callable[[Page], str]]) -> list[str]:
    """Return what these ways find on a page, as texts."""
    try:
        page = wrapture.parse(body)
    except WraptureError as error:
        return [str(error)] * len(ways)
    return [_outcome(way, page) for way in ways]


def _outcome(way: Callable[[Page], str], page: Page) -> str:
    try:
        return way(page)
    except WraptureError as error:
        return str(error)


def _discovered(page: Page) -> str:
    return repr([one.locator for one in wrapture.discover(page)])


def _extracted(page: Page) -> str:
    return _written([wrapture.extract(page, guess=True)])


def _all_extracted(page: Page) -> str:
    return _written(wrapture.extract_all(page))


def _written(tables: Sequence[Table]) -> str:
    texts = [render([table], form) for table in tables for form in ("json", "jsonl", "csv")]
    for text in texts:
        text.encode()
    return "\n".join(texts)


WAYS_OF_FINDING: Final = (_discovered, _extracted, _all_extracted)


def _repaired(wrapper: Wrapper, body: bytes) -> str:
    """Return the check and the repair of a wrapper on a page, as text; the repaired wrapper must be a valid file."""
    try:
        page = wrapture.parse(body)
        checked, repaired = wrapture.check(page, wrapper), wrapture.repair(wrapper, page, same_site=True)
    except WraptureError as error:
        return str(error)
    said = json.dumps([check_data(checked), report_data(repaired)])
    if repaired.wrapper is None:
        return said
    text = dumps(repaired.wrapper)
    assert loads(text) == repaired.wrapper, "the repaired wrapper file differs"
    _compare(compile_wrapper(repaired.wrapper), decode(body).text)
    return said + text


def _exported(wrapper: Wrapper, page: Mutant, target: Target) -> str:
    """Return a wrapper as a program, found on the page and the original; programs must be valid Python."""
    try:
        exported = export(wrapper, [Capture("p", page.body), Capture("q", page.base)], target)
    except WraptureError as error:
        return str(error)
    if target in PROGRAMS:
        compile(exported.text, "program", "exec")
    exported.text.encode()
    return "\n".join((exported.text, *exported.complaints))


def _write_binary(wrapper: Wrapper, body: bytes, form: str) -> None:
    """Write what the wrapper reads in a binary format."""
    try:
        table = wrapture.extract(wrapture.parse(body), wrapper)
        with TemporaryDirectory() as folder:
            write([table], Path(folder) / f"out.{form}")
    except WraptureError:
        return


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


def _learn_one(page: Mutant) -> None:
    """Learn the page and the original as pages about one thing, and read both."""
    try:
        wrapper = wrapture.learn_one([page.body, page.base])
    except WraptureError:  # nothing found, or a hostile page
        return
    assert loads(dumps(wrapper)) == wrapper, "the wrapper file for one record differs"
    for body in (page.body, page.base):
        _compare(compile_wrapper(wrapper), decode(body).text)


def _learned(body: bytes) -> Wrapper | None:
    try:
        return wrapture.learn(body)
    except WraptureError:  # nothing found, or a hostile page
        return None
