"""Folders and globs, walked in order: no more than the names of the folders on the way are held."""

from __future__ import annotations

import os
import re
from fnmatch import translate
from typing import TYPE_CHECKING, Final, NamedTuple

from wrapture.bulk.inputs.places import below, entries, is_remote, is_there, why
from wrapture.bulk.model import Flaw

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Sequence

WILD: Final = re.compile(r"[*?\[]")
ANY_FOLDERS: Final = "**"


class Step(NamedTuple):
    """A folder or file on the way: its name below the first folder, in parts."""

    address: str
    parts: tuple[str, ...]


END: Final = (Step("", ()), False)


def walk(
    folder: str, goes_in: Callable[[tuple[str, ...]], bool] | None = None, without: Collection[str] = ()
) -> Iterator[Step | Flaw]:
    """Yield the files below a folder in the order of their parts, and the folders that can't be listed.

    Links to folders are left out, and what lies at the real paths ``without``; `goes_in` says which folders are looked into.
    """
    waiting: list[Iterator[tuple[Step, bool]]] = [iter([(Step(folder, ()), True)])]
    while waiting:
        step, is_folder = next(waiting[-1], END)
        if not step.address and not is_folder:
            waiting.pop()
        elif not is_folder:
            yield step
        elif not step.parts or goes_in is None or goes_in(step.parts):
            try:
                waiting.append(_below(step, without))
            except OSError as error:
                yield Flaw(step.address, f"{why(error)}; its pages are missing")


def _below(step: Step, without: Collection[str]) -> Iterator[tuple[Step, bool]]:
    hidden = _names_in(step.address, without)
    found = [one for one in entries(step.address) if one.name not in hidden]
    return ((Step(below(step.address, one.name), (*step.parts, one.name)), one.is_folder) for one in found)


def _names_in(folder: str, paths: Collection[str]) -> set[str]:
    """Return the names in a folder that real paths have."""
    if not paths or is_remote(folder):
        return set()
    real = os.path.realpath(folder)
    return {os.path.basename(path) for path in paths if os.path.dirname(path) == real}  # noqa: PTH119, PTH120 - names, not files


def is_within(path: str, folders: Collection[str]) -> bool:
    """Return whether a path is one of some real paths, or below it."""
    if not folders or is_remote(path):
        return False
    real = os.path.realpath(path)
    return any(real == folder or real.startswith(f"{folder}{os.sep}") for folder in folders)


def first_folder(given: str) -> str:
    """Return what was typed or, of a pattern, the folder in which everything that it means lies.

    >>> first_folder("pages/**/*.html"), first_folder("pages/1.html")
    ('pages', 'pages/1.html')
    """
    return _divided(given)[0] if not is_remote(given) and is_glob(given) else given


def is_hidden(step: Step) -> bool:
    """Return whether a file is one that people don't see."""
    return any(part.startswith(".") for part in step.parts)


def is_glob(text: str) -> bool:
    """Return whether what was typed is a pattern; a file that is really called so is no pattern."""
    return WILD.search(text) is not None and not is_there(text)


def glob(pattern: str, without: Collection[str] = ()) -> Iterator[Step | Flaw]:
    """Yield the files that a pattern names, in order: ``*`` and ``?`` within a name, ``**`` for folders at any depth."""
    folder, parts = _divided(pattern)
    shows_hidden = any(part.startswith(".") for part in parts)
    matcher = Matcher(parts)

    def goes_in(names: tuple[str, ...]) -> bool:
        return (shows_hidden or not names[-1].startswith(".")) and matcher.may_fit_below(names)

    for step in walk(folder, goes_in, without):
        if isinstance(step, Flaw) or (matcher.fits(step.parts) and (shows_hidden or not is_hidden(step))):
            yield step


class Matcher:
    """Which names in parts a pattern in parts means.

    >>> pages = Matcher(["**", "*.html"])
    >>> [pages.fits(path.split("/")) for path in ("a.html", "x/y/a.html", "x/a.txt")]
    [True, True, False]
    """

    def __init__(self, parts: Sequence[str]) -> None:
        self._parts = [None if part == ANY_FOLDERS else re.compile(translate(part)) for part in parts]

    def fits(self, names: Sequence[str]) -> bool:
        """Return whether the pattern means these names."""
        return len(self._parts) in self._reached(names)

    def may_fit_below(self, names: Sequence[str]) -> bool:
        """Return whether the pattern may mean something in this folder."""
        return any(place < len(self._parts) for place in self._reached(names))

    def _reached(self, names: Sequence[str]) -> set[int]:
        """Return the parts of the pattern that may come next, after these names."""
        places = self._opened({0})
        for name in names:
            places = self._opened(
                {
                    place + (part is not None)
                    for place in places
                    if place < len(self._parts) and ((part := self._parts[place]) is None or part.match(name))
                }
            )
        return places

    def _opened(self, places: set[int]) -> set[int]:
        """Return places, and those behind any folders, which may be none."""
        for place in range(len(self._parts)):
            if place in places and self._parts[place] is None:
                places.add(place + 1)
        return places


def _divided(pattern: str) -> tuple[str, list[str]]:
    """Return the folder above the first part with a wild card, and the parts from there on.

    >>> _divided("a/b*/c.html"), _divided("*.html"), _divided("memory://x/**/*.html"), _divided("/a*")
    (('a', ['b*', 'c.html']), ('', ['*.html']), ('memory://x', ['**', '*.html']), ('/', ['a*']))
    """
    slashes = pattern.replace(os.sep, "/")
    root = "/" if slashes.startswith("/") else ""
    if is_remote(slashes):
        scheme, _, slashes = slashes.partition("://")
        root = f"{scheme}://"
    parts = [part for part in slashes.split("/") if part]
    first = next(place for place, part in enumerate(parts) if WILD.search(part))
    return root + "/".join(parts[:first]), parts[first:]
