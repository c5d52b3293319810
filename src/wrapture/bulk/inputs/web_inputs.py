"""Inputs at http(s) addresses: fsspec reads them, after a check of where they lead.

Unlike single pages (see `wrapture.net.exchange`), these files are read in pieces by many processes, so a name is resolved many
times; it is checked once, before the run.  Redirects are not followed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from wrapture.errors import AddressError, SourceError
from wrapture.net.fetch_trouble import AnswerError, ForbiddenError, NoConnectionError
from wrapture.net.pinned import check, look_up
from wrapture.net.web_address import parsed

if TYPE_CHECKING:
    from collections.abc import Iterable

WEB: Final = ("http://", "https://")
LOOK_UP_S: Final = 10.0
SETTINGS: Final[dict[str, Any]] = {"allow_redirects": False}
"""For fsspec, which would follow any redirect."""
NOTHING: Final = "nothing is there, or it has moved; give the address of the file itself"


def is_web(address: str) -> bool:
    """Return whether an address is http(s)."""
    return address.lower().startswith(WEB)


def refuse_private(inputs: Iterable[str]) -> None:
    """Raise `AddressError` for an http(s) address of this machine or a private network."""
    for given in filter(is_web, inputs):
        try:
            address = parsed(given)
            check(address.host, look_up(address.host, address.port, LOOK_UP_S))
        except ForbiddenError as error:
            raise AddressError(given, str(error)) from error
        except (AnswerError, NoConnectionError) as error:
            raise SourceError(given, str(error)) from error
