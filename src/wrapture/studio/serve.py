"""Starting the studio: a free port on loopback, a fresh token, the browser, and an end at Ctrl-C."""

from __future__ import annotations

import gc
import os
import socket
import sys
import webbrowser
from pathlib import Path
from secrets import token_urlsafe
from typing import TYPE_CHECKING, Final

import uvicorn

from wrapture.errors import StudioError
from wrapture.studio.app import make_app
from wrapture.studio.gate import Gate

if TYPE_CHECKING:
    from collections.abc import Callable

    from wrapture.studio.workshop import Workshop

HOST: Final = "127.0.0.1"
HOME_VARIABLE: Final = "WRAPTURE_HOME"


def home() -> Path:
    """Return the folder in which the studio keeps its work unless told otherwise."""
    named = os.environ.get(HOME_VARIABLE)
    if named:
        return Path(named)
    data = os.environ.get("XDG_DATA_HOME")
    return (Path(data) if data else Path.home() / ".local" / "share") / "wrapture"


def serve(workshop: Workshop, port: int, *, open_browser: bool, say: Callable[[str], None]) -> None:
    """Serve the studio until it is stopped; `say` is told its address once it can be opened."""
    _collect_less_often()
    token = token_urlsafe(24)
    listening = _listen(port)
    own_port = listening.getsockname()[1]
    address = f"http://{HOST}:{own_port}/#token={token}"
    server = _Server(
        uvicorn.Config(
            make_app(workshop, Gate(token, own_port)),
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
    """Look for garbage in cycles less often.

    A page is 100,000 objects that stay, and looking at all of them each time cost a tenth to a quarter of every step on a page
    of 500 records.
    """
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)


class _Server(uvicorn.Server):
    """A server that tells when it can be asked."""

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
    """Return whether a browser can be seen here; where there is no screen, one in the terminal would take it over."""
    return sys.platform != "linux" or any(
        map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER", "WSL_DISTRO_NAME"))
    )


def _listen(port: int) -> socket.socket:
    """Return a socket on loopback; port 0 is any that is free."""
    # Said to be TCP, asyncio sends answers at once; else each may wait 40 ms for the other side to confirm the one before.
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((HOST, port))
    except OSError as error:
        listening.close()
        raise StudioError(
            f"port {port}: can't be used ({error.strerror}); leave out --port for one that is free"
        ) from error
    return listening
