"""What a browser asks for, understood: a page or a part of one, by whom, and what goes along."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from wrapture.web.addresses import parsed
from wrapture.web.messages import Request
from wrapture.web.trouble import AnswerError

if TYPE_CHECKING:
    from playwright.async_api import Frame
    from playwright.async_api import Request as Wish

    from wrapture.web.addresses import Address
    from wrapture.web.messages import Headers, Method

SIMPLE: Final = frozenset({"accept", "accept-language", "content-type"})
"""Headers that a script may send to any origin without asking (Fetch standard)."""
BROWSERS_OWN: Final = re.compile(r"sec-|proxy-|(?:user-agent|referer|upgrade-insecure-requests|cookie|host|priority)$")


@dataclass(frozen=True, slots=True)
class Asked:
    """A browser's request, and what it means: a page, or a part; ``own`` where a part is of its page's origin."""

    request: Request
    address: Address
    kind: str
    is_page: bool
    own: bool


def understood(wish: Wish, secrets: tuple[str, ...]) -> Asked:
    """Return what a browser's request means; raises `AnswerError` for what is no http(s) address."""
    address = parsed(wish.url)
    is_page = wish.is_navigation_request() and _is_top(wish)
    own = not is_page and all(_is_of(url, address) for url in urls_around(wish))
    method: Method = "POST" if wish.method == "POST" else "GET"
    request = Request(
        wish.url.partition("#")[0],
        method,
        (wish.post_data_buffer or b"") if method == "POST" else b"",
        wish.headers.get("content-type", "") if method == "POST" else "",
        wish.headers.get("referer", ""),
        _headers(wish, own=own or is_page),
        secrets,
    )
    return Asked(request, address, wish.resource_type, is_page, own)


def _is_top(wish: Wish) -> bool:
    """Return whether a navigation is that of a whole page, not of a frame in it; a new window has no frame yet."""
    from playwright.async_api import Error

    try:
        return wish.frame.parent_frame is None
    except Error:
        return True


def urls_around(wish: Wish) -> list[str]:
    """Return the addresses of the frame that asks and of all around it."""
    from playwright.async_api import Error

    try:
        frame: Frame | None = wish.frame
    except Error:
        return [""]
    if wish.is_navigation_request() and frame is not None:
        frame = frame.parent_frame  # it is not there yet
    found = []
    while frame is not None:
        found.append(frame.url)
        frame = frame.parent_frame
    return found or [""]


def _is_of(url: str, address: Address) -> bool:
    """Return whether an address is of an origin."""
    try:
        return parsed(url).origin == address.origin
    except AnswerError:
        return False


def _headers(wish: Wish, *, own: bool) -> Headers:
    """Return the headers that a script or the browser wants to send, but for what is ours to say."""
    found = {name.lower(): value for name, value in wish.headers.items()}
    wanted = {name: value for name, value in found.items() if own or name in SIMPLE or name == "origin"}
    return tuple((name, value) for name, value in wanted.items() if not BROWSERS_OWN.match(name))
