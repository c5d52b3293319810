"""Which wrapper reads a page: always the same one, or that of a library which the page fits."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from wrapture.compiled import CompiledReader, compile_wrapper
from wrapture.extraction.reading import extract_page
from wrapture.html.read import read_page
from wrapture.wrappers.addresses import ANY, host_of, is_at
from wrapture.wrappers.file import loads
from wrapture.wrappers.health import accepts
from wrapture.wrappers.library import Library, LibraryMatch

if TYPE_CHECKING:
    from collections.abc import Callable

    from wrapture.bulk.model import Job
    from wrapture.extraction.table import Table
    from wrapture.model import Capture, Fit, Wrapper

COMPILED: Final = 256
"""Wrappers of a library that are kept compiled: each knows the forms of the records that it has read."""
UNNAMED: Final = "records"


class Read(NamedTuple):
    """What a wrapper read on a page: ``name`` is the wrapper's, and the table says how well the page fits."""

    name: str
    wrapper: Wrapper
    table: Table


def name_of(wrapper: Wrapper) -> str:
    """Return what a wrapper is called in the output."""
    return wrapper.name or UNNAMED


def fit_in(table: Table) -> Fit:
    """Return how well a page fits the wrapper that read it; whoever read the table has said so."""
    if table.fit is None:
        raise ValueError(f"{table.page}: it was not measured how well it fits")
    return table.fit


def router_of(job: Job) -> Callable[[Capture], Read | None]:
    """Return what reads a page as a job wants it; it gives nothing where no wrapper fits."""
    return ByLibrary(Library(job.library)) if job.library else ByWrapper(loads(job.wrapper))


class ByWrapper:
    """Reads every page with one wrapper."""

    def __init__(self, wrapper: Wrapper) -> None:
        self._name = name_of(wrapper)
        self._reader = compile_wrapper(wrapper)

    def __call__(self, capture: Capture) -> Read:
        """Return what the wrapper reads on a page."""
        return Read(self._name, self._reader.wrapper, self._reader.read_fitted(capture))


class ByLibrary:
    """Reads a page with the wrapper of a library that it fits best, as `Library.match` has it.

    Wrappers for the page's address come before all others, so where one of them fits, nothing else is looked at.  The library
    is taken as it is at the beginning.
    """

    def __init__(self, library: Library) -> None:
        self._library = library
        self._patterns: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)
        for entry in library.entries():
            for pattern in entry.addresses:
                self._patterns[host_of(pattern)].append((pattern, entry.name))
        self._compiled = lru_cache(maxsize=COMPILED)(self._compile)

    def __call__(self, capture: Capture) -> Read | None:
        """Return what the best wrapper reads on a page, None where none fits."""
        return self._at_address(capture) or self._by_content(capture)

    def _at_address(self, capture: Capture) -> Read | None:
        if capture.url is None or capture.media != "html":
            return None
        tried = [self._tried(name, capture) for name in self._names(capture.url)]
        found = [(match, table) for match, table in tried if accepts(match.fit)]
        if not found:
            return None
        match, table = min(found, key=lambda one: (-one[0].explained, one[0].name))
        return Read(match.name, match.wrapper, table)

    def _names(self, address: str) -> list[str]:
        """Return the names of the wrappers that are for an address."""
        patterns = self._patterns.get(host_of(address), []) + self._patterns.get(ANY, [])
        return list(dict.fromkeys(name for pattern, name in patterns if is_at(pattern, address)))

    def _tried(self, name: str, capture: Capture) -> tuple[LibraryMatch, Table]:
        reader = self._compiled(name)
        table = reader.read_fitted(capture)
        return LibraryMatch(name, reader.wrapper, fit_in(table), by_address=True), table

    def _by_content(self, capture: Capture) -> Read | None:
        page = read_page(capture)
        found = self._library.match(page)
        if not found:
            return None
        best = found[0]
        return Read(best.name, best.wrapper, replace(extract_page(best.wrapper, page), fit=best.fit))

    def _compile(self, name: str) -> CompiledReader:
        return compile_wrapper(self._library.load(name)[0])
