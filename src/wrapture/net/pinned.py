"""Connections to checked addresses: a name is resolved once, and the connection goes to the address that was checked.

A name that resolves to one address for the check and to another for the connection (DNS rebinding) gains nothing.
"""

from __future__ import annotations

import socket
from contextlib import contextmanager
from ipaddress import ip_address
from queue import Empty, SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING, Any, Final

import httpcore2

from wrapture.net.fetch_limits import MAX_HEAD_BYTES
from wrapture.net.fetch_trouble import AnswerError, ForbiddenError, NoConnectionError
from wrapture.net.reachable import IPAddress, special_kind

if TYPE_CHECKING:
    import ssl
    from collections.abc import Iterable, Iterator

    from wrapture.net.deadline import Deadline

MAX_ADDRESSES: Final = 6
"""Of one name that are tried in turn."""
FIRST_TRY_S: Final = 5.0
"""For an address while there are others: on a machine with broken IPv6, this is the delay."""
WRITE_BYTES: Final = 65536
ALLOW_IT: Final = "which is refused by default; if you trust it, use `allow_private=True`"


def look_up(host: str, port: int, wait_s: float) -> list[IPAddress]:
    """Return the IP addresses of a host; the system's resolver has no time limit, so it runs in a thread."""
    found: SimpleQueue[list[IPAddress] | Exception] = SimpleQueue()

    def ask() -> None:
        try:
            answers = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
            found.put(list(dict.fromkeys(ip_address(answer[4][0]) for answer in answers)))
        except Exception as error:  # or the caller would wait in vain
            found.put(error)

    Thread(target=ask, daemon=True, name="look-up").start()
    try:
        result = found.get(timeout=wait_s)
    except Empty:
        raise NoConnectionError(f"resolving {host} takes too long; check the address and your network") from None
    if isinstance(result, Exception):
        raise NoConnectionError(
            f"no connection ({getattr(result, 'strerror', '') or result}); check the address and your network"
        ) from result
    return result


def check(host: str, addresses: Iterable[IPAddress]) -> None:
    """Raise `ForbiddenError` if one of a host's addresses is not public."""
    for address in addresses:
        kind = special_kind(address)
        if kind is not None:
            name = host if host == str(address) else f"{host} ({address})"
            raise ForbiddenError(f"{name} is {kind}, {ALLOW_IT}")


@contextmanager
def bounded(deadline: Deadline, timeout: float | None) -> Iterator[float]:
    """Yield how long one wait may take; a timeout at the end of the deadline is raised as the deadline's."""
    wait_s = deadline.wait_s(timeout)
    try:
        yield wait_s
    except httpcore2.TimeoutException as error:
        if timeout is None or wait_s < timeout:
            raise deadline.over() from error
        raise


class Pinned(httpcore2.NetworkBackend):
    """Connections of one exchange: to checked addresses only, and within its deadline."""

    def __init__(self, deadline: Deadline, *, allow_private: bool) -> None:
        self._deadline = deadline
        self._allow_private = allow_private
        self._plain = httpcore2.SyncBackend()

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[httpcore2.SOCKET_OPTION] | None = None,
    ) -> DeadlineStream:
        """Return a connection to the first of a host's addresses that answers."""
        addresses = look_up(host, port, self._deadline.wait_s(timeout))
        if not self._allow_private:
            check(host, addresses)
        tried = addresses[:MAX_ADDRESSES]
        for number, address in enumerate(tried, 1):
            last = number == len(tried)
            try:
                with bounded(self._deadline, timeout if last else FIRST_TRY_S) as wait_s:
                    stream = self._plain.connect_tcp(str(address), port, wait_s, local_address, socket_options)
                return DeadlineStream(stream, self._deadline)
            except (httpcore2.ConnectError, httpcore2.ConnectTimeout):
                if last:
                    raise
        raise NoConnectionError(f"no connection ({host} has no address); check the address and your network")


class DeadlineStream(httpcore2.NetworkStream):
    """A connection on which no wait exceeds the deadline, and no head of a response its size limit."""

    def __init__(self, inner: httpcore2.NetworkStream, deadline: Deadline) -> None:
        self._inner = inner
        self._deadline = deadline
        self._head_left: int | None = MAX_HEAD_BYTES

    def head_is_over(self) -> None:
        """Stop counting: the body follows."""
        self._head_left = None

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        """Return the next bytes, ``b""`` at the end."""
        most = max_bytes if self._head_left is None else min(max_bytes, self._head_left)
        if most <= 0:
            raise AnswerError(f"its headers are longer than {MAX_HEAD_BYTES:,} bytes; the server is broken")
        with bounded(self._deadline, timeout) as wait_s:
            data = self._inner.read(most, wait_s)
        if self._head_left is not None:
            self._head_left -= len(data)
        return data

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        """Send bytes piece by piece, with a check of the deadline in between."""
        for start in range(0, len(buffer), WRITE_BYTES):
            with bounded(self._deadline, timeout) as wait_s:
                self._inner.write(buffer[start : start + WRITE_BYTES], wait_s)

    def close(self) -> None:
        """Close the connection."""
        self._inner.close()

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> DeadlineStream:
        """Return the same connection, encrypted; the certificate is checked against the host's name, not its address."""
        with bounded(self._deadline, timeout) as wait_s:
            return DeadlineStream(self._inner.start_tls(ssl_context, server_hostname, wait_s), self._deadline)

    def get_extra_info(self, info: str) -> Any:
        """Return what httpcore2 wants to know of the connection."""
        return self._inner.get_extra_info(info)
