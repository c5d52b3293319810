"""Why an exchange ended without an answer, before it is known where: `exchange` makes a `FetchError` of each."""

from __future__ import annotations

from typing import Final

SAVE_IT: Final = "open it in a browser, save the page and give the file"


class AnswerError(Exception):
    """An answer is not one to take, or there is none: the text says why and what to do."""


class NoConnectionError(AnswerError):
    """Nobody was reached."""


class ForbiddenError(AnswerError):
    """An address must not be asked; `exchange` makes an `AddressError` of it."""


class OutOfTimeError(AnswerError):
    """The time for the whole exchange is over."""
