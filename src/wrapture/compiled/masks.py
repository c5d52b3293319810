"""Records by a mask, which reads the source of a page: of its nodes, none is numbered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wrapture.extraction.masks.table import read_source

if TYPE_CHECKING:
    from wrapture.compiled.addresses import Addresses
    from wrapture.extraction.table import Table
    from wrapture.model import Layout, MaskLocator


class MaskReader:
    """Reads the records of pages by one mask and layout."""

    def __init__(self, locator: MaskLocator, layout: Layout) -> None:
        self._locator = locator
        self._columns = layout.columns

    def table(self, source: str, name: str, addresses: Addresses) -> Table:
        """Return the table of a page's source."""
        return read_source(self._locator, self._columns, name, source, addresses.absolute)
