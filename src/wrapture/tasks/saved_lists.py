"""Lists of several pages in a folder or archive of saved pages: the pages in the order in which they link to each other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from wrapture.bulk.inputs import close_files, list_units, read_unit
from wrapture.bulk.jobs import Columns, Unit
from wrapture.errors import NothingFoundError, SourceError
from wrapture.html.parsing import read_page
from wrapture.model import Capture
from wrapture.net.store.request_keys import same_address
from wrapture.site.pagination import next_request

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wrapture.html.page import Page
    from wrapture.net.http_messages import Request

FEWEST: Final = 2
"""Pages of a list that are linked to each other."""


class SavedList:
    """Saved pages by their addresses, in place of a site."""

    def __init__(self, source: str) -> None:
        self.source = source
        self._pages: dict[str, Capture] = {}
        for capture in _captures(source):
            if capture.url:
                self._pages.setdefault(same_address(capture.url), capture)
        if not self._pages:
            raise NothingFoundError(
                f"{source}: no page there says what its address was, so their order is unknown; "
                "name the pages in order, without `pages`"
            )

    def fetch(self, request: Request) -> Page:
        """Return the saved page at an address; raises `SourceError` if there is none."""
        capture = self._pages.get(same_address(request.url))
        if capture is None:
            raise SourceError(request.url, f"is the next page of the list, but not in {self.source}")
        return read_page(capture)

    def starts(self) -> list[Page]:
        """Return the first pages of the lists, that of the longest first; raises `NothingFoundError` if there are none."""
        following: dict[str, str] = {}
        for address, capture in self._pages.items():
            request = next_request(read_page(capture))
            target = same_address(request.url) if request is not None and request.method == "GET" else ""
            if target in self._pages and target != address:
                following[address] = target
        led_to = set(following.values())
        lengths = {one: _length(one, following) for one in self._pages if one not in led_to}
        chains = sorted((one for one, length in lengths.items() if length >= FEWEST), key=lambda one: -lengths[one])
        if not chains:
            raise NothingFoundError(f"{self.source}: no page there leads to a next one; leave out `pages` to read each")
        return [read_page(self._pages[one]) for one in chains]


def _length(address: str, following: dict[str, str]) -> int:
    seen = {address}
    while address in following and following[address] not in seen:
        address = following[address]
        seen.add(address)
    return len(seen)


def _captures(source: str) -> Iterator[Capture]:
    """Yield the pages of a folder or archive."""
    try:
        for unit in list_units([source], Columns()):
            if isinstance(unit, Unit):
                yield from (item for item in read_unit(unit) if isinstance(item, Capture))
    finally:
        close_files()
