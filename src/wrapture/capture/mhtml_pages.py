"""Pages saved as MHTML (RFC 2557): one message with the page and its files, as Chromium and Internet Explorer write it.

Chromium names style sheets and frames by their content ids, ``cid:css-1@mhtml.blink``, which a browser resolves inside such a
message alone.  So these references get addresses of their own, at which the camera finds the parts.
"""

from __future__ import annotations

import re
from dataclasses import replace
from email import message_from_bytes
from email.policy import compat32
from typing import TYPE_CHECKING, Final
from urllib.parse import quote

from wrapture.errors import SourceError
from wrapture.html.charset import named_charset
from wrapture.model import SavedPart
from wrapture.net.web_address import is_divisible

if TYPE_CHECKING:
    from collections.abc import Iterator
    from email.message import Message

    from wrapture.model import Capture

MAX_MULTIPARTS: Final = (
    20  # messages inside of messages: the parser recurses, and compares each line with all boundaries
)
MAX_PARTS: Final = 10_000  # a page of a large shop has some hundred files
MAX_PARAMETERS: Final = 50  # of a header: the parser looks at all that follows for each
PART_ADDRESS: Final = "http://saved-page.invalid/cid/"
"""Where parts are that have an id and no address."""
HTML: Final = frozenset(["text/html", "application/xhtml+xml"])
REWRITTEN: Final = HTML | {"text/css", "image/svg+xml"}
"""Parts that refer to others."""
_BOUNDARY: Final = re.compile(rb"boundary=\"?([^\"\s;]{1,200})", re.IGNORECASE)
_HEADER: Final = re.compile(
    rb"(?:\A|(?<=[\r\n]))content-(?:type|disposition):[^\r\n]*(?:(?:\r\n|\r|\n)[ \t][^\r\n]*)*", re.IGNORECASE
)
_MESSAGE: Final = re.compile(rb"message/rfc822", re.IGNORECASE)
_CONTENT_ID: Final = re.compile(rb"cid:([^\s\"'<>)&]{1,500})")


def page_in_mhtml(capture: Capture) -> Capture:
    """Return the page in a message, with its other parts; raises `SourceError` if there is none."""
    message, leaves = _message(capture)
    root = _root(message, leaves)
    if root is None:
        raise SourceError(capture.name, "is a message without a page in it; save the page as HTML")
    ids = {_content_id(part) for part in leaves} - {""}
    return replace(
        capture,
        body=_rewritten(_body(root), ids),
        url=_address(root) or _web(str(message.get("Snapshot-Content-Location", ""))) or None,
        charset=named_charset(root),
        folder=None,
        parts=tuple(_parts((part for part in leaves if part is not root), ids)),
    )


def _message(capture: Capture) -> tuple[Message, list[Message]]:
    """Return the parsed message and its parts; raises `SourceError` for one that would take too long to parse."""
    body = capture.body
    boundaries = set(_BOUNDARY.findall(body))
    nested = len(boundaries) + len(_MESSAGE.findall(body))
    if nested > MAX_MULTIPARTS or sum(body.count(b"\n--" + one) for one in boundaries) > MAX_PARTS:
        raise SourceError(capture.name, "has too many parts for a saved page; save the page as HTML")
    if any(header[0].count(b";") > MAX_PARAMETERS for header in _HEADER.finditer(body)):
        raise SourceError(capture.name, "has a header of too many parameters; save the page as HTML")
    try:
        message = message_from_bytes(body, policy=compat32)
        return message, [part for part in message.walk() if not part.is_multipart()]
    except (RecursionError, ValueError, LookupError) as error:
        raise SourceError(capture.name, "is a damaged MHTML file; save the page again") from error


def _root(message: Message, leaves: list[Message]) -> Message | None:
    """Return the part that is the page: the one the message starts with, or the first that is HTML."""
    pages = [part for part in leaves if part.get_content_type() in HTML]
    start = str(message.get_param("start", "")).strip("<>")
    return next((part for part in pages if start and _content_id(part) == start), pages[0] if pages else None)


def _parts(leaves: Iterator[Message], ids: set[str]) -> Iterator[SavedPart]:
    """Yield the other parts, once for each address."""
    for part in leaves:
        kind, body, own = part.get_content_type(), _body(part), _content_id(part)
        if kind in REWRITTEN:
            body = _rewritten(body, ids)
        charset = named_charset(part)
        content_type = f"{kind}; charset={charset}" if charset else kind
        for address in filter(None, (_address(part), own and _part_address(own))):
            yield SavedPart(address, body, content_type)


def _body(part: Message) -> bytes:
    body = part.get_payload(decode=True)
    return body if isinstance(body, bytes) else b""


def _content_id(part: Message) -> str:
    """Return the id by which other parts refer to one; Chromium writes that of a style sheet as its location."""
    location = _joined(part, "Content-Location")
    if location.lower().startswith("cid:"):
        return location[len("cid:") :]
    return str(part.get("Content-ID", "")).strip().strip("<>")


def _address(part: Message) -> str:
    return _web(_joined(part, "Content-Location"))


def _joined(part: Message, name: str) -> str:
    """Return a header without the white space of its lines."""
    return "".join(str(part.get(name, "")).split())


def _web(address: str) -> str:
    return address if address.lower().startswith(("http://", "https://")) and is_divisible(address) else ""


def _part_address(content_id: str) -> str:
    return PART_ADDRESS + quote(content_id, safe="")


def _rewritten(body: bytes, ids: set[str]) -> bytes:
    """Return a text with addresses instead of the content ids of known parts."""

    def address(found: re.Match[bytes]) -> bytes:
        name = found[1].decode("utf-8", "replace")
        return _part_address(name).encode() if name in ids else found[0]

    return _CONTENT_ID.sub(address, body) if ids else body
