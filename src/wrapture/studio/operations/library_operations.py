"""Operations on the library: list wrappers with their health; add, open, rename and delete them."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from wrapture.api import health_words
from wrapture.api import parse_wrapper as loads
from wrapture.studio import answers, requests
from wrapture.studio.operations.call import operation

if TYPE_CHECKING:
    from wrapture.studio.operations.call import Call
    from wrapture.studio.service import Service


@operation("GET", "/api/library", gives=answers.LibraryAnswer)
def library(service: Service, _: Call) -> dict[str, Any]:
    """Show the wrappers of the library, and how well the last pages fitted each."""
    kept = service.library
    if not kept.folder.is_dir():
        return {"folder": str(kept.folder), "wrappers": []}
    health = kept.health()
    return {
        "folder": str(kept.folder),
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
            for entry in kept.entries()
        ],
    }


@operation("PUT", "/api/library", takes_bytes=True, gives=answers.Named, query={"name": "the file's name in errors"})
def put_wrapper(service: Service, call: Call) -> dict[str, str]:
    """Add a wrapper file to the library, with a number if its name is taken."""
    named = call.query.get("name", "")[:200] or "wrapper"
    return {"name": service.library.add(loads(call.content.decode("utf-8-sig", "replace"), named))[0]}


@operation("POST", "/api/library/{name}/open", takes=requests.Nothing, gives=answers.DeskAnswer)
def open_wrapper(service: Service, call: Call) -> dict[str, Any]:
    """Create a desk with a wrapper of the library."""
    return service.open_wrapper(call.path["name"])


@operation("PATCH", "/api/library/{name}", takes=requests.Rename, gives=answers.Named)
def rename_wrapper(service: Service, call: Call) -> dict[str, str]:
    """Rename a wrapper of the library."""
    return {"name": service.library.rename(call.path["name"], call.form.name)}


@operation("DELETE", "/api/library/{name}", gives=answers.Deleted)
def delete_wrapper(service: Service, call: Call) -> dict[str, str]:
    """Delete a wrapper of the library; the response has the token to restore it."""
    return {"undo": f"wrapper:{service.library.discard(call.path['name'])}"}
