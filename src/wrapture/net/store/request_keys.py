"""When two requests are the same, and responses as they are stored."""

from __future__ import annotations

import re
from dataclasses import replace
from email.message import Message
from hashlib import sha256
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit, urlunsplit

from wrapture.net.redacted_messages import masked_answer, masked_request

if TYPE_CHECKING:
    from wrapture.net.http_messages import Headers, Request, Response

OF_THE_TRANSFER: Final = frozenset(
    {"connection", "content-encoding", "content-length", "keep-alive", "te", "trailer", "transfer-encoding", "upgrade"}
)
"""Headers about the bytes on the wire; the decoded page is stored."""
OF_THE_REQUEST: Final = frozenset({"host", "content-type", "content-length", "referer"})
"""Headers of a request that have fields of their own, or follow from them."""
KEY_LENGTH: Final = 16
"""Hexadecimal digits: 64 bits, so a million requests collide in one of thirty million stores."""

_TOKEN = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")


def key_of(request: Request) -> str:
    """Return a key that equal requests share: from method, address, body and what they depend on, with secrets masked."""
    plain = masked_request(request)
    digest = sha256(f"{plain.method}\n{same_address(plain.url)}\n".encode("utf-8", "surrogateescape"))
    digest.update(_without_boundary(plain.body, plain.content_type))
    if plain.after:
        digest.update(f"\nafter {plain.after}".encode())
    return digest.hexdigest()[:KEY_LENGTH]


def same_address(url: str) -> str:
    """Return the normal form of an address.

    >>> same_address("HTTP://Example.ORG?q=A#top")
    'http://example.org/?q=A'
    """
    try:
        scheme, host, path, query, _ = urlsplit(url)
    except ValueError:
        return url
    return urlunsplit((scheme, host.lower(), path or "/", query, ""))


def kept(answer: Response) -> Response:
    """Return a response as it is stored: no secrets, headers on one line that fit the decoded body."""
    plain = masked_answer(answer)
    return replace(
        plain,
        request=_kept_request(plain.request),
        url=_one_line(plain.url),
        hops=tuple(map(_one_line, plain.hops)),
        headers=tuple(pair for pair in _tidy(plain.headers) if pair[0] not in OF_THE_TRANSFER),
        reason=_one_line(plain.reason),
        stored=True,
    )


def _kept_request(plain: Request) -> Request:
    return replace(
        plain,
        url=_one_line(plain.url),
        content_type=_one_line(plain.content_type),
        referer=_one_line(plain.referer),
        headers=tuple(pair for pair in _tidy(plain.headers) if pair[0] not in OF_THE_REQUEST),
    )


def _tidy(headers: Headers) -> Headers:
    """Return headers with lower-case names and one-line values; those with invalid names are dropped."""
    return tuple((name.lower(), _one_line(value)) for name, value in headers if _TOKEN.fullmatch(name))


def _one_line(text: str) -> str:
    return _CONTROL.sub(" ", text).strip()


def _without_boundary(body: bytes, content_type: str) -> bytes:
    """Return a body without the boundary of its parts, which is random."""
    message = Message()
    message["Content-Type"] = _one_line(content_type)
    boundary = message.get_boundary()
    return body.replace(boundary.encode("utf-8", "surrogateescape"), b"") if boundary else body
