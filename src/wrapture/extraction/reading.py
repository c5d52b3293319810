"""From a wrapper and a page to a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wrapture.extraction.division import divide
from wrapture.extraction.records import find_records
from wrapture.extraction.table import Row, Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.html.page import Page
    from wrapture.model import Layout, Record, Wrapper


def extract_page(wrapper: Wrapper, page: Page) -> Table:
    """Return the table of the records that a wrapper finds on a page, with the columns it keeps."""
    return read_records(wrapper.layout, page, find_records(wrapper.locator, page))


def read_records(layout: Layout, page: Page, records: Sequence[Record]) -> Table:
    """Return the table of some records of a page, with the columns that the layout keeps."""
    kept = [i for i, column in enumerate(layout.columns) if column.keep]
    rows = []
    for record in records:
        cells = divide(layout, page, record)
        rows.append(Row(page.texts_of(record), tuple(cells[i] for i in kept), record))
    return Table(page.name, tuple(layout.columns[i].name for i in kept), tuple(rows))
