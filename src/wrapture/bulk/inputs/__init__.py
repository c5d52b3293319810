"""Inputs of a bulk run: files, folders, patterns, archives and tables, here or elsewhere, as units of pages.

`list_units` says where the pages are, without reading them; `read_unit` reads those of one unit.  Nothing that is wrong with an
input raises: a page that can't be had is `Unreadable`, and what no page stands for is a `Flaw`.
"""

from __future__ import annotations

from wrapture.bulk.inputs.chunks import Chunk, Passed, Unreadable
from wrapture.bulk.inputs.handles import close_files
from wrapture.bulk.inputs.listing import check, list_units, total_weight
from wrapture.bulk.inputs.reading import Item, read_unit

__all__ = ["Chunk", "Item", "Passed", "Unreadable", "check", "close_files", "list_units", "read_unit", "total_weight"]
