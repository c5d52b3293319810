"""Correcting by pointing: a person points at texts of a page, that becomes labels, and masks are learned from them.

What is pointed at (`points`) has a place in the source.  What a wrapper reads becomes a draft (`drafting`), whose records are
pieces of the page (`stretches`).  A value that is pointed at in one of them is found in the others, since it stands at the same
place there (`alike`, `paths`), and what overlaps it gives way (`values`, `overlaps`).  Where no list on the page has the right
records, one that is marked from its beginning to its end is looked for again (`records`, `copies`).

A draft is a frozen value and every step makes a new one: undo is keeping the old.
"""

from __future__ import annotations

from wrapture.discovery.marking.drafting import draft_of, with_same_names
from wrapture.discovery.marking.points import Point, Pointed, place_of
from wrapture.discovery.marking.records import record_from
from wrapture.discovery.marking.values import drop_record, label_value, record_of, unlabel_value

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
