"""fastwarc, which warns of its own old names when it is imported."""

from __future__ import annotations

import warnings

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)
    from fastwarc.warc import ArchiveIterator, WarcRecord, WarcRecordType

__all__ = ["ArchiveIterator", "WarcRecord", "WarcRecordType"]
