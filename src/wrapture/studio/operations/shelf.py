"""The library: its wrappers and their health; opening, renaming and deleting them."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from wrapture.studio import answers, requests
from wrapture.studio.operations.call import operation
from wrapture.wrappers.file import loads
from wrapture.wrappers.healthlog import health_words

if TYPE_CHECKING:
    from wrapture.studio.operations.call import Call
    from wrapture.studio.workshop import Workshop


@operation("GET", "/api/library", gives=answers.LibraryAnswer)
def library(workshop: Workshop, _: Call) -> dict[str, Any]:
    """Show the wrappers of the library, and how well the last pages fitted each."""
    shelf = workshop.library
    if not shelf.folder.is_dir():
        return {"folder": str(shelf.folder), "wrappers": []}
    health = shelf.health()
    return {
        "folder": str(shelf.folder),
        "wrappers": [
            {
                "name": entry.name,
                "kind": entry.kind,
                "columns": entry.columns,
                "records": list(entry.records),
                "addresses": list(entry.addresses),
                "error": entry.error,
                "health": [asdict(note) for note in health.get(entry.name, ())],
                "words": health_words(health.get(entry.name, ())),
            }
            for entry in shelf.entries()
        ],
    }


@operation("PUT", "/api/library", takes_bytes=True, gives=answers.Named, query={"name": "what errors call the file"})
def put_wrapper(workshop: Workshop, call: Call) -> dict[str, str]:
    """Add a wrapper file to the library; one whose name is taken gets a number."""
    named = call.query.get("name", "")[:200] or "wrapper"
    return {"name": workshop.library.add(loads(call.content.decode("utf-8-sig", "replace"), named))[0]}


@operation("POST", "/api/library/{name}/open", takes=requests.Nothing, gives=answers.DeskAnswer)
def open_wrapper(workshop: Workshop, call: Call) -> dict[str, Any]:
    """Begin a new desk with a wrapper of the library."""
    return workshop.open_wrapper(call.path["name"])


@operation("PATCH", "/api/library/{name}", takes=requests.Rename, gives=answers.Named)
def rename_wrapper(workshop: Workshop, call: Call) -> dict[str, str]:
    """Rename a wrapper of the library."""
    return {"name": workshop.library.rename(call.path["name"], call.form.name)}


@operation("DELETE", "/api/library/{name}", gives=answers.Deleted)
def delete_wrapper(workshop: Workshop, call: Call) -> dict[str, str]:
    """Delete a wrapper of the library; the answer brings it back."""
    return {"undo": f"wrapper:{workshop.library.discard(call.path['name'])}"}
