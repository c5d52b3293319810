"""Inputs at addresses of the web: fsspec reads them, but first it is looked where they lead.

Unlike pages that are fetched one by one (see `wrapture.web.exchange`), these files are read in pieces, by many processes, so a
name is looked up again and again; it is checked once, before the run.  Redirects are not followed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from wrapture.errors import AddressError, SourceError
from wrapture.web.addresses import parsed
from wrapture.web.pinned import check, look_up
from wrapture.web.trouble import AnswerError, ForbiddenError, NoConnectionError

if TYPE_CHECKING:
    from collections.abc import Iterable

WEB: Final = ("http://", "https://")
LOOK_UP_S: Final = 10.0
SETTINGS: Final[dict[str, Any]] = {"allow_redirects": False}
"""For fsspec, which would go wherever it is sent."""
NOTHING: Final = "nothing is there, or it has moved; give the address of the file itself"


def is_web(address: str) -> bool:
    """Return whether an address is one of the web."""
    return address.lower().startswith(WEB)


def refuse_private(inputs: Iterable[str]) -> None:
    """Raise `AddressError` for an address of the web that leads to this machine or into a private network."""
    for given in filter(is_web, inputs):
        try:
            address = parsed(given)
            check(address.host, look_up(address.host, address.port, LOOK_UP_S))
        except ForbiddenError as error:
            raise AddressError(given, str(error)) from error
        except (AnswerError, NoConnectionError) as error:
            raise SourceError(given, str(error)) from error
