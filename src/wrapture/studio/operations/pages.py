"""The pages of a desk: adding, looking at them, taking them off."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wrapture.capture.kinds import binary_kind
from wrapture.capture.sources import saved_from
from wrapture.errors import SourceError, StudioError
from wrapture.html.snapshotfile import is_snapshot
from wrapture.model import Capture
from wrapture.studio import answers, requests, steps
from wrapture.studio.operations.call import MAX_BYTES, REVISION, operation

if TYPE_CHECKING:
    from wrapture.studio.operations.call import Call
    from wrapture.studio.workshop import Workshop


@operation(
    "PUT",
    "/api/desks/{desk}/pages",
    gives=answers.DeskAnswer,
    takes_bytes=True,
    query={**REVISION, "name": "what the page is called", "learn": "false for a page that is there for testing alone"},
)
def put_page(workshop: Workshop, call: Call) -> dict[str, Any]:
    """Add a page by its bytes; a wrapper file becomes the wrapper of the desk."""
    name = call.query.get("name", "").strip()[:200] or "page.html"
    if not call.content.strip():
        raise StudioError(f"{name}: is empty; give the source of a page")
    if call.content.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{"):
        return workshop.open_file(call.desk, call.revision, call.content.decode("utf-8", "replace"), name)
    learn = call.query.get("learn", "true") != "false"
    return workshop.add(call.desk, call.revision, _uploaded(name, call), learn=learn)


def _uploaded(name: str, call: Call) -> Capture:
    kind = binary_kind(call.content)
    if is_snapshot(call.content):
        return Capture(name, call.content, media="snapshot")
    if kind is not None:
        raise SourceError(name, f"is {kind}, not a page; give an HTML file")
    _, _, charset = call.content_type.partition("charset=")
    return Capture(name, call.content, saved_from(call.content), charset=charset.strip("\"' ;") or None)


@operation("POST", "/api/desks/{desk}/pages", takes=requests.NewAddress, gives=answers.DeskAnswer)
def fetch_page(workshop: Workshop, call: Call) -> dict[str, Any]:
    """Add a page by its address; a browser renders it first where this is asked for."""
    form: requests.NewAddress = call.form
    if not form.address.lower().startswith(("http://", "https://")):
        raise SourceError(form.address[:200], "is not an address of a page; it starts with https:// or http://")
    capture = workshop.read(form.address)
    if form.render or form.scripts:
        with workshop.camera(scripts=form.scripts) as camera:
            capture = camera.shoot(capture)
    if len(capture.body) > MAX_BYTES:
        raise SourceError(form.address, f"has more than {MAX_BYTES >> 20} MiB, which the studio does not take")
    return workshop.add(call.desk, form.revision, capture, learn=form.learn)


@operation("PATCH", "/api/desks/{desk}/pages/{page}", takes=requests.PageRole, gives=answers.DeskAnswer)
def set_role(workshop: Workshop, call: Call) -> dict[str, Any]:
    """Learn from a page, or keep it for testing alone."""
    learn = bool(call.form.learn)
    return workshop.page_step(
        call.desk,
        call.revision,
        call.path["page"],
        lambda tools, on, page: steps.learn_from(tools, on, page, learn=learn),
    )


@operation("DELETE", "/api/desks/{desk}/pages/{page}", gives=answers.DeskAnswer, query=REVISION)
def remove_page(workshop: Workshop, call: Call) -> dict[str, Any]:
    """Take a page off a desk."""
    return workshop.page_step(call.desk, call.revision, call.path["page"], steps.remove_page)


@operation("GET", "/api/desks/{desk}/pages/{page}/nodes", gives=answers.NodesAnswer)
def nodes(workshop: Workshop, call: Call) -> dict[str, Any]:
    """Give the nodes of a page, without anything that could do harm, to be shown in a frame."""
    return workshop.nodes(call.desk, call.path["page"])


@operation("GET", "/api/desks/{desk}/pages/{page}/picture", gives=answers.PictureAnswer)
def picture(workshop: Workshop, call: Call) -> dict[str, Any]:
    """Show a page as a browser draws it: pixels and boxes."""
    return workshop.picture(call.desk, call.path["page"])


@operation("GET", "/api/desks/{desk}/pages/{page}/candidates", gives=answers.CandidatesAnswer)
def candidates(workshop: Workshop, call: Call) -> dict[str, Any]:
    """Show the lists on a page, best first, with the evidence for each."""
    return workshop.candidates(call.desk, call.path["page"])


@operation("GET", "/api/desks/{desk}/pages/{page}/table", gives=answers.TableAnswer)
def table(workshop: Workshop, call: Call) -> dict[str, Any]:
    """Show what the wrapper reads on a page, and where each cell stands there."""
    return workshop.table(call.desk, call.path["page"])
