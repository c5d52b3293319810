"""Which responses are pages: by their status and media type."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from wrapture.errors import FetchError
from wrapture.net.content_kinds import may_be_page
from wrapture.net.fetch_trouble import SAVE_IT
from wrapture.net.redacted_messages import shown
from wrapture.net.web_address import SHOWN_CHARS

if TYPE_CHECKING:
    from wrapture.net.http_messages import Response

ADVICE: Final = {
    401: f"it requires a login: {SAVE_IT}",
    403: f"it may refuse programs: {SAVE_IT}",
    404: "check the address",
    410: "the page is gone; check the address",
    429: "too many requests; wait a while and try again",
}
FINAL: Final = frozenset({404, 410})
"""Failures that a retry does not change; they are stored like pages."""


def page_or_raise(answer: Response) -> Response:
    """Return an answer that is a page; raises `FetchError` for all others.  The body is not looked at."""
    if not is_success(answer.status):
        raise FetchError(shown(answer.request), _status(answer.status, answer.reason))
    refuse_other_kinds(answer)
    return answer


def refuse_other_kinds(answer: Response) -> None:
    """Raise `FetchError` for a picture, a program and the like, before the body is read."""
    if is_success(answer.status) and not may_be_page(answer.media_type):
        what = f"is {answer.media_type[:SHOWN_CHARS]!r}, not a web page; give the address of an HTML page"
        raise FetchError(shown(answer.request), what)


def is_success(status: int) -> bool:
    """Return whether a status means that the request succeeded."""
    return 200 <= status < 300


def is_worth_keeping(answer: Response) -> bool:
    """Return whether an answer can be reused instead of being requested again soon."""
    return is_success(answer.status) or answer.status in FINAL


def _status(code: int, phrase: str) -> str:
    advice = ADVICE.get(code, "the server has a problem; try again later" if code >= 500 else "check the address")
    return f"the server answered {code} {phrase}".rstrip() + f"; {advice}"
