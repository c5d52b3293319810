"""Decide how to answer the requests of a page that is being rendered; `answering` carries it out.

The first request is answered with the page's own bytes.  A saved page may load files beside it, or those saved in the same
file, and nothing else; a fetched page may load style sheets, images and frames from the network.
"""

from __future__ import annotations

import mimetypes
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias
from urllib.parse import quote, unquote, urldefrag, urljoin, urlsplit

from wrapture.capture.fetch import SCHEMES, without_password
from wrapture.html import charset
from wrapture.html.snapshot import UNKNOWN_ADDRESS

if TYPE_CHECKING:
    from wrapture.model import Capture

MAX_PART_BYTES: Final = 32 * 1024 * 1024
"""Largest file beside a saved page; the same limit as for a page from the network."""
PARTS: Final = frozenset(["document", "stylesheet", "image", "font"])
"""Resource types (playwright's names) of a page without scripts."""
SCRIPTED_PARTS: Final = PARTS | {"script", "xhr", "fetch"}


@dataclass(frozen=True, slots=True)
class Serve:
    """Answer with these bytes."""

    body: bytes
    content_type: str


@dataclass(frozen=True, slots=True)
class Load:
    """Fetch from the network, if the address is allowed."""


@dataclass(frozen=True, slots=True)
class Refuse:
    """Abort the request."""


Answer: TypeAlias = Serve | Load | Refuse


def address_of(capture: Capture) -> str:
    """Return the address to load a page at in the browser: its own if that is known.

    >>> from wrapture.model import Capture
    >>> address_of(Capture("saved/my list.html", b"")), address_of(Capture("x", b"", "http://host/list?page=2#top"))
    ('http://saved-page.invalid/my%20list.html', 'http://host/list?page=2')
    """
    if capture.url is not None and _is_web(capture.url):
        return urldefrag(without_password(capture.url)).url
    return UNKNOWN_ADDRESS + quote(Path(capture.name).name, safe="")


def own(capture: Capture, encoding: str) -> Serve:
    """Return the answer to the first request: the page itself."""
    return Serve(capture.body, f"text/html; charset={encoding}")


def answer(capture: Capture, shown_at: str, address: str, kind: str, *, scripts: bool) -> Answer:
    """Return the answer to a request of a page for `address`; `kind` is playwright's resource type.

    `shown_at` is the page's own address as the browser writes it.
    """
    if kind not in (SCRIPTED_PARTS if scripts else PARTS) or not _is_web(address):
        return Refuse()
    if capture.fetched:
        return Load()
    if capture.parts:
        return _part(capture, shown_at, address)
    try:
        path = _file_beside(capture, shown_at, address)
        return Refuse() if path is None else _file(path)
    except OSError:  # the name is too long, or there is no permission
        return Refuse()


def _is_web(address: str) -> bool:
    try:
        parts = urlsplit(address)
    except ValueError:
        return False
    return parts.scheme in SCHEMES and bool(parts.hostname)


def _part(capture: Capture, shown_at: str, address: str) -> Answer:
    """Return the part of a page that was saved in one file, by its address with or without the query."""
    wanted = (urldefrag(address).url, urljoin(address, urlsplit(address).path))
    for one in wanted:
        for part in capture.parts:
            if urldefrag(urljoin(shown_at, part.address)).url == one and len(part.body) <= MAX_PART_BYTES:
                return Serve(part.body, part.content_type)
    return Refuse()


def _file_beside(capture: Capture, shown_at: str, address: str) -> Path | None:
    """Return the file at an address below a saved page's folder, or None; symbolic links can't lead out of it."""
    root = urljoin(shown_at, ".")
    plain = urljoin(address, urlsplit(address).path)  # without query and fragment
    if capture.folder is None or not plain.startswith(root):
        return None
    parts = [unquote(part) for part in plain.removeprefix(root).split("/")]
    if any(part.startswith(".") or not part or not {"/", "\\", "\0"}.isdisjoint(part) for part in parts):
        return None
    folder = Path(capture.folder).resolve()
    path = folder.joinpath(*parts).resolve()
    return path if path.is_relative_to(folder) and path.is_file() else None


def _file(path: Path) -> Answer:
    """Return the content of a file with the media type of its name."""
    with path.open("rb") as file:
        body = file.read(MAX_PART_BYTES + 1)
    if len(body) > MAX_PART_BYTES:
        return Refuse()
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    return Serve(body, f"{kind}; charset={charset.decode(body).encoding}" if kind == "text/html" else kind)
