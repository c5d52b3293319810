"""HTTP requests and responses."""

from __future__ import annotations

from dataclasses import dataclass, field
from email.message import Message
from typing import TYPE_CHECKING, Literal, TypeAlias

from wrapture.html.charset import named_charset

if TYPE_CHECKING:
    from datetime import datetime

Method: TypeAlias = Literal["GET", "POST"]
Headers: TypeAlias = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Request:
    """A request: ``body`` and ``content_type`` belong to a posted form, ``headers`` are sent beside our own.

    ``secrets`` are values in the address or the body that must not be shown, logged or stored.  ``after`` marks the requests on
    which the response depends, if it does: the store keeps a page of one query apart from that of another at the same address.
    """

    url: str
    method: Method = "GET"
    body: bytes = field(default=b"", repr=False)
    content_type: str = ""
    referer: str = ""
    headers: Headers = ()
    secrets: tuple[str, ...] = field(default=(), repr=False)
    after: str = ""


@dataclass(frozen=True, slots=True)
class Response:
    """A response: ``body`` is decompressed and complete, ``url`` is the address that answered, without a password.

    ``headers`` have names in lower case and contain no cookies; ``hops`` are the addresses that redirected to ``url``;
    ``asked`` is the time of the request, in UTC; ``stored`` says that the response comes from a store.
    """

    request: Request
    url: str
    status: int
    headers: Headers
    body: bytes = field(repr=False)
    asked: datetime
    reason: str = ""
    hops: tuple[str, ...] = ()
    stored: bool = False

    def header(self, name: str) -> str:
        """Return the first value of a header, ``""`` if it is missing."""
        return next((value for key, value in self.headers if key == name.lower()), "")

    @property
    def media_type(self) -> str:
        """The media type of the server, in lower case, ``""`` if it sent none."""
        return self.header("content-type").partition(";")[0].strip().lower()

    @property
    def charset(self) -> str | None:
        """The character encoding of the server, if it sent one."""
        message = Message()
        message["Content-Type"] = self.header("content-type")
        return named_charset(message)
