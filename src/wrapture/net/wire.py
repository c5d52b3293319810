"""One request and its response over one connection; `exchange` handles redirects, cookies and permission."""

from __future__ import annotations

import logging
import os
import re
import ssl
from contextlib import contextmanager
from functools import lru_cache
from typing import TYPE_CHECKING, Final
from urllib.request import getproxies, proxy_bypass

import httpcore2

from wrapture.error_lines import one_line
from wrapture.net.fetch_trouble import SAVE_IT, AnswerError, NoConnectionError
from wrapture.net.pinned import DeadlineStream, Pinned, check, look_up
from wrapture.net.web_address import PORTS, SHOWN_CHARS, parsed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wrapture.net.deadline import Deadline
    from wrapture.net.fetch_limits import FetchLimits
    from wrapture.net.http_messages import Headers
    from wrapture.net.web_address import Address

NETWORK: Final = "check the address and your network"
NO_PROXY: Final = "; the proxy in the environment is used only with `allow_private=True`, since it could lead anywhere"
NUMBER: Final = re.compile(r"^\[Errno -?\d+\] ")
SET_UP_ERRORS: Final = (OSError, ValueError, ImportError, RuntimeError)
"""Raised by httpcore2 for proxy or certificate settings that don't work."""

logging.getLogger("httpcore2").setLevel(logging.INFO)  # its debug lines hold headers, cookies among them


class ResponseHead:
    """The head of a response, and its body as it arrives, still compressed."""

    def __init__(self, response: httpcore2.Response) -> None:
        self.status = response.status
        self.reason = _shown(_text(bytes(response.extensions.get("reason_phrase", b""))))
        self.headers: Headers = tuple((_text(name).lower(), _text(value)) for name, value in response.headers)
        self._response = response

    def values(self, name: str) -> list[str]:
        """Return all values of a header."""
        return [value for key, value in self.headers if key == name]

    def chunks(self) -> Iterator[bytes]:
        """Yield the body."""
        with translated():
            yield from self._response.iter_stream()


@contextmanager
def asked(
    address: Address,
    method: str,
    headers: Headers,
    body: bytes,
    deadline: Deadline,
    limits: FetchLimits,
    *,
    allow_private: bool,
    proxy: str = "",
) -> Iterator[ResponseHead]:
    """Yield the response of an address; the connection is closed afterwards, whatever was read.

    A ``proxy`` of the user replaces that of the environment.  It resolves names itself, so these are checked first.
    """
    port = None if address.port == PORTS[address.scheme] else address.port
    with translated():
        request = httpcore2.Request(
            method,
            httpcore2.URL(scheme=address.scheme, host=address.host, port=port, target=address.target),
            headers=[(name.encode("ascii"), value.encode("latin-1")) for name, value in headers],
            content=body,
            extensions={"timeout": dict.fromkeys(("connect", "read", "write", "pool"), limits.read_timeout_s)},
        )
        if proxy and not allow_private:
            check(address.host, look_up(address.host, address.port, deadline.wait_s()))
        used = proxy or (_proxy(address) if allow_private else "")
        connection = _connection(address, Pinned(deadline, allow_private=allow_private), used)
    try:
        with translated("" if proxy or allow_private or not _proxy(address) else NO_PROXY):
            response = connection.handle_request(request)
        stream = response.extensions.get("network_stream")
        if isinstance(stream, DeadlineStream):
            stream.head_is_over()
        yield ResponseHead(response)
    finally:
        connection.close()


def _connection(address: Address, backend: Pinned, proxy: str) -> httpcore2.HTTPConnection | httpcore2.HTTPProxy:
    """Return a connection to an address, through a proxy if there is one."""
    if proxy:
        at = _proxy_address(proxy)
        url = httpcore2.URL(scheme=at.scheme, host=at.host, port=at.port, target="/")
        return httpcore2.HTTPProxy(url, (at.user, at.password) if at.user else None, network_backend=backend)
    origin = httpcore2.Origin(address.scheme.encode(), address.host.encode(), address.port)
    certificates = _certificates(os.environ.get("SSL_CERT_FILE"), os.environ.get("SSL_CERT_DIR"))
    return httpcore2.HTTPConnection(origin, ssl_context=certificates, network_backend=backend)


@lru_cache(maxsize=4)
def _certificates(file: str | None, folder: str | None) -> ssl.SSLContext:  # noqa: ARG001 - what it reads itself
    """Return the trusted certificates of the environment; reading them takes 30 ms, so it is done once."""
    return httpcore2.default_ssl_context()


def _proxy(address: Address) -> str:
    """Return the proxy that the environment names for an address, ``""`` where there is none."""
    proxies = getproxies()
    proxy = proxies.get(address.scheme) or proxies.get("all") or ""
    if not proxy or proxy_bypass(f"{address.host}:{address.port}"):
        return ""
    return proxy if "://" in proxy else f"http://{proxy}"


def _proxy_address(proxy: str) -> Address:
    try:
        return parsed(proxy)
    except AnswerError as error:
        raise AnswerError(
            "the proxy is not an address such as http://host:port; fix the option or the environment"
        ) from error


@contextmanager
def translated(hint: str = "") -> Iterator[None]:
    """Turn the errors of a connection into an `AnswerError` that says what to do."""
    try:
        yield
    except NoConnectionError as error:
        raise (NoConnectionError(f"{error}{hint}") if hint else error) from error.__cause__
    except AnswerError:
        raise
    except httpcore2.ConnectError as error:
        safe = "safe " if isinstance(error.__cause__, ssl.SSLError) else ""
        raise NoConnectionError(f"no {safe}connection ({_said(error)}); {NETWORK}{hint}") from error
    except httpcore2.ConnectTimeout as error:
        raise NoConnectionError(f"no connection ({_said(error)}); {NETWORK}{hint}") from error
    except httpcore2.TimeoutException as error:
        raise AnswerError("the server stopped responding; try again later") from error
    except (httpcore2.NetworkError, httpcore2.RemoteProtocolError) as error:
        raise AnswerError(f"the response is incomplete or invalid ({_said(error)}); try again, or {SAVE_IT}") from error
    except (httpcore2.LocalProtocolError, httpcore2.UnsupportedProtocol, httpcore2.ProxyError, *SET_UP_ERRORS) as error:
        advice = "check the address, and your proxy and certificate settings"
        raise AnswerError(f"the request could not be sent ({_said(error)}); {advice}") from error


def _said(error: Exception) -> str:
    """Return an error on one line, without the number that systems give it; it may quote the server."""
    return _shown(NUMBER.sub("", str(error))) or type(error).__name__


def _shown(text: str) -> str:
    """Return a text of the server as a short piece of a line."""
    return one_line("".join(c if c.isprintable() or c.isspace() else "?" for c in text), SHOWN_CHARS)


def _text(header: bytes) -> str:
    return header.decode("latin-1")
