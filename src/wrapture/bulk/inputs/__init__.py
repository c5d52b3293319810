"""Inputs of a bulk run as units of pages: files, folders, patterns, archives and tables, local or remote.

`list_units` finds the pages without reading them; `read_unit` reads those of one unit.  Nothing wrong with an input raises: a
page that can't be read is `Unreadable`, and damage without a page to blame is a `Flaw`.
"""

from __future__ import annotations

from wrapture.bulk.inputs.chunks import Chunk, Passed, Unreadable
from wrapture.bulk.inputs.open_files import close_files
from wrapture.bulk.inputs.unit_listing import check, list_units, total_weight
from wrapture.bulk.inputs.unit_pages import Item, read_unit

__all__ = ["Chunk", "Item", "Passed", "Unreadable", "check", "close_files", "list_units", "read_unit", "total_weight"]
