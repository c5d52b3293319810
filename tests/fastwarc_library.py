"""fastwarc, which our WARC reader and writer is compared with; importing it warns about its own deprecated names."""

from __future__ import annotations

import warnings

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)
    from fastwarc.warc import ArchiveIterator, WarcRecord, WarcRecordType

__all__ = ["ArchiveIterator", "WarcRecord", "WarcRecordType"]
