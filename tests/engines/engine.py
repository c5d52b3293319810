"""What an engine is to a test: an address to begin with, and what its own index answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import pytest

from tests.engines.collection import number_of

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

UNHEARD: Final = ("quuxelite", "zanthomore", "vibrilloque")
"""Words that are in no document."""


@dataclass(frozen=True, slots=True)
class Engine:
    """A search engine that runs: ``start`` is the address that a person would give, ``page_size`` how many hits a page shows.

    ``index`` asks the index itself, past all web pages, and returns the numbers of all documents that it finds, more than once
    if several pages show it.
    """

    name: str
    start: str
    page_size: int
    index: Callable[[str], Collection[str]]

    def truth(self, query: str) -> set[str]:
        """Return the numbers of all documents that the engine's own index finds."""
        return set(self.index(query))

    def id_of(self, found: str) -> str:
        """Return the number of the document that a record's text or link speaks of, ``""`` for none."""
        return number_of(found)


def need(missing: str, remedy: str) -> None:
    """Skip the test where something is missing; in CI that is a failure."""
    if missing:
        pytest.skip(f"no search engine: {missing} is missing ({remedy})")
