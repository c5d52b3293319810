"""One request and the answer to it over one connection; redirects, cookies and permission are the business of `exchange`."""

from __future__ import annotations

import logging
import os
import ssl
from contextlib import contextmanager
from functools import lru_cache
from typing import TYPE_CHECKING, Final
from urllib.request import getproxies, proxy_bypass

import httpcore2

from wrapture.web.addresses import PORTS, SHOWN_CHARS, parsed
from wrapture.web.pinned import Pinned, Stream
from wrapture.web.trouble import SAVE_IT, AnswerError, NoConnectionError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wrapture.web.addresses import Address
    from wrapture.web.deadline import Deadline
    from wrapture.web.limits import Limits
    from wrapture.web.messages import Headers

NETWORK: Final = "check the address and your network"
NO_PROXY: Final = "; the proxy of the environment is used only with --allow-private, since it could lead anywhere"
SET_UP_ERRORS: Final = (OSError, ValueError, ImportError, RuntimeError)
"""What httpcore2 lets through: a proxy or certificate setting that does not work."""

logging.getLogger("httpcore2").setLevel(logging.INFO)  # its debug lines hold headers, cookies among them


class Reply:
    """The head of an answer, and its body as it comes, still compressed."""

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
    limits: Limits,
    *,
    allow_private: bool,
) -> Iterator[Reply]:
    """Give the answer of an address; the connection is closed afterwards, whatever was read of it."""
    port = None if address.port == PORTS[address.scheme] else address.port
    with translated():
        request = httpcore2.Request(
            method,
            httpcore2.URL(scheme=address.scheme, host=address.host, port=port, target=address.target),
            headers=[(name.encode("ascii"), value.encode("latin-1")) for name, value in headers],
            content=body,
            extensions={"timeout": dict.fromkeys(("connect", "read", "write", "pool"), limits.read_timeout_s)},
        )
        connection = _connection(address, Pinned(deadline, allow_private=allow_private), proxies=allow_private)
    try:
        with translated("" if allow_private or not _proxy(address) else NO_PROXY):
            response = connection.handle_request(request)
        stream = response.extensions.get("network_stream")
        if isinstance(stream, Stream):
            stream.head_is_over()
        yield Reply(response)
    finally:
        connection.close()


def _connection(address: Address, backend: Pinned, *, proxies: bool) -> httpcore2.HTTPConnection | httpcore2.HTTPProxy:
    """Return a way to an address: through the proxy of the environment, where that is permitted and there is one."""
    proxy = _proxy(address) if proxies else ""
    if proxy:
        at = _proxy_address(proxy)
        url = httpcore2.URL(scheme=at.scheme, host=at.host, port=at.port, target="/")
        return httpcore2.HTTPProxy(url, (at.user, at.password) if at.user else None, network_backend=backend)
    origin = httpcore2.Origin(address.scheme.encode(), address.host.encode(), address.port)
    certificates = _certificates(os.environ.get("SSL_CERT_FILE"), os.environ.get("SSL_CERT_DIR"))
    return httpcore2.HTTPConnection(origin, ssl_context=certificates, network_backend=backend)


@lru_cache(maxsize=4)
def _certificates(file: str | None, folder: str | None) -> ssl.SSLContext:  # noqa: ARG001 - what it reads itself
    """Return whom to trust, as the environment says: reading the certificates takes 30 ms, so it is done once."""
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
            "the proxy of the environment has no address such as http://host:port; mend or unset it"
        ) from error


@contextmanager
def translated(hint: str = "") -> Iterator[None]:
    """Make an `AnswerError` of whatever goes wrong on the way, with what to do about it."""
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
        raise AnswerError("the server fell silent; try again later") from error
    except (httpcore2.NetworkError, httpcore2.RemoteProtocolError) as error:
        raise AnswerError(f"the server broke off ({_said(error)}); try again, or {SAVE_IT}") from error
    except (httpcore2.LocalProtocolError, httpcore2.UnsupportedProtocol, httpcore2.ProxyError, *SET_UP_ERRORS) as error:
        advice = "check the address, and your proxy and certificate settings"
        raise AnswerError(f"could not be asked ({_said(error)}); {advice}") from error


def _said(error: Exception) -> str:
    """Return what an error says, on one line; it may quote the server."""
    return _shown(str(error)) or type(error).__name__


def _shown(text: str) -> str:
    """Return words of a server as one short piece of a line."""
    plain = "".join(c if c.isprintable() else "?" for c in " ".join(text.split()))
    return plain if len(plain) <= SHOWN_CHARS else plain[:SHOWN_CHARS] + "…"


def _text(header: bytes) -> str:
    return header.decode("latin-1")
