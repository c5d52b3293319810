"""What ``wrapture library`` does: call the library, show the result.  Each function returns an exit code."""

from __future__ import annotations

import sys
from dataclasses import asdict
from shlex import quote
from typing import TYPE_CHECKING

from wrapture.capture.sources import expand
from wrapture.cli import display
from wrapture.cli.commands import FAILED, NOTHING_FOUND
from wrapture.errors import SourceError
from wrapture.extraction.table import Failure
from wrapture.html.read import read_page
from wrapture.sinks.jsonout import dump
from wrapture.wrappers.describe import counted
from wrapture.wrappers.file import load
from wrapture.wrappers.library import Library, health_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from wrapture.cli.intake import Intake
    from wrapture.wrappers.library import HealthNote, LibraryEntry, LibraryMatch


def add(folder: Path, files: Sequence[Path], *, force: bool) -> int:
    """Add the wrappers in some files; where one of them is broken, none is added."""
    names = Library(folder).add(*[load(file) for file in files], replace=force)
    for file, name in zip(files, names, strict=True):
        display.say(f"{file}: added to {folder} as {name}")
    return 0


def show(folder: Path, *, as_json: bool) -> int:
    """Print what is in a library, and how its wrappers did on their last pages."""
    library = Library(folder)
    entries = library.entries()
    known = library.health()
    notes = [known.get(entry.name, []) for entry in entries]
    if as_json:
        _print_json(map(_entry_object, entries, notes))
    elif entries:
        display.print_grid(
            f"{folder}: {counted(len(entries), 'wrapper')}",
            ("name", "kind", "columns", "records", "addresses, health, or what is wrong"),
            map(_entry_row, entries, notes),
        )
    else:
        display.say(f"{folder}: no wrappers are in it")
    return 0


def match(folder: Path, sources: Sequence[str], *, intake: Intake, as_json: bool) -> int:
    """Print the wrappers of a library that pages fit; a page that fits none is said."""
    results = list(_matches(Library(folder), sources, intake))
    if as_json:
        _print_json(_match_object(page, found) for page, found in results)
    else:
        _print_matches(results)
    if all(isinstance(found, Failure) for _, found in results):
        return FAILED
    return 0 if all(found for _, found in results) else NOTHING_FOUND


def rename(folder: Path, old: str, new: str) -> int:
    """Give a wrapper another name."""
    name = Library(folder).rename(old, new)
    display.say(f"{old}: is called {name} in {folder} now")
    return 0


def remove(folder: Path, names: Sequence[str]) -> int:
    """Remove wrappers, and say how to undo it; where one of the names is not there, none is removed."""
    library = Library(folder)
    library.require(*names)
    for name in dict.fromkeys(names):
        token = library.discard(name)
        display.say(f"{name}: removed from {folder}; undo: wrapture library restore {quote(str(folder))} {token}")
    return 0


def restore(folder: Path, token: str | None) -> int:
    """Put a wrapper back that was removed, or print what can be put back."""
    library = Library(folder)
    if token is not None:
        display.say(f"{library.restore(token)}: back in {folder}")
        return 0
    found = [(one.token, one.name, one.when) for one in library.discarded()]
    if found:
        title = f"{folder}: {counted(len(found), 'wrapper')} that can be restored"
        display.print_grid(title, ("token", "name", "removed"), found)
    else:
        display.say(f"{folder}: nothing is there that could be restored")
    return 0


def _matches(
    library: Library, sources: Sequence[str], intake: Intake
) -> Iterator[tuple[str, list[LibraryMatch] | Failure]]:
    """Yield each page with its matches, or its failure; what is wrong with it is said at once."""
    for source in display.progress(expand(sources)):
        found = _match(library, source, intake)
        if isinstance(found, Failure):
            display.say(f"{source}: {found.error}")
        elif not found:
            display.say(f"{source}: fits no wrapper of {library.folder}")
        yield source, found


def _match(library: Library, source: str, intake: Intake) -> list[LibraryMatch] | Failure:
    try:
        return library.match(read_page(intake.read(source)))
    except SourceError as error:
        return Failure(error.where, error.what)


def _print_matches(results: Sequence[tuple[str, list[LibraryMatch] | Failure]]) -> None:
    for page, found in results:
        if not isinstance(found, Failure) and found:
            headings = ("name", "fit", "records", "address")
            display.print_grid(f"{page}: wrappers that it fits, best first", headings, map(_match_row, found))


def _match_row(found: LibraryMatch) -> tuple[str, str, str, str]:
    return found.name, f"{found.fit.value:.0%}", str(found.fit.found), "yes" if found.by_address else "no"


def _match_object(page: str, found: list[LibraryMatch] | Failure) -> dict[str, object]:
    if isinstance(found, Failure):
        return {"page": page, "matches": [], "error": found.error}
    matches = [
        {
            "name": one.name,
            "fit": round(one.fit.value, 4),
            "records": one.fit.found,
            "by_address": one.by_address,
        }
        for one in found
    ]
    return {"page": page, "matches": matches}


def _entry_row(entry: LibraryEntry, notes: Sequence[HealthNote]) -> tuple[str, str, str, str, str]:
    if entry.error:
        return entry.name, "broken", "", "", entry.error
    low, high = entry.records
    records = str(high) if low == high else f"{low} to {high}"
    about = "; ".join(filter(None, [", ".join(entry.addresses), health_words(notes)]))
    return entry.name, entry.kind, str(entry.columns), records, about


def _entry_object(entry: LibraryEntry, notes: Sequence[HealthNote]) -> dict[str, object]:
    if entry.error:
        return {"name": entry.name, "error": entry.error}
    return {
        "name": entry.name,
        "kind": entry.kind,
        "columns": entry.columns,
        "records": list(entry.records),
        "addresses": list(entry.addresses),
        "health": [asdict(note) for note in notes],
    }


def _print_json(objects: Iterable[dict[str, object]]) -> None:
    sys.stdout.write("[" + ",\n".join(map(dump, objects)) + "]\n")
