"""Read a page by a wrapper and measure the fit: commands, bulk runs, Scrapy and the studio all read this way.

Rows carry no places on the page; the studio, which highlights cells, uses `wrapture.reading.reader` for that.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from wrapture.reading.compiled import CompiledReader, compile_wrapper

if TYPE_CHECKING:
    from wrapture.html.page import Page
    from wrapture.model import Capture, Fit, Wrapper
    from wrapture.model.table import Table

READERS: Final = 256
"""Compiled wrappers in the cache: each knows the shapes of the records that it has read."""


@lru_cache(maxsize=READERS)
def reader_for(wrapper: Wrapper) -> CompiledReader:
    """Return the compiled reader of a wrapper, cached because it gets faster from page to page."""
    return compile_wrapper(wrapper)


def read_capture(wrapper: Wrapper, capture: Capture) -> Table:
    """Return the table that a wrapper reads from a capture, with its fit; raise `SourceError` if the page can't be read."""
    return reader_for(wrapper).read_fitted(capture)


def read_parsed(wrapper: Wrapper, page: Page) -> Table:
    """Return the same for a parsed page; parsing its source again is faster than the reference reader."""
    return reader_for(wrapper).read_page(page)


def fit_in(table: Table) -> Fit:
    """Return the fit that was measured when the table was read; raise `ValueError` if there is none."""
    if table.fit is None:
        raise ValueError(f"{table.page}: the fit was not measured")
    return table.fit
