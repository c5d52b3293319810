"""Which failures are worth a retry, and when (RFC 9110: Retry-After)."""

from __future__ import annotations

import socket
import ssl
from contextlib import suppress
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Final

from wrapture.net.fetch_trouble import NoConnectionError

if TYPE_CHECKING:
    from wrapture.errors import FetchError
    from wrapture.net.http_messages import Request, Response

BUSY: Final = frozenset({429, 502, 503, 504})
"""Too many requests, bad gateway, unavailable, gateway timeout: all are temporary."""
PASSING: Final = (NoConnectionError, ConnectionError, TimeoutError)
LASTING: Final = (ssl.SSLError, socket.gaierror)
"""A retry changes neither a bad certificate nor an unknown name."""
MAX_DIGITS: Final = 9
"""Of a number of seconds: 30 years."""


def may_repeat(request: Request, error: FetchError) -> bool:
    """Return whether a failed request may be sent again; a form may have been accepted although no response came."""
    causes = _causes(error)
    return (
        request.method == "GET"
        and any(isinstance(cause, PASSING) for cause in causes)
        and not any(isinstance(cause, LASTING) for cause in causes)
    )


def is_lost(error: FetchError) -> bool:
    """Return whether there was no connection, or one that broke or fell silent."""
    return any(isinstance(cause, PASSING) for cause in _causes(error))


def backoff_s(attempt: int, first_s: float) -> float:
    """Return how long to wait after an attempt, counted from 0.

    >>> [backoff_s(attempt, 1.0) for attempt in range(3)]
    [1.0, 2.0, 4.0]
    """
    return first_s * (1 << attempt)


def retry_after_s(answer: Response, now: datetime) -> float | None:
    """Return the seconds until a server accepts a retry, ``None`` without a valid Retry-After."""
    said = answer.header("retry-after").strip()
    if said.isascii() and said.isdigit():
        return float(said[:MAX_DIGITS])
    with suppress(ValueError, TypeError, OverflowError):
        then = parsedate_to_datetime(said)
        return max(0.0, _seconds_between(now, then))
    return None


def _seconds_between(now: datetime, then: datetime) -> float:
    return (then.replace(tzinfo=then.tzinfo or UTC) - now).total_seconds()


def _causes(error: BaseException) -> list[BaseException]:
    """Return an error and its chain of causes, each once: an error may name itself as its cause."""
    found: list[BaseException] = []
    cause: BaseException | None = error
    while cause is not None and cause not in found:
        found.append(cause)
        cause = cause.__cause__
    return found
