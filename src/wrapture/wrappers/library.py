"""The wrapper library: a folder of wrapper files in which a new page finds its wrapper (section 4 of [1]_).

The files are the truth.  Beside them lies an index, ``.index.sqlite``, which is made from them and brought up to date whenever
the folder has changed, whoever changed it.

Departures from [1]_
--------------------
* A page is compared with a few wrappers that the index offers, not with all: [1]_ complains that its cost grows with the
  library.
* Wrappers of every kind are kept, since each knows the row template of its records.
* Of those that fit, the one that explains most of the page wins, not the one of the largest similarity: a template of two
  tokens fits any menu perfectly.  Without frames (see `wrapture.wrappers.frame`), the largest similarity finds the site's own
  wrapper among 285 for 90 % of 211 pages, this for 96 %; the rest are sites that run the same program.

.. [1] Shi, Milios, Zincir-Heywood: Post-supervised template induction for information extraction from lists and tables in
   dynamic web sources. 2005.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

from wrapture.errors import LibraryError
from wrapture.html.finetokens import tokens_fine
from wrapture.model import MaskLocator
from wrapture.wrappers.addresses import is_at
from wrapture.wrappers.entries import LibraryEntry
from wrapture.wrappers.health import accepts, measured
from wrapture.wrappers.index import using
from wrapture.wrappers.shelf import Shelf
from wrapture.wrappers.shingles import amount, frame_weight, page_shingles

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterator

    from wrapture.html.page import Page
    from wrapture.model import Fit, Wrapper
    from wrapture.wrappers.entries import Likely
    from wrapture.wrappers.index import Index

__all__ = ["Library", "LibraryEntry", "LibraryMatch"]

T = TypeVar("T")

INDEX: Final = ".index.sqlite"
TRIED: Final = 40  # wrappers that are run on a page, at most; half of the corpus' pages need two, nine in ten twenty
WORSE: Final = 0.6  # a wrapper that would explain less than this share of what the best one does is not run any more


@dataclass(frozen=True, slots=True)
class LibraryMatch:
    """A wrapper of a library that a page fits: its ``name`` there, how well, and whether it is for the page's address."""

    name: str
    wrapper: Wrapper
    fit: Fit
    by_address: bool

    @property
    def explained(self) -> float:
        """How much of the page the wrapper explains."""
        tokens = sum(isinstance(token, str) for token in self.wrapper.profile.template)
        return amount(self.fit.value, tokens, self.fit.found) * frame_weight(self.fit.frame)


class Library:
    """The wrappers in a folder, which is made with the first of them; any number of processes may use it at once."""

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        self.folder = Path(folder)
        self._shelf = Shelf(self.folder)

    def add(self, *wrappers: Wrapper, replace: bool = False) -> list[str]:
        """Return the names that wrappers have from now on; one whose name is taken gets a number, or replaces the other."""
        with suppress(OSError):  # what is wrong with it is said for the first wrapper
            self.folder.mkdir(parents=True, exist_ok=True)
        numbers: dict[str, int] = {}
        names = [self._shelf.put(wrapper, numbers, replace=replace) for wrapper in wrappers]
        self._use(self._look)
        return names

    def remove(self, *names: str) -> None:
        """Remove wrappers; where one of the names is not there, none is removed."""
        self._check()
        files = self._shelf.files()
        for name in names:
            if name not in files:
                raise LibraryError(str(self.folder), f"there is no wrapper {name!r}; wrapture library list shows them")
        for name in names:
            self._shelf.path(name).unlink(missing_ok=True)  # another process may have been faster
        self._use(self._look)

    def entries(self) -> list[LibraryEntry]:
        """Return what is in the library, by name; a file that is no wrapper says what is wrong with it."""
        return self._use(self._entries)

    def match(self, page: Page) -> list[LibraryMatch]:
        """Return the wrappers that a page fits, best first: those for its address, then by how much of it they explain.

        The best ones are found, not all: those that would explain much less are not tried.
        """
        found = self._use(lambda index: list(self._fitting(index, page)))
        return sorted(found, key=lambda match: (not match.by_address, -match.explained, match.name))

    def _entries(self, index: Index) -> list[LibraryEntry]:
        self._look(index)
        return index.entries()

    def _look(self, index: Index) -> None:
        """Look at every file, also at those that were changed in place."""
        self._shelf.notice(index, every_file=True)

    def _fitting(self, index: Index, page: Page) -> Iterator[LibraryMatch]:
        """Yield the matches of a page in the order they are tried."""
        self._shelf.notice(index)
        best, tried = 0.0, set[str]()
        for likely in self._candidates(index, page):
            if len(tried) == TRIED or likely.explained < WORSE * best:
                break
            match = self._tried(index, page, likely) if likely.name not in tried else None
            tried.add(likely.name)
            if match is not None:
                best = max(best, match.explained)
                yield match

    def _candidates(self, index: Index, page: Page) -> Iterator[Likely]:
        """Yield the wrappers that are worth a try, the best first; those without a template are found by address alone."""
        known = index.at_address(page.url) if page.url else []
        return chain(known, index.likely(page_shingles(tokens_fine(page))))

    def _tried(self, index: Index, page: Page, likely: Likely) -> LibraryMatch | None:
        """Return the match of a page with a wrapper, None where it does not fit."""
        wrapper = self._shelf.load(index, likely.name, likely.stamp)
        if wrapper is None or (isinstance(wrapper.locator, MaskLocator) and page.source is None):
            return None
        fit = measured(wrapper, page)
        by_address = page.url is not None and any(is_at(pattern, page.url) for pattern in wrapper.addresses)
        return LibraryMatch(likely.name, wrapper, fit, by_address) if accepts(fit) else None

    def _use(self, work: Callable[[Index], T]) -> T:
        self._check()
        return using(self.folder / INDEX, work)

    def _check(self) -> None:
        if not self.folder.is_dir():
            raise LibraryError(str(self.folder), "no such folder; wrapture library add makes one")
