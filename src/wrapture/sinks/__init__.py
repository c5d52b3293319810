"""The edge where results go out: files in one of the `FORMATS`, or text for standard output."""

from wrapture.sinks.rows import without_constants
from wrapture.sinks.write import FORMATS, check, format_of, render, write

__all__ = ["FORMATS", "check", "format_of", "render", "without_constants", "write"]
