"""Desks: beginning one, looking at it, deleting it and bringing it back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wrapture.errors import StudioError
from wrapture.studio import answers, requests
from wrapture.studio.about import about_studio
from wrapture.studio.operations.call import MAX_BYTES, operation

if TYPE_CHECKING:
    from wrapture.studio.operations.call import Call
    from wrapture.studio.workshop import Workshop


@operation("GET", "/api/studio", gives=answers.Studio)
def studio(workshop: Workshop, _: Call) -> dict[str, Any]:
    """Say what the studio is and has, and which desks can be gone on with."""
    return about_studio(workshop, MAX_BYTES)


@operation("POST", "/api/desks", takes=requests.Nothing, gives=answers.DeskAnswer)
def new_desk(workshop: Workshop, _: Call) -> dict[str, Any]:
    """Begin a new, empty desk."""
    return workshop.create()


@operation(
    "GET",
    "/api/desks/{desk}",
    gives=answers.DeskAnswer,
    query={"since": "a revision; where the desk is still at it, the answer is 204 without content"},
)
def desk(workshop: Workshop, call: Call) -> dict[str, Any] | None:
    """Show what is on a desk."""
    if call.query.get("since") == str(workshop.revision(call.desk)):
        return None
    return workshop.desk(call.desk)


@operation("DELETE", "/api/desks/{desk}", gives=answers.Deleted)
def delete_desk(workshop: Workshop, call: Call) -> dict[str, str]:
    """Delete a desk; the answer brings it back."""
    return {"undo": f"desk:{workshop.delete(call.desk)}"}


@operation("POST", "/api/restore", takes=requests.Undo, gives=answers.Restored)
def restore(workshop: Workshop, call: Call) -> dict[str, Any]:
    """Bring back a desk or a wrapper that was deleted."""
    kind, _, token = str(call.form.undo).partition(":")
    if kind == "desk":
        return {"restored": "desk", "name": workshop.restore(token).desk.name, "id": token}
    if kind == "wrapper":
        return {"restored": "wrapper", "name": workshop.library.restore(token), "id": None}
    raise StudioError("undo: give what the deletion gave")
