"""Records found by a mask, which reads the source of a page, so that no node is numbered."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wrapture.model import Layout, MaskLocator
    from wrapture.model.table import Table
    from wrapture.reading.compiled.absolute_links import Addresses


class CompiledMaskReader:
    """Reads the records of pages by one mask and layout."""

    def __init__(self, locator: MaskLocator, layout: Layout) -> None:
        self._locator = locator
        self._columns = layout.columns

    def table(self, source: str, name: str, addresses: Addresses) -> Table:
        """Return the table of a page's source."""
        from wrapture.reading.masks.mask_table import read_source  # imports numpy, which other locators don't need

        return read_source(self._locator, self._columns, name, source, addresses.absolute)
