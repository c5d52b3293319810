"""Why an exchange failed, without the address: `exchange` adds that and raises a `FetchError`."""

from __future__ import annotations

from typing import Final

SAVE_IT: Final = "open it in a browser, save the page and give the file"


class AnswerError(Exception):
    """There is no response, or none that can be used: the text says why and what to do."""


class NoConnectionError(AnswerError):
    """No connection could be made."""


class ForbiddenError(AnswerError):
    """Requests to an address are not allowed; `exchange` raises an `AddressError`."""


class OutOfTimeError(AnswerError):
    """The time limit of the whole exchange has passed."""
