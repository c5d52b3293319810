"""Interpret a browser's request: is it for a page or a part of one, of which origin, and with which headers."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from wrapture.net.fetch_trouble import AnswerError
from wrapture.net.http_messages import Request
from wrapture.net.web_address import parsed

if TYPE_CHECKING:
    from playwright.async_api import Frame
    from playwright.async_api import Request as PlaywrightRequest

    from wrapture.net.http_messages import Headers, Method
    from wrapture.net.web_address import Address

SIMPLE: Final = frozenset({"accept", "accept-language", "content-type"})
"""Headers that a script may send to any origin without a preflight request (Fetch standard)."""
BROWSERS_OWN: Final = re.compile(r"sec-|proxy-|(?:user-agent|referer|upgrade-insecure-requests|cookie|host|priority)$")


@dataclass(frozen=True, slots=True)
class BrowserRequest:
    """A browser's request for a page or a part; ``own`` if the part has the same origin as its page."""

    request: Request
    address: Address
    kind: str
    is_page: bool
    own: bool


def interpret(asked: PlaywrightRequest, secrets: tuple[str, ...]) -> BrowserRequest:
    """Return a browser's request, interpreted; raises `AnswerError` if its address is not http(s)."""
    address = parsed(asked.url)
    is_page = asked.is_navigation_request() and _is_top(asked)
    own = not is_page and all(_is_of(url, address) for url in urls_around(asked))
    method: Method = "POST" if asked.method == "POST" else "GET"
    request = Request(
        asked.url.partition("#")[0],
        method,
        (asked.post_data_buffer or b"") if method == "POST" else b"",
        asked.headers.get("content-type", "") if method == "POST" else "",
        asked.headers.get("referer", ""),
        _headers(asked, own=own or is_page),
        secrets,
    )
    return BrowserRequest(request, address, asked.resource_type, is_page, own)


def _is_top(asked: PlaywrightRequest) -> bool:
    """Return whether a navigation is in the top frame; a new window has no frame yet."""
    from playwright.async_api import Error

    try:
        return asked.frame.parent_frame is None
    except Error:
        return True


def urls_around(asked: PlaywrightRequest) -> list[str]:
    """Return the addresses of the requesting frame and of its ancestors."""
    from playwright.async_api import Error

    try:
        frame: Frame | None = asked.frame
    except Error:
        return [""]
    if asked.is_navigation_request() and frame is not None:
        frame = frame.parent_frame  # the frame itself is not loaded yet
    found = []
    while frame is not None:
        found.append(frame.url)
        frame = frame.parent_frame
    return found or [""]


def _is_of(url: str, address: Address) -> bool:
    """Return whether two addresses have the same origin."""
    try:
        return parsed(url).origin == address.origin
    except AnswerError:
        return False


def _headers(asked: PlaywrightRequest, *, own: bool) -> Headers:
    """Return the headers of a browser's request, without those that `wrapture.net` sets itself."""
    found = {name.lower(): value for name, value in asked.headers.items()}
    wanted = {name: value for name, value in found.items() if own or name in SIMPLE or name == "origin"}
    return tuple((name, value) for name, value in wanted.items() if not BROWSERS_OWN.match(name))
