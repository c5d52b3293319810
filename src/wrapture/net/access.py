"""What users bring to reach their pages: headers, cookies, a name for the program, a proxy.

All of it may be secret.  It is sent, never stored, logged or shown: requests, which are, don't hold it.
"""

from __future__ import annotations

import json
import re
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from wrapture.error_lines import read_problem
from wrapture.errors import SourceError
from wrapture.net.fetch_trouble import AnswerError
from wrapture.net.web_address import parsed

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from wrapture.net.http_messages import Headers
    from wrapture.net.web_address import Address, Origin

MAX_FILE_BYTES: Final = 4_000_000
MAX_BROUGHT: Final = 5_000
_NAME: Final = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f]")
HTTP_ONLY: Final = "#HttpOnly_"
NETSCAPE_FIELDS: Final = 7
FORBIDDEN: Final = frozenset({"host", "content-length", "transfer-encoding", "connection", "cookie", "accept-encoding"})
"""Headers that the program sets itself; cookies have an option of their own."""


@dataclass(frozen=True, slots=True)
class BroughtCookie:
    """A cookie from a user's file; ``wide`` means that it also goes to hosts below its own."""

    name: str
    value: str = field(repr=False)
    host: str
    path: str = "/"
    wide: bool = False
    secure: bool = False
    ends: float = float("inf")

    def fits(self, address: Address, now: float) -> bool:
        """Return whether it goes with a request."""
        at_home = address.host == self.host or (self.wide and address.host.endswith(f".{self.host}"))
        folder = self.path if self.path.endswith("/") else f"{self.path}/"
        below = address.path == self.path or address.path.startswith(folder)
        return at_home and below and self.ends > now and (address.scheme == "https" or not self.secure)


@dataclass(frozen=True, slots=True)
class Access:
    """What is sent beside a request: ``headers`` to the ``origins`` that the user named and no others."""

    headers: Headers = field(default=(), repr=False)
    cookies: tuple[BroughtCookie, ...] = field(default=(), repr=False)
    user_agent: str = ""
    proxy: str = field(default="", repr=False)
    origins: frozenset[Origin] = frozenset()

    def headers_for(self, address: Address) -> Headers:
        """Return the headers for a request."""
        return self.headers if address.origin in self.origins else ()

    def cookies_for(self, address: Address) -> dict[str, str]:
        """Return the cookies for a request, by name."""
        now = time.time()
        return {one.name: one.value for one in self.cookies if one.fits(address, now)}


def without_keys(access: Access) -> Access:
    """Return what is sent beside requests of other sites' pages: no header or cookie, but the same name and proxy."""
    return Access(user_agent=access.user_agent, proxy=access.proxy)


def origins_of(addresses: Iterable[str]) -> frozenset[Origin]:
    """Return the origins of addresses; what is no web address has none."""
    found = set()
    for address in addresses:
        try:
            found.add(parsed(address).origin)
        except AnswerError:
            continue
    return frozenset(found)


def read_header(text: str) -> tuple[str, str]:
    """Return the name and value of a header; raises ValueError, without the value, if it is none.

    >>> read_header("X-Key: abc")
    ('x-key', 'abc')
    """
    name, colon, value = text.partition(":")
    name, value = name.strip().lower(), value.strip()
    if not colon or not _NAME.fullmatch(name) or _CONTROL.search(value) or not value.isascii():
        raise ValueError("is no header; write it as 'Name: value'")
    if name in FORBIDDEN:
        raise ValueError(f"{name} is set by the program; leave it out")
    return name, value


def read_cookies(path: Path) -> tuple[BroughtCookie, ...]:
    """Return the cookies in a file, of Netscape's format or JSON, as browsers and their extensions export them.

    Raises `SourceError`, which quotes nothing of the file.
    """
    try:
        with path.open("rb") as file:
            text = file.read(MAX_FILE_BYTES).decode("utf-8", "replace").lstrip("\ufeff")
    except OSError as error:
        raise SourceError(str(path), read_problem(error, {})) from error
    try:
        found = tuple(_of_json(json.loads(text)) if text.lstrip()[:1] in ("[", "{") else _of_netscape(text))
    except (ValueError, TypeError, AttributeError, KeyError, OverflowError, RecursionError):
        found = ()
    if not found:
        raise SourceError(str(path), "has no cookies; export them as Netscape cookies.txt or as JSON")
    return found[:MAX_BROUGHT]


def _of_netscape(text: str) -> Iterator[BroughtCookie]:
    for line in text.splitlines():
        plain = line.removeprefix(HTTP_ONLY)
        parts = plain.split("\t")
        if (line.startswith("#") and plain == line) or len(parts) != NETSCAPE_FIELDS:
            continue
        host, wide, path, secure, ends, name, value = parts
        yield _cookie(name, value, host, path, wide == "TRUE" or host.startswith("."), secure == "TRUE", ends)


def _of_json(data: Any) -> Iterator[BroughtCookie]:
    """Yield the cookies of a list, or of the list under ``cookies``, as Playwright saves it."""
    for one in data.get("cookies", ()) if isinstance(data, dict) else data:
        host = str(one.get("domain") or one.get("host") or "")
        ends = one.get("expirationDate", one.get("expires", one.get("expiry", 0)))
        wide = not one.get("hostOnly", not host.startswith("."))
        yield _cookie(one["name"], one["value"], host, one.get("path") or "/", wide, bool(one.get("secure")), ends)


def _cookie(name: str, value: str, host: str, path: str, wide: bool, secure: bool, ends: object) -> BroughtCookie:
    """Return a cookie; one of a session, which has no end, counts until the program ends."""
    if _CONTROL.search(f"{name}{value}{host}{path}") or not host:
        raise ValueError
    until = float(ends) if isinstance(ends, int | float | str) and str(ends).strip() else 0.0
    own = host.lstrip(".").lower()
    return BroughtCookie(name, value, own, path, wide, secure, until if until > 0 else float("inf"))
