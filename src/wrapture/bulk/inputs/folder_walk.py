"""Folders and globs, walked in order; memory holds only the names in the folders on the current path."""

from __future__ import annotations

import os
import re
from fnmatch import translate
from typing import TYPE_CHECKING, Final, NamedTuple

from wrapture.bulk.inputs.locations import below, entries, is_remote, is_there
from wrapture.bulk.jobs import Flaw
from wrapture.error_lines import read_problem

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Sequence

WILD: Final = re.compile(r"[*?\[]")
ANY_FOLDERS: Final = "**"


class WalkStep(NamedTuple):
    """A folder or file, with the parts of its name below the first folder."""

    address: str
    parts: tuple[str, ...]


END: Final = (WalkStep("", ()), False)


def walk(
    folder: str, goes_in: Callable[[tuple[str, ...]], bool] | None = None, without: Collection[str] = ()
) -> Iterator[WalkStep | Flaw]:
    """Yield the files below a folder in the order of their parts, and flaws for folders that can't be listed.

    Links to folders and the real paths ``without`` are left out; `goes_in` decides which folders are entered.
    """
    waiting: list[Iterator[tuple[WalkStep, bool]]] = [iter([(WalkStep(folder, ()), True)])]
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
                yield Flaw(step.address, f"{read_problem(error)}; its pages are missing")


def _below(step: WalkStep, without: Collection[str]) -> Iterator[tuple[WalkStep, bool]]:
    hidden = _names_in(step.address, without)
    found = [one for one in entries(step.address) if one.name not in hidden]
    return ((WalkStep(below(step.address, one.name), (*step.parts, one.name)), one.is_folder) for one in found)


def _names_in(folder: str, paths: Collection[str]) -> set[str]:
    """Return the names in a folder that belong to these real paths."""
    if not paths or is_remote(folder):
        return set()
    real = os.path.realpath(folder)
    return {os.path.basename(path) for path in paths if os.path.dirname(path) == real}  # noqa: PTH119, PTH120 - names, not files


def is_within(path: str, folders: Collection[str]) -> bool:
    """Return whether a path is one of these real paths, or below one."""
    if not folders or is_remote(path):
        return False
    real = os.path.realpath(path)
    return any(real == folder or real.startswith(f"{folder}{os.sep}") for folder in folders)


def first_folder(given: str) -> str:
    """Return the input itself or, for a pattern, the folder that contains all its matches.

    >>> first_folder("pages/**/*.html"), first_folder("pages/1.html")
    ('pages', 'pages/1.html')
    """
    return _divided(given)[0] if not is_remote(given) and is_glob(given) else given


def is_hidden(step: WalkStep) -> bool:
    """Return whether a file or one of its folders is hidden."""
    return any(part.startswith(".") for part in step.parts)


def is_glob(text: str) -> bool:
    """Return whether an input is a pattern, and not the name of an existing file."""
    return WILD.search(text) is not None and not is_there(text)


def glob(pattern: str, without: Collection[str] = ()) -> Iterator[WalkStep | Flaw]:
    """Yield the files that match a pattern, in order: ``*`` and ``?`` within a name, ``**`` for folders at any depth."""
    folder, parts = _divided(pattern)
    shows_hidden = any(part.startswith(".") for part in parts)
    matcher = NameMatcher(parts)

    def goes_in(names: tuple[str, ...]) -> bool:
        return (shows_hidden or not names[-1].startswith(".")) and matcher.may_fit_below(names)

    for step in walk(folder, goes_in, without):
        if isinstance(step, Flaw) or (matcher.fits(step.parts) and (shows_hidden or not is_hidden(step))):
            yield step


class NameMatcher:
    """Matches names, given as parts, against a pattern.

    >>> pages = NameMatcher(["**", "*.html"])
    >>> [pages.fits(path.split("/")) for path in ("a.html", "x/y/a.html", "x/a.txt")]
    [True, True, False]
    """

    def __init__(self, parts: Sequence[str]) -> None:
        self._parts = [None if part == ANY_FOLDERS else re.compile(translate(part)) for part in parts]

    def fits(self, names: Sequence[str]) -> bool:
        """Return whether the names match."""
        return len(self._parts) in self._reached(names)

    def may_fit_below(self, names: Sequence[str]) -> bool:
        """Return whether something in this folder may match."""
        return any(place < len(self._parts) for place in self._reached(names))

    def _reached(self, names: Sequence[str]) -> set[int]:
        """Return the parts of the pattern that may follow these names."""
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
        """Return these places and those after ``**``, which may match no folder."""
        for place in range(len(self._parts)):
            if place in places and self._parts[place] is None:
                places.add(place + 1)
        return places


def _divided(pattern: str) -> tuple[str, list[str]]:
    """Return the folder above the first part with a wildcard, and the parts from there on.

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
