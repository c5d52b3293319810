"""Requests and responses without passwords, cookies, and the secrets that a request names."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from wrapture.net.redaction import MASK, masked, masker

if TYPE_CHECKING:
    from wrapture.net.http_messages import Headers, Request, Response

PRIVATE: Final = frozenset(
    {"authorization", "cookie", "cookie2", "proxy-authorization", "set-cookie", "set-cookie2", "www-authenticate"}
)
"""Headers that may identify a user."""

_USER: Final = re.compile(r"(?<=://)[^/?#\\]*@")


def masked_request(request: Request) -> Request:
    """Return a request that may be stored: no password, no cookie, each secret as ``***``."""
    url, secrets = _USER.sub(f"{MASK}@", request.url, count=1), request.secrets  # a page behind a login is another page
    return replace(
        request,
        url=masked(url, secrets),
        body=masker(secrets).sub(MASK.encode(), request.body) if secrets else request.body,
        referer=masked(_USER.sub("", request.referer, count=1), secrets),
        headers=_public(request.headers, secrets),
        secrets=(),
    )


def masked_answer(answer: Response) -> Response:
    """Return a response that may be stored, with its request."""
    secrets = answer.request.secrets
    charset = answer.charset
    return replace(
        answer,
        request=masked_request(answer.request),
        url=masked(answer.url, secrets),
        hops=tuple(masked(hop, secrets) for hop in answer.hops),
        headers=_public(answer.headers, secrets),
        body=masker(secrets, charset or "utf-8").sub(MASK.encode(), answer.body) if secrets else answer.body,
        reason=masked(answer.reason, secrets),
    )


def shown(request: Request) -> str:
    """Return the address of a request for messages.

    >>> from wrapture.net.http_messages import Request
    >>> shown(Request("https://ann:key@example.org/list?token=a%20b", secrets=("a b",)))
    'https://example.org/list?token=***'
    """
    return _USER.sub("", masked_request(request).url, count=1)


def _public(headers: Headers, secrets: tuple[str, ...]) -> Headers:
    return tuple((name, masked(value, secrets)) for name, value in headers if name.lower() not in PRIVATE)
