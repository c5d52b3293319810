"""Answers that are pages, and those that are not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from wrapture.errors import FetchError
from wrapture.web.private import shown
from wrapture.web.trouble import SAVE_IT

if TYPE_CHECKING:
    from wrapture.web.messages import Answer

ADVICE: Final = {
    401: f"it wants a login: {SAVE_IT}",
    403: f"it may refuse programs: {SAVE_IT}",
    404: "check the address",
    410: "the page is gone; check the address",
    429: "too many requests; wait a while and try again",
}
FINAL: Final = frozenset({404, 410})
"""Failures that asking again does not change; they are kept like pages."""


def page_or_raise(answer: Answer) -> Answer:
    """Return an answer that is a page; raises `FetchError` for all others."""
    if not is_success(answer.status):
        raise FetchError(shown(answer.request), _status(answer.status, answer.reason))
    refuse_other_kinds(answer)
    return answer


def refuse_other_kinds(answer: Answer) -> None:
    """Raise `FetchError` for a picture, a program and the like, of which the body need not even be read."""
    if is_success(answer.status) and not is_text(answer.media_type):
        what = f"is {answer.media_type!r}, not a web page; give the address of an HTML page"
        raise FetchError(shown(answer.request), what)


def is_success(status: int) -> bool:
    """Return whether a status says that the answer is what was asked for."""
    return 200 <= status < 300


def is_worth_keeping(answer: Answer) -> bool:
    """Return whether an answer need not be asked for again soon."""
    return is_success(answer.status) or answer.status in FINAL


def is_text(media_type: str) -> bool:
    """Return whether a media type may be that of a page; none at all may.

    >>> [is_text(kind) for kind in ("", "text/plain", "application/xhtml+xml", "image/png", "image/svg+xml")]
    [True, True, True, False, False]
    """
    top, _, sub = media_type.partition("/")
    return not media_type or top == "text" or (top == "application" and ("xml" in sub or "html" in sub))


def _status(code: int, phrase: str) -> str:
    advice = ADVICE.get(code, "the server is in trouble; try again later" if code >= 500 else "check the address")
    return f"the server answered {code} {phrase}".rstrip() + f"; {advice}"
