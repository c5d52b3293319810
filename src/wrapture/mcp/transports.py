"""Serve the tools: on standard input and output for a client that starts the server, or over HTTP for others."""

from __future__ import annotations

import os
import socket
from hmac import compare_digest
from secrets import token_urlsafe
from typing import TYPE_CHECKING, Any, Final

from wrapture import api
from wrapture.error_lines import reason_of
from wrapture.errors import SourceError
from wrapture.mcp.agent_access import AgentAccess
from wrapture.mcp.server import make_server

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from mcp.server.mcpserver import MCPServer
    from starlette.types import ASGIApp, Receive, Scope, Send

LOOPBACK: Final = "127.0.0.1"
TOKEN_VARIABLE: Final = "WRAPTURE_MCP_TOKEN"  # noqa: S105 - the name of a variable
HEALTH_PATH: Final = "/health"
MCP_PATH: Final = "/mcp"


def access_for(folders: Sequence[Path], library: Path | None, *, allow_private: bool, delay_s: float) -> AgentAccess:
    """Return what the server may access; raises `SourceError` for a folder that does not exist."""
    for folder in folders:
        if not folder.is_dir():
            raise SourceError(str(folder), "no such folder")
    if library is not None:
        library.mkdir(parents=True, exist_ok=True)
    visitor = api.Visitor(politeness=api.Politeness(delay_s=delay_s), allow_private=allow_private)
    return AgentAccess(tuple(folder.resolve() for folder in folders), library, visitor)


def serve_stdio(access: AgentAccess) -> None:
    """Serve until standard input ends."""
    make_server(access).run("stdio")


def serve_http(access: AgentAccess, host: str, port: int, say: Callable[[str], None]) -> None:
    """Serve over streamable HTTP until interrupted; `say` is called with the address and the token."""
    import uvicorn

    server = make_server(access)
    token = _token(host)
    listening = _listen(host, port)
    own_port = listening.getsockname()[1]
    say(f"serving MCP at http://{host}:{own_port}{MCP_PATH}")
    if TOKEN_VARIABLE not in os.environ:
        say(f"send the header Authorization: Bearer {token}")
    config = uvicorn.Config(
        http_app(server, token, host, own_port),
        log_level="warning",
        access_log=False,
        ws="none",
        proxy_headers=False,
        server_header=False,
        timeout_graceful_shutdown=3,
    )
    uvicorn.Server(config).run(sockets=[listening])


def http_app(server: MCPServer[Any], token: str, host: str, port: int) -> ASGIApp:
    """Return the ASGI application: the protocol behind a token, and a health check for containers."""
    from mcp.server.transport_security import TransportSecuritySettings
    from starlette.responses import PlainTextResponse

    async def health(_: Any) -> PlainTextResponse:
        return PlainTextResponse("ok\n")

    server.custom_route(HEALTH_PATH, methods=["GET"])(health)

    # Against DNS rebinding.  On other interfaces the host's name is not known, and the token alone protects the server.
    names = [f"{name}:{port}" for name in (LOOPBACK, "localhost")] if host == LOOPBACK else []
    security = TransportSecuritySettings(enable_dns_rebinding_protection=bool(names), allowed_hosts=names)
    return TokenGate(server.streamable_http_app(streamable_http_path=MCP_PATH, transport_security=security), token)


class TokenGate:
    """Passes on requests that have the token; the health check needs none."""

    def __init__(self, app: ASGIApp, token: str) -> None:
        self._app = app
        self._expected = f"Bearer {token}".encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer 401 to a request without the token."""
        if scope["type"] == "http" and scope["path"] != HEALTH_PATH:
            given = dict(scope["headers"]).get(b"authorization", b"")
            if not compare_digest(given, self._expected):
                from starlette.responses import PlainTextResponse

                refusal = PlainTextResponse("the token is missing or wrong\n", 401, {"WWW-Authenticate": "Bearer"})
                await refusal(scope, receive, send)
                return
        await self._app(scope, receive, send)


def _token(host: str) -> str:
    """Return the token from the environment, or a new one; other machines may connect only with a chosen one."""
    chosen = os.environ.get(TOKEN_VARIABLE, "")
    if not chosen and host != LOOPBACK:
        raise SourceError(host, f"other machines may connect: set {TOKEN_VARIABLE} to a secret, or leave out --host")
    return chosen or token_urlsafe(24)


def _listen(host: str, port: int) -> socket.socket:
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen()  # now, because the address is announced before the server accepts
    except OSError as error:
        listening.close()
        raise SourceError(f"{host}:{port}", f"can't be used ({reason_of(error)}); leave out --port") from error
    return listening
