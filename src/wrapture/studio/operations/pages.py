"""Operations on the pages of a desk: add, show and remove."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from wrapture.api import checked_page
from wrapture.errors import SourceError, StudioError
from wrapture.model import Capture
from wrapture.studio import answers, requests
from wrapture.studio import desk_steps as steps
from wrapture.studio.operations.call import MAX_BYTES, REVISION, Download, operation

if TYPE_CHECKING:
    from wrapture.studio.operations.call import Call
    from wrapture.studio.service import Service


@operation(
    "PUT",
    "/api/desks/{desk}/pages",
    gives=answers.DeskAnswer,
    takes_bytes=True,
    query={**REVISION, "name": "the page's name", "learn": "false for a page that is only for testing"},
)
def put_page(service: Service, call: Call) -> dict[str, Any]:
    """Add a page by its bytes; a wrapper file becomes the wrapper of the desk."""
    name = call.query.get("name", "").strip()[:200] or "page.html"
    if not call.content.strip():
        raise StudioError(f"{name}: is empty; give the source of a page")
    if call.content.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{"):
        return service.open_file(call.desk, call.revision, call.content.decode("utf-8", "replace"), name)
    learn = call.query.get("learn", "true") != "false"
    return service.add(call.desk, call.revision, _uploaded(name, call), learn=learn)


def _uploaded(name: str, call: Call) -> Capture:
    _, _, charset = call.content_type.partition("charset=")
    capture = checked_page(Capture(name, call.content, charset=charset.strip("\"' ;") or None))
    if len(capture.body) > MAX_BYTES:
        raise SourceError(name, f"is larger than {MAX_BYTES >> 20} MiB, the studio's limit")
    return capture


@operation("POST", "/api/desks/{desk}/pages", takes=requests.NewAddress, gives=answers.DeskAnswer)
def fetch_page(service: Service, call: Call) -> dict[str, Any]:
    """Add a page by its address, rendered by a browser first if requested."""
    form: requests.NewAddress = call.form
    if not form.address.lower().startswith(("http://", "https://")):
        raise SourceError(form.address[:200], "is not a web address; it must start with https:// or http://")
    capture = service.read(form.address)
    png = None
    if form.render or form.scripts:
        with service.camera(scripts=form.scripts) as camera:
            capture, png = camera.photograph(capture)
    if len(capture.body) > MAX_BYTES:
        raise SourceError(form.address, f"is larger than {MAX_BYTES >> 20} MiB, the studio's limit")
    return service.add(call.desk, form.revision, capture, learn=form.learn, png=png, scripts=form.scripts)


@operation("GET", "/api/desks/{desk}/pages/{page}/next", gives=answers.NextPage)
def next_page(service: Service, call: Call) -> dict[str, str | None]:
    """Return the address of the next page of a page's list, if it has a link to one."""
    return {"address": service.next_page(call.desk, call.path["page"])}


@operation(
    "PUT",
    "/api/inbox",
    gives=answers.Received,
    takes_bytes=True,
    query={"name": "the page's title", "url": "the address it was opened at"},
)
def receive(service: Service, call: Call) -> dict[str, str]:
    """Take a page as a browser has it, from the extension or the bookmarklet, and open it on a new desk."""
    name = call.query.get("name", "").strip()[:200] or "page.html"
    url = call.query.get("url", "")
    capture = _uploaded(name, call)
    if url.startswith(("http://", "https://")) and capture.media == "html":
        capture = replace(capture, url=url[: requests.MAX_ADDRESS])
    desk = service.create()
    service.add(desk["id"], desk["revision"], capture, learn=True)
    return {"desk": desk["id"]}


@operation("PATCH", "/api/desks/{desk}/pages/{page}", takes=requests.PageRole, gives=answers.DeskAnswer)
def set_role(service: Service, call: Call) -> dict[str, Any]:
    """Use a page for learning, or only for testing."""
    learn = bool(call.form.learn)
    return service.page_step(
        call.desk,
        call.revision,
        call.path["page"],
        lambda tools, on, page: steps.learn_from(tools, on, page, learn=learn),
    )


@operation("DELETE", "/api/desks/{desk}/pages/{page}", gives=answers.DeskAnswer, query=REVISION)
def remove_page(service: Service, call: Call) -> dict[str, Any]:
    """Remove a page from a desk."""
    return service.page_step(call.desk, call.revision, call.path["page"], steps.remove_page)


@operation("GET", "/api/desks/{desk}/pages/{page}/nodes", gives=answers.NodesAnswer)
def nodes(service: Service, call: Call) -> dict[str, Any]:
    """Return the nodes of a page for the frame, without anything harmful."""
    return service.nodes(call.desk, call.path["page"])


@operation(
    "GET",
    "/api/desks/{desk}/pages/{page}/image",
    query={"address": "the address of the image, absolute or as on the page"},
)
def image(service: Service, call: Call) -> Download | None:
    """Return an image of a page; 204 if it was not saved with the page and its site's images are not allowed."""
    found = service.image(call.desk, call.path["page"], call.query.get("address", ""))
    return None if found is None else Download(found.body, found.content_type, "image")


@operation("POST", "/api/sites", takes=requests.SitePermission)
def allow_site(service: Service, call: Call) -> None:
    """Remember whether the styles and images of a site may be loaded."""
    service.show.allow(call.form.site, call.form.allow)


@operation("GET", "/api/desks/{desk}/pages/{page}/picture", gives=answers.PictureAnswer)
def picture(service: Service, call: Call) -> dict[str, Any]:
    """Return a rendered page: its picture and boxes."""
    return service.picture(call.desk, call.path["page"])


@operation("GET", "/api/desks/{desk}/pages/{page}/candidates", gives=answers.CandidatesAnswer)
def candidates(service: Service, call: Call) -> dict[str, Any]:
    """List the lists on a page, best first, with the evidence for each."""
    return service.candidates(call.desk, call.path["page"])


@operation(
    "GET",
    "/api/desks/{desk}/pages/{page}/table",
    gives=answers.TableAnswer,
    query={"known": "the stamp of a table; if the table is still the same, the response is 204 without content"},
)
def table(service: Service, call: Call) -> dict[str, Any] | None:
    """Return the table that the wrapper reads on a page, with the place of each cell."""
    found = service.table(call.desk, call.path["page"])
    return None if found["stamp"] and found["stamp"] == call.query.get("known") else found
