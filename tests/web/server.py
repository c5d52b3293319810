"""A bad web server on this machine: it says byte by byte what a test wants it to say."""

from __future__ import annotations

import socket
import struct
import time
from contextlib import suppress
from threading import Lock, Thread
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import ssl
    from collections.abc import Iterable, Iterator
    from types import TracebackType

PATIENCE_S = 200.0
"""No answer goes on for longer, whatever the client does."""


RESET = b"the connection is reset here"


class Asked(NamedTuple):
    """A request as it came."""

    line: str
    headers: dict[str, str]
    body: bytes


class BadServer:
    """Answers each path with the bytes that ``says`` was given, then closes the connection."""

    def __init__(self, host: str = "127.0.0.1", context: ssl.SSLContext | None = None) -> None:
        self.asked: list[Asked] = []
        self._answers: dict[str, bytes | Iterable[bytes]] = {}
        self._lock = Lock()
        self._context = context
        self._listener = socket.create_server((host, 0))
        self.port = self._listener.getsockname()[1]
        self.url = f"http{'s' if context else ''}://{host}:{self.port}"

    def says(self, path: str, answer: bytes | Iterable[bytes]) -> str:
        """Set the answer to a path and return its address."""
        self._answers[path] = answer
        return self.url + path

    def leads(self, path: str, location: str, status: int = 302, *headers: str) -> str:
        """Answer a path with a redirect and return its address."""
        return self.says(path, head(f"Location: {location}", "Content-Length: 0", *headers, status=status))

    def __enter__(self) -> BadServer:
        Thread(target=self._serve, daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with suppress(OSError):  # wakes the thread that waits for a connection
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()

    def _serve(self) -> None:
        with suppress(OSError):  # closed at the end of the test
            while True:
                connection, _ = self._listener.accept()
                Thread(target=self._answer, args=(connection,), daemon=True).start()

    def _answer(self, plain: socket.socket) -> None:
        plain.settimeout(PATIENCE_S)
        with suppress(OSError), plain:
            connection = self._context.wrap_socket(plain, server_side=True) if self._context else plain
            with connection:
                asked = _read(connection)
                if not asked.line:  # it hung up
                    return
                with self._lock:
                    self.asked.append(asked)
                self._say(connection, asked.line.split(" ")[1])
                with suppress(OSError):  # a close with unread bytes resets, and the client loses what was said
                    connection.shutdown(socket.SHUT_WR)
                    connection.recv(1)

    def _say(self, connection: socket.socket, path: str) -> None:
        answer = self._answers.get(path, head("Content-Length: 0", status=404))
        end = time.monotonic() + PATIENCE_S
        for piece in [answer] if isinstance(answer, bytes) else answer:
            if piece is RESET:
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                connection.close()
                return
            connection.sendall(piece)
            if time.monotonic() > end:
                return


def _read(connection: socket.socket) -> Asked:
    data = b""
    while b"\r\n\r\n" not in data:
        data += connection.recv(65536) or b"\r\n\r\n"
    top, _, body = data.partition(b"\r\n\r\n")
    line, *rest = top.decode("latin-1").split("\r\n")
    headers = {name.lower(): value.strip() for name, _, value in (one.partition(":") for one in rest)}
    while len(body) < int(headers.get("content-length", "0")):
        body += connection.recv(65536)
    return Asked(line, headers, body)


def head(*headers: str, status: int = 200) -> bytes:
    """Return the head of an answer."""
    lines = [f"HTTP/1.1 {status} So", *headers]
    return "".join(f"{line}\r\n" for line in lines).encode("latin-1") + b"\r\n"


def page(body: bytes, *headers: str, status: int = 200) -> bytes:
    """Return a whole answer."""
    return head("Content-Type: text/html", f"Content-Length: {len(body)}", *headers, status=status) + body


def forever(piece: bytes, begin: bytes = b"", pause_s: float = 0.0) -> Iterator[bytes]:
    """Yield a beginning, then the same piece again and again."""
    yield begin
    while True:
        time.sleep(pause_s)
        yield piece
