"""Write results: one typed schema, and one streaming writer for each of the `FORMATS`."""

from wrapture.rows.result_rows import without_hidden
from wrapture.rows.row_schema import RowOptions
from wrapture.rows.write import FORMATS, check, format_of, render, write

__all__ = ["FORMATS", "RowOptions", "check", "format_of", "render", "without_hidden", "write"]
