"""Operations on the library: list, add, open, rename and delete wrappers; run and check them; health and versions."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any, Final

from wrapture.api import check_capture, check_summary, dump_wrapper, health_words, read_capture
from wrapture.api import parse_wrapper as loads
from wrapture.errors import StudioError
from wrapture.studio import answers, library_answers, requests
from wrapture.studio.downloads import CONTENT_TYPES, tables_as
from wrapture.studio.operations.call import Download, operation
from wrapture.wording import for_command_line

if TYPE_CHECKING:
    from wrapture.model import Capture, Wrapper
    from wrapture.studio.operations.call import Call
    from wrapture.studio.service import Service


@operation("GET", "/api/library", gives=library_answers.LibraryAnswer)
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


@operation(
    "PUT", "/api/library", takes_bytes=True, gives=library_answers.Named, query={"name": "the file's name in errors"}
)
def put_wrapper(service: Service, call: Call) -> dict[str, str]:
    """Add a wrapper file to the library, with a number if its name is taken."""
    named = call.query.get("name", "")[:200] or "wrapper"
    return {"name": service.library.add(loads(call.content.decode("utf-8-sig", "replace"), named))[0]}


@operation("POST", "/api/library/{name}/open", takes=requests.Nothing, gives=answers.DeskAnswer)
def open_wrapper(service: Service, call: Call) -> dict[str, Any]:
    """Create a desk with a wrapper of the library."""
    return service.open_wrapper(call.path["name"])


@operation("PATCH", "/api/library/{name}", takes=requests.Rename, gives=library_answers.Named)
def rename_wrapper(service: Service, call: Call) -> dict[str, str]:
    """Rename a wrapper of the library."""
    return {"name": service.library.rename(call.path["name"], call.form.name)}


@operation("DELETE", "/api/library/{name}", gives=library_answers.Deleted)
def delete_wrapper(service: Service, call: Call) -> dict[str, str]:
    """Delete a wrapper of the library; the response has the token to restore it."""
    return {"undo": f"wrapper:{service.library.discard(call.path['name'])}"}


# --- runs, health and versions ---

WEB: Final = ("http://", "https://")


def _page_of(service: Service, name: str, wrapper: Wrapper) -> str:
    """Return the address that a wrapper of the library is run on: the one read last or, before that, learned from."""
    listed = [wrapper.listing.page] if wrapper.listing is not None else []
    known = [*(note.page for note in service.library.history(name)), *wrapper.learned_from, *listed]
    return next((page for page in known if page.startswith(WEB)), "")


def _read_now(service: Service, name: str) -> tuple[Wrapper, Capture]:
    wrapper, _ = service.library.load(name)
    page = _page_of(service, name, wrapper)
    if not page:
        raise StudioError(f"{name}: no page of it has an address; open it, and add a page")
    return wrapper, service.read(page)


@operation("GET", "/api/library/{name}/history", gives=library_answers.WrapperHistory)
def wrapper_history(service: Service, call: Call) -> dict[str, Any]:
    """Show the health of a wrapper over time, and its earlier versions."""
    name = call.path["name"]
    wrapper, _ = service.library.load(name)
    return {
        "health": [asdict(note) for note in service.library.history(name)],
        "versions": [asdict(one) for one in service.library.versions(name)],
        "page": _page_of(service, name, wrapper),
    }


@operation("POST", "/api/library/{name}/revert", takes=requests.Revert, gives=library_answers.Named)
def revert_wrapper(service: Service, call: Call) -> dict[str, str]:
    """Go back to an earlier version of a wrapper; the one of now becomes a version, too."""
    service.library.revert(call.path["name"], call.form.version)
    return {"name": call.path["name"]}


@operation("POST", "/api/library/{name}/check", takes=requests.Nothing, gives=library_answers.LibraryCheck)
def check_wrapper(service: Service, call: Call) -> dict[str, Any]:
    """Check whether a wrapper still fits its page as it is now, and note that in the library."""
    name = call.path["name"]
    wrapper, capture = _read_now(service, name)
    found = check_capture(wrapper, capture)
    service.library.note_checks(name, [found])
    reasons = list(map(for_command_line, found.reasons))
    return {"words": check_summary([found]), "verdict": found.verdict, "reasons": reasons}


@operation("GET", "/api/library/{name}/file")
def library_file(service: Service, call: Call) -> Download:
    """Download a wrapper file of the library."""
    name = call.path["name"]
    return Download(dump_wrapper(service.library.load(name)[0]).encode(), "application/json", f"{name}.json")


@operation("GET", "/api/library/{name}/table", query={"format": f"one of {', '.join(CONTENT_TYPES)}"})
def run_wrapper(service: Service, call: Call) -> Download:
    """Read the page of a wrapper as it is now, and download the table."""
    name, wanted = call.path["name"], call.query.get("format", "csv")
    wrapper, capture = _read_now(service, name)
    table = read_capture(wrapper, capture)
    if table.fit is not None:
        service.library.note(name, capture.url or capture.name, table.fit)
    shown = replace(table, wrapper=name, fit=None)
    return Download(tables_as([shown], wanted), CONTENT_TYPES[wanted], f"{name}.{wanted}")
