"""Conditional requests: whether a stored response is still valid."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from wrapture.net.http_messages import Request, Response

NOT_MODIFIED: Final = 304
OF_THE_BODY: Final = "content-"
"""How headers about a body begin; a 304 response has no body."""
CONDITIONS: Final = (("etag", "if-none-match"), ("last-modified", "if-modified-since"))


def age_s(answer: Response) -> float:
    """Return the age of a response; one from the future, of a clock that was wrong, is as old as it is ahead."""
    return abs((datetime.now(UTC) - answer.asked).total_seconds())


def conditional(request: Request, stored: Response | None) -> Request:
    """Return a request that is answered by 304 if a stored response is still valid; else the request itself.

    A response behind redirects says nothing about the requested address, and a posted form has no conditions.
    """
    if stored is None or stored.hops or stored.status != 200 or request.method != "GET":
        return request
    found = ((condition, stored.header(validator)) for validator, condition in CONDITIONS)
    return replace(request, headers=(*request.headers, *((name, value) for name, value in found if value)))


def still_holds(answer: Response, stored: Response | None) -> bool:
    """Return whether a response says that a stored one is still valid."""
    return answer.status == NOT_MODIFIED and stored is not None and answer.url == stored.url


def renewed(stored: Response, answer: Response) -> Response:
    """Return a stored response with the time and the headers of its revalidation (RFC 9111)."""
    anew = tuple(pair for pair in answer.headers if not pair[0].startswith(OF_THE_BODY))
    names = {name for name, _ in anew}
    headers = (*(pair for pair in stored.headers if pair[0] not in names), *anew)
    return replace(stored, asked=answer.asked, headers=headers, stored=False)
