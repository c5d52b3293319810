"""Addresses of one page, as its parser writes them, made absolute."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wrapture.compiled.markup import unescaped
from wrapture.html import native
from wrapture.html.page import join_address, plain_address

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.html.lexbor import Node, Tree


class Addresses:
    """Makes the addresses of a page absolute; ``base`` is what relative ones start from."""

    __slots__ = ("base",)

    def __init__(self, base: str | None) -> None:
        self.base = base

    def absolute(self, address: str) -> str:
        """Return an address that stands on the page made absolute."""
        return join_address(self.base, address)

    def all_written(self, written: Sequence[str]) -> list[str]:
        """Return values of attributes as addresses, given as the parser writes them.

        >>> Addresses("http://a.example/b/").all_written(["c?d&amp;e", " /f "])
        ['http://a.example/b/c?d&e', 'http://a.example/f']
        """
        together = "".join(written)
        values = map(unescaped, written) if "&" in together else iter(written)
        found = map(str.strip if together.isprintable() else plain_address, values)
        base = self.base
        return list(found) if base is None else [join_address(base, address) for address in found]


def addresses_of(tree: Tree, url: str | None) -> Addresses:
    """Return the addresses of a page: relative ones start from the first ``<base href>`` of its head, else from its own."""
    head = tree.head
    bases = _bases(head) if head is not None else ()
    return Addresses(join_address(url, bases[0].strip()) if bases else url)


def _bases(head: Node) -> Sequence[str]:
    """Return the addresses in the bases of a head."""
    if native.is_there():
        from wrapture.html._tree import attribute_values

        return attribute_values(head.mem_id, b"base", b"href")
    return [href for node in head.css("base[href]") if (href := node.attributes.get("href"))]
