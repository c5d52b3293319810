"""One time limit for a whole exchange, however the server spreads its bytes.

A read timeout starts afresh with every byte, so a server that sends one byte now and then (even inside its headers)
keeps a client for ever.  Here a timer shuts the connection down when the time is up, which wakes the reader at once.
"""

from __future__ import annotations

import socket
from contextlib import suppress
from threading import Timer
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping
    from types import TracebackType


class Deadline:
    """A time limit from ``with`` on; connections reported to `trace` are shut down when it passes."""

    def __init__(self, timeout_s: float) -> None:
        self.passed = False
        self._sockets: list[socket.socket] = []
        self._timer = Timer(timeout_s, self._pass)
        self._timer.daemon = True

    def __enter__(self) -> Deadline:
        self._timer.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._timer.cancel()

    def trace(self, event: str, info: Mapping[str, Any]) -> None:
        """Remember the socket of a new connection: a callback for the ``trace`` extension of httpx2."""
        if event.endswith(("connect_tcp.complete", "start_tls.complete")):
            self._sockets.append(info["return_value"].get_extra_info("socket"))
            if self.passed:  # the time ran out while connecting
                self._shut()

    def _pass(self) -> None:
        self.passed = True
        self._shut()

    def _shut(self) -> None:
        for connection in self._sockets:
            with suppress(OSError):  # closed already, or handed over to TLS
                # the plain socket's method: a TLS socket's own drops its state under the reader's hands
                socket.socket.shutdown(connection, socket.SHUT_RDWR)
