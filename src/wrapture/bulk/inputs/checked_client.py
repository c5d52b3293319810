"""The client that fsspec uses for http(s): a name is resolved once for a connection, and checked where it leads.

A name that resolves to a public address when the run begins and to a private one later (DNS rebinding) gains nothing.
"""

from __future__ import annotations

import socket
from ipaddress import ip_address
from typing import TYPE_CHECKING, Any

import aiohttp

from wrapture.net.pinned import check

if TYPE_CHECKING:
    from aiohttp.abc import ResolveResult


class CheckedResolver(aiohttp.ThreadedResolver):
    """Resolves names to public addresses only."""

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_UNSPEC
    ) -> list[ResolveResult]:
        """Return the addresses of a host; raises `ForbiddenError` if one of them is not public."""
        found = await super().resolve(host, port, family)
        check(host, [ip_address(one["host"]) for one in found])
        return found


async def checked_client(**settings: Any) -> aiohttp.ClientSession:
    """Return a client that connects to public addresses only."""
    return aiohttp.ClientSession(connector=aiohttp.TCPConnector(resolver=CheckedResolver()), **settings)
