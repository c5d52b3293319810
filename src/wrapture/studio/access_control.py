"""Access control: only the studio's own page, and local programs that know its token, are served.

A web site that is open while the studio runs can make the browser send requests to it.  Such requests lack the token, which is
only in the studio's address; they carry the site's origin; or, after DNS rebinding, a foreign host name.  Each of the three is
enough to refuse them.
"""

from __future__ import annotations

from hmac import compare_digest
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

HOSTS: Final = ("127.0.0.1", "localhost", "[::1]")
"""Host names of the studio; any other one indicates DNS rebinding."""

APP_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
    "frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
FRAME_POLICY: Final = (
    "sandbox allow-same-origin; default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
)
"""Policy of the frame that shows pages: no scripts, network or forms; styles are the page's own."""

RECEIVE: Final = "/receive"
"""The window that the bookmarklet opens; any page may open it, and a person decides whether to take the page."""
INBOX: Final = "/api/inbox"
"""The one call that a browser extension may make."""
EXTENSIONS: Final = ("chrome-extension://", "moz-extension://")

SAFE_HEADERS: Final = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}


class Refusal(NamedTuple):
    """Why a request is refused."""

    status: int
    error: str


class Gate:
    """Checks requests; ``port`` is the studio's port, ``token`` the secret in its address."""

    def __init__(self, token: str, port: int) -> None:
        self._token = token
        self._hosts = frozenset(f"{host}:{port}" for host in HOSTS)
        self._origins = frozenset(f"http://{host}" for host in self._hosts)

    def refusal(self, path: str, headers: Mapping[str, str]) -> Refusal | None:
        """Return why a request is refused, or None if it is allowed."""
        if headers.get("host", "").lower() not in self._hosts:
            return Refusal(421, "the studio only answers to 127.0.0.1 and localhost; open it by its own address")
        origin = headers.get("origin")
        if path == INBOX and origin is not None and origin.lower().startswith(EXTENSIONS):
            return self._without_token(headers)  # the token is what pairs an extension with the studio
        if (
            path == RECEIVE
            and headers.get("sec-fetch-mode") == "navigate"
            and headers.get("sec-fetch-dest") == "document"
        ):
            return None
        if origin is not None and origin.lower() not in self._origins:
            return Refusal(403, "the request comes from another site, and the studio only serves its own page")
        if headers.get("sec-fetch-site", "none") not in {"same-origin", "none"}:
            return Refusal(403, "the request comes from another site, and the studio only serves its own page")
        return self._without_token(headers) if path.startswith("/api/") else None

    def _without_token(self, headers: Mapping[str, str]) -> Refusal | None:
        if self._knows(headers.get("authorization", "")):
            return None
        return Refusal(401, "the token is missing or wrong; open the address that wrapture studio prints")

    def _knows(self, authorization: str) -> bool:
        scheme, _, token = authorization.partition(" ")
        return scheme.lower() == "bearer" and compare_digest(token.encode("utf-8", "replace"), self._token.encode())
