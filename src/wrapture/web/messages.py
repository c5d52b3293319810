"""What is asked of a server, and what it answers."""

from __future__ import annotations

from dataclasses import dataclass, field
from email.message import Message
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from datetime import datetime

Method: TypeAlias = Literal["GET", "POST"]
Headers: TypeAlias = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Request:
    """What is asked: ``body`` and ``content_type`` are those of a form that is posted, ``headers`` stand beside our own.

    ``secrets`` are the values inside the address or the body that must not be shown, logged or stored.
    """

    url: str
    method: Method = "GET"
    body: bytes = field(default=b"", repr=False)
    content_type: str = ""
    referer: str = ""
    headers: Headers = ()
    secrets: tuple[str, ...] = field(default=(), repr=False)


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back: ``body`` is decompressed and whole, ``url`` is the address that answered, without a password.

    ``headers`` have names in lower case and hold no cookies; ``hops`` are the addresses that led on to ``url``;
    ``asked`` is when, in UTC; ``stored`` says that it was not asked for this time.
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
        """Return the first value of a header, ``""`` where there is none."""
        return next((value for key, value in self.headers if key == name.lower()), "")

    @property
    def media_type(self) -> str:
        """The media type that the server said, in lower case, ``""`` where it said none."""
        return self.header("content-type").partition(";")[0].strip().lower()

    @property
    def charset(self) -> str | None:
        """The character encoding that the server said, if it did."""
        message = Message()
        message["Content-Type"] = self.header("content-type")
        return message.get_content_charset()
