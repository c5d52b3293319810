"""Correcting by pointing: a person points at texts of a page, which become labels, and masks are learned from them.

What is pointed at (`points`) has a place in the source.  What a wrapper reads becomes a draft (`drafting`), whose records are
pieces of the page (`stretches`).  A value pointed at in one record is found in the others, since it is at the same place there
(`alike`, `record_paths`), and overlapping labels are trimmed or dropped (`label_edits`, `overlaps`).  If no list on the page
has the right records, a record marked from beginning to end is used to find the others (`marked_records`, `copies`).

A draft is a frozen value and every step returns a new one: to undo, keep the old one.
"""

from __future__ import annotations

from wrapture.learning.marking.drafting import draft_of, with_same_names
from wrapture.learning.marking.label_edits import drop_record, label_value, record_of, unlabel_value
from wrapture.learning.marking.marked_records import record_from
from wrapture.learning.marking.points import Point, Pointed, place_of

__all__ = [
    "Point",
    "Pointed",
    "draft_of",
    "drop_record",
    "label_value",
    "place_of",
    "record_from",
    "record_of",
    "unlabel_value",
    "with_same_names",
]
