"""Operations on desks: create, show, delete and restore."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wrapture.errors import StudioError
from wrapture.studio import answers, library_answers, requests
from wrapture.studio.about import about_studio
from wrapture.studio.operations.call import MAX_BYTES, operation

if TYPE_CHECKING:
    from wrapture.studio.operations.call import Call
    from wrapture.studio.service import Service


@operation("GET", "/api/studio", gives=answers.Studio)
def studio(service: Service, _: Call) -> dict[str, Any]:
    """Describe the studio and list its desks."""
    return about_studio(service, MAX_BYTES)


@operation("POST", "/api/desks", takes=requests.Nothing, gives=answers.DeskAnswer)
def new_desk(service: Service, _: Call) -> dict[str, Any]:
    """Create an empty desk."""
    return service.create()


@operation(
    "GET",
    "/api/desks/{desk}",
    gives=answers.DeskAnswer,
    query={"since": "a revision; if the desk is still at it, the response is 204 without content"},
)
def desk(service: Service, call: Call) -> dict[str, Any] | None:
    """Show a desk."""
    if call.query.get("since") == str(service.revision(call.desk)):
        return None
    return service.desk(call.desk)


@operation("DELETE", "/api/desks/{desk}", gives=library_answers.Deleted)
def delete_desk(service: Service, call: Call) -> dict[str, str]:
    """Delete a desk; the response has the token to restore it."""
    return {"undo": f"desk:{service.delete(call.desk)}"}


@operation("POST", "/api/restore", takes=requests.Undo, gives=library_answers.Restored)
def restore(service: Service, call: Call) -> dict[str, Any]:
    """Restore a deleted desk or wrapper."""
    kind, _, token = str(call.form.undo).partition(":")
    if kind == "desk":
        return {"restored": "desk", "name": service.restore(token).desk.name, "id": token}
    if kind == "wrapper":
        return {"restored": "wrapper", "name": service.library.restore(token), "id": None}
    raise StudioError("undo: not a token of a deletion; give the one that the deletion returned")
