"""The wrapper library: a folder of wrapper files that finds the wrapper for a new page (section 4 of [1]_).

The files are the source of truth.  An index beside them, ``.index.sqlite``, is built from them and updated whenever the
folder has changed, whoever changed it.

Departures from [1]_
--------------------
* A page is compared with a few candidates from the index, not with all wrappers: [1]_ notes that its cost grows with the
  library.
* A library holds wrappers of every kind, since each has the row template of its records.
* Of those that fit, the one that explains most of the page wins, not the most similar one: a template of two tokens fits any
  menu perfectly.  Without frames (see `wrapture.reading.frame`), the most similar wrapper is the site's own among 285 for 90 %
  of 211 pages, the one that explains most for 96 %; the rest are sites that run the same software.

.. [1] Shi, Milios, Zincir-Heywood: Post-supervised template induction for information extraction from lists and tables in
   dynamic web sources. 2005.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

from wrapture.errors import LibraryError
from wrapture.files import make_folder
from wrapture.html.fine_tokens import fine_tokens_of
from wrapture.library.address_match import is_at
from wrapture.library.entries import LibraryEntry
from wrapture.library.folder_lock import locked
from wrapture.library.health_log import SHOWN, HealthLog, HealthNote, health_words
from wrapture.library.library_files import LibraryFiles, slug_of
from wrapture.library.shingle_index import using
from wrapture.library.shingles import amount, frame_weight, page_shingles
from wrapture.library.trash import TRASH, Discarded, Trash
from wrapture.library.versions import Versions, WrapperVersion
from wrapture.library.wrapper_file import load as load_file
from wrapture.model import MaskLocator
from wrapture.reading.fit import accepts, measured
from wrapture.reading.frame import frame_share
from wrapture.reading.site_marks import is_of_site

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterable, Iterator

    from wrapture.html.page import Page
    from wrapture.library.entries import Likely
    from wrapture.library.health_log import NotedCheck
    from wrapture.library.shingle_index import LibraryIndex
    from wrapture.model import Fit, Wrapper

__all__ = ["Discarded", "HealthNote", "Library", "LibraryEntry", "LibraryMatch", "WrapperVersion", "health_words"]

T = TypeVar("T")

INDEX: Final = ".index.sqlite"
HEALTH: Final = ".health.sqlite"
TRIED: Final = 40  # most wrappers to run on a page; half of the corpus' pages need two, nine in ten need twenty
WORSE: Final = 0.6  # stop at candidates that would explain less than this share of what the best one explains


@dataclass(frozen=True, slots=True)
class LibraryMatch:
    """A wrapper of a library that fits a page: its ``name``, the fit, and whether the page's address matches its patterns."""

    name: str
    wrapper: Wrapper
    fit: Fit
    by_address: bool

    @property
    def explained(self) -> float:
        """How much of the page the wrapper explains."""
        tokens = sum(isinstance(token, str) for token in self.wrapper.profile.template)
        return amount(self.fit.value, tokens, self.fit.found) * frame_weight(self.fit.frame)


def library_of(path: Path) -> Library | None:
    """Return the library that a wrapper file is in, None if its folder is none: no index or health log is beside it."""
    folder = path.parent
    return Library(folder) if any((folder / name).is_file() for name in (INDEX, HEALTH)) else None


class Library:
    """The wrappers in a folder, which is created with the first one; safe for any number of concurrent processes."""

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        self.folder = Path(folder)
        self._files = LibraryFiles(self.folder)
        self._trash = Trash(self.folder)
        self._versions = Versions(self.folder)
        self._log = HealthLog(self.folder / HEALTH)

    # --- changes ---

    def add(self, *wrappers: Wrapper, replace: bool = False) -> list[str]:
        """Add wrappers and return their names; a name that is taken gets a number, or with `replace` is overwritten."""
        make_folder(self.folder)
        numbers: dict[str, int] = {}
        if replace:
            names = [self._replaced(wrapper) for wrapper in wrappers]
        else:
            names = [self._files.put(wrapper, numbers) for wrapper in wrappers]
            self._log.forget(names)  # notes of earlier wrappers with these names
        self._use(self._look)
        return names

    def remove(self, *names: str) -> None:
        """Delete wrappers permanently; if one of the names does not exist, none is deleted."""
        self._check()
        with locked(self.folder):
            self.require(*names)
            for name in names:
                self._files.path(name).unlink(missing_ok=True)  # a name may be given twice
            self._log.forget(names)
        self._use(self._look)

    def discard(self, name: str) -> str:
        """Move a wrapper to the trash and return a token that restores it, for at least thirty days."""
        self._check()
        with locked(self.folder):
            self.require(name)
            token = self._trash.put(self._files.path(name))
            self._log.rename(name, _in_trash(token))
            self._log.forget(map(_in_trash, self._trash.empty()))
        return token

    def restore(self, token: str) -> str:
        """Restore a wrapper from the trash and return its name, with a number if its old name is taken."""
        self._check()
        with locked(self.folder):
            name = self._trash.take(token)
            self._log.rename(_in_trash(token), name)
        return name

    def discarded(self) -> list[Discarded]:
        """Return the wrappers in the trash, the last discarded first."""
        self._check()
        return self._trash.contents()

    def rename(self, old: str, new: str) -> str:
        """Rename a wrapper and return its new name, reduced to characters that are safe in a file name.

        Raises `LibraryConflictError` if that name is taken.
        """
        self._check()
        with locked(self.folder):
            self.require(old)
            name = self._files.rename(old, new)
            self._log.rename(old, name)
        return name

    def load(self, name: str) -> tuple[Wrapper, str]:
        """Return a wrapper and its stamp, by which `save` notices that another program has changed it since."""
        self.require(name)
        return self._files.read(name)

    def save(self, wrapper: Wrapper, name: str, *, stamp: str | None, replace: bool = False) -> str:
        """Save a wrapper under a name and return its stamp.

        Raises `LibraryConflictError` if the file no longer has the given stamp, or if it exists and the stamp is None;
        with `replace` it is written in any case.
        """
        make_folder(self.folder)
        with locked(self.folder):
            is_new = not self._files.has(name)
            if not is_new and (replace or stamp == self._files.stamp(name)):
                self._versions.keep(name, wrapper)
            saved = self._files.write(wrapper, name, stamp, replace=replace)
            if is_new:
                self._log.forget([name])
        return saved

    def versions(self, name: str) -> list[WrapperVersion]:
        """Return the earlier versions of a wrapper, the last replaced first."""
        self.require(name)
        return self._versions.earlier(name)

    def revert(self, name: str, version: str | None = None) -> str:
        """Go back to an earlier version of a wrapper, by default the last; return its name among the versions.

        The wrapper as it is becomes a version itself, so this can be undone.
        """
        self._check()
        with locked(self.folder):
            self.require(name)
            known = self._versions.earlier(name)
            if version is None and not known:
                raise LibraryError(
                    str(self.folder), f"wrapper {name!r} was never replaced; there is no earlier version"
                )
            chosen = version or known[0].version
            wrapper = load_file(self._versions.path(name, chosen))
            self._versions.keep(name, wrapper)
            self._files.write(wrapper, name, None, replace=True)
        self._use(self._look)
        return chosen

    def require(self, *names: str) -> None:
        """Raise `LibraryError` if one of the names is not in the library."""
        self._check()
        self._files.require(*names)

    # --- health ---

    def note(self, name: str, page: str, fit: Fit) -> None:
        """Log how well a page fits the wrapper that read it; failures to write are ignored."""
        self.notes([(name, page, fit)])

    def notes(self, used: Iterable[tuple[str, str, Fit]]) -> None:
        """Log several uses, each with the wrapper's name, the page's name or address, and the fit."""
        self._log.add(used)

    def note_checks(self, name: str, checks: Iterable[NotedCheck]) -> None:
        """Log what checks of pages said about a wrapper; failures to write are ignored."""
        self._log.add_checks(name, checks)

    def health(self) -> dict[str, list[HealthNote]]:
        """Return the last health notes of every wrapper in the library, newest first."""
        self._check()
        known = self._log.notes()
        return {name: known.get(name, [])[:SHOWN] for name in sorted(self._files.files())}

    def history(self, name: str) -> list[HealthNote]:
        """Return all health notes of a wrapper, newest first: its health over time."""
        self.require(name)
        return self._log.notes().get(name, [])

    # --- listing and matching ---

    def entries(self) -> list[LibraryEntry]:
        """Return the entries of the library, sorted by name; that of an invalid file has the error."""
        return self._use(self._entries)

    def match(self, page: Page) -> list[LibraryMatch]:
        """Return the wrappers that fit a page, best first: those for its address, then by how much of it they explain.

        Only the best are found: candidates that would explain much less are not tried.
        """
        found = self._use(lambda index: list(self._fitting(index, page)))
        return sorted(found, key=lambda match: (not match.by_address, -match.explained, match.name))

    def expected(self, page: Page) -> LibraryMatch | None:
        """Return the wrapper for a page's address with its fit, however bad, or None if there is no such wrapper.

        A page whose address is unknown is one for the only wrapper of its site, in a library that is small.
        """
        if page.url is None:
            return self._of_site(page)
        return self._use(lambda index: next(self._at_address(index, page), None))

    def _of_site(self, page: Page) -> LibraryMatch | None:
        """Return the only wrapper of the site that a page shows to be its own; None if there are several."""
        known = [entry.name for entry in self.entries() if not entry.error]
        found = []
        for name in known if len(known) <= TRIED else ():
            wrapper, _ = self.load(name)
            site = wrapper.profile.site
            if site is not None and is_of_site(site, page, frame_share(wrapper.profile.frame, page)):
                found.append((name, wrapper))
        if len(found) != 1 or (isinstance(found[0][1].locator, MaskLocator) and page.source is None):
            return None
        name, wrapper = found[0]
        return LibraryMatch(name, wrapper, measured(wrapper, page), by_address=False)

    def _at_address(self, index: LibraryIndex, page: Page) -> Iterator[LibraryMatch]:
        self._files.notice(index)
        known = index.at_address(page.url) if page.url else []
        tried = (self._tried(index, page, likely) for likely in known)
        return (match for match in tried if match is not None and match.by_address)

    def _entries(self, index: LibraryIndex) -> list[LibraryEntry]:
        self._look(index)
        return index.entries()

    def _look(self, index: LibraryIndex) -> None:
        """Update the index from every file, including those changed in place."""
        self._files.notice(index, every_file=True)

    def _fitting(self, index: LibraryIndex, page: Page) -> Iterator[LibraryMatch]:
        """Yield the matches of a page in the order in which candidates are tried."""
        self._files.notice(index)
        best, tried = 0.0, set[str]()
        for likely in self._candidates(index, page):
            if len(tried) == TRIED or likely.explained < WORSE * best:
                break
            match = self._tried(index, page, likely) if likely.name not in tried else None
            tried.add(likely.name)
            if match is not None and accepts(match.fit):
                best = max(best, match.explained)
                yield match

    def _candidates(self, index: LibraryIndex, page: Page) -> Iterator[Likely]:
        """Yield candidate wrappers, the best first; those without a template are found by address only."""
        known = index.at_address(page.url) if page.url else []
        return chain(known, index.likely(page_shingles(fine_tokens_of(page))))

    def _tried(self, index: LibraryIndex, page: Page, likely: Likely) -> LibraryMatch | None:
        """Return how a page fits a wrapper, or None if the wrapper can't run on it."""
        wrapper = self._files.load(index, likely.name, likely.stamp)
        if wrapper is None or (isinstance(wrapper.locator, MaskLocator) and page.source is None):
            return None
        fit = measured(wrapper, page)
        by_address = page.url is not None and any(is_at(pattern, page.url) for pattern in wrapper.addresses)
        return LibraryMatch(likely.name, wrapper, fit, by_address)

    def _replaced(self, wrapper: Wrapper) -> str:
        name = slug_of(wrapper.name)
        with locked(self.folder):
            self._versions.keep(name, wrapper)
            self._files.write(wrapper, name, None, replace=True)
        return name

    def _use(self, work: Callable[[LibraryIndex], T]) -> T:
        self._check()
        return using(self.folder / INDEX, work)

    def _check(self) -> None:
        if not self.folder.is_dir():
            raise LibraryError(str(self.folder), "no such folder; `wrapture library add` creates one")


def _in_trash(token: str) -> str:
    """Return the name of a discarded wrapper in the health log; no wrapper in the library can have it."""
    return f"{TRASH}/{token}"
