"""Who may come in: only the studio's own page, and programs that know its token, on this machine.

A web site that a person visits while the studio runs can make the browser send requests to it.  They carry no token, which
stands in the studio's address alone; they name their own origin; and a name that was made to point to this machine is not one
that the studio goes by.  Each of the three is enough to be refused.
"""

from __future__ import annotations

from hmac import compare_digest
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

HOSTS: Final = ("127.0.0.1", "localhost", "[::1]")
"""What the studio may be called; any other name was made to point here by somebody else."""

APP_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
    "frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
FRAME_POLICY: Final = (
    "sandbox allow-same-origin; default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
)
"""Of the frame that pages are shown in: no scripts, no network, no forms; its styles are the page's own."""

SAFE_HEADERS: Final = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}


class Refusal(NamedTuple):
    """Why a request is not answered."""

    status: int
    error: str


class Gate:
    """Checks requests; ``port`` is where the studio listens, ``token`` what its address ends in."""

    def __init__(self, token: str, port: int) -> None:
        self._token = token
        self._hosts = frozenset(f"{host}:{port}" for host in HOSTS)
        self._origins = frozenset(f"http://{host}" for host in self._hosts)

    def refusal(self, path: str, headers: Mapping[str, str]) -> Refusal | None:
        """Return why a request is refused, None where it is not."""
        if headers.get("host", "").lower() not in self._hosts:
            return Refusal(421, "the studio answers to 127.0.0.1 and localhost alone; open it by its own address")
        origin = headers.get("origin")
        if origin is not None and origin.lower() not in self._origins:
            return Refusal(403, "a page from elsewhere asks for this, and the studio serves its own page alone")
        if headers.get("sec-fetch-site", "none") not in {"same-origin", "none"}:
            return Refusal(403, "a page from elsewhere asks for this, and the studio serves its own page alone")
        if path.startswith("/api/") and not self._knows(headers.get("authorization", "")):
            return Refusal(
                401, "the token is missing or not this studio's; open the address that wrapture studio prints"
            )
        return None

    def _knows(self, authorization: str) -> bool:
        scheme, _, token = authorization.partition(" ")
        return scheme.lower() == "bearer" and compare_digest(token.encode("utf-8", "replace"), self._token.encode())
