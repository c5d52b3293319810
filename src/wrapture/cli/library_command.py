"""``wrapture library add | list | match | …``: manage a folder of wrappers and match pages to them."""

from __future__ import annotations

import sys
from dataclasses import asdict
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Annotated, Final

import typer

from wrapture import api
from wrapture.cli.exit_codes import FAILED, NOTHING_FOUND
from wrapture.cli.messages import print_json, progress, say, say_error
from wrapture.cli.options import AllowPrivate, ListFormat, ListFormatOption, Sources, command_app
from wrapture.errors import SourceError
from wrapture.model.table import Failure
from wrapture.wording import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wrapture.api import HealthNote, Library, LibraryEntry, LibraryMatch
    from wrapture.cli.intake import Intake

ENTRY_HEADINGS: Final = ("name", "kind", "columns", "records", "addresses, health, or what is wrong")
MATCH_HEADINGS: Final = ("name", "fit", "records", "address")

app = command_app(help="Manage a folder of wrappers, and find the one that fits a page.", no_args_is_help=True)

Folder = Annotated[Path, typer.Argument(metavar="DIR", help="The folder of the library.")]


@app.command()
def add(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The folder of the library; created if missing.")],
    wrappers: Annotated[list[Path], typer.Argument(metavar="WRAPPER", help="Wrapper files.")],
    force: Annotated[bool, typer.Option("--force", help="Replace a wrapper of the same name.")] = False,
) -> None:
    """Add wrappers to a library; one whose name is taken gets a number."""
    names = api.Library(folder).add(*[api.load(file) for file in wrappers], replace=force)
    for file, name in zip(wrappers, names, strict=True):
        say(f"{file}: added to {folder} as {name}")


@app.command("list")
def list_wrappers(folder: Folder, output_format: ListFormatOption = ListFormat.table) -> None:
    """Show the wrappers of a library."""
    library = api.Library(folder)
    entries = library.entries()
    known = library.health()
    notes = [known.get(entry.name, []) for entry in entries]
    if output_format is ListFormat.json:
        print_json(map(_entry_object, entries, notes))
    elif entries:
        from wrapture.cli.display import print_grid

        print_grid(f"{folder}: {counted(len(entries), 'wrapper')}", ENTRY_HEADINGS, map(_entry_row, entries, notes))
    else:
        say(f"{folder}: contains no wrappers")


@app.command()
def match(
    folder: Folder,
    sources: Sources,
    output_format: ListFormatOption = ListFormat.table,
    allow_private: AllowPrivate = False,
) -> None:
    """Show the wrappers that fit pages, best first; exit with 3 if a page fits none."""
    from wrapture.cli.intake import intake_for

    intake = intake_for(allow_private=allow_private)
    results = list(_matches(api.Library(folder), sources, intake))
    if output_format is ListFormat.json:
        print_json(_match_object(page, found) for page, found in results)
    else:
        _print_matches(results)
    if all(isinstance(found, Failure) for _, found in results):
        sys.exit(FAILED)
    sys.exit(0 if all(found for _, found in results) else NOTHING_FOUND)


@app.command()
def rename(
    folder: Folder,
    old: Annotated[str, typer.Argument(metavar="OLD", help="The wrapper's name, as `list` shows it.")],
    new: Annotated[str, typer.Argument(metavar="NEW", help="Its new name.")],
) -> None:
    """Rename a wrapper of a library."""
    name = api.Library(folder).rename(old, new)
    say(f"{old}: renamed to {name} in {folder}")


@app.command()
def remove(
    folder: Folder,
    names: Annotated[list[str], typer.Argument(metavar="NAME", help="Names of wrappers, as `list` shows them.")],
) -> None:
    """Move wrappers of a library to its trash; `restore` undoes it."""
    library = api.Library(folder)
    library.require(*names)  # if one of the names is missing, none is removed
    for name in dict.fromkeys(names):
        token = library.discard(name)
        say(f"{name}: removed from {folder}; undo: wrapture library restore {quote(str(folder))} {token}")


@app.command()
def restore(
    folder: Folder,
    token: Annotated[
        str | None,
        typer.Argument(metavar="TOKEN", help="The token that `remove` printed; without it, the trash is listed."),
    ] = None,
) -> None:
    """Put back a wrapper that was removed."""
    library = api.Library(folder)
    if token is not None:
        say(f"{library.restore(token)}: back in {folder}")
        return
    found = [(one.token, one.name, one.when) for one in library.discarded()]
    if found:
        from wrapture.cli.display import print_grid

        title = f"{folder}: {counted(len(found), 'wrapper')} that can be restored"
        print_grid(title, ("token", "name", "removed"), found)
    else:
        say(f"{folder}: nothing is there that could be restored")


@app.command()
def versions(
    folder: Folder,
    name: Annotated[str, typer.Argument(metavar="NAME", help="The wrapper's name, as `list` shows it.")],
) -> None:
    """Show the earlier versions of a wrapper, which are kept when it is replaced or repaired."""
    found = [(one.version, one.when) for one in api.Library(folder).versions(name)]
    if found:
        from wrapture.cli.display import print_grid

        print_grid(f"{name}: {counted(len(found), 'earlier version')}", ("version", "replaced"), found)
    else:
        say(f"{name}: was never replaced; there is no earlier version")


@app.command()
def revert(
    folder: Folder,
    name: Annotated[str, typer.Argument(metavar="NAME", help="The wrapper's name, as `list` shows it.")],
    version: Annotated[
        str | None, typer.Argument(metavar="VERSION", help="As `versions` shows it; by default the last one.")
    ] = None,
) -> None:
    """Go back to an earlier version of a wrapper; the present one is kept as a version, too."""
    chosen = api.Library(folder).revert(name, version)
    say(f"{name}: is version {chosen} again in {folder}")


def _matches(
    library: Library, sources: Sequence[str], intake: Intake
) -> Iterator[tuple[str, list[LibraryMatch] | Failure]]:
    """Yield each page with its matches, or its failure, which is printed at once."""
    for source in progress(api.expand(sources)):
        found = _match(library, source, intake)
        if isinstance(found, Failure):
            say_error(f"{source}: {found.error}")
        elif not found:
            say(f"{source}: fits no wrapper of {library.folder}")
        yield source, found


def _match(library: Library, source: str, intake: Intake) -> list[LibraryMatch] | Failure:
    try:
        return library.match(api.read_page(intake.read(source)))
    except SourceError as error:
        return Failure(error.where, error.what)


def _print_matches(results: Sequence[tuple[str, list[LibraryMatch] | Failure]]) -> None:
    from wrapture.cli.display import print_grid

    for page, found in results:
        if not isinstance(found, Failure) and found:
            print_grid(f"{page}: wrappers that it fits, best first", MATCH_HEADINGS, map(_match_row, found))


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
    about = "; ".join(filter(None, [", ".join(entry.addresses), api.health_words(notes)]))
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
