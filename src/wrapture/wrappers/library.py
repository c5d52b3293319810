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
from wrapture.wrappers.bin import BIN, Bin, Discarded
from wrapture.wrappers.entries import LibraryEntry
from wrapture.wrappers.health import accepts, measured
from wrapture.wrappers.healthlog import HealthLog, HealthNote, health_words
from wrapture.wrappers.index import using
from wrapture.wrappers.lock import locked
from wrapture.wrappers.shelf import Shelf, slug_of
from wrapture.wrappers.shingles import amount, frame_weight, page_shingles

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterable, Iterator

    from wrapture.html.page import Page
    from wrapture.model import Fit, Wrapper
    from wrapture.wrappers.entries import Likely
    from wrapture.wrappers.index import Index

__all__ = ["Discarded", "HealthNote", "Library", "LibraryEntry", "LibraryMatch", "health_words"]

T = TypeVar("T")

INDEX: Final = ".index.sqlite"
HEALTH: Final = ".health.sqlite"
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
        self._bin = Bin(self.folder)
        self._log = HealthLog(self.folder / HEALTH)

    # --- what goes in and out ---

    def add(self, *wrappers: Wrapper, replace: bool = False) -> list[str]:
        """Return the names that wrappers have from now on; one whose name is taken gets a number, or replaces the other."""
        self._make()
        numbers: dict[str, int] = {}
        if replace:
            names = [self._replaced(wrapper) for wrapper in wrappers]
        else:
            names = [self._shelf.put(wrapper, numbers) for wrapper in wrappers]
            self._log.forget(names)  # of others, which had these names before
        self._use(self._look)
        return names

    def remove(self, *names: str) -> None:
        """Remove wrappers for good; where one of the names is not there, none is removed."""
        self._check()
        with locked(self.folder):
            self.require(*names)
            for name in names:
                self._shelf.path(name).unlink(missing_ok=True)  # it may be named twice
            self._log.forget(names)
        self._use(self._look)

    def discard(self, name: str) -> str:
        """Return a token by which a wrapper that is removed can be restored, for thirty days at least."""
        self._check()
        with locked(self.folder):
            self.require(name)
            token = self._bin.put(self._shelf.path(name))
            self._log.rename(name, _in_bin(token))
            self._log.forget(map(_in_bin, self._bin.empty()))
        return token

    def restore(self, token: str) -> str:
        """Return the name of a wrapper that was discarded and is back; where its name is taken meanwhile it gets a number."""
        self._check()
        with locked(self.folder):
            name = self._bin.take(token)
            self._log.rename(_in_bin(token), name)
        return name

    def discarded(self) -> list[Discarded]:
        """Return what can be restored, what was discarded last first."""
        self._check()
        return self._bin.contents()

    def rename(self, old: str, new: str) -> str:
        """Return the name that a wrapper has from now on: the new one, in characters that are good for a file.

        Raises `LibraryConflictError` where that name is taken.
        """
        self._check()
        with locked(self.folder):
            self.require(old)
            name = self._shelf.rename(old, new)
            self._log.rename(old, name)
        return name

    def load(self, name: str) -> tuple[Wrapper, str]:
        """Return a wrapper and its stamp, which `save` takes to see whether another program has changed it since."""
        self.require(name)
        return self._shelf.read(name)

    def save(self, wrapper: Wrapper, name: str, *, stamp: str | None, replace: bool = False) -> str:
        """Return the stamp of a wrapper that is saved under a name.

        Raises `LibraryConflictError` where the file is not as it was when it got the stamp, or is there and None was given;
        with `replace` it is written in any case.
        """
        self._make()
        with locked(self.folder):
            is_new = not self._shelf.has(name)
            saved = self._shelf.write(wrapper, name, stamp, replace=replace)
            if is_new:
                self._log.forget([name])
        return saved

    def require(self, *names: str) -> None:
        """Raise `LibraryError` where one of the names is not in the library."""
        self._check()
        self._shelf.require(*names)

    # --- how wrappers did ---

    def note(self, name: str, page: str, fit: Fit) -> None:
        """Note how well a page fits the wrapper that read it; where that can't be written, it is left."""
        self.notes([(name, page, fit)])

    def notes(self, used: Iterable[tuple[str, str, Fit]]) -> None:
        """Note of several uses the wrapper's name, the page's name or address, and how well it fits."""
        self._log.add(used)

    def health(self) -> dict[str, list[HealthNote]]:
        """Return of every wrapper in the library how it did on its last pages, newest first."""
        self._check()
        known = self._log.notes()
        return {name: known.get(name, []) for name in sorted(self._shelf.files())}

    # --- what is there, and what a page fits ---

    def entries(self) -> list[LibraryEntry]:
        """Return what is in the library, by name; a file that is no wrapper says what is wrong with it."""
        return self._use(self._entries)

    def match(self, page: Page) -> list[LibraryMatch]:
        """Return the wrappers that a page fits, best first: those for its address, then by how much of it they explain.

        The best ones are found, not all: those that would explain much less are not tried.
        """
        found = self._use(lambda index: list(self._fitting(index, page)))
        return sorted(found, key=lambda match: (not match.by_address, -match.explained, match.name))

    def expected(self, page: Page) -> LibraryMatch | None:
        """Return the wrapper for a page's address and how well the page fits it, be it badly; None where there is none."""
        return self._use(lambda index: next(self._at_address(index, page), None))

    def _at_address(self, index: Index, page: Page) -> Iterator[LibraryMatch]:
        self._shelf.notice(index)
        known = index.at_address(page.url) if page.url else []
        tried = (self._tried(index, page, likely) for likely in known)
        return (match for match in tried if match is not None and match.by_address)

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
            if match is not None and accepts(match.fit):
                best = max(best, match.explained)
                yield match

    def _candidates(self, index: Index, page: Page) -> Iterator[Likely]:
        """Yield the wrappers that are worth a try, the best first; those without a template are found by address alone."""
        known = index.at_address(page.url) if page.url else []
        return chain(known, index.likely(page_shingles(tokens_fine(page))))

    def _tried(self, index: Index, page: Page, likely: Likely) -> LibraryMatch | None:
        """Return how a page fits a wrapper, None where the wrapper can't be run on it."""
        wrapper = self._shelf.load(index, likely.name, likely.stamp)
        if wrapper is None or (isinstance(wrapper.locator, MaskLocator) and page.source is None):
            return None
        fit = measured(wrapper, page)
        by_address = page.url is not None and any(is_at(pattern, page.url) for pattern in wrapper.addresses)
        return LibraryMatch(likely.name, wrapper, fit, by_address)

    def _replaced(self, wrapper: Wrapper) -> str:
        name = slug_of(wrapper.name)
        with locked(self.folder):
            self._shelf.write(wrapper, name, None, replace=True)
        return name

    def _make(self) -> None:
        with suppress(OSError):  # what is wrong with it is said for the first wrapper
            self.folder.mkdir(parents=True, exist_ok=True)

    def _use(self, work: Callable[[Index], T]) -> T:
        self._check()
        return using(self.folder / INDEX, work)

    def _check(self) -> None:
        if not self.folder.is_dir():
            raise LibraryError(str(self.folder), "no such folder; wrapture library add makes one")


def _in_bin(token: str) -> str:
    """Return the name that the log has for a wrapper in the bin; no wrapper in the library is called so."""
    return f"{BIN}/{token}"
