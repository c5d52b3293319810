"""Cookies, kept for the origin that set them and sent to no other.

Stricter than RFC 6265: ``Domain`` is ignored, so that no host sets a cookie for another, and a scheme or port has its
own cookies.  Cookies live in memory; they are never written.
"""

from __future__ import annotations

import re
import time
from dataclasses import dataclass, field
from http import cookiejar
from threading import Lock
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wrapture.net.web_address import Address, Origin

MAX_COOKIE_BYTES: Final = 4096
"""Name and value together, as in browsers."""
MAX_COOKIES: Final = 50
"""Per origin, the minimum of RFC 6265; the oldest is dropped."""
MAX_ORIGINS: Final = 1000
MAX_HEADER_BYTES: Final = 8192
"""Of all cookies of one request: servers refuse longer headers."""
LONGEST_AGE_S: Final = 400 * 86400
"""As in browsers (RFC 6265bis)."""
CONTROL: Final = re.compile(r"[\x00-\x1f\x7f]")


@dataclass(frozen=True, slots=True)
class Cookie:
    """One cookie of an origin."""

    name: str
    value: str = field(repr=False)
    path: str
    ends: float

    def fits(self, path: str, now: float) -> bool:
        """Return whether it goes with a request for a path."""
        folder = self.path if self.path.endswith("/") else self.path + "/"
        return self.ends > now and (path == self.path or path.startswith(folder))


class Cookies:
    """The cookies of all origins; threads may share it."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._kept: dict[Origin, dict[tuple[str, str], Cookie]] = {}

    def keep(self, address: Address, lines: Iterable[str]) -> None:
        """Keep the cookies of ``Set-Cookie`` lines; those that break a rule are ignored."""
        now = time.time()
        for cookie in [cookie for line in lines if (cookie := read_cookie(line, address, now)) is not None]:
            with self._lock:
                self._put(address.origin, cookie, now)

    def header(self, address: Address) -> str:
        """Return the ``Cookie`` header for a request, ``""`` where there is nothing to send."""
        now = time.time()
        with self._lock:
            kept = list(self._kept.get(address.origin, {}).values())
        fitting = sorted((one for one in kept if one.fits(address.path, now)), key=lambda one: -len(one.path))
        text = ""
        for one in fitting:
            longer = f"{text}; {one.name}={one.value}" if text else f"{one.name}={one.value}"
            if len(longer) <= MAX_HEADER_BYTES:
                text = longer
        return text

    def kept(self) -> list[tuple[Origin, Cookie]]:
        """Return all cookies with their origins."""
        with self._lock:
            return [(origin, cookie) for origin, own in self._kept.items() for cookie in own.values()]

    def put(self, origin: Origin, cookie: Cookie) -> None:
        """Keep a cookie that an origin set earlier."""
        with self._lock:
            self._put(origin, cookie, time.time())

    def __len__(self) -> int:
        with self._lock:
            return sum(map(len, self._kept.values()))

    def _put(self, origin: Origin, cookie: Cookie, now: float) -> None:
        """Replace a cookie of the same name and path, or remove it if the new one has already expired."""
        ours = self._kept.pop(origin, {})
        ours.pop((cookie.name, cookie.path), None)
        if cookie.ends > now:
            ours[cookie.name, cookie.path] = cookie
        while len(ours) > MAX_COOKIES:
            del ours[next(iter(ours))]
        if ours:
            self._kept[origin] = ours
        while len(self._kept) > MAX_ORIGINS:
            del self._kept[next(iter(self._kept))]


def read_cookie(line: str, address: Address, now: float) -> Cookie | None:
    """Return the cookie of one ``Set-Cookie`` line, None where it breaks a rule.

    >>> from wrapture.net.web_address import parsed
    >>> read_cookie("id=7; Path=/a; Max-Age=60", parsed("http://host/a/b"), 1000.0)
    Cookie(name='id', path='/a', ends=1060.0)
    """
    pair, *rest = (part.strip() for part in line.split(";"))
    name, equals, value = (part.strip() for part in pair.partition("="))
    if not equals or not name or len(name) + len(value) > MAX_COOKIE_BYTES or CONTROL.search(name + value):
        return None
    said = {key.strip().lower(): text.strip() for key, _, text in (part.partition("=") for part in rest)}
    if not _is_permitted(name, said, address):
        return None
    path = said.get("path", "")
    return Cookie(name, value, path if path.startswith("/") else _folder(address.path), _end(said, now))


def _is_permitted(name: str, said: dict[str, str], address: Address) -> bool:
    """Return whether an origin may set a cookie: a secure one comes over https alone (RFC 6265bis)."""
    secure = address.scheme == "https"
    if name.lower().startswith("__host-"):
        return secure and "secure" in said and "domain" not in said and said.get("path") == "/"
    if name.lower().startswith("__secure-"):
        return secure and "secure" in said
    return secure or "secure" not in said


def _end(said: dict[str, str], now: float) -> float:
    """Return when a cookie expires; one without a date lives as long as the process."""
    age = said.get("max-age", "")
    digits = age.removeprefix("-")
    if digits.isascii() and digits.isdigit():
        return 0.0 if age.startswith("-") else now + min(int(digits[:12]), LONGEST_AGE_S)
    date = _date(said.get("expires", "")[:64])
    return min(date, now + LONGEST_AGE_S) if date is not None else now + LONGEST_AGE_S


def _date(text: str) -> float | None:
    """Return the time that a date of HTTP gives, None where it is none."""
    try:
        found: float | None = cookiejar.http2time(text) if text else None  # type: ignore[attr-defined]
    except (ValueError, OverflowError, TypeError):  # digits of other scripts, years of six digits
        return None
    return found


def _folder(path: str) -> str:
    """Return the default path of a cookie: that of the page without its last part."""
    return path[: path.rfind("/")] or "/"
