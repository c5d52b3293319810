"""A stored answer that is asked for again, and may still hold."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from wrapture.web.messages import Answer, Request

NOT_MODIFIED: Final = 304
OF_THE_BODY: Final = "content-"
"""How headers begin that speak of a body, which an answer in short has not."""
CONDITIONS: Final = (("etag", "if-none-match"), ("last-modified", "if-modified-since"))


def age_s(answer: Answer) -> float:
    """Return how long ago an answer came."""
    return (datetime.now(UTC) - answer.asked).total_seconds()


def conditional(request: Request, stored: Answer | None) -> Request:
    """Return a request that is answered in short if a stored answer still holds; else the request itself.

    An answer that came by way of redirects says nothing about the address that was asked; a form has no conditions.
    """
    if stored is None or stored.hops or stored.status != 200 or request.method != "GET":
        return request
    found = ((condition, stored.header(validator)) for validator, condition in CONDITIONS)
    return replace(request, headers=(*request.headers, *((name, value) for name, value in found if value)))


def still_holds(answer: Answer, stored: Answer | None) -> bool:
    """Return whether an answer says that a stored one still holds."""
    return answer.status == NOT_MODIFIED and stored is not None and answer.url == stored.url


def renewed(stored: Answer, answer: Answer) -> Answer:
    """Return a stored answer as seen now: its page, and the headers that came anew (RFC 9111)."""
    anew = tuple(pair for pair in answer.headers if not pair[0].startswith(OF_THE_BODY))
    names = {name for name, _ in anew}
    headers = (*(pair for pair in stored.headers if pair[0] not in names), *anew)
    return replace(stored, asked=answer.asked, headers=headers, stored=False)
