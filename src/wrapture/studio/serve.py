"""Start the studio on loopback, with the token and the port it had last, and open the browser; Ctrl-C ends it."""

from __future__ import annotations

import gc
import os
import socket
import sys
import webbrowser
from typing import TYPE_CHECKING, Final

import uvicorn

from wrapture.error_lines import reason_of
from wrapture.errors import StudioError
from wrapture.studio.access_control import Gate
from wrapture.studio.app import make_app
from wrapture.studio.identity import Identity, identity_of, keep_identity

if TYPE_CHECKING:
    from collections.abc import Callable

    from wrapture.studio.service import Service

HOST: Final = "127.0.0.1"


def serve(service: Service, port: int, *, open_browser: bool, say: Callable[[str], None]) -> None:
    """Serve the studio until it is stopped; `say` is called with its address once it is ready."""
    _collect_less_often()
    known = identity_of(service.folder)
    listening = _listen(port) if port else _listen_again(known.port)
    own_port = listening.getsockname()[1]
    token = known.token
    keep_identity(service.folder, Identity(token, own_port))
    address = f"http://{HOST}:{own_port}/#token={token}"
    server = _Server(
        uvicorn.Config(
            make_app(service, Gate(token, own_port)),
            log_level="warning",
            access_log=False,
            lifespan="off",
            ws="none",
            proxy_headers=False,
            timeout_graceful_shutdown=3,
            server_header=False,
        ),
        lambda: _announce(address, open_browser=open_browser, say=say),
    )
    server.run(sockets=[listening])


def _collect_less_often() -> None:
    """Run the cyclic garbage collector less often.

    A page has 100,000 long-lived objects, and traversing them took 10 to 25 % of every step on a page of 500 records.
    """
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)


class _Server(uvicorn.Server):
    """A server that calls `started` once it accepts requests."""

    def __init__(self, config: uvicorn.Config, started: Callable[[], None]) -> None:
        super().__init__(config)
        self._tell = started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._tell()


def _announce(address: str, *, open_browser: bool, say: Callable[[str], None]) -> None:
    say(f"The studio is open at {address}")
    say("Ctrl-C ends it; your work is kept.")
    if open_browser and _has_screen():
        webbrowser.open(address)


def _has_screen() -> bool:
    """Return whether there is a screen for a browser; without one, a text browser would take over the terminal."""
    return sys.platform != "linux" or any(
        map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER", "WSL_DISTRO_NAME"))
    )


def _listen_again(port: int) -> socket.socket:
    """Return a socket on the port that the studio had last or, if that is taken, on a free one."""
    try:
        return _listen(port)
    except StudioError:
        return _listen(0)


def _listen(port: int) -> socket.socket:
    """Return a socket on loopback; port 0 is any free port."""
    # With an explicit IPPROTO_TCP, asyncio sets TCP_NODELAY; otherwise a response may wait 40 ms for a delayed ACK.
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((HOST, port))
    except OSError as error:
        listening.close()
        raise StudioError(
            f"port {port}: can't be used ({reason_of(error)}); leave out `port` to use a free one"
        ) from error
    return listening
