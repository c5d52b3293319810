"""Absolute addresses from the relative ones of a page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wrapture.html._tree import attribute_values
from wrapture.html.page import address_starts, join_address

if TYPE_CHECKING:
    from wrapture.html.lexbor import Tree


class Addresses:
    """Makes the addresses of a page absolute; relative ones are resolved against ``base``.

    ``starts`` is what comes before plain ones, for the native extension.
    """

    __slots__ = ("base", "starts")

    def __init__(self, base: str | None) -> None:
        self.base = base
        self.starts = address_starts(base) if base is not None else ()

    def absolute(self, address: str) -> str:
        """Return an address of the page as an absolute one."""
        return join_address(self.base, address)


def addresses_of(tree: Tree, url: str | None) -> Addresses:
    """Return the resolver for a page: its base is the first ``<base href>`` in the head, otherwise the page's own address."""
    head = tree.head
    bases = attribute_values(head.mem_id, b"base", b"href") if head is not None else ()
    return Addresses(join_address(url, bases[0].strip()) if bases else url)
